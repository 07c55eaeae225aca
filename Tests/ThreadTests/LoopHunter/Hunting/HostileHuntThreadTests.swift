import HostileHunting
import TestSupport
import Testing

@Suite("Random walks whose callbacks and deaths change hunts, on threads")
struct HostileHuntThreadTests {
  @Test("go on, one on each of many threads that share a kill switch, while views start tasks")
  func threads() async {
    let first = firstSeed("Hostile hunt on threads")
    let (faults, _) = await HostileWalk.onThreads(
      first: first, count: caseCount(200, inDebug: 8), steps: 60)
    #expect(faults == [])
  }
}
