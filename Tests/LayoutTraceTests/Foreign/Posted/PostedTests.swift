import LayoutTrace
import TestSupport
import Testing

/// Texts that people post, read as traces.
@Suite("Posted texts")
struct PostedTests {
  /// The events of a text, whatever its format is.
  static func findings(in text: String) throws -> [TraceEvent.Finding] {
    let opened = try OpenedTrace(.bytes(Array(text.utf8), name: "posted.txt"))
    let reader = try TraceReader(opened.input)
    var findings: [TraceEvent.Finding] = []
    while let event = try reader.next() {
      if case .finding(let finding) = event { findings.append(finding) }
    }
    return findings
  }

  /// Expects a loop in a text, with its place, or accusing nobody without one.
  static func expectLoop(
    in text: String, at place: String?, on view: String? = nil, kind: String? = nil
  ) throws {
    let loops = try findings(in: text).filter { $0.verdict != nil }
    #expect(!loops.isEmpty)
    if let place {
      #expect(loops.contains { $0.from?.contains(place) == true }, "\(loops)")
    } else {
      #expect(loops.allSatisfy { $0.from == nil }, "accused without ground: \(loops)")
    }
    expect(view, kind, in: loops)
  }

  /// Expects explanations in a text, and no loop.
  static func expectHint(in text: String, on view: String? = nil, kind: String? = nil) throws {
    let findings = try findings(in: text)
    #expect(!findings.isEmpty && findings.allSatisfy { $0.verdict == nil }, "\(findings)")
    expect(view, kind, in: findings)
  }

