import Foundation
import HuntSupport
import LayoutTrace
import TestSupport
import Testing

/// Console logs of UIKit and WinUI, written for these tests, as layout traces.
@Suite("Importing console logs")
struct ConsoleLogTests {
  private static let logs = [
    ("drawer.log", "uikit"), ("badge.log", "uikit"), ("growing.log", "uikit"),
    ("hosting.txt", "uikit"), ("one-by-one.log", "uikit"), ("panel.txt", "winui"),
  ]

  private static func bytes(_ name: String) throws -> [UInt8] {
    try Repository.bytes(of: "Tests/Recordings/Logs/" + name)
  }

  private static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// The formats that a text is recognised as.
  private static func formats(_ bytes: [UInt8]) -> [String] {
    do {
      let opened = try OpenedTrace(.bytes(bytes, name: "log"))
      return opened.format.map { [$0.name] } ?? []
    } catch {
      let list = error.problem.split(separator: ": ").last ?? ""
      return list.split(separator: ", ").map(String.init)
    }
  }

  @Test("a log becomes a trace that is valid and replays without a difference", arguments: logs)
  func replays(name: String, format: String) throws {
    let bytes = try Self.bytes(name)
    #expect(Self.formats(bytes) == [format])
    let imported = try Imported(bytes, format)
    #expect(try TraceValidation(.bytes(imported.trace, name: name)).isValid)
    let result = try TraceReplayer(.bytes(imported.trace, name: name)).run()
    #expect(result.divergence == nil, "\(String(describing: result.divergence))")
    if format == "uikit" { #expect(result.unexplainedLayouts <= result.summary.turns) }
  }

  @Test("views are known by their addresses, classes without modules, controllers by their views")
  func identities() throws {
    let views = try Imported(Self.bytes("drawer.log"), "uikit").lines.filter {
      $0.contains("\"e\":\"view\"")
    }
    #expect(views.count == 4)
    #expect(views[0].contains("\"class\":\"Process\",\"name\":\"Shop[411]\""))
    #expect(
      views[1].contains("\"class\":\"UIView\",\"name\":\"DrawerController.view:0x7fb1c0d20560\""))
    #expect(views[1].contains("\"frame\":[0,0,375,812]"))
    #expect(views[2].contains("\"name\":\"UIView:0x7fb1c0d07b10\",\"in\":2"))
    #expect(views[3].contains("\"name\":\"ShadowView:0x7fb1c0d144c0\",\"in\":3"))
    let generic = try Imported(Self.bytes("hosting.txt"), "uikit").lines.joined()
    #expect(generic.contains("\"class\":\"_UIHostingView<CartView>\""))
    #expect(generic.contains("\"class\":\"HolderView<Cell>\""))
  }

