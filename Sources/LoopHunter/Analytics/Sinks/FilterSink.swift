/// Lets only some events through to another sink.
public struct FilterSink: AnalyticsSink {
  private let base: any AnalyticsSink
  private let isIncluded: @Sendable (AnalyticsEvent) -> Bool

  /// Makes a sink that passes some events on.
  ///
  /// - Parameters:
  ///   - base: The sink that gets them.
  ///   - isIncluded: Whether it gets this event.
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
