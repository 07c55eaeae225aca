import CommandSupport
import Foundation
import TestSupport
import Testing

/// Console logs of UIKit and WinUI, written for these tests, as the command reads them.
@Suite("Console logs in every command")
struct ConsoleLogCommandTests {
  private static func log(_ name: String) -> String {
    Repository.path("Tests/Recordings/Logs/\(name)")
  }

  /// The report of replay on a log: verdicts, sentences, roles by name, and warnings.
  private struct Findings {
    var verdicts: [String] = []
    var sentences: [String] = []
    var places: [String] = []
    var victims: [[String]] = []
    var errors = ""

    init(_ log: String, _ options: String...) throws {
      let outcome = try InProcess.loophunt(
        ["replay", "--format=json"] + options + [ConsoleLogCommandTests.log(log)])
      #expect(outcome.status == 1, "\(outcome.errors)")
      errors = outcome.errors
      let document = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
      let file = (document?["files"] as? [[String: Any]])?.first
      for loop in file?["loops"] as? [[String: Any]] ?? [] {
        let report = loop["report"] as? [String: Any] ?? [:]
        verdicts.append((report["verdict"] as? [String: Any])?["kind"] as? String ?? "")
        let culprit = report["culprit"] as? [String: Any]
        sentences.append(culprit?["sentence"] as? String ?? "")
        let edge = culprit?["edge"] as? [String: Any]
        places.append(edge?["function"] as? String ?? edge?["location"] as? String ?? "")
        victims.append(
          (report["victims"] as? [[String: Any]] ?? []).compactMap { $0["class"] as? String })
      }
    }
  }

