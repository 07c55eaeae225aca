import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

@Suite("The command reproduce")
struct ReproduceCommandTests {
  private let folder = TemporaryFolder()

  private func reproduce(_ arguments: String...) throws -> CommandOutcome {
    try InProcess.loophunt(["reproduce"] + arguments)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("a loop becomes a program that expects the fingerprint that a replay shows")
  func program() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [1, 9]), to: "trace.jsonl")
    let code = folder.path("feed-loop.swift")
    let made = try reproduce("--threshold=5", trace, "-o", code)
    #expect(made.status == 0 && made.text.isEmpty && made.errors.isEmpty, "\(made.errors)")
    let text = try text(code)
    #expect(text.contains("@main\nenum FeedLoop {"))
    #expect(text.contains("final class Badge: View {\n"))
    // The tree of the trace was laid out before.
    #expect(
      text.contains(
        "      guard layouts > Values.badgeLayoutsBeforeRepetition else { return }\n"
          + "      setNeedsLayout()\n    }\n"))
    #expect(text.contains("badge.identifier = \"badge\""))
    let replay = try InProcess.loophunt(["replay", "--threshold=5", trace])
    let fingerprint = try #require(text.firstMatch(of: /fingerprint = "([0-9a-f]{16})"/)).1
    #expect(replay.text.contains(fingerprint))
    // Without shrinking the result is the same.
    #expect(try reproduce("--threshold=5", "--as-is", trace).text.contains(fingerprint))
  }

  @Test("with --test it is a suite, named after the file")
  func suite() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [9]), to: "trace.jsonl")
    let code = folder.path("BadgeTests.swift")
    #expect(try reproduce("--test", "--threshold=5", trace, "-o", code).status == 0)
    let text = try text(code)
    #expect(text.contains("\nstruct BadgeTests {") && text.contains("import Testing\n"))
    #expect(text.contains("#expect(report.fingerprint == Expected.fingerprint)"))
    // The remedy that the proof of the trace found, as a comment.
    #expect(
      text.contains("// Remedy: proved: if `badge` called `setNeedsLayout` only when the geometry"))
    #expect(!text.contains("@main"))
  }

  @Test("with -o, a program can read the result as JSON on standard output")
  func json() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [9]), to: "trace.jsonl")
    let code = folder.path("Loop.swift")
    let made = try reproduce("--threshold=5", "--format=json", trace, "-o", code)
    #expect(made.status == 0, "\(made.errors)")
    let fingerprint = try #require(made.text.firstMatch(of: /"fingerprint" : "([0-9a-f]{16})"/)).1
    #expect(made.text.contains("\"writtenFingerprint\" : \"\(fingerprint)\""))
    let schema = try JSONSchema(Repository.text(of: "docs/json-output.schema.json"))
    #expect(try schema.problems(of: made.text) == [])
    let lost = try reproduce("--threshold=5", "--format=json", trace)
    #expect(lost.status == 2 && lost.errors.contains("--format needs -o FILE"))
  }

  @Test("a trace without a loop, or an unknown fingerprint, is an error, and no file is written")
  func nothing() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [9]), to: "trace.jsonl")
    let code = folder.path("Loop.swift")
    let none = try reproduce(trace, "-o", code)
    #expect(none.status == 2 && none.errors.contains("nothing to reproduce: no hunted view"))
    let unknown = try reproduce("--threshold=5", "--keep=beef", trace, "-o", code)
    #expect(unknown.status == 2 && unknown.errors.contains("choose one of these: "))
    #expect(!FileManager.default.fileExists(atPath: code))
  }

  @Test("a trace as its own output, a wrong trace and a full disk are errors that change no file")
  func refusals() throws {
    let text = SampleTrace.badge(layouts: [9])
    let trace = try folder.write(text, to: "trace.jsonl")
    let itself = try reproduce("--threshold=5", trace, "-o", trace)
    #expect(itself.status == 2 && itself.errors.contains("which is an input"))
    #expect(try self.text(trace) == text)
    let broken = try folder.write(text + "nonsense\n", to: "broken.jsonl")
    let old = try folder.write("old", to: "Old.swift")
    #expect(try reproduce("--threshold=5", broken, "-o", old).status == 2)
    #expect(try self.text(old) == "old")
    #expect(try reproduce("--threshold=5", "-q", trace, "-o", "/dev/full").status == 3)
  }

  @Test("a trace without geometry is refused in one sentence")
  func geometry() throws {
    let bare = SampleTrace.badge(layouts: [9])
      .replacing(/,"frame":\[[^\]]*\]/, with: "").replacing(/\n\{"e":"frame"[^\n]*/, with: "")
    let trace = try folder.write(bare, to: "bare.jsonl")
    let refused = try reproduce("--threshold=5", trace)
    #expect(refused.status == 2 && refused.text.isEmpty)
    #expect(
      refused.errors.contains(
        "cannot be written as code: it has no frames, so the frames of its views"))
    #expect(refused.errors.split(separator: "\n").count == 1)
  }
}