  private static func expect(
    _ view: String?, _ kind: String?, in findings: [TraceEvent.Finding]
  ) {
    if let view { #expect(findings.contains { $0.views.contains(view) }, "\(findings)") }
    if let kind { #expect(findings.contains { $0.kind.name == kind }, "\(findings)") }
  }

  @Test(
    "a text of a public shape is read as a careful engineer reads it", arguments: PostedCase.all)
  func corpus(posted: PostedCase) throws {
    switch posted.reading {
    case .loop(let place, let view):
      try Self.expectLoop(in: posted.text, at: place, on: view)
    case .hint(let kind):
      try Self.expectHint(in: posted.text, kind: kind)
    case .unreadable:
      #expect { try Self.findings(in: posted.text) } throws: { error in
        "\(error)".contains("neither names nor symbols")
      }
    }
  }

  @Test("a text that only looks like a layout loop accuses nobody", arguments: PostedInnocent.all)
  func innocents(innocent: PostedInnocent) throws {
    guard innocent.isExplained else {
      #expect(throws: TraceError.self) { try Self.findings(in: innocent.text) }
      return
    }
    let findings = try Self.findings(in: innocent.text)
    #expect(!findings.isEmpty && findings.allSatisfy { $0.verdict == nil }, "\(findings)")
  }

  /// Stacks that a debugger prints at the breakpoints that remedies name, and what each shows.
  private static let stops: [(text: String, kind: String, place: String)] = [
    (
      """
      * thread #1, queue = 'com.apple.main-thread', stop reason = breakpoint 1.1
        * frame #0: 0x00007ff8 AppKit`_NSDetectedLayoutRecursion
          frame #1: 0x00007ff9 AppKit`-[NSView layoutSubtreeIfNeeded] + 55
          frame #2: 0x00000001 Shop`SideBar.layout() at SideBar.swift:22:5
          frame #3: 0x00007ffa AppKit`-[NSView _layoutSubtreeWithOldSize:] + 347
      """, "appkit.recursion", "SideBar.layout() (SideBar.swift:22"
    ),
    (
      """
      * thread #1, queue = 'com.apple.main-thread', stop reason = breakpoint 2.1
        * frame #0: 0x00000001 AttributeGraph`AG::Graph::print_cycle(AG::data::ptr<AG::Node>) const
          frame #1: 0x00000002 SwiftUI`ViewGraph.updateOutputs(at:) + 12
          frame #2: 0x00000003 Shop`Card.sizeThatFits(_:) at Card.swift:31:9
          frame #3: 0x00000004 UIKitCore`-[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2
      """, "swiftui.cycle", "Card.sizeThatFits(_:) (Card.swift:31"
    ),
    (
      """
      * thread #1, stop reason = breakpoint 1.1
        * frame #0: 0x00000001 UIKitCore`UITableViewAlertForLayoutOutsideViewHierarchy
          frame #1: 0x00000002 UIKitCore`-[UITableView _updateVisibleCellsNow:] + 12
          frame #2: 0x00000003 UIKitCore`-[UITableView layoutSubviews] + 12
          frame #3: 0x00000004 UIKitCore`-[UIView(Hierarchy) layoutBelowIfNeeded] + 12
          frame #4: 0x00000005 Shop`Feed.prepare() at Feed.swift:8:5
      """, "uikit.outside", "Feed.prepare() (Feed.swift:8"
    ),
    (
      """
      Thread 0 Crashed:
      0   UIKitCore  0x1812bd388 closure #3 in _UICollectionViewFeedbackLoopDebugger.printCollectedRecords(for:raiseException:) + 12
      1   UIKitCore  0x1812bd398 -[UICollectionView _checkForPreferredAttributesInView:originalAttributes:] + 12
      2   Shop       0x1042bd398 FeedLayout.invalidateLayout(with:) + 12 (FeedLayout.swift:94)
      3   UIKitCore  0x1812bd3a8 -[UICollectionView _updateVisibleCellsNow:] + 12
      4   UIKitCore  0x1812bd3b8 -[UICollectionView layoutSubviews] + 12
      """, "uikit.collection", "FeedLayout.invalidateLayout(with:) (FeedLayout.swift:94"
    ),
  ]

  @Test("the stack of a breakpoint that a remedy names leads to the app's line", arguments: stops)
  func stop(text: String, kind: String, place: String) throws {
    let findings = try Self.findings(in: text)
    let found = try #require(findings.first)
    #expect(findings.count == 1 && found.kind.name == kind, "\(findings)")
    #expect(found.from?.hasPrefix(place) == true, "\(found)")
    // The class of the caller is not the view that the framework complains about.
    if kind.hasPrefix("uikit.") { #expect(found.views.isEmpty, "\(found)") }
  }

  @Test(
    "a report of Apple's that ends in UIKit's debugger tells a loop, also without the app's frame")
  func debugger() throws {
    let symbols = [
      "_UICollectionViewFeedbackLoopDebugger.printCollectedRecords(for:raiseException:)",
      "-[UICollectionView _updateVisibleCellsNow:]", "-[UICollectionView layoutSubviews]",
    ]
    let frames = symbols.map { #"{"imageOffset":1,"symbol":"\#($0)","imageIndex":0}"# }
    let text = """
      {"bug_type":"309"}
      {"threads":[{"triggered":true,"frames":[\(frames.joined(separator: ","))]}],
       "usedImages":[{"name":"UIKitCore"}]}
      """
    let found = try Self.findings(in: text)
    #expect(found.map(\.kind) == ["uikit.collection"] && found[0].from == nil, "\(found)")
    let prose =
      "It crashes in _UICollectionViewFeedbackLoopDebugger since iOS 18, the feed is self-sizing."
    #expect(try Self.findings(in: prose).map(\.kind) == ["uikit.collection.named"])
  }

  @Test("text or another report behind one of Apple's is an error: it would not be judged")
  func behindReport() throws {
    let frame = #"{"symbol":"main","imageIndex":0}"#
    let calm =
      "{\"threads\":[{\"triggered\":true,\"frames\":[\(frame)]}],\"usedImages\":[{\"name\":\"Shop\"}]}"
    let report = "{\"bug_type\":\"309\"}\n\(calm)\n"
    #expect(try Self.findings(in: report).allSatisfy { $0.verdict == nil })
    let crash = String(
      decoding: try Repository.bytes(of: "Tests/Recordings/Posted/crash.txt"), as: UTF8.self)
    for behind in [crash, report, Self.report, "x"] {
      let error = try #require(throws: TraceError.self) { try Self.findings(in: report + behind) }
      #expect(error.problem.contains("follows the report"), "\(error)")
    }
  }

  @Test(
    "a report as text behind a line of JSON, as older systems wrote it, tells the same as the text")
  func textReport() throws {
    let crash = String(
      decoding: try Repository.bytes(of: "Tests/Recordings/Posted/crash.txt"), as: UTF8.self)
    let plain = try Self.findings(in: crash)
    try #require(plain.contains { $0.verdict == .reentrant })
    for header in [
      "{\"bug_type\":\"109\"}\n", "{\"bug_type\":\"109\", \"os_version\":\"x\"}\r\n\n",
    ] {
      #expect(try Self.findings(in: header + crash) == plain)
    }
  }

  @Test(
    "a part of what Apple's frameworks print tells the same",
    arguments: [
      (
        "*** Assertion failure in -[Shop.Feed _setNeedsVisibleCellsUpdate:withLayoutAttributes:], UICollectionView.m:1511",
        "uikit.collection", "Feed"
      ),
      (
        "*** Assertion failure in -[_UICollectionViewFeedbackLoopDebugger _recordUpdate:], Debugger.m:90",
        "uikit.collection", ""
      ),
      ("Break on void _NSDetectedLayoutRecursion(void) to debug.", "appkit.recursion", ""),
      ("stopped in _NSDetectedLayoutRecursion, what now?", "appkit.recursion", ""),
      ("_NSDetectedLayoutRecursion", "appkit.recursion", ""),
      ("Set a symbolic breakpoint at _NSDetectedLayoutRecursion.", "appkit.recursion.named", ""),
      ("(lldb) b _NSDetectedLayoutRecursion", "appkit.recursion.named", ""),
      ("[UICollectionViewRecursion] cv was told of nothing", "uikit.collection.named", ""),
    ])
  func parts(text: String, kind: String, view: String) throws {
    let found = try Self.findings(in: text)
    #expect(found.map(\.kind.name) == [kind], "\(found)")
    #expect(found.first?.views == (view.isEmpty ? [] : [view]), "\(found)")
  }

  @Test("a log that begins with digits is recognised like any other")
  func digits() throws {
    let texts = [
      "1194  1194 W View: requestLayout() improperly called by com.shop.Row{1 V.E} during layout",
      "2 qrc:/Pane.qml:12:5: QML Pane: Binding loop detected for property \"width\"",
      "09:14:02.731 Uncaught ResizeObserver loop limit exceeded",
      "411 20931 Degenerate layout! Layout feedback loop detected in subtree of <UIView: 0x7fb1; frame = (0 0; 3 8)>",
      "0  UIKitCore  0x1 -[UIView setNeedsLayout] + 1\n1  Shop  0x2 Tray.grow() + 1 (Tray.swift:31)",
    ]
    for text in texts {
      #expect(throws: Never.self, "\(text)") {
        let opened = try OpenedTrace(.bytes(Array(text.utf8), name: "posted.txt"))
        #expect(opened.isImported)
        _ = try TraceReader(opened.input).next()
      }
    }
  }

  @Test("the corpus has enough texts, frameworks and sources")
  func size() {
    #expect(PostedCase.all.count >= 60)
    #expect(Set(PostedCase.all.map(\.framework)).count >= 8)
    #expect(Set(PostedCase.all.map(\.source)).count == PostedCase.all.count)
  }

  /// A report of Apple's, cut inside a recursion.
  static let report: String = {
    let round = [
      #"{"imageOffset":1,"symbol":"-[UIView(Hierarchy) layoutBelowIfNeeded]","imageIndex":0}"#,
      #"{"imageOffset":2,"symbol":"Panel.refresh()","imageIndex":1,"sourceFile":"Panel.swift","sourceLine":31}"#,
      #"{"imageOffset":3,"symbol":"@objc Panel.layoutSubviews()","imageIndex":1,"sourceFile":"<compiler-generated>"}"#,
      #"{"imageOffset":4,"symbol":"-[CALayer layoutSublayers]","imageIndex":2}"#,
    ].joined(separator: ",")
    let frames = Array(repeating: round, count: 6).joined(separator: ",")
    return """
      {"faultingThread":0,"exception":{"type":"EXC_BAD_ACCESS"},
       "threads":[{"triggered":true,"frames":[\(frames)],"originalLength":512,
       "recursionInfoArray":[{"hottestElided":24,"coldestElided":400,"depth":100}]},
       {"frames":[{"imageOffset":1,"imageIndex":0}]}],
       "usedImages":[{"name":"UIKitCore"},{"name":"Shop"},{"name":"QuartzCore"}]}
      """
  }()

  @Test("a report in JSON names the app's line, also without its first line")
  func appleReport() throws {
    for text in ["{\"bug_type\":\"309\"}\n" + Self.report, Self.report] {
      let found = try #require(try Self.findings(in: text).first)
      #expect(found.kind == "stack.loop" && found.verdict == .reentrant)
      #expect(found.from == "Panel.refresh() (Panel.swift:31)")
      #expect(found.call == "-[UIView(Hierarchy) layoutBelowIfNeeded]")
      #expect(found.views == ["Panel"] && found.frames.count == 4)
    }
  }

  /// The part of a place that stands in a text as it is: the function, or the file alone, whose line and
  /// column may be written otherwise.
  private static func told(_ from: String) -> Substring? {
    let name = from.prefix { $0 != "(" && $0 != " " }
    let pieces = name.split(separator: ":")
    guard pieces.count > 1, pieces.last.flatMap({ Int($0) }) != nil else {
      return name.split(separator: ".").last
    }
    return pieces.first
  }

  @Test("a text that is cut anywhere blames nothing that the whole text does not hold")
  func cuts() throws {
    let report = "{\"bug_type\":\"309\"}\n" + Self.report
    for text in PostedCase.all.map(\.text) + [report] {
      let bytes = Array(text.utf8)
      for count in stride(from: 0, to: bytes.count, by: caseCount(5, inDebug: 611)) {
        let part = String(decoding: bytes.prefix(count), as: UTF8.self)
        for finding in (try? Self.findings(in: part)) ?? [] where finding.verdict != nil {
          let told = finding.from.flatMap(Self.told)
          #expect(
            told.map { text.contains($0) } ?? true, "\(count) of \(text.prefix(90)): \(finding)")
        }
      }
    }
  }

  @Test("a text with two rounds or more that is cut at every byte names the right line or none")
  func everyCut() throws {
    let whole = PostedCase.all[1].text
    for text in [whole, "{\"bug_type\":\"309\"}\n" + Self.report] {
      let bytes = Array(text.utf8)
      for count in stride(from: 0, through: bytes.count, by: caseCount(1, inDebug: 29)) {
        let part = String(decoding: bytes.prefix(count), as: UTF8.self)
        for finding in (try? Self.findings(in: part)) ?? [] where finding.verdict != nil {
          #expect(finding.kind == "stack.loop" && finding.from?.contains("refresh") == true)
          #expect(
            finding.from?.contains(".swift") != true || finding.from?.contains(":315)") == true
              || finding.from?.contains(":31)") == true, "\(count): \(finding)")
        }
      }
    }
  }

