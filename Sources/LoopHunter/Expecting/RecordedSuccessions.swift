import LayoutTrace
import ViewTree

/// Reports layouts of a recording that bring about each other from turn to turn, and come back to no hunted
/// view as one chain of causes.
///
/// A test finds them, too: views that each dirty several, rings of many, views that are replaced, work of
/// dying views, and the constraints phase without layouts.
package final class RecordedSuccessions {
  private unowned let replayer: TraceReplayer
  private let hunter: LoopHunter
  private let threshold: Int
  /// True if all views are hunted.
  private let huntsAll: Bool
  /// True for a view that a rule ignores.
  private let ignores: (View) -> Bool
  private let onLoop: (LoopReport, View) -> Void

  /// Watches a replay; set it up before the first turn.
  ///
  /// - Parameters:
  ///   - replayer: The replay, which outlives the watch.
  ///   - hunter: The hunter, whose attachments tell which views count.
  ///   - threshold: The number of layouts that a view without a hunt may have in one turn.
  ///   - huntsAll: True if all views are hunted.
  ///   - ignores: True for a view that a rule ignores.
  ///   - onLoop: Called with each report and its view.
  package init(
    _ replayer: TraceReplayer, _ hunter: LoopHunter, threshold: Int, huntsAll: Bool,
    ignores: @escaping (View) -> Bool, onLoop: @escaping (LoopReport, View) -> Void
  ) {
    (self.replayer, self.hunter, self.threshold) = (replayer, hunter, threshold)
    (self.huntsAll, self.ignores, self.onLoop) = (huntsAll, ignores, onLoop)
    replayer.followSuccessions(limit: limit) { [unowned hunter] view, isLast in
      hunter.attachment(of: view)?.noteCause(inLastTurn: isLast)
    } onAhead: { [unowned self] view in
      hunter.core.recorder.armAcrossTurns(on: view, returns: limit / 2)
    } onFound: { [unowned self] in
      report($0)
    }
  }

  private var limit: Int { hunter.core.configuration.acrossTurnsStreak }

  /// Notes a report of the hunter, which explains what goes on if it is of a chain across turns.
  package func note(_ report: LoopReport, on view: View) {
    if case .acrossTurns = report.verdict { replayer.explainSuccession(of: view) }
  }

  /// Reports what still goes on at the end of the recording.
  package func finish() { replayer.tellWaitingSuccessions() }

  /// True if a view is hunted, or would be if it were laid out: one that is only asked for its size is not.
  private func isJudged(_ view: View) -> Bool {
    hunter.attachment(of: view) != nil || huntsAll && !ignores(view)
  }

  /// Reports a succession on its view, or on the next one that is hunted; returns true if there is one.
  private func report(_ found: RecordedSuccession) -> Bool {
    let views = found.view.map { [$0] } ?? []
    let around = (views + found.views).flatMap { Array(sequence(first: $0, next: \.superview)) }
    guard
      let view = (views + found.views + around).first(where: isJudged)
        ?? (huntsAll ? replayer.roots.first : nil)
    else { return false }
    let streak = found.returns > limit ? limit : found.turns - 1
    let report = hunter.core.reportBuilder.report(
      on: Detection(
        kind: .acrossTurns(streak: streak, chain: found.views), view: view, threshold: threshold,
        count: hunter.attachment(of: view)?.layoutsThisTurn ?? 0, turn: replayer.loop.turn,
        consecutiveTurns: streak, time: replayer.loop.now, depth: 0, isBroken: false))
    hunter.analytics.raise(detection: report)
    onLoop(report, view)
    return true
  }
}
