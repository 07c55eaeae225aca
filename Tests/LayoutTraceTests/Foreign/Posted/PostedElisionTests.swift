import LayoutTrace
import TestSupport
import Testing

/// One round of frames in many notations, and words that say that it repeats.
@Suite("Rounds that a posted stack shows once")
struct PostedElisionTests {
  /// A notation: its two frames, and the place of the app's frame as it is told.
  struct Notation: Sendable, CustomTestStringConvertible {
    let name: String
    let place: String
    let lines: [String]

    var testDescription: String { name }
  }

  private static let notations = [
    Notation(
      name: "numbers, libraries and columns", place: "Feed.layoutSubviews() (Feed.swift:31)",
      lines: [
        "0   Shop       Feed.layoutSubviews() + 44 (Feed.swift:31)",
        "1   UIKitCore  -[UIView(Hierarchy) layoutIfNeeded] + 104",
      ]),
    Notation(
      name: "numbers and libraries with one blank", place: "Feed.layoutSubviews() (Feed.swift:31)",
      lines: [
        "0 Shop Feed.layoutSubviews() (Feed.swift:31)",
        "1 UIKitCore -[UIView(Hierarchy) layoutIfNeeded]",
      ]),
    Notation(
      name: "numbers and functions", place: "Feed.layoutSubviews() (Feed.swift:31)",
      lines: [
        "0   Feed.layoutSubviews() (Feed.swift:31)",
        "1   -[UIView(Hierarchy) layoutIfNeeded]",
      ]),
    Notation(
      name: "functions of Swift", place: "Feed.layoutSubviews() (Feed.swift:31)",
      lines: ["Feed.layoutSubviews() (Feed.swift:31)", "-[UIView(Hierarchy) layoutIfNeeded]"]),
    Notation(
      name: "functions without places", place: "Feed.layoutSubviews()",
      lines: ["-[UIView(Hierarchy) layoutIfNeeded]", "Feed.layoutSubviews()"]),
    Notation(
      name: "functions of Objective-C", place: "-[Feed layoutSubviews]",
      lines: ["-[UIView(Hierarchy) layoutIfNeeded]", "-[Feed layoutSubviews]"]),
    Notation(
      name: "a debugger without addresses", place: "Feed.layoutSubviews() (Feed.swift:31:9)",
      lines: [
        "frame #0: Shop`Feed.layoutSubviews() at Feed.swift:31:9",
        "frame #1: UIKitCore`-[UIView(Hierarchy) layoutIfNeeded] + 104",
      ]),
    Notation(
      name: "gdb without addresses", place: "Feed::resizeEvent (feed.cpp:31)",
      lines: [
        "#0  Feed::resizeEvent (this=0x1) at feed.cpp:31",
        "#1  QWidget::resize () from libQt5Widgets.so",
      ]),
    Notation(
      name: "Java", place: "com.shop.Feed.onLayout (Feed.kt:31)",
      lines: [
        "\tat com.shop.Feed.onLayout(Feed.kt:31)",
        "\tat android.view.View.requestLayout(View.java:8)",
      ]),
    Notation(
      name: ".NET", place: "Shop.Feed.MeasureOverride (Feed.cs:31)",
      lines: [
        "   at Shop.Feed.MeasureOverride(Size size) in C:\\src\\Feed.cs:line 31",
        "   at System.Windows.UIElement.UpdateLayout()",
      ]),
    Notation(
      name: "a script and native code", place: "Feed.onResize (feed.js:31:5)",
      lines: [
        "    at Feed.onResize (https://shop.example/feed.js:31:5)",
        "    at HTMLElement.dispatchEvent (native)",
      ]),
    Notation(
      name: "Firefox", place: "onResize (feed.js:31:5)",
      lines: [
        "onResize@https://shop.example/feed.js:31:5", "dispatchEvent@[native code]",
      ]),
    Notation(
      name: "Flutter", place: "RenderFeed.performLayout (feed.dart:31:9)",
      lines: [
        "#0      RenderFeed.performLayout (package:shop/feed.dart:31:9)",
        "#1      RenderObject.markNeedsLayout (package:flutter/src/rendering/object.dart:2118:7)",
      ]),
  ]

