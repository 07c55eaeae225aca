import LoopHunter
import LoopScenarios
import Testing
import ViewTree

@Suite struct ScenarioReportTests {
  @Test(
    "the report of a scenario names its verdict, cycle, culprit and victims",
    arguments: Scenario.all.filter { $0.finding.map { $0.verdict.kind != "acrossTurns" } ?? false }
      .map(\.name))
  func findings(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let finding = try #require(scenario.finding)
    let stage = scenario.build()
    let hunt = CountingHunt(stage.suspect, in: stage.loop, threshold: scenario.threshold)
    stage.run()
    let report = try #require(hunt.reports.first)
    #expect(report.verdict == finding.verdict)
    #expect(report.cycle.map(\.path) == finding.cycle)
    let edge = try #require(report.culprit?.edge)
    #expect(edge.writer?.path == finding.writer)
    #expect(edge.action == finding.action)
    #expect(edge.dirtied.path == finding.dirtied)
    #expect(Set(report.victims.map(\.path)) == finding.victims)
    for line in report.description.split(separator: "\n") { #expect(line.count <= 100) }
  }

  @Test("innocent scenarios are never reported")
  func innocents() {
    for scenario in Scenario.all where scenario.finding == nil {
      let stage = scenario.build()
      let hunt = CountingHunt(stage.suspect, in: stage.loop, threshold: scenario.threshold)
      stage.run()
      #expect(hunt.reports.isEmpty, "\(scenario.name)")
    }
  }
}