  @Test("a controller that calls setNeedsLayout after its own layout is redundant, and the culprit")
  func drawer() throws {
    let found = try Findings("drawer.log")
    #expect(found.verdicts == ["redundant"])
    #expect(
      found.sentences[0].contains(
        "`DrawerController.view:0x7fb1c0d20560` (Shop[411]/DrawerController.view:0x7fb1c0d20560) "
          + "called `setNeedsLayout` on itself in its layout (DrawerController.shadowOpacity.didset ←"
      ), "\(found.sentences)")
    #expect(found.victims == [["UIView", "ShadowView"]])
    #expect(!found.errors.contains("without a cause in the trace"))
  }

  @Test(
    "views that set each other's heights oscillate, and the one that leads upwards is the culprit")
  func badge() throws {
    let found = try Findings("badge.log")
    #expect(found.verdicts == ["oscillating"])
    #expect(
      found.sentences[0].contains(
        "wrote `frame.size.height` of its superview `Cell:0x10450b400` 44 → 45 in its layout "
          + "(BadgeView.layoutSubviews); that dirtied `FeedView:0x10450a200`, which set it back."),
      "\(found.sentences)")
  }

  @Test("a view that grows by the same amount in each round drifts")
  func growing() throws {
    let found = try Findings("growing.log")
    #expect(found.verdicts == ["drifting"])
    #expect(found.sentences[0].contains("wrote its own `frame.size.height`"), "\(found.sentences)")
    #expect(found.errors.contains("continued in that way"))
  }

  @Test(
    "a hosting view of a generic class is named, with the system's code where there is no other")
  func hosting() throws {
    let found = try Findings("hosting.txt")
    #expect(found.verdicts == ["redundant"])
    #expect(
      found.sentences[0].hasPrefix("`_UIHostingView<CartView>:0x12e60f5a0` ("),
      "\(found.sentences)")
    #expect(found.sentences[0].contains("(_UIHostingView.layoutSubviews())"))
    #expect(found.victims == [["HolderView<Cell>"]])
  }

  @Test("two processes whose messages alternate are two loops, with the calls that lead upwards")
  func oneByOne() throws {
    let found = try Findings("one-by-one.log")
    #expect(found.verdicts == ["redundant", "redundant"])
    let places = found.places.sorted()
    #expect(places.count == 2)
    #expect(
      places[0].hasPrefix("-[MessageList reload] ← -[MessageList layoutSubviews]"), "\(places)")
    #expect(places[1].hasPrefix("-[PriceLabel fit] ← -[PriceLabel layoutSubviews]"), "\(places)")
    #expect(found.sentences.contains { $0.contains("on its superview `PriceRow:0x7fa200`") })
    #expect(!found.errors.contains("differs"))
  }

  @Test("elements of WinUI's last iterations are reported without a threshold and a verdict")
  func panel() throws {
    let found = try Findings("panel.txt")
    #expect(found.verdicts == ["undetermined", "undetermined"])
    #expect(found.sentences == ["", ""])
    #expect(found.errors.contains("WinUI logs the last iterations before it gives up, here 10"))
    let text = try InProcess.loophunt("replay", Self.log("panel.txt")).text
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("not settled: the pass ended at its limit"))
    #expect(text.contains("no parents or causes") && !text.contains("raise the threshold"))
    let scan = try InProcess.loophunt("scan", Self.log("panel.txt"))
    #expect(scan.status == 1 && scan.text.contains("10 layouts"), "\(scan.text)")
    // A trace that was made from such a log is judged like the log; a threshold that is given counts.
    let folder = TemporaryFolder()
    let trace = try folder.write(
      try InProcess.loophunt(["import", Self.log("panel.txt")]).output, to: "panel.jsonl")
    #expect(try InProcess.loophunt("scan", trace).status == 1)
    // The app gave up: that is a pass that ended at its limit.
    let high = try InProcess.loophunt("scan", "--threshold=100", trace)
    #expect(high.status == 1 && high.text.contains("had the most layouts when a pass"))
  }

  @Test("the fingerprint of a loop does not depend on addresses")
  func fingerprint() throws {
    let folder = TemporaryFolder()
    let text = try String(contentsOfFile: Self.log("drawer.log"), encoding: .utf8)
    let moved = try folder.write(text.replacing("0x7fb1c0d", with: "0x600abcd"), to: "moved")
    func fingerprint(_ path: String) throws -> Substring? {
      try InProcess.loophunt("replay", path).text.firstMatch(of: #/Fingerprint +(\w+)/#)?.1
    }
    let first = try fingerprint(Self.log("drawer.log"))
    let second = try fingerprint(moved)
    #expect(first != nil && first == second)
  }

  @Test("a log without names has the same loop, and no name, address or message of the log")
  func anonymous() throws {
    let log = Self.log("drawer.log")
    let trace = try InProcess.loophunt(["import", "--anonymous", log])
    #expect(trace.status == 0)
    for name in ["Drawer", "Shop", "Cart", "shadow", "7fb1", "411"] {
      #expect(!trace.text.contains(name), "\(name)")
    }
    #expect(trace.text.contains("\"why\":\"unknown\"") && trace.text.contains("\"UIView\""))
    let replayed = try Child.loophunt("replay", "-", input: trace.output).text
    #expect(replayed.contains("Verdict      redundant") && replayed.contains("2 other views"))
  }

  @Test("every command takes a log, also compressed and on standard input")
  func everyCommand() throws {
    let log = Self.log("badge.log")
    let input = try Data(contentsOf: URL(fileURLWithPath: log))
    for command in ["scan", "validate", "replay", "tree"] {
      let expected: Int32 = ["replay", "scan"].contains(command) ? 1 : 0
      #expect(try InProcess.loophunt(command, log).status == expected)
      let piped = try Child.run(Child.binary, [command, "-"], input: input)
      #expect(piped.status == expected, "\(piped.errors)")
    }
    #expect(try InProcess.loophunt("tree", log).text.contains("BadgeView:0x10450c600"))
    #expect(try InProcess.loophunt("tree", "--format=svg", log).text.contains("<svg"))
    #expect(try InProcess.loophunt("diff", log, log).status == 0)
    let imported = try InProcess.loophunt("import", log)
    #expect(imported.status == 0 && imported.text.contains("\"source\":\"uikit\""))
    let packed = try Child.run("gzip", ["-c", log]).output
    #expect(try Child.loophunt("replay", "-", input: packed).status == 1)
  }

  @Test(
    "where two formats fit or none, every command ends with the list",
    arguments: sample(
      ["scan", "replay", "validate", "tree", "diff", "import"], oneIn: 3,
      seed: firstSeed("ConsoleLogCommandTests")))
  func undecided(command: String) throws {
    let folder = TemporaryFolder()
    let both =
      try Data(contentsOf: URL(fileURLWithPath: Self.log("badge.log")))
      + Data(contentsOf: URL(fileURLWithPath: Self.log("panel.txt")))
    let names = [
      "loophunt", "chrome", "firefox-raw", "firefox", "webkit", "safari", "uikit", "winui",
      "ips", "posted",
    ]
    for (name, bytes) in [
      ("both", both), ("prose", Data("a note about something else\n".utf8)),
      ("json", Data("{\"threads\":[]}\n".utf8)), ("list", Data("[1,2]".utf8)),
    ] {
      let path = try folder.write(bytes, to: name)
      let outcome = try InProcess.loophunt([command, path] + (command == "diff" ? [path] : []))
      var answers = [outcome.text + outcome.errors]
      #expect(outcome.status == 2, "\(name)")
      if command != "diff" {
        let piped = try Child.run(Child.binary, [command, "-"], input: bytes)
        #expect(piped.status == 2, "\(name)")
        answers.append(piped.text + piped.errors)
      }
      for answer in answers {
        let listed = answer.split { !$0.isLetter && $0 != "-" }.map(String.init)
        let expected = name == "both" ? ["uikit", "winui"] : names
        #expect(expected.allSatisfy(listed.contains), "\(name): \(answer)")
      }
    }
    // A console log without reports is answered by what a trace is.
    let prose = try InProcess.loophunt(
      [command] + Array(repeating: folder.path("prose"), count: command == "diff" ? 2 : 1))
    #expect(
      command == "import" || (prose.text + prose.errors).contains("a trace is JSON lines"),
      "\(prose.text)\(prose.errors)")
  }

  @Test("--from takes the formats that formats lists, and a log without that format is an error")
  func forced() throws {
    for format in ["uikit", "winui"] {
      #expect(try InProcess.loophunt("formats").text.contains("\(format)\n"))
      let refused = try InProcess.loophunt(
        "scan", "--from=\(format)", Repository.path("README.md"))
      #expect(refused.status == 2)
      #expect(refused.errors.contains("lines belongs"), "\(refused.errors)")
    }
  }
}
