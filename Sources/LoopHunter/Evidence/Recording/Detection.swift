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
  /// The hunted view.
  package let view: View
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

  /// The findings applied to another view of the cycle, which crosses its threshold now.
  func of(_ detection: Detection, on reference: ViewReference) -> LoopReport {
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
