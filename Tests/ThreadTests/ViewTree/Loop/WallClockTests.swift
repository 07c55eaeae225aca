import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("The wall clock")
struct WallClockTests {
  @Test("really sleeps until a deadline")
  func sleeps() {
    let loop = TurnLoop(clock: .wall)
    var firedAt: Duration?
    loop.after(.milliseconds(30)) { [loop] in firedAt = loop.now }
    let elapsed = ContinuousClock().measure { loop.run(until: loop.now + .milliseconds(60)) }
    #expect(elapsed >= .milliseconds(55))
    #expect(firedAt.map { $0 >= .milliseconds(30) } == true)
  }

  @Test("stands still during a turn")
  func standsStill() {
    let loop = TurnLoop(clock: .wall)
    var times: Set<Duration> = []
    loop.event { [loop] in
      times.insert(loop.now)
      Thread.sleep(forTimeInterval: 0.002)
      times.insert(loop.now)
      loop.async { times.insert(loop.now) }
    }
    loop.runTurn()
    #expect(times.count == 1)
    #expect(times.allSatisfy { loop.now >= $0 + .milliseconds(2) })
  }

  @Test("is woken and stopped by its poster from another thread")
  func wakes() {
    let loop = TurnLoop(clock: .wall)
    let poster = loop.poster
    let thread = Thread {
      Thread.sleep(forTimeInterval: 0.02)
      poster.post { $0.stop() }
    }
    thread.start()
    let elapsed = ContinuousClock().measure { loop.run(until: .seconds(600)) }
    #expect(elapsed < .seconds(300))
  }

  @Test("stops from inside, also before the first sleep")
  func stopsFromInside() {
    let loop = TurnLoop(clock: .wall)
    loop.event { [loop] in loop.stop() }
    loop.run(until: .seconds(600))
    #expect(loop.now < .seconds(300))
  }

  @Test("runs until a condition holds")
  func condition() {
    let loop = TurnLoop(clock: .wall)
    var done = false
    loop.after(.milliseconds(5)) { done = true }
    loop.run(until: { done })
    #expect(done)
  }

  @Test("does not wait in runUntilIdle")
  func idleDoesNotWait() {
    let loop = TurnLoop(clock: .wall)
    let timer = loop.after(.seconds(600)) {}
    #expect(loop.runUntilIdle() == 0)
    timer.invalidate()
  }

  @Test("leaves out ticks that were slept through and keeps the rhythm")
  func missedTicks() {
    final class Target { var times: [Duration] = [] }
    let loop = TurnLoop(clock: .wall)
    let target = Target()
    let start = loop.now
    loop.every(.milliseconds(10), target: target) { [loop] target in
      target.times.append(loop.now - start)
      if target.times.count == 1 { Thread.sleep(forTimeInterval: 0.035) }
      if target.times.count == 4 { loop.stop() }
    }
    loop.run(until: .seconds(60))
    #expect(target.times.count == 4)
    // After a late tick the next is that of a later slot: no burst for 20, 30 and 40.
    let slots = target.times.map { Int($0 / .milliseconds(10)) }
    #expect(zip(slots, slots.dropFirst()).allSatisfy { $0 < $1 }, "\(target.times)")
  }

  @Test("takes posts from many threads, none lost")
  func manyPosts() {
    final class Box: @unchecked Sendable { var count = 0 }
    let loop = TurnLoop(clock: .wall)
    let box = Box()
    let poster = loop.poster
    let threads = (0..<8).map { _ in
      Thread {
        for _ in 0..<500 {
          poster.post { loop in
            box.count += 1
            if box.count == 4_000 { loop.stop() }
          }
        }
      }
    }
    for thread in threads { thread.start() }
    loop.run(until: .seconds(600))
    #expect(box.count == 4_000)
  }

  @Test("serves posts on the virtual clock too, as events of the next turn")
  func virtualPosts() {
    let loop = TurnLoop()
    var turns: [Int] = []
    nonisolated(unsafe) let record = { (turn: Int) in turns.append(turn) }
    loop.poster.post { record($0.turn) }
    #expect(!loop.isIdle)
    loop.runUntilIdle()
    #expect(turns == [1])
  }
}
