extension Verdict: Codable {
  private enum Key: String, CodingKey {
    case kind, period, property, perRound, depth, times, streak
  }

  /// Reads the coded form: the kind, and the numbers that go with it.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if it is not a verdict that this version knows.
  public init(from decoder: any Decoder) throws {
    let coded = try decoder.container(keyedBy: Key.self)
    let kind: String = try coded.value(.kind)
    switch kind {
    case "oscillating": self = .oscillating(period: try coded.value(.period))
    case "drifting":
      self = .drifting(
        property: LoopProperty(name: try coded.value(.property)), perRound: try coded[.perRound])
    case "redundant": self = .redundant
    case "reentrant": self = .reentrant(depth: try coded.value(.depth))
    case "thrashing": self = .thrashing(times: try coded.value(.times))
    case "feedback": self = .feedback
    case "acrossTurns": self = .acrossTurns(streak: try coded.value(.streak))
    case "undetermined": self = .undetermined
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: coded,
        debugDescription: "unknown verdict '\(kind)'; a newer LoopHunter may have written it")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var coded = encoder.container(keyedBy: Key.self)
    try coded.encode(kind, forKey: .kind)
    switch self {
    case .oscillating(let period): try coded.encode(period, forKey: .period)
    case .drifting(let property, let perRound):
      try coded.encode(property.name, forKey: .property)
      try coded.encodeIfPresent(perRound, forKey: .perRound)
    case .reentrant(let depth): try coded.encode(depth, forKey: .depth)
    case .thrashing(let times): try coded.encode(times, forKey: .times)
    case .acrossTurns(let streak): try coded.encode(streak, forKey: .streak)
    case .redundant, .feedback, .undetermined: break
    }
  }
}
