import Foundation
import Synchronization

/// Notices two threads inside one loop at the same moment.
///
/// Not which thread it is: tasks change threads lawfully, one after the other. A thread that is
/// inside may enter again, as a block does that calls `async`.
final class Occupancy: Sendable {
  /// The thread that is inside; 0 for none.
  private let occupant = Atomic<UInt>(0)

  /// Runs `body` as the only thread inside; traps where another one is.
  @inline(__always)
  func use<Result>(_ body: () throws -> Result) rethrows -> Result {
    let isOutermost = enter()
    defer { if isOutermost { occupant.store(0, ordering: .releasing) } }
    return try body()
  }

  private func enter() -> Bool {
    let me = Occupancy.currentThread
    let (exchanged, original) = occupant.compareExchange(
      expected: 0, desired: me, ordering: .acquiringAndReleasing)
    if exchanged { return true }
    require(
      original == me,
      """
      TurnLoop is in use by another thread at this moment. Hand work to it with \
      loop.poster.post { loop in … }, which is made for other threads.
      """)
    return false
  }

  /// A number for the thread, never 0.
  private static var currentThread: UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #else
    UInt(pthread_self())
    #endif
  }
}
