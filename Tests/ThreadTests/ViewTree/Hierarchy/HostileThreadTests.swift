import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Random walks whose callbacks and deaths change trees, on threads")
struct HostileThreadTests {
  @Test("go on, one on each of many threads, while views start tasks that walk too")
  func threads() async {
    let first = firstSeed("Hostile walk on threads")
    let count = caseCount(200, inDebug: 8)
    let faults = Locked<[String]>([])
    let tasks = Locked<[Task<Void, Never>]>([])
    @Sendable func walk(_ seed: UInt64, generation: Int) {
      var started: UInt64 = 0
      let world = HostileWorld(seed: seed) {
        guard generation < 2, started < 3 else { return }
        started += 1
        let next = seed &* 31 &+ started
        let task = Task { walk(next, generation: generation + 1) }
        tasks.withLock { $0.append(task) }
      }
      let fault = world.walk(60)
      let left = world.end()
      if let fault { faults.withLock { $0.append("\(fault), seed \(seed)") } }
      if !left.isEmpty { faults.withLock { $0.append("left: \(left), seed \(seed)") } }
    }
    await withTaskGroup(of: Void.self) { group in
      for seed in first..<first + UInt64(count) {
        group.addTask { walk(seed, generation: 0) }
      }
    }
    while let task = tasks.withLock({ $0.popLast() }) { await task.value }
    let found = faults.withLock { $0 }
    #expect(found == [])
  }
}
