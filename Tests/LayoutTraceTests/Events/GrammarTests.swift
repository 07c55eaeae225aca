import Foundation
import HuntSupport
import LayoutTrace
import TestSupport
import Testing

/// Everything that follows from the table of keys and events is up to date, and agrees with the readers.
@Suite("Trace grammar") struct GrammarTests {
  /// With `LOOPHUNTER_REFRESH=1` the files are written anew instead of compared.
  private static let refreshes =
    ProcessInfo.processInfo.environment["LOOPHUNTER_REFRESH"] == "1"

  private func check(_ path: String, _ generate: (String) -> String) throws {
    let file = URL(fileURLWithPath: Repository.path(path))
    let old = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let new = generate(old)
    if Self.refreshes { try new.write(to: file, atomically: true, encoding: .utf8) }
    guard !Self.refreshes, old != new else { return }
    let oldLines = old.components(separatedBy: "\n")
    let newLines = new.components(separatedBy: "\n")
    let place = zip(oldLines, newLines).prefix { $0 == $1 }.count
    Issue.record(
      """
      \(path) is not what the grammar says, from line \(place + 1):
        is:      \(place < oldLines.count ? oldLines[place] : "(the end)")
        must be: \(place < newLines.count ? newLines[place] : "(the end)")
      Write it anew: LOOPHUNTER_REFRESH=1 swift test --filter GrammarTests
      """)
  }

  @Test("the schema follows from the grammar")
  func schema() throws {
    try check("docs/trace.schema.json") { _ in GrammarText.schema }
  }

  @Test("the tables of the format's page follow from the grammar")
  func page() throws {
    try check("docs/trace-format.md", GrammarText.page)
  }

  @Test("the lines that the schema must refuse follow from the grammar; the reader refuses them")
  func refusals() throws {
    let lines = GrammarText.refusedLines
    #expect(lines.count > 80)
    try check("Scripts/trace-schema-refused.jsonl") { _ in lines.joined(separator: "\n") + "\n" }
    for line in lines {
      let isHeader = line.contains(#""e":"trace""#)
      let trace = isHeader ? [] : [TraceText.header, #"{"e":"turn","n":1}"#]
      // The number 0 of a view or a turn is read, but stands for nothing.
      let isNumber = ["v", "of", "by", "in", "n"].contains { line.contains("\"\($0)\":0") }
      // With a blank the general parser reads it.
      for line in [line, line.replacing("{\"e\"", with: "{ \"e\"")] {
        let errors = try TraceValidation(TraceText.input(trace + [line])).errors
        let isRefused = errors.contains {
          $0.line == trace.count + 1 && ($0.kind == .event || isNumber)
        }
        #expect(isRefused, "accepted: \(line)")
      }
    }
  }

  @Test("keys of one event never share a slot, and every key has an event")
  func slots() {
    for event in TraceGrammar.events {
      let slots = event.keys.filter { $0.form != .flag }.map(\.slot)
      #expect(Set(slots).count == slots.count, "\(event.name)")
      #expect(slots.allSatisfy { $0 < TraceLine.slotCount }, "\(event.name)")
    }
    let used = Set(TraceGrammar.events.flatMap(\.keys))
    #expect(used.union([.e]) == Set(TraceKey.allCases))
    #expect(Set(TraceKey.allCases.map(\.spelling)).count == TraceKey.allCases.count)
  }
}
