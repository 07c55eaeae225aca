import LayoutTrace
import LoopHunter

/// The findings of a scan about one file in addition to its loops, in their documented JSON form.
struct ScanDetail: Codable, Sendable {
  var threshold: Int
  /// The rules for single classes and views; absent if there are none.
  var rules: [AppliedRule]?
  /// The names of strict rules that no view has; absent if there are none.
  var unknownNames: [UnknownName]?
  var loopsLeftOut: Int
  /// The findings of other programs that are no loops; absent for a trace without findings.
  var hints: [ReportedHint]?
  var nearMisses: [TraceScan.ViewCount]
  var nearMissesLeftOut: Int
  /// The tasks of a page's documents that are near misses; absent for other traces.
  var nearTasks: [LoopHunter.NearMiss]?
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
    unknownNames = UnknownName.all(choices: SoughtNames(), rules: result.sought)
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

  /// Takes the judgement on the documents of a browser's recording.
  mutating func take(
    _ findings: [PageFinding], misses: [LoopHunter.NearMiss], of study: PageStudy
  ) {
    nearTasks = misses
    let found = Set(findings.map(\.document))
    recurring.removeAll { found.contains($0.view) }
    let tasks = Set(findings.flatMap { finding in finding.turns.map { [$0, finding.document] } })
    for index in timeline.indices {
      let turns = timeline[index].firstTurn...timeline[index].lastTurn
      timeline[index].crossings = tasks.count { turns.contains($0[0]) }
    }
    suggestion = TraceScan.Suggestion(
      histogram: study.histogram, threshold: threshold, hasRules: rules != nil)
  }
}
