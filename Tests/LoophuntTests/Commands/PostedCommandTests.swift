import CommandSupport
import Foundation
import TestSupport
import Testing

/// Posted texts in every command and form: what was there is told, and nothing else.
@Suite("Posted texts in every command")
struct PostedCommandTests {
  private let folder = TemporaryFolder()

  /// A stack that enters layout again; the names are not those of any test of the readers.
  private static let loop =
    "Thread 0 Crashed:\n"
    + (0..<5).map { round in
      """
      \(round * 3)   UIKitCore   0x0000000199d1d848 -[UIView(Hierarchy) layoutIfNeeded] + 552
      \(round * 3 + 1)   Shop        0x0000000104c49720 Tray.grow() + 40 (Tray.swift:31)
      \(round * 3 + 2)   Shop        0x0000000104c49bc8 Tray.layoutSubviews() + 12 (Tray.swift:12)
      """
    }.joined(separator: "\n") + "\n"
  private static let sentence =
    "Uncaught ResizeObserver loop completed with undelivered notifications.\n"
  private static let hint =
    "RenderBox was not laid out: RenderFlex#4863a relayoutBoundary=up12 NEEDS-PAINT\n"
  private static let noLoop = """
    0  UIKitCore  0x1 -[UIView setNeedsLayout] + 1
    1  Shop       0x2 Tray.grow() + 1 (Tray.swift:31)
    2  UIKitCore  0x3 UIApplicationMain + 1
    3  Shop       0x4 main + 1

    """
  private static let hang = """
    <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression>
    0  UIKitCore  0x1 -[UIView(Hierarchy) layoutIfNeeded] + 1
    1  Shop       0x2 Tray.grow() + 1 (Tray.swift:31)
    2  UIKitCore  0x3 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 1

    """
  private static let notResponding = """
    ANR in com.shop (com.shop/.MainActivity)
      at com.shop.Tray.onMeasure(Tray.kt:31)
      at android.view.View.measure(View.java:26411)

    """
  private static let nameless = """
    0   UIKitCore   0x000000018e966250 AAFEFEBE-C172-3346-8972-810EB8F2F2C6 + 14795344
    1   Shop        0x000000018e967648 0x104a00000 + 14800456

    """

  @Test(
    "a loop ends with 1, a hint and a stack without a loop with 0, and what cannot be read with 2",
    arguments: ["replay", "scan"])
  func status(command: String) throws {
    let cases = [
      ("loop", Self.loop, 1, "Tray.swift:31"), ("sentence", Self.sentence, 1, "ResizeObserver"),
      ("hint", Self.hint, 0, "no loop"), ("no loop", Self.noLoop, 0, "shows no layout loop"),
      ("hang", Self.hang, 0, "Tray.swift:31"), ("ANR", Self.notResponding, 0, "Tray.kt:31"),
      ("nameless", Self.nameless, 2, "symbolicate the report"),
      ("prose", "12 monkeys and nothing else\n", 2, "known formats: loophunt"),
      ("code", "ignoreErrors: ['ResizeObserver loop limit exceeded']\n", 0, "reports no loop"),
    ]
    // In debug a third of the texts comes by standard input, too: each status.
    let piped = Set(sample(cases.map(\.0), oneIn: 3, seed: 0)).union(["prose"])
    for (name, text, status, says) in cases {
      let path = try folder.write(Data(text.utf8), to: "\(name).txt")
      var outcomes = [try InProcess.loophunt(command, path)]
      if piped.contains(name) {
        outcomes.append(try Child.loophunt(command, "-", input: Data(text.utf8)))
      }
      for outcome in outcomes {
        let said = (outcome.text + outcome.errors).split(whereSeparator: \.isWhitespace)
          .joined(separator: " ")
        #expect(outcome.status == Int32(status), "\(name): \(said)")
        #expect(said.contains(says), "\(name): \(said)")
      }
    }
    let path = try folder.write(Data(Self.loop.utf8), to: "loop.txt")
    #expect(try InProcess.loophunt(command, "--exit-zero", path).status == 0)
  }

