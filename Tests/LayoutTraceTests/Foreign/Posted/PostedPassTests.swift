import LayoutTrace
import TestSupport
import Testing

/// Stacks in which layout starts the framework's pass or its loop of events once more.
@Suite("Passes within layout in posted stacks")
struct PostedPassTests {
  /// One round of a stack: the app's line in it, and its frames, the innermost first.
  struct Round: Sendable, CustomTestStringConvertible {
    let framework: String
    let place: String
    /// The frames without their numbers, whose place is an `@`.
    let frames: [String]

    var testDescription: String { "\(framework): \(frames.count > 1 ? frames[1] : place)" }

    /// A stack of three rounds.
    var text: String {
      let lines = (0..<3).flatMap { _ in frames }
      return lines.enumerated().map { $1.replacing("@", with: "\($0)") }.joined(separator: "\n")
    }
  }

  private static let rounds = [
    Round(
      framework: "Flutter", place: "RenderFeed.performLayout (feed.dart:33:20)",
      frames: [
        "#@  RenderFeed.performLayout (package:shop/feed.dart:33:20)",
        "#@  RenderObject._layoutWithoutResize (package:flutter/src/rendering/object.dart:2118:7)",
        "#@  PipelineOwner.flushLayout (package:flutter/src/rendering/object.dart:1010:18)",
      ]),
    Round(
      framework: "Flutter", place: "_FeedState.build (feed.dart:12:5)",
      frames: [
        "#@  _FeedState.build (package:shop/feed.dart:12:5)",
        "#@  StatefulElement.build (package:flutter/src/widgets/framework.dart:5842:27)",
        "#@  ComponentElement.performRebuild (package:flutter/src/widgets/framework.dart:5730:15)",
        "#@  BuildOwner.flushBuild (package:flutter/src/widgets/framework.dart:3052:14)",
      ]),
    Round(
      framework: "Flutter", place: "RenderFeed.performLayout (feed.dart:40:9)",
      frames: [
        "#@  RenderFeed.performLayout (package:shop/feed.dart:40:9)",
        "#@  RenderObject._layoutWithoutResize (package:flutter/src/rendering/object.dart:2118:7)",
        "#@  RendererBinding.drawFrame (package:flutter/src/rendering/binding.dart:602:23)",
      ]),
    Round(
      framework: "UIKit", place: "Feed.layoutSubviews() (Feed.swift:31:23)",
      frames: [
        "frame #@: 0x1 Shop`Feed.layoutSubviews() at Feed.swift:31:23",
        "frame #@: 0x2 UIKitCore`-[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 12",
        "frame #@: 0x3 QuartzCore`CA::Layer::layout_if_needed(CA::Transaction*) + 12",
        "frame #@: 0x4 QuartzCore`+[CATransaction flush] + 12",
      ]),
    Round(
      framework: "UIKit", place: "Feed.layoutSubviews() (Feed.swift:40:9)",
      frames: [
        "frame #@: 0x1 Shop`Feed.layoutSubviews() at Feed.swift:40:9",
        "frame #@: 0x2 UIKitCore`-[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 12",
        "frame #@: 0x3 UIKitCore`-[UIView drawViewHierarchyInRect:afterScreenUpdates:] + 12",
      ]),
    Round(
      framework: "AppKit", place: "SideBar.layout() (SideBar.swift:22:5)",
      frames: [
        "frame #@: 0x1 Shop`SideBar.layout() at SideBar.swift:22:5",
        "frame #@: 0x2 AppKit`-[NSView _layoutSubtreeWithOldSize:] + 12",
        "frame #@: 0x3 AppKit`-[NSView cacheDisplayInRect:toBitmapImageRep:] + 12",
      ]),
    Round(
      framework: "Qt", place: "Feed::resizeEvent (feed.cpp:31)",
      frames: [
        "#@  0x01 in Feed::resizeEvent (this=0x1) at ../src/feed.cpp:31",
        "#@  0x02 in QWidget::event () from libQt6Widgets.so.6",
        "#@  0x03 in QWidget::grab () from libQt6Widgets.so.6",
      ]),
    Round(
      framework: "GTK", place: "shop_tag_size_allocate (shop-tag.c:41)",
      frames: [
        "#@  0x01 in shop_tag_size_allocate (widget=0x1) at ../src/shop-tag.c:41",
        "#@  0x02 in gtk_widget_size_allocate () from libgtk-3.so.0",
        "#@  0x03 in g_main_context_iteration () from libglib-2.0.so.0",
      ]),
    Round(
      framework: "Android", place: "com.shop.Feed.onLayout (Feed.kt:31)",
      frames: [
        "\tat com.shop.Feed.onLayout(Feed.kt:31)",
        "\tat android.view.View.layout(View.java:23750)",
        "\tat androidx.fragment.app.FragmentManager.executePendingTransactions(FragmentManager.java:8)",
      ]),
    Round(
      framework: "Swing", place: "com.shop.Feed.doLayout (Feed.java:31)",
      frames: [
        "\tat com.shop.Feed.doLayout(Feed.java:31)",
        "\tat java.awt.Container.validateTree(Container.java:1694)",
        "\tat javax.swing.JComponent.paintImmediately(JComponent.java:4950)",
      ]),
    Round(
      framework: "SWT", place: "com.shop.Feed.controlResized (Feed.java:31)",
      frames: [
        "\tat com.shop.Feed.controlResized(Feed.java:31)",
        "\tat org.eclipse.swt.widgets.Control.sendResize(Control.java:12)",
        "\tat org.eclipse.swt.widgets.Display.readAndDispatch(Display.java:3982)",
      ]),
    Round(
      framework: "JavaFX", place: "com.shop.Feed.layoutChildren (Feed.java:31)",
      frames: [
        "\tat com.shop.Feed.layoutChildren(Feed.java:31)",
        "\tat javafx.scene.Parent.layout(Parent.java:1207)",
        "\tat javafx.scene.Node.snapshot(Node.java:2253)",
      ]),
    Round(
      framework: ".NET", place: "Shop.Feed.MeasureOverride (Feed.cs:31)",
      frames: [
        "   at Shop.Feed.MeasureOverride(Size size) in C:\\src\\Feed.cs:line 31",
        "   at System.Windows.FrameworkElement.MeasureCore(Size size)",
        "   at System.Windows.Threading.Dispatcher.PushFrame(DispatcherFrame frame)",
      ]),
    Round(
      framework: "React", place: "Feed.onResize (feed.js:31:5)",
      frames: [
        "    at Feed.onResize (https://shop.example/feed.js:31:5)",
        "    at performUnitOfWork (https://shop.example/react-dom.js:900:12)",
        "    at flushSync (https://shop.example/react-dom.js:700:3)",
      ]),
  ]

  @Test("a pass that layout starts once more enters layout again", arguments: rounds)
  func pass(round: Round) throws {
    let loops = try PostedTests.findings(in: round.text).filter { $0.verdict != nil }
    #expect(loops.count == 1, "\(loops)")
    #expect(loops.first?.from == round.place, "\(loops)")
  }

  @Test("builders that stand in each other's layout are nesting")
  func builders() throws {
    let round = Round(
      framework: "Flutter", place: "",
      frames: [
        "#@  Feed.build.<anonymous closure> (package:shop/feed.dart:12:5)",
        "#@  _LayoutBuilderElement._rebuildWithConstraints (package:flutter/src/widgets/layout_builder.dart:181:33)",
        "#@  BuildOwner.buildScope (package:flutter/src/widgets/framework.dart:3052:14)",
        "#@  RenderObject.invokeLayoutCallback (package:flutter/src/rendering/object.dart:2740:7)",
        "#@  _RenderLayoutBuilder.performLayout (package:flutter/src/widgets/layout_builder.dart:408:5)",
        "#@  RenderObject.layout (package:flutter/src/rendering/object.dart:2627:7)",
      ])
    try PostedTests.expectHint(in: round.text, kind: "stack.nesting")
  }
}
