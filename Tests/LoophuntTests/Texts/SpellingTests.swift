import Testing
import loophunt

@Suite("Suggestions for misspellings")
struct SpellingTests {
  private let words = ["replay", "scan", "validate", "diff", "tree", "record", "scenarios"]

  @Test(
    "a misspelling leads to the word that was meant",
    arguments: [
      ("repaly", "replay"), ("rplay", "replay"), ("replayy", "replay"), ("Scan", "scan"),
      ("sacn", "scan"), ("validat", "validate"), ("val", "validate"), ("tre", "tree"),
      ("scenario", "scenarios"),
    ])
  func misspelling(typed: String, meant: String) {
    #expect(Spelling.nearest(to: typed, among: words) == meant)
  }

  @Test(
    "a word far from all others leads nowhere",
    arguments: ["", "x", "banana", "layout", "dict-tree"])
  func farWord(typed: String) {
    #expect(Spelling.nearest(to: typed, among: words) == nil)
  }

  @Test("a very long word is not compared")
  func longWord() {
    let long = String(repeating: "replay", count: 100_000)
    #expect(Spelling.nearest(to: long, among: words) == nil)
  }
}
