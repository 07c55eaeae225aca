/// The coded form of a report.
///
/// It has texts for people, and beside them the numbers and codes behind these texts. Reading takes
/// the numbers and codes; for a form that lacks them, `FirstSchema` reads the texts.
extension LoopReport: Codable {
  private enum Key: String, CodingKey {
    case schema, fingerprint, verdict, view, threshold, count, turn, consecutiveTurns, time, depth
    case cycle, cycleLength, culprit, remedy, otherEdges, accomplices, victims, geometry
    case remarks, remarkCodes, stacks, broken, breakIneffective, huntInstead, settled, layouts, tree
    case reported, share
  }

  /// Reads a report of this version of the coded form, or of an older one.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if it is not a report, or if a newer version wrote it.
  public init(from decoder: any Decoder) throws {
    let coded = try decoder.container(keyedBy: Key.self)
    let schema: Int = try coded.value(.schema)
    self.init(
      fingerprint: try coded.value(.fingerprint), verdict: try coded.value(.verdict),
      view: try coded.value(.view), threshold: try coded.value(.threshold),
      count: try coded.value(.count), turn: try coded.value(.turn), time: try coded.value(.time))
    consecutiveTurns = try coded.value(.consecutiveTurns)
    depth = try coded.value(.depth)
    cycle = try coded.value(.cycle)
    cycleLength = try coded.value(.cycleLength)
    culprit = try coded[.culprit]
    remedy = (try coded[.remedy] as CodedRemedy?)?.remedy
    otherEdges = try coded.value(.otherEdges)
    accomplices = try coded.value(.accomplices)
    victims = try coded.value(.victims)
    geometry = try coded.value(.geometry)
    remarks = CodedRemark.remarks(try coded.value(.remarks), try coded[.remarkCodes])
    stacks = try coded.value(.stacks)
    isBroken = try coded.value(.broken)
    isBreakIneffective = try coded.value(.breakIneffective)
    viewToHunt = try coded[.huntInstead]
    isSettled = try coded[.settled]
    layouts = try coded[.layouts]
    tree = try coded.value(.tree)
    reported = try coded[.reported]
    share = try coded[.share]
    guard 1...LoopReport.currentSchema ~= schema else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a report of schema \(schema); this build reads schemas 1 to "
            + "\(LoopReport.currentSchema)"))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var coded = encoder.container(keyedBy: Key.self)
    try coded.encode(LoopReport.currentSchema, forKey: .schema)
    try coded.encode(fingerprint, forKey: .fingerprint)
    try coded.encode(verdict, forKey: .verdict)
    try coded.encode(view, forKey: .view)
    try coded.encode(threshold, forKey: .threshold)
    try coded.encode(count, forKey: .count)
    try coded.encode(turn, forKey: .turn)
    try coded.encode(consecutiveTurns, forKey: .consecutiveTurns)
    try coded.encode(time, forKey: .time)
    try coded.encode(depth, forKey: .depth)
    try coded.encode(cycle, forKey: .cycle)
    try coded.encode(cycleLength, forKey: .cycleLength)
    try coded.encodeIfPresent(culprit, forKey: .culprit)
    try coded.encodeIfPresent(remedy.map(CodedRemedy.init), forKey: .remedy)
    try coded.encode(otherEdges, forKey: .otherEdges)
    try coded.encode(accomplices, forKey: .accomplices)
    try coded.encode(victims, forKey: .victims)
    try coded.encode(geometry, forKey: .geometry)
    let remarks = remarks
    try coded.encode(remarks.map(\.description), forKey: .remarks)
    try coded.encode(remarks.map(CodedRemark.init), forKey: .remarkCodes)
    try coded.encode(stacks, forKey: .stacks)
    try coded.encode(isBroken, forKey: .broken)
    try coded.encode(isBreakIneffective, forKey: .breakIneffective)
    try coded.encodeIfPresent(viewToHunt, forKey: .huntInstead)
    try coded.encodeIfPresent(isSettled, forKey: .settled)
    try coded.encodeIfPresent(layouts, forKey: .layouts)
    try coded.encode(tree, forKey: .tree)
    try coded.encodeIfPresent(reported, forKey: .reported)
    try coded.encodeIfPresent(share, forKey: .share)
  }
}

/// The coded form of a property's last values: their texts, and the numbers of each.
extension GeometryHistory: Codable {
  private enum Key: String, CodingKey { case view, property, values, numbers, follows }

  /// Reads the coded form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if it is not a history.
  public init(from decoder: any Decoder) throws {
    let coded = try decoder.container(keyedBy: Key.self)
    self.init(
      view: try coded.value(.view), property: LoopProperty(name: try coded.value(.property)),
      values: [])
    isConsequence = try coded[.follows] ?? false
    let texts: [String] = try coded.value(.values)
    switch try coded[.numbers] as [[Double]]? {
    // The first schema has no numbers; later ones have none if only the texts are known.
    case nil: values = texts.map(FirstSchema.value)
    case []: values = texts.map { LoopValue(coded: $0, of: property) }
    case let numbers?: values = numbers.map(LoopValue.numbers)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var coded = encoder.container(keyedBy: Key.self)
    try coded.encode(view, forKey: .view)
    try coded.encode(property.name, forKey: .property)
    try coded.encode(property.texts(of: values), forKey: .values)
    let numbers = values.compactMap(\.numbers)
    try coded.encode(numbers.count == values.count ? numbers : [], forKey: .numbers)
    if isConsequence { try coded.encode(true, forKey: .follows) }
  }
}

extension LoopValue {
  /// The value of a property whose coded form has no numbers: a flag is `true` or `false` there.
  init(coded text: String, of property: LoopProperty?) {
    self =
      switch (property?.isFlag ?? false, text) {
      case (true, "true"): .flag(true)
      case (true, "false"): .flag(false)
      default: .text(text)
      }
  }
}

extension KeyedDecodingContainer {
  /// The value of a key, which must be there.
  func value<Value: Decodable>(_ key: Key) throws -> Value { try decode(Value.self, forKey: key) }

  /// The value of a key; nil if it is absent.
  subscript<Value: Decodable>(key: Key) -> Value? {
    get throws { try decodeIfPresent(Value.self, forKey: key) }
  }
}
