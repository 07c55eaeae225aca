import Foundation
import ViewTree

/// Delivers the events that the sinks still hold when a process returns from `main`.
///
/// Sinks work on threads of their own, and `exit` ends threads. Therefore every holder of events
/// registers here, and is flushed when the process exits, within `limit` for all together. A killed
/// process runs nothing of this: each sink itself must protect the events that must survive that.
package enum OrderlyExit {
  /// The longest time by which sinks may delay the end of a process; 2 seconds.
  ///
  /// Tests have more patience.
  package static var limit: Duration {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }

  private struct State {
    var limit = Duration.seconds(2)
    var isInstalled = false
    var flushes: [ObjectIdentifier: SideBySide.Flush] = [:]
  }

  private static let state = Locked(State())

  /// Calls `flush` at exit, as long as `owner` is registered, on a thread of its own.
  ///
  /// A sink that stalls then costs the limit, but does not hold up the others' events.
  package static func add(_ owner: AnyObject, flush: @escaping SideBySide.Flush) {
    let isFirst = state.withLock { state in
      state.flushes[ObjectIdentifier(owner)] = flush
      defer { state.isInstalled = true }
      return !state.isInstalled
    }
    if isFirst { atexit { OrderlyExit.run() } }
  }

  /// Forgets `owner`.
  package static func remove(_ owner: AnyObject) {
    _ = state.withLock { $0.flushes.removeValue(forKey: ObjectIdentifier(owner)) }
  }

  private static func run() {
    let (flushes, limit) = state.withLock { (Array($0.flushes.values), $0.limit) }
    _ = SideBySide.run(flushes, until: .now + limit)
  }
}
