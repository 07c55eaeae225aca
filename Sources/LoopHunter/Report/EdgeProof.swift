/// The result of a replay without one edge of a loop: its writes or calls were not made.
///
/// A replay repeats the recorded deeds, not what a program would have done without the edge.
public enum EdgeProof: Hashable, Sendable {
  /// Without the edge the loop stops, after this many layouts of the cycle's views in all.
  case proved(layouts: Int)
  /// Without the edge the loop continues; this view still crosses the threshold, if one is known.
  case refuted(through: ViewReference?)
  /// Nothing is known, for this reason.
  case untested(UntestedReason)

  /// The case in one word, as in JSON: `proved`, `refuted` or `untested`.
  public var kind: String {
    switch self {
    case .proved: "proved"
    case .refuted: "refuted"
    case .untested: "untested"
    }
  }

  /// True if the loop stops without the edge.
  var isProved: Bool { if case .proved = self { true } else { false } }

  /// True if the loop continues without the edge.
  var isRefuted: Bool { if case .refuted = self { true } else { false } }

  /// True if more must be left out to see the loop stop: it goes on, or what remains is unknown.
  var leavesOpen: Bool { isRefuted || self == .untested(.mixedValues) }

  /// True if nothing is known.
  var isUntested: Bool { if case .untested = self { true } else { false } }
}

/// The reason why an edge was not tested.
public enum UntestedReason: Hashable, Sendable {
  /// The turn of a live hunt was not recorded.
  case noTrace
  /// The turn of a live hunt is recorded, but not over.
  case openTurn
  /// The recording of a live hunt is gone, or is too long to be read again.
  case lostRecording
  /// The trace of a test could not be written.
  case unwritableTrace
  /// The turn depends on earlier ones.
  case dependentTurn
  /// The turn has too many events.
  case largeTurn
  /// The trace cannot be replayed a second time.
  case unrepeatableTrace
  /// A replay of the turn without any change does not loop.
  case noLoopInReplay
  /// The proofs of the trace took all the events that they may replay.
  case spent
  /// The loop has more candidates than are tested.
  case manyCandidates(limit: Int)
  /// The trace does not hold the edge.
  case missingEdge
  /// Without the edge the trace cannot be replayed.
  case brokenReplay
  /// Without the edge the recorded rest loops; but it was recorded with the edge, in every round.
  case dependentRest
  /// The order of a view's recorded layouts without the edge decides if the rest ends or goes on.
  case openOrder
  /// Without the edge the recorded rest ends; but not if views wrote again what they found unchanged.
  case repeatedWrites
  /// A view got values from the edge's constraint and from others at once.
  case mixedValues
  /// Without the edge a view is laid out more often than was recorded.
  case exhausted(view: ViewReference?)
  /// The run was interrupted.
  case interrupted
  /// A reason that this version does not know, in words.
  case other(String)
}
