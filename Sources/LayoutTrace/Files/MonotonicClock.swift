import Foundation

/// Time that only moves forward, for measuring durations.
package enum MonotonicClock {
  /// The time since some fixed moment of the system, by a call that a signal handler may make.
  package static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
