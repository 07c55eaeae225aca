import LayoutTrace
import LoopHunter

/// The findings of a scan about one file in addition to its loops, in their documented JSON form.
struct ScanDetail: Codable, Sendable {
  var threshold: Int
  /// The rules for single classes and views; absent if there are none.
  var rules: [AppliedRule]?
  var loopsLeftOut: Int
  /// The findings of other programs that are no loops; absent for a trace without findings.
  var hints: [ReportedHint]?
  var nearMisses: [TraceScan.ViewCount]
  var nearMissesLeftOut: Int
  /// The views that were laid out in many consecutive turns: a hint, not a finding.
  var recurring: [TraceScan.Recurrence]
  var recurringLeftOut: Int
  var busiest: [TraceScan.ViewCount]
  var histogram: [TraceScan.HistogramRow]
  var timeline: [TraceScan.TurnCount]
  var classes: [TraceScan.ClassCount]
  var suggestion: TraceScan.Suggestion

  init(_ result: TraceScan.Result, _ rules: [HuntRule]) {
    threshold = result.threshold
    self.rules = AppliedRule.all(rules, views: result.viewsByRule)
    loopsLeftOut = result.loopsLeftOut
    hints = ReportedHint.all(result.findings ?? [])
    nearMisses = result.nearMisses
    nearMissesLeftOut = result.nearMissesLeftOut
    recurring = result.recurring
    recurringLeftOut = result.recurringLeftOut
    busiest = result.busiest
    histogram = result.histogram
    timeline = result.timeline
    classes = result.classes
    suggestion = result.suggestion
  }
}
