import Foundation
import ViewTree

/// Looks ahead on the tape of a turn, up to the `end` of the running frame.
struct TapeLookup {
  private let tape: ReplayTape

  /// The number of events within which the end of a setter's consequences is sought.
  private static let reach: Int32 = 4_096

  init(tape: ReplayTape) { self.tape = tape }

  /// The frame of a new view, as it would be without a transform.
  func frame(of event: TapeEvent) -> CGRect {
    if let frame: CGRect = tape.array(.frame, of: event) { return frame }
    let bounds: CGRect? = tape.array(.bounds, of: event)
    return CGRect(origin: .zero, size: bounds?.size ?? .zero)
  }

  /// Makes a new view look like the recorded one.
  func dress(_ view: View, as event: TapeEvent) {
    let frame = frame(of: event)
    view.isScripted = true
    view.adopt(tape.recordedClass(of: event))
    if let name = tape.string(.name, of: event) { view.identifier = name }
    if let anchor: CGPoint = tape.array(.anchor, of: event) {
      view.anchorPoint = anchor
      // An anchor point keeps the center and moves the frame.
      view.frame = frame
    }
    if let bounds: CGRect = tape.array(.bounds, of: event), bounds.origin != .zero {
      view.bounds = CGRect(origin: bounds.origin, size: frame.size)
    }
    if let transform: TraceEvent.Transform = tape.array(.transform, of: event) {
      view.transform = transform.affine
    }
    if event.line.has(.clean) { view.discardPendingLayout() }
  }

  /// True if the frame's next layout is the forced pass's: outside commits, each follows a `force`.
  func forcedLayoutFollows(from cursor: Int32, in end: Int32) -> Bool {
    if end < tape.count, tape.kind(at: end) == .committed { return false }
    var index = cursor
    while index < end {
      switch tape.kind(at: index) {
      case .layout, .enter: return true
      // Frames that nest too deep are replayed inside others, which their ends do not end.
      case .force, .forced, .run, .commit, .updated: return false
      // Layouts that a view's `updateConstraints` forces say nothing about the pass.
      case .update: index = tape.partner(of: index) + 1
      default: index += 1
      }
    }
    return false
  }

  /// True if a layout begins with an event, or with what observers do before it.
  func beginsLayout(at index: Int32) -> Bool {
    let kind = tape.kind(at: index)
    return kind == .layout || kind == .enter
  }

  /// True if the recording ends in the running frame with what may be observers' deeds.
  func endsInDeeds(from cursor: Int32, in end: Int32) -> Bool {
    cursor < tape.tail && tape.tail <= end && areDeeds(from: cursor, to: tape.tail)
  }

  /// True if all events up to a place may be deeds of observers or of dying views.
  func areDeeds(from cursor: Int32, to last: Int32) -> Bool {
    (cursor..<last).allSatisfy { isDeed(at: $0, isFirst: $0 == cursor, mayForce: false) }
  }

  /// True if the layout of a view begins with an event.
  func isLayout(of slot: Int?, at index: Int32) -> Bool {
    tape.kind(at: index) == .layout && tape[index].slot == slot
  }

  /// True if an event between two layouts may be the deed of an observer or of a dying view, or a consequence
  /// of one.
  ///
  /// The engine's own ones, and those of members that it calls, belong to the constraints phase unless a
  /// deed led to them. A forced layout is a deed only where there is no code but that of observers.
  func isDeed(at index: Int32, isFirst: Bool, mayForce: Bool) -> Bool {
    let event = tape[index]
    switch event.kind {
    case .dirty, .frame, .bounds, .center, .transform, .anchor, .inset, .value, .move:
      return !isFirst || event.owner == nil
    case .view, .clean, .async, .gone: return true
    case .force, .forced: return mayForce
    // These tell of the deed that follows.
    case .constraint, .item:
      return index + 1 < tape.tail && isDeed(at: index + 1, isFirst: isFirst, mayForce: mayForce)
    default: return false
    }
  }

  /// The slot of the view whose move follows the lines about its constraints; nil for none.
  func arrival(from cursor: Int32, in end: Int32) -> Int? {
    var index = cursor
    while index < end {
      switch tape.kind(at: index) {
      case .item, .constraint: index += 1
      case .move: return tape[index].slot
      default: return nil
      }
    }
    return nil
  }

  /// The place behind the deaths that follow the end of a layout, up to a place.
  func endOfDeaths(after layout: Int32, upTo limit: Int32) -> Int32 {
    var index = tape.partner(of: layout) + 1
    let end = min(limit, tape.count)
    while index < end, tape.kind(at: index) == .gone { index += 1 }
    return index
  }

  /// True if an event dirties a view because the size of a subview changed.
  func dirties(_ slot: Int, at index: Int32) -> Bool {
    guard tape.kind(at: index) == .dirty else { return false }
    let event = tape[index]
    return event.consequence == .size && event.slot == slot
  }

  /// The event that dirties a resized view's superview, the last consequence of the setter, if any.
  func endOfResizing(_ slot: Int, from cursor: Int32, in end: Int32) -> Int32? {
    var index = cursor
    let limit = min(end, cursor + Self.reach)
    while index < limit, !dirties(slot, at: index) {
      switch tape.kind(at: index) {
      case .layout, .commit, .run, .force: return nil
      default: index += 1
      }
    }
    return index < limit ? index : nil
  }

  /// The `t` of an event; nil for no place.
  func time(at index: Int32) -> Int64? {
    guard index >= 0, index < tape.count else { return nil }
    return tape[index].line.number(.time).map(Int64.init)
  }

  /// The time that the layouts of a view took in the turn.
  func layoutTime(of slot: Int) -> Duration? {
    var total: Int64?
    for index in 0..<tape.count where tape.kind(at: index) == .layout && tape[index].slot == slot {
      guard let start = time(at: index), let end = time(at: tape.partner(of: index)), end >= start
      else { continue }
      total = (total ?? 0) + end - start
    }
    return total.map { .nanoseconds($0) }
  }
}
