import Foundation
import HuntSupport
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

/// Counts the layouts in which one view did something: those whose original ran.
private final class DeedCounter: LayoutObserver {
  let view: View
  private(set) var originals = 0
  /// For each running layout of the view, the innermost last, whether it did something.
  private var deeds: [Bool] = []

  init(_ view: View) { self.view = view }

  func turnBegan(_ turn: Int, now: Duration) { originals = 0 }

  func layoutEntered(_ entered: View) {
    if entered === view { deeds.append(false) }
  }

  func layoutLeft(_ left: View) {
    if left === view, deeds.removeLast() { originals += 1 }
  }

  private func note(_ layingOut: View?) {
    if layingOut === view, !deeds.isEmpty { deeds[deeds.count - 1] = true }
  }

  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    note(layingOut)
  }

  func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
    note(layingOut)
  }

  func treeChanged(_ change: TreeChange, by layingOut: View?) { note(layingOut) }
}

@Suite("Breaking a loop")
struct BreakingTests {
  static let loopsInOneTurn = Scenario.all.filter {
    $0.finding.map { $0.verdict.kind != "acrossTurns" } ?? false
  }.map { $0.name }

  /// The view at a path below the window.
  private func view(_ path: String, in stage: Stage) throws -> View {
    var candidates: [View] = [stage.window]
    while let candidate = candidates.popLast() {
      if ViewReference(candidate).path == path { return candidate }
      candidates += candidate.subviews
    }
    throw CancellationError()
  }

