import Testing
import loophunt

@Suite("Texts of others in generated Swift")
struct SwiftTextTests {
  @Test("a text becomes a literal and a comment of one line without control characters")
  func texts() {
    #expect(SwiftText.literal("a\"b\\c\nd\u{1b}e") == #""a\"b\\c\nd\u{1b}e""#)
    #expect(SwiftText.literal("\u{202e}x\\(1)") == #""\u{202e}x\\(1)""#)
    #expect(SwiftText.comment("a\nb \"c\"") == #"a\nb "c""#)
  }
}
