import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing

@Suite("Importing profiles that profiler.firefox.com saved")
struct ProcessedFirefoxImportTests {
  private static func profile(_ page: String) throws -> [String: Any] {
    let bytes = try Recording.bytes("firefox-\(page)")
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  /// The lines of a trace behind its header, which names the format.
  private static func body(_ imported: Imported) -> [Substring] {
    Array(imported.lines.dropFirst())
  }

  @Test(
    "a saved profile gives the same trace as the profile that Firefox wrote",
    arguments: ["thrash", "clean"],
    sample(
      ProcessedProfile.Shape.allCases, oneIn: 2, seed: firstSeed("ProcessedFirefoxImportTests")))
  func sameTrace(page: String, shape: ProcessedProfile.Shape) throws {
    let raw = try Self.profile(page)
    let saved = try Imported(ProcessedProfile.bytes(of: raw, shape), "firefox")
    let written = try Imported(Recording.bytes("firefox-\(page)"), "firefox-raw")
    #expect(Self.body(saved) == Self.body(written))
    #expect(saved.lines[0].contains("\"source\":\"firefox\""))
    #expect(saved.turns == written.turns)
  }

  @Test(
    "events that scripts send are no tasks in a saved profile either",
    arguments: ["sent-events", "own-events"], [ProcessedProfile.Shape.perThread, .withoutPhases])
  func sentEvents(page: String, shape: ProcessedProfile.Shape) throws {
    let bytes = try Recording.bytes("Made/firefox-\(page)")
    let raw = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let saved = try Imported(ProcessedProfile.bytes(of: raw, shape), "firefox")
    #expect(Self.body(saved) == Self.body(try Imported(bytes, "firefox-raw")))
    #expect(saved.layoutsPerTurn().max() == 30)
  }

  @Test("a saved profile and the profile that Firefox wrote give the same reports")
  func sameFingerprints() throws {
    let raw = try Self.profile("thrash")
    let traces = [
      try Imported(Recording.bytes("firefox-thrash"), "firefox-raw").trace,
      try Imported(ProcessedProfile.bytes(of: raw, .sharedStrings), "firefox").trace,
    ]
    let reports = try traces.map { trace in
      var reports: [LoopReport] = []
      let replayer = try TraceReplayer(.bytes(trace, name: "profile"))
      let hunter = LoopHunter(loop: replayer.loop)
      replayer.onView = { view, _ in
        _ = try? hunter.attach(to: view, threshold: 100) { reports.append($0) }
      }
      _ = try replayer.run()
      return reports
    }
    #expect(reports[0].map(\.verdict.kind) == ["thrashing"])
    #expect(reports[1].map(\.verdict) == reports[0].map(\.verdict))
    #expect(reports[1].map(\.fingerprint) == reports[0].map(\.fingerprint))
  }

  @Test("times of another process count from the first process, and its layouts are its own")
  func processes() throws {
    var outer = try Self.profile("thrash")
    var meta = try #require(outer["meta"] as? [String: Any])
    meta["startTime"] = try #require(meta["startTime"] as? Double) + 5_000
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: outer), as: UTF8.self
    ).replacing("15032385537", with: "77").replacing("30425", with: "4711")
    var inner = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    inner["meta"] = meta
    outer["processes"] = [inner]
    let saved = try Imported(ProcessedProfile.bytes(of: outer, .perThread), "firefox")
    // Sorted, a process's start comes before its threads, as Firefox writes it.
    let written = try Imported(
      Array(JSONSerialization.data(withJSONObject: outer, options: .sortedKeys)), "firefox-raw")
    // Adding the difference of two times in milliseconds loses less than a microsecond.
    let rounded = { (line: Substring) in line.replacing(#/"t":(\d+)\d{4}/#) { "\"t\":\($0.1)" } }
    let pairs = zip(Self.body(saved), Self.body(written))
    let differences = pairs.filter { rounded($0) != rounded($1) }
    #expect(differences.count <= 100, "\(differences.prefix(3))")
    for window in 1...2 { #expect(saved.layoutsPerTurn(ofView: window).max() == 149) }
  }

  @Test("circular tables, indexes out of range and short columns do no harm")
  func damagedTables() throws {
    let whole = String(
      decoding: try ProcessedProfile.bytes(of: Self.profile("thrash"), .perThread), as: UTF8.self)
    for (column, values) in [
      ("prefix", "[0,1,1]"), ("func", "[99999,-1]"), ("lineNumber", "[]"), ("frame", "[]"),
      ("stackTable", "[3]"), ("funcTable", "\"x\""),
    ] {
      let damaged = try whole.replacing(
        Regex("\"\(column)\":(\\[[^\\]]*\\]|\\{[^}]*\\})"), with: "\"\(column)\":\(values)")
      #expect(damaged != whole)
      let imported = try Imported(Array(damaged.utf8), "firefox")
      #expect(imported.layoutsPerTurn().max() == 149, "\(column)")
    }
  }

  @Test(
    "a saved profile is recognised by its content, and distinguished from one that Firefox wrote",
    arguments: ProcessedProfile.Shape.allCases)
  func recognised(shape: ProcessedProfile.Shape) throws {
    let bytes = try ProcessedProfile.bytes(of: Self.profile("clean"), shape)
    #expect(Recording.formats(Array(bytes.prefix(TraceHead.length))) == ["firefox"])
  }
}