  @Test(
    "breaking the guilty view ends the commit, and the next turn is normal",
    arguments: loopsInOneTurn)
  func breakTheGuilty(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let finding = try #require(scenario.finding)
    let stage = scenario.build()
    let guilty = try view(finding.layout ?? finding.writer, in: stage)
    let counter = DeedCounter(guilty)
    let observation = stage.loop.addLayoutObserver(counter)
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: stage.loop, configuration: .init(stackLimit: 0))
    let attachment = try hunter.attach(to: guilty, threshold: 20, reaction: .breakLoop) {
      reports.append($0)
    }
    stage.loop.runTurn()
    #expect(counter.originals <= 21)
    #expect(counter.originals >= 20)
    #expect(reports.count == 1)
    #expect(reports.first?.isBroken == true)
    let report = try #require(attachment.lastReport)
    #expect(report.isBroken)
    #expect(!report.isBreakIneffective)
    #expect(report.viewToHunt == nil)
    #expect(report.description.contains("broken: this view was not laid out again in this turn"))
    #expect(!stage.loop.lastCommit.didHitLimit)
    #expect(stage.loop.isIdle)
    // Its own layout runs again in the next turn, where the loop is caught again.
    guilty.setNeedsLayout()
    guilty.superview?.setNeedsLayout()
    stage.loop.runTurn()
    #expect(counter.originals <= 21)
    #expect(counter.originals >= 20)
    #expect(reports.count == 2)
    #expect(reports.last?.consecutiveTurns == 2)
    #expect(!stage.loop.lastCommit.didHitLimit)
    observation.cancel()
  }

  @Test(
    "breaking a victim reports that it has no effect, and names the view to hunt",
    arguments: loopsInOneTurn)
  func breakAVictim(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let finding = try #require(scenario.finding)
    let stage = scenario.build()
    let guilty = try view(finding.writer, in: stage)
    // A view that the guilty view dirties each time, and that hands nothing on.
    let victim = View(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
    guilty.insertSubview(victim, at: 0)
    let companion = Companion(guilty, dirtying: victim)
    let observation = stage.loop.addLayoutObserver(companion)
    let hunter = LoopHunter(loop: stage.loop, configuration: .init(stackLimit: 0))
    let attachment = try hunter.attach(to: victim, threshold: 20, reaction: .breakLoop) { _ in }
    stage.loop.runTurn()
    observation.cancel()
    let report = try #require(attachment.lastReport)
    #expect(report.isBroken)
    #expect(report.isBreakIneffective)
    #expect(report.viewToHunt?.path == finding.writer)
    #expect(report.isSettled == false)
    let text = report.description.split { $0.isWhitespace }.joined(separator: " ")
    #expect(text.contains("Hunt \(finding.writer) instead."))
  }

  /// Dirties a view with what happens inside another one's layout, as that view's own code could.
  private final class Companion: LayoutObserver {
    let view: View
    let victim: View
    private var isActing = false

    init(_ view: View, dirtying victim: View) {
      self.view = view
      self.victim = victim
    }

    private func act(in layingOut: View?) {
      guard layingOut === view, !isActing else { return }
      isActing = true
      victim.setNeedsLayout()
      isActing = false
    }

    func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
      act(in: layingOut)
    }

    func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
      act(in: layingOut)
    }

    func treeChanged(_ change: TreeChange, by layingOut: View?) { act(in: layingOut) }
  }

  @Test("generated loops end where the guilty view is broken, and not where an innocent one is")
  func generated() throws {
    let base = firstSeed("BreakingTests")
    var innocents = 0
    let count = caseCount(360, inDebug: 4)
    // A few loops may all be chains without an innocent view; many would show that none has one.
    for number in base..<base + UInt64(10 * count) {
      if number >= base + UInt64(count), innocents > count / 4 { break }
      let seed = GeneratedLoop.seedOfChain(number)
      let truth = GeneratedLoop(seed: seed).truth
      let rates = LayoutRates(of: GeneratedLoop(seed: seed))
      let guilty = try #require(truth.culprits.first?.writer)
      let innocent = truth.victims.intersection(rates.cycle.members).subtracting(["root"]).min()
      for name in [guilty, innocent].compactMap({ $0 }) {
        let isGuilty = name == guilty
        let generated = GeneratedLoop(seed: seed)
        let loop = generated.stage.loop
        let hunted = try #require(generated.view(name))
        let suspect = rates.suspect(name, in: generated, isAmple: true)
        loop.passLimit = 2 * (suspect.passLimit ?? 0)
        let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
        // The loop that goes on without the innocent view has been seen long enough.
        let attachment = try hunter.attach(
          to: hunted, threshold: suspect.threshold, reaction: .breakLoop
        ) { _ in
          if !isGuilty { loop.passLimit = 1 }
        }
        generated.stage.run()
        let what: Comment = "\(generated.summary), hunted \(name)"
        let report = try #require(attachment.lastReport, what)
        #expect((hunted as? GeneratedView)?.layouts ?? 0 <= suspect.threshold + 2, what)
        #expect(report.isBroken, what)
        #expect(report.isBreakIneffective == !isGuilty, what)
        #expect(report.viewToHunt?.identifier == (isGuilty ? nil : guilty), what)
        #expect(loop.lastCommit.didHitLimit == !isGuilty, what)
        if !isGuilty { innocents += 1 }
      }
    }
    #expect(innocents > count / 4)
  }

  @Test("across turns the break leaves out the layout that the chain leads to")
  func breakAcrossTurns() throws {
    let scenario = try #require(Scenario.named("async-bounce"))
    let finding = try #require(scenario.finding)
    for path in [finding.dirtied, finding.writer] {
      let stage = scenario.build()
      let hunted = try view(path, in: stage)
      let hunter = LoopHunter(loop: stage.loop, configuration: .init(acrossTurnsStreak: 10))
      var reports: [LoopReport] = []
      try hunter.attach(to: hunted, reaction: .breakLoop) { reports.append($0) }
      stage.run()
      #expect(reports.count == 1, "\(path)")
      #expect(reports.first?.isBroken == true, "\(path)")
      #expect(reports.first?.verdict == .acrossTurns(streak: 10), "\(path)")
      #expect(stage.loop.isIdle, "\(path)")
    }
  }

  @Test("the reaction trap ends the process with the culprit's sentence")
  func trap() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stage = try #require(Scenario.named("didset-dirty")).build()
      _ = try hunt(in: stage, threshold: 100, reaction: .trap)
    }
    let message = String(
      decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("layout loop: Window/Screen/Pager was laid out 101 times in turn 1"))
    #expect(message.contains("verdict: redundant"))
    #expect(message.contains("`Pager` (Window/Screen/Pager) called `setNeedsLayout` on itself"))
  }
}
