import Dispatch
import Foundation
import Synchronization

/// Serves the process's main queue and main run loop, for a loop that was asked to.
///
/// With public API only, which says neither whether anything waits there nor whether anything ran.
/// So a marker goes through the queue with every drain: what was there before it has run when it
/// has.
final class MainQueue {
  /// How many drains in a row must bring nothing before the queue counts as idle.
  static let quietDrains = 16
  /// The longest sleep in seconds.
  ///
  /// Work of the main queue ends a sleep at once. What other threads give to the main run loop, by
  /// `perform` or a timer, does not, so that its layout waits up to this long.
  private static let longestSleep = 0.01
  /// How many passes of the main run loop a marker may take; each may fire a timer instead.
  private static let mostPasses = 1_000

  /// Whether a wait served the queue since the last drain.
  private var hasServed = false
  /// When a timer of the main run loop is next due, as the last drain left it.
  private var nextTimer: Date?

  /// Tells that a block of the main queue ran.
  private final class Marker: Sendable {
    private let wasReached = Atomic<Bool>(false)

    var isReached: Bool { wasReached.load(ordering: .relaxed) }
    func reach() { wasReached.store(true, ordering: .relaxed) }
  }

  /// Whether a wait served the queue; asked once for each wait.
  func takeServed() -> Bool {
    defer { hasServed = false }
    return hasServed
  }

  // MARK: Serving

  /// Runs what waits; what that hands to the main queue waits for the next drain.
  func drain() {
    let marker = Marker()
    DispatchQueue.main.async { marker.reach() }
    for _ in 0..<MainQueue.mostPasses {
      // This is one pass of the run loop, too. It is nil while the main queue is being drained.
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

  /// Sleeps until work came and was served, or until `duration` is over; nil means no end.
  ///
  /// It may end early.
  func wait(for duration: Duration?) {
    var end = Date(timeIntervalSinceNow: MainQueue.longestSleep)
    if let duration { end = min(end, Date(timeIntervalSinceNow: duration / .seconds(1))) }
    if let nextTimer { end = min(end, nextTimer) }
    nextTimer = nil
    _ = RunLoop.main.run(mode: .default, before: end)
    hasServed = true
  }

  // MARK: Misuse

  /// Ends the process off the main thread.
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
