import LayoutTrace

/// The coded form of an edge; the result of a proof stands beside its own keys.
struct CodedEdge: Codable {
  var writer: ViewReference?
  var target: ViewReference
  var action: String
  var kind: Kind?
  var old: String?
  var new: String?
  var oldNumbers: [Double]?
  var newNumbers: [Double]?
  var dirtied: ViewReference
  var function: String?
  var location: String?
  var file: String?
  var line: Int?
  var column: Int?
  var isNear: Bool?
  var proof: ProofKind?
  var layoutsWithout: Int?
  var continuesThrough: ViewReference?
  var untestedBecause: String?
  var untested: CodedReason?

  enum Kind: String, Codable { case write, call, change, read }
  enum ProofKind: String, Codable { case proved, refuted, untested }

  private enum CodingKeys: String, CodingKey {
    case writer, target, action, kind, old, new, oldNumbers, newNumbers, dirtied
    case function, location, file, line, column
    case isNear = "near"
    case proof, layoutsWithout, continuesThrough, untestedBecause, untested
  }

  init(_ edge: InvalidationEdge) {
    (writer, target, dirtied) = (edge.writer, edge.target, edge.dirtied)
    action = edge.action.name
    kind = edge.action.kind
    let values = edge.valueTexts
    (old, new) = (values?.old, values?.new)
    (oldNumbers, newNumbers) = (edge.old?.numbers, edge.new?.numbers)
    function = edge.function
    if let place = edge.location {
      location = place.description
      (file, line, column) = (place.file, place.line, place.column)
      isNear = place.isNear ? true : nil
    }
    switch edge.proof {
    case .proved(let layouts): (proof, layoutsWithout) = (.proved, layouts)
    case .refuted(let view): (proof, continuesThrough) = (.refuted, view)
    case .untested(let reason):
      (proof, untestedBecause, untested) = (.untested, reason.description, CodedReason(reason))
    case nil: break
    }
  }

  /// The edge.
  var edge: InvalidationEdge {
    let place = file.map {
      CodeLocation(file: $0, line: line, column: column, isNear: isNear ?? false)
    }
    var edge = InvalidationEdge(
      writer: writer, target: target, action: edgeAction, old: value(old, oldNumbers),
      new: value(new, newNumbers), dirtied: dirtied, function: function,
      location: place ?? location.map(FirstSchema.location))
    switch proof {
    case .proved: edge.proof = .proved(layouts: layoutsWithout ?? 0)
    case .refuted: edge.proof = .refuted(through: continuesThrough)
    case .untested: edge.proof = .untested(reason)
    case nil: break
    }
    return edge
  }

  private var edgeAction: EdgeAction {
    switch kind {
    case .write: .write(LoopProperty(name: action))
    case .call: EdgeAction.Method(rawValue: action).map(EdgeAction.call) ?? .change(action)
    case .change: .change(action)
    case .read: .read
    case nil: FirstSchema.action(action, hasValues: old != nil)
    }
  }

  private func value(_ text: String?, _ numbers: [Double]?) -> LoopValue? {
    if let numbers { return .numbers(numbers) }
    return text.map { kind == nil ? FirstSchema.value($0) : .text($0) }
  }

  private var reason: UntestedReason {
    let text = untestedBecause ?? ""
    return untested.map { $0.reason ?? .other(text) } ?? FirstSchema.reason(text)
  }
}

/// The coded form of the reason why nothing was tested.
struct CodedReason: Codable {
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
    "dependentRest": .dependentRest,
  ]
}

extension EdgeAction {
  fileprivate var kind: CodedEdge.Kind {
    switch self {
    case .write: .write
    case .call: .call
    case .change: .change
    case .read: .read
    }
  }
}

extension InvalidationEdge: Codable {
  /// Reads the coded form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if it is not an edge.
  public init(from decoder: any Decoder) throws { self = try CodedEdge(from: decoder).edge }

  public func encode(to encoder: any Encoder) throws { try CodedEdge(self).encode(to: encoder) }
}
