import ViewTree

/// The writes that a recording does not tell, because they left a value as it was; and those that a replay may
/// take for such.
///
/// A view that writes a place in some of its layouts may have written it in the others, too: a setter that
/// finds its value there tells nobody. Where something else was left out, such a write changes the value.
/// And a view that writes now one value, now another may choose it by what it finds.
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

  /// The layouts and what interrupts them, the innermost last.
  private var open: [Layout] = []
  /// The places that each view has written so far, in the order of their first writes.
  private var places: [Int: [Place]] = [:]
  /// The value that each place has, as far as it is known.
  private var values: [Place: TraceEvent.Value] = [:]
  /// The first value that was written at each site, and the first other one.
  private var written: [Site: [TraceEvent.Value]] = [:]
  /// The places that are written more than once: a value that never changes cannot be missed.
  private let contested: Set<Place>

  /// The events with each write that a layout may have repeated, at its end.
  private(set) var events: [TraceEvent] = []
  /// The sites where now one value, now another was written, with two of the values.
  var restless: [ReplayFreedom.Site: [TraceEvent.Value]] { written.filter { $0.value.count > 1 } }

  /// Finds such writes in a trace; nil if there are none.
  init?(_ recorded: [TraceEvent]) {
    var counts: [Place: Int] = [:]
    for case .geometry(let geometry) in recorded {
      guard let place = Self.place(of: geometry) else { continue }
      counts[place, default: 0] += 1
    }
    contested = Set(counts.lazy.filter { $0.value > 1 }.map(\.key))
    guard !contested.isEmpty else { return nil }
    events.reserveCapacity(recorded.count)
    let most = 2 * recorded.count + 1_000
    for event in recorded {
      if case .done(let view, _) = event, events.count < most { events += repeated(by: view) }
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

  private mutating func follow(_ event: TraceEvent) {
    switch event {
    case .turn: open.removeAll()
    case .layout(let view, _): open.append(Layout(view: view))
    case .update(let view): open.append(Layout(view: view, isHidden: true))
    case .run, .commit: open.append(Layout(view: 0, isHidden: true))
    case .done, .updated, .ran, .committed: _ = open.popLast()
    case .gone(let view): forget(view) { _ in true }
    case .geometry(let geometry): note(geometry)
    default: break
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
    values[place] = geometry.new
    guard geometry.owner == nil, let last = open.indices.last, !open[last].isHidden else { return }
    open[last].written.insert(place)
    let site = Site(writer: open[last].view, view: place.view, property: place.property)
    guard let values = written[site] else {
      written[site] = [geometry.new]
      return places[site.writer, default: []].append(place)
    }
    if values.count == 1, values[0] != geometry.new { written[site]?.append(geometry.new) }
  }

  /// Forgets values of a view that another one of its properties changed with.
  private mutating func forget(_ view: Int, where isChanged: (GeometryProperty) -> Bool) {
    for property in Place.properties where isChanged(property) {
      values[Place(view: view, property: property)] = nil
    }
  }
}