  /// Words of hunts, none of which a text can prove.
  private static let claims = [
    "settle", "proved", "hunted", "in turn", "victim", "accomplice", "oscillat",
    "times in one turn",
    "code outside", "worst  ",
  ]

  private func check(_ output: String, _ form: String, holds facts: [String]) {
    for fact in facts { #expect(output.contains(fact), "\(form) lacks \(fact): \(output)") }
    if output.hasPrefix("{") {
      // In JSON every list of what a hunt finds is empty, and nothing was counted.
      let plain = output.filter { !$0.isWhitespace }
      for empty in ["victims", "accomplices", "geometry", "otherEdges", "remarks"] {
        #expect(!plain.contains("\"\(empty)\":[{"), "\(form): \(empty)")
      }
      #expect(!plain.contains("\"proof\"") && !plain.contains("\"settled\""))
      return
    }
    // The page has words for traces with layouts, too.
    for claim in Self.claims where form != "page" {
      #expect(!output.contains(claim), "\(form) claims \(claim): \(output)")
    }
  }

  @Test(
    "each form tells the verdict, the code, its line and what to do, and claims nothing more",
    arguments: ["text", "json", "jsonl", "partial", "sarif", "junit", "github", "markdown"])
  func forms(form: String) throws {
    let path = try folder.write(Data(Self.loop.utf8), to: "loop.txt")
    let replay = try InProcess.loophunt("replay", "--format=\(form)", path)
    #expect(replay.status == 1)
    let verdict = form == "text" ? "re-entrant" : "reentrant"
    check(replay.text, form, holds: ["Tray.grow()", "Tray.swift", "31", verdict])
    let scan = try InProcess.loophunt("scan", "--format=\(form)", path)
    #expect(scan.status == 1)
    check(scan.text, form, holds: ["Tray.grow()", "Tray.swift"])
    let unnamed = try folder.write(Data(Self.sentence.utf8), to: "unnamed.txt")
    let sentence = try InProcess.loophunt("replay", "--format=\(form)", unnamed)
    #expect(sentence.status == 1)
    check(sentence.text, form, holds: ["ResizeObserver"])
    #expect(!sentence.text.contains("Tray"))
  }

  @Test("the page, diagrams and the comparison tell a reported loop as what it is")
  func pages() throws {
    let path = try folder.write(Data(Self.loop.utf8), to: "loop.txt")
    let page = folder.path("page.html")
    #expect(try InProcess.loophunt("report", path, "-o", page).status == 0)
    let text = try String(contentsOfFile: page, encoding: .utf8)
    check(text, "page", holds: ["Tray.swift:31", "The trace holds no layouts."])
    for target in ["dot", "mermaid"] {
      let drawn = try InProcess.loophunt("export", "--to=\(target)", path)
      #expect(drawn.status == 0)
      check(drawn.text, target, holds: ["Tray", "culprit"])
    }
    let empty = try InProcess.loophunt("export", path)
    #expect(empty.status == 0 && empty.errors.contains("no layouts to draw"), "\(empty.errors)")
    let diff = try InProcess.loophunt("diff", path, path)
    #expect(diff.status == 0)
    check(diff.text, "diff", holds: ["reported by another program, not counted"])
    #expect(try InProcess.loophunt("tree", path).errors.contains("no tree of views"))
    for command in ["shrink", "reproduce"] {
      let refused = try InProcess.loophunt(command, path)
      #expect(refused.status == 2 && refused.signal == nil, "\(refused.errors)")
      #expect(refused.errors.contains("TraceRecorder"), "\(refused.errors)")
    }
  }

  @Test("sinks get what the text told, without numbers that nobody counted")
  func sinks() throws {
    let path = try folder.write(Data(Self.loop.utf8), to: "loop.txt")
    let sink = folder.path("events.jsonl")
    #expect(try InProcess.loophunt("replay", "--sink=jsonl:\(sink)", path).status == 1)
    let lines = try String(contentsOfFile: sink, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 1)
    let event = try #require(
      JSONSerialization.jsonObject(with: Data((lines.first ?? "").utf8)) as? [String: Any])
    let attributes = try #require(event["attributes"] as? [String: Any])
    #expect(attributes["verdict"] as? String == "reentrant")
    #expect(attributes["reported_kind"] as? String == "stack.loop")
    #expect(attributes["culprit_class"] as? String == "Tray")
    for key in ["count", "threshold", "turn", "depth", "reentrant_depth", "settled"] {
      #expect(attributes[key] == nil, "\(key)")
    }
  }

