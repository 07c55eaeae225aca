import HuntSupport
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Counting up to the end of 32 bits")
struct LayoutCounterTests {
  private let highest = Int(UInt32.max) - 1

  /// The steps that a counter asks for when it begins at a count.
  private func steps(from count: Int, threshold: Int, layouts: Int) -> [LayoutCounter.Step] {
    var counter = LayoutCounter(turn: 1, count: UInt32(count), threshold: threshold)
    var steps: [LayoutCounter.Step] = []
    for _ in 0..<layouts where counter.add() {
      let step = counter.step(threshold: threshold)
      steps.append(step)
      if step == .cross { counter.silence() }
    }
    #expect(counter.count == min(count + layouts, highest))
    return steps
  }

  @Test("it arms past half of the threshold and never at the first layout")
  func arming() {
    #expect(steps(from: 0, threshold: 1, layouts: 5) == [.cross])
    #expect(steps(from: 0, threshold: 2, layouts: 5) == [.arm, .cross])
    #expect(steps(from: 0, threshold: 100, layouts: 100) == [.arm])
    #expect(steps(from: 50, threshold: 100, layouts: 51) == [.arm, .cross])
  }

  @Test("the highest threshold that is documented is crossed, exactly once")
  func highestThreshold() {
    let threshold = 4_294_967_293
    #expect(steps(from: threshold - 3, threshold: threshold, layouts: 3) == [.arm])
    #expect(steps(from: threshold - 3, threshold: threshold, layouts: 4) == [.arm, .cross])
    // The view goes on; the count stays where it is and says so again, to whom has crossed already.
    let later = steps(from: threshold - 3, threshold: threshold, layouts: 10)
    #expect(later.prefix(2) == [.arm, .cross] && later.allSatisfy { $0 != .none })
  }

  @Test(
    "thresholds above the documented one are never crossed, and layouts still count",
    arguments: [4_294_967_294, 1 << 33, Int.max])
  func endless(threshold: Int) {
    let found = steps(from: 4_294_967_280, threshold: threshold, layouts: 1_000)
    #expect(!found.contains(.cross))
  }

  @Test("a hunt and an expectation without limit count, and report nothing")
  func unlimited() throws {
    let loop = TurnLoop()
    loop.passLimit = 500
    // In its last layout, the view settles.
    let view = JournalView("view") { if $0.layouts < 503 { $0.setNeedsLayout() } }
    let window = loop.makeWindow(view)
    let hunter = LoopHunter(loop: loop)
    let attachment = try hunter.attach(to: view, threshold: .max) { _ in Issue.record("fired") }
    try loop.expectNoLayoutLoops(threshold: .max) {
      loop.event {
        layOut(view, times: 3)
        #expect(attachment.layoutsThisTurn == 3)
      }
      loop.runTurn()
    }
    #expect(view.layouts == 503)
    withExtendedLifetime(window) {}
  }
}
