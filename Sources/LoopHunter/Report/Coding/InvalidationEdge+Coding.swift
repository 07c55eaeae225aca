import LayoutTrace

/// The coded form of an edge; the result of a proof stands beside its own keys.
extension InvalidationEdge: Codable {
  private enum Key: String, CodingKey {
    case writer, target, action, kind, old, new, oldNumbers, newNumbers, dirtied
    case function, location, file, line, column, near
    case proof, layoutsWithout, continuesThrough, untestedBecause, untested
  }
  private enum ProofKind: String, Decodable { case proved, refuted, untested }

  /// Reads the coded form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if it is not an edge.
  public init(from decoder: any Decoder) throws {
    let coded = try decoder.container(keyedBy: Key.self)
    let kind: EdgeAction.Kind? = try coded[.kind]
    let old: String? = try coded[.old]
    let action = EdgeAction(try coded.value(.action), kind, hasValues: old != nil)
    func value(_ text: String?, _ numbers: [Double]?) -> LoopValue? {
      if let numbers { return .numbers(numbers) }
      return text.map {
        kind == nil ? FirstSchema.value($0) : LoopValue(coded: $0, of: action.property)
      }
    }
    self.init(
      writer: try coded[.writer], target: try coded.value(.target), action: action,
      old: value(old, try coded[.oldNumbers]), new: value(try coded[.new], try coded[.newNumbers]),
      dirtied: try coded.value(.dirtied), function: try coded[.function],
      location: try Self.location(coded))
    proof = try Self.proof(coded)
  }

  private static func location(_ coded: KeyedDecodingContainer<Key>) throws -> CodeLocation? {
    guard let file: String = try coded[.file] else {
      return (try coded[.location] as String?).map(FirstSchema.location)
    }
    let (line, column, isNear) = (
      try coded[.line] as Int?, try coded[.column] as Int?, try coded[.near] ?? false
    )
    return CodeLocation(file: file, line: line, column: column, isNear: isNear)
  }

  private static func proof(_ coded: KeyedDecodingContainer<Key>) throws -> EdgeProof? {
    let kind: ProofKind? = try coded[.proof]
    let text: String = try coded[.untestedBecause] ?? ""
    let reason: CodedReason? = try coded[.untested]
    switch kind {
    case .proved: return .proved(layouts: try coded[.layoutsWithout] ?? 0)
    case .refuted: return .refuted(through: try coded[.continuesThrough])
    case .untested:
      return .untested(reason.map { $0.reason ?? .other(text) } ?? FirstSchema.reason(text))
    case nil: return nil
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var coded = encoder.container(keyedBy: Key.self)
    try coded.encodeIfPresent(writer, forKey: .writer)
    try coded.encode(target, forKey: .target)
    try coded.encode(action.name, forKey: .action)
    try coded.encode(action.kind, forKey: .kind)
    let values = valueTexts
    try coded.encodeIfPresent(values?.old, forKey: .old)
    try coded.encodeIfPresent(values?.new, forKey: .new)
    try coded.encodeIfPresent(old?.numbers, forKey: .oldNumbers)
    try coded.encodeIfPresent(new?.numbers, forKey: .newNumbers)
    try coded.encode(dirtied, forKey: .dirtied)
    try coded.encodeIfPresent(function, forKey: .function)
    if let location {
      try coded.encode(location.description, forKey: .location)
      try coded.encode(location.file, forKey: .file)
      try coded.encodeIfPresent(location.line, forKey: .line)
      try coded.encodeIfPresent(location.column, forKey: .column)
      try coded.encodeIfPresent(location.isNear ? true : nil, forKey: .near)
    }
    try coded.encodeIfPresent(proof?.kind, forKey: .proof)
    switch proof {
    case .proved(let layouts): try coded.encode(layouts, forKey: .layoutsWithout)
    case .refuted(let view): try coded.encodeIfPresent(view, forKey: .continuesThrough)
    case .untested(let reason):
      try coded.encode(reason.description, forKey: .untestedBecause)
      try coded.encode(CodedReason(reason), forKey: .untested)
    case nil: break
    }
  }
}

extension EdgeAction {
  /// The kind of a deed in the coded form.
  enum Kind: String, Codable { case write, call, change, read }

  var kind: Kind {
    switch self {
    case .write: .write
    case .call: .call
    case .change: .change
    case .read: .read
    }
  }

  init(_ word: String, _ kind: Kind?, hasValues: Bool) {
    switch kind {
    case .write: self = .write(LoopProperty(name: word))
    case .call: self.init(callOrChange: word)
    case .change: self = .change(named: word)
    case .read: self = .read
    case nil: self = FirstSchema.action(word, hasValues: hasValues)
    }
  }

  /// The call with a name; a change for a name that this version does not know.
  init(callOrChange name: String) {
    self = Method(rawValue: name).map(Self.call) ?? .change(named: name)
  }
}

/// The coded form of the reason why nothing was tested.
private struct CodedReason: Codable {
  var code: String
  var limit: Int?
  var view: ViewReference?

  init(_ reason: UntestedReason) {
    switch reason {
    case .manyCandidates(let limit): (code, self.limit) = ("manyCandidates", limit)
    case .exhausted(let view): (code, self.view) = ("exhausted", view)
    default: code = Self.plain.first { $0.value == reason }?.key ?? "other"
    }
  }

  /// The reason; nil for one that this version does not know.
  var reason: UntestedReason? {
    switch code {
    case "manyCandidates": limit.map(UntestedReason.manyCandidates)
    case "exhausted": .exhausted(view: view)
    default: Self.plain[code]
    }
  }

  /// The reasons that have no details.
  private static let plain: [String: UntestedReason] = [
    "noTrace": .noTrace, "openTurn": .openTurn, "lostRecording": .lostRecording,
    "unwritableTrace": .unwritableTrace, "dependentTurn": .dependentTurn, "largeTurn": .largeTurn,
    "unrepeatableTrace": .unrepeatableTrace, "noLoopInReplay": .noLoopInReplay, "spent": .spent,
    "missingEdge": .missingEdge, "brokenReplay": .brokenReplay, "interrupted": .interrupted,
    "dependentRest": .dependentRest, "mixedValues": .mixedValues,
    "openOrder": .openOrder, "repeatedWrites": .repeatedWrites,
  ]
}
