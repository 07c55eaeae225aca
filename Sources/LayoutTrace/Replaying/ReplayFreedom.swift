import ViewTree

/// What a replay knows that follows its views instead of the recording: each view does in its layouts
/// what was recorded of it, whenever these come.
///
/// So runs a turn of which something was left out. What the recording has beyond that is skipped: layouts
/// that nothing makes necessary, work that nothing enqueues, parts of the constraints phase that nobody
/// asks for.
package final class ReplayFreedom {
  /// Called with a view that is laid out once more than was recorded, by its number.
  private let onShortage: (Int?) -> Void
  /// The work that the recording enqueues.
  private let enqueued: Set<Int>
  /// The views whose `updateConstraints` is asked for, by identity, and those that had a first part.
  private var asked: Set<ObjectIdentifier> = []
  private var updated: Set<ObjectIdentifier> = []

  /// - Parameters:
  ///   - enqueued: The work that the recording enqueues, which runs only where that happened.
  ///   - onShortage: Called with the number of a view that has no recorded layout left.
  init(enqueued: Set<Int>, onShortage: @escaping (Int?) -> Void) {
    self.enqueued = enqueued
    self.onShortage = onShortage
  }

  /// Notes that a layout comes that the recording does not have.
  func noteShortage(of number: Int?) { onShortage(number) }

  /// Whether work may run that is not held.
  func mayRun(unheld work: Int) -> Bool { !enqueued.contains(work) }

  /// Notes that a view asked for its `updateConstraints`: those around it have theirs, too.
  func ask(_ view: View) {
    var next: View? = view
    while let current = next {
      asked.insert(ObjectIdentifier(current))
      next = current.superview
    }
  }

  /// Whether a part of the constraints phase comes; the first of a view may have been asked for before
  /// the recording.
  func takeUpdate(of view: View) -> Bool {
    let isFirst = updated.insert(ObjectIdentifier(view)).inserted
    return asked.remove(ObjectIdentifier(view)) != nil || isFirst
  }
}
