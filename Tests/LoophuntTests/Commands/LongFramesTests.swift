import CommandSupport
import Foundation
import TestSupport
import Testing

/// Long animation frames, as a page reports them from the field.
@Suite("Long animation frames")
struct LongFramesTests {
  private let folder = TemporaryFolder()
  /// Entries of Chromium for the page `slow-reads.html`, of which one click is slow.
  private let recorded = Repository.path("Tests/Recordings/Made/long-frames.json")

  @Test("the script that forced layout for long is a finding, without a line that nobody knows")
  func recordedEntries() throws {
    let outcome = try Child.loophunt("replay", recorded)
    #expect(outcome.status == 1 && outcome.errors == "", "\(outcome.errors)")
    let words = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("forced by `start (slow-reads.html)` or code that it calls:"), "\(words)")
    #expect(words.contains("80 ms in 1 long frame, 80 ms in the worst"), "\(words)")
    #expect(words.contains("Lacks the line that reads, the code that writes"), "\(words)")
  }

  private func entry(_ function: String, _ milliseconds: Double, at position: Int = 0) -> String {
    """
    {"name": "long-animation-frame", "startTime": 1, "blockingDuration": 2, "scripts": [{
    "sourceURL": "https://a.example/js/list.4f9c2e1a.js?v=1", "sourceCharPosition": \(position),
    "sourceFunctionName": "\(function)", "forcedStyleAndLayoutDuration": \(milliseconds)}]}
    """
  }

  @Test("entries are read alone, in arrays and in objects, and added up by function")
  func collections() throws {
    let (one, other) = (entry("sort", 40), entry("sort", 70))
    for text in ["\(one)\n\(other)\n", "[\(one), \(other)]", "{\"entries\": [\(one), \(other)]}"] {
      let file = try folder.write(text, to: "entries.json")
      let words = try Child.loophunt("replay", file).text
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("110 ms in 2 long frames, 70 ms in the worst"), "\(words)")
    }
  }

  @Test("frames without slow scripts pass, and a file without frames is an error")
  func calm() throws {
    let calm = try Child.loophunt("replay", folder.write(entry("sort", 12), to: "calm.json"))
    #expect(calm.status == 0, "\(calm.text)\(calm.errors)")
    let none = try folder.write("[]", to: "none.json")
    #expect(try Child.loophunt("replay", "--from=long-frames", none).status == 2)
  }

  @Test("the limit of forced time is that of an option, and 0 is none", arguments: [10, 13, 0])
  func limit(milliseconds: Int) throws {
    let file = try folder.write(entry("sort", 12), to: "entries.json")
    let outcome = try Child.loophunt("replay", "--forced-time=\(milliseconds)", file)
    #expect(outcome.status == (milliseconds == 10 ? 1 : 0), "\(outcome.text)\(outcome.errors)")
  }

  @Test("scripts that cost the same stand in one order")
  func order() throws {
    let entries = ["sort", "draw", "fill", "open"].map { entry($0, 40) }
    let texts = try (0..<4).map { shift in
      let turned = entries[shift...] + entries[..<shift]
      let file = try folder.write(turned.joined(separator: "\n"), to: "entries.json")
      return try Child.loophunt("replay", "--format=github", file).text
    }
    #expect(Set(texts).count == 1, "\(texts)")
  }

  @Test("entries that are cut off are read, and a warning says so")
  func cutOff() throws {
    let whole = "[\(entry("sort", 40)), \(entry("draw", 50))]"
    let file = try folder.write(String(whole.dropLast(60)), to: "cut.json")
    let outcome = try Child.loophunt("replay", file)
    #expect(outcome.status == 1 && outcome.text.contains("`sort"), "\(outcome.text)")
    #expect(outcome.errors.contains("warning"), "\(outcome.errors)")
  }

  @Test("a baseline knows a script in the next build, and a folder of scripts gives the line")
  func baselineAndLine() throws {
    let known = folder.path("known.json")
    let first = try folder.write(entry("sort", 40), to: "first.json")
    let update = ["replay", "--baseline=\(known)", "--update-baseline", first]
    #expect(try Child.run(Child.binary, update).status == 0)
    let next = entry("sort", 90).replacingOccurrences(of: "4f9c2e1a", with: "77aa01bc")
    let second = try folder.write(next, to: "second.json")
    #expect(try Child.loophunt("replay", "--baseline=\(known)", second).status == 0)
    _ = try folder.write("let a;\nfunction sort() {}\n", to: "list.4f9c2e1a.js")
    let scripts = URL(fileURLWithPath: known).deletingLastPathComponent().path
    let placed = try folder.write(entry("sort", 40, at: 20), to: "placed.json")
    let text = try Child.loophunt("replay", "--source-maps=\(scripts)", "--format=github", placed)
      .text
    #expect(text.contains("file=list.4f9c2e1a.js,line=2,col=14"), "\(text)")
  }
}
