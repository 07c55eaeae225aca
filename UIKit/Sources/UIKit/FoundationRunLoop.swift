import Foundation
import ViewTree

/// Loops that the run loop of a thread drives, since one of their windows was made visible.
///
/// A test of an app waits for layouts with `RunLoop.current.run(until:)`. In a file that also imports Foundation or
/// XCTest that member is Foundation's, which knows nothing of a tree's loop: a timer of it runs frame after frame.
final class FoundationRunLoop: @unchecked Sendable {
  static let shared = FoundationRunLoop()

  private static let frame: TimeInterval = 1 / 60
  private struct Driven { weak var loop: TurnLoop? }

  private let lock = NSLock()
  private var driven: [Driven] = []

  /// Has the run loop of this thread, which uses the loop, drive it for as long as it lives.
  ///
  /// - Parameter loop: The loop.
  func drive(_ loop: TurnLoop) {
    let isFirst = lock.withLock {
      driven.removeAll { $0.loop == nil }
      guard !driven.contains(where: { $0.loop === loop }) else { return false }
      driven.append(Driven(loop: loop))
      return true
    }
    guard isFirst else { return }
    let handed = Handed(value: Driven(loop: loop))
    let timer = Foundation.Timer(timeInterval: Self.frame, repeats: true) { timer in
      guard let loop = handed.value.loop else { return timer.invalidate() }
      // Code of a turn may run the run loop.
      guard !loop.poster.isInside else { return }
      loop.run(until: loop.now + .milliseconds(Int(Self.frame * 1000)))
    }
    RunLoop.current.Foundation::add(timer, forMode: .default)
  }
}
