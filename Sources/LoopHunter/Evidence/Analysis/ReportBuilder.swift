import ViewTree

/// Makes the reports of a hunter from the evidence of its recorder.
///
/// A hunter has one for all its hunts and calls it on the loop's thread.
package final class ReportBuilder {
  package let recorder: EvidenceRecorder
  /// Pixels per point, for remarks about invisible differences.
  private let scale: Double

  /// The evidence since the last beginning, and the conclusions that reports share.
  private var shared = SharedEvidence()
  /// All evidence, for chains across turns; nil if nothing is older than the last beginning.
  private var whole: SharedEvidence?
  /// Looks again at views that go on after their reports.
  let others: OtherLoops
  /// The numbers of views whose reports of this turn have no verdict, or say that nothing changes.
  private var undecided: [ViewReference: Int] = [:]
  /// The number of reports saying that nothing changes that were checked again.
  private var checkedReports = 0
  /// The forced layouts found in this turn, by fingerprint.
  private var thrashings: [String: Thrashing] = [:]

  package init(recorder: EvidenceRecorder, scale: Double = 2) {
    self.recorder = recorder
    self.scale = scale
    others = OtherLoops(recorder)
    recorder.reader = self
  }

  /// The cost of the reports so far: the number of records, layouts and actions that they examined.
  package var work: Int { formerWork + shared.work + (whole?.work ?? 0) }
  /// The cost of the reports on evidence that is no longer used.
  private var formerWork = 0

  // MARK: Reporting

  /// Makes the report of a detection from the evidence recorded so far.
  ///
  /// Called at the entry of the layout that led to the detection.
  package func report(on detection: Detection) -> LoopReport {
    recorder.reading { makeReport(detection, from: shared) }
  }

  /// Makes the report of a view that crossed before in its turn, from the evidence since then.
  func report(on detection: Detection, from evidence: SharedEvidence) -> LoopReport {
    recorder.reading { makeReport(detection, from: evidence) }
  }

  /// The evidence that is recorded from now on.
  func evidenceFromNow() -> SharedEvidence { evidence(since: recorder.position) }

  /// The evidence that was recorded since a position.
  func evidence(since position: Int) -> SharedEvidence {
    SharedEvidence(since: position, turn: recorder.turn)
  }

  /// Completes the report with the course of its turn, at the end of the turn.
  ///
  /// A report without a verdict gets a second look: the turn went on, and left more evidence. So
  /// does one that says that nothing changes, if the turn did not settle. A verdict that was missing
  /// brings its own fingerprint: without one, it might be any loop; another one leaves it as it is.
  /// `layouts` counts those of the view. No second look is made at another loop than the first of its view:
  /// all evidence of the turn would show that one.
  package func conclude(
    _ report: LoopReport, layouts: Int, looksAgain: Bool = true
  ) -> LoopReport {
    let second = looksAgain ? recorder.reading { secondLook(at: report) } : nil
    return recounted(second ?? report).concluded(layouts: layouts, commit: recorder.lastCommit)
  }

  /// Begins a turn: the evidence of earlier ones, which is kept for chains across turns, is of other loops.
  private func begin(_ turn: Int) {
    if whole == nil { whole = shared } else { formerWork += shared.work }
    shared = SharedEvidence(since: recorder.ring.position, turn: turn)
    others.removeAll()
  }

  private func makeReport(_ detection: Detection, from shared: SharedEvidence) -> LoopReport {
    var report = LoopReport(countsOf: detection, on: recorder.reference(to: detection))
    let isOutside = detection.view?.window == nil
    guard recorder.isArmed, !isOutside else {
      if !isOutside {
        // The rest of the turn may be enough for the second look.
        recorder.arm()
        undecided[report.view] = recorder.number(of: detection)
      }
      report.remarks = [isOutside ? .outsideWindow : .lowThreshold]
      report.take(chainOf: report.cycle)
      return report
    }
    let hunted = recorder.number(of: detection)
    // Reports of one cycle are one report.
    if let known = shared.report(for: hunted, like: detection, of: recorder) {
      let report = known.report(of: hunted).counting(as: report)
      if report.verdict == .undetermined { undecided[report.view] = hunted }
      return recounted(report)
    }
    // A chain across turns is another case than layout that is forced within one.
    let isCrossing = report.verdict == .undetermined
    let analysis = analyse(
      hunted, in: isCrossing ? shared : whole ?? shared, depth: detection.depth,
      passes: isCrossing ? ThrashingFinder.leastPasses : .max,
      isCrossing: isCrossing && shared === self.shared)
    // The evidence may show another loop, beside a chain that is there in any case.
    guard isCrossing || analysis.leadsToHunted else {
      report.take(chainOf: report.cycle)
      return report
    }
    fill(&report, with: analysis)
    report.fingerprint = analysis.fingerprint(report.verdict)
    report.formerFingerprints = analysis.formerFingerprints(report.verdict)
    thrashings[report.fingerprint] = analysis.thrashing
    if report.verdict == .undetermined || report.verdict == .redundant {
      undecided[report.view] = hunted
    }
    if case .crossing = detection.kind, report.verdict != .undetermined || analysis.isShared {
      shared.keep(report, analysis)
    }
    return report
  }

  /// The report with the evidence at the end of its turn, if that gives it a verdict.
  private func secondLook(at report: LoopReport) -> LoopReport? {
    guard recorder.isArmed, let hunted = undecided[report.view] else { return nil }
    let isOpen = report.verdict == .undetermined
    // Equal rounds may have been the beginning of a long one.
    guard isOpen || report.verdict == .redundant && mayCheck(report) else { return nil }
    _ = shared.evidence(of: recorder)
    if isOpen, report.depth == 1, let known = shared.secondLook(for: hunted) {
      return known.of(report)
    }
    var second = report
    second.remarks = [isOpen ? .lateVerdict : .wholeTurn]
    (second.culprit, second.otherEdges, second.stacks) = (nil, [], [])
    let analysis = analyse(hunted, depth: report.depth)
    if !isOpen {
      checkedReports += 1
      if analysis.finding.verdict == .redundant { return nil }
    }
    fill(&second, with: analysis)
    if isOpen {
      second.take(
        lateFingerprint: analysis.fingerprint(second.verdict),
        former: analysis.formerFingerprints(second.verdict))
    }
    thrashings[second.fingerprint] = analysis.thrashing
    guard isOpen else { return second }
    if report.depth == 1 { shared.keepSecondLook(second, analysis) }
    return second.verdict == .undetermined ? nil : second
  }

  /// True if a report that says that nothing changes must be checked again: the loop continued.
  private func mayCheck(_ report: LoopReport) -> Bool {
    !report.isBroken && recorder.lastCommit.didHitLimit && checkedReports < ReportBuilder.checkLimit
  }

  /// The most such reports that are checked again in one turn.
  private static let checkLimit = 8

  func analyse(
    _ hunted: Int, in evidence: SharedEvidence? = nil, depth: Int? = nil,
    passes: Int = ThrashingFinder.leastPasses, isCrossing: Bool = false
  ) -> LoopAnalysis {
    LoopAnalysis(
      evidence ?? shared, of: recorder, hunted: hunted, depth: depth, passes: passes,
      isCrossing: isCrossing)
  }

  func fill(_ report: inout LoopReport, with analysis: LoopAnalysis) {
    ReportContents(
      analysis: analysis, stacks: recorder.stackRequests, stackLimit: recorder.limits.stacks,
      scale: scale, forcedPasses: recorder.forcedPasses, traceNumber: recorder.traceNumber
    ).fill(&report)
  }

  /// Updates a report of forced layouts with their number up to now.
  private func recounted(_ report: LoopReport) -> LoopReport {
    guard case .thrashing = report.verdict, let thrashing = thrashings[report.fingerprint] else {
      return report
    }
    var share: Double?
    if recorder.isArmed {
      _ = shared.evidence(of: recorder)
      share = thrashing.force.flatMap { shared.outside.share(of: $0.role) }
    }
    var report = report
    report.verdict = .thrashing(times: thrashing.times(of: recorder.forcedPasses, share: share))
    return report
  }
}

