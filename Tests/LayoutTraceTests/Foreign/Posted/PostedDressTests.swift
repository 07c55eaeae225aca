import LayoutTrace
import TestSupport
import Testing

/// Stacks in the dress of a page, and what people write instead of the frames that repeat.
@Suite("Posted text in the dress of a page")
struct PostedDressTests {
  /// One round of a loop: library, function, place.
  private static let round: [(module: String, function: String, place: String?)] = [
    ("UIKitCore", "-[UIView(Hierarchy) layoutIfNeeded]", nil),
    ("Shop", "Feed.grow()", "Feed.swift:31"),
    ("Shop", "Feed.layoutSubviews()", "Feed.swift:12"),
    ("UIKitCore", "-[UIView(CALayerDelegate) layoutSublayersOfLayer:]", nil),
  ]

  /// Lines in a form in which `{n}`, `{m}`, `{f}`, `{p}`, `{file}` and `{line}` stand for a frame's parts.
  private static func lines(_ form: String, _ count: Int = 12, between: String = "\n") -> String {
    (0..<count).map { number in
      let (module, function, place) = round[number % round.count]
      let parts = place?.split(separator: ":") ?? ["", ""]
      return form.replacing("{n}", with: "\(number)").replacing("{m}", with: module)
        .replacing("{f}", with: function).replacing("{p}", with: place ?? "")
        .replacing("{(p)}", with: place.map { " (\($0))" } ?? "")
        .replacing("{file}", with: parts[0]).replacing("{line}", with: parts[1])
    }.joined(separator: between)
  }

  /// Pages around the same frames.
  private static let pages: [(name: String, text: String)] = [
    (
      "a table of markdown",
      "| # | Module | Address | Function |\n|--:|:--|:--|:--|\n"
        + lines("| {n} | {m} | 0x1{n} | `{f}` + 12{(p)} |")
    ),
    (
      "a table with file and line apart",
      "| Frame | Function | File | Line |\n|---|---|---|---|\n"
        + lines("| {n} | {f} | {file} | {line} |")
    ),
    (
      "a table with the library last", lines("| {n} | {f} | {p} | {m} |")
    ),
    (
      "a table without bars at its ends",
      "Frame | Module | Function | Place\n--- | --- | --- | ---\n" + lines("{n} | {m} | {f} | {p}")
    ),
    (
      "preformatted text with entities",
      "<pre>" + lines("{n}&nbsp; {m}&#39;s&nbsp; 0x1{n} {f} + 12{(p)}") + "</pre>"
    ),
    (
      "lines of code with breaks, all in one",
      "<p>It crashed:</p><code>" + lines("{n}  {m}  0x1{n} {f} + 12{(p)}", between: "<br/>")
        + "</code>"
    ),
    (
      "a table of HTML",
      "<table><tbody>"
        + lines(
          "<tr class=\"odd\"><td>{n}</td><td>{m}</td><td>0x1{n}</td><td>{f} + 12{(p)}</td></tr>",
          between: "")
        + "</tbody></table>"
    ),
    ("a quotation with entities", lines("&gt; &gt; {n}  {m}  0x1{n} {f} + 12{(p)}")),
    ("items of a list", "<ol>" + lines("<li>{n} {m} 0x1{n} <b>{f}</b> + 12{(p)}</li>") + "</ol>"),
  ]

  @Test("a stack on a page names the same line", arguments: pages.indices)
  func page(index: Int) throws {
    let found = try PostedTests.findings(in: Self.pages[index].text)
    #expect(found.map(\.from) == ["Feed.grow() (Feed.swift:31)"], "\(Self.pages[index].name)")
    #expect(found.first?.call == "-[UIView(Hierarchy) layoutIfNeeded]")
  }

  @Test("a table without names of frames is no stack")
  func otherTables() {
    for text in [
      "| Device | OS | Count |\n|---|---|---|\n| iPhone 14 | 17.2 | 12 |\n| iPhone 15 | 17.4 | 9 |",
      "1 | 2 | 3\n--- | --- | ---\n4 | 5 | 6", "<table><tr><td>1</td><td>2</td></tr></table>",
    ] {
      #expect(throws: TraceError.self) { try PostedTests.findings(in: text) }
    }
  }

  @Test(
    "a count of rounds below one round makes it a loop",
    arguments: [
      "x 5000", "× 5000", "(x5000)", "... x 4,990 more", "[×512]", "(5000 times)", "4 000 times",
      "x~5000", "... 4990 more frames, repeated",
    ])
  func counted(mark: String) throws {
    let round = Self.lines("{n}  {m}  0x1{n} {f} + 12{(p)}", 4)
    let found = try PostedTests.findings(in: round + "\n" + mark)
    #expect(found.map(\.from) == ["Feed.grow() (Feed.swift:31)"], "\(found)")
  }

  @Test(
    "a small count, a count of something else, and the frames that Java leaves out don't count",
    arguments: [
      "x 2", "x 5000 users", "5000", "... 12 more", "x", "(5000", "2 times", "size 5000 x 3000",
    ])
  func notCounted(mark: String) throws {
    let round = Self.lines("{n}  {m}  0x1{n} {f} + 12{(p)}", 4)
    #expect(try PostedTests.findings(in: round + "\n" + mark).map(\.kind) == ["stack.none"])
  }

