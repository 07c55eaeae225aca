import LayoutTrace
import Testing

@Suite("Lines of words")
struct WordWrapTests {
  @Test("a text is broken at its blanks, and each line begins as it is told")
  func blanks() {
    #expect(WordWrap.lines(of: "", width: 10) == [""])
    #expect(WordWrap.lines(of: "one two  three", width: 7) == ["one two", "three"])
    #expect(WordWrap.lines(of: "one two three", width: 6) == ["one", "two", "three"])
    #expect(
      WordWrap.lines(of: "one two three", width: 9, first: "- ", rest: "  ")
        == ["- one two", "  three"])
  }

  @Test("a word that is too long is broken after a slash, or stands alone")
  func longWords() {
    #expect(WordWrap.lines(of: "in Window/Feed/Cell", width: 12) == ["in Window/", "Feed/Cell"])
    #expect(WordWrap.lines(of: "a interminable b", width: 5) == ["a", "interminable", "b"])
  }

  @Test("colours take no columns")
  func colours() {
    #expect(WordWrap.columns(of: "\u{1B}[1;31mred\u{1B}[0m é") == 5)
    #expect(
      WordWrap.lines(of: "\u{1B}[31mred\u{1B}[0m sky", width: 7) == ["\u{1B}[31mred\u{1B}[0m sky"])
  }
}
