import LayoutTrace
import ViewTree

/// Turns detections into events, and hands them to observers and sinks.
///
/// A hub serves the hunters of one thread. Its observers run on that thread, in the order of their
/// registration, at the moment of the detection. Hubs of several threads may share sinks. The sinks
/// get an event first, because an observer may be the last code that a process runs.
///
/// ```swift
/// hunter.analytics.add(StandardErrorSink())
/// hunter.analytics.observe(feedController) { controller, event in
///   controller.showBanner(event.summary)
/// }
/// ```
public final class AnalyticsHub {
  /// Rewrites or drops attributes and reports before sinks and observers see them.
  public var redaction: Redaction {
    get { storedRedaction }
    set {
      // The former redaction's captures die when nothing here is being changed.
      let former = storedRedaction
      storedRedaction = newValue
      withExtendedLifetime(former) {}
    }
  }

  /// The policy by which repetitions of a bug become events; setting it forgets earlier reports.
  public var throttle: ThrottlePolicy {
    get { gate.policy }
    set { gate = Throttle(policy: newValue) }
  }

  /// The outcomes of the detections so far.
  public private(set) var statistics = Statistics()

  /// Called once per sink and kind of problem, on the thread that had the problem.
  ///
  /// If nil, one line on standard error reports it; `{ _ in }` silences it.
  public var onProblem: (@Sendable (SinkProblem) -> Void)? {
    get { listener.withLock { $0 } }
    set {
      // The old closure goes when the lock is free: its captures may call back as they die.
      let old = listener.withLock { listener in
        defer { listener = newValue }
        return listener
      }
      withExtendedLifetime(old) {}
    }
  }

  private var storedRedaction = Redaction.none
  private let now: () -> Duration
  private var gate: Throttle
  /// The closure for problems, which the sinks' threads call.
  private let listener = Locked<(@Sendable (SinkProblem) -> Void)?>(nil)
  private var lanes: [SinkLane] = []
  let observers = ObserverList()
  private var isClosed = false

  /// Makes a hub.
  ///
  /// - Parameters:
  ///   - throttle: The policy that holds repetitions back; by default `ThrottlePolicy.default`.
  ///   - now: The clock by which repetitions are throttled; hunters use that of their loop.
  public init(throttle: ThrottlePolicy = .default, now: @escaping () -> Duration) {
    self.gate = Throttle(policy: throttle)
    self.now = now
  }

  // MARK: Events

  /// Raises the event of a detection, unless the throttle holds it back.
  ///
  /// Hunters call it. You may call it too, with a report from elsewhere.
  ///
  /// - Parameters:
  ///   - name: The kind of the event.
  ///   - report: The report of the detection.
  /// - Returns: The event, or nil if it was held back.
  @discardableResult
  public func raise(_ name: AnalyticsEvent.Name, report: LoopReport) -> AnalyticsEvent? {
    func drop(_ outcome: WritableKeyPath<Statistics, Int>) -> AnalyticsEvent? {
      statistics[keyPath: outcome] += 1
      return nil
    }
    guard !isClosed else { return drop(\.afterClose) }
    let suppressed: Int
    switch gate.decide(name, fingerprint: report.fingerprint, now: now()) {
    case .report(let count): suppressed = count
    case .suppressed: return drop(\.suppressed)
    case .sampledOut: return drop(\.sampledOut)
    case .overBudget: return drop(\.overBudget)
    }
    var event = AnalyticsEvent(name, report: report.withoutLabelTexts)
    event.setPlain("suppressed", .integer(Int64(suppressed)))
    if gate.policy.sampleRate < 1 { event.setPlain("sample_rate", .double(gate.policy.sampleRate)) }
    redaction.apply(to: &event)
    statistics.raised += 1
    for lane in lanes { lane.hand(event) }
    observers.deliver(event)
    return event
  }

  /// True if there is a receiver for events.
  var isHeard: Bool { !lanes.isEmpty || observers.count > 0 }

  // MARK: Sinks

  /// Adds a sink, which gets every event from now on.
  ///
  /// A sink that is added twice gets each event twice.
  ///
  /// - Parameters:
  ///   - sink: The sink.
  ///   - capacity: The number of events that may wait for a sink that is called on a thread of its
  ///     own; by default 4,096. Further ones are dropped and counted.
  public func add(_ sink: some AnalyticsSink, capacity: Int = 4096) {
    let lane = SinkLane(sink, capacity: max(1, capacity)) { [listener] problem in
      let tell = listener.withLock { $0 } ?? { StandardErrorNotice.say("a sink failed: \($0)") }
      tell(problem)
    }
    lanes.append(lane)
  }

  /// The counts of each sink, in the order in which they were added.
  public var sinks: [SinkStatus] { lanes.map(\.status) }

  /// Waits until every sink has delivered all events so far.
  ///
  /// The time is real even if the loop's clock is virtual.
  ///
  /// - Parameter timeout: The longest time to wait; by default 2 seconds.
  /// - Returns: True if all sinks finished in time.
  @discardableResult
  public func flush(timeout: Duration = .seconds(2)) -> Bool {
    SinkLane.flush(lanes, until: .now + timeout)
  }

  /// Flushes, and releases all sinks and observers.
  ///
  /// The hub takes no more events.
  ///
  /// - Parameter timeout: The longest time to wait; by default 2 seconds.
  /// - Returns: True if all sinks finished in time.
  @discardableResult
  public func close(timeout: Duration = .seconds(2)) -> Bool {
    isClosed = true
    let isComplete = flush(timeout: timeout)
    let former = lanes
    lanes = []
    observers.removeAll()
    return withExtendedLifetime(former) { isComplete }
  }
}

extension AnalyticsHub {
  /// The outcomes of the detections that reached a hub.
  public struct Statistics: Hashable, Sendable {
    /// Detections that became events.
    public var raised = 0
    /// Detections held back because the same bug was reported a short while ago.
    public var suppressed = 0
    /// Detections whose fingerprint is not in the sample.
    public var sampledOut = 0
    /// Detections dropped because the budget was used up.
    public var overBudget = 0
    /// Detections after `close`.
    public var afterClose = 0
  }
}
