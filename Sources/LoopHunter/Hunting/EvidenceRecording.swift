import ViewTree

/// Collects evidence from the moment that a hunt looks suspicious, and makes its report.
///
/// A hunter has one for all its hunts and calls it on the loop's thread.
package protocol EvidenceRecording: AnyObject {
  /// A view was laid out more often than half its threshold allows, and at least twice.
  ///
  /// Called once per turn and attachment, at the entry of that layout.
  func arm(on view: View, threshold: Int)
  /// A causal chain came back to a view for half the turns that make a report.
  ///
  /// The report is due after `returns` more.
  func armAcrossTurns(on view: View, returns: Int)
  /// A reference to a view.
  func reference(to view: View) -> ViewReference
  /// Makes the report of a detection, at the entry of the layout that brought it.
  func report(on detection: Detection) -> LoopReport
  /// The report with what became of it, at the end of its turn.
  ///
  /// `layouts` is how many layouts of the view were counted in the turn.
  func conclude(_ report: LoopReport, layouts: Int) -> LoopReport
}

/// Makes reports of what the counters know, and collects nothing.
final class CountOnlyRecorder: EvidenceRecording {
  func arm(on view: View, threshold: Int) {}

  func armAcrossTurns(on view: View, returns: Int) {}

  func conclude(_ report: LoopReport, layouts: Int) -> LoopReport { report }

  func reference(to view: View) -> ViewReference { ViewReference(view) }

  func report(on detection: Detection) -> LoopReport {
    LoopReport(countsOf: detection, on: reference(to: detection.view))
  }
}

extension LoopReport {
  /// A report that knows who, when and how often, and not why.
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
    broken = detection.isBroken
    if case .acrossTurns(_, let chain) = detection.kind {
      cycle = chain.reversed().map(ViewReference.init(_:))
    }
  }

  /// The same findings for another view of the cycle, which crosses now.
  func of(_ detection: Detection, on reference: ViewReference) -> LoopReport {
    var report = self
    report.view = reference
    report.threshold = detection.threshold
    report.count = detection.count
    report.turn = detection.turn
    report.time = detection.time.nanoseconds
    report.consecutiveTurns = detection.consecutiveTurns
    report.depth = detection.depth
    report.broken = detection.isBroken
    return report
  }
}

extension Duration {
  /// Whole nanoseconds, clamped to what fits.
  var nanoseconds: Int64 {
    let (seconds, overflow) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : seconds + components.attoseconds / 1_000_000_000
  }
}
