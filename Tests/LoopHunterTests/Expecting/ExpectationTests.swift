import Foundation
import LayoutTrace
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree
import XCTest

@Suite("Expecting no layout loops")
struct ExpectationTests {
  @Test("one call runs a turn and fails with the report if any view loops")
  func failing() throws {
    let looping = Scenario.all.filter { $0.finding != nil }
    for scenario in sample(looping, oneIn: 3, seed: firstSeed("ExpectationTests.failing")) {
      guard let finding = scenario.finding, finding.verdict.kind != "acrossTurns" else { continue }
      let stage = scenario.build()
      let passLimit = stage.loop.passLimit
      let error = try #require(throws: LoopDetected.self) { try stage.loop.expectNoLayoutLoops() }
      let report = try #require(error.reports.first)
      #expect(report.verdict.kind == finding.verdict.kind, "\(scenario.name)")
      #expect(report.culprit?.edge.writer?.path == finding.writer, "\(scenario.name)")
      #expect("\(error)".contains(report.description))
      #expect(stage.loop.passLimit == passLimit)
      // Ended soon, not at the pass limit.
      #expect(stage.loop.lastCommit.batches < passLimit, "\(scenario.name)")
    }
  }

  @Test("it passes for trees that settle, and returns the result of the closure")
  func passing() throws {
    let innocent = Scenario.all.filter { $0.finding == nil }
    for scenario in sample(innocent, oneIn: 6, seed: firstSeed("ExpectationTests")) {
      let stage = scenario.build()
      try stage.loop.expectNoLayoutLoops(threshold: scenario.threshold) { stage.run() }
    }
    let loop = TurnLoop()
    #expect(try loop.expectNoLayoutLoops(allowsNoLayouts: true) { 42 } == 42)
  }

  @Test(
    "a layout of an earlier turn begins no round of a loop, so that the culprit is the same",
    arguments: [6, 7, 8, 10, 14, 100])
  func earlierTurns(threshold: Int) throws {
    let tree = HuntedTree()
    let (page, helper) = (tree.make("page"), tree.make("helper"))
    var isOn = false
    page.onLayout = { _ in if isOn { helper.setNeedsLayout() } }
    helper.onLayout = { helper in
      if isOn { page.frame.size.height = 100 + CGFloat(helper.layouts * 7 % 11) }
    }
    let error = try #require(throws: LoopDetected.self) {
      try tree.loop.expectNoLayoutLoops(threshold: threshold) {
        for _ in 0..<3 {
          helper.setNeedsLayout()
          tree.loop.runTurn()
        }
        isOn = true
        page.setNeedsLayout()
        tree.loop.runTurn()
      }
    }
    (page.onLayout, helper.onLayout) = (nil, nil)
    let report = try #require(error.reports.first)
    // With few rounds a culprit may be missing, but not be another one.
    #expect(report.culprit?.edge.writer?.name ?? "helper" == "helper", "\(report)")
    if threshold >= 10 { #expect(report.culprit != nil, "\(report)") }
  }

  @Test("an expectation leaves nothing behind of the causes that it followed")
  func causesDie() throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let view = GeneratedView("cause")
    let other = GeneratedView("consequence")
    weak var cause: LayoutCause?
    unowned let follower = other
    view.onLayout = { _ in
      cause = loop.pulse.cause
      follower.setNeedsLayout()
    }
    window.addSubview(view)
    window.addSubview(other)
    try loop.expectNoLayoutLoops {
      loop.runTurn()
      #expect(cause != nil)
    }
    #expect(cause == nil)
  }

  @Test("windows and views that the closure makes are watched, and its own error comes through")
  func closures() throws {
    struct Own: Error {}
    let loop = TurnLoop()
    #expect(throws: Own.self) { try loop.expectNoLayoutLoops { throw Own() } }
    var window: Window?
    let error = #expect(throws: LoopDetected.self) {
      try loop.expectNoLayoutLoops(threshold: 30) {
        window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
        let view = GeneratedView(frame: .zero)
        view.onLayout = { $0.setNeedsLayout() }
        window?.addSubview(view)
        loop.runTurn()
      }
    }
    #expect(error?.reports.first?.verdict == .redundant)
    #expect(window != nil)
  }

  @Test("views that have the same address one after the other count as different views")
  func reusedAddresses() throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let host = GeneratedView(frame: .zero)
    window.addSubview(host)
    var left = 90
    host.onLayout = { host in
      guard left > 0 else { return }
      left -= 1
      host.subviews.first?.removeFromSuperview()
      host.addSubview(View())
    }
    try loop.expectNoLayoutLoops(threshold: 95)
    #expect(left == 0)
  }

  @Test("the written trace of a failing turn replays to the same loop, and proves its culprit")
  func recorded() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "loops-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["didset-dirty", "intrinsic-self-size"] {
      let scenario = try #require(Scenario.named(name))
      let stage = scenario.build()
      let place = folder.appending(path: "\(name).jsonl")
      let error = try #require(throws: LoopDetected.self) {
        try stage.loop.expectNoLayoutLoops(threshold: 40, recordFailures: place) { stage.run() }
      }
      let report = try #require(error.reports.first)
      #expect(report.culprit?.edge.proof?.kind == "proved", "\(report)")
      #expect(report.remarks.contains(.trace(path: place.path)))
      let replayer = try TraceReplayer(.path(place.path))
      let hunter = LoopHunter(loop: replayer.loop)
      var found: [LoopReport] = []
      replayer.onView = { view, _ in
        _ = try? hunter.attach(to: view, threshold: 40) { found.append($0) }
      }
      #expect(try replayer.run().divergence == nil, "\(name)")
      #expect(found.first?.fingerprint == report.fingerprint, "\(name)")
    }
    let calm = folder.appending(path: "calm.jsonl")
    try TurnLoop().expectNoLayoutLoops(recordFailures: calm, allowsNoLayouts: true)
    #expect(!FileManager.default.fileExists(atPath: calm.path))
    let lost = folder.appending(path: "none/lost.jsonl")
    let stage = try #require(Scenario.named("didset-dirty")).build()
    let error = #expect(throws: LoopDetected.self) {
      try stage.loop.expectNoLayoutLoops(recordFailures: lost)
    }
    let remarks = try #require(error?.reports.first?.remarks)
    #expect(remarks.contains { $0.description.contains("could not be written") })
  }
}

final class ExpectationXCTests: XCTestCase {
  func testQuietTreePasses() throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    window.addSubview(View())
    try loop.expectNoLayoutLoops()
  }

  func testLoopFails() throws {
    let stage = try XCTUnwrap(Scenario.named("didset-dirty")).build()
    XCTAssertThrowsError(try stage.loop.expectNoLayoutLoops()) { error in
      XCTAssertTrue("\(error)".contains("`Pager` (Window/Screen/Pager) called `setNeedsLayout`"))
    }
  }
}
