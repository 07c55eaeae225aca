import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Timers")
struct TimerTests {
  let loop = TurnLoop()
  let journal = Journal()

  final class Target {
    var ticks = 0
    var token: LifetimeTracker.Token?
  }

  @Test("fire by deadline, then in the order of their insertion")
  func order() {
    for (name, delay) in [("late", 20), ("a", 10), ("b", 10), ("early", 5), ("c", 10)] {
      loop.after(.milliseconds(delay)) { [journal] in journal.note(name) }
    }
    loop.advance(by: .milliseconds(30))
    #expect(journal.lines == ["early", "a", "b", "c", "late"])
  }

  @Test("hand the target to the handler and do not keep it alive")
  func weakTarget() {
    let lives = LifetimeTracker()
    var target: Target? = Target()
    target?.token = lives.makeToken()
    let timer = loop.every(.seconds(1), target: target!) { $0.ticks += 1 }
    loop.advance(by: .seconds(3))
    #expect(target?.ticks == 3)
    target = nil
    #expect(lives.count == 0)
    #expect(timer.isValid)
    loop.advance(by: .seconds(1))
    #expect(!timer.isValid)
    #expect(loop.runUntilIdle() == 0)
  }

  @Test("go on when their token is dropped")
  func droppedTimer() {
    let target = Target()
    loop.every(.seconds(1), target: target) { $0.ticks += 1 }
    loop.advance(by: .seconds(2))
    #expect(target.ticks == 2)
  }

  @Test("can be invalidated twice, also inside their own handler")
  func invalidation() {
    let target = Target()
    var timer: TurnLoop.Timer?
    timer = loop.every(.seconds(1), target: target) {
      $0.ticks += 1
      timer?.invalidate()
      timer?.invalidate()
    }
    loop.advance(by: .seconds(5))
    timer?.invalidate()
    #expect(target.ticks == 1)
    #expect(timer?.isValid == false)
  }

  @Test("release their work when they end")
  func workIsReleased() {
    let lives = LifetimeTracker()
    let fired = loop.after(.seconds(1)) { [token = lives.makeToken()] in _ = token }
    let cancelled = loop.after(.seconds(9)) { [token = lives.makeToken()] in _ = token }
    #expect(lives.count == 2)
    loop.advance(by: .seconds(1))
    #expect(lives.count == 1)
    cancelled.invalidate()
    #expect(lives.count == 0)
    #expect(!fired.isValid)
  }

  @Test("that are due together are fixed before the first runs, and one may still end another")
  func batchOfOneInstant() {
    var victim: TurnLoop.Timer?
    loop.after(.seconds(1)) { [loop, journal] in
      journal.note("first")
      victim?.invalidate()
      loop.after(.zero) { journal.note("new in turn \(loop.turn)") }
    }
    victim = loop.after(.seconds(1)) { [journal] in journal.note("victim") }
    loop.after(.seconds(1)) { [loop, journal] in journal.note("last in turn \(loop.turn)") }
    loop.advance(by: .seconds(1))
    #expect(journal.lines == ["first", "last in turn 1", "new in turn 2"])
  }

  @Test("set the time before user code runs")
  func nowIsSet() {
    var seen: [Duration] = []
    loop.after(.seconds(2)) { [loop] in seen.append(loop.now) }
    loop.after(.seconds(1)) { [loop] in seen.append(loop.now) }
    loop.advance(by: .seconds(10))
    #expect(seen == [.seconds(1), .seconds(2)])
    #expect(loop.now == .seconds(10))
  }

  @Test("repeat without drift")
  func drift() {
    let target = Target()
    var times: [Duration] = []
    loop.every(.milliseconds(7), target: target) { [loop] _ in times.append(loop.now) }
    loop.advance(by: .seconds(1))
    #expect(times == (1...142).map { .milliseconds(7 * $0) })
  }

