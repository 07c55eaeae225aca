import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import Testing
import ViewTree

/// The coded form keeps the numbers and codes of a report, not only its sentences.
@Suite("The coded form of a report")
struct CodedReportTests {
  private static let view = ViewReference(path: "Window/Card", className: "Card")
  private static let other = ViewReference(path: "Window/Row", className: "Row", identifier: "row")

  private static let remarks: [Remark] = [
    .severalEdges, .replacedCulprit, .edgesThatStop(count: 2), .wholeView(view, layouts: 7),
    .allEdges(count: 3, layouts: 8), .otherViews([view, other]), .noEdge,
    .drivenByConstraints(view), .driftWriter("frame.size.height", of: view, by: other),
    .drift(.subviewCount, perRound: -2, turns: 3),
    .alternation(
      NumberAlternation(
        property: "frame.origin.y", view: "Card", first: 1.2, second: 1.4, scale: 3,
        hasSeveralWriters: true)),
    .ambiguousLayout(view, constraints: ["Card.width == 44", "first"]),
    .brokenConstraints(["second"]),
    .lowThreshold, .outsideWindow, .lateVerdict, .wholeTurn, .fewLayouts(.higherThreshold),
    .fewRounds(1, .largerRing(bytes: 4096)), .nothingRepeats(rounds: 20), .noPattern(rounds: 21),
    .restlessGeometry(rounds: 22), .occasionalViews(rounds: 23),
    .severalRounds(25), .differingRounds(24), .noStack,
    .replacedViews(view, count: 130),
    .limit(.batches(10_000), layouts: 10_000, views: 200),
    .limit(.nesting(256), layouts: 300, views: 300),
    .dirtied(by: view, .call(.setNeedsLayout), times: 49),
    .dirtied(by: nil, .write("frame.size.height"), times: 3), .trace(path: "/tmp/loop.jsonl"),
    .unwrittenTrace("the disk is full"),
    .cutShort(batch: 4, limit: 500), .winUI, .layoutTime(layouts: nil, seconds: 0.25),
    .layoutTime(layouts: 9, seconds: 0.5), .scriptRemedy(.readThenWrite),
    .scriptRemedy(.changeAtOnce), .text("Something else."), .noSymbols,
  ]

  private func codedAgain(_ report: LoopReport) throws -> LoopReport {
    try JSONDecoder().decode(LoopReport.self, from: JSONEncoder().encode(report))
  }

  @Test("each remark has a sentence, and comes back with its numbers and names")
  func everyRemark() throws {
    var report = sampleReport()
    report.remarks = Self.remarks
    let again = try codedAgain(report)
    // The absence of symbols is told last.
    #expect(again.remarks == Self.remarks)
    let texts = Self.remarks.map(\.description)
    #expect(texts.allSatisfy { !$0.isEmpty } && Set(texts).count == texts.count)
    for absence in [Remark.noFrame, .mergedFunction, .answer] {
      report.remarks = [absence]
      #expect(try codedAgain(report).remarks == [absence])
    }
  }

  @Test("a remark of a newer version stays a text")
  func newerRemark() throws {
    var report = sampleReport()
    report.remarks = [.lowThreshold]
    let text = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
      .replacing(#""kind":"lowThreshold""#, with: #""kind":"fullMoon""#)
    let again = try JSONDecoder().decode(LoopReport.self, from: Data(text.utf8))
    #expect(again.remarks == [.text(Remark.lowThreshold.description)])
  }

  @Test(
    "a culprit of which a newer version tells more keeps its sentence",
    arguments: ["kind", "relation", "consequence"])
  func newerAccount(key: String) throws {
    var words = ["kind": "layout", "relation": "itself", "consequence": "dirtied"]
    words[key] = "moon"
    let account = String(decoding: try JSONEncoder().encode(words), as: UTF8.self)
    let report = sampleReport()
    let text = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
      .replacing(#""culprit":{"#, with: #""culprit":{"account":\#(account),"#)
    let again = try JSONDecoder().decode(LoopReport.self, from: Data(text.utf8))
    #expect(again.culprit?.sentence == report.culprit?.sentence)
    #expect(again.culprit == report.culprit)
  }

  @Test("a constraint that is switched off and on again keeps its flags, and the words for them")
  func flags() throws {
    let edge = InvalidationEdge(
      writer: Self.view, target: Self.view, action: .write(.constraint("side", .isActive)),
      old: .flag(true), new: .flag(false), dirtied: Self.view)
    var report = sampleReport()
    report.culprit?.edge = edge
    report.geometry = [
      GeometryHistory(
        view: Self.view, property: .constraint("side", .isActive),
        values: [.flag(true), .flag(false)]),
      GeometryHistory(
        view: Self.view, property: .named("mode"), values: [.text("true"), .text("other")]),
    ]
    let again = try codedAgain(report)
    #expect(again.culprit?.edge == edge && again.geometry == report.geometry)
    #expect(edge.valueTexts?.old == "true" && edge.valueTexts?.new == "false")
  }

  @Test("rivals come back, and so does the one that an older version wrote")
  func rivals() throws {
    var report = sampleReport()
    let edge = try #require(report.culprit).edge
    report.culprit?.rivals = [edge]
    #expect(try codedAgain(report).culprit == report.culprit)
    let coded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report))
    var older = try #require(coded as? [String: Any])
    var culprit = try #require(older["culprit"] as? [String: Any])
    culprit["rival"] = (culprit.removeValue(forKey: "rivals") as? [Any])?.first
    older["culprit"] = culprit
    let data = try JSONSerialization.data(withJSONObject: older)
    let again = try JSONDecoder().decode(LoopReport.self, from: data)
    #expect(again.culprit?.rivals.count == 1)
    #expect(again.culprit == report.culprit)
  }

