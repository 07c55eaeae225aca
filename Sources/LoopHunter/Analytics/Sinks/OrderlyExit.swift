import Foundation
import ViewTree

/// Lets a process that simply returns from `main` bring out what its sinks still hold.
///
/// Sinks work on threads of their own, and `exit` ends threads. So whatever holds events registers
/// here, and is flushed when the process exits, within `limit` for all together. A killed process
/// runs nothing of this: what must survive that is the business of each sink.
enum OrderlyExit {
  /// How long an exit may take because of sinks.
  static let limit = Duration.seconds(2)

  private typealias Flush = @Sendable (ContinuousClock.Instant) -> Void

  private struct State {
    var isInstalled = false
    var next = 0
    var flushes: [ObjectIdentifier: (order: Int, flush: Flush)] = [:]
  }

  private static let state = Locked(State())

  /// Has `flush` called at exit, as long as `owner` is registered; earlier ones come first.
  static func add(
    _ owner: AnyObject, flush: @escaping @Sendable (ContinuousClock.Instant) -> Void
  ) {
    let isFirst = state.withLock { state in
      state.next += 1
      state.flushes[ObjectIdentifier(owner)] = (state.next, flush)
      defer { state.isInstalled = true }
      return !state.isInstalled
    }
    if isFirst { atexit { OrderlyExit.run() } }
  }

  /// Forgets `owner`.
  static func remove(_ owner: AnyObject) {
    _ = state.withLock { $0.flushes.removeValue(forKey: ObjectIdentifier(owner)) }
  }

  private static func run() {
    let deadline = ContinuousClock.now + limit
    let flushes = state.withLock { $0.flushes.values.sorted { $0.order < $1.order } }
    for (_, flush) in flushes { flush(deadline) }
  }
}
