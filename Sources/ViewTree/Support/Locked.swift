import Foundation

/// A value that several threads share, one at a time.
///
/// It is like `Mutex`, whose lock ThreadSanitizer on Linux does not see: it would report races.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Calls `body` with exclusive access to the value.
  package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows
    -> sending Result
  {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
