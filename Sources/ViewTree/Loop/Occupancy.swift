import Foundation
import Synchronization

/// Detects two threads inside one loop at the same moment.
///
/// It does not matter which thread it is: tasks may change threads, one after the other. A thread
/// that is inside may enter again, as a block that calls `async` does.
final class Occupancy: Sendable {
  /// The thread that is inside; 0 for none.
  private let occupant = Atomic<UInt>(0)

  /// Runs `body` as the only thread inside; traps if another one is.
  @inline(__always)
  func use<Result>(_ body: () throws -> Result) rethrows -> Result {
    let isOutermost = enter()
    defer { if isOutermost { occupant.store(0, ordering: .releasing) } }
    return try body()
  }

  /// True if this thread is inside.
  var isMine: Bool { occupant.load(ordering: .relaxed) == Occupancy.currentThread }

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