  @Test("the layouts of a round come in the order of the log, from the top-level view on")
  func order() throws {
    let lines = try Imported(Self.bytes("drawer.log"), "uikit").lines
    let layouts = lines.filter { $0.contains("\"e\":\"layout\"") }.prefix(6).compactMap {
      $0.firstMatch(of: #/"v":(\d)/#).map { String($0.1) }
    }
    #expect(layouts == ["2", "3", "4", "2", "3", "4"])
    let imported = try Imported(Self.bytes("drawer.log"), "uikit")
    #expect(imported.layoutsPerTurn(ofView: 2) == [101])
  }

  @Test(
    "in a log without its name, the top-level view is the one that calls reach and that calls none")
  func unnamedTop() throws {
    let list = "<List: 0x1; frame = (0 0; 9 9); >"
    let row = "<Row: 0x2; frame = (0 0; 5 5); >"
    let label = "<Label: 0x3; frame = (0 0; 1 1); >"
    func upstream(_ target: String, from writer: String) -> String {
      ">>>UPSTREAM LAYOUT DIRTYING<<< About to send -setNeedsLayout to layer for \(target) under "
        + "-layoutSubviews for \(writer)\n"
    }
    let round =
      [row, label, list].map { "About to send -layoutSubviews to \($0)\n" }.joined()
      + upstream(row, from: label) + upstream(list, from: row)
    let lines = try Imported(Array((round + round).utf8), "uikit").lines
    let views = lines.filter { $0.contains("\"e\":\"view\"") }
    #expect(views[1].contains("\"class\":\"List\"") && views[1].contains("\"in\":1"))
    #expect(views[2].contains("\"class\":\"Row\"") && views[2].contains("\"in\":2"))
    let layouts = lines.filter { $0.contains("\"e\":\"layout\"") }.prefix(3).map(String.init)
    #expect(layouts == (2...4).map { "{\"e\":\"layout\",\"v\":\($0)}" })
  }

  @Test("the text before an address is a view only if it is the name of a class")
  func noClass() throws {
    let order = [
      "Cell: 0x2", "3: 0x3", "Cell\tcount: 0x4", "_Cell: 0x5", "$s4Cell: 0x6", "Feed: 0x1",
    ]
    let log =
      "Degenerate layout! Layout feedback loop detected in subtree of <Feed: 0x1; >\n"
      + "Views receiving layout in order: (\n"
      + order.map { "\t<\($0); frame = (0 0; 1 1); >\n" }.joined() + ")\n"
    let imported = try Imported(Array(log.utf8), "uikit")
    let addresses = imported.lines.compactMap {
      $0.firstMatch(of: /"name":"[^"]*:(0x[^"]*)"/).map { String($0.1) }
    }
    #expect(addresses.sorted() == ["0x1", "0x2", "0x5", "0x6"])
  }

  @Test("call stacks name the app's functions, demangled, up to the layout method")
  func stacks() throws {
    let lines = try Imported(Self.bytes("drawer.log"), "uikit").lines
    let call = try #require(lines.first { $0.contains("\"why\":\"explicit\"") })
    #expect(
      call.contains(
        "\"by\":2,\"from\":\"DrawerController.shadowOpacity.didset ← "
          + "DrawerController.shadowOpacity.setter ← CartContent.drawerDidMove(to:) ← "
          + "DrawerController.viewDidLayoutSubviews()\""), "\(call)")
    let growing = try Imported(Self.bytes("growing.log"), "uikit").lines
    #expect(growing.contains { $0.contains("\"from\":\"NTEGrowingTextView.layoutSubviews\"") })
  }

  @Test("a raw name stands where no name can be read")
  func rawNames() throws {
    let text = try Self.text("drawer.log").replacing(
      "$s4Shop16DrawerControllerC13shadowOpacitySfvW", with: "$s4Shop16Draw")
    let lines = try Imported(Array(text.utf8), "uikit").lines
    #expect(lines.contains { $0.contains("\"from\":\"$s4Shop16Draw ← ") })
  }

  @Test(
    "names in Swift and Objective-C are put into words",
    arguments: [
      ("$s4Shop11CartContentC13drawerDidMove2toySd_tF", "CartContent.drawerDidMove(to:)"),
      (
        "$s4Feed4CellC5apply6height8animatedySd_SbtFyycfU_",
        "closure in Cell.apply(height:animated:)"
      ),
      ("$sSo6UIViewC4FeedE5shakeyyF", "UIView.shake()"),
      ("-[UIView(Hierarchy) setNeedsLayout]", "-[UIView(Hierarchy) setNeedsLayout]"),
      ("__45-[Foo bar]_block_invoke", "__45-[Foo bar]_block_invoke"),
    ])
  func names(symbol: String, expected: String) throws {
    let text = try Self.text("drawer.log").replacing(
      "$s4Shop16DrawerControllerC13shadowOpacitySfvW", with: symbol)
    let lines = try Imported(Array(text.utf8), "uikit").lines
    #expect(lines.contains { $0.contains("\"from\":\"\(expected) ← ") }, "\(lines[20...30])")
  }

  @Test("a log that is cut off at any place is an error, or a trace that is valid", arguments: logs)
  func cuts(name: String, format: String) throws {
    let bytes = try Self.bytes(name)
    let step = max(1, bytes.count / caseCount(400, inDebug: 4))
    for place in stride(from: 0, to: bytes.count, by: step) {
      for cut in [Array(bytes[..<place]), Array(bytes[place...])] {
        guard let imported = try? Imported(cut, format) else { continue }
        #expect(
          try TraceValidation(.bytes(imported.trace, name: name)).isValid, "\(name) at \(place)")
      }
    }
  }

