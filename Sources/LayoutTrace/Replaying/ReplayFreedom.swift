import ViewTree

/// The data of a replay whose views do in each layout what was recorded, whenever these come.
///
/// This runs a turn from which something was left out. Recorded events that no longer apply are
/// skipped: layouts that nothing makes necessary, work that nothing enqueues, parts of the
/// constraints phase that nothing requests.
package final class ReplayFreedom {
  /// Called with the number of a view that is laid out once more than was recorded.
  private let onShortage: (Int?) -> Void
  /// The work that the recording enqueues.
  private let enqueued: Set<Int>
  /// The views whose `updateConstraints` is requested, by identity, and those after a first part.
  private var asked: Set<ObjectIdentifier> = []
  private var updated: Set<ObjectIdentifier> = []

  /// The choice of views' layouts by their occasions; nil if these come in the order of the recording.
  private let habits: (any LayoutChoice)?
  /// Two of the values that are written where a view may choose them by what it finds.
  private let restless: [Site: [TraceEvent.Value]]
  private var turn = 0
  private var recent = RecentLayouts()
  /// The number of recorded layouts of each view that are used up in this turn.
  private var places: [Int: Int] = [:]

  /// The insets of views as they were told last.
  private var insets: [Inset: EdgeInsets] = [:]

  /// A property of a view that another one, or the view itself, writes.
  package struct Site: Hashable {
    var writer: Int
    var view: Int
    var property: GeometryProperty
  }

  private struct Inset: Hashable {
    var view: ObjectIdentifier
    var property: GeometryProperty
  }

  /// `onShortage` is called with the number of a view that has no recorded layout left.
  init(
    enqueued: Set<Int>, habits: (any LayoutChoice)?, restless: [Site: [TraceEvent.Value]],
    onShortage: @escaping (Int?) -> Void
  ) {
    (self.enqueued, self.habits, self.restless) = (enqueued, habits, restless)
    self.onShortage = onShortage
  }

  /// The value that a view writes that finds the recorded one there, and may choose by what it finds.
  func choice(of writer: Int?, writing value: TraceEvent.Value, of view: Int?) -> TraceEvent.Value?
  {
    guard !restless.isEmpty, let writer, let view else { return nil }
    let site = Site(writer: writer, view: view, property: value.property)
    return restless[site]?.first { $0 != value }
  }

  func beginTurn(_ number: Int) {
    turn = number
    recent.removeAll()
    places.removeAll()
  }

  /// Notes that a layout ended.
  func endLayout() { if habits != nil { recent.leave() } }

  /// Notes that a layout calls for one of a view.
  func noteMark(of view: Int?) { if habits != nil, let view { recent.mark(view) } }

  /// Notes a view's layout; returns the number of recorded ones to pass over, nil if none is left.
  func layoutsToPassOver(of view: Int) -> Int? {
    guard let habits else { return 0 }
    defer { recent.enter(view) }
    let place = places[view, default: 0]
    let passed = habits.layoutsToPassOver(of: view, from: place, in: turn) {
      recent.occasions(of: view)
    }
    places[view] = place + (passed ?? 0) + 1
    return passed
  }

  /// Notes that a layout comes that is not in the recording.
  func noteShortage(of number: Int?) { onShortage(number) }

  /// True if work that isn't held may run.
  func mayRun(unheld work: Int) -> Bool { !enqueued.contains(work) }

  /// Notes that a view requested its `updateConstraints`: the views around it have theirs, too.
  func ask(_ view: View) {
    var next: View? = view
    while let current = next {
      asked.insert(ObjectIdentifier(current))
      next = current.superview
    }
  }

  /// Notes an inset; false if it has that value already, so that no callback comes.
  ///
  /// An inset that was not told before counts as changed.
  func changes(_ property: GeometryProperty, of view: View, to value: EdgeInsets) -> Bool {
    let inset = Inset(view: ObjectIdentifier(view), property: property)
    return insets.updateValue(value, forKey: inset) != value
  }

  /// True if a part of the constraints phase comes; a first one may have been requested before.
  func takeUpdate(of view: View) -> Bool {
    let isFirst = updated.insert(ObjectIdentifier(view)).inserted
    return asked.remove(ObjectIdentifier(view)) != nil || isFirst
  }
}
