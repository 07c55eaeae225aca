import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

/// Views that are laid out in every turn are hints: they do not change the exit status.
@Suite("Hints at recurring views")
struct RecurringCommandTests {
  let folder = TemporaryFolder()
  let schema: JSONSchema

  init() throws {
    schema = try JSONSchema(Repository.text(of: "docs/json-output.schema.json"))
  }

  private func detail(_ command: String, _ trace: String) throws -> [String: Any] {
    let outcome = try InProcess.loophunt(command, "--format=json", trace)
    #expect(outcome.status == 0)
    #expect(try schema.problems(of: outcome.text) == [])
    let document = try #require(
      try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let file = try #require((document["files"] as? [[String: Any]])?.first)
    return try #require(file["detail"] as? [String: Any])
  }

  @Test("scan hints at a view that is laid out once in each of 200 turns")
  func scanHint() throws {
    let trace = try folder.write(
      SampleTrace.badge(layouts: Array(repeating: 1, count: 200)), to: "trace.jsonl")
    let outcome = try InProcess.loophunt("scan", trace)
    #expect(outcome.status == 0)
    let words = outcome.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(
      words.contains(
        #"Badge "badge" (view 2) in turns 1-200, laid out once in each of 200 consecutive turns: "#
          + "replay the trace, or look for the code that schedules it"))
    let recurring = try #require(
      try detail("scan", trace)["recurring"] as? [[String: Any]])
    #expect(recurring.count == 1)
    #expect(recurring[0]["turns"] as? Int == 200)
    #expect(recurring[0]["view"] as? Int == 2)
  }

  @Test("replay hints at a view whose layouts have no cause in the trace")
  func replayHint() throws {
    let trace = try folder.write(
      SampleTrace.badge(layouts: [1, 1, 3] + Array(repeating: 2, count: 100)), to: "trace.jsonl")
    let outcome = try InProcess.loophunt("replay", trace)
    #expect(outcome.status == 0)
    // The text is set in lines.
    let words = outcome.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(
      words.contains(
        "Recurring: Window/badge was laid out in each of 103 consecutive turns (1-103) without a "
          + "cause in the trace."))
    #expect(words.contains("look for the code that schedules it."))
    let recurring = try #require(try detail("replay", trace)["recurring"] as? [[String: Any]])
    #expect(recurring.count == 1)
    #expect(recurring[0]["lastTurn"] as? Int == 103)
    #expect((recurring[0]["view"] as? [String: Any])?["path"] as? String == "Window/badge")
  }

  @Test("fewer turns in a row give no hint, and neither does a view that loops")
  func noHint() throws {
    let short = try folder.write(
      SampleTrace.badge(layouts: Array(repeating: 1, count: 59)), to: "short.jsonl")
    for command in ["scan", "replay"] {
      #expect((try detail(command, short)["recurring"] as? [Any])?.isEmpty == true)
    }
    let looping = try folder.write(
      SampleTrace.badge(layouts: Array(repeating: 101, count: 61)), to: "looping.jsonl")
    for command in ["scan", "replay"] {
      let outcome = try InProcess.loophunt(command, looping)
      #expect(outcome.status == 1)
      #expect(!outcome.text.contains("ecurring"))
    }
  }
}
