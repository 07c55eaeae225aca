extension TurnLoop {
  /// Work with a deadline.
  ///
  /// The loop owns it: releasing the timer does not end it, but the loop's death does.
  public final class Timer {
    let id: WorkID
    /// The time at which it fires next.
    public internal(set) var deadline: Duration
    /// The interval of a repeating timer.
    public let interval: Duration?
    /// The cause of its being armed; all ticks share it.
    var cause: LayoutCause?
    /// The insertion order, which decides between equal deadlines.
    var order = 0
    /// The heap to notify when the timer ends early.
    weak var queue: TimerQueue?

    private var body: (() -> Bool)?

    /// Makes a timer; `body` returns false when its target is gone.
    init(id: WorkID, deadline: Duration, interval: Duration?, body: @escaping () -> Bool) {
      (self.id, self.deadline, self.interval, self.body) = (id, deadline, interval, body)
    }

    /// True if the timer will fire, or fire again.
    public var isValid: Bool { body != nil }

    /// Ends the timer and releases its work.
    ///
    /// A second call does nothing; the timer's own handler may call it.
    public func invalidate() {
      guard let body else { return }
      let cause = cause
      self.body = nil
      self.cause = nil
      queue?.noteInvalidated()
      // Must be last: the target may die with it, and come back to its timer.
      withExtendedLifetime((body, cause)) {}
    }

    /// The deadline that follows one at which a repeating timer fired.
    ///
    /// Ticks missed during sleep are left out; the rhythm stays, however short it is.
    package static func nextTick(
      after deadline: Duration, every interval: Duration, now: Duration
    ) -> Duration {
      let next = deadline.addingClamped(interval)
      guard next <= now else { return next }
      guard next > deadline else { return deadline }
      let missed = (now - next).attoseconds / interval.attoseconds + 1
      return next.addingClamped(Duration(attoseconds: missed * interval.attoseconds))
    }

    /// Runs the work; returns false when its target is gone.
    func fire() -> Bool {
      guard let body else { return true }
      return body()
    }
  }
}

/// The armed timers, as a heap ordered by deadline, then insertion.
///
/// An ended timer stays as an empty shell until its turn comes, or until shells are the majority.
final class TimerQueue {
  private var heap: [TurnLoop.Timer] = []
  private var lastOrder = 0
  private var shells = 0

  func insert(_ timer: TurnLoop.Timer) {
    lastOrder += 1
    timer.order = lastOrder
    timer.queue = self
    heap.append(timer)
    siftUp(heap.count - 1)
  }

  /// The deadline of the next timer that will fire.
  var nextDeadline: Duration? {
    dropShellsAtTop()
    return heap.first?.deadline
  }

  /// The next deadline after `instant`; due timers do not count.
  func nextDeadline(after instant: Duration) -> Duration? {
    guard let first = nextDeadline else { return nil }
    if first > instant { return first }
    return heap.lazy.filter { $0.isValid && $0.deadline > instant }.map(\.deadline).min()
  }

  /// Removes and returns all due timers, in order.
  func takeDue(at now: Duration) -> [TurnLoop.Timer] {
    var due: [TurnLoop.Timer] = []
    while let deadline = nextDeadline, deadline <= now {
      let timer = removeTop()
      timer.queue = nil
      due.append(timer)
    }
    return due
  }

  /// Removes and returns all timers.
  func takeAll() -> [TurnLoop.Timer] {
    let all = heap
    heap = []
    shells = 0
    for timer in all { timer.queue = nil }
    return all
  }

  /// The timers that will fire.
  var waiting: [WorkID] { heap.filter(\.isValid).map(\.id) }

  /// The number of one-shot timers that still wait.
  var oneShotCount: Int { heap.count { $0.isValid && $0.interval == nil } }

  func noteInvalidated() {
    shells += 1
    guard shells > 32, shells * 2 > heap.count else { return }
    heap.removeAll { !$0.isValid }
    shells = 0
    heap.sort(by: TimerQueue.precedes)
  }

  private func dropShellsAtTop() {
    while let first = heap.first, !first.isValid {
      _ = removeTop()
      shells -= 1
    }
  }

  // MARK: Heap

  private static func precedes(_ lhs: TurnLoop.Timer, _ rhs: TurnLoop.Timer) -> Bool {
    (lhs.deadline, lhs.order) < (rhs.deadline, rhs.order)
  }

  private func removeTop() -> TurnLoop.Timer {
    heap.swapAt(0, heap.count - 1)
    let top = heap.removeLast()
    siftDown(0)
    return top
  }

  private func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard TimerQueue.precedes(heap[child], heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private func siftDown(_ start: Int) {
    var parent = start
    while true {
      var first = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if TimerQueue.precedes(heap[child], heap[first]) { first = child }
      }
      guard first != parent else { return }
      heap.swapAt(parent, first)
      parent = first
    }
  }
}

#if DEBUG
extension TimerQueue {
  /// Describes an error in the heap; nil if there is none.
  func checkInvariants() -> String? {
    for place in heap.indices.dropFirst()
    where TimerQueue.precedes(heap[place], heap[(place - 1) / 2]) {
      return "a timer is below one that comes later"
    }
    if heap.contains(where: { $0.queue !== self }) { return "a timer knows another queue" }
    let empty = heap.count { !$0.isValid }
    return empty == shells ? nil : "\(empty) timers were ended, \(shells) are counted"
  }
}
#endif
