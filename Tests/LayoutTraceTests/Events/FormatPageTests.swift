import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing

/// The examples of the page that specifies the format behave as it says.
@Suite("Format page") struct FormatPageTests {
  private static func examples() throws -> [String] {
    let page = try Repository.text(of: "docs/trace-format.md")
    return page.split(separator: "```jsonl\n").dropFirst().map { piece in
      String(piece.split(separator: "```", omittingEmptySubsequences: false)[0])
    }
  }

  @Test("its examples are valid, canonical, replay without a difference and come back")
  func examples() throws {
    let examples = try Self.examples()
    #expect(examples.count == 7)
    for example in examples {
      let input = TraceText.input(example)
      #expect(try TraceValidation(input).errors.isEmpty)
      let lines = try TraceText.events(input).map { TraceWriter.line($0) + "\n" }
      #expect(lines.joined() == example)
      let (again, result) = try TraceText.replay(Array(example.utf8))
      #expect(result.divergence == nil)
      #expect(result.unexplainedLayouts == 0)
      // A replay runs nothing for a finding, so that its recording has none.
      if example.contains("\"e\":\"finding\"") { continue }
      #expect(
        again == Array(example.utf8),
        "\(TraceText.firstDifference(Array(example.utf8), again))")
    }
  }

  @Test("its examples show every event")
  func completeness() throws {
    let examples = try Self.examples().joined()
    for event in TraceGrammar.events {
      #expect(examples.contains("{\"e\":\"\(event.name)\""), "\(event.name)")
    }
  }
}
