import Foundation

/// The trace of some turns, with the tree as it was before the first of them.
package struct TurnTrace {
  /// The events of the trace, with their structure.
  package let outline: TraceOutline
  /// True if it holds values of constraints that would be others without what was left out.
  package private(set) var hasMixedValues = false
  /// The work enqueued in the recorded turns: it runs only if it is enqueued again.
  private let enqueued: Set<Int>
  /// The deeds that views do on their occasions; nil if their layouts come in the order of the recording.
  private var habits: LayoutHabits?
  /// Two of the values that are written where a view may choose them by what it finds.
  private var restless: [ReplayFreedom.Site: [TraceEvent.Value]] = [:]
  /// The parts that are made once for all traces from which deeds of this one are left out.
  private let common: Common
  /// The common parts of the trace from which deeds were left out, and the way.
  private var origin: (common: Common, omission: @Sendable (TurnTrace) -> TurnTrace?)?

  /// The parts that are made once for all traces from which deeds of one trace are left out.
  private final class Common {
    private let events: [TraceEvent]
    private let enqueued: Set<Int>

    /// The whole trace, with the writes that views may have repeated; nil if there are none.
    private(set) lazy var repeating = RepeatedWrites(events).map { writes in
      var trace = TurnTrace(TraceOutline(keepingTextOf: writes.events), enqueued: enqueued)
      trace.restless = writes.restless
      return trace
    }

    init(_ events: [TraceEvent], enqueued: Set<Int>) {
      (self.events, self.enqueued) = (events, enqueued)
    }
  }

  /// The knowledge for a replay in which views do what the trace says, until one has no more layouts.
  package func freedom(onShortage: @escaping (Int?) -> Void) -> ReplayFreedom {
    ReplayFreedom(
      enqueued: enqueued, habits: habits, restless: restless, onShortage: onShortage)
  }

  /// Takes the events of some turns, as `TraceExcerpt` records them, up to a view's last layout.
  package init(_ events: [TraceEvent], endingAfter limit: (view: Int, layouts: Int)? = nil) {
    let events = limit.map { Self.cut(events, behind: $0) } ?? events
    outline = TraceOutline(keepingTextOf: events)
    var enqueued: Set<Int> = []
    for case .async(let work, _, _, _) in events { enqueued.insert(work) }
    self.enqueued = enqueued
    common = Common(events, enqueued: enqueued)
  }

  private init(_ outline: TraceOutline, enqueued: Set<Int>) {
    (self.outline, self.enqueued) = (outline, enqueued)
    common = Common(outline.events, enqueued: enqueued)
  }

  /// The number of events that a replay of it reads.
  package var count: Int { outline.events.count }

  /// The trace without the effects of some deeds; nil if it contains none of them.
  ///
  /// - Parameter keepsFirst: True to leave each deed on a view where it comes first in a turn.
  package func leavingOut(_ deeds: [TraceDeed], keepsFirst: Bool = false) -> TurnTrace? {
    var search = DeedSearch(outline, deeds)
    let elements = search.elements(keepsFirst: keepsFirst)
    guard !elements.isEmpty else { return nil }
    var rest = TurnTrace(outline.removing(elements, joinsWork: false), enqueued: enqueued)
    rest.hasMixedValues = search.hasMixedValues
    rest.restless = restless
    rest.origin = (common, { $0.leavingOut(deeds, keepsFirst: keepsFirst) })
    return rest
  }

  /// The trace in which views do in each layout what they did on such an occasion, not what they did next.
  ///
  /// It is nil where no view does now this, now that.
  package func followingHabits() -> TurnTrace? {
    let habits = LayoutHabits(outline.events)
    guard !habits.isEmpty else { return nil }
    var trace = self
    trace.habits = habits
    return trace
  }

  /// The trace without the same deeds, if views also write what they may have repeated, and choose what they
  /// write by what they find: see `RepeatedWrites`.
  ///
  /// It is nil where nothing was left out, or no view does either.
  package func repeatingWrites() -> TurnTrace? {
    guard let origin, let repeating = origin.common.repeating else { return nil }
    return origin.omission(repeating)
  }

  /// The trace in which each write to the frames, bounds and centers that some deeds write falls on
  /// pixels, whoever makes it; nil if all do anyway.
  ///
  /// - Parameter scale: Pixels per point.
  package func rounding(_ deeds: [TraceDeed], scale: Double) -> TurnTrace? {
    let events = outline.events.map { event -> TraceEvent in
      guard case .geometry(var geometry) = event,
        deeds.contains(where: { deed in
          deed.action == .write(geometry.new.property)
            && deed.target?.numbers.contains(geometry.view) == true
        })
      else { return event }
      geometry.new = geometry.new.rounded(scale: scale)
      return .geometry(geometry)
    }
    return events == outline.events ? nil : TurnTrace(TraceOutline(events), enqueued: enqueued)
  }

  /// The events up to the layout that is one too many; everything open is closed there.
  private static func cut(
    _ events: [TraceEvent], behind limit: (view: Int, layouts: Int)
  ) -> [TraceEvent] {
    var count = 0
    var closers: [TraceEvent] = []
    for (place, event) in events.enumerated() {
      switch event {
      case .turn: (count, closers) = (0, [])
      case .layout(let view, let time):
        if view == limit.view { count += 1 }
        if count > limit.layouts {
          return events[..<place] + closers.reversed() + [.end(turns: turns(in: events[..<place]))]
        }
        closers.append(.done(view: view, time: time))
      case .update(let view): closers.append(.updated(view: view))
      case .run(let work): closers.append(.ran(work: work))
      case .commit: closers.append(.committed(batches: 0, didHitLimit: false))
      case .done, .updated, .ran, .committed: _ = closers.popLast()
      default: break
      }
    }
    return events
  }

  private static func turns(in events: ArraySlice<TraceEvent>) -> Int {
    events.count { if case .turn = $0 { true } else { false } }
  }
}

extension TraceEvent.Value {
  /// The value on the nearest pixels; transforms, anchors and insets stay as they are.
  fileprivate func rounded(scale: Double) -> TraceEvent.Value {
    func pixel(_ number: Double) -> Double { (number * scale).rounded() / scale }
    func pixels(_ point: CGPoint) -> CGPoint { CGPoint(x: pixel(point.x), y: pixel(point.y)) }
    func pixels(_ rect: CGRect) -> CGRect {
      let size = CGSize(width: pixel(rect.size.width), height: pixel(rect.size.height))
      return CGRect(origin: pixels(rect.origin), size: size)
    }
    return switch self {
    case .frame(let rect): .frame(pixels(rect))
    case .bounds(let rect): .bounds(pixels(rect))
    case .center(let point): .center(pixels(point))
    case .transform, .anchor, .inset: self
    }
  }
}
