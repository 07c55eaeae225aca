import Foundation
import HuntSupport
import LoopCorpus
import LayoutTrace
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

/// The order of all layouts as the addresses of views in the order of their first layouts.
private final class LayoutLog: LayoutObserver {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private(set) var order: [Int] = []
  // Views that die would give their address to others.
  private var kept: [View] = []

  func layoutEntered(_ view: View) {
    let number = numbers[ObjectIdentifier(view)] ?? numbers.count
    if numbers[ObjectIdentifier(view)] == nil { kept.append(view) }
    numbers[ObjectIdentifier(view)] = number
    order.append(number)
  }
}

private struct Weak {
  weak var view: View?
}

@Suite("Innocent trees with observers")
struct InnocentObserverTests {
  @Test("a hunted scenario performs exactly the layouts of an unhunted one")
  func scenarios() throws {
    for scenario in sample(
      Scenario.all, oneIn: 8, seed: firstSeed("InnocentObserverTests.scenarios"))
    {
      let alone = LayoutLog()
      let stage = scenario.build()
      let observation = stage.loop.addLayoutObserver(alone)
      stage.run()
      observation.cancel()

      // All views and nothing to notice, then one view, evidence and a report.
      for threshold in [1_000_000, 40] {
        let log = LayoutLog()
        let hunted = scenario.build()
        let other = hunted.loop.addLayoutObserver(log)
        let hunter = LoopHunter(loop: hunted.loop, configuration: .init(stackLimit: 0))
        if threshold > 40 {
          try hunter.attach(toTree: hunted.window, threshold: threshold) { _ in }
        } else {
          try hunter.attach(to: hunted.suspect, threshold: threshold) { _ in }
        }
        hunted.run()
        other.cancel()
        #expect(log.order == alone.order, "\(scenario.name), threshold \(threshold)")
      }
    }
  }

  @Test("a generated loop that is hunted performs exactly the layouts of one that is not")
  func generated() throws {
    let base = firstSeed("InnocentObserverTests")
    for number in base..<base + UInt64(caseCount(200, inDebug: 3)) {
      let seed = GeneratedLoop.seedOfChain(number)
      let orders = try [false, true].map { isHunted in
        let generated = GeneratedLoop(seed: seed)
        let loop = generated.stage.loop
        loop.passLimit = 200
        let log = LayoutLog()
        let observation = loop.addLayoutObserver(log)
        let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
        if isHunted {
          let guilty = try #require(generated.truth.culprits.first?.writer.flatMap(generated.view))
          try hunter.attach(to: guilty, threshold: 30) { _ in }
        }
        withExtendedLifetime(generated) { generated.stage.run() }
        observation.cancel()
        return log.order
      }
      #expect(orders[0] == orders[1], "seed \(seed)")
    }
  }

  /// The places from which foreign code acts on a detection.
  enum Meddler: CaseIterable { case callback, observer, sink }

  static let loops = Scenario.all.filter {
    $0.finding.map { $0.verdict.kind != "acrossTurns" } ?? false
  }.map { $0.name }

  @Test(
    "actions of callbacks, observers and sinks change no verdict",
    arguments: sample(loops, oneIn: 3, seed: firstSeed("InnocentObserverTests")), Meddler.allCases)
  func meddling(_ name: String, _ meddler: Meddler) throws {
    let scenario = try #require(Scenario.named(name))
    let finding = try #require(scenario.finding)
    let quiet = try #require(try hunt(in: scenario.build(), threshold: 50).reports.first)

    let stage = scenario.build()
    let hunter = LoopHunter(loop: stage.loop, configuration: .init(stackLimit: 0))
    hunter.analytics.throttle = .unlimited
    let superview = try #require(stage.suspect.superview)
    let aside = View(frame: CGRect(x: 0, y: 0, width: 1, height: 1))
    stage.window.insertSubview(aside, at: 0)
    var reports: [LoopReport] = []
    var innocents: [LoopReport] = []
    var meddled = 0
    var endFirst: (() -> Void)?
    let meddle = { [unowned stage] in
      guard let endFirst, meddled == 0 else { return }
      meddled += 1
      // Forced again and again, and many layouts of one view: all that makes a loop.
      let other = View()
      aside.addSubview(other)
      _ = try? hunter.attach(to: other, threshold: 1) { innocents.append($0) }
      for _ in 0..<9 {
        other.setNeedsLayout()
        aside.layoutIfNeeded()
      }
      other.removeFromSuperview()
      // Upstream and explicit: all that a culprit would do. A view that dirties itself would not
      // let a forced pass end, and a re-entrant loop would run in it to its limit: what happens in a
      // callback does not count.
      superview.setNeedsLayout()
      if finding.writer != finding.dirtied, finding.verdict.kind != "reentrant" {
        superview.layoutIfNeeded()
      }
      stage.window.setNeedsLayout()
      stage.suspect.setNeedsLayout()
      _ = try? hunter.attach(to: stage.window, threshold: 3) { innocents.append($0) }
      endFirst()
    }
    let doNothing: (LoopReport) -> Void = { _ in }
    var observation: ObservationToken?
    switch meddler {
    case .callback: break
    case .observer: observation = hunter.analytics.observe { _ in meddle() }
    case .sink:
      // A direct sink runs on the thread of its hub.
      nonisolated(unsafe) let body = meddle
      hunter.analytics.add(ClosureSink(handOver: .direct) { _ in body() })
    }
    let first = try hunter.attach(
      to: stage.suspect, threshold: 40,
      onLoop: meddler == .callback ? { _ in meddle() } : doNothing)
    endFirst = { first.detach() }
    let second = try hunter.attach(to: stage.suspect, threshold: 50) { reports.append($0) }
    stage.run()
    endFirst = nil
    observation?.cancel()

    #expect(meddled == 1)
    #expect(innocents.isEmpty)
    let report = try #require(reports.first)
    #expect(reports.count == 1)
    #expect(report.count == 51)
    #expect(report.verdict.kind == quiet.verdict.kind)
    #expect(report.culprit?.edge.writer == quiet.culprit?.edge.writer)
    #expect(report.culprit?.edge.dirtied == quiet.culprit?.edge.dirtied)
    #expect(report.culprit?.edge.action == quiet.culprit?.edge.action)
    #expect(report.fingerprint == quiet.fingerprint)
    #expect(second.lastReport?.isSettled == false)
  }

