import Dispatch

extension TurnLoop {
  /// Wakes the loop with work, from any thread.
  public final class Poster: Sendable {
    /// The waiting work; nil when the loop is gone.
    private let queue = Locked<[@Sendable (TurnLoop) -> Void]?>([])
    private let signal = DispatchSemaphore(value: 0)

    /// True if the loop sleeps in the main run loop, which the signal does not reach.
    private let wakesMainQueue: Bool

    init(wakesMainQueue: Bool) { self.wakesMainQueue = wakesMainQueue }

    /// Hands work to the loop, which runs it as an event of its next turn.
    ///
    /// Work that the loop has not run when it is released is released with it, and so is all later
    /// work, although threads still hold the poster.
    ///
    /// - Parameter work: The work, which gets the loop. It runs on the thread that runs the loop.
    public func post(_ work: @escaping @Sendable (TurnLoop) -> Void) {
      let isAlive = queue.withLock { waiting in
        waiting?.append(work)
        return waiting != nil
      }
      guard isAlive else { return }
      if wakesMainQueue { DispatchQueue.main.async {} } else { signal.signal() }
    }

    /// True if work is waiting.
    var hasWork: Bool { queue.withLock { $0?.isEmpty == false } }

    /// Takes all waiting work.
    func take() -> [@Sendable (TurnLoop) -> Void] {
      queue.withLock { waiting in
        guard let taken = waiting else { return [] }
        waiting = []
        return taken
      }
    }

    /// Releases all waiting work, and everything that is posted from now on.
    func close() {
      // Its captures may post when they die, so the work is released outside of the lock.
      let left = queue.withLock { waiting in
        let taken = waiting
        waiting = nil
        return taken
      }
      withExtendedLifetime(left) {}
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
