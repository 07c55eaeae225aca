import Dispatch
import Foundation
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Expectations belong to the loop of their thread.
@Suite("Expectations on several threads")
struct GateThreadTests {
  /// A view that dirties itself a number of times.
  private final class Looping: View {
    var rounds = 0

    override func layoutSubviews() {
      guard rounds > 0 else { return }
      rounds -= 1
      setNeedsLayout()
    }
  }

  /// Runs a turn in two expectations, one inside the other; returns which of them fail.
  private static func failures(rounds: Int, outer: Int, inner: Int) -> [Bool] {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    let view = Looping(frame: .zero)
    view.rounds = rounds
    window.addSubview(view)
    var failures = [false, false]
    do {
      try loop.expectNoLayoutLoops(threshold: outer) {
        do {
          try loop.expectNoLayoutLoops(threshold: inner)
        } catch {
          failures[1] = error is LoopDetected
        }
      }
    } catch {
      failures[0] = error is LoopDetected
    }
    return failures
  }

  @Test("nested ones of many threads fail for the loops of their own thread, and for no others")
  func nested() {
    let wrong = Locked<[String]>([])
    DispatchQueue.concurrentPerform(iterations: caseCount(400, inDebug: 160)) { index in
      let rounds = [0, 30, 60, 200][index % 4]
      let (outer, inner) = index / 4 % 2 == 0 ? (100, 20) : (20, 100)
      let failures = Self.failures(rounds: rounds, outer: outer, inner: inner)
      // Each judges by its own threshold, whatever the other found before.
      guard failures != [outer, inner].map({ rounds + 1 > $0 }) else { return }
      wrong.withLock { $0.append("\(rounds) rounds, \(outer) and \(inner): \(failures)") }
    }
    let found = wrong.withLock { $0 }
    #expect(found == [])
  }
}
