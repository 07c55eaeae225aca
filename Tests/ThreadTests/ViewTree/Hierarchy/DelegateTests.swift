import Foundation
import Synchronization
import TestSupport
import Testing
import ViewTree

/// A delegate never dangles: its slot reads nil from the moment at which it dies, on any thread.
///
/// An unretained slot would send to freed memory here, and a strong one would never let go.
@Suite("A delegate")
struct DelegateTests {
  // Only its last release happens elsewhere.
  private final class Delegate: ScrollViewDelegate, @unchecked Sendable {
    var scrolls = 0
    let token: LifetimeTracker.Token

    init(_ lives: LifetimeTracker) { token = lives.makeToken() }

    func scrollViewDidScroll(_ scrollView: ScrollView) { scrolls += 1 }
  }

  let lives = LifetimeTracker()

  @Test("is not kept alive, and its slot reads nil when it is gone")
  func outlived() {
    let scroller = ScrollView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    var delegate: Delegate? = Delegate(lives)
    scroller.delegate = delegate
    scroller.contentOffset.y = 1
    #expect(delegate?.scrolls == 1)
    delegate = nil
    #expect(lives.count == 0)
    #expect(scroller.delegate == nil)
    scroller.contentOffset.y = 2
  }

  @Test("may go while a timer still scrolls, as after a flick")
  func goneWhileDecelerating() {
    let loop = TurnLoop()
    let scroller = ScrollView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let window = loop.makeWindow(scroller)
    var delegate: Delegate? = Delegate(lives)
    scroller.delegate = delegate
    loop.every(.milliseconds(16), target: scroller) { $0.contentOffset.y += 1 }
    loop.after(.milliseconds(100)) { delegate = nil }
    loop.advance(by: .milliseconds(200))
    #expect(scroller.contentOffset.y == 12)
    #expect(delegate == nil && lives.count == 0)
    withExtendedLifetime(window) {}
  }

  @Test("may die on another thread at the moment at which the loop scrolls")
  func diesElsewhere() {
    let loop = TurnLoop()
    let scroller = ScrollView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let window = loop.makeWindow(scroller)
    let handover = Locked<Delegate?>(nil)
    let rounds = caseCount(3_000, inDebug: Sanitizer.isOn ? 300 : 100)
    let reaper = Thread {
      var released = 0
      while released < rounds {
        let taken: Delegate? = handover.withLock { waiting in
          defer { waiting = nil }
          return waiting
        }
        if taken == nil { sched_yield() } else { released += 1 }
      }
    }
    reaper.start()
    /// Leaves the only reference to the other thread.
    func handOver() {
      let delegate = Delegate(lives)
      scroller.delegate = delegate
      handover.withLock { $0 = delegate }
    }
    for round in 0..<rounds {
      handOver()
      loop.event { scroller.contentOffset.y = CGFloat(round) }
      for _ in 0..<20 { scroller.contentOffset.x += 1 }
      loop.runTurn()
      while handover.withLock({ $0 != nil }) { scroller.contentOffset.x += 1 }
    }
    while !reaper.isFinished { Thread.sleep(forTimeInterval: 0.001) }
    #expect(lives.count == 0)
    #expect(scroller.delegate == nil)
    withExtendedLifetime(window) {}
  }

  @Test("may be replaced while it dies on another thread, in thousands of rounds")
  func replaced() {
    final class Counting: ScrollViewDelegate, Sendable {
      let token: LifetimeTracker.Token
      let calls: Calls

      init(_ lives: LifetimeTracker, _ calls: Calls) {
        token = lives.makeToken()
        self.calls = calls
      }

      func scrollViewDidScroll(_ scrollView: ScrollView) { calls.add() }
    }
    final class Calls: Sendable {
      private let number = Atomic(0)
      func add() { number.add(1, ordering: .relaxed) }
      var count: Int { number.load(ordering: .relaxed) }
    }
    /// Hands one delegate at a time to the thread that releases it.
    ///
    /// A lock of Foundation, because the thread sanitizer does not see what a contended `Mutex` does.
    final class Hand: @unchecked Sendable {
      private let lock = NSLock()
      private var held: Counting?
      private var isDone = false
      func give(_ delegate: Counting) { lock.withLock { held = delegate } }
      func release() { lock.withLock { held = nil } }
      var isEmpty: Bool { lock.withLock { held == nil } }
      func finish() { lock.withLock { isDone = true } }
      var isFinished: Bool { lock.withLock { isDone } }
    }
    let (calls, hand) = (Calls(), Hand())
    let scroll = ScrollView(frame: CGRect(x: 0, y: 0, width: 320, height: 400))
    let window = TurnLoop().makeSettledWindow(scroll)
    let thread = Thread {
      while !hand.isFinished {
        hand.release()
      }
    }
    thread.start()
    @inline(never) func handOver() {
      let delegate = Counting(lives, calls)
      scroll.delegate = delegate
      hand.give(delegate)
    }
    for round in 0..<2000 {
      handOver()
      // From here on the other thread holds the last reference, and lets go of it at any moment.
      for tick in 1...20 { scroll.contentOffset.y = CGFloat(round) + CGFloat(tick) / 32 }
    }
    while !hand.isEmpty { sched_yield() }
    hand.finish()
    scroll.delegate = nil
    #expect(lives.count == 0)
    #expect(calls.count > 0)
    withExtendedLifetime(window) {}
  }
}
