/// The comparison of a replay with its recording: the layouts, and the first thing that differs.
struct ReplayComparison {
  /// Layouts that the replay ran, forced ones included.
  private(set) var replayedLayouts = 0
  /// Layouts that nothing in the trace explains, and that were forced.
  private(set) var unexplainedLayouts = 0
  /// The first difference.
  private(set) var divergence: TraceDivergence?
  /// The number of turns that differ.
  private(set) var divergentTurns = 0
  /// The turn in which a broken loop made the replay leave the recording.
  private(set) var leftRecordingInTurn: Int?
  /// True if an interrupt ended a turn before its end.
  private(set) var wasInterrupted = false
  /// True if the turn has left the recording: later differences are no divergence.
  private(set) var hasLeft = false
  /// The number of the turn that is or was replayed; at its end the loop's own has moved on.
  private(set) var turn = 0

  /// True if the recording ended in the middle of what runs: layouts that follow don't count.
  private(set) var isOver = false

  private var hasDiverged = false
  /// The next layout in the recording; -1 for none.
  private var expectedLayout: Int32 = -1

  /// Begins a turn with its first recorded layout.
  mutating func beginTurn(_ number: Int, firstLayout: Int32) {
    turn = number
    expectedLayout = firstLayout
    hasDiverged = false
    hasLeft = false
  }

  mutating func endTurn() {
    if hasDiverged { divergentTurns += 1 }
  }

  /// The recorded layout that has not come yet; nil if none is expected.
  var missingLayout: Int32? { expectedLayout >= 0 && !hasLeft ? expectedLayout : nil }

  /// Notes a recorded layout, or -1, and the one to expect after it; false if it was not expected.
  @inline(__always)
  mutating func noteLayout(_ index: Int32, next: Int32) -> Bool {
    guard !isOver else { return true }
    replayedLayouts += 1
    guard !hasLeft else { return true }
    let isExpected = index >= 0 && index == expectedLayout
    if index >= 0 { expectedLayout = next }
    return isExpected
  }

  /// True if the turn differs from the recording so far.
  var isAstray: Bool { hasDiverged || hasLeft }

  /// Notes that a layout is forced because nothing in the recording explains it.
  mutating func noteUnexplainedLayout() { unexplainedLayouts += 1 }

  /// Notes that a hunter broke a loop: the recorded layouts are no longer expected.
  mutating func leaveRecording() {
    hasLeft = true
    if leftRecordingInTurn == nil { leftRecordingInTurn = turn }
  }

  /// Notes that an interrupt skips the rest of the turn, which is no divergence.
  mutating func noteInterrupt() {
    wasInterrupted = true
    hasLeft = true
  }

  /// Notes that the recording has no further events.
  mutating func noteEnd() { isOver = true }

  /// True if a difference found now is the first, and is to be described.
  var wantsDescription: Bool { divergence == nil && !hasLeft && !isOver }

  /// Notes another difference between the replay and the recording.
  mutating func noteDivergence() {
    if !hasLeft, !isOver { hasDiverged = true }
  }

  /// Notes a difference between the replay and a line of the recording.
  mutating func diverge(line: Int, recorded: String, replayed: String) {
    noteDivergence()
    guard wantsDescription else { return }
    divergence = TraceDivergence(line: line, turn: turn, recorded: recorded, replayed: replayed)
  }
}

/// The first place at which a replay differs from its recording.
public struct TraceDivergence: Hashable, Sendable, Codable {
  /// The line of the trace, from 1.
  public var line: Int
  /// The turn.
  public var turn: Int
  /// The event in the trace.
  public var recorded: String
  /// The event in the replay.
  public var replayed: String

  /// Makes a difference.
  ///
  /// - Parameters:
  ///   - line: The line of the trace, from 1.
  ///   - turn: The number of the turn.
  ///   - recorded: The event in the trace.
  ///   - replayed: The event in the replay.
  public init(line: Int, turn: Int, recorded: String, replayed: String) {
    (self.line, self.turn, self.recorded, self.replayed) = (line, turn, recorded, replayed)
  }
}
