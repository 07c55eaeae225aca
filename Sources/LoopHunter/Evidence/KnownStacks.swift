#if canImport(Runtime)
import Runtime
import ViewTree

/// What was found out about call stacks, by their addresses.
///
/// Looking up names takes milliseconds, and a view that loops in every turn brings the same stacks
/// in every turn. Shared by all hunters of the process, and bounded: once full, it begins anew.
final class KnownStacks<Value: Sendable>: Sendable {
  private let values = Locked<[[Backtrace.Address?]: Value]>([:])
  private let limit: Int

  init(limit: Int = 512) {
    self.limit = limit
  }

  /// The value for a stack; made, outside of the lock, where the stack was never seen.
  func value(for stack: Backtrace, orMake make: () -> Value) -> Value {
    let addresses = stack.frames.map(\.address)
    if let known = values.withLock({ $0[addresses] }) { return known }
    let made = make()
    values.withLock {
      if $0.count >= limit { $0 = [:] }
      $0[addresses] = made
    }
    return made
  }
}

extension Backtrace.Frame {
  /// The address; nil where the stack was cut.
  fileprivate var address: Backtrace.Address? {
    switch self {
    case .programCounter(let address), .returnAddress(let address),
      .asyncResumePoint(let address):
      address
    default: nil
    }
  }
}
#endif