  @Test("warnings name the missing parts of a cut log")
  func missing() throws {
    let log = try Self.text("drawer.log")
    func notes(upTo mark: String) throws -> String {
      let end = try #require(log.firstRange(of: mark)).lowerBound
      return try Imported(Array(log[..<end].utf8), "uikit").notes.joined(separator: "\n")
    }
    #expect(
      try notes(upTo: "\nTop-level view").contains(
        "lacks the order of the layouts; geometry changes and call stacks"))
    #expect(try notes(upTo: "Views receiving").contains("lacks the order of the layouts"))
    #expect(try notes(upTo: "*** Views With").contains("lacks geometry changes and call stacks"))
    #expect(try notes(upTo: "*** Call stacks").contains("lacks the call stacks"))
    let whole = try notes(upTo: "*** Terminating")
    #expect(!whole.contains("lacks"))
    let start = try #require(log.firstRange(of: "Views receiving")).lowerBound
    let tail = try Imported(Array(log[start...].utf8), "uikit")
    #expect(tail.notes.contains { $0.contains("lacks the top-level view; the tree") })
  }

  @Test("a stack that is cut off before its layout accuses neither a view nor code outside layout")
  func cutStack() throws {
    let log = try Self.text("drawer.log")
    let end = try #require(log.firstRange(of: "\n\t3   Shop")).lowerBound
    let imported = try Imported(Array(log[..<end].utf8), "uikit")
    #expect(
      imported.notes.contains { $0.contains("1 call stack is cut off before the layout") })
    #expect(!imported.lines.contains { $0.contains("\"why\":\"explicit\"") })
  }

  @Test("a log may be wrapped at any width from 60 columns on", arguments: [60, 67, 68, 80])
  func wrapped(width: Int) throws {
    let log = try Self.text("drawer.log")
    // The system's prefix of a line is not wrapped.
    let start = try #require(log.firstRange(of: "\nTop-level view")).lowerBound
    let lines = log[start...].split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var rest = line
      var parts: [Substring] = []
      while rest.count > width {
        parts.append(rest.prefix(width))
        rest = rest.dropFirst(width)
      }
      return (parts + [rest]).joined(separator: "\n")
    }
    let wrapped = log[..<start] + lines.joined(separator: "\n")
    let imported = try Imported(Array(wrapped.utf8), "uikit")
    let notes = imported.notes
    #expect(notes.count == 1 && notes[0].contains("it is repeated 101 times"), "\(notes)")
    #expect(
      imported.lines.contains { $0.contains("\"why\":\"explicit\",\"by\":2,\"from\":\"Drawer") })
  }

  @Test("a log may have any line ends, byte order marks, colours and zeros")
  func forms() throws {
    let text = try Self.text("drawer.log")
    let lines = try Imported(Array(text.utf8), "uikit").lines
    let windows = text.replacing("\n", with: "\r\n")
    let units = Array("\u{feff}\(windows)".utf16)
    let forms: [[UInt8]] = [
      Array(windows.utf8), [0xef, 0xbb, 0xbf] + Array(text.utf8),
      units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] },
      units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] },
      Array(text.replacing("[LayoutLoop]", with: "\u{1b}[31;1m[LayoutLoop]\u{1b}[0m").utf8),
      Array(text.replacing("ShadowView", with: "\u{1b}[33mShadowView\u{1b}[0m").utf8),
      Array(text.replacing("\t", with: "\u{0}\t").utf8),
      Array(("{\"a\":1}\n[x]\n" + String(repeating: "y", count: 2 << 20) + "\n" + text).utf8),
    ]
    for (index, form) in forms.enumerated() {
      #expect(Self.formats(form) == ["uikit"], "form \(index)")
      #expect(try Imported(form, "uikit").lines == lines, "form \(index)")
    }
  }

  @Test("a message in the JSON of log show is read")
  func json() throws {
    let text = try Self.text("growing.log")
    let start = try #require(text.firstRange(of: "Degenerate")).lowerBound
    let message = String(decoding: try JSONEncoder().encode(String(text[start...])), as: UTF8.self)
    let line = "{\"traceID\":1,\"eventMessage\":\(message),\"processID\":6120}\n"
    #expect(Self.formats(Array(line.utf8)) == ["uikit"])
    #expect(try Imported(Array(line.utf8), "uikit").layoutsPerTurn(ofView: 2) == [101])
  }

  @Test("several reports are turns, and processes have windows of their own")
  func several() throws {
    let imported = try Imported(
      Self.bytes("drawer.log") + Self.bytes("badge.log") + Self.bytes("drawer.log"), "uikit")
    #expect(imported.turns == 3)
    let windows = imported.lines.filter { $0.contains("\"class\":\"Process\"") }
    #expect(windows.count == 2)
    // The same views in the first and in the last turn.
    #expect(imported.layoutsPerTurn(ofView: 2).map { $0 > 100 } == [true, false, true])
    let apart = try Imported(Self.bytes("one-by-one.log"), "uikit")
    #expect(apart.lines.count { $0.contains("\"class\":\"Process\"") } == 2)
    #expect(apart.turns == 2)
  }

  @Test("an anchor point that moves raises the version that the header states")
  func anchors() throws {
    func lines(anchor: String) throws -> [Substring] {
      let view = "<Feed: 0x1; frame = (0 0; 9 9); >"
      let log =
        "Degenerate layout! Layout feedback loop detected in subtree of \(view)\n"
        + "Views receiving layout in order: (\n\t\(view)\n)\n"
        + "*** Views With Geometry Changes ***\nGeometry change records for \(view):\n(\n"
        + "    \"<anchorPoint = (\(anchor)); in -layoutSubviews of \(view)>\"\n)\n"
      return try Imported(Array(log.utf8), "uikit").lines
    }
    let moved = try lines(anchor: "0, 0.5")
    #expect(moved.first?.contains("\"version\":2,") == true)
    #expect(moved.contains { $0.contains("\"e\":\"anchor\"") })
    let kept = try lines(anchor: "0.5, 0.5")
    #expect(kept.first?.contains("\"version\":1,") == true)
    #expect(!kept.contains { $0.contains("\"e\":\"anchor\"") })
  }

  @Test("hostile logs are errors, or traces that are valid")
  func hostile() throws {
    let seed = firstSeed("hostile logs")
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "<", ">", ": 0x", "0x", "|", "(", ")", "{(", ")}", "\n", "\r", "\u{0}", "\"", "1e308", "nan",
      "-", "Degenerate layout!", "Top-level view = <", "<A: 0x1; frame = (1e999 0; -1 nan); >",
      "Views receiving layout in order: (", "\tLayoutCycleCountdown: 99999999999999999999\"", "é",
      "0   A 0x1 $s", "frame = (", "with a threshold of 99999999999", "[LayoutCycleTracing] \"",
    ]
    for (name, format) in Self.logs {
      let whole = try Self.bytes(name)
      for _ in 0..<caseCount(40, inDebug: 2) {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          let length = min(Int.random(in: 0...40, using: &generator), bytes.count - place)
          bytes.replaceSubrange(
            place..<(place + length), with: pieces.randomElement(using: &generator)!.utf8)
        }
        if Bool.random(using: &generator) {
          var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
          lines.shuffle(using: &generator)
          bytes = Array(lines.joined(separator: [10]))
        }
        guard let imported = try? Imported(bytes, format) else { continue }
        let validation = try TraceValidation(.bytes(imported.trace, name: name))
        #expect(validation.isValid, "seed \(seed), \(name): \(validation.errors)")
      }
    }
  }

  @Test("deep trees, long lists and long lines end")
  func large() throws {
    let view = { (index: Int) in "<V: 0x\(String(index + 1, radix: 16)); frame = (0 0; 1 1); >" }
    let views = caseCount(3_000, inDebug: 720)
    let tree = (0..<views).map { String(repeating: "|   ", count: $0 % 700) + view($0) }
    let order = (0..<caseCount(2_500, inDebug: 60)).map { "\t" + view($0 % views) }
    let log =
      "Degenerate layout! Layout feedback loop detected in subtree of \(view(0)).\n"
      + "Views caught in loop:\n\(tree.joined(separator: "\n"))\nViews receiving layout in order: (\n"
      + order.joined(separator: "\n") + "\n)\n"
      + String(repeating: "<", count: caseCount(300_000, inDebug: 60_000)) + "\n"
      + "Geometry change records for " + String(repeating: "<A: 0x1; ", count: 10_000) + "\n"
    let imported = try Imported(Array(log.utf8), "uikit")
    #expect(try TraceValidation(.bytes(imported.trace, name: "large")).isValid)
  }

  @Test("WinUI's lines give counts and their order")
  func cycles() throws {
    let imported = try Imported(Self.bytes("panel.txt"), "winui")
    #expect(imported.layoutsPerTurn(ofView: 2) == [10])
    #expect(imported.layoutsPerTurn(ofView: 3) == [6])
    let views = imported.lines.filter { $0.contains("\"e\":\"view\"") }
    #expect(views[1].contains("\"class\":\"Border\",\"name\":\"PriceTag:0x000001f0aa10c040\""))
    #expect(!imported.lines.contains { $0.contains("\"e\":\"dirty\"") })
    #expect(
      imported.notes == [
        "WinUI logs the last iterations before it gives up, here 10, and neither parents nor causes: "
          + "an element that took part in more than one is reported"
      ])
  }

  @Test("logs without reports are recognised as nothing, those with both as both")
  func recognition() throws {
    #expect(Self.formats(Array("hello world, this is a log\n".utf8)) == [])
    #expect(
      Self.formats(
        Array("[LayoutLoop] Layout feedback loop debugging enabled with a threshold of 100".utf8))
        == [])
    let both = try Self.bytes("panel.txt") + Self.bytes("drawer.log")
    #expect(Self.formats(both).sorted() == ["uikit", "winui"])
    #expect(throws: TraceError.self) { try Imported(Array("nothing\n".utf8), "uikit") }
    #expect(throws: TraceError.self) { try Imported(Array("nothing\n".utf8), "winui") }
  }
}
