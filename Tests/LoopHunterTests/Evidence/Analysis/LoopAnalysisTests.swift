import Foundation
import HuntSupport
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

/// A loop has the same report, whichever of its views is hunted, and in whichever way.
@Suite("One loop, hunted in many ways")
struct LoopAnalysisTests {
  private func views(of root: View) -> [View] {
    [root] + root.subviews.flatMap { views(of: $0) }
  }

  private func view(_ path: String, in window: View) -> View? {
    views(of: window).first { ViewReference($0).path == path }
  }

  @Test(
    "a scenario is one loop for every view of its cycle, for a tree hunt and for an expectation",
    arguments: sample(ScenarioReportTests.loops, oneIn: 6, seed: firstSeed("LoopAnalysisTests")))
  func scenarios(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let first = try #require(
      try hunt(in: scenario.build(), threshold: scenario.threshold).reports.first)
    let essence = Essence(first)
    var hunted = 0
    // Only a view of the chain comes back to itself a turn later.
    let drivers = [essence.writer ?? ""] + essence.accomplices
    for path in Set(essence.cycle)
    where first.verdict.kind != "acrossTurns" || drivers.contains(path) {
      let stage = scenario.build()
      // Views that a loop creates in every round cannot be hunted beforehand.
      guard let view = view(path, in: stage.window) else { continue }
      let report = try #require(
        try hunt(in: stage, on: view, threshold: scenario.threshold).reports.first, "\(path)")
      #expect(Essence(report) == essence, "hunted \(path)")
      hunted += 1
    }
    #expect(hunted >= 1)
    guard first.verdict.kind != "acrossTurns" else { return }

    let tree = scenario.build()
    let hunter = LoopHunter(loop: tree.loop, configuration: .init(stackLimit: 0))
    var reports: [LoopReport] = []
    try hunter.attach(toTree: tree.window, threshold: scenario.threshold) { reports.append($0) }
    tree.run()
    #expect(!reports.isEmpty)
    for report in reports { #expect(Essence(report) == essence, "\(report.view.path) in a tree") }

    let stage = scenario.build()
    let error = #expect(throws: LoopDetected.self) {
      try stage.loop.expectNoLayoutLoops(threshold: scenario.threshold) { stage.run() }
    }
    for report in error?.reports ?? [] { #expect(Essence(report) == essence, "expected none") }
  }

  // MARK: Branches

  /// A helper in another branch, some views down, that writes a card which its feed lays out.
  private func branches(depth: Int, helperFirst: Bool) -> (TurnLoop, Window, [GeneratedView]) {
    let loop = TurnLoop()
    loop.passLimit = 400
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    func make(_ name: String) -> GeneratedView {
      let view = GeneratedView(frame: CGRect(x: 0, y: 0, width: 90, height: 90))
      view.identifier = name
      return view
    }
    let (feed, card, helper) = (make("feed"), make("card"), make("helper"))
    feed.addSubview(card)
    var branch = helper
    for index in 0..<depth {
      let above = make("above\(index)")
      above.addSubview(branch)
      branch = above
    }
    for view in helperFirst ? [branch, feed] : [feed, branch] { window.addSubview(view) }
    feed.onLayout = { [unowned card] _ in card.frame.size = CGSize(width: 90, height: 100) }
    card.onLayout = { [unowned helper] _ in helper.setNeedsLayout() }
    helper.onLayout = { [unowned card] _ in card.frame.size.height = 120 }
    return (loop, window, [feed, card, helper])
  }

  @Test(
    "a helper that writes into another branch is the culprit at any depth, whichever view is hunted",
    arguments: sample([0, 1, 2, 5], oneIn: 2, seed: firstSeed("LoopAnalysisTests.helper")),
    [false, true])
  func helper(_ depth: Int, _ helperFirst: Bool) throws {
    var fingerprints: Set<String> = []
    for index in 0..<3 {
      let (loop, window, views) = branches(depth: depth, helperFirst: helperFirst)
      let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
      var reports: [LoopReport] = []
      try hunter.attach(to: views[index], threshold: 40) { reports.append($0) }
      loop.runTurn()
      let report = try #require(reports.first)
      // The feed sizes its card, which is its job; the card only tells the helper.
      #expect(report.verdict == .oscillating(period: 1))
      #expect(report.culprit?.edge.writer?.identifier == "helper")
      #expect(report.culprit?.edge.action.name == "frame.size.height")
      #expect(report.culprit?.edge.target.identifier == "card")
      #expect(report.culprit?.opponent?.identifier == "feed")
      #expect(Set(report.accomplices.map(\.name)) == ["feed", "card"])
      #expect(report.victims.isEmpty)
      fingerprints.insert(report.fingerprint)
      for view in views { view.onLayout = nil }
      withExtendedLifetime(window) {}
    }
    #expect(fingerprints.count == 1)
  }

  @Test(
    "a drift across turns is counted in turns, also with two layouts in each", arguments: [1, 2])
  func driftPerTurn(layouts: Int) throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let view = GeneratedView("view")
    window.addSubview(view)
    var left = 0
    view.onLayout = { [unowned view] _ in
      left = left == 0 ? layouts - 1 : left - 1
      if left > 0 {
        view.setNeedsLayout()
      } else {
        loop.async { view.frame.size.height += 2 }
      }
    }
    let hunter = LoopHunter(loop: loop, configuration: .init(acrossTurnsStreak: 30))
    var report: LoopReport?
    try hunter.attach(to: view) { report = $0 }
    loop.runUntilIdle(limit: 60)
    view.onLayout = nil
    let remarks = try #require(report).remarks.map(\.description)
    #expect(remarks.contains("`frame.size.height` grows by 2 each turn."), "\(remarks)")
    withExtendedLifetime(window) {}
  }

  /// Replaces itself in each layout, and hands its subviews on, so that these are laid out again.
  private final class Card: View {
    override func layoutSubviews() {
      guard let host = superview else { return }
      let next = Card(frame: frame)
      for view in subviews { next.addSubview(view) }
      removeFromSuperview()
      host.addSubview(next)
    }
  }

  /// The loops of replaced cards around a child, beside known ones.
  private func cards(callsOutside: Bool, known: Baseline) throws -> [LoopReport] {
    let loop = TurnLoop()
    loop.passLimit = 60
    let window = Window(frame: CGRect(x: 0, y: 0, width: 90, height: 90), loop: loop)
    let (card, child) = (Card(frame: window.bounds), GeneratedView("child"))
    window.addSubview(card)
    card.addSubview(child)
    child.layoutIfNeeded()
    let file = URL.temporaryDirectory.appending(path: "cards-\(UUID()).json")
    try Data(known.text).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try loop.expectNoLayoutLoops(threshold: 30, baseline: file) {
        if callsOutside { child.setNeedsLayout() }
        loop.runTurn()
      }
      return []
    } catch let error as LoopDetected {
      return error.reports
    }
  }

  @Test("a call from outside is no part of a loop in which no deed dirties a view")
  func unusualCalls() throws {
    var known = Baseline()
    for _ in 0..<3 {
      for report in try cards(callsOutside: false, known: known) { _ = known.add(report) }
    }
    #expect(known.entries.count == 2)
    #expect(try cards(callsOutside: false, known: known).isEmpty)
    #expect(try cards(callsOutside: true, known: known).isEmpty)
  }

  @Test("a chain of hops across turns is one bug, whichever hop is hunted, and names the drift")
  func hops() throws {
    var essences: [Essence] = []
    for index in 0..<3 {
      let loop = TurnLoop()
      let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
      let views = (0..<3).map { index in
        let view = GeneratedView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        view.identifier = "view\(index)"
        window.addSubview(view)
        return view
      }
      for (index, view) in views.enumerated() {
        let next = views[(index + 1) % 3]
        view.onLayout = { _ in loop.async { next.frame.size.height += 2 } }
      }
      let hunter = LoopHunter(loop: loop, configuration: .init(acrossTurnsStreak: 30))
      var reports: [LoopReport] = []
      try hunter.attach(to: views[index]) { reports.append($0) }
      views[index].setNeedsLayout()
      loop.runUntilIdle(limit: 200)
      let report = try #require(reports.first)
      #expect(report.verdict == .acrossTurns(streak: 30))
      #expect(
        report.remarks.contains { $0.description.contains("grows by 2 each turn") }, "\(report)"
      )
      essences.append(Essence(report))
      for view in views { view.onLayout = nil }
    }
    #expect(essences[1] == essences[0])
    #expect(essences[2] == essences[0])
  }
}