  @Test("a count behind each frame, or around them, says which of them repeat")
  func countedFrames() throws {
    for text in [
      Self.lines("{n}  {m}  0x1{n} {f} + 12{(p)}  ×500", 4),
      Self.lines("{n}  {m}  0x1{n} {f} + 12{(p)} (x 500)", 4) + "\n4  UIKitCore  0x2 main + 1",
      "0  Shop  0x2 crash() + 1\n{x1166 times!!} {\n"
        + Self.lines("{n}  {m}  0x1{n} {f} + 12{(p)}", 4)
        .replacing("0  UIKitCore", with: "1  UIKit") + "\n}\n9  UIKitCore  0x2 end + 1",
    ] {
      let found = try PostedTests.findings(in: text)
      #expect(found.map(\.from) == ["Feed.grow() (Feed.swift:31)"], "\(text): \(found)")
    }
  }

  /// A round of a program in Rust that uses GTK: its own code, the binding, the library.
  private static let rust: [(function: String, place: String?)] = [
    ("gtk_widget_set_size_request", nil),
    (
      "gtk4::auto::widget::WidgetExt::set_size_request",
      "/home/u/.cargo/registry/src/index.crates.io-6f17d22bba15001f/gtk4-0.7.3/src/auto/widget.rs:901:9"
    ),
    (
      "<shop::pane::imp::Pane as gtk4::subclass::widget::WidgetImpl>::size_allocate",
      "/home/u/shop/src/pane.rs:41:13"
    ),
    (
      "core::ops::function::FnOnce::call_once",
      "/rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/core/src/ops/function.rs:250:5"
    ),
    ("gtk_widget_size_allocate", nil),
  ]

  @Test(
    "a backtrace of Rust names the app's line, not the binding's",
    arguments: ["{f}", "    0x7ff85caaf26d - {f}::h0123456789abcdef"])
  func rust(form: String) throws {
    let lines = (0..<15).flatMap { number in
      let (function, place) = Self.rust[number % Self.rust.count]
      return ["  \(number): " + form.replacing("{f}", with: function)]
        + (place.map { ["             at \($0)"] } ?? [])
    }
    let text = "thread 'main' has overflowed its stack\n" + lines.joined(separator: "\n")
    let found = try PostedTests.findings(in: text)
    #expect(found.map(\.from) == ["Pane::size_allocate (pane.rs:41:13)"], "\(found)")
    #expect(found.first?.call == "gtk_widget_set_size_request")
  }

  @Test("a recursion of other code is named, and is no loop")
  func otherRecursion() throws {
    let text =
      "Stack overflow\n"
      + (0..<9).map { "#\($0) 0x1 in parse (depth=\($0)) at parser.c:88" }.joined(separator: "\n")
    let found = try PostedTests.findings(in: text)
    #expect(found.map(\.kind) == ["stack.other"] && found.first?.verdict == nil)
    #expect(found.first?.from == "parse (parser.c:88)")
  }

  @Test("reading takes time in proportion to the length, whatever markup repeats")
  func growth() throws {
    let shapes: [(Int) -> String] = [
      { String(repeating: "<br>", count: $0 / 4) }, { String(repeating: "&lt;", count: $0 / 4) },
      { String(repeating: "<pre <code", count: $0 / 10) },
      { "1 " + String(repeating: "| a", count: $0 / 3) },
      { "12: </p>" + String(repeating: "<a::", count: $0 / 4) },
      { String(repeating: "12: a::b<c\n", count: $0 / 11) },
      { String(repeating: "x 5000\n", count: $0 / 7) },
      { String(repeating: "0 A 0x1 f() x 50\n", count: $0 / 17) },
    ]
    for (index, shape) in shapes.enumerated() {
      let size = caseCount(40_000, inDebug: 3_000)
      let growth = Growth(from: size, to: 4 * size, below: 12) { count in
        let text = shape(count)
        return processorTime { _ = try? PostedTests.findings(in: text) }
      }
      #expect(growth.ratio < 12, "shape \(index): \(growth)")
    }
  }

  /// Lines around and within which a page, a terminal or a log writes something of its own.
  private static let dresses: [(name: String, dress: @Sendable (String) -> String)] = [
    ("a link of a terminal", { "\u{1b}]8;;http://x.example\u{7}" + $0 + "\u{1b}]8;;\u{1b}\\" }),
    ("a set of characters", { "\u{1b}(B\u{1b}[m" + $0 }),
    ("blanks at which lines do not break", { $0.replacing(" ", with: "\u{a0}") }),
    ("blanks without width", { $0.replacing("(", with: "\u{200b}(") + "\u{feff}" }),
    ("a dash", { "- " + $0 }), ("code", { "`" + $0 + "`" }),
    ("a container's name", { "shop_1  | " + $0 }), ("a line's number", { "  12 | " + $0 }),
    ("the end of an object", { "{\"ts\": 1, \"msg\": \"" + $0 + "\"}" }),
  ]

