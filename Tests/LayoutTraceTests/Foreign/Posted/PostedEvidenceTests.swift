import LayoutTrace
import TestSupport
import Testing

/// The ground that a stack must give before anybody is accused, and what its lines may look like.
@Suite("The ground of an accusation by a stack")
struct PostedEvidenceTests {
  @Test(
    "a library with one blank or more before its function isn't part of its name",
    arguments: [" ", "   ", "\t"])
  func library(blank: String) throws {
    let round = [
      "UIKitCore\(blank)-[UIView(Hierarchy) layoutBelowIfNeeded]",
      "Shop\(blank)PriceView.fit() (PriceView.swift:41:9)",
      "Shop\(blank)@objc PriceView.layoutSubviews() (<compiler-generated>:0)",
      "QuartzCore\(blank)CA::Layer::layout_if_needed(CA::Transaction*)",
    ]
    let lines = (0..<16).map { "#\($0)   \(round[$0 % 4])" }
    let found = try PostedTests.findings(in: lines.joined(separator: "\n"))
    #expect(found.map(\.from) == ["PriceView.fit() (PriceView.swift:41:9)"], "\(found)")
    #expect(found.map(\.call) == ["-[UIView(Hierarchy) layoutBelowIfNeeded]"], "\(found)")
    #expect(
      found.first?.frames == [
        "-[UIView(Hierarchy) layoutBelowIfNeeded]", "PriceView.fit() (PriceView.swift:41:9)",
        "PriceView.layoutSubviews()", "CA::Layer::layout_if_needed",
      ], "\(found)")
  }

  @Test("a return type before a template and a word of Swift are no library")
  func words() throws {
    let round = [
      "void shop::each<Pane>(Pane&) at pane.cpp:12", "static Pane.resizeEvent() at Pane.swift:9",
      "QWidget::resize (this=0x7) at qwidget.cpp:4",
    ]
    let lines = (0..<12).map { "#\($0)  \(round[$0 % 3])" }
    let found = try PostedTests.findings(in: lines.joined(separator: "\n"))
    #expect(found.first?.from?.hasPrefix("shop::each") == true, "\(found)")
  }

  @Test("values that a debugger writes for parameters change no function")
  func values() throws {
    let lines = (0..<12).map { number in
      let round = [
        "UIKitCore`-[UIView(Hierarchy) layoutIfNeeded](self=0x7f\(number), _cmd=\"layoutIfNeeded\") + 9",
        "Shop`Panel.refresh(self=0x00006000\(number), width=\(number)) at Panel.swift:31:9",
        "Shop`Panel.layoutSubviews(self=0x00006000\(number)) at Panel.swift:12:5",
      ]
      return "    frame #\(number): 0x000000010\(number) " + round[number % 3]
    }
    let found = try PostedTests.findings(in: lines.joined(separator: "\n"))
    #expect(found.map(\.from) == ["Panel.refresh (Panel.swift:31:9)"], "\(found)")
  }

  /// Java's frames from pairs of a function and a place.
  private static func java(_ frames: [String]) -> String {
    frames.map { "    at \($0)" }.joined(separator: "\n")
  }

  @Test("rounds in the middle of a stack that goes on otherwise are no loop")
  func middle() throws {
    let around = (0..<20).map { "com.shop.Step\($0).run(Step\($0).kt:5)" }
    let rounds = Array(
      repeating: [
        "android.view.View.requestLayout(View.java:9)", "com.shop.Row.onLayout(Row.kt:31)",
      ],
      count: 2
    ).flatMap(\.self)
    let frames = Array(around[..<4]) + rounds + Array(around[4...])
    let found = try PostedTests.findings(in: "java.lang.IllegalState: x\n" + Self.java(frames))
    #expect(found.map(\.kind) == ["stack.none"], "\(found)")
    // The same rounds up to the cut are one.
    let cut = try PostedTests.findings(in: "Error\n" + Self.java(Array(around[..<4]) + rounds))
    #expect(cut.map(\.from) == ["com.shop.Row.onLayout (Row.kt:31)"], "\(cut)")
  }

  @Test("a function that calls another one of its name once is no loop")
  func overload() throws {
    let text = "java.lang.NullPointerException\n"
    let frames = ["com.shop.Row.onSizeChanged(Row.kt:80)", "com.shop.Row.onSizeChanged(Row.kt:75)"]
    let found = try PostedTests.findings(in: text + Self.java(frames))
    #expect(found.map(\.kind) == ["stack.none"], "\(found)")
  }

  @Test(
    "one frame is a stack that shows no loop, not an unreadable text",
    arguments: [
      "    ViewGroup.java:5873 - android.view.ViewGroup.onDescendantInvalidated",
      "    frame #0: 0x0000000104 Shop`Feed.grow() at Feed.swift:31:9",
      "   at Shop.Panel.MeasureOverride(Size s) in C:\\src\\Panel.cs:line 12",
    ])
  func single(line: String) throws {
    #expect(try PostedTests.findings(in: "It crashed:\n" + line).map(\.kind) == ["stack.none"])
  }

  @Test("a stack whose numbers fall has its innermost call last")
  func falling() throws {
    let round = [
      "Panel.onResize (package:shop/panel.dart:31:9)",
      "RenderObject.layout (package:flutter/src/rendering/object.dart:2762:7)",
      "Panel.performLayout (package:shop/panel.dart:12:5)",
      "RenderObject.markNeedsLayout (package:flutter/src/rendering/object.dart:1400:7)",
    ]
    let rising = (0..<16).map { "#\($0)     \(round[$0 % 4])" }
    let text = "Stack Overflow\n"
    let found = try PostedTests.findings(in: text + rising.joined(separator: "\n"))
    let other = try PostedTests.findings(in: text + rising.reversed().joined(separator: "\n"))
    #expect(found.count == 1 && found.map(\.from) == other.map(\.from), "\(found) \(other)")
  }

  @Test("calls of a script's own library between two frames break no stack")
  func anonymous() throws {
    let round = """
          at Canvas.onFrame (canvas.ts:63:7)
          at graphics.ts:497:46
          at Set.forEach (<anonymous>)
          at Context.resize (graphics.ts:497:32)
          at Board.maybeResize (application.tsx:107:33)

      """
    let text = "Uncaught RangeError: Maximum call stack size exceeded\n" + round + round
    let found = try PostedTests.findings(in: text)
    #expect(found.map(\.kind) == ["stack.loop"], "\(found)")
    #expect(found.first?.frames.count == 5, "\(found)")
  }

  @Test("frames that a text marks as repeated are the same without what a compiler put before them")
  func marks() throws {
    let glue = (0..<6).map {
      "\($0)  Shop  0x1 @objc Pane.layoutSubviews() + 1 (<compiler-generated>:0)"
    }
    let own = "6  Shop  0x1 Pane.layoutSubviews() + 1 (Pane.swift:4)"
    let round = [
      "7  UIKitCore  0x1 -[UIView(Hierarchy) layoutIfNeeded] + 1",
      "8  Shop  0x2 Feed.grow() + 1 (Feed.swift:31)",
      "9  Shop  0x3 @objc Feed.layoutSubviews() + 1 (<compiler-generated>:0)",
    ]
    let heading = ["Repeat 1166 times:", "--------------------------------"]
    let end = ["--------------------------------"]
    for before in [[], glue, glue + [own]] {
      let text = (["Stack overflow."] + before + heading + round + end).joined(separator: "\n")
      let found = try PostedTests.findings(in: text)
      #expect(found.map(\.from) == ["Feed.grow() (Feed.swift:31)"], "\(found)")
    }
  }

  @Test("a mark behind frames whose numbers fall means the same frames")
  func fallingMarks() throws {
    let lines = [
      "#5     Shop.start (package:shop/main.dart:3:1)",
      "#4     Shop.open (package:shop/main.dart:9:1)",
      "#3     Panel.performLayout (package:shop/panel.dart:12:5)",
      "#2     RenderObject.markNeedsLayout (package:flutter/src/rendering/object.dart:1400:7)",
      "[The 2 frame(s) above this were repeated 9584 times]",
    ]
    let found = try PostedTests.findings(in: "Stack Overflow\n" + lines.joined(separator: "\n"))
    #expect(found.map(\.from) == ["Panel.performLayout (panel.dart:12:5)"], "\(found)")
  }

  /// A sentence, the beginning of another error, and the line of its stack.
  private static let others: [(text: String, place: String)] = [
    (
      """
      === AttributeGraph: cycle detected through attribute 4412 ===
      *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 5 beyond bounds'
      0   CoreFoundation   0x00000001803f3d70 __exceptionPreprocess + 236
      1   Shop             0x000000010424f78c Feed.load() + 12 (Feed.swift:9)
      2   UIKitCore        0x000000018424f78c -[UIView layoutSubviews] + 12
      """, "Feed.swift"
    ),
    (
      """
      It's not legal to call -layoutSubtreeIfNeeded on a view which is already being laid out.
      Shop/Feed.swift:12: Fatal error: Unexpectedly found nil while unwrapping an Optional value
          frame #0: 0x1a2b libswiftCore.dylib`_swift_runtime_on_report
          frame #1: 0x1a2b Shop`Feed.load() at Feed.swift:12:9
          frame #2: 0x1a2b AppKit`-[NSView layout] + 20
      """, "Feed.swift"
    ),
    (
      """
      setState() or markNeedsBuild() called during build.
      ══╡ EXCEPTION CAUGHT BY SERVICES LIBRARY ╞══
      #0      MethodChannel.invoke (package:flutter/src/services/platform_channel.dart:294:7)
      #1      Player.play (package:shop/player.dart:31:9)
      """, "player.dart"
    ),
    (
      """
      Layout cycle detected.  Layout could not complete.
      Unhandled exception. System.IO.FileNotFoundException: Could not load file
         at Shop.Loader.Load(String path) in C:\\src\\Loader.cs:line 12
         at System.Windows.UIElement.Measure(Size availableSize)
      """, "Loader.cs"
    ),
    (
      """
      Warning: Maximum update depth exceeded. This can happen when a component calls setState.
      Uncaught TypeError: Cannot read properties of undefined (reading 'x')
          at Chart.draw (chart.js:12:3)
          at commitLayoutEffects (react-dom.development.js:23453:9)
      """, "chart.js"
    ),
    (
      """
      Cannot call this method while RecyclerView is computing a layout or scrolling
      Caused by: java.io.IOException: closed
      \tat com.shop.Net.read(Net.kt:3)
      \tat android.os.Looper.loop(Looper.java:223)
      """, "Net.kt"
    ),
  ]

  @Test("the stack of another error after a sentence accuses nobody of it", arguments: 0..<6)
  func other(index: Int) throws {
    let (text, place) = Self.others[index]
    let found = try PostedTests.findings(in: text)
    #expect(!found.isEmpty && found[0].verdict != nil, "\(found)")
    #expect(found.allSatisfy { $0.from?.contains(place) != true }, "\(found)")
  }

  @Test(
    "a script that resizes what holds data is a recursion, but none of layout",
    arguments: ["HashMap.resize", "resizeBuffer", "ByteArray.resize"])
  func storage(name: String) throws {
    let round = "    at \(name) (store.js:22:5)\n    at Store.insert (store.js:40:9)\n"
    let text = "RangeError: Maximum call stack size exceeded\n" + round + round + round
    #expect(try PostedTests.findings(in: text).map(\.kind) == ["stack.other"])
  }

  @Test(
    "a sentence about a feedback loop names its view, in brackets or not, and its framework",
    arguments: [
      ("Layout feedback loop detected in <Shop.FeedList: 0x1f>", "FeedList", "UIKit"),
      ("[SwiftUI] Layout feedback loop detected in FeedList.", "FeedList", "SwiftUI"),
      ("[Layout] Layout feedback loop detected in Shop.FeedList", "FeedList", "UIKit"),
      ("Layout feedback loop detected in the view", nil, "UIKit"),
    ] as [(String, String?, String)])
  func feedback(_ line: String, _ view: String?, _ framework: String) throws {
    let finding = try #require(try PostedTests.findings(in: line).first)
    #expect(
      finding.views.map { $0.split(separator: ".").last.map(String.init) }
        == [view].compactMap(\.self))
    #expect(finding.framework == framework)
  }

  /// Recursions of the app's own functions, whose names alone could mean layout, in each family.
  private static let alone: [String] = [
    """
       at Shop.Model.OnSizeChanged(Double w) in C:\\src\\Model.cs:line 31
       at Shop.Model.set_Width(Double value) in C:\\src\\Model.cs:line 12
    """,
    """
       at Shop.Box.OnResize(EventArgs e) in C:\\src\\Box.cs:line 31
       at System.EventHandler.Invoke(Object sender, EventArgs e)
       at Shop.Box.set_Size(Size value) in C:\\src\\Box.cs:line 12
    """,
    """
    \tat com.shop.Box.onSizeChanged(Box.kt:31)
    \tat kotlin.properties.ObservableProperty.setValue(ObservableProperty.kt:41)
    \tat com.shop.Box.setWidth(Box.kt:12)
    """,
    """
    #{n}  0x0000555555561f2c in Box::geometryChanged (this=0x5) at /src/box.cpp:31
    #{n}  0x0000555555561f2d in Box::setWidth (this=0x5) at /src/box.cpp:12
    #{n}  0x00007ffff524f28a in QMetaObject::activate(QObject*, int, int, void**) () from /usr/lib/libQt5Core.so.5
    """,
    """
    #{n}  0x0000555555561f2c in matrix_resize (m=0x5) at /src/matrix.c:31
    #{n}  0x0000555555561f2d in matrix_measure (m=0x5) at /src/matrix.c:12
    """,
    """
    {n}   Shop   0x0000000104c49720 World.updateConstraints() + 20 (World.swift:31)
    {n}   Shop   0x0000000104c49730 World.setFrame: + 20 (World.swift:12)
    """,
    """
    #{n}      Box.build (package:shop/box.dart:31:9)
    #{n}      Box.setState (package:shop/box.dart:12:9)
    """,
    """
      File "/src/box.py", line 31, in on_size_changed
        self.width = 1
      File "/src/box.py", line 12, in width
        self.on_size_changed()
    """,
    """
        at Model.onSizeChanged (model.js:31:5)
        at Model.setWidth (model.js:12:7)
    """,
    """
        at Emitter.trigger (emitter.js:31:5)
        at Basket.update (basket.js:12:7)
    """,
  ]

  @Test(
    "functions of the app alone with names of setters and handlers are a recursion, but none of layout",
    arguments: alone)
  func handlers(round: String) throws {
    let text = "Stack overflow\n@repeat 9\n" + round + "\n@end"
    // Around it stands a framework, which shows what the program is made with.
    for end in ["", "\n#40  0x00007fff in gtk_main () from /usr/lib/libgtk-3.so.0"] {
      let found = try PostedTests.findings(in: PostedCase.expanded(text + end))
      #expect(found.map(\.kind) == ["stack.other"], "\(found)")
      #expect(found.first?.from != nil)
    }
  }

  @Test("a method that only a framework has shows a layout loop without any frame of the framework")
  func unmistakable() throws {
    for (round, place) in [
      (
        "{n}  Shop  0x1 -[RailView layoutSubviews] + 20 (RailView.m:31)\n"
          + "{n}  Shop  0x2 -[RailView fit] + 12 (RailView.m:12)", "RailView.m:12"
      ),
      (
        "{n}  Shop  0x1 Rail.layoutSubviews() + 20 (Rail.swift:31)\n"
          + "{n}  Shop  0x2 Rail.fit() + 12 (Rail.swift:12)", "Rail.swift:12"
      ),
      (
        "   at Shop.Rail.MeasureOverride(Size s) in C:\\src\\Rail.cs:line 31\n"
          + "   at Shop.Rail.Fit() in C:\\src\\Rail.cs:line 12", "Rail.cs:12"
      ),
      (
        "\tat com.shop.Rail.onMeasure(Rail.kt:31)\n\tat com.shop.Rail.fit(Rail.kt:12)",
        "Rail.kt:12"
      ),
    ] {
      let text = PostedCase.expanded("Stack overflow\n@repeat 9\n" + round + "\n@end")
      let found = try PostedTests.findings(in: text)
      #expect(found.map(\.kind) == ["stack.loop"], "\(found)")
      #expect(found.first?.from?.contains(place) == true, "\(found)")
    }
  }

  @Test("the site of answers and a compiler's option are no overflow of a stack")
  func site() throws {
    for text in [
      "I found a StackOverflow answer about it, and asked on Stack overflow, too.",
      "See this Stack overflow question. It is built with -fno-stack-protector, without a stack guard.",
      "The stack guard page is 4 KB long.", "Found on Stack Overflow",
    ] {
      #expect(throws: TraceError.self, "\(text)") { try PostedTests.findings(in: text) }
    }
    for text in [
      "Exception Message: Could not determine thread index for stack guard region",
      "It ends with a StackOverflowError.", "Process terminated: Stack overflow.",
    ] {
      #expect(try PostedTests.findings(in: text).map(\.kind) == ["stack.overflow"], "\(text)")
    }
  }

  /// A round of a program in Julia that uses GTK, in the forms of its versions.
  private static let julia: [String] = [
    """
    gtk_widget_set_size_request at /usr/lib/libgtk-3.so.0 (unknown line)
    fit! at /home/me/shop/src/pane.jl:41
    on_size_allocate at /home/me/shop/src/pane.jl:12 [inlined]
    gtk_widget_size_allocate at /usr/lib/libgtk-3.so.0 (unknown line)
    """,
    """
     [{n}] gtk_widget_set_size_request(::Ptr{Nothing}, ::Int64) at ./gtk.jl:9
     [{n}] fit!(::Pane, ::Int64) at /home/me/shop/src/pane.jl:41
     [{n}] on_size_allocate(::Pane) at /home/me/shop/src/pane.jl:12
     [{n}] gtk_widget_size_allocate(::Ptr{Nothing}) at ./gtk.jl:19
    """,
    """
     [{n}] gtk_widget_set_size_request(p::Ptr{Nothing})
       @ Gtk ~/.julia/packages/Gtk/src/gtk.jl:9
     [{n}] fit!(pane::Pane, width::Int64)
       @ Main ~/shop/src/pane.jl:41
     [{n}] on_size_allocate(pane::Pane)
       @ Main ~/shop/src/pane.jl:12 [inlined]
     [{n}] gtk_widget_size_allocate(p::Ptr{Nothing})
       @ Gtk ~/.julia/packages/Gtk/src/gtk.jl:19
    """,
  ]

  @Test("a stack of Julia names the line that enters layout again", arguments: julia)
  func juliaFrames(round: String) throws {
    let text = PostedCase.expanded("@repeat 9\n" + round + "\n@end")
    let found = try PostedTests.findings(in: "ERROR: StackOverflowError:\n" + text)
    #expect(found.map(\.from) == ["fit! (pane.jl:41)"], "\(found)")
    #expect(found.first?.call == "gtk_widget_set_size_request", "\(found)")
  }

  @Test("a stack of Julia that does not repeat is read, whatever a page draws beside it")
  func juliaPages() throws {
    let frames =
      "[1] getindex\n   @ ./essentials.jl:13 [inlined]\n[2] fit!(p::Pane)\n   @ Main ./pane.jl:4"
    for mark in ["", "│  ", "> "] {
      let text = frames.split(separator: "\n").map { mark + $0 }.joined(separator: "\n")
      #expect(try PostedTests.findings(in: text).map(\.kind) == ["stack.none"], "\(mark)")
    }
  }

  @Test("Julia's note on repeated frames makes one round enough, and no layout of other code")
  func juliaMarks() throws {
    for text in [
      " [1] parse(s::String) at ./parse.jl:4 (repeats 79984 times)",
      " [1] parse(s::String)\n   @ Main ./parse.jl:4 (repeats 79984 times)",
      " [1] parse(s::String)\n   @ Main ./parse.jl:4\n [2] step(s::String)\n   @ Main ./parse.jl:9\n"
        + " --- the above 2 lines are repeated 39990 more times ---",
    ] {
      let found = try PostedTests.findings(in: "ERROR: StackOverflowError:\n" + text)
      #expect(found.map(\.kind) == ["stack.other"], "\(text): \(found)")
      #expect(found.first?.from == "parse (parse.jl:4)", "\(found)")
    }
    #expect(throws: TraceError.self) {
      try PostedTests.findings(in: "[1] Smith at Mainz, [2] it crashes at src/feed.jl")
    }
  }

  @Test("frames past those that are kept are counted by their shape, in a fraction of the time")
  func many() throws {
    let forms: [(String, [String])] = [
      (
        "RangeError: Maximum call stack size exceeded\n",
        ["    at layout (slides.js:2296:4)", "    at onWindowResize (slides.js:5527:9)"]
      ),
      (
        "Thread 0 Crashed:\n",
        [
          "{n}   UIKitCore   0x0000000199d1{n} -[UIView(Hierarchy) layoutIfNeeded] + 552",
          "{n}   Shop        0x0000000104c4{n} Tray.layoutSubviews() + 40 (Tray.swift:31)",
        ]
      ),
    ]
    let seed = firstSeed("PostedEvidenceTests.many")
    for (head, round) in sample(forms, oneIn: 2, seed: seed) {
      let text: (Int) -> String = { count in
        head
          + (0..<count).map { round[$0 % 2].replacing("{n}", with: "\($0)") }.joined(
            separator: "\n")
      }
      let growth = Growth(from: 4_500, to: caseCount(27_000, inDebug: 13_500), below: 4) { count in
        let whole = text(count)
        return processorTime { _ = try? PostedTests.findings(in: whole) }
      }
      #expect(growth.ratio < 4, "\(growth)")
      // A stack after such a long one is read like any other.
      let two =
        text(4_200) + "\n\nThread 1 Crashed:\n"
        + (0..<12).map { "\($0)   Shop   0x1 Other.layoutSubviews() + 1 (Other.swift:7)" }
        .joined(separator: "\n")
      let places = try PostedTests.findings(in: two).map { $0.from ?? "" }
      #expect(places.contains { $0.hasSuffix("(Other.swift:7)") }, "\(places)")
      #expect(places.count == 2, "\(places)")
    }
  }

  @Test("a stack of another framework after a sentence is not the sentence's", arguments: 0..<3)
  func otherFramework(kind: Int) throws {
    let sentences = [
      "Error: Maximum update depth exceeded. This can happen when a component calls setState.",
      "[UIKit] UICollectionView (<Shop.Feed 0x1398>) is stuck in its update/layout loop.",
      "setState() or markNeedsBuild() called during build.",
    ]
    let stacks = [
      (
        "    at Feed.resize (https://shop.example/feed.js:12:3)\n"
          + "    at Feed.render (https://shop.example/feed.js:40:7)",
        "Feed.resize (feed.js:12:3)"
      ),
      (
        "0   UIKitCore  0x1a2b -[UIView(Hierarchy) layoutIfNeeded] + 104\n"
          + "1   Shop       0x1a2c Feed.fit() (Feed.swift:41)\n"
          + "2   UIKitCore  0x1a2d -[UICollectionView layoutSubviews] + 12",
        "Feed.fit() (Feed.swift:41)"
      ),
      (
        "#0      Element.markNeedsBuild (package:flutter/src/widgets/framework.dart:5042:9)\n"
          + "#1      _FeedState.grow (package:shop/feed.dart:31:5)",
        "_FeedState.grow (feed.dart:31:5)"
      ),
    ]
    for (index, stack) in stacks.enumerated() {
      let found = try PostedTests.findings(in: sentences[kind] + "\n" + stack.0)
      let told = try #require(found.first { $0.kind != "stack.none" })
      #expect(told.from == (index == kind ? stack.1 : nil), "\(index): \(found)")
    }
    // The sentence's own stack may come after another one.
    let other = stacks[(kind + 1) % 3].0
    let text = [sentences[kind], other, "", "", "", "", "", stacks[kind].0].joined(separator: "\n")
    let found = try PostedTests.findings(in: text)
    #expect(found.first { $0.kind != "stack.none" }?.from == stacks[kind].1, "\(found)")
  }
}
