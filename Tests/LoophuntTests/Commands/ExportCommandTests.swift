import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("The command export")
struct ExportCommandTests {
  private let folder = TemporaryFolder()

  private func export(_ trace: String, _ options: String...) throws -> CommandOutcome {
    let path = try folder.write(trace, to: "trace.jsonl")
    return try InProcess.loophunt(["export", path] + options)
  }

  @Test("an export goes to a file, comes from standard input, and leaves names out on demand")
  func ways() throws {
    let trace = SampleTrace.badge(layouts: [2])
    let target = folder.path("out.json")
    #expect(try export(trace, "-o", target).status == 0)
    let written = try String(contentsOfFile: target, encoding: .utf8)
    let piped = try Child.run(Child.binary, ["export", "-"], input: Data(trace.utf8))
    #expect(piped.status == 0)
    // The process is named after the file, in the first of the lines.
    func lines(_ text: String) -> [Substring] { Array(text.split(separator: "\n").dropFirst(2)) }
    #expect(lines(piped.text) == lines(written))
    let anonymous = try export(trace, "--anonymous")
    #expect(anonymous.status == 0)
    #expect(!anonymous.text.contains("Badge") && !anonymous.text.contains("trace.jsonl"))
    #expect(try export("{}\n").status == 2)
    #expect(try export(trace, "-o", folder.path("no/x")).status == 3)
    #expect(try export(trace, "-o", folder.path("trace.jsonl")).status == 2)
  }
}
