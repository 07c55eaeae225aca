/// The layouts of one hunted view in one turn, and the count that needs attention.
///
/// Counts of 32 bits keep it small. A count that would exceed them stays at its highest value, so
/// that it never starts again within a turn; a threshold that high is never crossed.
package struct LayoutCounter {
  /// The highest count that a turn reaches.
  package static let highest = UInt32.max - 1

  /// The low bits of the turn to which `count` belongs.
  package private(set) var turn: UInt32 = 0
  /// The layouts counted in `turn`.
  package private(set) var count: UInt32 = 0
  /// The count that needs attention: to arm, to report, or to break.
  private var alarm = UInt32.max

  /// Makes a counter of a turn, which may have some layouts already.
  package init(turn: UInt32, count: UInt32 = 0, threshold: Int) {
    begin(turn: turn, threshold: threshold)
    self.count = count
  }

  /// Begins a turn with no layouts.
  package mutating func begin(turn: UInt32, threshold: Int) {
    self.turn = turn
    count = 0
    // The first layout past half the threshold, and never the first of a turn.
    alarm = LayoutCounter.armingCount(threshold)
  }

  private static func armingCount(_ threshold: Int) -> UInt32 {
    UInt32(clamping: max(2, threshold / 2 + 1))
  }

  /// Asks for attention at the first layout of the turn, too.
  package mutating func alarmAtFirst() { alarm = 1 }

  /// Counts one layout; returns true if the count has reached the alarm.
  @inline(__always)
  package mutating func add() -> Bool {
    count &+= 1
    return count >= alarm
  }

  /// True if the count has reached the alarm.
  package var isAlarmed: Bool { count >= alarm }

  /// The step that is due when a count reaches the alarm.
  package enum Step: Hashable, Sendable {
    /// The check of a turn's first layout, which `alarmAtFirst` asked for.
    case first
    /// The collection of evidence: half of the threshold is passed.
    case arm
    /// The reaction: the threshold is passed.
    case cross
    /// None: the count is as high as it gets.
    case none
  }

  /// The step that is due at the current count, which has reached the alarm.
  package mutating func step(threshold: Int) -> Step {
    guard count <= Self.highest else {
      count = Self.highest
      return threshold < Self.highest ? .cross : .none
    }
    if alarm == 1 {
      alarm = LayoutCounter.armingCount(threshold)
      return .first
    }
    if Int(count) > threshold { return .cross }
    alarm = threshold < Self.highest ? UInt32(threshold + 1) : .max
    return .arm
  }

  /// Asks for no more attention in this turn, unless the count reaches its maximum.
  package mutating func silence() { alarm = .max }
}
