import Dispatch

extension TurnLoop {
  /// Wakes the loop with work, from any thread.
  public final class Poster: Sendable {
    /// Work that waits for the loop.
    struct Posted: @unchecked Sendable {
      /// The number and the cause of work that layout or other work of the loop posted; nil for all other.
      ///
      /// Only the thread that uses the loop sets and reads them.
      var (id, cause): (WorkID?, LayoutCause?)
      let body: @Sendable (TurnLoop) -> Void
    }

    /// The waiting work; nil when the loop is gone.
    private let queue = Locked<[Posted]?>([])
    /// The loop, which is alive while a thread is inside of it.
    nonisolated(unsafe) unowned(unsafe) var loop: TurnLoop?
    private let occupancy: Occupancy
    private let signal = DispatchSemaphore(value: 0)

    /// True if the loop sleeps in the main run loop, which the signal does not reach.
    private let wakesMainQueue: Bool

    init(wakesMainQueue: Bool, occupancy: Occupancy) {
      (self.wakesMainQueue, self.occupancy) = (wakesMainQueue, occupancy)
    }

    /// Hands work to the loop, which runs it as an event of its next turn.
    ///
    /// Work that layout, a block or a timer of the loop posts on its thread is a block for observers and hunters,
    /// as an `event` of theirs is. Work of other threads has no known cause.
    ///
    /// Work that the loop has not run when it is released is released with it, and so is all later
    /// work, although threads still hold the poster.
    ///
    /// - Parameter work: The work, which gets the loop. It runs on the thread that runs the loop.
    public func post(_ work: @escaping @Sendable (TurnLoop) -> Void) {
      let owner = occupancy.isMine && loop?.pass.isActing == true ? loop : nil
      let posted = Posted(id: owner?.newWorkID(), cause: owner?.pass.cause, body: work)
      let isAlive = queue.withLock { waiting in
        waiting?.append(posted)
        return waiting != nil
      }
      guard isAlive else { return }
      if let id = posted.id { owner?.pass.tellEnqueued(id, .block) }
      if wakesMainQueue { DispatchQueue.main.async {} } else { signal.signal() }
    }

    /// True on the thread that is inside the loop: in a turn, a layout, or other code that the loop calls.
    ///
    /// Such code may use the loop itself, whose work begins in this turn and whose deadlines count from now.
    public var isInside: Bool { occupancy.isMine }

    /// True if work is waiting.
    var hasWork: Bool { queue.withLock { $0?.isEmpty == false } }

    /// The waiting work that has a number.
    var waiting: [WorkID] { queue.withLock { $0?.compactMap(\.id) ?? [] } }

    /// Takes all waiting work.
    func take() -> [Posted] {
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