  /// Words for a round of two frames.
  private static let words = [
    "(last 2 frames repeated 3 211 times)", "(last 2 frames repeated 3,211 times)",
    "... last two frames repeated 3211 times ...", "[The above 2 frames repeat 3211 more times]",
    "… (the same 2 frames, 3211 times)", "    <repeats 3211 times>", "... (x3211)",
    "(repeats 3'211 times)", "--- the 2 frames above were repeated 3211 times ---",
    "(these two frames repeat until the stack overflows)",
    "[... 2 frames repeated 3\u{202f}211 times ...]", "this repeats thousands of times",
    "and so on, repeated about 3000 times", "last 2 frames repeated 3211 times",
    "these two frames repeat over and over",
  ]

  /// Words that say nothing of the sort, or tell what somebody did again.
  private static let others = [
    "", "... 12 more", "(2 frames)", "I repeated this 3 times.", "I repeated it 10 times.",
    "See above.",
    "Steps are repeated 3 times", "It crashed after I repeated that 12 times", "Repeat the test.",
    "I tried 10 times and it repeated every time, so the frames should be good.",
    "It repeated every time, so the frames should be good.",
  ]

  @Test("words behind one round make it a loop in each notation", arguments: notations)
  func repeated(notation: Notation) throws {
    for words in Self.words {
      let text = (notation.lines + [words, ""]).joined(separator: "\n")
      let loops = ((try? PostedTests.findings(in: text)) ?? []).filter { $0.verdict != nil }
      #expect(loops.count == 1, "\(words): \(loops)")
      #expect(loops.first?.from == notation.place, "\(words): \(loops)")
    }
  }

  @Test("one round without such words is no loop", arguments: notations)
  func once(notation: Notation) {
    for words in Self.others {
      let text = (notation.lines + [words, ""]).joined(separator: "\n")
      let loops = ((try? PostedTests.findings(in: text)) ?? []).filter { $0.verdict != nil }
      #expect(loops.isEmpty, "\(words): \(loops)")
    }
  }

  /// Complaints of GTK's functions of layout, in the forms of its versions.
  private static let assertions = [
    "(shop:811): Gtk-CRITICAL **: 10:02:11.120: gtk_widget_queue_resize: assertion 'GTK_IS_WIDGET (widget)' failed",
    "(shop:811): Gtk-CRITICAL **: gtk_widget_queue_resize: assertion `GTK_IS_WIDGET (widget)' failed",
    "** (shop:811): CRITICAL **: file gtkwidget.c: line 4105 (gtk_widget_queue_resize): assertion `GTK_IS_WIDGET (widget)' failed",
    "Gtk:ERROR:../gtk/gtkwidget.c:10871:gtk_widget_queue_resize: assertion failed: (!priv->alloc_needed)",
    "(shop:811): Gtk-CRITICAL **: gtk_box_gadget_distribute: assertion 'size >= 0' failed in GtkScrollbar",
    "(shop:811): Gtk-CRITICAL **: 10:02:11.120: gtk_widget_measure: assertion 'for_size >= -1' failed",
    "(shop:811): Gtk-CRITICAL **: gtk_distribute_natural_allocation: assertion 'extra_space >= 0' failed",
  ]

  @Test("an assertion of GTK's layout is explained, and is no loop", arguments: assertions)
  func assertion(text: String) throws {
    try PostedTests.expectHint(in: text + "\n", kind: "gtk.assertion")
  }

  @Test("the stack behind such an assertion leads to the app's line")
  func assertionWithStack() throws {
    let text =
      Self.assertions[0] + "\n" + """
        #0  0x01 in g_logv () from libglib-2.0.so.0
        #1  0x02 in gtk_widget_queue_resize () from libgtk-3.so.0
        #2  0x03 in shop_tag_set_price (tag=0x0) at ../src/shop-tag.c:41

        """
    let found = try PostedTests.findings(in: text)
    #expect(found.map(\.from) == ["shop_tag_set_price (shop-tag.c:41)"], "\(found)")
    #expect(found.allSatisfy { $0.verdict == nil })
  }
}
