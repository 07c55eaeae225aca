import Foundation

/// A value that one thread at a time may touch.
///
/// `Mutex` would do, but where threads meet at it the Linux kernel hands it over, which
/// ThreadSanitizer cannot see: it then reports races that are none. This lock it understands.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  /// Guards a value that nobody else holds.
  init(_ value: sending Value) {
    self.value = value
  }

  /// Runs `body` with the value, alone; what it returns must be free to leave the lock.
  func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
