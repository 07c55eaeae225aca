import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("The state that hunts of a hunter share")
struct HunterCoreTests {
  private let loop = TurnLoop()
  private let hunter: LoopHunter

  init() {
    hunter = LoopHunter(loop: loop)
  }

  @Test("a crossing in the next turn fires again, with the number of turns in a row")
  func consecutiveTurns() throws {
    let view = JournalView("view")
    var turns: [[Int]] = []
    try hunter.attach(to: view, threshold: 2) { turns.append([$0.turn, $0.consecutiveTurns]) }
    func turn(layouts: Int) {
      loop.event { layOut(view, times: layouts) }
      loop.runTurn()
    }
    turn(layouts: 3)
    turn(layouts: 9)
    turn(layouts: 3)
    turn(layouts: 2)
    turn(layouts: 3)
    turn(layouts: 0)
    turn(layouts: 3)
    #expect(turns == [[1, 1], [2, 2], [3, 3], [5, 1], [7, 1]])
  }

  @Test("layouts between two turns count towards the coming one")
  func betweenTurns() throws {
    let view = JournalView("view")
    let window = loop.makeWindow(view)
    var reports: [Int] = []
    let attachment = try hunter.attach(to: view, threshold: 2) { reports.append($0.turn) }
    layOut(view, times: 2)
    #expect(attachment.layoutsThisTurn == 2)
    loop.runTurn()
    #expect(reports == [1])
    #expect(attachment.layoutsThisTurn == 0)
    withExtendedLifetime(window) {}
  }

  @Test("a runTurn without work is the next iteration, too: the count starts again")
  func idleTurn() throws {
    let view = JournalView("view")
    let attachment = try hunter.attach(to: view) { _ in }
    layOut(view, times: 3)
    #expect(attachment.layoutsThisTurn == 3)
    #expect(!loop.runTurn())
    #expect(attachment.layoutsThisTurn == 0)
  }

  @Test("hunters of two loops count one view in their own turns")
  func twoLoops() throws {
    let otherLoop = TurnLoop()
    let otherHunter = LoopHunter(loop: otherLoop)
    let view = JournalView("view")
    let here = try hunter.attach(to: view) { _ in }
    let there = try otherHunter.attach(to: view) { _ in }
    layOut(view, times: 2)
    otherLoop.event {}
    otherLoop.runTurn()
    layOut(view)
    #expect(here.layoutsThisTurn == 3)
    #expect(there.layoutsThisTurn == 1)
  }

  @Test("views past half the threshold are near misses, and those past it are not")
  func nearMisses() throws {
    let near = JournalView("near")
    let past = JournalView("past")
    let quiet = JournalView("quiet")
    for view in [near, past, quiet] { try hunter.attach(to: view, threshold: 10) { _ in } }
    loop.event {
      layOut(near, times: 6)
      layOut(past, times: 11)
      layOut(quiet, times: 5)
    }
    loop.runTurn()
    #expect(hunter.nearMisses.map(\.view.identifier) == ["near"])
    #expect(hunter.nearMisses.map { [$0.threshold, $0.count, $0.turn] } == [[10, 6, 1]])
    loop.event { layOut(near, times: 10) }
    loop.runTurn()
    #expect(hunter.nearMisses.map(\.count) == [6, 10])
  }

  @Test("near misses are kept up to their limit, the latest ones")
  func nearMissLimit() throws {
    let hunter = LoopHunter(loop: loop, configuration: .init(nearMissLimit: 3))
    let view = JournalView("view")
    try hunter.attach(to: view, threshold: 10) { _ in }
    for count in 6..<11 {
      loop.event { layOut(view, times: count) }
      loop.runTurn()
    }
    #expect(hunter.nearMisses.map(\.count) == [8, 9, 10])
  }

  @Test("with a limit of zero, no near miss is kept", arguments: [0, -1])
  func noNearMisses(limit: Int) throws {
    let hunter = LoopHunter(loop: loop, configuration: .init(nearMissLimit: limit))
    let view = JournalView("view")
    try hunter.attach(to: view, threshold: 10) { _ in }
    loop.event { layOut(view, times: 9) }
    loop.runTurn()
    #expect(hunter.nearMisses.isEmpty)
  }

  @Test("by default, a hundred near misses are kept")
  func usualNearMissLimit() throws {
    let view = JournalView("view")
    try hunter.attach(to: view, threshold: 2) { _ in }
    for _ in 0..<102 {
      loop.event { layOut(view, times: 2) }
      loop.runTurn()
    }
    #expect(hunter.nearMisses.map(\.turn) == Array(3...102))
  }
}
