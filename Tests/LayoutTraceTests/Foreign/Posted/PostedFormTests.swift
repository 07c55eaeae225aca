import LayoutTrace
import TestSupport
import Testing

/// A text in a form that the corpus lacks; the reading and its reason were written before it was read.
struct PostedForm: Sendable, CustomTestStringConvertible {
  /// The reading of a text.
  enum Reading: Sendable {
    /// A loop, with a part of its place, a view, and a kind; nil for what the text does not tell.
    case loop(place: String? = nil, view: String? = nil, kind: String? = nil)
    /// No loop, and a view and a kind of a hint.
    case hint(view: String? = nil, kind: String? = nil)
    /// Nothing to say.
    case nothing
  }

  let name: String
  let reading: Reading
  let text: String

  var testDescription: String { name }
}

/// Texts in the dress of mails, chats, builds, containers and devices.
@Suite("Texts in the forms of mails, chats and devices")
struct PostedFormTests {
  @Test("a text in another form is read as its reason says", arguments: PostedForm.all)
  func form(form: PostedForm) throws {
    let text = PostedCase.expanded(form.text)
    switch form.reading {
    case .loop(let place, let view, let kind):
      try PostedTests.expectLoop(in: text, at: place, on: view, kind: kind)
    case .hint(let view, let kind):
      try PostedTests.expectHint(in: text, on: view, kind: kind)
    case .nothing: #expect(throws: TraceError.self) { try PostedTests.findings(in: text) }
    }
  }

  @Test(
    "a text is read the same behind a long log, whatever its first line is",
    arguments: sample(PostedCase.all, oneIn: 2, seed: firstSeed("PostedFormTests.far")))
  func far(posted: PostedCase) throws {
    let log = (0..<80).map { "2026-03-02 09:14:02 shop[\($0)]: loaded 12 of 48 items" }
    let text = log.joined(separator: "\n") + "\n" + posted.text
    let near = (try? PostedTests.findings(in: posted.text)) ?? []
    #expect(((try? PostedTests.findings(in: text)) ?? []) == near)
  }
}

