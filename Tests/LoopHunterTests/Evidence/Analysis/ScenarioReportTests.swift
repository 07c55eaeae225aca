import HuntSupport
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

@Suite("The reports of scenarios")
struct ScenarioReportTests {
  static let loops = Scenario.all.filter { $0.finding != nil }.map { $0.name }

  @Test("the report of a scenario names its verdict, cycle, culprit and victims", arguments: loops)
  func findings(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let finding = try #require(scenario.finding)
    let report = try #require(
      try hunt(
        in: scenario.build(), threshold: scenario.threshold, configuration: .default
      ).reports.first)
    #expect(report.verdict == finding.verdict)
    #expect(report.cycle.map(\.path) == finding.cycle)
    let edge = try #require(report.culprit?.edge)
    #expect(edge.writer?.path == finding.writer)
    #expect(edge.action.name == finding.action)
    #expect(edge.dirtied.path == finding.dirtied)
    if let written = finding.written { #expect(edge.target.path == written) }
    #expect(Set(report.accomplices.map(\.path)) == finding.accomplices)
    #expect(Set(report.victims.map(\.path)) == finding.victims)
  }

  @Test(
    "the lines of a scenario's report fit a terminal",
    arguments: sample(loops, oneIn: 6, seed: firstSeed("ScenarioReportTests")))
  func widths(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let report = try #require(
      try hunt(
        in: scenario.build(), threshold: scenario.threshold, configuration: .default
      ).reports.first)
    for line in report.description.split(separator: "\n") { #expect(line.count <= 80) }
  }

  @Test("innocent scenarios are never reported")
  func innocents() throws {
    for scenario in Scenario.all where scenario.finding == nil {
      let reports = try hunt(in: scenario.build(), threshold: scenario.threshold).reports
      #expect(reports.isEmpty, "\(scenario.name)")
    }
  }

  @Test(
    "a threshold that is too low for a verdict gets it at the end of the turn",
    arguments: sample(loops, oneIn: 3, seed: firstSeed("ScenarioReportTests.lateVerdict")), [1, 3])
  func lateVerdict(_ name: String, _ threshold: Int) throws {
    let scenario = try #require(Scenario.named(name))
    let finding = try #require(scenario.finding)
    guard finding.verdict.kind != "acrossTurns" else { return }
    let result = try hunt(in: scenario.build(), threshold: threshold)
    let early = try #require(result.reports.first)
    let late = try #require(result.attachment.lastReport)
    #expect(early.verdict == .undetermined || early.verdict.kind == finding.verdict.kind)
    #expect(late.verdict.kind == finding.verdict.kind)
    #expect(late.culprit?.edge.writer?.path == finding.writer)
    let usual = try hunt(in: scenario.build(), threshold: scenario.threshold)
    let known = try #require(usual.attachment.lastReport)
    #expect(late.fingerprint == known.fingerprint, "a verdict has its own fingerprint")
    #expect((late.fingerprint == early.fingerprint) == (late.verdict.kind == early.verdict.kind))
    if early.verdict == .undetermined {
      #expect(late.formerFingerprints.contains(early.fingerprint), "older versions kept it")
    }
    #expect(late.count == threshold + 1)
    #expect(late.isSettled == false)
  }
}
