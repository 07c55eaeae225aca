/// What kind of loop a detection is.
public enum Verdict: Hashable, Sendable {
  /// The geometry of the cycle returns after `period` rounds, with at least two distinct states.
  case oscillating(period: Int)
  /// A value moves monotonically, by `perRound` each time.
  case drifting(property: String, perRound: Double)
  /// Every round ends with identical geometry: something dirties without changing anything.
  case redundant
  /// Nested `layoutIfNeeded` recursion.
  case reentrant(depth: Int)
  /// Code outside any layout dirtied and forced the view this many times in one turn.
  case thrashing(times: Int)
  /// Code outside any layout dirtied the view again after each of its layouts in one pass, and nobody
  /// forced them; what became of the geometry plays no part.
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

extension Verdict: Codable {
  private enum Key: String, CodingKey {
    case kind, period, property, perRound, depth, times, streak
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let kind = try container.decode(String.self, forKey: .kind)
    switch kind {
    case "oscillating":
      self = .oscillating(period: try container.decode(Int.self, forKey: .period))
    case "drifting":
      self = .drifting(
        property: try container.decode(String.self, forKey: .property),
        perRound: try container.decode(Double.self, forKey: .perRound))
    case "redundant": self = .redundant
    case "reentrant": self = .reentrant(depth: try container.decode(Int.self, forKey: .depth))
    case "thrashing": self = .thrashing(times: try container.decode(Int.self, forKey: .times))
    case "feedback": self = .feedback
    case "acrossTurns": self = .acrossTurns(streak: try container.decode(Int.self, forKey: .streak))
    case "undetermined": self = .undetermined
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container,
        debugDescription: "unknown verdict '\(kind)'; a newer LoopHunter may have written it")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(kind, forKey: .kind)
    switch self {
    case .oscillating(let period): try container.encode(period, forKey: .period)
    case .drifting(let property, let perRound):
      try container.encode(property, forKey: .property)
      try container.encode(perRound, forKey: .perRound)
    case .reentrant(let depth): try container.encode(depth, forKey: .depth)
    case .thrashing(let times): try container.encode(times, forKey: .times)
    case .acrossTurns(let streak): try container.encode(streak, forKey: .streak)
    case .redundant, .feedback, .undetermined: break
    }
  }
}

extension Verdict {
  /// What the author of a page's script can do about it, in one sentence; nil where that depends.
  package var remedyInScript: String? {
    switch self {
    case .thrashing:
      "Read first, then write; or write everything, then read once."
    case .feedback:
      "Change everything in one callback, or let the callback pass over sizes that it set itself."
    default: nil
    }
  }
}
