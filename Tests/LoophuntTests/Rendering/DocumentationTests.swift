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

  @Test func `the page on the command shows the help of every command as it is`() throws {
    let page = try Repository.text(of: "docs/loophunt.md")
    #expect(page.contains("```\n$ loophunt --help\n\(try Child.loophunt("--help").text)```\n"))
    for command in Program.commands {
      let help = try Child.loophunt(command.name, "--help").text
      #expect(
        page.contains("```\n$ loophunt \(command.name) --help\n\(help)```\n"),
        "docs/loophunt.md does not show the help of '\(command.name)'; run docs/update-help")
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
