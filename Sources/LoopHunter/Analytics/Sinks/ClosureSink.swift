/// Hands every event to a closure: the shortest way to an analytics framework.
public struct ClosureSink: AnalyticsSink {
  public let name: String
  public let handOver: SinkHandOver
  private let body: @Sendable (AnalyticsEvent) throws -> Void

  /// Makes a sink of a closure.
  ///
  /// - Parameters:
  ///   - name: The name that problems are reported with; by default `ClosureSink`.
  ///   - handOver: Where the closure runs; by default on a thread of the sink's own.
  ///   - body: Takes an event. What it throws is reported as a problem.
  public init(
    name: String = "ClosureSink", handOver: SinkHandOver = .queued,
    _ body: @escaping @Sendable (AnalyticsEvent) throws -> Void
  ) {
    self.name = name
    self.handOver = handOver
    self.body = body
  }

  public func record(_ event: AnalyticsEvent) throws {
    try body(event)
  }
}
