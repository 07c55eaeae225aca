import Dispatch
import Foundation
import ViewTree

/// Flushes several things at once, so that a slow one does not use up the others' time.
enum SideBySide {
  /// Brings something out until a deadline; false if it did not get through.
  typealias Flush = @Sendable (ContinuousClock.Instant) -> Bool

  /// Whether all of them got through in time; a single one runs on the caller's thread.
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

  /// Counts those that are through.
  private final class Tally: Sendable {
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