  @Test("escape sequences, zeros and marks of direction change no reading, and reach no name")
  func escapes() throws {
    let plain = PostedCase.all[1].text
    let found = try Self.findings(in: plain)
    for dress in [
      { (line: Substring) in "\u{1b}[31m\(line)\u{1b}[0m" },
      { line in "\u{1b}[1;38;5;200m" + line.replacing(" ", with: "\u{1b}[K ") },
      { line in line + "\u{0}\r" },
    ] {
      let text = plain.split(separator: "\n").map(dress).joined(separator: "\n")
      #expect(try Self.findings(in: text) == found)
    }
    let hostile = plain.replacing("refreshShadow", with: "refresh\u{1b}]0;x\u{7}Shadow\u{202e}")
    let names = try Self.findings(in: hostile).flatMap { $0.frames + [$0.from ?? ""] }
    #expect(!names.isEmpty && names.allSatisfy { !$0.contains("\u{1b}") && !$0.contains("\u{7}") })
  }

  @Test("reading takes time in proportion to the length, whatever the text repeats")
  func growth() throws {
    let shapes: [(Int) -> String] = [
      { String(repeating: "(", count: $0) }, { String(repeating: "<", count: $0) },
      { String(repeating: "at a.b(", count: $0 / 7) },
      { String(repeating: " in closure #1 in ", count: $0 / 18) },
      { "0  App  0x1 " + String(repeating: "a::", count: $0 / 3) + " + 1" },
      { String(repeating: "0  App  0x1 f() + 1\n", count: $0 / 20) },
      { String(repeating: "0  App  0x1 f\n1  App  0x1 g\n", count: $0 / 28) },
      { String(repeating: "Maximum update depth exceeded\n", count: $0 / 30) },
      { String(repeating: "{\"symbol\":\"a\",\"imageOffset\":1},", count: $0 / 33) },
      { "{" + String(repeating: "\\n0  App  0x1 f", count: $0 / 15) },
      { String(repeating: "a: 0x1 ", count: $0 / 7) + "Degenerate layout!" },
      { String(repeating: "12 foo (bar) 0x1234 baz\n", count: $0 / 24) },
      { String(repeating: "12 a: b] c) d| ", count: $0 / 15) },
      { "12 " + String(repeating: "a.b(", count: $0 / 4) },
      { "#1 " + String(repeating: " (", count: $0 / 2) },
      {
        String(repeating: "[The 2 frame(s) above this were repeated 9584 times]\n", count: $0 / 54)
      },
    ]
    for (index, shape) in shapes.enumerated() {
      let size = caseCount(60_000, inDebug: 8_000)
      let growth = Growth(from: size, to: 4 * size, below: 12) { count in
        let text = shape(count)
        return processorTime { _ = try? Self.findings(in: text) }
      }
      #expect(growth.ratio < 12, "shape \(index): \(growth)")
    }
  }

