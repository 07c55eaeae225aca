import Synchronization

/// Ends a pass over a trace, from any thread or signal handler; the pass keeps its results.
public final class TraceInterrupt: Sendable {
  /// The time of the first `interrupt()`, in nanoseconds of the monotonic clock; 0 before.
  private let moment = Atomic<UInt64>(0)

  /// Makes an interrupt that has not been requested.
  public init() {}

  /// True if `interrupt()` was called.
  public var isInterrupted: Bool { moment.load(ordering: .relaxed) != 0 }

  /// Asks the pass to stop at its next chunk.
  public func interrupt() {
    _ = moment.compareExchange(
      expected: 0, desired: max(1, MonotonicClock.nanoseconds()), ordering: .relaxed)
  }

  /// The time since `interrupt()` was called; nil before.
  package var age: Duration? {
    let moment = moment.load(ordering: .relaxed)
    return moment == 0 ? nil : .nanoseconds(Int64(MonotonicClock.nanoseconds() - moment))
  }
}
