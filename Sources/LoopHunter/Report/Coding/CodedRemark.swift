import ViewTree

/// The coded form of a remark: its kind, and the numbers and names that go with it.
struct CodedRemark: Codable {
  var kind: String
  var count: Int?
  var layouts: Int?
  var rounds: Int?
  var ringBytes: Int?
  var view: ViewReference?
  var views: [ViewReference]?
  var constraints: [String]?
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
  var action: String?
  var actionKind: EdgeAction.Kind?

  init(_ remark: Remark) {
    switch remark {
    case .severalEdges, .replacedCulprit, .noEdge, .lowThreshold, .outsideWindow, .lateVerdict,
      .wholeTurn, .noSymbols, .noFrame, .mergedFunction, .answer, .noStack,
      .winUI:
      kind = Self.plain.first { $0.value == remark }?.key ?? ""
    case .edgesThatStop(let count): (kind, self.count) = ("edgesThatStop", count)
    case .wholeView(let view, let layouts):
      (kind, self.view, self.layouts) = ("wholeView", view, layouts)
    case .allEdges(let count, let layouts):
      (kind, self.count, self.layouts) = ("allEdges", count, layouts)
    case .otherViews(let views): (kind, self.views) = ("otherViews", views)
    case .drivenByConstraints(let view): (kind, self.view) = ("drivenByConstraints", view)
    case .replacedViews(let view, let count):
      (kind, self.view, self.count) = ("replacedViews", view, count)
    case .driftWriter(let property, let view, let writer):
      (kind, self.property) = ("driftWriter", property.name)
      (self.view, self.writer) = (view, writer)
    case .drift(let property, let perRound, let turns):
      (kind, self.property) = ("drift", property.name)
      (self.perRound, count) = (perRound, turns)
    case .alternation(let alternation):
      (kind, property, name) = ("alternation", alternation.property.name, alternation.view)
      (numbers, scale) = ([alternation.first, alternation.second], alternation.scale)
      hasSeveralWriters = alternation.hasSeveralWriters
    case .ambiguousLayout(let view, let constraints):
      (kind, self.view, self.constraints) = ("ambiguousLayout", view, constraints)
    case .brokenConstraints(let constraints):
      (kind, self.constraints) = ("brokenConstraints", constraints)
    case .fewLayouts(let remedy): (kind, ringBytes) = ("fewLayouts", remedy.ringBytes)
    case .fewRounds(let rounds, let remedy):
      (kind, self.rounds, ringBytes) = ("fewRounds", rounds, remedy.ringBytes)
    case .nothingRepeats(let rounds): (kind, self.rounds) = ("nothingRepeats", rounds)
    case .noPattern(let rounds): (kind, self.rounds) = ("noPattern", rounds)
    case .restlessGeometry(let rounds): (kind, self.rounds) = ("restlessGeometry", rounds)
    case .differingRounds(let rounds): (kind, self.rounds) = ("differingRounds", rounds)
    case .severalRounds(let rounds): (kind, self.rounds) = ("severalRounds", rounds)
    case .occasionalViews(let rounds): (kind, self.rounds) = ("occasionalViews", rounds)
    case .limit(let limit, let layouts, let views):
      (kind, name, self.limit) = ("limit", limit.kind.rawValue, limit.number)
      (self.layouts, count) = (layouts, views)
    case .dirtied(let writer, let action, let times):
      (kind, self.writer, count) = ("dirtied", writer, times)
      (self.action, actionKind) = (action.name, action.kind)
    case .trace(let path): (kind, self.path) = ("trace", path)
    case .unwrittenTrace(let error): (kind, self.error) = ("unwrittenTrace", error)
    case .cutShort(let batch, let limit):
      (kind, self.batch, self.limit) = ("cutShort", batch, limit)
    case .layoutTime(let layouts, let seconds):
      (kind, self.layouts, self.seconds) = ("layoutTime", layouts, seconds)
    case .scriptRemedy(let remedy): (kind, self.remedy) = ("scriptRemedy", remedy.rawValue)
    case .text: kind = "text"
    }
  }

