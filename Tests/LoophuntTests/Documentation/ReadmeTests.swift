import CommandSupport
import Foundation
import TestSupport
import Testing

/// The programs and outputs in the README and docs/recording.md are real.
///
/// A block behind `<!-- program: NAME -->` is the snippet of that name, and the next block is what it
/// prints. A block behind `<!-- run -->` holds one command and what it prints, up to a last line `…`.
@Suite("The README")
struct ReadmeTests {
  /// The fenced blocks of a page, each with the comment right before it.
  private func blocks(of page: String) -> [(mark: String, text: String)] {
    var blocks: [(mark: String, text: String)] = []
    var mark = ""
    var open: [Substring]?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = open {
        if line == "```" {
          blocks.append((mark, lines.joined(separator: "\n")))
          (open, mark) = (nil, "")
        } else {
          open = lines + [line]
        }
      } else if line.hasPrefix("```") {
        open = []
      } else if line.hasPrefix("<!--") {
        mark = String(line)
      } else if !line.isEmpty {
        mark = ""
      }
    }
    return blocks
  }

  /// Times differ from run to run; everything else must not.
  private func withoutTimes(_ text: String) -> String {
    text.trimmingCharacters(in: .newlines)
      .replacing(#/in [0-9.,]+ (ns|µs|ms|s)\b/#, with: "in no time")
  }

  private func built(_ name: String) -> String {
    URL(fileURLWithPath: Child.binary).deletingLastPathComponent()
      .appendingPathComponent(name).path
  }

  @Test(
    "shows a complete program and its real output",
    arguments: [("README.md", "FirstHunt"), ("docs/recording.md", "RecordFeed")])
  func program(_ page: String, _ name: String) throws {
    let blocks = blocks(of: try Repository.text(of: page))
    let index = try #require(blocks.firstIndex { $0.mark == "<!-- program: \(name) -->" })
    let source = try Repository.text(of: "Snippets/\(name).swift")
    #expect(blocks[index].text == source.trimmingCharacters(in: .newlines))
    let folder = TemporaryFolder()
    let outcome = try Child.run(built(name), [folder.path("trace.jsonl")])
    #expect(outcome.status == 0)
    #expect(withoutTimes(outcome.text) == blocks[index + 1].text)
  }

  @Test("the program of docs/recording.md records a loop that a replay finds")
  func recording() throws {
    let folder = TemporaryFolder()
    let trace = folder.path("trace.jsonl")
    _ = try Child.run(built("RecordFeed"), [trace])
    let outcome = try Child.run(Child.binary, ["replay", trace])
    #expect(outcome.status == 1)
    #expect(outcome.text.hasPrefix("`Photo` (Window/Feed/Photo) wrote its own `frame.size.height`"))
  }

  @Test(
    "the README and the pages for texts, logs and recordings show commands with their real output",
    arguments: [
      ("README.md", 3), ("docs/logs.md", 3), ("docs/uikit.md", 3), ("docs/browsers.md", 4),
    ])
  func commands(_ page: String, count: Int) throws {
    let shown = blocks(of: try Repository.text(of: page)).filter { $0.mark == "<!-- run -->" }
    #expect(shown.count == count)
    for block in shown {
      let lines = block.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let words = lines[0].split(separator: " ").map(String.init)
      try #require(words.starts(with: ["$", "loophunt"]))
      let arguments = words.dropFirst(2).map { $0.contains("/") ? Repository.path($0) : $0 }
      let said = withoutTimes(
        try InProcess.loophunt(Array(arguments)).text
          .replacing(Repository.path("Tests"), with: "Tests"))
      let shown = withoutTimes(String(lines[1]))
      #expect(shown.hasSuffix("\n…") ? said.hasPrefix(shown.dropLast()) : said == shown, "\(said)")
    }
  }

  /// The README, the pages for contributors, and every page in `docs`, by path.
  private static let pages: [String] = {
    let folder = try! FileManager.default.contentsOfDirectory(atPath: Repository.path("docs"))
    return ["README.md", "CONTRIBUTING.md", "Tests/FIDELITY.md"]
      + folder.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
  }()

  /// The anchors of a page's headings.
  private func anchors(of page: String) -> Set<String> {
    Set(
      page.matches(of: #/(?m)^#+ (.*)$/#).map { heading in
        String(
          heading.1.lowercased().filter { $0.isLetter || $0.isNumber || "- ".contains($0) }
            .map { $0 == " " ? "-" : $0 })
      })
  }

  @Test("every page links to files and headings that exist", arguments: pages)
  func links(_ name: String) throws {
    let page = try Repository.text(of: name)
    let folder = URL(fileURLWithPath: Repository.path(name)).deletingLastPathComponent()
    for link in page.matches(of: #/\]\(([^):#]*)(?:#([^)]*))?\)/#) {
      let target =
        link.1.isEmpty ? Repository.path(name) : folder.appending(path: String(link.1)).path
      guard FileManager.default.fileExists(atPath: target) else {
        Issue.record("\(name): \(link.1) is missing")
        continue
      }
      guard let anchor = link.2 else { continue }
      let text = try String(contentsOfFile: target, encoding: .utf8)
      #expect(anchors(of: text).contains(String(anchor)), "\(name): \(link.1)#\(anchor)")
    }
  }

  @Test(
    "every source file that a page names exists",
    arguments: ["docs/architecture.md", "docs/extending.md"])
  func sources(_ name: String) throws {
    var files: Set<String> = []
    for folder in ["Sources", "Tests", "Fuzz/Sources"] {
      let all = FileManager.default.enumerator(atPath: Repository.path(folder))
      while let file = all?.nextObject() as? String {
        files.insert((file as NSString).lastPathComponent)
      }
    }
    let named = try Repository.text(of: name).matches(of: #/[\w+]+\.swift/#).map { String($0.0) }
    #expect(!named.isEmpty)
    for file in named where file != "NAMECommandTests.swift" {
      #expect(files.contains(file), "\(name) names \(file)")
    }
  }

  @Test("the example traces are those that the scenarios record")
  func examples() throws {
    let folder = Repository.path("Examples")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(!names.isEmpty)
    for name in names where name.hasSuffix(".jsonl") {
      let outcome = try Child.run(Child.binary, ["record", String(name.dropLast(6))])
      #expect(outcome.status == 0)
      #expect(outcome.text == (try Repository.text(of: "Examples/\(name)")), "\(name) is outdated")
    }
  }
}
