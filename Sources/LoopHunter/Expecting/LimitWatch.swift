import LayoutTrace
import ViewTree

/// Reports the passes of a replay that ended at a limit and that no view beyond its threshold explains.
///
/// Such a view explains nothing but what goes on because of it: it may be known, ignored or not hunted,
/// and its report then hides nothing else. The recording tells what does, and not the replay, which comes to
/// layouts without a cause in an order of its own.
///
/// A pass that the recording ended at its limit is recorded as evidence from its beginning, and a turn
/// that refused a forced pass from its own: the loop of another of its passes tells nothing of the refusal.
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
  /// The evidence of the running pass of such a turn.
  private var pass: SharedEvidence?
  /// The evidence of its first pass that refused a layout without a reported reason.
  private var refusing: SharedEvidence?

  /// The most reports without a verdict at one limit: of many, most are alike.
  private static let mostUndetermined = 16

  /// Watches a replay; set it up before the first turn.
  ///
  /// - Parameters:
  ///   - replayer: The replay, which outlives the watch.
  ///   - hunter: The hunter, whose attachments tell which views count.
  ///   - threshold: The number of layouts that a view without a hunt may have in one turn.
  ///   - huntsAll: True if all views are hunted.
  ///   - ignores: Tells if a rule ignores a view, or would at its first layout.
  ///   - proves: True if the reports' claims are to be tested.
  ///   - onLoop: Called with each report and its view.
  package init(
    _ replayer: TraceReplayer, _ hunter: LoopHunter, threshold: Int, huntsAll: Bool,
    ignores: @escaping (View) -> Bool, proves: Bool,
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
      if kind == .nesting {
        coversTurn = true
        pass = builder.evidenceFromNow()
      }
    }
    replayer.onRefusingPass = { [unowned self] isUnexplained, isOver in
      if isUnexplained, refusing == nil, let pass {
        pass.close(recorder)
        refusing = pass
      }
      if isOver { pass = builder.evidenceFromNow() }
    }
    replayer.crossingLimit = { view in
      let hunt = view.flatMap { hunter.attachment(of: $0) }
      return CrossingLimit(
        layouts: hunt?.threshold ?? threshold, isHunted: hunt != nil,
        isIgnored: hunt == nil && view.map(ignores) ?? false)
    }
    replayer.onLimit = { [unowned self] in end($0) }
  }

  private func end(_ reached: ReachedLimit) {
    if reached.kind == .nesting { coversTurn = false }
    defer {
      if !coversTurn {
        recorder.disarm()
        (pass, refusing) = (nil, nil)
      }
    }
    guard var views = reached.counts else { return }
    // All views that were laid out may be dead, and a recording may tell of a limit without layouts.
    if views.isEmpty, huntsAll, let root = replayer.roots.first {
      tell(reached, of: root, 0)
      return
    }
    var told: [View] = []
    var undetermined = 0
    while let (view, layouts) = views.lazy.compactMap({ self.hunted($0) }).first {
      // None may hide another one in its pass: a baseline may know it, or another recording have it, too.
      if !tell(reached, of: view, layouts).isBaselinable { undetermined += 1 }
      guard undetermined < Self.mostUndetermined else { return }
      told.append(view)
      views = reached.without(told)
    }
  }

  /// A hunted view with its layouts in the turn; nil if it is not hunted.
  private func hunted(_ place: ReachedLimit.Count) -> (view: View, layouts: Int)? {
    hunter.attachment(of: place.view).map { (place.view, $0.layoutsThisTurn) }
  }

  /// Reports a view at a limit.
  @discardableResult
  private func tell(_ reached: ReachedLimit, of view: View, _ layouts: Int) -> LoopReport {
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
        isBroken: false),
      from: reached.kind == .nesting ? refusing : nil)
    hunter.analytics.raise(detection: report)
    onLoop(report, view)
    return report
  }
}
