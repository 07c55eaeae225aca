import LayoutTrace
import ViewTree

extension LoopHunter.Attachment {
  /// The latest report; from the end of its turn it tells whether the pass settled.
  ///
  /// If a `TraceRecorder` recorded the turn, the first read after it tests the claims of the
  /// report: it replays the turn up to fifteen times, and the earlier part of the recording once. A
  /// recording above 32 MiB is not replayed, and no more than a million events are. Set
  /// `Configuration.provesCulprits` to false to skip these tests.
  public var lastReport: LoopReport? { core.lastReport(of: self) }
}

extension HunterCore {
  /// The latest report of a hunt, tested if that is possible and was not done before.
  ///
  /// The hunter keeps it, so that an attachment without reports stays small.
  fileprivate func lastReport(of attachment: LoopHunter.Attachment) -> LoopReport? {
    guard let kept = lastReports[ObjectIdentifier(attachment)] else { return nil }
    guard kept.report.layouts != nil, loop?.isRunning != true, let recording = kept.recording,
      let view = kept.viewNumber
    else { return kept.report }
    let key = KeptProofs.Key(kept.report)
    let verdicts: LoopVerdicts?
    if let known = proofs.verdicts(key) {
      verdicts = known
    } else {
      var prover = LoopProver(replayingAtMost: LoopProver.mostEventsLive)
      verdicts = prover.verdicts(on: kept.report, of: view, in: recording)
      proofs.keep(verdicts, for: key)
    }
    let report = verdicts.map(kept.report.judged) ?? kept.report
    lastReports[ObjectIdentifier(attachment)] = KeptReport(report: report)
    quietly { analytics.raise(proof: report) }
    return report
  }
}