  /// Rounds of two frames in notations that the corpus lacks, with the place that a reader would name.
  static let notations: [(round: [String], place: String)] = [
    (
      [
        "   в System.Windows.UIElement.UpdateLayout()",
        "   в Shop.Panel.MeasureOverride(Size s) в C:\\src\\Panel.cs:строка 12",
      ], "Panel.cs:12"
    ),
    (
      [
        "   à System.Windows.UIElement.UpdateLayout()",
        "   à Shop.Panel.MeasureOverride(Size s) dans C:\\src\\Panel.cs:ligne 12",
      ], "Panel.cs:12"
    ),
    (
      [
        " \tQt6Widgets.dll!QWidget::resize(const QSize & s) Line 4100\tC++",
        " \tshop.exe!Pane::resizeEvent(QResizeEvent * e) Line 62\tC++",
      ], "Pane:62"
    ),
    (
      [
        "    at {n}   UIKitCore   0x18aa  -[UIView(Hierarchy) layoutIfNeeded] + 104",
        "    at {n}   Shop   0x104d  kfun:com.shop.Feed#layoutSubviews(){} + 99 (/src/Feed.kt:33:9)",
      ], "Feed.kt:33:9"
    ),
    (
      [
        "#{n}  0x7f in gtk_widget_set_size_request (widget=0x5) at ../gtk/gtkwidget.c:10",
        "#{n}  0x56 in shop_pane_size_allocate (widget=0x5, a=0x7) at ../src/shop-pane.c:40",
      ], "shop-pane.c:40"
    ),
  ]

