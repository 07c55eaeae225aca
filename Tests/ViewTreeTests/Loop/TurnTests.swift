import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("A turn")
struct TurnTests {
  let loop = TurnLoop()
  let journal = Journal()

  @Test("goes from timers and sources over events, blocks and timers to the commit and its end")
  func order() {
    let view = JournalView("layout", in: journal)
    let window = loop.makeWindow(view)
    let tokens = TurnLoop.Phase.allCases.map { phase in
      loop.addObserver(at: phase) { [journal] in journal.note("\(phase)") }
    }
    loop.after(.zero) { [journal] in journal.note("timer") }
    loop.async { [journal] in journal.note("block") }
    loop.event { [journal] in journal.note("event") }
    #expect(loop.runTurn())
    #expect(
      journal.lines == [
        "beforeTimers", "beforeSources", "event", "block", "timer", "beforeWaiting", "layout",
        "afterCommit", "afterWaiting",
      ])
    withExtendedLifetime((window, tokens)) {}
  }

  @Test("R1: many invalidations in one turn are one layout")
  func coalescing() {
    let view = JournalView("view")
    let window = loop.makeSettledWindow(view)
    let before = view.layouts
    for _ in 0..<10 { loop.event { view.setNeedsLayout() } }
    loop.async { view.setNeedsLayout() }
    #expect(loop.runUntilIdle() == 1)
    #expect(view.layouts == before + 1)
    withExtendedLifetime(window) {}
  }

  @Test("R2: a block dispatched from layout runs after the pass settled and before a later commit")
  func blockFromLayout() {
    let child = JournalView("child", in: journal)
    let view = JournalView("view", in: journal)
    view.addSubview(child)
    view.onLayout = { [loop, journal] view in
      guard view.layouts == 1 else { return }
      child.setNeedsLayout()
      loop.async { journal.note("block in turn \(loop.turn)") }
    }
    let window = loop.makeWindow(view)
    loop.runUntilIdle()
    // The child is laid out twice in the first commit: with the view, and as dirtied by it.
    #expect(journal.lines == ["view", "child", "child", "block in turn 2"])
    withExtendedLifetime(window) {}
  }

  @Test("R3: draining is a snapshot, and a commit fits between a block and the one it enqueues")
  func drainIsSnapshot() {
    let view = JournalView("layout", in: journal)
    let window = loop.makeSettledWindow(view)
    _ = journal.take()
    loop.async { [loop, journal] in
      journal.note("first")
      view.setNeedsLayout()
      loop.async { journal.note("second") }
    }
    loop.runTurn()
    #expect(journal.take() == ["first", "layout"])
    loop.runTurn()
    #expect(journal.take() == ["second"])
    withExtendedLifetime(window) {}
  }

  @Test("blocks that events enqueue are in the drain of the same turn")
  func eventsFeedTheDrain() {
    loop.event { [loop, journal] in loop.async { journal.note("block in turn \(loop.turn)") } }
    loop.runTurn()
    #expect(journal.lines == ["block in turn 1"])
  }

  @Test("a second drain serves blocks of timers, only if the first left nothing behind")
  func secondDrain() {
    loop.after(.zero) { [loop, journal] in loop.async { journal.note("of timer") } }
    loop.runTurn()
    #expect(journal.take() == ["of timer"])

    loop.async { [loop, journal] in loop.async { journal.note("left behind") } }
    loop.after(.zero) { [loop, journal] in loop.async { journal.note("of timer") } }
    loop.runTurn()
    #expect(journal.take() == [])
    loop.runTurn()
    #expect(journal.take() == ["left behind", "of timer"])
  }

  @Test("R4: a loop through async lays out once per turn")
  func crossTurnLoop() {
    let view = JournalView("view")
    view.onLayout = { [loop, unowned view] _ in loop.async { view.setNeedsLayout() } }
    let window = loop.makeWindow(view)
    #expect(loop.runUntilIdle(limit: 50) == 50)
    #expect(view.layouts == 50)
    #expect(loop.lastCommit.batches == 1)
    #expect(!loop.lastCommit.didHitLimit)
    view.onLayout = nil
    loop.runUntilIdle()
    withExtendedLifetime(window) {}
  }

  @Test("R5: observers have orders, equal orders keep insertion order, the commit is at 2 000 000")
  func observerOrders() {
    let view = JournalView("layout", in: journal)
    let window = loop.makeWindow(view)
    let orders = [2_001_000, 5, 1_999_999, 5, -1, TurnLoop.commitOrder, Int.max]
    let tokens = orders.enumerated().map { index, order in
      loop.addObserver(at: .beforeWaiting, order: order) { [journal] in
        journal.note("\(order)#\(index)")
      }
    }
    loop.runTurn()
    #expect(
      journal.lines == [
        "-1#4", "5#1", "5#3", "1999999#2", "layout", "2000000#5", "2001000#0", "\(Int.max)#6",
      ])
    withExtendedLifetime((window, tokens)) {}
  }

  @Test("an observer can cancel a later one of the same phase at once")
  func cancelWithinPhase() {
    var later: ObservationToken?
    let first = loop.addObserver(at: .beforeTimers) { later?.cancel() }
    later = loop.addObserver(at: .beforeTimers) { [journal] in journal.note("later") }
    loop.event {}
    loop.runTurn()
    #expect(journal.lines == [])
    withExtendedLifetime(first) {}
  }

  @Test("a dropped token ends its observer")
  func droppedToken() {
    _ = loop.addObserver(at: .beforeTimers) { [journal] in journal.note("never") }
    loop.event {}
    loop.runTurn()
    #expect(journal.lines == [])
  }

  @Test("R6: observers of dirtying see every call, coalesced ones flagged")
  func dirtyingIsTold() {
    let view = JournalView("view")
    let window = loop.makeSettledWindow(view)
    let watcher = Watcher()
    let token = loop.addLayoutObserver(watcher)
    view.setNeedsLayout()
    view.setNeedsLayout()
    #expect(watcher.lines == ["dirty view explicit", "dirty view explicit again"])
    withExtendedLifetime((window, token)) {}
  }

  @Test("R8: idle means no event, block, dirty window or due timer, and does not count as a turn")
  func idleness() {
    #expect(loop.isIdle)
    #expect(!loop.runTurn())
    #expect(loop.turn == 1)

    loop.after(.seconds(1)) {}
    #expect(loop.isIdle)
    #expect(!loop.runTurn())

    loop.event {}
    #expect(!loop.isIdle)
    #expect(loop.runTurn())
    #expect(loop.turn == 2)

    let window = loop.makeWindow()
    #expect(!loop.isIdle)
    #expect(loop.runTurn())
    #expect(loop.isIdle)
    withExtendedLifetime(window) {}
  }

  @Test("R8: on the virtual clock runUntilIdle jumps to the next deadline")
  func jumping() {
    loop.after(.seconds(3600)) { [loop, journal] in
      journal.note("\(loop.now)")
      loop.after(.seconds(3600)) { journal.note("\(loop.now)") }
    }
    #expect(loop.runUntilIdle() == 2)
    #expect(journal.lines == ["3600.0 seconds", "7200.0 seconds"])
  }

  @Test("between turns the number is that of the coming turn")
  func turnNumbers() {
    var seen: [Int] = []
    loop.event { [loop] in seen.append(loop.turn) }
    #expect(loop.turn == 1)
    loop.runTurn()
    #expect(seen == [1])
    #expect(loop.turn == 2)
  }

  @Test("an event that an event raises waits for the next turn")
  func nestedEvents() {
    loop.event { [loop, journal] in
      journal.note("outer")
      loop.event { journal.note("inner") }
    }
    loop.runTurn()
    #expect(journal.take() == ["outer"])
    loop.runTurn()
    #expect(journal.take() == ["inner"])
  }

  @Test("stop ends the running advance of the clock after its turn, and no later one")
  func stop() {
    loop.after(.seconds(2)) { [loop] in loop.stop() }
    loop.after(.seconds(3)) { [journal] in journal.note("later") }
    loop.advance(by: .seconds(10))
    #expect(loop.now == .seconds(2) && journal.take() == [])
    loop.advance(by: .seconds(10))
    #expect(loop.now == .seconds(12) && journal.take() == ["later"])
    loop.event { [loop] in loop.stop() }
    loop.run(until: .seconds(20))
    #expect(loop.now == .seconds(12))
    loop.run(until: .seconds(20))
    #expect(loop.now == .seconds(20))
    loop.event { [loop] in loop.stop() }
    loop.runTurn()
    loop.advance(by: .seconds(1))
    #expect(loop.now == .seconds(21))
  }

  @Test("a loop forgets its windows when they are released")
  func windowsAreWeak() {
    var window: Window? = loop.makeWindow()
    #expect(loop.windows.count == 1)
    #expect(window != nil)
    window = nil
    #expect(loop.windows.isEmpty)
    #expect(loop.isIdle)
  }

  @Test("runUntilIdle with a limit of zero runs nothing")
  func zeroLimit() {
    loop.event {}
    #expect(loop.runUntilIdle(limit: 0) == 0)
    #expect(!loop.isIdle)
    loop.runTurn()
  }
}