  @Test(
    "actions of callbacks in every round are not edges of the loop",
    arguments: sample(loops, oneIn: 3, seed: firstSeed("InnocentObserverTests.steady")))
  func steadyMeddling(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let quiet = try #require(try hunt(in: scenario.build(), threshold: 60).reports.first)

    let stage = scenario.build()
    let superview = try #require(stage.suspect.superview)
    let hunter = LoopHunter(loop: stage.loop, configuration: .init(stackLimit: 0))
    var meddled = 0
    for threshold in 30..<60 {
      try hunter.attach(to: stage.suspect, threshold: threshold) { [unowned stage] _ in
        meddled += 1
        stage.suspect.setNeedsLayout()
        superview.setNeedsLayout()
        stage.window.setNeedsLayout()
      }
    }
    var reports: [LoopReport] = []
    try hunter.attach(to: stage.suspect, threshold: 60) { reports.append($0) }
    stage.run()
    #expect(meddled == 30)
    let report = try #require(reports.first)
    #expect(report.culprit?.edge.writer == quiet.culprit?.edge.writer)
    #expect(report.culprit?.edge.action == quiet.culprit?.edge.action)
    #expect(report.culprit?.edge.dirtied == quiet.culprit?.edge.dirtied)
    #expect(report.otherEdges == quiet.otherEdges)
  }

  @Test("evidence keeps no view alive and outlives the views that it saw")
  func viewsThatDie() throws {
    let loop = TurnLoop()
    loop.passLimit = 300
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let host = GeneratedView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(host)
    var headers: [Weak] = []
    host.onLayout = { host in
      // A new header for an old one, on each layout.
      host.subviews.last?.removeFromSuperview()
      let header = GeneratedView(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
      host.addSubview(header)
      headers.append(Weak(view: header))
    }
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
    var living = 0
    try hunter.attach(to: host) {
      reports.append($0)
      living = headers.count { $0.view != nil }
    }
    loop.runTurn()
    let report = try #require(reports.first)
    // The one that is there, and one that waits in a batch.
    #expect(living <= 2)
    #expect(headers.count > 100)
    #expect(report.culprit?.edge.writer?.path == "Window/GeneratedView")
    #expect(report.cycle.map(\.path).contains("Window/GeneratedView/GeneratedView"))
    #expect(report.cycleLength <= 6)
  }

  @Test("subviews of an added view take part in the cycle as one actor of their kind")
  func addedSubtrees() throws {
    let loop = TurnLoop()
    loop.passLimit = 300
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let host = GeneratedView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(host)
    host.onLayout = { host in
      let row = View(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
      let label = View()
      label.identifier = "label"
      row.addSubview(label)
      host.addSubview(row)
    }
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
    try hunter.attach(to: host, threshold: 30) { reports.append($0) }
    loop.runTurn()
    let paths = try #require(reports.first).cycle.map(\.path)
    #expect(
      paths == [
        "Window/GeneratedView", "Window/GeneratedView/View", "Window/GeneratedView/View/label",
      ])
    #expect(reports.first?.verdict == .drifting(property: "subviews", perRound: 1))
  }
}
