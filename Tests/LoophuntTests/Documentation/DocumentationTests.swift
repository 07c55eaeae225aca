import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

/// The pages in `docs` agree with the program.
@Suite("The pages about loophunt")
struct DocumentationTests {
  @Test("the manual page is up to date")
  func manual() throws {
    let written = try Child.loophunt("help", "--man").text
    #expect(
      try Repository.text(of: "docs/loophunt.1") == written,
      "run docs/update-help")
  }

  @Test(
    "comments and names of tests begin with a noun or a verb, never with a question word",
    arguments: [
      "Sources", "Tests", "UIKit", "Snippets", "Benchmarks/Sources", "Fuzz/Sources/TraceFuzz",
      "Scripts", ".ci",
    ])
  func plainComments(folder: String) throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Repository.path(folder))
    let isOfScripts = folder == "Scripts" || folder == ".ci"
    for path in paths where path.hasSuffix(".swift") || isOfScripts {
      // Folders have no text, and caches of Python none in UTF-8.
      guard let text = try? Repository.text(of: "\(folder)/\(path)") else { continue }
      #expect(PlainEnglish.comments(in: text).isEmpty, "\(folder)/\(path)")
      #expect(PlainEnglish.testNames(in: text).isEmpty, "\(folder)/\(path)")
    }
  }

  @Test(
    "comments of packages and of the Makefile begin with a noun or a verb",
    arguments: [
      "Makefile", "Package.swift", "UIKit/Package.swift", "Benchmarks/Package.swift",
      "Fuzz/Package.swift",
    ])
  func plainPackages(path: String) throws {
    #expect(PlainEnglish.comments(in: try Repository.text(of: path)).isEmpty)
  }

  @Test("pages, their headings and the manual begin no sentence with a question word")
  func plainPages() throws {
    let folder = try FileManager.default.contentsOfDirectory(atPath: Repository.path("docs"))
    let pages = folder.filter { $0.hasSuffix(".md") || $0.hasSuffix(".1") }.map { "docs/\($0)" }
    #expect(pages.count > 20)
    for page in pages + ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"] {
      #expect(PlainEnglish.sentences(inPage: try Repository.text(of: page)).isEmpty, "\(page)")
    }
  }

  @Test("a question word is seen where a sentence begins, and nowhere else")
  func questions() {
    for comment in [
      "/// What it does.", "  let a = 1 /" + "/ Whose layout runs", "// MARK: What is known",
      "/// Ends. How it ends.", "/// - Parameter size: What it had.", "# Who leads here",
      "///   - policy: How it is held.", "// - Whom it asks", "/// The same of the tree.",
      "// It dies. So does one without a name.",
    ] { #expect(PlainEnglish.comments(in: "{\n\(comment)\n}") == [comment]) }
    for comment in [
      "/// Tells what it does.", "// However, it ends.", "// The note \"What to do: wait\" stays.",
      "/// The same order as before.", "let text = \"What a day. How it ends.\"",
      "/// `ended:` What",
    ] { #expect(PlainEnglish.comments(in: "{\n\(comment)\n}").isEmpty, "\(comment)") }
    let open = ["@Te", "st("].joined()
    for name in ["\(open)\"what ends stays\")", "\(open)\n    \"So does one\", arguments: [])"] {
      #expect(PlainEnglish.testNames(in: name).count == 1)
    }
    #expect(
      PlainEnglish.testNames(in: "\(open)\"a view stays, whoever asks\") let a = \"how \"").isEmpty)
    for line in [
      "## What is there", "What it is", "- **How it ends**: so", "| whose layout runs | it |",
      "It ends. Who asks it", "  1. whether it ends",
    ] { #expect(PlainEnglish.sentences(inPage: "\(line)\n") == [line]) }
    for line in [
      "## What is there?", "*What to do* is advice", "so it ends: what is left",
      "```\nWhat to do: wait\n```",
    ] { #expect(PlainEnglish.sentences(inPage: "\(line)\n").isEmpty, "\(line)") }
  }

  @Test("groff has no complaint about the manual page", .enabled(if: CompletionTests.has("groff")))
  func groff() throws {
    let outcome = try Child.run(
      "groff", ["-man", "-ww", "-z", "-Tascii", Repository.path("docs/loophunt.1")])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test(
    "mandoc has no complaint about the manual page", .enabled(if: CompletionTests.has("mandoc")))
  func mandoc() throws {
    let outcome = try Child.run("mandoc", ["-Tlint", Repository.path("docs/loophunt.1")])
    #expect(outcome.text + outcome.errors == "")
  }

  @Test("docs/loophunt.md lists every command with an example")
  func page() throws {
    let page = try Repository.text(of: "docs/loophunt.md")
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

  @Test("docs/loophunt.md has every general note of the manual")
  func notes() throws {
    let page = try Repository.text(of: "docs/loophunt.md")
    for note in About.notes { #expect(page.contains("## \(note.title)")) }
    for status in ExitStatus.allCases {
      #expect(page.contains("| \(status.rawValue) | \(status.meaning) |"))
    }
  }

  @Test("the pages name the commands that have an option, and no others")
  func lists() throws {
    let page = try Repository.text(of: "docs/loophunt.md")
    let formats = try Repository.text(of: "docs/formats.md")
    let discussion = { (name: String) in
      try #require(Program.commands.first { $0.name == name }).discussion[0]
    }
    let names = { (isMeant: (Command) -> Bool) in
      Set(Program.commands.filter(isMeant).map(\.name))
    }
    let having = { (option: String) in
      names { $0.options.contains { $0.name == option } }
    }
    let readers = having("from").subtracting(["import"])
    let list = "((?:[`']\\w+[`'](?:,|,? and)? )+)"
    for (text, rest, expected) in [
      (page, "look for it in the working", having("config").subtracting(["config"])),
      (
        try discussion("config"), "look for loophunt.json", having("config").subtracting(["config"])
      ),
      (page, "also take folders", names { $0.operands?.help.contains("A folder stands") == true }),
      (page, "read several traces at a time", having("jobs")),
      (formats, "read these formats directly", readers),
      (try discussion("formats"), "read all of them", readers),
      (try discussion("import"), "read such files directly", readers),
    ] {
      let sentence = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let found = try #require(
        sentence.firstMatch(
          of:
            Regex(list + rest, as: (Substring, Substring).self)))
      let words = found.1.matches(of: #/[`'](\w+)[`']/#).map { String($0.1) }
      #expect(Set(words) == expected, "\(rest)")
    }
  }
}
