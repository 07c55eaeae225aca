/// The coded form of a culprit.
struct CodedCulprit: Codable {
  var sentence: String
  var edge: CodedEdge
  var opponent: ViewReference?
  var force: CodedEdge?
  var rival: CodedEdge?
  var companion: CodedEdge?
  /// The circumstances that the sentence tells; absent where only the sentence is known.
  var account: CodedAccount?
  var victimCount: Int?

  init(_ culprit: Culprit) {
    sentence = culprit.sentence
    edge = CodedEdge(culprit.edge)
    opponent = culprit.opponent
    force = culprit.force.map(CodedEdge.init)
    rival = culprit.rival.map(CodedEdge.init)
    companion = culprit.companion.map(CodedEdge.init)
    account = CodedAccount(culprit.account)
    victimCount = account == nil ? nil : culprit.victimCount
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    sentence = try container.decode(String.self, forKey: .sentence)
    edge = try container.decode(CodedEdge.self, forKey: .edge)
    opponent = try container.decodeIfPresent(ViewReference.self, forKey: .opponent)
    force = try container.decodeIfPresent(CodedEdge.self, forKey: .force)
    rival = try container.decodeIfPresent(CodedEdge.self, forKey: .rival)
    companion = try container.decodeIfPresent(CodedEdge.self, forKey: .companion)
    account = try? container.decode(CodedAccount.self, forKey: .account)
    victimCount = try container.decodeIfPresent(Int.self, forKey: .victimCount)
  }

  /// The culprit.
  var culprit: Culprit {
    var culprit = Culprit(
      account?.account ?? .told(sentence), edge: edge.edge, opponent: opponent, force: force?.edge)
    (culprit.rival, culprit.companion) = (rival?.edge, companion?.edge)
    if account?.account != nil { culprit.victimCount = victimCount ?? 0 }
    return culprit
  }
}

/// The coded form of the circumstances of a deed.
struct CodedAccount: Codable {
  var kind: Kind
  var relation: CulpritAccount.Relation?
  var isInConstraints: Bool?
  var isDeferred: Bool?
  var isOfArrangedView: Bool?
  var moved: String?
  var consequence: Consequence?
  var announcedBy: String?
  var announcedOn: ViewReference?
  var hasOthers: Bool?
  var isOfSubview: Bool?
  var forced: Int?

  enum Kind: String, Codable { case layout, outside, script }
  enum Consequence: String, Codable { case dirtied, announced, updateConstraints, nestedLayout }

  private enum CodingKeys: String, CodingKey {
    case kind, relation
    case isInConstraints = "inConstraints"
    case isDeferred = "deferred"
    case isOfArrangedView = "ofArrangedView"
    case moved, consequence, announcedBy, announcedOn
    case hasOthers = "others"
    case isOfSubview = "ofSubview"
    case forced
  }

  /// Nil for an account that is already a sentence.
  init?(_ account: CulpritAccount) {
    switch account {
    case .inLayout(let deed):
      kind = .layout
      relation = deed.relation
      isInConstraints = deed.isInConstraints ? true : nil
      isDeferred = deed.isDeferred ? true : nil
      isOfArrangedView = deed.isOfArrangedView ? true : nil
      moved = deed.moved
      switch deed.consequence {
      case .dirtied: consequence = .dirtied
      case .announced(let call, let view):
        (consequence, announcedBy, announcedOn) = (.announced, call.name, view)
      case .updateConstraints: consequence = .updateConstraints
      case .nestedLayout: consequence = .nestedLayout
      }
    case .outside(let deed):
      kind = .outside
      hasOthers = deed.hasOthers ? true : nil
      isOfSubview = deed.isOfSubview ? true : nil
    case .script(let forced):
      kind = .script
      self.forced = forced
    case .told: return nil
    }
  }

  /// The account; nil if a part of it is missing.
  var account: CulpritAccount? {
    switch kind {
    case .outside:
      return .outside(.init(hasOthers: hasOthers ?? false, isOfSubview: isOfSubview ?? false))
    case .script: return .script(forced: forced)
    case .layout:
      guard let relation, let consequence = layoutConsequence else { return nil }
      return .inLayout(
        CulpritAccount.InLayout(
          relation: relation, isInConstraints: isInConstraints ?? false,
          isDeferred: isDeferred ?? false, isOfArrangedView: isOfArrangedView ?? false,
          moved: moved, consequence: consequence))
    }
  }

  private var layoutConsequence: CulpritAccount.Consequence? {
    switch consequence {
    case .dirtied: return .dirtied
    case .updateConstraints: return .updateConstraints
    case .nestedLayout: return .nestedLayout
    case .announced:
      guard let announcedBy, let announcedOn else { return nil }
      let call = EdgeAction.Method(rawValue: announcedBy).map(EdgeAction.call)
      return .announced(call ?? .change(announcedBy), on: announcedOn)
    case nil: return nil
    }
  }
}

extension CulpritAccount.Relation: Codable {}

extension Culprit: Codable {
  /// Reads the coded form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if it is not a culprit.
  public init(from decoder: any Decoder) throws { self = try CodedCulprit(from: decoder).culprit }

  public func encode(to encoder: any Encoder) throws { try CodedCulprit(self).encode(to: encoder) }
}