  @Test("the dress of a line changes no reading", arguments: dresses.indices)
  func dress(index: Int) throws {
    let (name, dress) = Self.dresses[index]
    let forms = [
      "{n}   {m}   0x00000001049{n} {f} + 12{(p)}", "frame #{n}: 0x1049{n} {m}`{f} at {p}",
    ]
    for form in forms {
      let plain = Self.lines(form).replacing(" at \n", with: "\n")
      let dressed = plain.split(separator: "\n").map { dress(String($0)) }.joined(separator: "\n")
      let found = try PostedTests.findings(in: dressed)
      #expect(found == (try PostedTests.findings(in: plain)), "\(name): \(found)")
      #expect(found.first?.from == "Feed.grow() (Feed.swift:31)", "\(name): \(found)")
    }
  }

  @Test("quotation marks that a table of values doubles, and JSON escapes, are one")
  func doubled() throws {
    let line = "qrc:/Pane.qml:41:9: QML Pane: Binding loop detected for property \"height\""
    for text in [
      "\"" + line.replacing("\"", with: "\"\"") + "\"",
      "{\"msg\":\"" + line.replacing("\"", with: "\\\"") + "\"}",
    ] {
      let found = try PostedTests.findings(in: text)
      #expect(found.map(\.property) == ["height"], "\(text): \(found)")
    }
  }

  @Test("a time in brackets makes no JSON of a line with a path of Windows")
  func path() throws {
    let round = [
      "[12:00:01 ERR]    at System.Windows.UIElement.UpdateLayout()",
      "[12:00:01 ERR]    at Shop.Panel.MeasureOverride(Size s) in C:\\new\\tools\\Panel.cs:line 12",
    ]
    let lines = (0..<10).map { round[$0 % 2] }.joined(separator: "\n")
    let found = try PostedTests.findings(in: "Stack overflow.\n" + lines)
    #expect(found.map(\.from) == ["Shop.Panel.MeasureOverride (Panel.cs:12)"], "\(found)")
  }

  /// Stacks that overflowed, of which each line is to be dressed.
  private static let overflows = [
    "Uncaught RangeError: Maximum call stack size exceeded\n"
      + Array(
        repeating: """
              at getBoundingClientRect (<anonymous>)
              at SplitPane.relayout (http://localhost:8000/split-pane.js:88:14)
              at SplitPane.onResize (http://localhost:8000/split-pane.js:61:10)
              at dispatchEvent (<anonymous>)
          """, count: 10
      ).joined(separator: "\n"),
    "Stack overflow.\n"
      + Array(
        repeating: """
             at System.Windows.UIElement.UpdateLayout()
             at Shop.Panel.MeasureOverride(Size s) in C:\\src\\Panel.cs:line 12
          """, count: 10
      ).joined(separator: "\n"),
  ]

  /// Lines as logs of containers and tests, and numbering tools, write them.
  private static let logs: [(name: String, dress: @Sendable (String) -> String)] = [
    ("Kubernetes", { "2026-11-27T12:00:01.123456789Z stderr F " + $0 }),
    ("GitLab", { "2026-11-27T12:00:01.123456Z 01O " + $0 }),
    ("XCTest", { "    t =     1.23s " + $0 }),
    ("numbered lines", { "    12\t" + $0 }), ("found lines", { "12:" + $0 }),
    ("a logger's name", { "ERROR:root:" + $0 }), ("one column of a table", { "| " + $0 + " |" }),
  ]

  @Test("a log's text before each line of a stack changes no reading", arguments: logs.indices)
  func log(index: Int) throws {
    let (name, dress) = Self.logs[index]
    for text in Self.overflows {
      let plain = try PostedTests.findings(in: text)
      #expect(plain.contains { $0.verdict != nil }, "\(plain)")
      for separator in ["\n", "\r\n", "\r"] {
        // A number before `at` is that of a frame in another notation: such a text is refused.
        if name == "numbered lines", text.hasPrefix("Stack") { continue }
        let dressed = text.split(separator: "\n").map { dress(String($0)) }
        let found = try PostedTests.findings(in: dressed.joined(separator: separator))
        #expect(found == plain, "\(name): \(found)")
      }
    }
  }

  @Test("a stack that overflowed is refused if its lines are like no known frames, and repeat")
  func unread() throws {
    for text in Self.overflows {
      let lines = text.split(separator: "\n").map { "w3 ~ some tool ~ \($0)" }
      #expect(throws: TraceError.self) {
        try PostedTests.findings(in: lines.joined(separator: "\n"))
      }
    }
  }

  @Test("a log of UIKit in the markup of a page is refused")
  func loggedInMarkup() throws {
    let log = try Repository.text(of: "Tests/Recordings/Logs/one-by-one.log")
    let text = log.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
      ">", with: "&gt;")
    #expect(throws: TraceError.self) {
      try PostedTests.findings(in: "<html><body><pre>\(text)</pre></body></html>")
    }
  }
}
