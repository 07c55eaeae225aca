extension Culprit: Codable {
  private enum Key: String, CodingKey {
    case sentence, edge, opponent, force, rivals, companion, account, victimCount
    /// The one rival that older versions wrote.
    case rival
  }

  /// Reads the coded form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if it is not a culprit.
  public init(from decoder: any Decoder) throws {
    let coded = try decoder.container(keyedBy: Key.self)
    let sentence: String = try coded.value(.sentence)
    // Without circumstances that this version knows, the sentence is all there is.
    let account = try? coded.decode(CulpritAccount.self, forKey: .account)
    let victims: Int? = try coded[.victimCount]
    let rival: InvalidationEdge? = try coded[.rival]
    self.init(
      edge: try coded.value(.edge), opponent: try coded[.opponent], force: try coded[.force],
      rivals: try coded[.rivals] ?? rival.map { [$0] } ?? [], companion: try coded[.companion],
      account: account ?? .told(sentence), victimCount: account == nil ? 0 : victims ?? 0)
  }

  public func encode(to encoder: any Encoder) throws {
    var coded = encoder.container(keyedBy: Key.self)
    try coded.encode(sentence, forKey: .sentence)
    try coded.encode(edge, forKey: .edge)
    try coded.encodeIfPresent(opponent, forKey: .opponent)
    try coded.encodeIfPresent(force, forKey: .force)
    try coded.encodeIfPresent(rivals.isEmpty ? nil : rivals, forKey: .rivals)
    try coded.encodeIfPresent(companion, forKey: .companion)
    if case .told = account { return }
    try coded.encode(account, forKey: .account)
    try coded.encode(victimCount, forKey: .victimCount)
  }
}

/// The coded form of the circumstances that a culprit's sentence tells; flags are absent if false.
extension CulpritAccount: Codable {
  private enum Key: String, CodingKey {
    case kind, relation, inConstraints, caller, deferred, delay, observer, ofArrangedView, moved
    case consequence, announcedBy, announcedOn, others, ofSubview, forced
  }
  private enum Kind: String, Codable { case layout, outside, script }
  private enum Step: String, Codable { case dirtied, announced, updateConstraints, nestedLayout }

  init(from decoder: any Decoder) throws {
    let coded = try decoder.container(keyedBy: Key.self)
    func flag(_ key: Key) throws -> Bool { try coded[key] ?? false }
    switch try coded.value(.kind) as Kind {
    case .outside:
      self = .outside(Outside(hasOthers: try flag(.others), isOfSubview: try flag(.ofSubview)))
    case .script: self = .script(forced: try coded[.forced])
    case .layout:
      self = .inLayout(
        InLayout(
          relation: try coded.value(.relation), isInConstraints: try flag(.inConstraints),
          caller: try coded[.caller], isDeferred: try flag(.deferred),
          delay: try coded[.delay], isOfObserver: try flag(.observer),
          isOfArrangedView: try flag(.ofArrangedView),
          moved: try coded[.moved], consequence: try Self.consequence(coded)))
    }
  }

  private static func consequence(_ coded: KeyedDecodingContainer<Key>) throws -> Consequence {
    switch try coded.value(.consequence) as Step {
    case .dirtied: .dirtied
    case .announced:
      .announced(
        EdgeAction(callOrChange: try coded.value(.announcedBy)), on: try coded.value(.announcedOn))
    case .updateConstraints: .updateConstraints
    case .nestedLayout: .nestedLayout
    }
  }

  func encode(to encoder: any Encoder) throws {
    var coded = encoder.container(keyedBy: Key.self)
    switch self {
    case .inLayout(let deed):
      try coded.encode(Kind.layout, forKey: .kind)
      try coded.encode(deed.relation, forKey: .relation)
      try coded.encodeIfPresent(deed.isInConstraints ? true : nil, forKey: .inConstraints)
      try coded.encodeIfPresent(deed.caller, forKey: .caller)
      try coded.encodeIfPresent(deed.isDeferred ? true : nil, forKey: .deferred)
      try coded.encodeIfPresent(deed.delay, forKey: .delay)
      try coded.encodeIfPresent(deed.isOfObserver ? true : nil, forKey: .observer)
      try coded.encodeIfPresent(deed.isOfArrangedView ? true : nil, forKey: .ofArrangedView)
      try coded.encodeIfPresent(deed.moved, forKey: .moved)
      try encode(deed.consequence, to: &coded)
    case .outside(let deed):
      try coded.encode(Kind.outside, forKey: .kind)
      try coded.encodeIfPresent(deed.hasOthers ? true : nil, forKey: .others)
      try coded.encodeIfPresent(deed.isOfSubview ? true : nil, forKey: .ofSubview)
    case .script(let forced):
      try coded.encode(Kind.script, forKey: .kind)
      try coded.encodeIfPresent(forced, forKey: .forced)
    case .told: break
    }
  }

  private func encode(
    _ consequence: Consequence, to coded: inout KeyedEncodingContainer<Key>
  ) throws {
    switch consequence {
    case .dirtied: try coded.encode(Step.dirtied, forKey: .consequence)
    case .announced(let call, let view):
      try coded.encode(Step.announced, forKey: .consequence)
      try coded.encode(call.name, forKey: .announcedBy)
      try coded.encode(view, forKey: .announcedOn)
    case .updateConstraints: try coded.encode(Step.updateConstraints, forKey: .consequence)
    case .nestedLayout: try coded.encode(Step.nestedLayout, forKey: .consequence)
    }
  }
}

extension CulpritAccount.Relation: Codable {}
