import LayoutTrace
import ViewTree

/// Reports the passes of a replay that ended at a limit although no view crossed its threshold.
///
/// A pass that the recording ended at its limit is recorded as evidence from its beginning, and a turn
/// that refused a forced pass from its own.
package final class LimitWatch {
  private unowned let replayer: TraceReplayer
  private let hunter: LoopHunter
  /// The number of layouts that a view without a hunt may have in one turn.
  private let threshold: Int
  /// True if all views are hunted.
  private let huntsAll: Bool
  private let recorder: EvidenceRecorder
  private let builder: ReportBuilder
  private let onLoop: (LoopReport, View) -> Void
  /// True if the evidence begins with the turn, because a forced pass of it was refused.
  private var coversTurn = false

  /// Watches a replay; set it up before the first turn.
  ///
  /// - Parameters:
  ///   - replayer: The replay, which outlives the watch.
  ///   - hunter: The hunter, whose attachments tell which views count.
  ///   - threshold: The number of layouts that a view without a hunt may have in one turn.
  ///   - huntsAll: True if all views are hunted.
  ///   - proves: True if the reports' claims are to be tested.
  ///   - onLoop: Called with each report and its view.
  package init(
    _ replayer: TraceReplayer, _ hunter: LoopHunter, threshold: Int, huntsAll: Bool, proves: Bool,
    onLoop: @escaping (LoopReport, View) -> Void
  ) {
    (self.replayer, self.hunter, self.threshold) = (replayer, hunter, threshold)
    (self.huntsAll, self.onLoop) = (huntsAll, onLoop)
    recorder = EvidenceRecorder(loop: replayer.loop)
    recorder.sourceLocation = { [weak replayer] in replayer?.sourceLocation }
    recorder.treeVersion = { [weak replayer] in replayer?.treeVersion }
    if proves { recorder.traceNumber = { [weak replayer] in replayer?.number(of: $0) } }
    builder = ReportBuilder(recorder: recorder, scale: hunter.scale)
    replayer.onLimitAhead = { [unowned self] kind in
      recorder.arm()
      if kind == .nesting { coversTurn = true }
    }
    replayer.onLimit = { [unowned self] in end($0) }
  }

  private func end(_ reached: ReachedLimit) {
    if reached.kind == .nesting { coversTurn = false }
    defer { if !coversTurn { recorder.disarm() } }
    let views = reached.counts.map(count)
    guard !views.contains(where: { $0.layouts > $0.threshold }) else { return }
    // All views that were laid out may be dead, and a recording may tell of a limit without layouts.
    let isNobodyLeft = views.isEmpty && huntsAll
    let busiest =
      views.first(where: \.isHunted).map { ($0.view, $0.layouts) }
      ?? (isNobodyLeft ? replayer.roots.first.map { ($0, 0) } : nil)
    guard let (view, layouts) = busiest else { return }
    let limit: LayoutLimit =
      switch reached.kind {
      case .pass: .batches(reached.number)
      case .nesting: .nesting(reached.number)
      }
    let report = builder.report(
      atLimit: limit, layouts: reached.layouts, views: reached.views,
      on: Detection(
        kind: .crossing, view: view, threshold: threshold, count: layouts,
        turn: replayer.loop.turn, consecutiveTurns: 1, time: replayer.loop.now, depth: 1,
        isBroken: false))
    hunter.analytics.raise(detection: report)
    onLoop(report, view)
  }

  /// A view with its layouts in the turn.
  private struct Count {
    var view: View
    var layouts: Int
    var threshold: Int
    var isHunted: Bool
  }

  /// The layouts of a view in the turn, or, if it is not hunted, in the pass.
  private func count(_ recorded: ReachedLimit.Count) -> Count {
    let hunt = hunter.attachment(of: recorded.view)
    return Count(
      view: recorded.view, layouts: hunt?.layoutsThisTurn ?? recorded.layouts,
      threshold: hunt?.threshold ?? threshold, isHunted: hunt != nil)
  }
}
