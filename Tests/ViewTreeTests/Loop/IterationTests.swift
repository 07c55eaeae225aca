import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("An iteration without work")
struct IterationTests {
  let loop = TurnLoop()
  let view = JournalView("view")
  let window: Window

  init() {
    window = loop.makeSettledWindow(view)
  }

  private func force() {
    view.setNeedsLayout()
    view.layoutIfNeeded()
  }

  @Test("ends the turn of layouts forced since the last one, and returns that it had no work")
  func forcedLayouts() {
    #expect(loop.turn == 2)
    #expect(!loop.runTurn())
    #expect(loop.turn == 2)
    force()
    force()
    #expect(loop.turn == 2)
    #expect(!loop.runTurn())
    #expect(loop.turn == 3)
    #expect(!loop.runTurn())
    #expect(loop.turn == 3)
    withExtendedLifetime(window) {}
  }

  @Test(
    "is part of every way to drive the loop",
    arguments: ["runUntilIdle", "advance", "run to a deadline", "run to a condition"])
  func everyDriver(_ way: String) {
    force()
    switch way {
    case "runUntilIdle": #expect(loop.runUntilIdle() == 0)
    case "advance": loop.advance(by: .zero)
    case "run to a deadline": loop.run(until: loop.now)
    default: loop.run(until: { loop.turn > 2 })
    }
    #expect(loop.turn == 3)
    withExtendedLifetime(window) {}
  }

  @Test("is part of a loop on the wall clock")
  func wallClock() {
    let loop = TurnLoop(clock: .wall)
    let window = loop.makeSettledWindow(view)
    force()
    loop.run(until: loop.now)
    #expect(loop.turn == 3)
    withExtendedLifetime(window) {}
  }

  @Test("is a whole turn for observers, with a commit that finds nothing")
  func observers() {
    let watcher = Watcher()
    let token = loop.addLayoutObserver(watcher)
    var phases: [TurnLoop.Phase] = []
    let tokens = TurnLoop.Phase.allCases.map { phase in
      loop.addObserver(at: phase) { phases.append(phase) }
    }
    force()
    loop.runTurn()
    loop.runTurn()
    #expect(
      watcher.lines == [
        "dirty view explicit", "force view", "layout view", "done view", "turn 2", "commit",
        "committed 0", "end of turn 2",
      ])
    #expect(phases == TurnLoop.Phase.allCases)
    #expect(loop.lastCommit.layouts == 0)
    withExtendedLifetime((window, token, tokens)) {}
  }

  @Test("ends nothing after layouts that were forced inside a turn")
  func forcedInsideTurns() {
    loop.event { [self] in force() }
    let token = loop.addObserver(at: .afterWaiting) { [self] in if loop.turn == 2 { force() } }
    #expect(loop.runTurn())
    #expect(!loop.runTurn())
    #expect(loop.turn == 3)
    withExtendedLifetime((window, token)) {}
  }

  @Test("runs all work that its observers add")
  func workOfObservers() {
    var ran = 0
    var isArmed = true
    let token = loop.addObserver(at: .afterWaiting) { [loop] in
      if isArmed { loop.async { ran += 1 } }
      isArmed = false
    }
    force()
    #expect(loop.runUntilIdle() == 1)
    #expect(ran == 1)
    isArmed = true
    force()
    loop.advance(by: .seconds(1))
    #expect(ran == 2)
    withExtendedLifetime((window, token)) {}
  }

  @Test("does not turn a layoutIfNeeded that has nothing to do into a turn")
  func nothingForced() {
    view.layoutIfNeeded()
    #expect(!loop.runTurn())
    #expect(loop.turn == 2)
    withExtendedLifetime(window) {}
  }

  @Test("a window that dies between turns leaves everything that a turn needs")
  func deadWindow() {
    let loop = TurnLoop()
    var window: Window? = loop.makeWindow(view)
    window?.layoutIfNeeded()
    window = nil
    #expect(!loop.runTurn())
    #expect(loop.turn == 2)
    #expect(window == nil)
  }
}
