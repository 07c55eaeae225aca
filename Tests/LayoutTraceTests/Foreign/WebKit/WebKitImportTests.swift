import Foundation
import HuntSupport
import LayoutTrace
import Testing

@Suite("Importing recordings of WebKit")
struct WebKitImportTests {
  private static let thrash = Result { try Recording.bytes("webkit-thrash") }

  @Test(
    "a page is laid out as often in its worst rendering frame as WebKit says",
    arguments: [("thrash", 149), ("clean", 1)])
  func counts(page: String, layouts: Int) throws {
    let imported = try Imported(Recording.bytes("webkit-\(page)"), "webkit")
    #expect(imported.layoutsPerTurn().max() == layouts)
    let replay = try TraceReplayer(.bytes(imported.trace, name: page)).run()
    #expect(replay.divergence == nil && replay.unexplainedLayouts == 0)
  }

  @Test("the writer stands at the dirty element, and the reader at the forced layout")
  func writerAndReader() throws {
    let imported = try Imported(Self.thrash.get(), "webkit")
    let forces = imported.lines.filter { $0.contains("\"e\":\"force\"") }
    #expect(forces.count == 149)
    #expect(forces.allSatisfy { $0.contains("\"from\":\"readRow (thrash.html:8:60)\"") })
    let writes = imported.lines.filter { $0.contains("\"why\":\"style\"") }
    #expect(writes.count == 149)
    #expect(writes.allSatisfy { $0.contains("\"from\":\"growRow (thrash.html:7:") })
  }

  @Test("messages may be in an array, or one after the other")
  func containers() throws {
    let object = try JSONSerialization.jsonObject(with: Data(Self.thrash.get())) as? [String: Any]
    let events = try #require(object?["events"] as? [Any])
    let lines = try Imported(Self.thrash.get(), "webkit").lines
    let array = Array(try JSONSerialization.data(withJSONObject: events))
    #expect(try Imported(array, "webkit").lines == lines)
    let rows = try events.flatMap {
      Array(try JSONSerialization.data(withJSONObject: $0)) + Array("\n".utf8)
    }
    #expect(try Imported(rows, "webkit").lines == lines)
    for bytes in [array, rows, try Self.thrash.get()] {
      #expect(Recording.formats(Array(bytes.prefix(8_192))) == ["webkit"])
    }
  }

  @Test("messages that are cut off are read up to there")
  func cutOff() throws {
    let whole = try Self.thrash.get()
    // The last frame that is whole is a paint: what is slow is in one frame, which is lost or kept.
    let imported = try Imported(Array(whole.dropLast(1_000)), "webkit")
    #expect(imported.layoutsPerTurn().max() == 149)
    #expect(!imported.lines.contains { $0.contains("\"e\":\"end\"") })
    #expect(throws: TraceError.self) { try Imported(Array(whole.prefix(200_000)), "webkit") }
  }
}
