extension LoopHunter {
  /// What a hunt does in addition to reporting, when its view crosses the threshold.
  public enum Reaction: Hashable, Sendable {
    /// Reports, and lets the view continue.
    case report
    /// Reports, and does not run the view's own layout again in this turn.
    ///
    /// At most `threshold + 1` originals run. Across turns, the next caused layout is left out.
    case breakLoop
    /// Ends the process with the report, for tests.
    case trap
  }
}
