import LoopHunter
import TestSupport
import ViewTree

/// One walk through a hostile world with hunts, from its seed to its end.
package struct HostileWalk {
  /// The fault; nil if there is none.
  package let fault: String?
  /// The number of times that each kind of callback did something.
  package let callbacks: [String: Int]
  /// The numbers of callbacks of hunts, compared layouts at rest, and traces that were read.
  package let calls: Int
  package let comparisons: Int
  package let traces: Int

  package init(
    seed: UInt64, steps: Int, shared: KillSwitch? = nil, startTask: (() -> Void)? = nil
  ) {
    let world = HostileWorld(seed: seed, startTask: startTask)
    let hunt = HostileHunt(world, shared: shared)
    var walked = world.walk(steps)
    #if DEBUG
    walked = walked ?? InstrumentedClass.checkInvariants()
    #endif
    let ended = HostileWalk.end(hunt, world, huntsFirst: seed.isMultiple(of: 2))
    fault = walked ?? ended
    callbacks = world.callbacks
    calls = hunt.calls
    comparisons = hunt.comparisons
    traces = hunt.traces
  }

  /// Ends the hunts before the views or after them; returns the fault, if any.
  private static func end(
    _ hunt: HostileHunt, _ world: HostileWorld, huntsFirst: Bool
  ) -> String? {
    let before = huntsFirst ? hunt.end() : nil
    _ = world.end()
    let after = huntsFirst ? nil : hunt.end()
    if let fault = before ?? after { return fault }
    return world.livesLeft.isEmpty ? nil : "left: \(world.livesLeft)"
  }

  /// Walks on many threads at once that share a kill switch, and in the tasks that views start there.
  ///
  /// Returns the faults, and the number of walks.
  package static func onThreads(first: UInt64, count: Int, steps: Int) async -> ([String], Int) {
    let faults = Locked<[String]>([])
    let tasks = Locked<[Task<Void, Never>]>([])
    let walks = Locked(0)
    let shared = KillSwitch()
    @Sendable func walk(_ seed: UInt64, generation: Int) {
      var started: UInt64 = 0
      let result = HostileWalk(seed: seed, steps: steps, shared: shared) {
        guard generation < 2, started < 3 else { return }
        started += 1
        let next = seed &* 31 &+ started
        let task = Task { walk(next, generation: generation + 1) }
        tasks.withLock { $0.append(task) }
      }
      walks.withLock { $0 += 1 }
      if let fault = result.fault { faults.withLock { $0.append("\(fault), seed \(seed)") } }
    }
    await withTaskGroup(of: Void.self) { group in
      for seed in first..<first + UInt64(count) {
        group.addTask { walk(seed, generation: 0) }
      }
    }
    while let task = tasks.withLock({ $0.popLast() }) { await task.value }
    return (faults.withLock { $0 }, walks.withLock { $0 })
  }
}