  /// Forms in which one function is written: `{n}`, `{m}`, `{f}` and `{p}` stand for its parts.
  private static let forms = [
    "{n}\t{m}\t0x18000000{n}\t{f} + 12 ({p})", "* {n} {m} 0x18000000{n} {f} + 12 ({p})",
    "    frame #{n}: 0x18000000{n} {m}`{f} at {p}", "#{n} {f} at {p}",
    "> > {n} {m} 0x18000000{n} {f} + 12 ({p})", "\"{n} {m} 0x18000000{n} {f} + 12 ({p})\",",
    "{n}\u{a0}{m}\u{a0}0x18000000{n}\u{a0}{f} + 12 ({p})", "{n} {m} {f} ({p})", "{p} - {f}",
  ]

  @Test("each form of a frame names the same line", arguments: forms)
  func form(form: String) throws {
    let functions = [
      ("UIKitCore", "-[UIView(Hierarchy) layoutIfNeeded]", "UIView.m:90"),
      ("Shop", "Feed.grow()", "Feed.swift:31"), ("Shop", "Feed.layoutSubviews()", "Feed.swift:12"),
    ]
    let lines = (0..<15).map { number in
      let (module, function, place) = functions[number % 3]
      return form.replacing("{n}", with: "\(number)").replacing("{m}", with: module)
        .replacing("{f}", with: function).replacing("{p}", with: place)
    }
    let found = try Self.findings(in: lines.joined(separator: "\n"))
    #expect(found.map(\.from) == ["Feed.grow() (Feed.swift:31)"], "\(found)")
  }

