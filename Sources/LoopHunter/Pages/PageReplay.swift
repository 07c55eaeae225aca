import LayoutTrace
import ViewTree

/// Tells a study of the layouts in the replay of a browser's recording.
package final class PageReplay: LayoutObserver {
  /// The limits for a document; nil for one that is ignored.
  package typealias Limits = (View) -> PageLimits?

  package let study = PageStudy()
  private let replayer: TraceReplayer
  private let limits: Limits

  /// Observes a replay until the result is released.
  package init(_ replayer: TraceReplayer, limits: @escaping Limits) {
    (self.replayer, self.limits) = (replayer, limits)
    replayer.keepSourceLocations()
  }

  package func turnBegan(_ turn: Int, now: Duration) { study.beginTask(turn) }

  package func viewDirtied(
    _ view: View, reason: DirtyReason, by layingOut: View?, again: Bool
  ) {
    guard layingOut == nil, let document = number(of: view.superview ?? view) else { return }
    study.dirty(
      document, isElement: view.superview != nil, by: currentPlace, change: reason.rawValue)
  }

  package func layoutForced(_ view: View, by layingOut: View?) {
    guard let document = number(of: view) else { return }
    study.force(document, by: currentPlace)
  }

  package func layoutEntered(_ view: View) {
    guard view.superview == nil, let document = number(of: view) else { return }
    study.beginLayout(of: document, at: replayer.recordedLayoutBegin)
  }

  package func layoutLeft(_ view: View) {
    guard view.superview == nil, let document = number(of: view) else { return }
    study.endLayout(of: document, at: replayer.recordedLayoutEnd) {
      PageStudy.Document(view: ViewReference(view), limits: limits(view))
    }
  }

  package func turnEnded(_ turn: Int) { study.endTask() }

  private func number(of view: View) -> Int? { replayer.number(of: view) }

  /// The place of the replay's current action, as a number; -1 if it was not recorded.
  private var currentPlace: Int { study.number(of: replayer.sourceLocation) }
}
