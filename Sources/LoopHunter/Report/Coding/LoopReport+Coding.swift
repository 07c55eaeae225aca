extension LoopReport: Codable {
  /// Reads a report of this version of the coded form, or of an older one.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if it is not a report, or if a newer version wrote it.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedReport(from: decoder)
    guard 1...LoopReport.currentSchema ~= coded.schema else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "a report of schema \(coded.schema); this build reads schemas 1 to "
            + "\(LoopReport.currentSchema)"))
    }
    self = coded.report
  }

  public func encode(to encoder: any Encoder) throws { try CodedReport(self).encode(to: encoder) }
}

/// The coded form of a report.
///
/// It has texts for people, and beside them the numbers and codes behind these texts. Reading takes
/// the numbers and codes; for a form that lacks them, `FirstSchema` reads the texts.
struct CodedReport: Codable {
  var schema = LoopReport.currentSchema
  var fingerprint: String
  var verdict: CodedVerdict
  var view: ViewReference
  var threshold: Int
  var count: Int
  var turn: Int
  var consecutiveTurns: Int
  var time: Int64
  var depth: Int
  var cycle: [ViewReference]
  var cycleLength: Int
  var culprit: CodedCulprit?
  var otherEdges: [CodedEdge]
  var accomplices: [ViewReference]
  var victims: [ViewReference]
  var geometry: [CodedHistory]
  var remarks: [String]
  /// The codes of the remarks, one for each remark.
  var remarkCodes: [CodedRemark]?
  var stacks: [CallStack]
  var isBroken: Bool
  var isBreakIneffective: Bool
  var viewToHunt: ViewReference?
  var isSettled: Bool?
  var layouts: Int?
  var tree: String

  private enum CodingKeys: String, CodingKey {
    case schema, fingerprint, verdict, view, threshold, count, turn, consecutiveTurns, time, depth
    case cycle, cycleLength, culprit, otherEdges, accomplices, victims, geometry, remarks
    case remarkCodes, stacks
    case isBroken = "broken"
    case isBreakIneffective = "breakIneffective"
    case viewToHunt = "huntInstead"
    case isSettled = "settled"
    case layouts, tree
  }

  init(_ report: LoopReport) {
    fingerprint = report.fingerprint
    verdict = CodedVerdict(verdict: report.verdict)
    view = report.view
    threshold = report.threshold
    count = report.count
    turn = report.turn
    consecutiveTurns = report.consecutiveTurns
    time = report.time
    depth = report.depth
    cycle = report.cycle
    cycleLength = report.cycleLength
    culprit = report.culprit.map(CodedCulprit.init)
    otherEdges = report.otherEdges.map(CodedEdge.init)
    accomplices = report.accomplices
    victims = report.victims
    geometry = report.geometry.map(CodedHistory.init)
    let remarks = report.remarks
    self.remarks = remarks.map(\.description)
    remarkCodes = remarks.map(CodedRemark.init)
    stacks = report.stacks
    isBroken = report.isBroken
    isBreakIneffective = report.isBreakIneffective
    viewToHunt = report.viewToHunt
    isSettled = report.isSettled
    layouts = report.layouts
    tree = report.tree
  }

  /// The report.
  var report: LoopReport {
    var report = LoopReport(
      fingerprint: fingerprint, verdict: verdict.verdict, view: view, threshold: threshold,
      count: count, turn: turn, time: time)
    report.consecutiveTurns = consecutiveTurns
    report.depth = depth
    report.cycle = cycle
    report.cycleLength = cycleLength
    report.culprit = culprit?.culprit
    report.otherEdges = otherEdges.map(\.edge)
    report.accomplices = accomplices
    report.victims = victims
    report.geometry = geometry.map(\.history)
    report.remarks = remarks.enumerated().map { place, text in
      guard let remarkCodes else { return FirstSchema.remark(text) }
      return (place < remarkCodes.count ? remarkCodes[place].remark : nil) ?? .text(text)
    }
    report.stacks = stacks
    report.isBroken = isBroken
    report.isBreakIneffective = isBreakIneffective
    report.viewToHunt = viewToHunt
    report.isSettled = isSettled
    report.layouts = layouts
    report.tree = tree
    return report
  }
}
