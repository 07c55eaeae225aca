import Testing

/// A text that only looks like one of a layout loop.
struct PostedInnocent: Sendable, CustomTestStringConvertible {
  /// The text, in words.
  let what: String
  /// True if there is something to explain, so that the text is read; false if it is refused.
  let isExplained: Bool
  let text: String

  init(_ what: String, explained isExplained: Bool, _ text: String) {
    (self.what, self.isExplained) = (what, isExplained)
    self.text = PostedCase.expanded(text)
  }

  var testDescription: String { what }
}

extension PostedInnocent {
  static let all = logs + mentions + recursions + nestings

  /// Logs of builds and tests.
  private static let logs = [
    PostedInnocent(
      "a build by SwiftPM", explained: false,
      #"""
      [12/40] Compiling Shop Feed.swift
      /src/Shop/Feed.swift:31:9: warning: variable 'frame' was never mutated; consider changing to 'let' constant
      29 |   override func layoutSubviews() {
      30 |     super.layoutSubviews()
      31 |     var frame = bounds
         |         `- warning: variable 'frame' was never mutated
      Build complete! (12.31s)
      """#),
    PostedInnocent(
      "a build by Gradle", explained: false,
      #"""
      > Task :app:compileDebugKotlin
      w: file:///src/app/Feed.kt:31:5 'requestLayout(): Unit' is deprecated. Deprecated in Java
      e: file:///src/app/Feed.kt:40:9 Unresolved reference: onLayoutt
      > Task :app:compileDebugKotlin FAILED
      """#),
    PostedInnocent(
      "a test run by XCTest", explained: false,
      #"""
      Test Suite 'LayoutTests' started at 2026-03-02 09:14:02.731
      Test Case '-[ShopTests.LayoutTests testLayoutIfNeededTwice]' started.
      Test Case '-[ShopTests.LayoutTests testLayoutIfNeededTwice]' passed (0.003 seconds).
      Executed 1 test, with 0 failures (0 unexpected) in 0.003 (0.004) seconds
      """#),
    PostedInnocent(
      "a test run by Jest", explained: true,
      #"""
      PASS src/table.test.tsx
        ✓ reports Maximum update depth exceeded to the boundary (12 ms)
        ✓ ignores ResizeObserver loop limit exceeded (3 ms)
      Tests: 2 passed, 2 total
      """#),
    PostedInnocent(
      "a crash by a missing value on Android", explained: true,
      #"""
      03-02 10:02:11.120  1811  1811 E AndroidRuntime: FATAL EXCEPTION: main
      03-02 10:02:11.120  1811  1811 E AndroidRuntime: java.lang.NullPointerException: Attempt to invoke virtual method 'int android.view.View.getWidth()' on a null object reference
      03-02 10:02:11.120  1811  1811 E AndroidRuntime: 	at com.example.shop.Feed.onLayout(Feed.kt:31)
      03-02 10:02:11.120  1811  1811 E AndroidRuntime: 	at android.view.View.layout(View.java:24621)
      03-02 10:02:11.120  1811  1811 E AndroidRuntime: 	at android.view.ViewGroup.layout(ViewGroup.java:6460)
      """#),
    PostedInnocent(
      "a panic of Go", explained: false,
      #"""
      goroutine 1 [running]:
      main.layout(0x12, 0x40)
      	/src/page/main.go:12 +0x1d
      main.main()
      	/src/page/main.go:30 +0x2f
      exit status 2
      """#),
  ]

  /// Prose and code that mention the sentences.
  private static let mentions = [
    PostedInnocent(
      "a list of changes", explained: true,
      #"""
      ## 2.4.1
      - Fixed: ResizeObserver loop limit exceeded in Table (#4411)
      - Prevent `Maximum update depth exceeded` when a column is dragged
      - fix(qml): avoid the polish() loop of NotificationItem
      - This release resolves the "ResizeObserver loop limit exceeded" error by waiting a frame
      """#),
    PostedInnocent(
      "code that ignores the message", explained: true,
      #"""
      Cypress.on('uncaught:exception', (error) => {
        if (error.message.includes('ResizeObserver loop completed with undelivered notifications')) {
          return false
        }
        return !/ResizeObserver loop limit exceeded/.test(error.message)
      })
      """#),
    PostedInnocent(
      "a page that explains a message", explained: true,
      #"""
      # Troubleshooting
      If `Binding loop detected for property "width"` appears, look at the implicit sizes.
      How to silence requestLayout() improperly called by a library: you cannot.
      """#),
    // https://github.com/zim-desktop-wiki/zim-desktop-wiki/issues/1757
    PostedInnocent(
      "a library's source that a debugger lists", explained: true,
      #"""
      6048	  if (needs_resize (widget))
      6049	    {
      6050	      g_warning ("Allocating size to %s %p without calling gtk_widget_get_preferred_width/height(). "
      (gdb)
      6051	                 "How does the code know?",
      """#),
    PostedInnocent(
      "a table of values with words in parentheses", explained: false,
      "1\tcache\t(loading)\tview update\n2\tqueue\t(idle)\tview update\n"
        + "3\tcache\t(loading)\tview update\n4\tqueue\t(idle)\tview update\n"),
    PostedInnocent(
      "a guide to layout", explained: false,
      #"""
      Call `layoutIfNeeded()` after `setNeedsLayout()` if you need the frames at once. Do not call it in
      `layoutSubviews()`, or the stack overflows. In WPF, UpdateLayout() does the same; at Microsoft they
      advise against it.
      """#),
  ]

  /// Recursions of other code.
  private static let recursions = [
    PostedInnocent(
      "a parser of JSON in JavaScript", explained: true,
      #"""
      RangeError: Maximum call stack size exceeded
      @repeat 9
          at parseValue (json.js:10:12)
          at parseObject (json.js:42:9)
      @end
      """#),
    PostedInnocent(
      "a writer of JSON in Java", explained: true,
      #"""
      java.lang.StackOverflowError
      @repeat 9
      	at com.fasterxml.jackson.databind.ser.BeanSerializer.serialize(BeanSerializer.java:178)
      	at com.fasterxml.jackson.databind.ser.BeanPropertyWriter.serializeAsField(BeanPropertyWriter.java:728)
      @end
      """#),
    PostedInnocent(
      "a getter of Swift that reads itself", explained: true,
      #"""
      Thread 0 Crashed:
      @repeat 9
      {n}   Shop   0x0000000104c49720 Feed.items.getter + 20 (Feed.swift:20)
      @end
      """#),
    PostedInnocent(
      "a watcher of a text that sets the text", explained: true,
      #"""
      java.lang.StackOverflowError: stack size 8192KB
      @repeat 9
      	at android.widget.TextView.sendAfterTextChanged(TextView.java:9712)
      	at com.example.shop.PriceField.afterTextChanged(PriceField.kt:31)
      	at android.widget.EditText.setText(EditText.java:138)
      	at android.widget.TextView.setText(TextView.java:5890)
      @end
      """#),
    PostedInnocent(
      "a handler of a changed text that sets the text, in .NET", explained: true,
      #"""
      Stack overflow.
      @repeat 9
         at Shop.PriceBox.OnTextChanged(Object sender, EventArgs e) in C:\src\PriceBox.cs:line 31
         at System.Windows.Forms.Control.OnTextChanged(EventArgs e)
         at System.Windows.Forms.Control.set_Text(String value)
      @end
      """#),
    PostedInnocent(
      "a signal of Qt that emits itself", explained: true,
      #"""
      Program received signal SIGSEGV, Segmentation fault.
      @repeat 9
      #{n}  0x00007ffff5a16811 in QSpinBox::setValue(int) () from /usr/lib/libQt5Widgets.so.5
      #{n}  0x0000555555561f2c in PricePane::onValue (this=0x5, value=4) at /src/pricepane.cpp:40
      #{n}  0x00007ffff524f28a in QMetaObject::activate(QObject*, int, int, void**) () from /usr/lib/libQt5Core.so.5
      @end
      """#),
    PostedInnocent(
      "a data structure that resizes itself, in a program of Qt", explained: true,
      #"""
      @repeat 9
      #{n}  0x0000555555561f2c in Grid::resize (this=0x5, count=4) at /src/grid.cpp:40
      @end
      #9  0x00007ffff5a16811 in QWidget::event(QEvent*) () from /usr/lib/libQt5Widgets.so.5
      """#),
    PostedInnocent(
      "a layout of a graph in Java, once for each node", explained: true,
      #"""
      java.lang.StackOverflowError
      @repeat 9
      	at org.example.graph.TreeWalker.layout(TreeWalker.java:40)
      	at org.example.graph.TreeWalker.measure(TreeWalker.java:61)
      @end
      """#),
    PostedInnocent(
      "sizes of boxes that set each other, in Java", explained: true,
      #"""
      java.lang.StackOverflowError
      @repeat 9
      	at com.example.model.Box.setWidth(Box.java:40)
      	at com.example.model.Box.setHeight(Box.java:61)
      @end
      """#),
    PostedInnocent(
      "a typesetter of Swift on Linux", explained: true,
      #"""
      Crash: Stack overflow
      @repeat 9
      {n} [ra] 0x0000555555561f2c Typesetter.layout(_:) + 12 in doc at /src/Typesetter.swift:40:9
      @end
      """#),
    PostedInnocent(
      "a decoder in Python", explained: true,
      #"""
      Traceback (most recent call last):
        File "/src/app.py", line 9, in <module>
          decode(text)
      @repeat 3
        File "/src/decode.py", line 31, in decode
          return self.decode_value(text)
        File "/src/decode.py", line 44, in decode_value
          return self.decode(text)
      @end
        [Previous line repeated 980 more times]
      RecursionError: maximum recursion depth exceeded
      """#),
    PostedInnocent(
      "a text of Dart that prints itself", explained: true,
      #"""
      Unhandled exception:
      Stack Overflow
      @repeat 9
      #{n}      Basket.toString (package:shop/basket.dart:31:9)
      @end
      """#),
  ]

  /// Deep trees.
  private static let nestings = [
    PostedInnocent(
      "views of one class in each other, laid out", explained: true,
      #"""
      Thread 0 Crashed:
      @repeat 12
      {n}   Shop        0x0000000104c49720 StackRow.layoutSubviews() + 20 (StackRow.swift:20)
      {n}   UIKitCore   0x0000000199d319c8 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2500
      {n}   QuartzCore  0x000000019a23d7e0 CA::Layer::layout_if_needed(CA::Transaction*) + 524
      @end
      """#),
    PostedInnocent(
      "a tree of nodes in JavaScript", explained: true,
      #"""
      RangeError: Maximum call stack size exceeded
      @repeat 9
          at measureNode (flex.js:10:12)
          at layoutChildren (flex.js:42:9)
      @end
      """#),
    PostedInnocent(
      "groups in groups on Android", explained: true,
      #"""
      java.lang.StackOverflowError
      @repeat 12
      	at com.example.shop.Card.onMeasure(Card.kt:31)
      	at android.view.View.measure(View.java:24856)
      	at android.view.ViewGroup.measureChildWithMargins(ViewGroup.java:6893)
      	at android.widget.FrameLayout.onMeasure(FrameLayout.java:194)
      @end
      """#),
    PostedInnocent(
      "panels in panels of WPF", explained: true,
      #"""
      @repeat 12
         at Shop.Card.MeasureOverride(Size s) in C:\src\Card.cs:line 31
         at System.Windows.FrameworkElement.MeasureCore(Size availableSize)
         at System.Windows.UIElement.Measure(Size availableSize)
      @end
      """#),
    PostedInnocent(
      "widgets in widgets of Flutter", explained: true,
      #"""
      Stack Overflow
      @repeat 12
      #{n}      RenderCard.performLayout (package:shop/card.dart:31:9)
      #{n}      RenderObject.layout (package:flutter/src/rendering/object.dart:2395:7)
      @end
      """#),
  ]
}
