import CommandSupport
import Foundation
import TestSupport
import Testing

/// The table over all traces.
@Suite("The table over many traces")
struct FindingsTableTests {
  private let folder = TemporaryFolder()

  init() throws {
    let texts = [
      "a": [1], "b": [150], "c": [120, 300], "d": [1], "e": [110],
    ].mapValues { SampleTrace.badge(layouts: $0) }
    for (name, text) in texts { try folder.write(text, to: "\(name).jsonl") }
    try folder.write(SampleTrace.thrashing(130), to: "f.jsonl")
  }

  private func summary(_ command: String, _ traces: String...) throws -> [String: Any] {
    let outcome = try InProcess.loophunt([command, "--format=json"] + traces)
    let document = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    return try #require(document?["summary"] as? [String: Any])
  }

  @Test("replay joins loops by fingerprint, with the number of traces, the first and the worst")
  func replay() throws {
    let rows = try #require(
      try summary("replay", folder.path(""))["findings"] as? [[String: Any]])
    #expect(rows.count == 2)
    #expect(rows[0]["traces"] as? Int == 3 && rows[0]["maximum"] as? Int == 300)
    #expect((rows[0]["first"] as? String)?.hasSuffix("/b.jsonl") == true)
    #expect((rows[0]["fingerprint"] as? String)?.count == 16)
    #expect((rows[0]["sentence"] as? String)?.contains("badge") == true)
    #expect(rows[1]["traces"] as? Int == 1 && rows[1]["maximum"] as? Int == 130)
    let text = try InProcess.loophunt("replay", folder.path("")).text
    let fingerprint = try #require(rows[0]["fingerprint"] as? String)
    #expect(
      text.contains("\nLoops by fingerprint:\n  fingerprint       traces  worst  first trace\n"))
    #expect(
      text.contains("  \(fingerprint)       3    300  \(folder.path("b.jsonl"))\n    `badge`"))
  }

  @Test("scan joins looping views by class and path")
  func scan() throws {
    let rows = try #require(try summary("scan", folder.path(""))["findings"] as? [[String: Any]])
    #expect(rows.count == 2)
    #expect(rows[0]["class"] as? String == "Badge" && rows[0]["path"] as? String == "Window/badge")
    #expect(rows[0]["traces"] as? Int == 3 && rows[0]["maximum"] as? Int == 300)
    #expect(rows[1]["path"] as? String == "Window/Badge")
    let text = try InProcess.loophunt("scan", folder.path("")).text
    #expect(
      text.contains("\nLooping views by class and path:\n  class  traces  worst  first trace\n"))
    #expect(text.contains("  Badge       3    300  \(folder.path("b.jsonl"))\n    Window/badge\n"))
  }

  @Test("one trace has no table, and traces without a loop have an empty one")
  func noTable() throws {
    #expect(try summary("replay", folder.path("b.jsonl"))["findings"] == nil)
    let calm = try summary("scan", folder.path("a.jsonl"), folder.path("d.jsonl"))
    #expect((calm["findings"] as? [Any])?.isEmpty == true)
    let text = try InProcess.loophunt("scan", folder.path("a.jsonl"), folder.path("d.jsonl")).text
    #expect(!text.contains("by class and path"))
  }

  @Test("the time of a run is shown on terminals only")
  func time() throws {
    #expect(try InProcess.loophunt("scan", folder.path("")).text.hasSuffix(" layouts\n"))
    let terminal = try PseudoTerminal("scan", folder.path("a.jsonl"))
    #expect(terminal.waits(for: "layout"))
    _ = terminal.end()
    #expect(terminal.shown.contains(#/ layouts? in \d+ m?s/#))
  }
}
