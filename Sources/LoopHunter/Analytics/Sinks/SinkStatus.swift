import ViewTree

/// The outcomes of the events that a hub handed to one sink.
public struct SinkStatus: Hashable, Sendable {
  /// The name of the sink.
  public var name: String
  /// Events the sink took.
  public var recorded = 0
  /// Events for which the sink threw; it may have kept them to try again.
  public var failed = 0
  /// Events that were dropped because the queue was full.
  public var dropped = 0
  /// Events that wait in the queue, including the one being processed.
  public var waiting = 0
  /// The sink's latest error.
  public var lastError: String?
}

/// A failure of a sink, reported once per sink and kind, however often it recurs.
public struct SinkProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a problem.
  public enum Kind: String, Hashable, Sendable {
    /// `record` or `flush` threw.
    case failure
    /// Events come faster than the sink takes them; those beyond its queue were dropped.
    case overflow
  }

  /// The name of the sink.
  public var sink: String
  /// The kind of the problem.
  public var kind: Kind
  /// The sink's message, or the remedy.
  public var text: String

  /// Makes a problem from its parts.
  ///
  /// - Parameters:
  ///   - sink: The name of the sink.
  ///   - kind: The kind of the problem.
  ///   - text: The reason and the remedy.
  public init(sink: String, kind: Kind, text: String) {
    (self.sink, self.kind, self.text) = (sink, kind, text)
  }

  /// `sink: text`.
  public var description: String { PlainText.line("\(sink): \(text)") }
}
