import Dispatch
import Foundation
import ViewTree

extension SinkLane {
  /// Flushes several lanes side by side, so that a slow sink does not use up the others' time.
  static func flush(_ lanes: [SinkLane], until deadline: ContinuousClock.Instant) -> Bool {
    guard lanes.count > 1 else { return lanes.first?.flush(until: deadline) ?? true }
    let tally = Tally()
    for lane in lanes {
      Thread { tally.add(lane.flush(until: deadline)) }.start()
    }
    return tally.wait(for: lanes.count, until: deadline)
  }

  /// Counts the lanes that are through.
  private final class Tally: Sendable {
    private let complete = Locked(0)
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ isComplete: Bool) {
      if isComplete { complete.withLock { $0 += 1 } }
      arrived.signal()
    }

    func wait(for count: Int, until deadline: ContinuousClock.Instant) -> Bool {
      for _ in 0..<count {
        guard arrived.wait(timeout: deadline.dispatchTime) == .success else { return false }
      }
      return complete.withLock { $0 } == count
    }
  }
}
