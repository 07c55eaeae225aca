import Foundation

/// Time that only moves forward, for measuring how long something takes.
package enum MonotonicClock {
  /// The time since a moment of the system's, by a call that a signal handler may make.
  package static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