  @Test(
    "a baseline lets a reported loop pass, whatever its addresses and lines, and merges keep it")
  func baseline() throws {
    let path = try folder.write(Data(Self.loop.utf8), to: "loop.txt")
    let known = folder.path("known.json")
    let update = try InProcess.loophunt("replay", "--baseline=\(known)", "--update-baseline", path)
    #expect(update.status == 0, "\(update.text)\(update.errors)")
    let moved = try folder.write(
      Data(
        Self.loop.replacing("0x0000000104c4", with: "0x0000000204c4")
          .replacing(":31)", with: ":47)").utf8), to: "moved.txt")
    let again = try InProcess.loophunt("replay", "--baseline=\(known)", moved)
    #expect(again.status == 0 && again.text.contains("1 known"), "\(again.text)")
    let other = try folder.write(
      Data(Self.loop.replacing("grow", with: "shrink").utf8), to: "other.txt")
    #expect(try InProcess.loophunt("replay", "--baseline=\(known)", other).status == 1)
    let parts = try [path, other].enumerated().map { number, file in
      try folder.write(
        InProcess.loophunt("replay", "--format=partial", file).output, to: "part\(number).jsonl")
    }
    let merged = try InProcess.loophunt("merge", parts[0], parts[1])
    #expect(merged.status == 1 && merged.text.contains("2 loops in 2 files"), "\(merged.text)")
    #expect(try InProcess.loophunt("replay", path, path).text.contains(#/ 2 +- /#))
  }

  @Test("an anonymous copy keeps verdict and line, and no name of the text")
  func anonymous() throws {
    let path = try folder.write(Data(Self.loop.utf8), to: "loop.txt")
    let copy = try InProcess.loophunt("import", "--anonymous", path)
    #expect(copy.status == 0 && !copy.text.contains("Tray") && !copy.text.contains("grow"))
    let replayed = try Child.loophunt("replay", "-", input: copy.output)
    #expect(replayed.status == 1 && replayed.text.contains(".swift:31"), "\(replayed.text)")
  }

  @Test("a text can be compressed, quoted, in UTF-16, or the console of a browser test")
  func wrappings() throws {
    let packed = try folder.write(Data(Self.loop.utf8), to: "loop.txt")
    #expect(
      try Child.loophunt("replay", "-", input: Child.run("gzip", ["-c", packed]).output).status == 1
    )
    var wide: [UInt8] = [0xff, 0xfe]
    for unit in Self.loop.utf16 { wide += [UInt8(unit & 255), UInt8(unit >> 8)] }
    #expect(try Child.loophunt("replay", "-", input: Data(wide)).text.contains("Tray.swift:31"))
    let har =
      #"{"log":{"version":"1.2","entries":[{"response":{"content":{"text":""#
      + String(repeating: "x", count: 200_000)
      + #""}}}],"_messages":[{"text":"ResizeObserver loop limit exceeded\n    at a.js:1:2"}]}}"#
    let console = try Child.loophunt("replay", "-", input: Data(har.utf8))
    #expect(console.status == 1 && console.text.contains("ResizeObserver"), "\(console.errors)")
  }
}
