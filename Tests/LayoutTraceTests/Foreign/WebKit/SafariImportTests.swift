import Foundation
import HuntSupport
import LayoutTrace
import Testing

@Suite("Importing recordings that Safari exported")
struct SafariImportTests {
  @Test(
    "a page is laid out as often in its worst rendering frame as the protocol's messages say",
    arguments: [("thrash", 149), ("clean", 1)])
  func counts(page: String, layouts: Int) throws {
    let imported = try Imported(SafariExport.bytes(page), "safari")
    #expect(imported.layoutsPerTurn().max() == layouts)
    #expect(
      try imported.layoutsPerTurn()
        == Imported(Recording.bytes("webkit-\(page)"), "webkit").layoutsPerTurn())
    let replay = try TraceReplayer(.bytes(imported.trace, name: page)).run()
    #expect(replay.divergence == nil && replay.unexplainedLayouts == 0)
  }

  @Test("a forced layout names only the kind of script, because exports hold no more")
  func writerAndReader() throws {
    let imported = try Imported(SafariExport.bytes("thrash"), "safari")
    let forces = imported.lines.filter { $0.contains("\"e\":\"force\"") }
    #expect(forces.count == 149)
    #expect(forces.allSatisfy { $0.hasSuffix("\"from\":\"click event\"}") }, "\(forces[0])")
  }

  @Test("a layout is forced even without a script around it; setting a timer runs nothing")
  func forcedAlone() throws {
    let text = """
      {"version":1,"recording":{"displayName":"x","startTime":0,"endTime":1,"records":[
      {"type":"timeline-record-type-rendering-frame","startTime":0.1,"endTime":0.9},
      {"type":"timeline-record-type-script","eventType":"script-timeline-record-timer-installed",
      "startTime":0.2,"endTime":0.8,"details":3},
      {"type":"timeline-record-type-layout","eventType":"forced-layout","startTime":0.3,"endTime":0.4},
      {"type":"timeline-record-type-layout","eventType":"layout","startTime":0.5,"endTime":0.6}]}}
      """
    let imported = try Imported(Array(text.utf8), "safari")
    #expect(imported.lines.count { $0.contains("\"e\":\"force\"") } == 1)
    #expect(imported.layoutsPerTurn() == [2])
    #expect(imported.lines.contains("{\"e\":\"committed\",\"batches\":1}"))
  }

  @Test("an export that is cut off is read up to there, and one that is damaged names the byte")
  func damage() throws {
    let whole = try SafariExport.bytes("thrash")
    let cut = try Imported(Array(whole.prefix(whole.count * 3 / 4)), "safari")
    #expect(!cut.lines.contains { $0.contains("\"e\":\"end\"") })
    do {
      _ = try Imported(Array(#"{"recording":{"records":[{"type":"x"},17]}}"#.utf8), "safari")
      Issue.record("nothing was wrong")
    } catch let error as TraceError {
      #expect(error.description.hasPrefix("recording: byte 39: not JSON of a trace: a record,"))
    }
  }

  @Test("an export of Safari is recognised by its content")
  func recognised() throws {
    #expect(try Recording.formats(SafariExport.bytes("clean")) == ["safari"])
  }
}
