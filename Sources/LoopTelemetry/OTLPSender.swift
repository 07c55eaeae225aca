import Dispatch
import Foundation
import LayoutTrace
import LoopHunter
import ViewTree

/// The state that an OTLP sink shares with its thread: the queue, the retry clock and the counts.
final class OTLPSender: Sendable {
  /// The thread's next step.
  private enum Step {
    case send(OTLPQueue.Batch)
    case wait(until: ContinuousClock.Instant?)
    case end
  }

  private struct State {
    var queue: OTLPQueue
    var openSince: ContinuousClock.Instant?
    var counts = OTLPSink.Statistics()
    var pace: RetryPace
    var isClosing = false
    /// True if the thread exists.
    var hasThread = false
    /// True if the thread has ended and nothing more will be sent.
    var hasEnded = false
    var isSpoolOpen = false
    /// Problems not yet thrown to a caller of `record`.
    var problems: [OTLPError] = []
    /// The kinds of problem that are in `problems`, or have been.
    var reported: Set<String> = []
    /// Callers that wait for the next outcome of a request.
    var waiters: [DispatchSemaphore] = []
  }

  let configuration: OTLPConfiguration
  private let transport: any OTLPTransport
  /// The interrupt that ends a flush's wait before its deadline.
  private let interrupt: TraceInterrupt?
  private let state: Locked<State>
  private let wake = DispatchSemaphore(value: 0)

  init(
    _ configuration: OTLPConfiguration, transport: any OTLPTransport,
    interrupt: TraceInterrupt? = nil
  ) {
    (self.configuration, self.transport, self.interrupt) = (configuration, transport, interrupt)
    state = Locked(
      State(
        queue: OTLPQueue(batchSize: configuration.batchSize, limit: configuration.queueLimit),
        pace: RetryPace(first: configuration.firstRetry, longest: configuration.longestRetry)))
  }

  var statistics: OTLPSink.Statistics {
    state.withLock { state in
      var counts = state.counts
      counts.waiting = state.queue.count
      return counts
    }
  }

  // MARK: Callers

  /// Accepts a record, or throws.
  func add(_ record: [UInt8]) throws {
    let (problem, isNews, hasThread) = state.withLock { state -> (OTLPError?, Bool, Bool) in
      openSpool(&state)
      let before = state.queue.ready.count
      let wasGathering = state.openSince != nil
      do {
        guard try state.queue.add(record) else {
          state.counts.dropped += 1
          return (.full(limit: configuration.queueLimit), false, state.hasThread)
        }
      } catch {
        Self.note(.spool(reason: String(describing: error)), in: &state)
      }
      state.openSince = state.queue.open == nil ? nil : state.openSince ?? .now
      let problem = state.problems.isEmpty ? nil : state.problems.removeFirst()
      return (problem, !wasGathering || state.queue.ready.count > before, state.hasThread)
    }
    if isNews { wake.signal() }
    // A sink that got no thread when it was made may get one now.
    if !hasThread { startThread() }
    if let problem { throw problem }
  }

  /// Makes the thread send all waiting events, and waits for that; throws if it does not succeed.
  func flush(until deadline: ContinuousClock.Instant) throws {
    var patience = SafeWrite.Patience(until: deadline, interrupt: interrupt)
    let last = state.withLock { state in
      openSpool(&state)
      state.queue.seal()
      state.openSince = nil
      state.pace.hurry()
      return state.queue.lastNumber
    }
    while true {
      let outcome = DispatchSemaphore(value: 0)
      let verdict = state.withLock { state -> Result<Void, OTLPError>? in
        let verdict = Self.verdict(on: state, through: last, until: deadline, &patience)
        if verdict == nil { state.waiters.append(outcome) }
        return verdict
      }
      if let verdict {
        if let loss = state.withLock({ Self.takeLoss(&$0) }) { throw loss }
        return try verdict.get()
      }
      guard startThread() else {
        if case .send(let batch) = state.withLock({ nextStep(&$0) }) {
          send(batch)
        } else {
          usleep(20_000)
        }
        continue
      }
      wake.signal()
      // An interrupt cannot wake a thread: it comes from a signal handler.
      let slice = DispatchTimeInterval.milliseconds(SafeWrite.Patience.slice)
      while outcome.wait(timeout: min(deadline.dispatchTime, .now() + slice)) == .timedOut,
        patience.end() == nil
      {}
    }
  }

  /// The end of a wait for events up to a number; nil while they can still be sent in time.
  private static func verdict(
    on state: State, through last: Int, until deadline: ContinuousClock.Instant,
    _ patience: inout SafeWrite.Patience
  ) -> Result<Void, OTLPError>? {
    let count = state.queue.ready.filter { $0.number <= last }.reduce(0) { $0 + $1.records.count }
    if count == 0, !state.queue.hasUnread { return .success(()) }
    let isHopeless = state.pace.notBefore.map { $0 > deadline } ?? false
    let end = patience.end()
    guard isHopeless || state.hasEnded || end != nil else { return nil }
    let silence = end == EINTR ? "interrupted" : "there was no answer in time"
    return .failure(
      .undelivered(
        count: count, reason: state.counts.lastError ?? silence, isSpooled: state.queue.isSpooled))
  }

  /// Takes a problem that lost events; mere delays are no news once the events have arrived.
  private static func takeLoss(_ state: inout State) -> OTLPError? {
    state.problems.removeAll { if case .undelivered = $0 { true } else { false } }
    return state.problems.firstIndex(where: \.isLoss).map { state.problems.remove(at: $0) }
  }

