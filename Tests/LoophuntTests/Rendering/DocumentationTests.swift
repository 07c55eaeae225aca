import Foundation
import Testing
import loophunt

/// The pages in `docs` say what the program says.
@Suite struct DocumentationTests {
  @Test func `the manual page is what the program writes`() throws {
    let written = try Child.loophunt("help", "--man").text
    #expect(
      try Repository.text(of: "docs/loophunt.1") == written,
      "run 'swift run loophunt help --man > docs/loophunt.1'")
  }

  @Test(.enabled(if: CompletionTests.has("groff")))
  func `the manual page is set without a complaint`() throws {
    let outcome = try Child.run(
      "groff", ["-man", "-ww", "-z", "-Tascii", Repository.path("docs/loophunt.1")])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test(.enabled(if: CompletionTests.has("mandoc")))
  func `mandoc has nothing to say about the manual page`() throws {
    let outcome = try Child.run("mandoc", ["-Tlint", Repository.path("docs/loophunt.1")])
    #expect(outcome.text + outcome.errors == "")
  }

  @Test func `the page on the command shows the help, and an example of every command`() throws {
    let page = try Repository.text(of: "docs/loophunt.md")
    #expect(
      page.contains("```\n$ loophunt --help\n\(try Child.loophunt("--help").text)```\n"),
      "run docs/update-help")
    for command in Program.commands {
      let row = try #require(
        page.split(separator: "\n").first { $0.hasPrefix("| `\(command.name)` |") },
        "docs/loophunt.md does not list '\(command.name)'")
      let example = try #require(row.firstMatch(of: #/`(?:source <\()?loophunt ([^`>)]*)/#))
      let words = example.1.split(separator: " ").map(String.init)
      guard case .run(let parsed, _) = try Program.parser.parse(words) else {
        Issue.record("\(words) runs nothing")
        continue
      }
      #expect(parsed.name == command.name)
    }
  }

  @Test func `the page on the command has every general note of the manual`() throws {
    let page = try Repository.text(of: "docs/loophunt.md")
    for note in About.notes { #expect(page.contains("## \(note.title)")) }
    for status in ExitStatus.allCases {
      #expect(page.contains("| \(status.rawValue) | \(status.meaning) |"))
    }
  }
}
