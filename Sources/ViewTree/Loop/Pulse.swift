public import Synchronization

/// What a hunter reads of a loop at every layout, each value one plain load away.
///
/// Atomics are used for their storage: a `let` needs no access check. One thread at a time uses them.
package final class Pulse {
  /// The number of the turn that runs; between turns, of the coming one.
  package let turn = Atomic<Int>(1)
  /// How many observers' callbacks are on the stack; layouts inside them are not counted.
  package let muted = Atomic<Int>(0)
  /// The address of the current cause; the frame that runs with it keeps it alive.
  package let cause = Atomic<UnsafeRawPointer?>(nil)

  package init() {}

  /// The cause that a dirtying or an enqueueing of this moment carries.
  package var capturedCause: LayoutCause? {
    guard let address = cause.load(ordering: .relaxed) else { return nil }
    return Unmanaged<LayoutCause>.fromOpaque(address).takeUnretainedValue().captured()
  }
}
