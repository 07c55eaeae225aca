import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The forms of a replay's result that other programs read.
@Suite("Formats of results")
struct ResultFormatTests {
  private let folder = TemporaryFolder()
  private let badge: String
  private let forced: String
  private let hostile: String
  private let calm: String

  /// A name that tries to break out of every format.
  private static let name =
    "a\u{1b}[31m\n::error::x ]]> <b>&\"' ```\n# h @team %0A,:\u{FFFE}\u{202E}|[x](https://e.example){0}"

  init() throws {
    badge = try folder.write(SampleTrace.badge(layouts: [150, 60, 150]), to: "badge.jsonl")
    forced = try folder.write(SampleTrace.thrashing(150), to: "forced.jsonl")
    calm = try folder.write(SampleTrace.badge(layouts: [1]), to: "calm.jsonl")
    let quoted = String(
      decoding: try JSONEncoder().encode(Self.name), as: UTF8.self)
    hostile = try folder.write(
      SampleTrace.badge(layouts: [120], className: "Chip").replacing("\"badge\"", with: quoted),
      to: "hostile.jsonl")
  }

  private func replay(_ format: String, _ arguments: String...) throws -> String {
    try InProcess.loophunt(["replay", "--format=\(format)"] + arguments).text
  }

  private func sarif(_ arguments: String...) throws -> (
    run: [String: Any], results: [[String: Any]]
  ) {
    let text = try InProcess.loophunt(["replay", "--format=sarif"] + arguments).text
    let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(log?["version"] as? String == "2.1.0")
    let run = try #require((log?["runs"] as? [[String: Any]])?.first)
    return (run, try #require(run["results"] as? [[String: Any]]))
  }

  @Test("SARIF has a rule for each verdict, the fingerprint, the place and the cycle")
  func sarifHasRule() throws {
    let (run, results) = try sarif(forced, badge)
    #expect(results.count == 2)
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    #expect(Set(rules).count == 8)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index] == result["ruleId"] as? String)
      let prints = try #require(result["partialFingerprints"] as? [String: String])
      #expect(prints["loophunt/v1"]?.count == 16)
    }
    #expect(results[1]["ruleId"] as? String == "layout-loop/thrashing")
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: results[1], options: .sortedKeys),
      as: UTF8.self)
    #expect(text.contains(#""artifactLocation":{"uri":"Badge.swift"},"region":{"startLine":7}"#))
    #expect(results[0]["codeFlows"] != nil)
    #expect(run["baselineState"] == nil)
    let calmRun = try sarif(calm)
    #expect(calmRun.results.isEmpty)
    let invocation = (calmRun.run["invocations"] as? [[String: Any]])?.first
    #expect(invocation?["executionSuccessful"] as? Bool == true)
    let wrong = try sarif(folder.path("none"))
    #expect(
      (wrong.run["invocations"] as? [[String: Any]])?.first?["executionSuccessful"] as? Bool
        == false)
  }

  @Test("JUnit counts a case for each loop, and one for each trace without")
  func junitCountsCase() throws {
    let text = try replay("junit", badge, calm, folder.path("none"))
    #expect(
      text.contains(#"<testsuites name="loophunt" tests="3" failures="1" errors="1" skipped="0">"#))
    #expect(text.contains(#"name="no layout loop"/>"#))
    let cases = try JUnitCases(text)
    #expect(cases.elements["testcase"] == 3)
    #expect(cases.elements["failure"] == 1 && cases.elements["error"] == 1)
    #expect(cases.text.contains("Verdict      redundant"))
  }

  @Test("an annotation is one line, at the place of the code")
  func annotationLineAt() throws {
    let lines = try replay("github", forced, badge, folder.path("none")).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("::error file=Badge.swift,line=7,title=Layout loop%3A thrashing::"))
    #expect(lines[0].hasPrefix("::error title=Layout loop%3A redundant::`badge` (Window/badge)"))
    #expect(lines[2].hasPrefix("::error title=Trace that cannot be replayed::"))
    #expect(try replay("github", calm) == "")
  }

  @Test("markdown counts the loops, and folds the reports")
  func markdownSaysHow() throws {
    let text = try replay("markdown", badge)
    #expect(text.hasPrefix("### Layout loops: 1\n"))
    #expect(text.contains("<details><summary>Report</summary>\n\n```text\n`badge`"))
    #expect(try replay("markdown", calm) == "### Layout loops: none\n")
  }

  @Test("markdown fits into a comment, however long names are")
  func markdownFits() throws {
    let long = try folder.write(
      SampleTrace.badge(layouts: [150]).replacing(
        #""name":"badge""#, with: #""name":"\#(String(repeating: "Ä", count: 40_000))""#),
      to: "long.jsonl")
    let text = try replay("markdown", badge, long)
    #expect(text.utf8.count < 65_536)
    #expect(text.hasPrefix("### Layout loops: 2\n") && text.contains("```text\n`badge`"))
    #expect(text.hasSuffix("\n\n**And 1 more**, for which a comment has no room.\n"))
    let baseline = "--baseline=\(folder.path("known.json"))"
    _ = try InProcess.loophunt("replay", "-q", baseline, "--update-baseline", badge, long)
    let known = try replay("markdown", baseline, badge, long)
    #expect(known.utf8.count < 65_536 && known.contains("\n- and 1 more\n"))
  }

  @Test("a known loop is suppressed, skipped, a notice and a list item")
  func knownLoopSuppressed() throws {
    let file = folder.path("known.json")
    let baseline = "--baseline=\(file)"
    _ = try InProcess.loophunt("replay", "-q", baseline, "--update-baseline", badge)
    let edited = try String(contentsOfFile: file, encoding: .utf8)
      .replacing("\"}", with: "\", \"reason\": \"<later>\"}")
    try edited.write(toFile: file, atomically: true, encoding: .utf8)
    let result = try #require(try sarif(baseline, badge).results.first)
    #expect(result["baselineState"] as? String == "unchanged")
    #expect(result["level"] as? String == "note")
    let suppression = (result["suppressions"] as? [[String: Any]])?.first
    #expect(suppression?["justification"] as? String == "<later>")
    let junit = try replay("junit", baseline, badge)
    #expect(junit.contains("<skipped message=\"&lt;later&gt;\"/>"))
    #expect(junit.contains("failures=\"0\" errors=\"0\" skipped=\"1\""))
    #expect(try replay("github", baseline, badge).hasPrefix("::notice "))
    let markdown = try replay("markdown", baseline, badge)
    #expect(markdown.hasPrefix("### Layout loops: none, 1 known\n"))
    #expect(markdown.contains("(`<later>`)"))
    let gone = try replay("junit", baseline, "--strict-baseline", calm)
    #expect(gone.contains("<failure type=\"gone\""))
  }

  @Test("names from traces cannot break out of any format")
  func namesFromTraces() throws {
    let junit = try JUnitCases(try replay("junit", hostile))
    #expect(junit.elements == ["testsuites": 1, "testsuite": 1, "testcase": 1, "failure": 1])
    let lines = try replay("github", hostile).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 2 && lines[0].hasPrefix("::error ") && lines[1] == "")
    let results = try sarif(hostile).results
    #expect(results.count == 1)
    let message = try #require((results[0]["message"] as? [String: String])?["text"])
    #expect(!message.contains("](") && !message.contains("{0}") && !message.contains("\u{1b}"))
    // Every line of the comment outside a code block is ours.
    var fence: Substring?
    for line in try replay("markdown", hostile).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        if ticks == open, line.count == ticks.count { fence = nil }
      } else if ticks.count >= 3 {
        fence = ticks
      } else {
        #expect(!line.hasPrefix("# ") && !line.contains("@team"), "\(line)")
      }
    }
    #expect(fence == nil)
    for format in ["text", "json", "jsonl", "sarif", "junit", "github", "markdown"] {
      let text = try replay(format, hostile)
      #expect(!text.contains("\u{1b}") && !text.contains("\u{202E}"), "\(format)")
      #expect(!text.contains("\n::error::x"), "\(format)")
    }
  }

  @Test("several formats are written at once, each as if it were alone")
  func severalFormsWritten() throws {
    let forms = ["json", "jsonl", "sarif", "junit", "github", "markdown", "text"]
    let outcome = try InProcess.loophunt(
      ["replay", "--format=text"] + forms.map { "--format=\($0)=\(folder.path($0))" } + [
        badge, calm,
      ])
    #expect(outcome.status == 1)
    for form in forms {
      let written = try String(contentsOfFile: folder.path(form), encoding: .utf8)
      #expect(try written == replay(form, badge, calm), "\(form)")
    }
    #expect(try outcome.text == replay("text", badge, calm))
    // A file alone leaves standard output empty, and is written in silence, too.
    let quiet = try InProcess.loophunt("replay", "-q", "--format=json=\(folder.path("q"))", badge)
    #expect(quiet.status == 1 && quiet.text == "")
    #expect(try String(contentsOfFile: folder.path("q"), encoding: .utf8).contains("\"loops\""))
  }

  @Test("two results cannot go to one place, and none overwrites an input")
  func twoResultsDo() throws {
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "new")
    for arguments in [
      ["--format=json", "--format=text"],
      ["--format=json=\(folder.path("x"))", "--format=text=\(folder.path("."))/x"],
      ["--format=json=\(badge)"],
      ["--format=json=\(folder.path("k"))", "--baseline=\(folder.path("k"))", "--update-baseline"],
      // A link to a file that is not there yet, and another name of standard output.
      ["--format=json=\(folder.path("new"))", "--format=sarif=\(link)"],
      ["--format=text", "--format=json=/dev/stdout"],
      ["--format=json="], ["--format=yaml"],
    ] {
      let outcome = try InProcess.loophunt(["replay"] + arguments + [badge])
      #expect(outcome.status == 2 && outcome.text == "", "\(arguments)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    let unwritable = try InProcess.loophunt(
      "replay", "--format=json=\(folder.path("none"))/x", "--format=text", badge)
    #expect(unwritable.status == 3)
    #expect(unwritable.text.contains("Fingerprint"))
    #expect(unwritable.errors.contains("/x"))
  }

  @Test("a sink's events and a result cannot go to one file, nor events into an input")
  func sinkAndResult() throws {
    let (out, link) = (folder.path("out"), folder.path("link"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "out")
    let blank = try folder.write("", to: "blank.jsonl")
    for arguments in [
      ["--format=json=\(out)", "--sink=jsonl:\(out)"],
      ["--format=json=\(out)", "--format=text", "--sink=jsonl:\(link)"],
      ["--sink=stderr", "--sink=jsonl:\(out)", "--format=json", "--format=text=\(link)"],
      ["--sink=jsonl:\(out)", "--baseline=\(out)", "--update-baseline"],
      ["--sink=jsonl:\(blank)", blank],
    ] {
      let outcome = try InProcess.loophunt(["replay", "--no-config"] + arguments + [badge])
      #expect(outcome.status == 2 && outcome.text == "", "\(arguments)")
      #expect(outcome.errors.contains("the events of the sink 'jsonl:"), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(!FileManager.default.fileExists(atPath: out))
    }
    #expect(try String(contentsOfFile: blank, encoding: .utf8) == "")
    let words = ["replay", "--sink=jsonl:\(out)", badge].map { "'\($0)'" }.joined(separator: " ")
    let outcome = try Child.run("/bin/sh", ["-c", "'\(Child.binary)' \(words) > '\(out)'"])
    #expect(outcome.status == 2 && outcome.errors.contains("standard output"))
    // A file that only looks like the result's is another one.
    let alike = try InProcess.loophunt(
      "replay", "--format=json=\(folder.path("\u{e9}"))",
      "--sink=jsonl:\(folder.path("e\u{301}"))", badge)
    #expect(alike.status == 1, "\(alike.errors)")
  }
}

/// The elements of an XML document; reading fails if it is not well formed.
private final class JUnitCases: NSObject, XMLParserDelegate {
  private(set) var elements: [String: Int] = [:]
  private(set) var text = ""

  init(_ document: String) throws {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    #expect(parser.parse(), "\(String(describing: parser.parserError)): \(document)")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements[name, default: 0] += 1
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
