/// The kind of a loop.
public enum Verdict: Hashable, Sendable {
  /// The geometry of the cycle returns after `period` rounds, with at least two distinct states.
  case oscillating(period: Int)
  /// A value moves monotonically, by `perRound` each time; nil where the steps become larger or smaller.
  case drifting(property: LoopProperty, perRound: Double?)
  /// Every round ends with identical geometry: some code dirties without changing anything.
  case redundant
  /// Nested `layoutIfNeeded` recursion.
  case reentrant(depth: Int)
  /// Code outside any layout dirtied and forced the view this many times in one turn.
  case thrashing(times: Int)
  /// Code outside any layout dirtied the view again after each of its layouts in one pass, without
  /// forcing them; changes of the geometry play no part.
  case feedback
  /// One causal chain of layouts came back to the view in this many turns.
  case acrossTurns(streak: Int)
  /// The evidence does not repeat.
  case undetermined

  /// The verdict's kind in one stable word.
  public var kind: String {
    switch self {
    case .oscillating: "oscillating"
    case .drifting: "drifting"
    case .redundant: "redundant"
    case .reentrant: "reentrant"
    case .thrashing: "thrashing"
    case .feedback: "feedback"
    case .acrossTurns: "acrossTurns"
    case .undetermined: "undetermined"
    }
  }
}
