import LayoutTrace
import Testing

@Suite("A place in the source")
struct CodeLocationTests {
  @Test(
    "a text gives file, line and column, and comes back unchanged",
    arguments: [
      ("FeedCell.swift:42", CodeLocation(file: "FeedCell.swift", line: 42)),
      ("near FeedCell.swift:42", CodeLocation(file: "FeedCell.swift", line: 42, isNear: true)),
      ("page.html:7:65", CodeLocation(file: "page.html", line: 7, column: 65)),
      ("http://host:80/a.js:7:65", CodeLocation(file: "http://host:80/a.js", line: 7, column: 65)),
      ("FeedCell.swift", CodeLocation(file: "FeedCell.swift")),
      ("FeedCell.swift:0", CodeLocation(file: "FeedCell.swift:0")),
      ("FeedCell.swift:042", CodeLocation(file: "FeedCell.swift:042")),
      ("a:1:2:3", CodeLocation(file: "a:1", line: 2, column: 3)),
      (":7", CodeLocation(file: ":7")), ("", CodeLocation(file: "")),
      ("near ", CodeLocation(file: "", isNear: true)),
      ("a:99999999999999999999", CodeLocation(file: "a:99999999999999999999")),
    ])
  func texts(_ text: String, _ location: CodeLocation) {
    #expect(CodeLocation(text) == location)
    #expect(location.description == text)
  }
}