  @Test("with a delay or an interval below zero are due at once, and time goes on")
  func negativeDelay() {
    loop.after(.seconds(-5)) { [loop, journal] in journal.note("at \(loop.now)") }
    #expect(loop.runTurn())
    #expect(journal.lines == ["at 0.0 seconds"])

    let target = Target()
    loop.every(.seconds(-1), target: target) { $0.ticks += 1 }
    loop.advance(by: .milliseconds(1))
    #expect(target.ticks == 10)
  }

  @Test("ten minutes of animation take no time and are the same every time")
  func animation() {
    // A minute and a half in debug.
    let seconds = caseCount(600, inDebug: 96)
    func run() -> [Int] {
      let loop = TurnLoop()
      let view = JournalView("view")
      let window = loop.makeWindow(view)
      loop.every(.milliseconds(16), target: view) { $0.setNeedsLayout() }
      loop.advance(by: .seconds(seconds))
      return withExtendedLifetime(window) { [view.layouts, loop.turn] }
    }
    let first = run()
    let layouts = seconds * 1_000 / 16 + 1
    #expect(first == [layouts, layouts + 1])
    #expect(run() == first)
  }

  @Test("that never let an instant end do not stop time")
  func endlessInstant() {
    var rounds = 0
    func again() {
      rounds += 1
      loop.async { again() }
    }
    loop.async { again() }
    loop.after(.seconds(1)) { [journal] in journal.note("in time") }
    loop.advance(by: .seconds(2), turnsPerInstant: 10)
    #expect(journal.lines == ["in time"])
    #expect(loop.now == .seconds(2))
    #expect(rounds == 20, "ten turns at the beginning, and ten after a second")
  }

  @Test("without a delay that arm each other do not stop time")
  func endlessTimers() {
    func again() { loop.after(.zero) { again() } }
    again()
    loop.after(.seconds(1)) { [loop, journal] in journal.note("at \(loop.now)") }
    loop.advance(by: .seconds(2), turnsPerInstant: 10)
    #expect(journal.lines == ["at 1.0 seconds"])
    #expect(loop.now == .seconds(2))
  }

  @Test("cancelled by the thousand do not pile up, and the rest keep their order")
  func manyCancelled() {
    var seed = SeededGenerator(seed: 7)
    var expected: [(Duration, Int)] = []
    var fired: [Int] = []
    var timers: [TurnLoop.Timer] = []
    for index in 0..<5_000 {
      let delay = Duration.milliseconds(Int.random(in: 0..<500, using: &seed))
      timers.append(loop.after(delay) { fired.append(index) })
      expected.append((delay, index))
    }
    var cancelled: Set<Int> = []
    // Once most of them are empty, the queue lets go of these.
    for index in 0..<5_000 where Int.random(in: 0..<4, using: &seed) > 0 {
      timers[index].invalidate()
      cancelled.insert(index)
      #if DEBUG
      if index % 100 == 0 { #expect(loop.checkInvariants() == nil, "\(index)") }
      #endif
    }
    loop.advance(by: .seconds(1))
    let order = expected.filter { !cancelled.contains($0.1) }.sorted { $0 < $1 }.map(\.1)
    #expect(fired == order)
  }

  @Test("that end early are released once most of them have ended, however far their deadlines are")
  func endedTimersAreLetGo() {
    struct Reference { weak var timer: TurnLoop.Timer? }
    var timers = (0..<60).map { _ in loop.after(.seconds(3600)) {} }
    let references = timers.map { Reference(timer: $0) }
    for timer in timers { timer.invalidate() }
    timers = []
    #expect(references.count { $0.timer != nil } <= 30)
  }

  @Test("short intervals and long sleeps keep the rhythm")
  func shortestInterval() {
    let interval = Duration(attoseconds: 3)
    // More ticks than 64 bits hold.
    for late in [Duration.zero, interval, .seconds(1), .seconds(100), .seconds(1 << 40)] {
      let next = TurnLoop.Timer.nextTick(
        after: .seconds(7), every: interval, now: .seconds(7) + late)
      #expect(next > .seconds(7) + late)
      #expect(next <= .seconds(7) + late + interval)
      #expect((next - .seconds(7)).attoseconds % 3 == 0)
    }
  }
}
