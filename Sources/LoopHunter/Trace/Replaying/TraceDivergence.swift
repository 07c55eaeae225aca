/// The first place where a replay did something else than the recording.
public struct TraceDivergence: Hashable, Sendable, Codable {
  /// The line of the trace, from 1.
  public var line: Int
  /// The turn.
  public var turn: Int
  /// What the trace says.
  public var recorded: String
  /// What the replay did.
  public var replayed: String

  /// Makes a difference.
  ///
  /// - Parameters:
  ///   - line: The line of the trace, from 1.
  ///   - turn: The number of the turn.
  ///   - recorded: What the trace says.
  ///   - replayed: What the replay did.
  public init(line: Int, turn: Int, recorded: String, replayed: String) {
    self.line = line
    self.turn = turn
    self.recorded = recorded
    self.replayed = replayed
  }
}
