/// The comparison of a replay with its recording: the layouts, and the first thing that differs.
struct ReplayComparison {
  /// Layouts that the replay ran, forced ones included.
  private(set) var replayedLayouts = 0
  /// Layouts that nothing in the trace explains, and that were forced.
  private(set) var unexplainedLayouts = 0
  /// The first difference.
  private(set) var divergence: TraceDivergence?
  /// How many turns differ.
  private(set) var divergentTurns = 0
  /// The turn in which a broken loop made the replay leave the recording.
  private(set) var leftRecordingInTurn: Int?
  /// Whether an interrupt ended a turn before its end.
  private(set) var wasInterrupted = false
  /// Whether the turn has left the recording: what differs from then on is no divergence.
  private(set) var hasLeft = false
  /// The number of the turn that is replayed, or was replayed last: at its end the loop has gone
  /// on.
  private(set) var turn = 0

  private var hasDiverged = false
  /// The next layout that the recording has; -1 for none.
  private var expectedLayout: Int32 = -1

  /// Begins with a turn, and its first recorded layout.
  mutating func beginTurn(_ number: Int, firstLayout: Int32) {
    turn = number
    expectedLayout = firstLayout
    hasDiverged = false
    hasLeft = false
  }

  /// Ends the turn.
  mutating func endTurn() {
    if hasDiverged { divergentTurns += 1 }
  }

  /// The recorded layout that has not come yet; nil if none is expected.
  var missingLayout: Int32? { expectedLayout >= 0 && !hasLeft ? expectedLayout : nil }

  /// A recorded layout comes, -1 if the recording has none; `next` is the one after it.
  ///
  /// Returns false if another was expected.
  @inline(__always)
  mutating func noteLayout(_ index: Int32, next: Int32) -> Bool {
    replayedLayouts += 1
    guard !hasLeft else { return true }
    let isExpected = index >= 0 && index == expectedLayout
    if index >= 0 { expectedLayout = next }
    return isExpected
  }

  /// A layout is forced because nothing in the recording explains it.
  mutating func noteUnexplainedLayout() { unexplainedLayouts += 1 }

  /// A hunter broke a loop: the layouts that the recording has are not expected any more.
  mutating func leaveRecording() {
    hasLeft = true
    if leftRecordingInTurn == nil { leftRecordingInTurn = turn }
  }

  /// An interrupt leaves out the rest of the turn, which is no divergence.
  mutating func noteInterrupt() {
    wasInterrupted = true
    hasLeft = true
  }

  /// Whether a difference that is found now is the first, and is to be described.
  var wantsDescription: Bool { divergence == nil && !hasLeft }

  /// The replay does something else than the recording, as it did before.
  mutating func noteDivergence() {
    if !hasLeft { hasDiverged = true }
  }

  /// The replay does something else than a line of the recording.
  mutating func diverge(line: Int, recorded: String, replayed: String) {
    noteDivergence()
    guard wantsDescription else { return }
    divergence = TraceDivergence(line: line, turn: turn, recorded: recorded, replayed: replayed)
  }
}

/// The first place where a replay differs from its recording.
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
