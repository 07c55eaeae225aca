/// The coded form of a verdict: its kind, and the numbers that go with it.
struct CodedVerdict: Codable {
  var verdict: Verdict

  private enum Key: String, CodingKey {
    case kind, period, property, perRound, depth, times, streak
  }

  init(verdict: Verdict) { self.verdict = verdict }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func number(_ key: Key) throws -> Int { try container.decode(Int.self, forKey: key) }
    let kind = try container.decode(String.self, forKey: .kind)
    switch kind {
    case "oscillating": verdict = .oscillating(period: try number(.period))
    case "drifting":
      verdict = .drifting(
        property: LoopProperty(name: try container.decode(String.self, forKey: .property)),
        perRound: try container.decodeIfPresent(Double.self, forKey: .perRound))
    case "redundant": verdict = .redundant
    case "reentrant": verdict = .reentrant(depth: try number(.depth))
    case "thrashing": verdict = .thrashing(times: try number(.times))
    case "feedback": verdict = .feedback
    case "acrossTurns": verdict = .acrossTurns(streak: try number(.streak))
    case "undetermined": verdict = .undetermined
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container,
        debugDescription: "unknown verdict '\(kind)'; a newer LoopHunter may have written it")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(verdict.kind, forKey: .kind)
    switch verdict {
    case .oscillating(let period): try container.encode(period, forKey: .period)
    case .drifting(let property, let perRound):
      try container.encode(property.name, forKey: .property)
      try container.encodeIfPresent(perRound, forKey: .perRound)
    case .reentrant(let depth): try container.encode(depth, forKey: .depth)
    case .thrashing(let times): try container.encode(times, forKey: .times)
    case .acrossTurns(let streak): try container.encode(streak, forKey: .streak)
    case .redundant, .feedback, .undetermined: break
    }
  }
}

extension Verdict: Codable {
  /// Reads the coded form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if it is not a verdict that this version knows.
  public init(from decoder: any Decoder) throws { self = try CodedVerdict(from: decoder).verdict }

  public func encode(to encoder: any Encoder) throws {
    try CodedVerdict(verdict: self).encode(to: encoder)
  }
}