  @Test(
    "a remark with a number that no run has is told without a crash",
    arguments: [-.infinity, -1e300, .infinity, 1e300, .nan] as [Double])
  func absurdTime(seconds: Double) {
    let remark = Remark.layoutTime(layouts: .min, seconds: seconds)
    #expect("\(remark)".contains("a long time"))
  }

  @Test(
    "each reason for an untested culprit comes back",
    arguments: [
      .noTrace, .openTurn, .lostRecording, .unwritableTrace, .dependentTurn, .largeTurn,
      .unrepeatableTrace, .noLoopInReplay, .spent, .manyCandidates(limit: 8), .missingEdge,
      .brokenReplay, .dependentRest, .exhausted(view: nil), .exhausted(view: view), .interrupted,
      .mixedValues, .openOrder, .repeatedWrites, .other("the moon is full"),
    ] as [UntestedReason])
  func everyReason(_ reason: UntestedReason) throws {
    var report = sampleReport()
    report.culprit?.edge.proof = .untested(reason)
    #expect(try codedAgain(report).culprit?.edge.proof == .untested(reason))
    #expect(!reason.description.isEmpty)
  }

  @Test(
    "each deed comes back with its kind",
    arguments: [
      .write("frame.size"), .write(.geometry(.safeAreaInsets, .whole)), .change("safeAreaInsets"),
      .change("isHidden"), .read, .write(.named("moon")),
      .write(.constraint("Card.height == 44", .constant)), .write(.constraint("id", .isActive)),
    ] + EdgeAction.Method.allCases.map(EdgeAction.call))
  func everyAction(_ action: EdgeAction) throws {
    let edge = InvalidationEdge(
      writer: nil, target: Self.view, action: action, old: .numbers([1, .infinity]),
      new: .numbers([2, 3]), dirtied: Self.view, function: "f()",
      location: CodeLocation(file: "a.html", line: 3, column: 4, isNear: true))
    var report = sampleReport()
    report.otherEdges = [edge]
    let event = AnalyticsEvent(.layoutLoop, report: report)
    let again = try AnalyticsEvent(jsonLine: event.jsonLine()).report?.otherEdges.first
    #expect(again == edge)
    #expect(again?.function == "f()" && again?.location == "near a.html:3:4")
  }

  @Test("a property is known by its name, and its name by it")
  func properties() {
    for property in GeometryProperty.allCases {
      for component in GeometryComponent.allCases {
        let value = LoopProperty.geometry(property, component)
        #expect(LoopProperty(name: value.name) == value)
      }
    }
    #expect(LoopProperty(name: "subviews") == .subviewCount)
    #expect(LoopProperty(name: "moon") == .named("moon"))
  }

  @Test("a report of a newer schema is refused with the versions that can be read")
  func newerSchema() throws {
    let text = String(decoding: try JSONEncoder().encode(sampleReport()), as: UTF8.self)
      .replacing(#""schema":2"#, with: #""schema":3"#)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LoopReport.self, from: Data(text.utf8))
    }
    #expect("\(try #require(error))".contains("this build reads schemas 1 to 2"))
  }
}
