import ViewTree

/// Hands every event to a closure: the shortest way to an analytics framework.
public struct ClosureSink: AnalyticsSink {
  public let name: String
  public let handOver: SinkHandOver
  private let body: @Sendable (AnalyticsEvent) throws -> Void

  /// Makes a sink of a closure.
  ///
  /// - Parameters:
  ///   - name: The name that problems are reported with; by default `ClosureSink`.
  ///   - handOver: The thread on which the closure runs; by default one of the sink's own.
  ///   - body: Takes an event. Its errors are reported as problems.
  public init(
    name: String = "ClosureSink", handOver: SinkHandOver = .queued,
    _ body: @escaping @Sendable (AnalyticsEvent) throws -> Void
  ) {
    (self.name, self.handOver, self.body) = (name, handOver, body)
  }

  public func record(_ event: AnalyticsEvent) throws { try body(event) }
}

/// Lets only some events through to another sink.
public struct FilterSink: AnalyticsSink {
  private let base: any AnalyticsSink
  private let isIncluded: @Sendable (AnalyticsEvent) -> Bool

  /// Makes a sink that passes some events on.
  ///
  /// - Parameters:
  ///   - base: The sink that gets them.
  ///   - isIncluded: Returns true if it gets this event.
  public init(
    _ base: any AnalyticsSink, where isIncluded: @escaping @Sendable (AnalyticsEvent) -> Bool
  ) {
    self.base = base
    self.isIncluded = isIncluded
  }

  public var name: String { base.name }
  public var handOver: SinkHandOver { base.handOver }

  public func record(_ event: AnalyticsEvent) throws {
    if isIncluded(event) { try base.record(event) }
  }

  public func flush(until deadline: ContinuousClock.Instant) throws {
    try base.flush(until: deadline)
  }
}

/// Keeps every event in memory, for tests; an event is there as soon as it was raised.
public final class RecordingSink: AnalyticsSink {
  private let recorded = Locked<[AnalyticsEvent]>([])

  /// Makes an empty sink.
  public init() {}

  /// The events so far, in order.
  public var events: [AnalyticsEvent] { recorded.withLock { $0 } }

  public var handOver: SinkHandOver { .direct }

  public func record(_ event: AnalyticsEvent) { recorded.withLock { $0.append(event) } }

  /// Forgets the events so far and returns them.
  @discardableResult
  public func drain() -> [AnalyticsEvent] {
    recorded.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
