import Foundation
import ViewTree

/// The writes that a recording does not tell, because they left a value as it was; and those that a replay may
/// take for such.
///
/// A view that writes a place in some of its layouts may have written it in the others, too: a setter that
/// finds its value there tells nobody. Where something else was left out, such a write changes the value.
/// And a view may choose its value by the one that it finds, if it wrote different values, or always wrote the
/// same value over one other.
struct RepeatedWrites {
  /// A place that views write.
  private struct Place: Hashable {
    var view: Int
    var property: GeometryProperty

    /// The properties whose setters a replay repeats, and that depend on each other.
    static let properties: [GeometryProperty] = [.frame, .bounds, .center]
  }

  private typealias Site = ReplayFreedom.Site

  /// A running layout, with the places that its code wrote.
  private struct Layout {
    var view: Int
    /// True if a block or a part of the constraints phase runs in it, whose deeds are not its own.
    var isHidden = false
    var written: Set<Place> = []
  }

  /// The values that a view found and wrote at a place.
  private struct Course {
    /// The first value that was written, and the first other one.
    var written: [TraceEvent.Value] = []
    /// The first value that a layout found before it wrote, and the first other one.
    var found: [TraceEvent.Value] = []
    /// True if a layout found the first written value, and left it.
    var hasRested = false
    /// True if a layout wrote over a value that is not known.
    var hasGaps = false

    /// Two values, if the view may choose what it writes by what it finds.
    ///
    /// It does not where it writes one value over several, or leaves its own alone.
    var choices: [TraceEvent.Value]? {
      if written.count > 1 { return written }
      return written.isEmpty || found.count != 1 || hasRested || hasGaps ? nil : written + found
    }

    /// Notes a write; of several in one layout, the first shows what was found.
    mutating func note(_ new: TraceEvent.Value, found old: TraceEvent.Value?, isFirst: Bool) {
      func add(_ value: TraceEvent.Value, to values: inout [TraceEvent.Value]) {
        if values.count < 2, values.first != value { values.append(value) }
      }
      add(new, to: &written)
      guard isFirst else { return }
      if let old { add(old, to: &found) } else { hasGaps = true }
    }
  }

  /// The layouts and what interrupts them, the innermost last.
  private var open: [Layout] = []
  /// The places that each view has written so far, in the order of their first writes.
  private var places: [Int: [Place]] = [:]
  /// The value that each place has, as far as it is known.
  private var values: [Place: TraceEvent.Value] = [:]
  private var courses: [Site: Course] = [:]
  /// The value that each view writes first at each place where it ever writes.
  private var firsts: [Int: [Place: TraceEvent.Value]] = [:]
  /// The places that are written more than once: a value that never changes cannot be missed.
  private let contested: Set<Place>

  /// The events with each write that a layout may have repeated, at its end.
  private(set) var events: [TraceEvent] = []
  /// The sites where a view may choose by what it finds, with two values between which it may.
  var restless: [ReplayFreedom.Site: [TraceEvent.Value]] { courses.compactMapValues(\.choices) }

  /// Finds such writes in a trace; nil if there are none.
  init?(_ recorded: [TraceEvent]) {
    var counts: [Place: Int] = [:]
    for case .geometry(let geometry) in recorded {
      guard let place = Self.place(of: geometry) else { continue }
      counts[place, default: 0] += 1
    }
    contested = Set(counts.lazy.filter { $0.value > 1 }.map(\.key))
    guard !contested.isEmpty else { return nil }
    noteFirsts(in: recorded)
    events.reserveCapacity(recorded.count)
    let most = 2 * recorded.count + 1_000
    for event in recorded {
      if case .done(let view, _) = event {
        noteRests(of: view)
        if events.count < most { events += repeated(by: view) }
      }
      events.append(event)
      follow(event)
    }
    if events.count == recorded.count, restless.isEmpty { return nil }
  }

  /// The place of a write; nil for other properties.
  private static func place(of geometry: TraceEvent.Geometry) -> Place? {
    let property = geometry.new.property
    return Place.properties.contains(property)
      ? Place(view: geometry.view, property: property) : nil
  }

  /// The writes of the innermost layout, which ends, to places that it wrote in earlier ones only.
  private func repeated(by view: Int) -> [TraceEvent] {
    guard let layout = open.last, layout.view == view, !layout.isHidden else { return [] }
    return places[view, default: []].compactMap { place in
      guard !layout.written.contains(place), let value = values[place] else { return nil }
      return .geometry(TraceEvent.Geometry(view: place.view, new: value, old: value))
    }
  }

  private mutating func noteFirsts(in recorded: [TraceEvent]) {
    for case .geometry(let geometry) in recorded where geometry.owner == nil {
      guard let writer = geometry.by, let place = Self.place(of: geometry),
        contested.contains(place), firsts[writer]?[place] == nil
      else { continue }
      firsts[writer, default: [:]][place] = geometry.new
    }
  }

  /// Notes where the innermost layout, which ends, found the value that it writes elsewhere.
  private mutating func noteRests(of view: Int) {
    guard let layout = open.last, layout.view == view, !layout.isHidden else { return }
    for (place, value) in firsts[view] ?? [:]
    where !layout.written.contains(place) && values[place] == value {
      let site = Site(writer: view, view: place.view, property: place.property)
      courses[site, default: Course()].hasRested = true
    }
  }

  private mutating func follow(_ event: TraceEvent) {
    switch event {
    case .turn: open.removeAll()
    case .layout(let view, _): open.append(Layout(view: view))
    case .update(let view): open.append(Layout(view: view, isHidden: true))
    case .run, .commit: open.append(Layout(view: 0, isHidden: true))
    case .done, .updated, .ran, .committed: _ = open.popLast()
    case .view(let view): note(view)
    case .gone(let view): forget(view) { _ in true }
    case .geometry(let geometry): note(geometry)
    default: break
    }
  }

  /// Notes the place of a view that comes, unless a transform hides it.
  private mutating func note(_ view: TraceEvent.NewView) {
    guard let frame = view.frame, view.transform == nil else { return }
    let bounds = view.bounds ?? CGRect(origin: .zero, size: frame.size)
    for value in [TraceEvent.Value.frame(frame), .bounds(bounds)] {
      let place = Place(view: view.view, property: value.property)
      if contested.contains(place) { values[place] = value }
    }
  }

  private mutating func note(_ geometry: TraceEvent.Geometry) {
    guard let place = Self.place(of: geometry) else {
      // A transform or an anchor point moves the frame.
      if !geometry.new.property.isInset { forget(geometry.view) { _ in true } }
      return
    }
    forget(geometry.view) { $0 != place.property }
    guard contested.contains(place) else { return }
    let old = values.updateValue(geometry.new, forKey: place) ?? geometry.old
    guard geometry.owner == nil, let last = open.indices.last, !open[last].isHidden else { return }
    let isFirst = open[last].written.insert(place).inserted
    let site = Site(writer: open[last].view, view: place.view, property: place.property)
    var course = courses[site] ?? Course()
    if course.written.isEmpty { places[site.writer, default: []].append(place) }
    course.note(geometry.new, found: old, isFirst: isFirst)
    courses[site] = course
  }

  /// Forgets values of a view that another one of its properties changed with.
  private mutating func forget(_ view: Int, where isChanged: (GeometryProperty) -> Bool) {
    for property in Place.properties where isChanged(property) {
      values[Place(view: view, property: property)] = nil
    }
  }
}
