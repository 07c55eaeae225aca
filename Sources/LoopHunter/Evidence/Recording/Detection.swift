import ViewTree

/// The moment of a detection, from which a report is made.
package struct Detection {
  /// The kind of a detection.
  package enum Kind {
    /// The view was laid out `threshold + 1` times in one turn.
    case crossing
    /// One causal chain came back to the view in `streak` turns.
    ///
    /// The chain holds the hunted views on it, the latest first.
    case acrossTurns(streak: Int, chain: [View])
  }

  package let kind: Kind
  /// The hunted view; nil if it is dead.
  package let view: View?
  /// The number of a dead view.
  package var deadNumber = 0
  package let threshold: Int
  /// The layouts counted in this turn, the current one included.
  package let count: Int
  package let turn: Int
  /// The number of consecutive turns, this one included, with this detection.
  package let consecutiveTurns: Int
  /// The loop's time.
  package let time: Duration
  /// The number of layouts of the view on the stack, including the current one.
  package let depth: Int
  /// True if the hunter will break the loop.
  package let isBroken: Bool
}

extension EvidenceRecorder {
  /// A reference to the view of a detection.
  func reference(to detection: Detection) -> ViewReference {
    detection.view.map(reference) ?? namer.reference(detection.deadNumber)
  }

  /// The number of the view of a detection.
  func number(of detection: Detection) -> Int {
    detection.view.map(register.number) ?? detection.deadNumber
  }
}

extension LoopReport {
  /// Makes a report that knows view, time and counts, but no cause.
  package init(countsOf detection: Detection, on reference: ViewReference) {
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

  /// The findings applied to another view of the cycle, about which less was known.
  func of(_ report: LoopReport) -> LoopReport? {
    guard verdict != .undetermined else { return nil }
    var found = counting(as: report)
    (found.fingerprint, found.otherFingerprints) = (report.fingerprint, report.otherFingerprints)
    found.take(lateFingerprint: fingerprint, former: formerFingerprints)
    return found
  }

  /// The findings, with the view, the time and the counts of a report on another view of the cycle.
  func counting(as report: LoopReport) -> LoopReport {
    var found = self
    (found.view, found.threshold, found.count) = (report.view, report.threshold, report.count)
    (found.turn, found.time, found.depth) = (report.turn, report.time, report.depth)
    found.consecutiveTurns = report.consecutiveTurns
    found.isBroken = report.isBroken
    return found
  }
}
