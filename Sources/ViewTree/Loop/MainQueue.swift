import Dispatch
import Foundation
import Synchronization

/// Serves the process's main queue and main run loop, for a loop that was made to do so.
///
/// It uses public API only, which says neither whether anything waits there nor whether anything
/// ran. So each drain sends a marker through the queue: once it ran, so did all before it.
final class MainQueue {
  /// The number of drains in a row that must find nothing before the queue counts as idle.
  static let quietDrains = 16
  /// The longest sleep in seconds.
  ///
  /// Work of the main queue ends a sleep at once. Work that other threads give to the main run
  /// loop, by `perform` or a timer, does not, so its layout waits up to this long.
  private static let longestSleep = 0.01
  /// The passes of the main run loop that a marker may take; each may fire a timer instead.
  private static let mostPasses = 1_000

  /// The number of living loops that serve the queue.
  private static let servers = Atomic(0)

  /// True if a loop serves the queue.
  static var isServed: Bool { servers.load(ordering: .relaxed) > 0 }

  /// True while work of the queue, or of the main run loop, may run.
  private(set) var isServing = false
  /// True if a wait served the queue since the last drain.
  private var hasServed = false
  /// The time at which a timer of the main run loop is next due, as of the last drain.
  private var nextTimer: Date?

  init() { MainQueue.servers.add(1, ordering: .relaxed) }

  deinit { MainQueue.servers.subtract(1, ordering: .relaxed) }

  /// Reports that a block of the main queue ran.
  private final class Marker: Sendable {
    private let wasReached = Atomic<Bool>(false)

    var isReached: Bool { wasReached.load(ordering: .relaxed) }
    func reach() { wasReached.store(true, ordering: .relaxed) }
  }

  /// True if a wait served the queue; to be called once for each wait.
  func takeServed() -> Bool {
    defer { hasServed = false }
    return hasServed
  }

  // MARK: Serving

  /// Runs the waiting work; work that this adds to the main queue waits for the next drain.
  func drain() {
    isServing = true
    defer { isServing = false }
    let marker = Marker()
    DispatchQueue.main.async { marker.reach() }
    for _ in 0..<MainQueue.mostPasses {
      // This also runs one pass of the run loop. It is nil while the main queue is being drained.
      let next = RunLoop.main.limitDate(forMode: .default)
      if marker.isReached {
        nextTimer = next
        return
      }
      if next == nil { break }
    }
    misuse(
      """
      A TurnLoop that serves the main queue was driven by work of the main queue, which runs nothing \
      else until that work is done. \(MainQueue.remedy)
      """)
  }

  /// Sleeps until work came and was served, or until `duration` is over; nil means no limit.
  ///
  /// It may end early.
  func wait(for duration: Duration?) {
    var end = Date(timeIntervalSinceNow: MainQueue.longestSleep)
    if let duration { end = min(end, Date(timeIntervalSinceNow: duration / .seconds(1))) }
    if let nextTimer { end = min(end, nextTimer) }
    nextTimer = nil
    isServing = true
    defer { isServing = false }
    _ = RunLoop.main.run(mode: .default, before: end)
    hasServed = true
  }

  // MARK: Misuse

  /// Ends the process if called off the main thread.
  func requireMainThread() {
    require(
      Thread.isMainThread,
      """
      A TurnLoop that serves the main queue was driven off the main thread, where nothing of the main \
      queue and the main run loop can run. \(MainQueue.remedy)
      """)
  }

  private static let remedy = """
    Drive it from the main thread and outside blocks and @MainActor tasks, as main.swift and the \
    synchronous methods of an XCTestCase are; let a test of Swift Testing start a program that does.
    """
}
