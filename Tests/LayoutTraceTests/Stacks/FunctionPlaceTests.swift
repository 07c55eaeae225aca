import LayoutTrace
import Testing

@Suite("A function and its place")
struct FunctionPlaceTests {
  @Test(
    "the place begins at the bracket that belongs to the last one",
    arguments: [
      ("growRow (page.html:7:65)", "growRow", "page.html:7:65"),
      ("draw (2) (page.html:7:65)", "draw (2)", "page.html:7:65"),
      ("draw (copy (2).js:7:65)", "draw", "copy (2).js:7:65"),
      ("get (cell) (copy (2).js:7)", "get (cell)", "copy (2).js:7"),
      ("((a)) ((b))", "((a))", "(b)"),
    ])
  func parts(_ text: String, _ function: String, _ place: String) throws {
    let found = try #require(FunctionPlace(text))
    #expect(found.function == function)
    #expect(found.place == place)
    #expect(found.text == text)
  }

  @Test(
    "a text without a function before its brackets isn't a place",
    arguments: ["", "page.html:7:65", "layout(a)", " (a)", "(a)", ")", " )", "a )", "a (b) c"])
  func others(_ text: String) { #expect(FunctionPlace(text) == nil) }
}
