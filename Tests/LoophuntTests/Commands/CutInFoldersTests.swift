import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

/// A recording that is cut off is an error in a folder, as it is alone; other files are left out.
@Suite("Cut recordings in folders")
struct CutInFoldersTests {
  private let folder = TemporaryFolder()
  private let traces: String

  init() throws {
    traces = folder.path("traces")
    try FileManager.default.createDirectory(atPath: traces, withIntermediateDirectories: true)
    try folder.write(SampleTrace.badge(layouts: [1]), to: "traces/calm.jsonl")
  }

  /// Expects a status for a folder with these files, as they are and compressed: each is named, and
  /// is an error alone.
  private func check(_ texts: [[UInt8]], named ending: String, _ status: Int32) throws {
    var paths: [String] = []
    for (number, bytes) in texts.enumerated() {
      let name = "\(number).\(ending)"
      let file = folder.url.appending(path: name)
      try Data(bytes).write(to: file)
      let packed = try Child.run("gzip", ["-c", file.path]).output
      for (name, data) in [(name, Data(bytes)), ("\(name).gz", packed)] {
        paths.append("\(traces)/\(name)")
        try data.write(to: URL(filePath: "\(traces)/\(name)"))
      }
    }
    for path in paths {
      #expect(try InProcess.loophunt("scan", path).status == 2, "alone, \(path)")
    }
    for command in ["scan", "replay"] {
      let outcome = try InProcess.loophunt(command, traces)
      #expect(outcome.status == status, "\(command)")
      for path in paths { #expect(outcome.errors.contains(path), "\(command), \(path)") }
    }
    for path in paths { try FileManager.default.removeItem(atPath: path) }
  }

  @Test("an unfinished or blank file with the name of a recording is an error")
  func cut() throws {
    let profile = #"{"meta":{"interval":1,"product":"Firefox \"x\"","categories":[{"name":"Idle","#
    // The end is far behind the bytes by which a format is recognised.
    let long = "{\"a\":[" + String(repeating: "{\"b\":\"}]\"},\n", count: 10_000)
    let texts = [
      "{", "[", "[{\"a\":[1,2],", "\u{FEFF}{", " \n\t ", "\"half", profile, "{\"a\":\"]}", long,
    ]
    let zeros = [UInt8](repeating: 0, count: 5_000)
    try check(
      texts.map { Array($0.utf8) } + [zeros, profile.utf8 + [0, 0, 0]], named: "b.json", 2)
    try check([Array("{\"a\":1}\n{\"a\":".utf8)], named: "b.ndjson", 2)
  }

  @Test("a complete file of another kind is left out")
  func complete() throws {
    let long = "{\"a\":[" + String(repeating: "{\"b\":\"}]\"},\n", count: 10_000) + "1]}"
    let texts = [
      "{}", "null", "\"{\"", "-1.5e3\n", #"{"name":"a \"b\" {[","dependencies":{"c":"^1"}}"#,
      "[{\"a\":[]},\n{}]\n", "{\"a\":1}\n{\"a\":2}\n", "// don't {\n{\"a\":1}", "?", "<html>{",
      "{\"version\":1,\"loops\":[]}", "{\"a\":1,\n  # a comment {\n}", long,
    ]
    // A note names ten files, and counts the rest.
    for texts in [texts.prefix(5), texts[5..<10], texts[10...]] {
      try check(texts.map { Array($0.utf8) }, named: "package.json", 0)
    }
    try check(["{", "a {", " "].map { Array($0.utf8) }, named: "app.log", 0)
  }
}
