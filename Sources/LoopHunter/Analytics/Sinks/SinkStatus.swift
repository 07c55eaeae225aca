/// What has become of the events that a hub handed to one sink.
public struct SinkStatus: Hashable, Sendable {
  /// The name of the sink.
  public var name: String
  /// Events the sink took.
  public var recorded = 0
  /// Events at which the sink threw; whether it kept them to try again is the sink's affair.
  public var failed = 0
  /// Events that found the queue full and were dropped.
  public var dropped = 0
  /// Events that wait in the queue, the one in work included.
  public var waiting = 0
  /// What the sink said last when it failed.
  public var lastError: String?
}
