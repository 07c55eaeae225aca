import LayoutTrace

/// What a replay showed in which one edge of a loop was left out: the writes or calls were not made.
///
/// A replay does what was recorded. It cannot know what a program would have done otherwise without the
/// edge.
public enum EdgeProof: Hashable, Sendable {
  /// Without the edge the loop stops; the views of the cycle are laid out so many times in all.
  case proved(layouts: Int)
  /// Without the edge the loop continues; this view still crosses the threshold, if one is known.
  case refuted(through: ViewReference?)
  /// Nothing is known, for this reason.
  case untested(String)

  /// Nobody recorded the turn of a live hunt.
  static let noTrace = EdgeProof.untested("no trace of the turn was recorded")
  /// The turn of a live hunt is recorded, and goes on.
  static let openTurn = EdgeProof.untested("the turn was not over")

  /// The case in one word, as in JSON: `proved`, `refuted` or `untested`.
  public var kind: String {
    switch self {
    case .proved: "proved"
    case .refuted: "refuted"
    case .untested: "untested"
    }
  }
}

/// The keys stand beside those of the edge.
extension EdgeProof: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind = "proof"
    case layouts = "layoutsWithout"
    case through = "continuesThrough"
    case reason = "untestedBecause"
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .kind) {
    case "proved": self = .proved(layouts: try container.decode(Int.self, forKey: .layouts))
    case "refuted":
      self = .refuted(
        through: try container.decodeIfPresent(ViewReference.self, forKey: .through))
    case "untested": self = .untested(try container.decode(String.self, forKey: .reason))
    case let other:
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "'\(other)' is no result of a proof")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    switch self {
    case .proved(let layouts): try container.encode(layouts, forKey: .layouts)
    case .refuted(let view): try container.encodeIfPresent(view, forKey: .through)
    case .untested(let reason): try container.encode(reason, forKey: .reason)
    }
  }
}

extension LoopReport {
  /// What replays showed of the culprit, in a few words; nil where nothing was tested.
  ///
  /// What code outside layout does repeatedly has two sides, of which one may be enough to stop it.
  public var proof: String? {
    guard let culprit, let proof = culprit.edge.proof else { return nil }
    if case .proved(let layouts)? = culprit.force?.proof, proof.kind != "proved" {
      return "proved: without the forced layouts \(end(layouts))"
    }
    switch proof {
    case .proved(let layouts): return "proved: without it \(end(layouts))"
    case .refuted(let view):
      let through = view.map { " through `\($0.name)`" } ?? ""
      return "not proved: without it the loop goes on\(through)"
    case .untested(let reason): return "not tested: \(reason)"
    }
  }

  private func end(_ layouts: Int) -> String {
    if case .acrossTurns = verdict { return "the loop ends after \(layouts.counted("layout"))" }
    return "the turn settles after \(layouts.counted("layout"))"
  }
}
