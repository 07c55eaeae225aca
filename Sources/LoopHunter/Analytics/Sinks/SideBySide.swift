import Dispatch
import Foundation
import ViewTree

/// Runs several flushes at once, so that a slow one does not use up the others' time.
package enum SideBySide {
  /// Delivers events until a deadline; false if some were not delivered.
  package typealias Flush = @Sendable (ContinuousClock.Instant) -> Bool

  /// Runs the flushes, a single one on the caller's thread; true if all of them finished in time.
  static func run(_ flushes: [Flush], until deadline: ContinuousClock.Instant) -> Bool {
    guard flushes.count > 1 else { return flushes.first?(deadline) ?? true }
    let tally = Tally()
    // Those for which the system has no thread come last, one after the other.
    let rest = flushes.filter { flush in
      !WorkThread.start("LoopHunter flush") { tally.add(flush(deadline)) }
    }
    for flush in rest { tally.add(flush(deadline)) }
    return tally.wait(for: flushes.count, until: deadline)
  }

  /// Counts the finished flushes for a caller that waits.
  final class Tally: Sendable {
    private let complete = Locked(0)
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ isComplete: Bool) {
      if isComplete { complete.withLock { $0 += 1 } }
      arrived.signal()
    }

    func wait(for count: Int, until deadline: ContinuousClock.Instant) -> Bool {
      for _ in 0..<count {
        guard arrived.wait(timeout: deadline.dispatchTime) == .success else { return false }
      }
      return complete.withLock { $0 } == count
    }
  }
}

/// A thread for a sink's work, which yields the processor to the program's own threads.
///
/// Waking a thread of ordinary priority may preempt the thread that wakes it, here that of a run
/// loop: handing over an event would then cost as much as the sink's work.
package enum SinkThread {
  /// Starts a thread that runs `body`; false if the system gives none.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    WorkThread.start(name) {
      #if os(Linux)
      var parameters = sched_param()
      pthread_setschedparam(pthread_self(), scheduleAsBatch, &parameters)
      #else
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
      #endif
      body()
    }
  }

  #if os(Linux)
  /// `SCHED_BATCH` of the kernel's `linux/sched.h`, which the C library hides behind an option.
  private static let scheduleAsBatch: Int32 = 3
  #endif
}
