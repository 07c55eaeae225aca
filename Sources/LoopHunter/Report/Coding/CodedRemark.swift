/// The coded form of a remark: its kind, and the numbers and names that go with it.
struct CodedRemark: Codable {
  var kind: String
  var count: Int?
  var layouts: Int?
  var rounds: Int?
  var ringBytes: Int?
  var view: ViewReference?
  var views: [ViewReference]?
  var writer: ViewReference?
  var property: String?
  var perRound: Double?
  var name: String?
  var numbers: [Double]?
  var scale: Double?
  var hasSeveralWriters: Bool?
  var path: String?
  var error: String?
  var batch: Int?
  var limit: Int?
  var seconds: Double?
  var remedy: String?

  init(_ remark: Remark) {
    kind = Self.kind(of: remark)
    switch remark {
    case .edgesThatStop(let count): self.count = count
    case .wholeView(let view, let layouts): (self.view, self.layouts) = (view, layouts)
    case .allEdges(let count, let layouts): (self.count, self.layouts) = (count, layouts)
    case .otherViews(let views): self.views = views
    case .drivenByConstraints(let view): self.view = view
    case .driftWriter(let property, let view, let writer):
      (self.property, self.view, self.writer) = (property.name, view, writer)
    case .drift(let property, let perRound, let turns):
      (self.property, self.perRound, count) = (property.name, perRound, turns)
    case .alternation(let alternation):
      (property, name, scale) = (alternation.property.name, alternation.view, alternation.scale)
      numbers = [alternation.first, alternation.second]
      hasSeveralWriters = alternation.hasSeveralWriters
    case .fewLayouts(let remedy): ringBytes = remedy.ringBytes
    case .fewRounds(let rounds, let remedy): (self.rounds, ringBytes) = (rounds, remedy.ringBytes)
    case .nothingRepeats(let rounds), .noPattern(let rounds), .restlessGeometry(let rounds),
      .occasionalViews(let rounds):
      self.rounds = rounds
    case .trace(let path): self.path = path
    case .unwrittenTrace(let error): self.error = error
    case .cutShort(let batch, let limit): (self.batch, self.limit) = (batch, limit)
    case .layoutTime(let layouts, let seconds): (self.layouts, self.seconds) = (layouts, seconds)
    case .scriptRemedy(let remedy): self.remedy = remedy.rawValue
    case .severalEdges, .replacedCulprit, .noEdge, .lowThreshold, .lateVerdict, .wholeTurn,
      .noSymbols, .noFrame, .noStack, .winUI, .text:
      break
    }
  }

  private static func kind(of remark: Remark) -> String {
    switch remark {
    case .severalEdges, .replacedCulprit, .noEdge, .lowThreshold, .lateVerdict, .wholeTurn,
      .noSymbols, .noFrame, .noStack, .winUI:
      plain.first { $0.value == remark }?.key ?? ""
    case .edgesThatStop: "edgesThatStop"
    case .wholeView: "wholeView"
    case .allEdges: "allEdges"
    case .otherViews: "otherViews"
    case .drivenByConstraints: "drivenByConstraints"
    case .driftWriter: "driftWriter"
    case .drift: "drift"
    case .alternation: "alternation"
    case .fewLayouts: "fewLayouts"
    case .fewRounds: "fewRounds"
    case .nothingRepeats: "nothingRepeats"
    case .noPattern: "noPattern"
    case .restlessGeometry: "restlessGeometry"
    case .occasionalViews: "occasionalViews"
    case .trace: "trace"
    case .unwrittenTrace: "unwrittenTrace"
    case .cutShort: "cutShort"
    case .layoutTime: "layoutTime"
    case .scriptRemedy: "scriptRemedy"
    case .text: "text"
    }
  }

  /// The remarks that have no details.
  private static let plain: [String: Remark] = [
    "severalEdges": .severalEdges, "replacedCulprit": .replacedCulprit, "noEdge": .noEdge,
    "lowThreshold": .lowThreshold, "lateVerdict": .lateVerdict, "wholeTurn": .wholeTurn,
    "noSymbols": .noSymbols, "noFrame": .noFrame, "noStack": .noStack, "winUI": .winUI,
  ]

  /// The remark; nil for one that is a text, that this version does not know, or that is
  /// incomplete.
  var remark: Remark? {
    Self.plain[kind] ?? edgeRemark ?? valueRemark ?? evidenceRemark ?? recordingRemark
  }

  private var edgeRemark: Remark? {
    switch (kind, count, layouts, view, views) {
    case ("edgesThatStop", let count?, _, _, _): .edgesThatStop(count: count)
    case ("wholeView", _, let layouts?, let view?, _): .wholeView(view, layouts: layouts)
    case ("allEdges", let count?, let layouts?, _, _): .allEdges(count: count, layouts: layouts)
    case ("otherViews", _, _, _, let views?): .otherViews(views)
    case ("drivenByConstraints", _, _, let view?, _): .drivenByConstraints(view)
    default: nil
    }
  }

  private var valueRemark: Remark? {
    guard let property = property.map({ LoopProperty(name: $0) }) else { return nil }
    switch (kind, view, writer) {
    case ("driftWriter", let view?, let writer?):
      return .driftWriter(property, of: view, by: writer)
    case ("drift", _, _): return .drift(property, perRound: perRound, turns: count ?? 1)
    case ("alternation", _, _):
      guard let name, let scale, let numbers, numbers.count == 2 else { return nil }
      return .alternation(
        NumberAlternation(
          property: property, view: name, first: numbers[0], second: numbers[1], scale: scale,
          hasSeveralWriters: hasSeveralWriters ?? false))
    default: return nil
    }
  }

  private var evidenceRemark: Remark? {
    let remedy = ringBytes.map(EvidenceRemedy.largerRing) ?? .higherThreshold
    switch (kind, rounds) {
    case ("fewLayouts", _): return .fewLayouts(remedy)
    case ("fewRounds", let rounds?): return .fewRounds(rounds, remedy)
    case ("nothingRepeats", let rounds?): return .nothingRepeats(rounds: rounds)
    case ("noPattern", let rounds?): return .noPattern(rounds: rounds)
    case ("restlessGeometry", let rounds?): return .restlessGeometry(rounds: rounds)
    case ("occasionalViews", let rounds?): return .occasionalViews(rounds: rounds)
    default: return nil
    }
  }

  private var recordingRemark: Remark? {
    switch kind {
    case "trace": path.map(Remark.trace)
    case "unwrittenTrace": error.map(Remark.unwrittenTrace)
    case "cutShort": batch.flatMap { batch in limit.map { .cutShort(batch: batch, limit: $0) } }
    case "layoutTime": seconds.map { .layoutTime(layouts: layouts, seconds: $0) }
    case "scriptRemedy": remedy.flatMap(ScriptRemedy.init).map(Remark.scriptRemedy)
    default: nil
    }
  }
}

extension EvidenceRemedy {
  fileprivate var ringBytes: Int? { if case .largerRing(let bytes) = self { bytes } else { nil } }
}
