import Dispatch
import Foundation
import LayoutTrace
import ViewTree

/// Stands between a hub and one sink, and isolates the hub from the sink's failures.
///
/// A queued sink gets a bounded queue and a thread; a direct one is called in place. Either way its
/// errors are counted and reported once. A released lane's thread finishes the queue.
final class SinkLane: Sendable {
  /// The number of events that may wait for a sink before further ones are dropped.
  static let capacity = 4096

  private let core: Core

  /// Makes the lane of a sink, with its thread if it needs one.
  init(
    _ sink: any AnalyticsSink, capacity: Int = SinkLane.capacity,
    report: @escaping @Sendable (SinkProblem) -> Void
  ) {
    core = Core(sink: sink, capacity: capacity, report: report)
    guard sink.handOver == .queued else { return }
    let core = core
    OrderlyExit.add(core) { [weak core] deadline in core?.flush(until: deadline) ?? true }
    core.startThread()
  }

  deinit { core.close() }

  /// The sink's counts at this moment.
  var status: SinkStatus { core.state.withLock { $0.status } }

  /// Hands one event over; never blocks for longer than a direct sink does.
  func hand(_ event: AnalyticsEvent) { core.hand(event) }

  /// Waits until the sink has delivered all events handed over so far; false if it did not.
  func flush(until deadline: ContinuousClock.Instant) -> Bool { core.flush(until: deadline) }

  /// Flushes several lanes side by side.
  static func flush(_ lanes: [SinkLane], until deadline: ContinuousClock.Instant) -> Bool {
    SideBySide.run(lanes.map { lane in { lane.flush(until: $0) } }, until: deadline)
  }
}

extension SinkLane {
  /// The state that the lane and its thread share; the thread holds it until the queue is empty.
  private final class Core: Sendable {
    /// One entry of the queue.
    enum Item: Sendable {
      case event(AnalyticsEvent)
      case flush(ContinuousClock.Instant, SideBySide.Tally)
    }

    struct State {
      var queue: [Item] = []
      var isClosing = false
      /// True while the queue is being processed, by its thread or by a caller that found none.
      var hasWorker = false
      var status: SinkStatus
      var reported: Set<SinkProblem.Kind> = []
    }

    let sink: any AnalyticsSink
    let isQueued: Bool
    let capacity: Int
    let report: @Sendable (SinkProblem) -> Void
    let state: Locked<State>
    let wake = DispatchSemaphore(value: 0)

    init(
      sink: any AnalyticsSink, capacity: Int, report: @escaping @Sendable (SinkProblem) -> Void
    ) {
      self.sink = sink
      self.isQueued = sink.handOver == .queued
      self.capacity = capacity
      self.report = report
      self.state = Locked(State(status: SinkStatus(name: sink.name)))
    }

    func hand(_ event: AnalyticsEvent) {
      guard isQueued else { return record(event) }
      let (isFull, wasEmpty, hasWorker) = state.withLock { state in
        guard state.status.waiting < capacity else {
          state.status.dropped += 1
          return (true, false, state.hasWorker)
        }
        state.status.waiting += 1
        state.queue.append(.event(event))
        return (false, state.queue.count == 1, state.hasWorker)
      }
      if wasEmpty { wake.signal() }
      // A sink that got no thread when it was added may get one now.
      if !hasWorker { startThread() }
      if isFull {
        tell(
          .overflow,
          "\(capacity.counted("event", "wait")) for it, and further events are dropped; make the sink "
            + "faster, throttle more, or put a FilterSink before it")
      }
    }

    func flush(until deadline: ContinuousClock.Instant) -> Bool {
      guard isQueued else { return flushSink(until: deadline) }
      let ticket = SideBySide.Tally()
      let wasEmpty = state.withLock { state in
        state.queue.append(.flush(deadline, ticket))
        return state.queue.count == 1
      }
      if wasEmpty { wake.signal() }
      workWithoutThread()
      return ticket.wait(for: 1, until: deadline)
    }

    func close() {
      state.withLock { $0.isClosing = true }
      wake.signal()
      workWithoutThread()
    }

    /// Takes over the processing; false if another thread has it already.
    private func becomeWorker() -> Bool {
      state.withLock { state in
        defer { state.hasWorker = true }
        return !state.hasWorker
      }
    }

    /// Starts the thread if there is none and the system gives one; returns true if it did.
    @discardableResult
    func startThread() -> Bool {
      guard becomeWorker() else { return false }
      let isThere = SinkThread.start("LoopHunter sink") { self.work() }
      if !isThere { state.withLock { $0.hasWorker = false } }
      return isThere
    }

    /// Processes the queue on this thread if the system gives no other.
    private func workWithoutThread() {
      guard !startThread(), becomeWorker() else { return }
      while true {
        let items = state.withLock { state in
          defer { state.queue = [] }
          state.hasWorker = !state.queue.isEmpty
          return state.queue
        }
        if items.isEmpty { break }
        for item in items { work(off: item) }
      }
      if state.withLock({ $0.isClosing }) { OrderlyExit.remove(self) }
    }

    /// The thread's whole life: takes waiting items, processes them, ends when closed and empty.
    private func work() {
      while true {
        wake.wait()
        while true {
          let (items, isClosing) = state.withLock { state in
            defer { state.queue = [] }
            return (state.queue, state.isClosing)
          }
          for item in items { work(off: item) }
          guard items.isEmpty else { continue }
          guard isClosing else { break }
          return OrderlyExit.remove(self)
        }
      }
    }

    private func work(off item: Item) {
      switch item {
      case .event(let event):
        record(event)
        state.withLock { $0.status.waiting -= 1 }
      case .flush(let deadline, let ticket): ticket.add(flushSink(until: deadline))
      }
    }

    private func record(_ event: AnalyticsEvent) {
      do {
        try sink.record(event)
        state.withLock { $0.status.recorded += 1 }
      } catch {
        fail(error) { $0.failed += 1 }
      }
    }

    private func flushSink(until deadline: ContinuousClock.Instant) -> Bool {
      do {
        try sink.flush(until: deadline)
        return true
      } catch {
        fail(error) { _ in }
        return false
      }
    }

    private func fail(_ error: any Error, count: (inout SinkStatus) -> Void) {
      let text = String(describing: error)
      state.withLock { state in
        count(&state.status)
        state.status.lastError = text
      }
      tell(.failure, text)
    }

    /// Reports a kind of problem once, outside the lock, because the listener may call back.
    private func tell(_ kind: SinkProblem.Kind, _ text: String) {
      guard state.withLock({ $0.reported.insert(kind).inserted }) else { return }
      report(SinkProblem(sink: sink.name, kind: kind, text: text))
    }
  }
}

extension ContinuousClock.Instant {
  /// The deadline for Dispatch, which counts nanoseconds of uptime.
  package var dispatchTime: DispatchTime { .now() + ContinuousClock.now.duration(to: self).seconds }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
