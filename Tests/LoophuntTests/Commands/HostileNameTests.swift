import CommandSupport
import Foundation
import TestSupport
import Testing
import ViewTree
import loophunt

/// Names that try to steer a terminal, to forge lines, and to give orders to a build server.
@Suite("Hostile names in a trace")
struct HostileNameTests {
  private let folder = TemporaryFolder()
  private let trace: String

  /// With `escapes` the trace spells the characters as `\u001b`; otherwise as they are.
  init() throws {
    let name =
      #"::error file=a::\u001b[31mX\nforged line\r\u009b31m\u202e\u2066\u2028\u0085 ::warning::y"#
      + " ##[error]z /::notice::q \u{9B}\u{202E}\u{2066}\u{2028}\u{85}"
    let text = SampleTrace.badge(layouts: [150, 60], ended: false)
      .replacing("\"Badge\"", with: "\"\(name)\"").replacing("\"badge\"", with: "\"\(name)\"")
      .replacing("\"Window\"", with: "\"\(name)\"")
    trace = try folder.write(text, to: "a\n::error::\u{1B}[31m\u{202E}.jsonl")
  }

  @Test(
    "no command prints them",
    arguments: [
      ["replay"], ["replay", "--format=json"], ["replay", "--format=jsonl"],
      ["replay", "--view=no"],
      ["replay", "-q", "--sink=stderr"], ["scan"], ["scan", "--format=json"], ["validate"],
      ["validate", "--format=jsonl"], ["tree"], ["tree", "--format=svg"], ["diff", "TRACE"],
      ["diff", "--format=json", "TRACE"], ["replay", "--threshold=\u{1B}[31m\n::error::"],
      ["replay", "--sink=jsonl:\u{1B}/\n::error::x"], ["\u{1B}[31m\n::error::"],
    ])
  func commands(arguments: [String]) throws {
    let words = arguments.map { $0 == "TRACE" ? trace : $0 } + [trace]
    // A sink of the process of the tests would write to their own errors.
    let hasSink = arguments.contains("--sink=stderr")
    let outcome = try hasSink ? Child.run(Child.binary, words) : InProcess.loophunt(words)
    for text in [outcome.text, outcome.errors] {
      #expect(hasNothingUnsafe(text))
      for line in text.split(separator: "\n") {
        #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
        #expect(!line.hasPrefix("forged"), "\(line)")
      }
    }
    #expect(!outcome.text.isEmpty || !outcome.errors.isEmpty)
  }

  /// True if a text may be printed: `::` may stand anywhere in its lines but at the beginning.
  private func hasNothingUnsafe(_ text: String) -> Bool {
    let text = text.replacing("::", with: "")
    return PlainText.block(text) == text
  }

  @Test("a sink's file holds them escaped and reads back unchanged")
  func sinkFile() throws {
    let path = folder.path("events")
    _ = try InProcess.loophunt("replay", "-q", "--sink=jsonl:\(path)", trace)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(hasNothingUnsafe(text))
    let line = try #require(text.split(separator: "\n").first)
    let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let name = (event?["attributes"] as? [String: Any])?["view_class"] as? String
    #expect(
      name?.contains("\u{9B}31m\u{202E}\u{2066}\u{2028}\u{85} ::warning::y ##[error]") == true)
  }
}