extension ReportBuilder: EvidenceReader {
  /// Requests the call stacks of the edges that look suspicious now.
  func layoutsHalved(of view: Int, acrossTurns: Bool) {
    let limits = recorder.limits
    // The evidence is searched for a cycle once, and not at all if no more stacks can be requested.
    guard !recorder.stackRequests.isFull(limit: limits.stacks), shared.mustAsk(for: view, recorder)
    else { return }
    // Two passes are enough to watch for the code that forces the next one.
    let analysis = analyse(view, in: acrossTurns ? whole : nil, passes: 2)
    shared.noteAsked(for: analysis)
    for (action, isDetailed) in analysis.actionsToCatch(limit: limits.stacks) {
      recorder.ask(forStackOf: action, isDetailed: isDetailed)
    }
  }

  func turnEnded(_ turn: Int) { begin(turn + 1) }

  func evidenceForgotten() {
    formerWork = work
    (shared, whole) = (SharedEvidence(), nil)
    others.removeAll()
    undecided = [:]
    checkedReports = 0
    thrashings = [:]
  }
}

extension LoopReport {
  /// Takes a fingerprint without evidence: of the view, and of the views of a chain across turns.
  fileprivate mutating func take(chainOf views: [ViewReference]) {
    let simple = Fingerprint.make(verdict: verdict, drivers: [view.name], culprit: [])
    guard !views.isEmpty else {
      fingerprint = simple
      return
    }
    fingerprint = Fingerprint.make(
      verdict: verdict, drivers: [view.name], culprit: ["chain"] + Set(views.map(\.name)).sorted())
    formerFingerprints = [simple]
  }
}
