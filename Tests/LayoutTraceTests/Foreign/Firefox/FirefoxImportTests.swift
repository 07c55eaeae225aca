import Foundation
import HuntSupport
import LayoutTrace
import Testing

@Suite("Importing profiles of Firefox")
struct FirefoxImportTests {
  private static let thrash = Result { try Recording.bytes("firefox-thrash") }

  @Test(
    "a document is laid out as often in its worst tick or event as Firefox says",
    arguments: [("thrash", 149), ("clean", 1)])
  func counts(page: String, layouts: Int) throws {
    let imported = try Imported(Recording.bytes("firefox-\(page)"), "firefox-raw")
    let window = try #require(
      imported.lines.firstIndex { $0.contains("\"name\":\"\(page).html\"") })
    #expect(imported.layoutsPerTurn(ofView: window).max() == layouts)
    if page == "clean" { #expect(imported.layoutsPerTurn(ofView: window).last == 1) }
    let replay = try TraceReplayer(.bytes(imported.trace, name: page)).run()
    #expect(replay.divergence == nil)
  }

  @Test("the writer stands at the dirty element, and the reader at the forced layout")
  func writerAndReader() throws {
    let imported = try Imported(Self.thrash.get(), "firefox-raw")
    let forces = imported.lines.filter { $0.contains("\"e\":\"force\"") }
    #expect(forces.count == 149)
    #expect(forces.allSatisfy { $0.contains("\"from\":\"readRow (thrash.html:8:17)\"") })
    #expect(imported.lines.count { $0.contains("growRow (thrash.html:7:17)") } == 149)
  }

  @Test(
    "an event that a script sends is no task, and what no stack tells is a warning",
    arguments: ["own-events", "own-clicks"])
  func sentEvents(page: String) throws {
    let bytes = try Recording.bytes("Made/firefox-\(page)")
    let told = try Imported(bytes, "firefox-raw")
    #expect(told.layoutsPerTurn().max() == 30 && told.notes == [])
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing("EventDispatcher::Dispatch", with: "0x7f05f23cca26")
    let untold = try Imported(Array(text.utf8), "firefox-raw")
    #expect(untold.layoutsPerTurn().max() == 1)
    let note = "one function forces layouts in 30 consecutive events"
    #expect(untold.notes.count { $0.hasPrefix(note) } == 1)
  }

  @Test("microtasks right after an event are a part of its task, and later ones are not")
  func microtasks() throws {
    let bytes = try Recording.bytes("Made/firefox-promise-chain")
    #expect(try Imported(bytes, "firefox-raw").layoutsPerTurn().max() == 21)
    var profile = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    var threads = try #require(profile["threads"] as? [[String: Any]])
    var markers = try #require(threads[0]["markers"] as? [String: Any])
    var rows = try #require(markers["data"] as? [[Any]])
    let names = try #require(threads[0]["stringTable"] as? [String])
    let click = try #require(
      rows.lastIndex { ($0[5] as? [String: Any])?["eventType"] as? String == "click" })
    #expect(names[rows[click + 1][0] as? Int ?? 0] == "Perform microtasks")
    for index in rows.indices where index > click {
      for place in 1...2 {
        if let time = rows[index][place] as? Double, time > 0 { rows[index][place] = time + 5 }
      }
    }
    markers["data"] = rows
    threads[0]["markers"] = markers
    profile["threads"] = threads
    let later = try Imported(
      Array(JSONSerialization.data(withJSONObject: profile)), "firefox-raw")
    #expect(later.layoutsPerTurn().max() == 20)
  }

  /// The profile as values that a test changes.
  private static func profile() throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(thrash.get())) as? [String: Any])
  }

  @Test("the profiles of other processes are read, too, and never added up")
  func processes() throws {
    var outer = try Self.profile()
    var inner = outer
    inner["processes"] = []
    inner["pages"] = (inner["pages"] as? [[String: Any]])?.map { page in
      var page = page
      page["innerWindowID"] = 77
      return page
    }
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: inner), as: UTF8.self
    ).replacing("15032385537", with: "77")
    outer["processes"] = [try JSONSerialization.jsonObject(with: Data(text.utf8))]
    let imported = try Imported(
      Array(JSONSerialization.data(withJSONObject: outer)), "firefox-raw")
    for window in 1...2 { #expect(imported.layoutsPerTurn(ofView: window).max() == 149) }
  }

  @Test("windows of the browser's own interface are left out, unless an option keeps them")
  func browsersOwn() throws {
    let own = try String(decoding: Self.thrash.get(), as: UTF8.self)
      .replacing(
        #/"url":\s*"http:[^"]*thrash\.html"/#, with: "\"url\":\"chrome://browser/content/x\"")
    let imported = try Imported(Array(own.utf8), "firefox-raw")
    #expect(imported.layoutsPerTurn() == [])
    #expect(imported.notes.count == 1)
    let kept = try Imported(Array(own.utf8), "firefox-raw", options: .init(showsBrowser: true))
    #expect(kept.layoutsPerTurn().max() == 149)
  }

  @Test("short rows, circular tables and indexes out of range do no harm")
  func damagedTables() throws {
    var profile = try Self.profile()
    var threads = try #require(profile["threads"] as? [[String: Any]])
    for (key, rows) in [
      ("stackTable", [[0, 0], [1, 999_999], [2]] as [[Any]]), ("frameTable", [[-1], [], ["x"]]),
    ] {
      var table = try #require(threads[0][key] as? [String: Any])
      table["data"] = rows
      threads[0][key] = table
    }
    profile["threads"] = threads
    let imported = try Imported(
      Array(JSONSerialization.data(withJSONObject: profile)), "firefox-raw")
    #expect(imported.layoutsPerTurn().max() == 149)
  }

  @Test("a profile of Firefox is recognised by its content")
  func recognised() throws {
    #expect(try Recording.formats(Self.thrash.get()) == ["firefox-raw"])
  }
}