  /// Makes the thread send the waiting events once more, and end.
  func close() {
    state.withLock { state in
      state.isClosing = true
      state.queue.seal()
      state.pace.hurry()
    }
    if startThread() {
      wake.signal()
      return
    }
    while case .send(let batch) = state.withLock({ nextStep(&$0) }) { send(batch) }
    OrderlyExit.remove(self)
  }

  // MARK: The thread

  /// Starts the thread if there is none; false if the system has none: a flush then sends.
  @discardableResult
  func startThread() -> Bool {
    state.withLock { state in
      if !state.hasThread { state.hasThread = SinkThread.start("LoopHunter OTLP") { self.work() } }
      return state.hasThread
    }
  }

  /// The body of the thread.
  private func work() {
    while true {
      switch state.withLock({ nextStep(&$0) }) {
      case .send(let batch): send(batch)
      case .wait(let instant):
        if let instant {
          _ = wake.wait(timeout: instant.dispatchTime)
        } else {
          wake.wait()
        }
      case .end: return OrderlyExit.remove(self)
      }
    }
  }

  /// Sends a batch, and wakes the callers that wait for the outcome.
  private func send(_ batch: OTLPQueue.Batch) {
    let result = Result { try post(batch) }
    let waiters = state.withLock { state in
      settle(result, count: batch.records.count, in: &state)
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.signal() }
  }

  private func nextStep(_ state: inout State) -> Step {
    openSpool(&state)
    let step = step(&state)
    if case .end = step { state.hasEnded = true }
    return step
  }

  private func step(_ state: inout State) -> Step {
    let now = ContinuousClock.now
    if let since = state.openSince, since + configuration.batchDelay <= now {
      state.queue.seal()
      state.openSince = nil
    }
    if let batch = state.queue.ready.first {
      if let instant = state.pace.notBefore, instant > now {
        return state.isClosing ? .end : .wait(until: instant)
      }
      return .send(batch)
    }
    if state.isClosing { return .end }
    return .wait(until: state.openSince.map { $0 + configuration.batchDelay })
  }

  private func post(_ batch: OTLPQueue.Batch) throws -> OTLPResponse {
    try transport.post(
      OTLPEncoding.request(batch.records, configuration), to: configuration.endpoint,
      headers: configuration.headers, timeout: configuration.timeout)
  }

  /// Treats the oldest batch as the answer to it demands.
  private func settle(_ result: Result<OTLPResponse, any Error>, count: Int, in state: inout State)
  {
    state.counts.requests += 1
    switch result.map({ ($0, OTLPAnswer($0)) }) {
    case .success((_, .delivered(let rejected, let message))):
      let rejected = min(max(0, rejected), count)
      state.counts.delivered += count - rejected
      state.counts.rejected += rejected
      if rejected > 0 {
        Self.note(.partial(rejected: rejected, message: message), in: &state)
      } else if !message.isEmpty {
        Self.note(.remark(message: message), in: &state)
      }
      drop(&state)
    case .success((let response, .refused)):
      state.counts.rejected += count
      let location = (300...399).contains(response.status) ? response.headers["location"] : nil
      let message = location ?? String(decoding: response.body.prefix(200), as: UTF8.self)
      Self.note(.refused(status: response.status, count: count, message: message), in: &state)
      drop(&state)
    case .success((let response, .later(let pause))):
      retry(reason: "the collector answered \(response.status)", pause: pause, in: &state)
    case .failure(let error): retry(reason: String(describing: error), pause: nil, in: &state)
    }
  }

  private func drop(_ state: inout State) {
    state.pace.succeeded()
    do {
      try state.queue.removeFirst()
    } catch {
      Self.note(.spool(reason: String(describing: error)), in: &state)
    }
  }

  /// Schedules another attempt for the batch.
  private func retry(reason: String, pause: Duration?, in state: inout State) {
    state.counts.failures += 1
    state.pace.failed(at: .now, ordered: pause)
    Self.note(
      .undelivered(count: state.queue.count, reason: reason, isSpooled: state.queue.isSpooled),
      in: &state)
    state.counts.lastError = reason
  }

  /// Keeps a problem for the next caller, the first time that its kind occurs.
  private static func note(_ problem: OTLPError, in state: inout State) {
    state.counts.lastError = problem.description
    if state.reported.insert(problem.kind).inserted { state.problems.append(problem) }
  }

  /// Opens the spool at first use, on the thread that needs it, never on a loop's.
  private func openSpool(_ state: inout State) {
    guard !state.isSpoolOpen, let path = configuration.spool else { return }
    state.isSpoolOpen = true
    do {
      try state.queue.use(try OTLPSpool(path))
    } catch {
      Self.note(.spool(reason: String(describing: error)), in: &state)
    }
  }
}

extension OTLPError {
  /// The kind of problem, without its numbers.
  fileprivate var kind: String {
    switch self {
    case .undelivered: "undelivered"
    case .partial: "partial"
    case .refused: "refused"
    case .full: "full"
    case .spool: "spool"
    case .remark: "remark"
    }
  }

  /// True if events are lost, or would be lost by a restart.
  fileprivate var isLoss: Bool {
    switch self {
    case .undelivered, .remark: false
    case .partial, .refused, .full, .spool: true
    }
  }
}
