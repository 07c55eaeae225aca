import Dispatch

extension TurnLoop {
  /// Wakes the loop with work, from any thread.
  public final class Poster: Sendable {
    private let queue = Locked<[@Sendable (TurnLoop) -> Void]>([])
    private let signal = DispatchSemaphore(value: 0)

    /// True if the loop sleeps in the main run loop, which the signal does not reach.
    private let wakesMainQueue: Bool

    init(wakesMainQueue: Bool) {
      self.wakesMainQueue = wakesMainQueue
    }

    /// Hands work to the loop, which runs it as an event of its next turn.
    ///
    /// Work for a loop that has been released, or is never run, is not run.
    ///
    /// - Parameter work: The work, which gets the loop. It runs on the thread that runs the loop.
    public func post(_ work: @escaping @Sendable (TurnLoop) -> Void) {
      queue.withLock { $0.append(work) }
      if wakesMainQueue {
        DispatchQueue.main.async {}
      } else {
        signal.signal()
      }
    }

    /// True if work is waiting.
    var hasWork: Bool {
      queue.withLock { !$0.isEmpty }
    }

    /// Takes all waiting work.
    func take() -> [@Sendable (TurnLoop) -> Void] {
      queue.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
    }

    /// Sleeps until something is posted or the time is over; nil means no limit.
    ///
    /// A signal for work that was already taken ends it early, which costs one idle check.
    func wait(for duration: Duration?) {
      guard let duration else { return signal.wait() }
      guard duration < .seconds(1 << 30) else { return signal.wait() }
      _ = signal.wait(timeout: .now() + .nanoseconds(Int(max(duration.nanoseconds, 0))))
    }
  }
}
