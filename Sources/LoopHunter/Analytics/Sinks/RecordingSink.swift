import ViewTree

/// Keeps every event in memory, for tests; an event is there as soon as it was raised.
public final class RecordingSink: AnalyticsSink {
  private let recorded = Locked<[AnalyticsEvent]>([])

  /// Makes an empty sink.
  public init() {}

  /// The events so far, in order.
  public var events: [AnalyticsEvent] { recorded.withLock { $0 } }

  public var handOver: SinkHandOver { .direct }

  public func record(_ event: AnalyticsEvent) {
    recorded.withLock { $0.append(event) }
  }

  /// Forgets the events so far and returns them.
  @discardableResult
  public func drain() -> [AnalyticsEvent] {
    recorded.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
