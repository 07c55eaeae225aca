import HostileHunting
import TestSupport
import Testing

@Suite("A random walk whose callbacks and deaths change hunts")
struct HostileHuntTests {
  @Test("counts right at every rest, and leaves nothing behind")
  func walks() {
    let first = firstSeed("Hostile hunt")
    var callbacks: [String: Int] = [:]
    var (calls, comparisons, traces) = (0, 0, 0)
    let count = caseCount(1500, inDebug: Sanitizer.isOn ? 40 : 20)
    for seed in first..<first + UInt64(count) {
      let walk = HostileWalk(seed: seed, steps: 120)
      if let fault = walk.fault { Issue.record("\(fault), seed \(seed)") }
      callbacks.merge(walk.callbacks, uniquingKeysWith: +)
      calls += walk.calls
      comparisons += walk.comparisons
      traces += walk.traces
    }
    // Where something never happened, the walk would prove nothing of it.
    guard givenSeed == nil else { return }
    #expect(calls > count && comparisons > 10 * count && traces > 0)
    guard count >= 1000 else { return }
    for callback in HostileHuntTests.callbacks {
      #expect(callbacks[callback, default: 0] > 0, "\(callback)")
    }
  }

  @Test("passes where it once failed", arguments: [202_493_306, 2_027_025] as [UInt64])
  func fixed(seed: UInt64) {
    #expect(HostileWalk(seed: seed, steps: 120).fault == nil)
  }

  static let callbacks = [
    "callback", "callback of a group", "where", "event of analytics", "identifier",
    "frame that is asked for", "turnEnded", "phase", "cargo", "deinit", "layoutSubviews",
    "viewDidLayoutSubviews",
  ]
}
