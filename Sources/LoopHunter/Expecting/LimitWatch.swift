import LayoutTrace
import ViewTree

/// Reports the passes of a replay that ended at a limit although no view crossed its threshold.
///
/// A commit that the recording ended at its limit is recorded as evidence from its beginning. Of other
/// passes, only the counts of the hunts are known.
package final class LimitWatch: LayoutObserver {
  private unowned let replayer: TraceReplayer
  private let hunter: LoopHunter
  /// The number of layouts that a view without a hunt may have in one turn.
  private let threshold: Int
  /// True if all views are hunted.
  private let huntsAll: Bool
  private let recorder: EvidenceRecorder
  private let builder: ReportBuilder
  /// Counts the layouts of a commit that ends at its limit.
  private var observation: ObservationToken?
  private var pass = PassCensus()
  private let onLoop: (LoopReport, View) -> Void

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
    replayer.onLimitAhead = { [unowned self] in begin() }
    replayer.onLimit = { [unowned self] in end($0) }
  }

  package func layoutEntered(_ view: View) { pass.add(recorder.register.number(of: view)) }

  private func begin() {
    pass = PassCensus()
    recorder.arm()
    observation = replayer.loop.addLayoutObserver(self)
  }

  private func end(_ summary: TurnLoop.CommitSummary) {
    defer {
      observation?.cancel()
      observation = nil
      recorder.disarm()
    }
    guard let limit = LayoutLimit(reachedBy: summary, in: replayer.loop) else { return }
    let views = observation == nil ? huntedViews : watchedViews
    guard !views.contains(where: { $0.layouts > $0.threshold }) else { return }
    let isEmpty = observation != nil && pass.layouts == 0 && huntsAll
    // A recording may tell of a limit, but of no layouts.
    let busiest =
      views.first(where: \.isHunted).map { ($0.view, $0.layouts) }
      ?? (isEmpty ? replayer.roots.first.map { ($0, 0) } : nil)
    guard let (view, count) = busiest else { return }
    let report = builder.report(
      atLimit: limit, layouts: observation == nil ? summary.layouts : pass.layouts,
      views: observation == nil ? views.count : pass.views,
      on: Detection(
        kind: .crossing, view: view, threshold: threshold, count: count, turn: replayer.loop.turn,
        consecutiveTurns: 1, time: replayer.loop.now, depth: 1, isBroken: false))
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

  /// The hunts of views that were laid out in the turn.
  private var attachments: [(view: View, attachment: LoopHunter.Attachment)] {
    hunter.attachments.compactMap { attachment in
      guard attachment.layoutsThisTurn > 0, let view = attachment.view else { return nil }
      return (view, attachment)
    }
  }

  /// All hunted views, the busiest first.
  private var huntedViews: [Count] {
    attachments.map {
      Count(
        view: $0.view, layouts: $0.attachment.layoutsThisTurn, threshold: $0.attachment.threshold,
        isHunted: true)
    }.enumerated().sorted {
      ($1.element.layouts, $0.offset) < ($0.element.layouts, $1.offset)
    }.map(\.element)
  }

  /// The views that the watched pass laid out in its second half, hunted or not, the busiest first.
  private var watchedViews: [Count] {
    let hunts = Dictionary(
      attachments.map { (ObjectIdentifier($0.view), $0.attachment) }, uniquingKeysWith: { $1 })
    return pass.lasting.compactMap { number in
      guard let view = recorder.register.view(number) else { return nil }
      let hunt = hunts[ObjectIdentifier(view)]
      return Count(
        view: view, layouts: hunt?.layoutsThisTurn ?? pass.layouts(of: number),
        threshold: hunt?.threshold ?? threshold, isHunted: hunt != nil)
    }
  }
}
