import Testing
import loophunt

@Suite struct SpellingTests {
  private let words = ["replay", "scan", "validate", "diff", "tree", "record", "scenarios"]

  @Test(arguments: [
    ("repaly", "replay"), ("rplay", "replay"), ("replayy", "replay"), ("Scan", "scan"),
    ("sacn", "scan"), ("validat", "validate"), ("val", "validate"), ("tre", "tree"),
    ("scenario", "scenarios"),
  ])
  func `a slip leads to the word that was meant`(typed: String, meant: String) {
    #expect(Spelling.nearest(to: typed, among: words) == meant)
  }

  @Test(arguments: ["", "x", "banana", "layout", "dict-tree"])
  func `a word far from all others leads nowhere`(typed: String) {
    #expect(Spelling.nearest(to: typed, among: words) == nil)
  }

  @Test func `a very long word is not compared`() {
    let long = String(repeating: "replay", count: 100_000)
    #expect(Spelling.nearest(to: long, among: words) == nil)
  }
}