extension PostedForm {
  static let all: [PostedForm] = [
    // V8 once wrote (native) for code of its own; Grid.onResize dispatches the event that calls it.
    PostedForm(
      name: "native-code-of-scripts", reading: .loop(place: "Grid.onResize (grid.js:44:11)"),
      text: #"""
        RangeError: Maximum call stack size exceeded
        @repeat 4
            at Grid.onResize (http://shop.example/js/grid.js:44:11)
            at Array.forEach (native)
            at Window.dispatchEvent (native)
        @end
        """#),
    // Numbers, libraries and functions with one blank between them; the text is cut within a frame.
    PostedForm(
      name: "one-blank-and-a-cut",
      reading: .loop(place: "Banner.layoutSubviews() (Banner.swift:19)", view: "Banner"),
      text: #"""
        It dies here:
        12 Shop Banner.layoutSubviews() (Banner.swift:19)
        13 UIKitCore -[UIView(Hierarchy) layoutIfNeeded]
        14 Shop Banner.layoutSubviews() (Banner.swift:19)
        15 UIKitCore -[UIView(Hierarchy) layoutIfNeeded]
        16 Shop Banner.layoutSubviews() (Banner.swift:19)
        17 UIKitCore -[UIView(Hierarchy) layoutI
        """#),
    // Nothing but methods, the app's own first.
    PostedForm(
      name: "methods-alone", reading: .loop(place: "-[TagView layoutSubviews]", view: "TagView"),
      text: #"""
        @repeat 4
        -[TagView layoutSubviews]
        -[UIView(Hierarchy) layoutIfNeeded]
        @end
        """#),
    // Somebody writes of what he did again, behind one call of layoutIfNeeded.
    PostedForm(
      name: "a-test-was-repeated", reading: .hint(kind: "stack.none"),
      text: #"""
        0   Shop       0x1043a11d0 CartCell.layoutSubviews() + 88 (CartCell.swift:88)
        1   UIKitCore  0x1894a3c10 -[UIView(Hierarchy) layoutIfNeeded] + 104
        2   Shop       0x1043a12d0 Cart.open() + 12 (Cart.swift:5)
        I tried 10 times and it repeated every time, so the frames should be good.
        """#),
    // The app's frame that calls layoutIfNeeded, in a quoted mail.
    PostedForm(
      name: "mail-quoted-crash", reading: .loop(place: "Badge.refit() (Badge.swift:58)"),
      text: #"""
        On Mon, Anna wrote:
        > Hi all,
        > the app dies when I open the cart:
        >
        > Thread 0 Crashed:
        @repeat 6
        > {n}   UIKitCore   0x00000001a3b2c4d5 -[UIView(Hierarchy) layoutBelowIfNeeded] + 296
        > {n}   Shop   0x0000000104c2a1f8 Badge.refit() + 88 (Badge.swift:58)
        > {n}   Shop   0x0000000104c2a2f8 Badge.layoutSubviews() + 40 (Badge.swift:31)
        > {n}   UIKitCore   0x00000001a3b2d000 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2144
        @end
        """#),
    // Fit() sets the padding out of onSizeChanged, which lays out again: the app's frame is fit at 61.
    PostedForm(
      name: "discord-fence", reading: .loop(place: "Drawer.kt:61"),
      text: #"""
        ```java
        java.lang.StackOverflowError: stack size 8192KB
        @repeat 8
            at android.view.View.setPadding(View.java:25310)
            at com.acme.Drawer.fit(Drawer.kt:61)
            at com.acme.Drawer.onSizeChanged(Drawer.kt:44)
            at android.view.View.sizeChange(View.java:24780)
            at android.view.View.layout(View.java:24475)
        @end
        ```
        anyone??
        """#),
    // Each line has logcat's prefix; PriceRow.setLabel calls setText, whose requestLayout ... re-enters by onSizeChanged.
    PostedForm(
      name: "logcat-threadtime", reading: .loop(place: "PriceRow.kt:77"),
      text: #"""
        03-02 09:14:02.731  1811  1811 E AndroidRuntime: FATAL EXCEPTION: main
        03-02 09:14:02.731  1811  1811 E AndroidRuntime: Process: com.acme, PID: 1811
        03-02 09:14:02.731  1811  1811 E AndroidRuntime: java.lang.StackOverflowError: stack size 8192KB
        @repeat 9
        03-02 09:14:02.731  1811  1811 E AndroidRuntime: 	at android.widget.TextView.setText(TextView.java:7000)
        03-02 09:14:02.731  1811  1811 E AndroidRuntime: 	at com.acme.PriceRow.setLabel(PriceRow.kt:77)
        03-02 09:14:02.731  1811  1811 E AndroidRuntime: 	at com.acme.PriceRow.onSizeChanged(PriceRow.kt:52)
        03-02 09:14:02.731  1811  1811 E AndroidRuntime: 	at android.view.View.sizeChange(View.java:24780)
        03-02 09:14:02.731  1811  1811 E AndroidRuntime: 	at android.view.View.setFrame(View.java:24742)
        @end
        """#),
    // UIKit's collection sentence behind os_log's prefix names the view.
    PostedForm(
      name: "xcode15-oslog", reading: .loop(view: "FeedView"),
      text: #"""
        2026-03-02 09:14:02.731980+0100 Shop[411:20931] [UICollectionViewRecursion] cv == 0x105012a00 Disabling recursion trigger logging
        2026-03-02 09:14:02.800000+0100 Shop[411:20931] [Assert] UICollectionView (<Shop.FeedView: 0x105012a00; baseClass = UICollectionView; frame = (0 0; 390 844); clipsToBounds = YES>) is stuck in a recursive layout loop. This can happen when self-sizing views do not return consistent sizes, or the collection view's frame/bounds/contentOffset is being constantly adjusted.
        """#),
    // An ANR of the main thread within onMeasure: a suspect, no culprit.
    PostedForm(
      name: "anr-traces", reading: .hint(view: "ReceiptView", kind: "stack.hang"),
      text: #"""
        ----- pid 1811 at 2026-03-02 09:14:12 -----
        Cmd line: com.acme
        Build fingerprint: 'google/oriole'

        DALVIK THREADS (24):
        "Signal Catcher" daemon prio=10 tid=6 Runnable
          | group="system" sCount=0
          (no managed stack frames)

        "main" prio=5 tid=1 Runnable
          | group="main" sCount=0 ucsCount=0 flags=0 obj=0x72 self=0xb4
          | sysTid=1811 nice=-10 cgrp=top-app
          at android.text.StaticLayout.generate(StaticLayout.java:700)
          at android.widget.TextView.onMeasure(TextView.java:11010)
          at com.acme.ReceiptView.onMeasure(ReceiptView.kt:88)
          at android.view.View.measure(View.java:27135)
          at android.view.ViewGroup.measureChildWithMargins(ViewGroup.java:7004)
          at android.view.ViewRootImpl.performTraversals(ViewRootImpl.java:3100)
          at android.os.Looper.loop(Looper.java:294)
          at android.app.ActivityThread.main(ActivityThread.java:8177)

        ANR in com.acme (com.acme/.MainActivity)
        Reason: Input dispatching timed out

        """#),
    // MAUI: OnSizeAllocated sets HeightRequest, which lays out; mixed with Java frames between.
    PostedForm(
      name: "maui-android", reading: .loop(place: "CardView.cs:40"),
      text: #"""
        Unhandled exception. System.StackOverflowException
        @repeat 9
           at Microsoft.Maui.Controls.VisualElement.set_HeightRequest(Double value)
           at Acme.CardView.OnSizeAllocated(Double width, Double height) in /src/Acme/CardView.cs:line 40
           at Microsoft.Maui.Controls.VisualElement.SizeAllocated(Double width, Double height)
           at Microsoft.Maui.Controls.VisualElement.UpdateBoundsComponents(Rect bounds)
        @end
        """#),
    // A stack of Maui with Mono's offsets and IL brackets.
    PostedForm(
      name: "maui-mono-brackets", reading: .loop(place: "CardView.cs:40"),
      text: #"""
        mono-rt: System.StackOverflowException
        @repeat 9
          at Microsoft.Maui.Controls.VisualElement.set_HeightRequest (System.Double value) [0x00000] in <c8>:0
          at Acme.CardView.OnSizeAllocated (System.Double width, System.Double height) [0x00011] in /src/Acme/CardView.cs:40
          at Microsoft.Maui.Controls.VisualElement.SizeAllocated (System.Double width, System.Double height) [0x00020] in <c8>:0
        @end
        """#),
    // RangeError in a renderer; resize handler dispatches resize again.
    PostedForm(
      name: "electron-renderer", reading: .loop(place: "split.js:88:12"),
      text: #"""
        [14411:0302/091402.731:ERROR:CONSOLE(2)] "Uncaught RangeError: Maximum call stack size exceeded", source: file:///C:/acme/resources/app.asar/split.js (88)
        RangeError: Maximum call stack size exceeded
        @repeat 8
            at window.dispatchEvent (<anonymous>)
            at SplitView.onResize (file:///C:/acme/resources/app.asar/split.js:88:12)
        @end
        """#),
    // The component stack names PriceTag, made at CartRow.tsx:12.
    PostedForm(
      name: "rn-redbox", reading: .loop(place: "CartRow.tsx:12", view: "PriceTag"),
      text: #"""
        ERROR  Error: Maximum update depth exceeded. This can happen when a component repeatedly calls setState inside componentWillUpdate or componentDidUpdate. React limits the number of nested updates to prevent infinite loops.

        This error is located at:
            in PriceTag (at CartRow.tsx:12)
            in RCTView (at View.js:34)
            in View (at CartRow.tsx:10)
            in CartRow (at Cart.tsx:55)
            in App (at renderApplication.js:47)
        , stack:
        forceStoreRerender@2543:19
        onLayout@311:22

        """#),
    // The component, and its place in the bundle, without the query of its address.
    PostedForm(
      name: "rn-redbox-at", reading: .loop(place: "index.bundle:1:200", view: "PriceTag"),
      text: #"""
         ERROR  Warning: Error: Maximum update depth exceeded. This can happen when a component calls setState inside useEffect

        This error is located at:
            at PriceTag (http://10.0.2.2:8081/index.bundle//&platform=android&dev=true:1:200)
            at RCTView
            at View (http://10.0.2.2:8081/index.bundle//&platform=android:2:2)

        """#),
    // OnRectTransformDimensionsChange forces a rebuild, which changes the dimensions: Unity's place is '(at Assets/…:42)'.
    PostedForm(
      name: "unity-layout", reading: .loop(place: "FitToText.cs:42"),
      text: #"""
        StackOverflowException: The requested operation caused a stack overflow.
        @repeat 9
        UnityEngine.UI.LayoutRebuilder.ForceRebuildLayoutImmediate (UnityEngine.RectTransform layoutRoot) (at ./Library/PackageCache/com.unity.ugui@1.0.0/Runtime/UI/Core/Layout/LayoutRebuilder.cs:69)
        Acme.FitToText.Refit () (at Assets/Scripts/FitToText.cs:42)
        Acme.FitToText.OnRectTransformDimensionsChange () (at Assets/Scripts/FitToText.cs:27)
        UnityEngine.RectTransform.set_sizeDelta (UnityEngine.Vector2 value) (at <0123>:0)
        @end
        """#),
    // Journalctl prefix.
    PostedForm(
      name: "gtk-journal", reading: .loop(kind: "gtk.clock"),
      text: #"""
        Mar 02 09:14:02 box gnome-text-editor[4411]: gdk-frame-clock: layout continuously requested, giving up after 4 tries
        """#),
    // RecyclerView's exception; the app's innermost frame is the controller's build.
    PostedForm(
      name: "epoxy", reading: .loop(place: "CartController.kt:31"),
      text: #"""
        java.lang.IllegalStateException: Cannot call this method while RecyclerView is computing a layout or scrolling com.airbnb.epoxy.EpoxyRecyclerView{1f VFED..... ......ID 0,0-1080,1800 #7f0a01 app:id/list}, adapter:com.airbnb.epoxy.EpoxyControllerAdapter@1f, layout:androidx.recyclerview.widget.LinearLayoutManager@2f, context:com.acme.MainActivity@3f
        	at androidx.recyclerview.widget.RecyclerView.assertNotInLayoutOrScroll(RecyclerView.java:3051)
        	at androidx.recyclerview.widget.RecyclerView$RecyclerViewDataObserver.onChanged(RecyclerView.java:5536)
        	at androidx.recyclerview.widget.RecyclerView$Adapter.notifyDataSetChanged(RecyclerView.java:7204)
        	at com.acme.CartController.rebuild(CartController.kt:31)
        	at com.acme.CartRow.onLayout(CartRow.kt:12)
        	at android.view.View.layout(View.java:24475)
        """#),
    // Framework of Julia: either re-entrant with panel.jl:31, or a recursion told with relayout!.
    PostedForm(
      name: "makie", reading: .hint(),
      text: #"""
        ERROR: StackOverflowError:
        Stacktrace:
        @repeat 6
         [{n}] setindex!(observable::Observables.Observable, val::Any)
             @ Observables ~/.julia/packages/Observables/src/Observables.jl:122
         [{n}] relayout!(p::Panel)
             @ Main ./panel.jl:31
         [{n}] update!(gl::GridLayoutBase.GridLayout)
             @ GridLayoutBase ~/.julia/packages/GridLayoutBase/src/gridlayout.jl:412
        @end
        --- the above 3 lines are repeated 2000 more times ---
        """#),
    // Prose without a sentence of a framework.
    PostedForm(
      name: "innocent-question", reading: .nothing,
      text: #"""
        Has anybody seen layoutIfNeeded being slow on iOS 18? My table stutters.
        """#),
    // A change note only mentions the sentence.
    PostedForm(
      name: "innocent-changelog", reading: .hint(),
      text: #"""
        ## 2.4.1
        - Fixed: ResizeObserver loop completed with undelivered notifications when the side bar opens
        - Bumped dependencies

        """#),
    // A test's list of ignored errors.
    PostedForm(
      name: "innocent-eslint", reading: .hint(),
      text: #"""
        Cypress.on('uncaught:exception', (err) => {
          if (err.message.includes('ResizeObserver loop limit exceeded')) return false
        })

        """#),
    // JSON parser recursion is no layout.
    PostedForm(
      name: "innocent-json-tree", reading: .hint(),
      text: #"""
        Exception in thread "main" java.lang.StackOverflowError
        @repeat 20
        	at com.acme.json.Parser.value(Parser.java:88)
        	at com.acme.json.Parser.array(Parser.java:120)
        @end
        """#),
    // A normal crash in layoutSubviews: no repetition.
    PostedForm(
      name: "innocent-one-thread", reading: .hint(),
      text: #"""
        Thread 0 Crashed:
        0   Shop   0x0000000104c2a1f8 Badge.layoutSubviews() + 88 (Badge.swift:58)
        1   UIKitCore   0x00000001a3b2c4d5 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2144
        2   QuartzCore   0x0000000189d1a1f8 CA::Layer::layout_if_needed(CA::Transaction*) + 532
        3   QuartzCore   0x0000000189d1a2f8 CA::Context::commit_transaction(CA::Transaction*, double, double*) + 452
        4   UIKitCore   0x00000001a3b2c4d5 -[UIApplication _run] + 888
        5   UIKitCore   0x00000001a3b2c4d5 UIApplicationMain + 340
        6   Shop   0x0000000104c2a1f8 main + 64

        """#),
    // Each line is an item of a list.
    PostedForm(
      name: "slack-bullets", reading: .loop(place: "Badge.refit() (Badge.swift:58)"),
      text: #"""
        Anna  9:14 AM
        got it :fire:
        @repeat 6
        • {n} UIKitCore 0x1a3b2c4d5 -[UIView(Hierarchy) layoutBelowIfNeeded] + 296
        • {n} Shop 0x104c2a1f8 Badge.refit() + 88 (Badge.swift:58)
        • {n} Shop 0x104c2a2f8 Badge.layoutSubviews() + 40 (Badge.swift:31)
        • {n} UIKitCore 0x1a3b2d000 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2144
        @end
        """#),
    // The exception names the window.
    PostedForm(
      name: "appkit-unified", reading: .loop(view: "NSWindow", kind: "appkit.passes"),
      text: #"""
        2026-03-02 09:14:02.731203+0100 0x2f1a1    Error       0x0    6120   0    Notes: (AppKit) [com.apple.AppKit:Layout] The window has been marked as needing another Update Constraints in Window pass, but it has already had more Update Constraints in Window passes than there are views in the window.
        <NSWindow: 0x104c2a1f8> 0x1a1 (417) {{200, 200}, {800, 600}} en
        """#),
    // ANR in Compose measuring; suspects of the app.
    PostedForm(
      name: "compose-anr", reading: .hint(kind: "stack.hang"),
      text: #"""
        ANR in com.acme
        PID: 1811
        Reason: Input dispatching timed out (Waited 5001ms for MotionEvent)
        "main" prio=5 tid=1 Runnable
          at androidx.compose.ui.node.LayoutNode.remeasure-_Sx5XlM$ui_release(LayoutNode.kt:1150)
          at com.acme.FeedKt$Feed$1.measure-3p2s80s(Feed.kt:77)
          at androidx.compose.ui.node.MeasureAndLayoutDelegate.doRemeasure-sdFAvZA(MeasureAndLayoutDelegate.kt:371)
          at android.view.View.layout(View.java:24475)
          at android.os.Looper.loop(Looper.java:294)

        """#),
    // Vue names the component with a trace below.
    PostedForm(
      name: "vue-warn", reading: .loop(view: "PriceTag"),
      text: #"""
        [Vue warn]: Unhandled error during execution of scheduler flush. This is likely a Vue internals bug.
          at <PriceTag key=1 >
        [Vue warn] Maximum recursive updates exceeded in component <PriceTag>. This means you have a reactive effect that is mutating its own dependencies and thus recursively triggering itself.
        """#),
    // Logcat's W/libAcme.so prefix before Qt's message.
    PostedForm(
      name: "qml-android-logcat", reading: .loop(place: "Pane.qml:12:5", view: "ColumnLayout"),
      text: #"""
        W/libAcme_arm64-v8a.so(1811): qrc:/qml/Pane.qml:12:5: QML ColumnLayout: Binding loop detected for property "implicitHeight":
        W/libAcme_arm64-v8a.so(1811): qrc:/qml/Pane.qml:14:9
        """#),
    // The stack after the message names the app's frame.
    PostedForm(
      name: "flutter-setstate", reading: .loop(place: "cart.dart:57"),
      text: #"""
        ══╡ EXCEPTION CAUGHT BY WIDGETS LIBRARY ╞══
        The following assertion was thrown building CartRow(dirty):
        setState() or markNeedsBuild() called during build.

        This CartBadge widget cannot be marked as needing to build because the framework is already in the process of building widgets.

        When the exception was thrown, this was the stack:
        #0      Element.markNeedsBuild.<anonymous closure> (package:flutter/src/widgets/framework.dart:5048:9)
        #1      Element.markNeedsBuild (package:flutter/src/widgets/framework.dart:5060:6)
        #2      State.setState (package:flutter/src/widgets/framework.dart:1223:15)
        #3      _CartBadgeState.grow (package:acme/cart.dart:57:5)
        #4      _CartRowState.build (package:acme/cart.dart:31:20)

        """#),
    // Python prints callers first; resizeEvent calls resize and repeats.
    PostedForm(
      name: "pyside", reading: .loop(place: "pane.py:44"),
      text: #"""
        Traceback (most recent call last):
          File "/src/acme/pane.py", line 44, in resizeEvent
            self.resize(self.sizeHint())
          File "/src/acme/pane.py", line 44, in resizeEvent
            self.resize(self.sizeHint())
          File "/src/acme/pane.py", line 44, in resizeEvent
            self.resize(self.sizeHint())
          [Previous line repeated 991 more times]
        RecursionError: maximum recursion depth exceeded
        """#),
    // German .NET: OnSizeChanged sets Height again.
    PostedForm(
      name: "winforms-de", reading: .loop(place: "Karte.cs:61"),
      text: #"""
        System.StackOverflowException: Der angeforderte Vorgang verursachte einen Stapelüberlauf.
        @repeat 9
           bei System.Windows.Forms.Control.set_Height(Int32 value)
           bei Acme.Karte.OnSizeChanged(EventArgs e) in C:\src\Karte.cs:Zeile 61.
           bei System.Windows.Forms.Control.UpdateBounds(Int32 x, Int32 y, Int32 width, Int32 height)
        @end
        """#),
    // Avalonia's sentence names the control.
    PostedForm(
      name: "avalonia", reading: .loop(view: "CardPanel"),
      text: #"""
        [Layout] Layout cycle detected. Item 'Acme.Controls.CardPanel' was enqueued '10' times. (LayoutManager #3412)
        """#),
    // An element of JSON is a report.
    PostedForm(
      name: "sentry-crumb", reading: .loop(kind: "browser.resize"),
      text: #"""
        {"event_id":"1f","breadcrumbs":[{"category":"console","level":"error","message":"ResizeObserver loop completed with undelivered notifications."}]}
        """#),
    // NG0103.
    PostedForm(
      name: "angular", reading: .loop(kind: "angular.refresh"),
      text: #"""
        ERROR RuntimeError: NG0103: Infinite change detection while refreshing application views. Ensure views are not calling `markForCheck` on every template execution or that afterRender hooks always mark views for check.
        """#),
    // One round and the words that it repeats.
    PostedForm(
      name: "repeat-words", reading: .loop(place: "Badge.refit() (Badge.swift:58)"),
      text: #"""
        Thread 0 Crashed:
        @repeat 1
        {n}   UIKitCore   0x00000001a3b2c4d5 -[UIView(Hierarchy) layoutBelowIfNeeded] + 296
        {n}   Shop   0x0000000104c2a1f8 Badge.refit() + 88 (Badge.swift:58)
        {n}   Shop   0x0000000104c2a2f8 Badge.layoutSubviews() + 40 (Badge.swift:31)
        {n}   UIKitCore   0x00000001a3b2d000 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2144
        @end
        (these 4 frames repeat about 4 000 times)
        4000   UIKitCore   0x00000001a3b2d000 -[UIApplication _run] + 888
        """#),
    // Error 185 of a production build names nothing.
    PostedForm(
      name: "react-prod", reading: .loop(kind: "react.depth"),
      text: #"""
        Uncaught Error: Minified React error #185; visit https://reactjs.org/docs/error-decoder.html?invariant=185 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.
            at Xl (react-dom.production.min.js:251:331)
            at zc (react-dom.production.min.js:250:1)
        """#),
    // The app's frame in the stack of LayoutCycleException.
    PostedForm(
      name: "uwp-layoutcycle", reading: .loop(place: "MainPage.xaml.cs:88"),
      text: #"""
        System.Exception: Layout cycle detected.  Layout could not complete.

        Layout cycle detected.  Layout could not complete.
           at Windows.UI.Xaml.UIElement.UpdateLayout()
           at Acme.MainPage.OnTileSizeChanged(Object sender, SizeChangedEventArgs e) in C:\src\MainPage.xaml.cs:line 88
        """#),
    // Watchdog: suspects.
    PostedForm(
      name: "badf00d", reading: .hint(view: "ReceiptView", kind: "stack.hang"),
      text: #"""
        Exception Type:  EXC_CRASH (SIGKILL)
        Termination Reason: FRONTBOARD 2343432205 <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app exhausted real time allowance of 10.00 seconds
        Triggered by Thread:  0

        Thread 0 name:   Dispatch queue: com.apple.main-thread
        Thread 0 Crashed:
        0   CoreText   0x00000001a3b2c4d5 CTLineCreateWithAttributedString + 10
        1   Shop   0x0000000104c2a1f8 ReceiptView.sizeThatFits(_:) + 88 (ReceiptView.swift:58)
        2   Shop   0x0000000104c2a1f8 ReceiptView.layoutSubviews() + 88 (ReceiptView.swift:31)
        3   UIKitCore   0x00000001a3b2d000 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2144
        4   QuartzCore   0x0000000189d1a1f8 CA::Layer::layout_if_needed(CA::Transaction*) + 532

        """#),
    // Addresses only: symbolicate first.
    PostedForm(
      name: "unsymbolicated", reading: .nothing,
      text: #"""
        Thread 0 Crashed:
        @repeat 10
        {n}   Shop   0x0000000104c2a1f8 0x104c00000 + 172536
        {n}   Shop   0x0000000104c2a2f8 0x104c00000 + 172792
        @end
        """#),
    // Xcode's navigator copies '#0 0x… in name'.
    PostedForm(
      name: "xcode-navigator", reading: .loop(place: "Badge.swift:58"),
      text: #"""
        Thread 1 Queue : com.apple.main-thread (serial)
        @repeat 6
        #{n}	0x00000001a3b2c4d5 in -[UIView(Hierarchy) layoutBelowIfNeeded] ()
        #{n}	0x0000000104c2a1f8 in Badge.refit() at /Users/anna/Shop/Badge.swift:58
        #{n}	0x0000000104c2a2f8 in Badge.layoutSubviews() at /Users/anna/Shop/Badge.swift:31
        #{n}	0x00000001a3b2d000 in -[UIView(CALayerDelegate) layoutSublayersOfLayer:] ()
        @end
        """#),
    // Capacitor's prefix before the browser's words.
    PostedForm(
      name: "capacitor", reading: .loop(kind: "browser.resize"),
      text: #"""
        ⚡️  [error] - {"message":"ResizeObserver loop limit exceeded","isTrusted":true}
        ⚡️  URL: capacitor://localhost/
        """#),
    // The stack of the cause holds the loop.
    PostedForm(
      name: "caused-by", reading: .loop(place: "CartRow.kt:52"),
      text: #"""
        java.lang.RuntimeException: Unable to start activity
        	at android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3782)
        	... 12 more
        Caused by: java.lang.StackOverflowError: stack size 8MB
        @repeat 8
        	at android.view.View.setPadding(View.java:25310)
        	at com.acme.CartRow.setPadding(CartRow.kt:52)
        	at com.acme.CartRow.onSizeChanged(CartRow.kt:47)
        	at android.view.View.sizeChange(View.java:24780)
        	at android.view.View.layout(View.java:24621)
        @end
        	... 1000 more
        """#),
    // Play's console leaves 'at' in, and joins with two blanks.
    PostedForm(
      name: "play-console", reading: .loop(place: "CartRow.kt:52"),
      text: #"""
        Exception java.lang.StackOverflowError:
        @repeat 8
          at android.view.View.setPadding (View.java:25310)
          at com.acme.CartRow.setPadding (CartRow.kt:52)
          at com.acme.CartRow.onSizeChanged (CartRow.kt:47)
          at android.view.View.sizeChange (View.java:24780)
          at android.view.View.layout (View.java:24621)
        @end
        """#),
    // Crashlytics' text without tabs.
    PostedForm(
      name: "crashlytics-fatal", reading: .loop(place: "CartRow.kt:52"),
      text: #"""
        Fatal Exception: java.lang.StackOverflowError
        stack size 8192KB
        @repeat 8
        android.view.View.setPadding (View.java:25310)
        com.acme.CartRow.setPadding (CartRow.kt:52)
        com.acme.CartRow.onSizeChanged (CartRow.kt:47)
        android.view.View.sizeChange (View.java:24780)
        android.view.View.layout (View.java:24621)
        @end
        """#),
    // A failure in JUnit XML with escaped characters.
    PostedForm(
      name: "junit-xml", reading: .loop(place: "CartRow.kt:52"),
      text: #"""
        <testcase name="cart"><failure message="stack size 8MB" type="java.lang.StackOverflowError">java.lang.StackOverflowError
        @repeat 8
        	at android.view.View.setPadding(View.java:25310)
        	at com.acme.CartRow.setPadding(CartRow.kt:52)
        	at com.acme.CartRow.onSizeChanged(CartRow.kt:47)
        	at android.view.View.sizeChange(View.java:24780)
        	at android.view.View.layout(View.java:24621)
        @end
        </failure></testcase>
        """#),
    // A stack in details and pre.
    PostedForm(
      name: "html-details", reading: .loop(place: "Badge.refit() (Badge.swift:58)"),
      text: #"""
        <details><summary>Stack</summary><pre><code>
        @repeat 6
        {n}   UIKitCore   0x00000001a3b2c4d5 -[UIView(Hierarchy) layoutBelowIfNeeded] + 296
        {n}   Shop   0x0000000104c2a1f8 Badge.refit() + 88 (Badge.swift:58)
        {n}   Shop   0x0000000104c2a2f8 Badge.layoutSubviews() + 40 (Badge.swift:31)
        {n}   UIKitCore   0x00000001a3b2d000 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2144
        @end
        </code></pre></details>
        """#),
    // GitHub Actions puts a time before each line.
    PostedForm(
      name: "actions-timestamps", reading: .loop(place: "CartRow.kt:52"),
      text: #"""
        @repeat 1
        2026-03-02T09:14:02.7319800Z java.lang.StackOverflowError: stack size 8192KB
        @end
        @repeat 8
        2026-03-02T09:14:02.7319800Z     at android.view.View.setPadding(View.java:25310)
        2026-03-02T09:14:02.7319800Z     at com.acme.CartRow.setPadding(CartRow.kt:52)
        2026-03-02T09:14:02.7319800Z     at com.acme.CartRow.onSizeChanged(CartRow.kt:47)
        2026-03-02T09:14:02.7319800Z     at android.view.View.layout(View.java:24621)
        @end
        """#),
    // Docker's name and bar before each line.
    PostedForm(
      name: "docker-prefix", reading: .loop(place: "split.js:88:12"),
      text: #"""
        web-1  | RangeError: Maximum call stack size exceeded
        @repeat 8
        web-1  |     at Window.dispatchEvent (node:internal/event_target:1)
        web-1  |     at SplitView.onResize (/app/split.js:88:12)
        @end
        """#),
    // Bt of lldb with optimized/inlined marks.
    PostedForm(
      name: "lldb-bt", reading: .loop(place: "Badge.swift:58:9"),
      text: #"""
        (lldb) bt 30
        * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=2, address=0x16b)
        @repeat 6
            frame #{n}: 0x00000001a3b2c4d5 UIKitCore`-[UIView(Hierarchy) layoutBelowIfNeeded] + 296
            frame #{n}: 0x0000000104c2a1f8 Shop`Badge.refit(self=0x0000000105012a00) at Badge.swift:58:9 [opt]
            frame #{n}: 0x0000000104c2a2f8 Shop`Badge.layoutSubviews(self=<unavailable>) at Badge.swift:31:5 [opt]
            frame #{n}: 0x00000001a3b2d000 UIKitCore`-[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2144
        @end
        """#),
    // Next's overlay: name and place in brackets.
    PostedForm(
      name: "next-overlay", reading: .loop(place: "use-size.ts:14:5"),
      text: #"""
        Error: Maximum update depth exceeded. This can happen when a component repeatedly calls setState inside componentWillUpdate or componentDidUpdate.
            at getRootForUpdatedFiber (webpack-internal:///(app-pages-browser)/./node_modules/next/dist/compiled/react-dom/cjs/react-dom-client.development.js:2500:11)
            at dispatchSetState (webpack-internal:///(app-pages-browser)/./node_modules/next/dist/compiled/react-dom/cjs/react-dom-client.development.js:7100:7)
            at useSize.useEffect (webpack-internal:///(app-pages-browser)/./src/use-size.ts:14:5)

        """#),
    // Xcode's console.
    PostedForm(
      name: "swiftui-onchange", reading: .loop(kind: "swiftui.change"),
      text: #"""
        onChange(of: CGSize) action tried to update multiple times per frame.
        onChange(of: CGSize) action tried to update multiple times per frame.
        """#),
    // LayoutChildren calls layout() of JavaFX.
    PostedForm(
      name: "javafx", reading: .loop(place: "Pane9.java:31"),
      text: #"""
        Exception in thread "JavaFX Application Thread" java.lang.StackOverflowError
        @repeat 9
        	at javafx.graphics/javafx.scene.Parent.layout(Parent.java:1204)
        	at com.acme.Pane9.refit(Pane9.java:31)
        	at com.acme.Pane9.layoutChildren(Pane9.java:20)
        @end
        """#),
  ]
}