  @Test("names alone accuse no function of the system")
  func namesAlone() throws {
    for form in ["{n} {f}", "{f}"] {
      let lines = (0..<16).map { number in
        form.replacing("{n}", with: "\(number)").replacing(
          "{f}",
          with: [
            "-[UIView(Hierarchy) layoutIfNeeded]", "Feed.grow()", "Feed.layoutSubviews()",
            "-[CALayer layoutSublayers]",
          ][number % 4])
      }
      let found = try Self.findings(in: lines.joined(separator: "\n"))
      #expect(found.map(\.from) == ["Feed.grow()"], "\(form): \(found)")
    }
  }

  @Test("a type in a namespace of the system, without its library, is no view of the app")
  func namespaces() throws {
    let round = [
      "PriceView.layoutSubviews (PriceView.swift:41:9)",
      "-[UIView(CALayerDelegate) layoutSublayersOfLayer:]",
      "CA::Layer::layout_if_needed(CA::Transaction*)", "-[UIView(Hierarchy) layoutBelowIfNeeded]",
    ]
    let lines = (0..<16).map { "#\($0)   \(round[$0 % 4])" }
    let found = try Self.findings(in: lines.joined(separator: "\n"))
    #expect(found.map(\.from) == ["PriceView.layoutSubviews (PriceView.swift:41:9)"])
    #expect(found.map(\.views) == [["PriceView"]])
  }

  @Test("further notations name the same line", arguments: notations.indices)
  func notation(index: Int) throws {
    let (round, place) = Self.notations[index]
    let lines = (0..<10).map { number in
      round[number % 2].replacing("{n}", with: "\(number)")
    }
    let text = "Stack overflow\n" + lines.joined(separator: "\n")
    let found = try Self.findings(in: text)
    #expect(found.first?.from?.contains(place) == true, "\(found)")
  }

  /// One round of a loop.
  private static let round = """
    0  UIKitCore  0x1 -[UIView(Hierarchy) layoutIfNeeded] + 1
    1  Shop  0x2 Feed.grow() + 1 (Feed.swift:31)
    2  Shop  0x3 Feed.layoutSubviews() + 1 (Feed.swift:12)
    3  UIKitCore  0x4 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 1

    """

  @Test(
    "one round is a loop if the text says that it repeats",
    arguments: [
      "(frames repeated 4 000 times)", "[Previous 4 frames repeated 512 more times]",
      "… repeats until the stack ends", "... (last 4 frames repeat 4,000 times)",
    ])
  func announced(mark: String) throws {
    let found = try Self.findings(in: Self.round + mark)
    #expect(found.map(\.from) == ["Feed.grow() (Feed.swift:31)"], "\(found)")
  }