  /// The remarks that have no details.
  private static let plain: [String: Remark] = [
    "severalEdges": .severalEdges, "replacedCulprit": .replacedCulprit, "noEdge": .noEdge,
    "lowThreshold": .lowThreshold, "outsideWindow": .outsideWindow,
    "lateVerdict": .lateVerdict, "wholeTurn": .wholeTurn, "noSymbols": .noSymbols,
    "noFrame": .noFrame, "mergedFunction": .mergedFunction, "answer": .answer, "noStack": .noStack,
    "winUI": .winUI,
  ]

  /// The remarks with these texts and codes; without codes the texts tell what they are.
  ///
  /// A remark without a code that this version knows stays a text.
  static func remarks(_ texts: [String], _ codes: [CodedRemark]?) -> [Remark] {
    guard let codes else { return texts.map(FirstSchema.remark) }
    return texts.enumerated().map { place, text in
      (place < codes.count ? codes[place].remark : nil) ?? .text(text)
    }
  }

  /// The remark; nil for one that is a text, that this version does not know, or that is incomplete.
  private var remark: Remark? {
    Self.plain[kind] ?? edgeRemark ?? valueRemark ?? constraintRemark ?? evidenceRemark
  }

  private var constraintRemark: Remark? {
    switch (kind, constraints, view) {
    case ("ambiguousLayout", let constraints?, let view?):
      .ambiguousLayout(view, constraints: constraints)
    case ("brokenConstraints", let constraints?, _): .brokenConstraints(constraints)
    default: nil
    }
  }

  private var edgeRemark: Remark? {
    switch (kind, count, layouts, view, views) {
    case ("edgesThatStop", let count?, _, _, _): .edgesThatStop(count: count)
    case ("wholeView", _, let layouts?, let view?, _): .wholeView(view, layouts: layouts)
    case ("allEdges", let count?, let layouts?, _, _): .allEdges(count: count, layouts: layouts)
    case ("otherViews", _, _, _, let views?): .otherViews(views)
    case ("drivenByConstraints", _, _, let view?, _): .drivenByConstraints(view)
    case ("replacedViews", let count?, _, let view?, _): .replacedViews(view, count: count)
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

  /// A remark on the evidence or on the recording.
  private var evidenceRemark: Remark? {
    let enlargement = ringBytes.map(EvidenceRemedy.largerRing) ?? .higherThreshold
    return switch kind {
    case "fewLayouts": .fewLayouts(enlargement)
    case "fewRounds": rounds.map { .fewRounds($0, enlargement) }
    case "nothingRepeats": rounds.map(Remark.nothingRepeats)
    case "noPattern": rounds.map(Remark.noPattern)
    case "restlessGeometry": rounds.map(Remark.restlessGeometry)
    case "differingRounds": rounds.map(Remark.differingRounds)
    case "severalRounds": rounds.map(Remark.severalRounds)
    case "occasionalViews": rounds.map(Remark.occasionalViews)
    case "limit": limitRemark
    case "dirtied": dirtiedRemark
    case "trace": path.map(Remark.trace)
    case "unwrittenTrace": error.map(Remark.unwrittenTrace)
    case "cutShort": batch.flatMap { batch in limit.map { .cutShort(batch: batch, limit: $0) } }
    case "layoutTime": seconds.map { .layoutTime(layouts: layouts, seconds: $0) }
    case "scriptRemedy": remedy.flatMap(ScriptRemedy.init).map(Remark.scriptRemedy)
    default: nil
    }
  }

  private var dirtiedRemark: Remark? {
    guard let action, let actionKind, let count else { return nil }
    return .dirtied(by: writer, EdgeAction(action, actionKind, hasValues: false), times: count)
  }

  private var limitRemark: Remark? {
    guard let limit, let layouts, let count else { return nil }
    switch name {
    case "pass": return .limit(.batches(limit), layouts: layouts, views: count)
    case "nesting": return .limit(.nesting(limit), layouts: layouts, views: count)
    default: return nil
    }
  }
}

extension EvidenceRemedy {
  fileprivate var ringBytes: Int? { if case .largerRing(let bytes) = self { bytes } else { nil } }
}
