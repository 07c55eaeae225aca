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

  /// Expects a status for a folder with this file, as it is and compressed.
  private func check(_ bytes: [UInt8], named name: String, _ status: Int32) throws {
    let file = folder.url.appending(path: name)
    try Data(bytes).write(to: file)
    let packed = try Child.run("gzip", ["-c", file.path]).output
    for (name, data) in [(name, Data(bytes)), ("\(name).gz", packed)] {
      let path = "\(traces)/\(name)"
      try data.write(to: URL(filePath: path))
      let start = String(decoding: bytes.prefix(30), as: UTF8.self)
      #expect(try Child.loophunt("scan", path).status == 2, "alone, \(name): \(start)")
      for command in ["scan", "replay"] {
        let outcome = try Child.loophunt(command, traces)
        #expect(outcome.status == status, "\(command), \(name): \(start)")
        #expect(outcome.errors.contains(path), "\(command), \(name): \(start)")
      }
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test("an unfinished or blank file with the name of a recording is an error")
  func cut() throws {
    let profile = #"{"meta":{"interval":1,"product":"Firefox \"x\"","categories":[{"name":"Idle","#
    for text in [
      "{", "[", "[{\"a\":[1,2],", "\u{FEFF}{", " \n\t ", "\"half", profile, "{\"a\":\"]}",
    ] {
      try check(Array(text.utf8), named: "b.json", 2)
    }
    try check([UInt8](repeating: 0, count: 5_000), named: "b.json", 2)
    try check(Array(profile.utf8) + [0, 0, 0], named: "b.json", 2)
    // The end is far behind the bytes by which a format is recognised.
    let long = "{\"a\":[" + String(repeating: "{\"b\":\"}]\"},\n", count: 100_000)
    try check(Array(long.utf8), named: "b.json", 2)
    try check(Array("{\"a\":1}\n{\"a\":".utf8), named: "b.ndjson", 2)
  }

  @Test("a complete file of another kind is left out")
  func complete() throws {
    for text in [
      "{}", "null", "\"{\"", "-1.5e3\n", #"{"name":"a \"b\" {[","dependencies":{"c":"^1"}}"#,
      "[{\"a\":[]},\n{}]\n", "{\"a\":1}\n{\"a\":2}\n", "// don't {\n{\"a\":1}", "?", "<html>{",
      "{\"version\":1,\"loops\":[]}", "{\"a\":1,\n  # a comment {\n}",
    ] {
      try check(Array(text.utf8), named: "package.json", 0)
    }
    let long = "{\"a\":[" + String(repeating: "{\"b\":\"}]\"},\n", count: 100_000) + "1]}"
    try check(Array(long.utf8), named: "long.json", 0)
    for text in ["{", "a {", " "] { try check(Array(text.utf8), named: "app.log", 0) }
  }
}
