import ViewTree

/// Hands every event to several sinks, each isolated from the others as in a hub.
public final class CompositeSink: AnalyticsSink {
  private let lanes: [SinkLane]
  /// The problems for the outer lane, whose thread may be another one.
  private let problems = Locked<[SinkProblem]>([])

  /// Makes one sink of several.
  ///
  /// - Parameters:
  ///   - sinks: The sinks, each of which gets every event.
  ///   - onProblem: Called with every problem, on the thread that had it; by default nil, not
  ///     called.
  public init(_ sinks: [any AnalyticsSink], onProblem: (@Sendable (SinkProblem) -> Void)? = nil) {
    lanes = sinks.map { [problems] sink in
      SinkLane(sink) { problem in
        problems.withLock { $0.append(problem) }
        onProblem?(problem)
      }
    }
  }

  /// The counts of the sinks, in their order.
  public var statuses: [SinkStatus] { lanes.map(\.status) }

  public var handOver: SinkHandOver { .direct }

  /// Hands the event to every sink.
  ///
  /// - Parameter event: The event.
  /// - Throws: A problem of one of the sinks that was not reported yet.
  public func record(_ event: AnalyticsEvent) throws {
    for lane in lanes { lane.hand(event) }
    try throwProblem()
  }

  /// Flushes all sinks at the same time.
  ///
  /// - Parameter deadline: The time at which to stop waiting.
  /// - Throws: The problem that kept one of the sinks from delivering everything.
  public func flush(until deadline: ContinuousClock.Instant) throws {
    let isComplete = SinkLane.flush(lanes, until: deadline)
    try throwProblem()
    if !isComplete {
      throw SinkProblem(
        sink: name, kind: .failure,
        text: "a sink did not deliver everything in time; allow a longer timeout")
    }
  }

  private func throwProblem() throws {
    if let problem = problems.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { throw problem }
  }
}
