import ViewTree

extension LoopReport {
  /// A report that knows who, when and how often, and not why.
  package init(countsOf detection: LoopHunter.Detection, on reference: ViewReference) {
    let verdict: Verdict =
      switch detection.kind {
      case .crossing: .undetermined
      case .acrossTurns(let streak, _): .acrossTurns(streak: streak)
      }
    self.init(
      fingerprint: "", verdict: verdict, view: reference, threshold: detection.threshold,
      count: detection.count, turn: detection.turn, time: detection.time.nanoseconds)
    consecutiveTurns = detection.consecutiveTurns
    depth = detection.depth
    isBroken = detection.isBroken
    if case .acrossTurns(_, let chain) = detection.kind {
      let namer = ViewNamer()
      cycle = chain.reversed().map { namer.reference($0) }
    }
  }

  /// The same findings for another view of the cycle, of which less was known.
  func of(_ report: LoopReport) -> LoopReport? {
    guard verdict != .undetermined else { return nil }
    var found = self
    found.fingerprint = report.fingerprint
    found.view = report.view
    found.threshold = report.threshold
    found.count = report.count
    found.turn = report.turn
    found.time = report.time
    found.consecutiveTurns = report.consecutiveTurns
    found.depth = report.depth
    found.isBroken = report.isBroken
    return found
  }

  /// The same findings for another view of the cycle, which crosses now.
  func of(_ detection: LoopHunter.Detection, on reference: ViewReference) -> LoopReport {
    var report = self
    report.view = reference
    report.threshold = detection.threshold
    report.count = detection.count
    report.turn = detection.turn
    report.time = detection.time.nanoseconds
    report.consecutiveTurns = detection.consecutiveTurns
    report.depth = detection.depth
    report.isBroken = detection.isBroken
    return report
  }
}
