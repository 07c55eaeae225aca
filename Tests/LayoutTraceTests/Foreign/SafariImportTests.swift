import Foundation
import LayoutTrace
import Testing

@Suite("Importing recordings that Safari exported")
struct SafariImportTests {
  /// The recording of a page as the Web Inspector would export it: its records are flat, in the order
  /// of their kinds, and leave the calls out.
  static func export(_ page: String) throws -> [UInt8] {
    let object = try JSONSerialization.jsonObject(with: Data(Recording.bytes("webkit-\(page)")))
    let events = (object as? [String: Any])?["events"] as? [[String: Any]] ?? []
    var records: [[String: Any]] = []
    for event in events {
      let parameters = event["params"] as? [String: Any]
      if let record = parameters?["record"] as? [String: Any] {
        flatten(record, isInScript: false, isOutermost: true, &records)
      }
    }
    records.sort { ($0["type"] as? String ?? "") < ($1["type"] as? String ?? "") }
    return Array(
      try JSONSerialization.data(withJSONObject: [
        "version": 1, "overview": ["secondsPerPixel": 0.01],
        "recording": [
          "displayName": "Timeline Recording 1", "startTime": 0, "endTime": 9,
          "discontinuities": [], "instrumentTypes": ["timeline-record-type-layout"],
          "records": records, "markers": [], "sampleStackTraces": [], "sampleDurations": [],
        ],
      ]))
  }

  private static func flatten(
    _ record: [String: Any], isInScript: Bool, isOutermost: Bool, _ records: inout [[String: Any]]
  ) {
    let layouts = [
      "RecalculateStyles": "recalculate-styles", "InvalidateLayout": "invalidate-layout",
      "ScheduleStyleRecalculation": "invalidate-styles",
      "Layout": isInScript ? "forced-layout" : "layout", "Paint": "paint",
    ]
    let scripts = ["EventDispatch": "event-dispatch", "EvaluateScript": "script-evaluated"]
    let type = record["type"] as? String ?? ""
    var flat: [String: Any] = ["startTime": record["startTime"] ?? 0]
    flat["endTime"] = record["endTime"] ?? record["startTime"]
    if isOutermost {
      flat["type"] = "timeline-record-type-rendering-frame"
    } else if let event = layouts[type] {
      flat["type"] = "timeline-record-type-layout"
      flat["eventType"] = event
    } else if let event = scripts[type] {
      flat["type"] = "timeline-record-type-script"
      flat["eventType"] = "script-timeline-record-\(event)"
      flat["details"] = (record["data"] as? [String: Any])?["type"]
    }
    if flat["type"] != nil { records.append(flat) }
    for child in record["children"] as? [[String: Any]] ?? [] {
      flatten(
        child, isInScript: isInScript || type == "FunctionCall", isOutermost: false, &records)
    }
  }

  @Test(
    "a page is laid out as often in its worst rendering frame as the protocol's messages say",
    arguments: [("thrash", 149), ("clean", 1)])
  func counts(page: String, layouts: Int) throws {
    let imported = try Imported(Self.export(page), .safari)
    #expect(imported.layoutsPerTurn().max() == layouts)
    #expect(
      try imported.layoutsPerTurn()
        == Imported(Recording.bytes("webkit-\(page)"), .webkit).layoutsPerTurn())
    let replay = try TraceReplayer(.bytes(imported.trace, name: page)).run()
    #expect(replay.divergence == nil && replay.unexplainedLayouts == 0)
  }

  @Test("what forced a layout is the kind of script that ran, because no more was exported")
  func writerAndReader() throws {
    let imported = try Imported(Self.export("thrash"), .safari)
    let forces = imported.lines.filter { $0.contains("\"e\":\"force\"") }
    #expect(forces.count == 149)
    #expect(forces.allSatisfy { $0.hasSuffix("\"from\":\"click event\"}") }, "\(forces[0])")
  }

  @Test("a forced layout is one without a script around it, too; setting a timer runs nothing")
  func forcedAlone() throws {
    let text = """
      {"version":1,"recording":{"displayName":"x","startTime":0,"endTime":1,"records":[
      {"type":"timeline-record-type-rendering-frame","startTime":0.1,"endTime":0.9},
      {"type":"timeline-record-type-script","eventType":"script-timeline-record-timer-installed",
      "startTime":0.2,"endTime":0.8,"details":3},
      {"type":"timeline-record-type-layout","eventType":"forced-layout","startTime":0.3,"endTime":0.4},
      {"type":"timeline-record-type-layout","eventType":"layout","startTime":0.5,"endTime":0.6}]}}
      """
    let imported = try Imported(Array(text.utf8), .safari)
    #expect(imported.lines.count { $0.contains("\"e\":\"force\"") } == 1)
    #expect(imported.layoutsPerTurn() == [2])
    #expect(imported.lines.contains("{\"e\":\"committed\",\"batches\":1}"))
  }

  @Test("an export that is cut off is read up to there, and one that is damaged names the byte")
  func damage() throws {
    let whole = try Self.export("thrash")
    let cut = try Imported(Array(whole.prefix(whole.count * 3 / 4)), .safari)
    #expect(!cut.lines.contains { $0.contains("\"e\":\"end\"") })
    do {
      _ = try Imported(Array(#"{"recording":{"records":[{"type":"x"},17]}}"#.utf8), .safari)
      Issue.record("nothing was wrong")
    } catch let error as TraceError {
      #expect(error.description.hasPrefix("recording: byte 39: not JSON of a trace: a record,"))
    }
  }

  @Test("the content says that it is an export of Safari")
  func recognised() throws {
    #expect(try TraceFormat.formats(ofHead: Self.export("clean")) == [.safari])
  }
}
