import LayoutTrace
import TestSupport
import Testing

/// Parts of the debugger's report, as people post them: the shape is that of 52inc/Pulley#390.
@Suite("Parts of UIKit's report")
struct LayoutLoopPartTests {
  private static let views = """
    \t<UIView: 0x7fb1c0d144c0; frame = (0 0; 375 768); wants auto layout; tAMIC = NO; >
    \t<UIView: 0x7fb1c0d20560; frame = (0 0; 375 812); hosts layout engine; tAMIC = YES; >
    )
    """
  private static func record(_ y: Int) -> String {
    "    \"<frame = (0, \(y); 375, 768); in -viewDidLayoutSubviews of <Shop.DrawerController: "
      + "0x7fb1c1812800> with <UIView: 0x7fb1c0d20560; f={{0, 0}, {375, 812}} >; >\","
  }
  private static let heading =
    "Geometry change records for <UIView: 0x7fb1c0d07b10; f={{0, 646}, {375, 768}} >:"
  private static let stack = """
        (
    \t0   UIKitCore   0x000000011267f694 -[_UIViewLayoutFeedbackLoopDebugger _recordSetNeedsLayoutToLayerOfView:] + 556
    \t1   UIKitCore   0x0000000112625d58 -[UIView(Hierarchy) setNeedsLayout] + 389
    \t2   Shop        0x00000001028d7b75 $s4Shop16DrawerControllerC13shadowOpacitySfvW + 517
    \t3   Shop        0x0000000102029494 $s4Shop11CartContentC13drawerDidMove2toySf_tF + 4356
    """
  private static let calls =
    "*** Call stacks where -setNeedsLayout is sent to the top-level view ***\n{(\n" + stack

  private static func opened(_ lines: String...) throws -> OpenedTrace {
    try OpenedTrace(
      .bytes(Array(lines.joined(separator: "\n").utf8), name: "part.txt"))
  }

  private static func finding(_ lines: String...) throws -> TraceEvent.Finding {
    let found = try PostedTests.findings(in: lines.joined(separator: "\n"))
    #expect(found.count == 1)
    return try #require(found.first)
  }

  @Test("call stacks alone name the code that asked for layout, and what is missing")
  func stacks() throws {
    let found = try Self.finding(Self.calls)
    #expect(found.kind == "uikit.part" && found.verdict == .undetermined)
    #expect(found.from == "DrawerController.shadowOpacity.didset")
    #expect(found.call == "setNeedsLayout" && found.frames.count == 2)
    let notes = try Self.opened(Self.calls).notes.joined()
    for missing in [
      "the headline with the top-level view", "the order of the layouts", "the geometry changes",
      "the end of the call stack",
    ] {
      #expect(notes.contains(missing), "\(notes)")
    }
  }

  @Test(
    "a controller's own layout methods wrote, not those of its view",
    arguments: ["viewDidLayoutSubviews", "viewWillLayoutSubviews", "updateViewConstraints"])
  func controllers(method: String) throws {
    let records = [646, 600, 646].map(Self.record).joined(separator: "\n")
      .replacing("viewDidLayoutSubviews", with: method)
    let found = try Self.finding(Self.heading + "\n(\n" + records + "\n)")
    #expect(found.from == "DrawerController.\(method)")
  }

  @Test("a stack without its heading is read, and a whole one lacks nothing of it")
  func headlessStack() throws {
    #expect(try Self.finding(Self.stack).from == "DrawerController.shadowOpacity.didset")
    let whole =
      Self.stack
      + "\n\t4   Shop        0x0000000102029494 -[DrawerController viewDidLayoutSubviews] + 43"
    #expect(try Self.finding(whole).views == ["DrawerController"])
    #expect(try !Self.opened(whole).notes.joined().contains("the end of the call stack"))
  }

  @Test("records of geometry name the layout that wrote, and accuse only what goes back and forth")
  func records() throws {
    let same = try Self.finding(Self.record(646), Self.record(646))
    #expect(same.property == "frame" && same.views == ["DrawerController"] && same.from == nil)
    let under = try Self.finding(Self.heading, "(", Self.record(646), Self.record(647), ")")
    #expect(under.from == "DrawerController.viewDidLayoutSubviews")
    #expect(under.views == ["DrawerController", "UIView"])
    let notes = try Self.opened(Self.record(646)).notes.joined()
    #expect(notes.contains("the views whose geometry changed"), "\(notes)")
    #expect(notes.contains("the call stacks of setNeedsLayout"), "\(notes)")
  }

  @Test("the end of a list of views, records and a stack are one part")
  func together() throws {
    let found = try Self.finding(Self.record(646), ")", "", Self.calls)
    #expect(found.from == "DrawerController.shadowOpacity.didset" && found.property == "frame")
  }

  @Test("a list of views whose heading is missing is the order of a round")
  func order() throws {
    let opened = try Self.opened(Self.views, "", Self.heading, "(", Self.record(646), ")")
    let trace = String(decoding: try opened.bytes(), as: UTF8.self)
    #expect(trace.contains("DrawerController.view:0x7fb1c0d20560"), "\(trace.prefix(600))")
    #expect(trace.contains("UIView:0x7fb1c0d144c0") && trace.contains("\"e\":\"layout\""))
    #expect(opened.notes.joined().contains("it lacks"), "\(opened.notes)")
    // Descriptions without a part of a report are no report.
    #expect(throws: TraceError.self) {
      try OpenedTrace(
        .bytes(Array(Self.views.utf8), name: "views.txt"), as: TraceFormats.named("uikit"))
    }
  }

  @Test("a stack that ends before its layout is shown as a hint beside the loop")
  func hint() throws {
    let text =
      "Degenerate layout! Layout feedback loop detected in subtree of <UIView: 0x7fb1c0d20560; "
      + "frame = (0 0; 375 812)>.\n" + Self.calls
    let found = try PostedTests.findings(in: text)
    #expect(found.map(\.kind) == ["uikit.call"] && found.first?.verdict == nil)
    #expect(found.first?.from == "DrawerController.shadowOpacity.didset")
    #expect(found.first?.views == ["UIView"])
  }

  @Test("a part is read at any cut, and after any other text")
  func cuts() throws {
    let text = [Self.record(646), ")", "", Self.calls].joined(separator: "\n")
    let bytes = Array(text.utf8)
    for count in stride(from: 0, to: bytes.count, by: caseCount(1, inDebug: 11)) {
      let part = String(decoding: bytes.prefix(count), as: UTF8.self)
      for finding in (try? PostedTests.findings(in: part)) ?? [] {
        #expect(finding.kind == "uikit.part" || finding.verdict == nil, "\(count): \(finding)")
        #expect(
          finding.from.map { $0.hasPrefix("DrawerController") || $0.hasPrefix("$") } ?? true,
          "\(count): \(finding)")
      }
    }
    let prefixed = "12:04:11 started\n42 items\n" + text
    #expect(try PostedTests.findings(in: prefixed) == PostedTests.findings(in: text))
  }
}
