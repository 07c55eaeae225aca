import Foundation
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

  @Test("may die on another thread at the very moment at which the loop scrolls")
  func diesElsewhere() {
    let loop = TurnLoop()
    let scroller = ScrollView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let window = loop.makeWindow(scroller)
    let handover = Locked<Delegate?>(nil)
    let rounds = caseCount(3_000, inDebug: 1_000)
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
}
