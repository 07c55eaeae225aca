import Foundation
import ViewTree

/// Delivers what the sinks still hold when a process returns from `main`.
///
/// Sinks work on threads of their own, and `exit` ends threads. So whatever holds events registers
/// here, and is flushed when the process exits, within `limit` for all together. A killed process
/// runs nothing of this: what must survive that is the business of each sink.
package enum OrderlyExit {
  /// How long the end of a process may take because of sinks; 2 seconds.
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

  /// Has `flush` called at exit, as long as `owner` is registered, on a thread of its own.
  ///
  /// So a sink that stalls costs the limit and does not take the others' events with it.
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
