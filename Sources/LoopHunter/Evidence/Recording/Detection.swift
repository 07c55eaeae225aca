import ViewTree

extension LoopHunter {
  /// The moment of a detection, from which a report is made.
  package struct Detection {
    /// What was noticed.
    package enum Kind {
      /// The view was laid out `threshold + 1` times in one turn.
      case crossing
      /// One causal chain came back to the view in `streak` turns.
      ///
      /// The chain holds the hunted views on it, the latest first.
      case acrossTurns(streak: Int, chain: [View])
    }

    package let kind: Kind
    /// The hunted view.
    package let view: View
    package let threshold: Int
    /// The layouts counted in this turn, the present one included.
    package let count: Int
    package let turn: Int
    /// The turns in a row, this one included, in which this was noticed.
    package let consecutiveTurns: Int
    /// The loop's time.
    package let time: Duration
    /// How many layouts of the view are on the stack, the present one included.
    package let depth: Int
    /// Whether the hunter will break the loop.
    package let isBroken: Bool
  }
}