  @Test(
    "one round is no loop, whatever people write of what they repeat",
    arguments: ["", "…", "I can repeat this every time I open the screen", "-- 34 more frames --"])
  func unannounced(words: String) throws {
    #expect(try Self.findings(in: Self.round + words).map(\.kind) == ["stack.none"])
  }

  @Test("a frame of Python without a file isn't one")
  func namelessPython() throws {
    let round = "File \", line 31, in resizeEvent\n"
    #expect(throws: TraceError.self) {
      try Self.findings(in: String(repeating: round, count: 9))
    }
  }

  @Test("a text with any damage is an error, or becomes a valid trace")
  func damage() throws {
    let seed = firstSeed("posted texts")
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "\u{1b}[", "\"", "{", "}", "(", ")", "<", ">", "\n", "0x", "::", " in ", "\0", "é", " + ",
    ]
    for _ in 0..<caseCount(20_000, inDebug: 300) {
      var bytes = Array(
        (PostedCase.all.randomElement(using: &generator) ?? PostedCase.all[0]).text.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let length = min(Int.random(in: 0...40, using: &generator), bytes.count - place)
        let piece = pieces.randomElement(using: &generator) ?? ""
        bytes.replaceSubrange(place..<(place + length), with: piece.utf8)
      }
      guard let opened = try? OpenedTrace(.bytes(bytes, name: "damaged")) else { continue }
      let valid = (try? TraceValidation(opened.input))?.isValid
      #expect(valid == true || !opened.isImported, "seed \(seed)")
    }
  }

  @Test("deep nesting in a report is an error or no stack, never a crash")
  func nested() {
    for opening in ["[", "{\"threads\":[", "{\"a\":"] {
      let text = "{\"bug_type\":\"309\"}\n" + String(repeating: opening, count: 100_000)
      #expect(throws: TraceError.self) { try Self.findings(in: text) }
    }
  }

  @Test("quotation marks, log prefixes and indentation change no reading")
  func quoted() throws {
    let plain = try Self.findings(in: PostedCase.all[1].text)
    for mark in ["> ", "    ", "\t", "* ", "2026-03-02 09:14:02.731980+0100 Shop[411:20931] "] {
      let text = PostedCase.all[1].text.split(separator: "\n").map { mark + $0 }
        .joined(separator: "\n")
      #expect(try Self.findings(in: text) == plain, "\(mark)")
    }
  }

  @Test("a trace keeps a finding as it is, and its anonymous form keeps lines, not names")
  func coding() throws {
    let opened = try OpenedTrace(.bytes(Array(PostedCase.all[1].text.utf8), name: "posted.txt"))
    let trace = try opened.bytes()
    let again = try Self.findings(in: String(decoding: trace, as: UTF8.self))
    #expect(again == (try Self.findings(in: PostedCase.all[1].text)))
    let hidden = String(decoding: try opened.bytes(isAnonymous: true), as: UTF8.self)
    #expect(!hidden.contains("Panel") && !hidden.contains("refreshShadow"))
    #expect(hidden.contains(".swift:315") && hidden.contains("\"stack.loop\""))
    #expect(try Self.findings(in: hidden).first?.views.count == 1)
  }

  @Test("a deep tree is no loop, and neither is a stack that is complete and short")
  func nesting() throws {
    let complete = """
      0  UIKitCore 0x1 -[UIView layoutIfNeeded] + 1
      1  Shop 0x2 Row.layoutSubviews() + 1 (Row.swift:9)
      2  UIKitCore 0x1 -[UIView layoutIfNeeded] + 1
      3  Shop 0x2 Row.layoutSubviews() + 1 (Row.swift:9)
      4  UIKitCore 0x1 UIApplicationMain + 1
      5  Shop 0x2 main + 1
      """
    #expect(try Self.findings(in: complete).map(\.kind) == ["stack.none"])
  }
}
