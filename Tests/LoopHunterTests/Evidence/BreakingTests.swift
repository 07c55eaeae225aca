import LoopHunter
import LoopScenarios
import Testing
import ViewTree

@Suite struct BreakingTests {
  static let loops = Scenario.all.filter { $0.finding != nil }.map { $0.name }

  /// The view at a path below the window.
  private func view(_ path: String, in stage: Stage) throws -> View {
    var candidates: [View] = [stage.window]
    while let candidate = candidates.popLast() {
      if ViewReference(candidate).path == path { return candidate }
      candidates += candidate.subviews
    }
    throw CancellationError()
  }

  @Test("breaking the guilty view ends the commit, and the next turn is normal", arguments: loops)
  func breakTheGuilty(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let finding = try #require(scenario.finding)
    guard finding.verdict.kind != "acrossTurns" else { return }
    let stage = scenario.build()
    let guilty = try view(finding.writer, in: stage)
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: stage.loop, configuration: .init(stackLimit: 0))
    let attachment = try hunter.attach(to: guilty, threshold: 20, reaction: .breakLoop) {
      reports.append($0)
    }
    stage.loop.runTurn()
    let report = try #require(attachment.lastReport)
    #expect(reports.count == 1)
    #expect(report.broken)
    #expect(!report.breakIneffective)
    #expect(report.huntInstead == nil)
    #expect(!stage.loop.lastCommit.hitLimit)
    #expect(stage.loop.isIdle)
    // It goes on in the next turn, where it is caught again.
    guilty.setNeedsLayout()
    guilty.superview?.setNeedsLayout()
    stage.loop.runTurn()
    #expect(stage.loop.lastCommit.layouts > 20)
    #expect(reports.count == 2)
    #expect(reports.last?.consecutiveTurns == 2)
  }

  @Test("breaking a mere victim says so, and names the view to hunt", arguments: loops)
  func breakAVictim(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let finding = try #require(scenario.finding)
    let stage = scenario.build()
    guard finding.verdict.kind != "acrossTurns", let path = finding.victims.sorted().last,
      let victim = try? view(path, in: stage)
    else { return }
    let hunter = LoopHunter(loop: stage.loop, configuration: .init(stackLimit: 0))
    let attachment = try hunter.attach(to: victim, threshold: 20, reaction: .breakLoop) { _ in }
    stage.loop.runTurn()
    let report = try #require(attachment.lastReport)
    #expect(report.broken)
    #expect(report.breakIneffective)
    #expect(report.huntInstead?.path == finding.writer)
    #expect(report.settled == false)
    #expect(report.description.contains("Hunt \(finding.writer) instead."))
  }

  @Test("across turns the break leaves out the layout that the chain leads to")
  func breakAcrossTurns() throws {
    let stage = try #require(Scenario.named("async-bounce")).build()
    let hunter = LoopHunter(loop: stage.loop, configuration: .init(acrossTurnsStreak: 10))
    var reports: [LoopReport] = []
    try hunter.attach(to: stage.suspect, reaction: .breakLoop) { reports.append($0) }
    stage.run()
    #expect(reports.count == 1)
    #expect(reports.first?.verdict == .acrossTurns(streak: 10))
    #expect(stage.loop.isIdle)
  }
}
