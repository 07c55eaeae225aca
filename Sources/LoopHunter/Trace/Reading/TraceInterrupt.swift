import Synchronization

/// Ends a running pass over a trace from any thread or signal handler, keeping what it found.
public final class TraceInterrupt: Sendable {
  private let flag = Atomic<Bool>(false)

  public init() {}

  /// Whether `interrupt()` was called.
  public var isInterrupted: Bool { flag.load(ordering: .relaxed) }

  /// Asks the pass to stop at its next chunk.
  public func interrupt() { flag.store(true, ordering: .relaxed) }
}
