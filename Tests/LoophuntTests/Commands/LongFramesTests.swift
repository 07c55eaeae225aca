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
    let outcome = try InProcess.loophunt("replay", recorded)
    #expect(outcome.status == 1 && outcome.errors == "", "\(outcome.errors)")
    let words = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains("forced by `start (slow-reads.html)` or code that it calls:"), "\(words)")
    #expect(words.contains("80 ms in 1 long frame, 80 ms in the worst"), "\(words)")
    #expect(words.contains("Lacks the line that reads, the code that writes"), "\(words)")
    #expect(!words.contains("0 times"), "\(words)")
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
      let words = try InProcess.loophunt("replay", file).text
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("110 ms in 2 long frames, 70 ms in the worst"), "\(words)")
    }
  }

  @Test("frames without slow scripts pass, and a file without frames is an error")
  func calm() throws {
    let calm = try InProcess.loophunt("replay", folder.write(entry("sort", 12), to: "calm.json"))
    #expect(calm.status == 0, "\(calm.text)\(calm.errors)")
    let none = try folder.write("[]", to: "none.json")
    #expect(try InProcess.loophunt("replay", "--from=long-frames", none).status == 2)
  }

  @Test(
    "the limit of forced time is that of an option, and 0 turns it off", arguments: [10, 13, 0])
  func limit(milliseconds: Int) throws {
    let file = try folder.write(entry("sort", 12), to: "entries.json")
    let outcome = try InProcess.loophunt("replay", "--forced-time=\(milliseconds)", file)
    #expect(outcome.status == (milliseconds == 10 ? 1 : 0), "\(outcome.text)\(outcome.errors)")
  }

  @Test("scripts that cost the same stand in one order")
  func order() throws {
    let entries = ["sort", "draw", "fill", "open"].map { entry($0, 40) }
    let texts = try (0..<4).map { shift in
      let turned = entries[shift...] + entries[..<shift]
      let file = try folder.write(turned.joined(separator: "\n"), to: "entries.json")
      return try InProcess.loophunt("replay", "--format=github", file).text
    }
    #expect(Set(texts).count == 1, "\(texts)")
  }

  @Test("entries that are cut off are read, and a warning says so")
  func cutOff() throws {
    let whole = "[\(entry("sort", 40)), \(entry("draw", 50))]"
    let file = try folder.write(String(whole.dropLast(60)), to: "cut.json")
    let outcome = try InProcess.loophunt("replay", file)
    #expect(outcome.status == 1 && outcome.text.contains("`sort"), "\(outcome.text)")
    #expect(outcome.errors.contains("warning"), "\(outcome.errors)")
  }

  @Test("a baseline knows a script in the next build, and a folder of scripts gives the line")
  func baselineAndLine() throws {
    let known = folder.path("known.json")
    let first = try folder.write(entry("sort", 40), to: "first.json")
    let update = ["replay", "--baseline=\(known)", "--update-baseline", first]
    #expect(try InProcess.loophunt(update).status == 0)
    let next = entry("sort", 90).replacingOccurrences(of: "4f9c2e1a", with: "77aa01bc")
    let second = try folder.write(next, to: "second.json")
    #expect(try InProcess.loophunt("replay", "--baseline=\(known)", second).status == 0)
    _ = try folder.write("let a;\nfunction sort() {}\n", to: "list.4f9c2e1a.js")
    let scripts = URL(fileURLWithPath: known).deletingLastPathComponent().path
    let placed = try folder.write(entry("sort", 40, at: 20), to: "placed.json")
    let text = try InProcess.loophunt(
      "replay", "--source-maps=\(scripts)", "--format=github", placed
    )
    .text
    #expect(text.contains("file=list.4f9c2e1a.js,line=2,col=14"), "\(text)")
  }

  @Test("in a page, an offset counts from the script element in which the function stands")
  func pageLine() throws {
    let pages = "--source-maps=\(Repository.path("Tests/Recordings/Pages"))"
    let text = try InProcess.loophunt("replay", pages, recorded).text
    #expect(text.contains("`start (slow-reads.html:9:"), "\(text)")
    // Without the function there, no element is the one.
    let page = try folder.write("<p>x\n<script>function a() {}\n</script>\n", to: "p.html")
    let entry = entry("sort", 40, at: 10).replacing("js/list.4f9c2e1a.js", with: "p.html")
    let copies = URL(fileURLWithPath: page).deletingLastPathComponent().path
    let other = try InProcess.loophunt(
      "replay", "--source-maps=\(copies)", folder.write(entry, to: "other.json"))
    #expect(other.text.contains("`sort (p.html)`"), "\(other.text)")
  }

  @Test("a source map gives the original name, and one that is damaged is a warning")
  func maps() throws {
    let built = "app.4f9c2e1a.min.js"
    let script = try Repository.text(of: "Tests/Recordings/Pages/built/\(built)")
    let position = try #require(script.utf16Offset(of: "(e,n){e.style"))
    let entry = entry("t", 40, at: position).replacing("list.4f9c2e1a.js", with: built)
    let file = try folder.write(entry, to: "entries.json")
    let maps = Repository.path("Tests/Recordings/Pages/built")
    let mapped = try InProcess.loophunt("replay", "--source-maps=\(maps)", file)
    #expect(mapped.text.contains("`widenCard (cards.js:4:"), "\(mapped.text)")
    #expect(mapped.errors == "")
    let copy = try folder.write(script, to: built)
    _ = try folder.write("{bad", to: "\(built).map")
    let copies = URL(fileURLWithPath: copy).deletingLastPathComponent().path
    let damaged = try InProcess.loophunt("replay", "--source-maps=\(copies)", file)
    #expect(damaged.text.contains("`t (\(built):1:"), "\(damaged.text)")
    #expect(damaged.errors.contains("warning: the source map of \(built)"), "\(damaged.errors)")
  }
}

extension String {
  /// The offset of a text in units of UTF-16.
  fileprivate func utf16Offset(of text: String) -> Int? {
    firstRange(of: text)?.lowerBound.utf16Offset(in: self)
  }
}
