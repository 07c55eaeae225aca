import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// A call of `runTurn` is the next iteration of the run loop, even where it has nothing to do.
@Suite("Hunting over iterations without work")
struct IterationHuntTests {
  let loop = TurnLoop()
  let hunter: LoopHunter
  let view = JournalView("view")
  let window: Window

  init() {
    hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
    window = loop.makeSettledWindow(view)
  }

  private func force(times: Int = 1) {
    for _ in 0..<times {
      view.setNeedsLayout()
      view.layoutIfNeeded()
    }
  }

  @Test("one forced layout in each of 300 iterations is no loop")
  func onePerIteration() throws {
    var reports = 0
    let attachment = try hunter.attach(to: view, threshold: 100) { _ in reports += 1 }
    for round in 0..<300 {
      view.frame.size.width = CGFloat(100 + round)
      view.layoutIfNeeded()
      #expect(attachment.layoutsThisTurn == 1)
      #expect(!loop.runTurn() || round == 0)
    }
    #expect(reports == 0)
    #expect(hunter.nearMisses.isEmpty)
    withExtendedLifetime(window) {}
  }

  @Test("300 forced layouts in one iteration are a loop, and the next iteration begins at 0")
  func allInOneIteration() throws {
    var turns: [Int] = []
    let attachment = try hunter.attach(to: view, threshold: 100) { turns.append($0.turn) }
    force(times: 300)
    loop.runTurn()
    #expect(attachment.layoutsThisTurn == 0)
    force(times: 100)
    loop.runTurn()
    #expect(turns == [2])
    withExtendedLifetime(window) {}
  }

  @Test("a view outside any window counts from 0 in every iteration, too")
  func detached() throws {
    var reports = 0
    let detached = JournalView("detached")
    try hunter.attach(to: detached, threshold: 100) { _ in reports += 1 }
    for _ in 0..<300 {
      detached.setNeedsLayout()
      detached.layoutIfNeeded()
      loop.runTurn()
    }
    #expect(detached.layouts == 300)
    #expect(reports == 0)
    withExtendedLifetime(window) {}
  }

  @Test("reports are concluded, near misses noted and crossings in a row counted as in other turns")
  func endOfTurn() throws {
    var rows: [Int] = []
    let attachment = try hunter.attach(to: view, threshold: 10) { rows.append($0.consecutiveTurns) }
    force(times: 12)
    loop.runTurn()
    #expect(attachment.lastReport?.isSettled == true)
    #expect(attachment.lastReport?.layouts == 12)
    force(times: 11)
    loop.runTurn()
    force(times: 7)
    loop.runTurn()
    force(times: 11)
    loop.runTurn()
    #expect(rows == [1, 2, 1])
    #expect(hunter.nearMisses.map { [$0.turn, $0.count] } == [[4, 7]])
    withExtendedLifetime(window) {}
  }

  @Test("a broken loop is only broken until the next iteration")
  func broken() throws {
    try hunter.attach(to: view, threshold: 3, reaction: .breakLoop) { _ in }
    let before = view.layouts
    force(times: 10)
    #expect(view.layouts == before + 4)
    loop.runTurn()
    force(times: 3)
    #expect(view.layouts == before + 7)
    withExtendedLifetime(window) {}
  }

  @Test("expectNoLayoutLoops counts by iterations, and adds what was forced before a commit to it")
  func expectation() throws {
    try loop.expectNoLayoutLoops(threshold: 10) {
      for _ in 0..<100 {
        force()
        loop.runTurn()
      }
    }
    #expect(throws: LoopDetected.self) {
      try loop.expectNoLayoutLoops(threshold: 10) {
        force(times: 6)
        loop.event { [self] in force(times: 6) }
        loop.runTurn()
      }
    }
    withExtendedLifetime(window) {}
  }

  @Test("recorder, replay and scan count the same iterations")
  func traces() throws {
    for (rounds, forced, loops) in [(300, 1, 0), (3, 300, 1)] {
      let recorder = try TraceRecorder(loop, to: .memory)
      for _ in 0..<rounds {
        force(times: forced)
        loop.runTurn()
      }
      try recorder.finish()
      let replayer = try TraceReplayer(TraceText.input(recorder.bytes))
      let again = try TraceRecorder(replaying: replayer, to: .memory)
      let hunter = LoopHunter(loop: replayer.loop, configuration: .init(stackLimit: 0))
      var crossed: Set<Int> = []
      for root in replayer.roots {
        try hunter.attach(toTree: root, threshold: 100) { crossed.insert($0.turn) }
      }
      let result = try replayer.run()
      try again.finish()
      #expect(again.bytes == recorder.bytes)
      #expect(result.divergence == nil)
      #expect(result.summary.turns == rounds)
      #expect(crossed.count == rounds * loops)
      let scan = try TraceScan(options: .init(threshold: 100)).run(TraceText.input(recorder.bytes))
      #expect(scan.loops.map(\.crossings) == Array(repeating: rounds, count: loops))
      #expect(scan.recurring.map(\.turns) == (loops == 0 ? [rounds] : []))
    }
    withExtendedLifetime(window) {}
  }
}
