import Foundation
import ViewTree

/// The limit of the system for the main thread's stack, and the stacks of other threads.
package enum StackLimit {
  /// The usual limit, which is several times what the deepest trace needs.
  private static let usual = 8 << 20

  /// The limit in bytes; nil if there is none.
  private static var bytes: Int? {
    var limits = rlimit()
    #if canImport(Glibc)
    let found = getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limits)
    #else
    let found = getrlimit(RLIMIT_STACK, &limits)
    #endif
    return found == 0 && limits.rlim_cur < 1 << 40 ? Int(limits.rlim_cur) : nil
  }

  /// The size of the stack of a thread that reads traces: as much as the main thread's, and ample.
  ///
  /// The lack of a limit does not tell how much is needed.
  static var sizeForThreads: Int { max(2 * usual, bytes ?? 0) }

  /// Runs `body`, which ends the process, on the main thread, or on one with a larger stack.
  ///
  /// Nested layouts of a trace need more than some systems give to the main thread. Elsewhere the
  /// main thread runs it: it starts at once, and its heap grows in large steps.
  package static func runWithinStack(_ body: @escaping @Sendable () -> Void) {
    guard let bytes, bytes < usual, WorkThread.start("loophunt", stackSize: sizeForThreads, body)
    else { return body() }
    while true { pause() }
  }
}
