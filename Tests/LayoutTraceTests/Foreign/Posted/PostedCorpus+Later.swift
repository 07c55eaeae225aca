/// Texts of shapes that the readers had not seen when their readings were written down.
extension PostedCase {
  static let later: [PostedCase] =
    laterApple + laterAndroid + laterDotNet + laterScripts + laterLinux + laterFlutter

  private static let laterApple: [PostedCase] = [
    PostedCase(
      "UIKit", "jessesquires/JSQMessagesViewController/issues/1604",
      .loop(place: "ChatController.m:928", view: "ChatController"),
      "Crashed: com.apple.main-thread\n0   Foundation      0x2e8d6c90 -[NSISEngine _flushPendingRemovals] + 27\n"
        + rounds(
          5, from: 1,
          "  UIKit           0x3088088b -[UIView(AdditionalLayoutSupport) updateConstraintsIfNeeded] + 170",
          "  UIKit           0x307a1db3 -[UIView(Hierarchy) layoutBelowIfNeeded] + 334",
          "  Super App       0x205167 -[ChatController setToolbarGuideConstant:] (ChatController.m:928)",
          "  Super App       0x2025ed -[ChatController viewWillLayoutSubviews] (ChatController.m:311)",
          "  UIKit           0x3078cd17 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 314",
          "  QuartzCore      0x3040a62b -[CALayer layoutSublayers] + 142")),
    PostedCase(
      "AppKit", "liscio/ThinStrokes/issues/3", .hint("stack.nesting"),
      rounds(
        12, from: 80,
        " com.apple.AppKit                0x00007fff877f6305 -[NSView _layoutSubtreeWithOldSize:] + 966"
      ) + "\n" + """
        97  com.apple.AppKit                0x00007fff877f5d60 -[NSView layoutSubtreeIfNeeded] + 885
        98  com.apple.AppKit                0x00007fff876ffd56 -[NSView _sendViewWillDrawInRect:clipRootView:] + 47
        99  com.apple.AppKit                0x00007fff876b9f1a -[NSView displayIfNeeded] + 1216
        """),
    PostedCase(
      "AppKit", "fork-dev/Tracker/issues/2476", .hint("stack.none"),
      """
      Thread 0:
      0   libsystem_malloc.dylib         \t       0x1855dd198 _xzm_xzone_malloc_tiny + 88
      1   CoreFoundation                 \t       0x1857fb790 _CFRuntimeCreateInstance + 496
      2   AppKit                         \t       0x189ca89f0 -[NSImageView alignmentRectInsets] + 68
      3   AppKit                         \t       0x18ac25298 _nsis_frameInEngine + 1332
      4   AppKit                         \t       0x189c685ec -[NSView layout] + 636
      5   AppKit                         \t       0x189c8b604 -[NSTableCellView layout] + 88
      6   AppKit                         \t       0x189fbf500 0x189c25000 + 3777792
      7   AppKit                         \t       0x189fbf4e4 0x189c25000 + 3777764
      """),
    PostedCase(
      "AppKit", "zenangst/KeyboardCowboy/issues/582", .hint("stack.nesting"),
      #"{"asiBacktraces":["24  AppKit        0x000000019332965c NSPerformVisuallyAtomicChange + 108\n"#
        + (0..<8).map { round in
          #"\#(25 + round * 3)  AppKit        0x000000019332de60 -[NSView _layoutSubtreeWithOldSize:] + 100\n"#
            + #"\#(26 + round * 3)  AppKit        0x0000000193d98c9c __36-[NSView _layoutSubtreeWithOldSize:]_block_invoke + 696\n"#
            + #"\#(27 + round * 3)  AppKit        0x000000019332965c NSPerformVisuallyAtomicChange + 108\n"#
        }.joined() + #""]}"#),
    PostedCase(
      "SwiftUI", "osaurus-ai/osaurus/issues/1715", .hint(nil),
      """
      Event:            hang
      Duration:         12.1s
      Heaviest stack for the main thread of the target process:
        23  specialized GraphHost.runTransaction(_:do:id:) + 368 (SwiftUICore + 8275872) [0x23b9a37a0]
        23  AG::Subgraph::update(unsigned int) + 972 (AttributeGraph + 117848) [0x1c4a49c58]
        9   LayoutEngineBox.sizeThatFits(_:) + 144 (SwiftUICore + 11076584) [0x23bc4f3e8]
        9   UnaryLayoutEngine.sizeThatFits(_:) + 836 (SwiftUICore + 7101476) [0x2399e7c24]
        9   LayoutProxy.size(in:) + 252 (SwiftUICore + 4812356) [0x2397b8e44]
        9   LayoutEngineBox.sizeThatFits(_:) + 144 (SwiftUICore + 11076584) [0x23bc4f3e8]
        9   UnaryLayoutEngine.sizeThatFits(_:) + 836 (SwiftUICore + 7101476) [0x2399e7c24]
        9   LayoutProxy.size(in:) + 252 (SwiftUICore + 4812356) [0x2397b8e44]
        9   LayoutEngineBox.sizeThatFits(_:) + 144 (SwiftUICore + 11076584) [0x23bc4f3e8]
      """),
    PostedCase(
      "SwiftUI", "EmergeTools/Pow/issues/63", .loop(place: "Badge.swift:31", view: nil),
      """
      === AttributeGraph: cycle detected through attribute 96264 ===
      * thread #1, queue = 'com.apple.main-thread', stop reason = breakpoint 1.1
        * frame #0: 0x00000001ca8f0a2c AttributeGraph`AG::Graph::print_cycle(AG::data::ptr<AG::Node>) const
          frame #1: 0x00000001ca8fd2d4 AttributeGraph`AG::Graph::UpdateStack::update() + 524
          frame #2: 0x00000001ca91b3c8 AttributeGraph`AGGraphGetValue + 240
          frame #3: 0x00000001ca456d5c SwiftUI`SwiftUI.DynamicLayoutViewAdaptor.updatedItems() -> Swift.Optional<SwiftUI.ViewList> + 72
          frame #4: 0x0000000100456d5c Shop`Badge.body.getter at Badge.swift:31:9
      """),
    PostedCase(
      "UIKit", "lionheart/openradar-mirror/issues/15769",
      .loop(place: "GridController.swift:57", view: "GridController"),
      "(lldb) bt\n* thread #1: tid = 0x35d28, 0x000000010ebfe1ab Shop`GridController, stop reason = EXC_BAD_ACCESS\n"
        + rounds(
          4, mark: "    frame #",
          "0x000000010fe4856c UIKit`-[UICollectionView _updateVisibleCellsNow:] + 492",
          "0x000000010fe4b009 UIKit`-[UICollectionView layoutSubviews] + 222",
          "0x000000010fe2cf51 UIKit`-[UIView(Hierarchy) layoutBelowIfNeeded] + 445",
          "0x000000010ebfe1ab Shop`GridController.collectionView(collectionView=0x00007f9ce301f800, section=0, self=0x00007f9ce280c530) -> Int + 27 at GridController.swift:57",
          "0x000000010ebfe232 Shop`@objc GridController.collectionView(UICollectionView, numberOfItemsInSection : Int) -> Int + 66 at GridController.swift:0"
        ).replacing(" 0x000000010fe4856c", with: ": 0x000000010fe4856c")),
    PostedCase(
      "UIKit", "hackiftekhar/IQKeyboardManager/issues/2157",
      .loop(place: nil, view: "PageStrip"),
      "Thread 1: Fatal error: <PageStrip 0x13f339c50> is stuck in a recursive layout loop. This can happen when "
        + "self-sizing views do not return consistent sizes, or the collection view's frame/bounds/contentOffset "
        + "is being constantly adjusted. To debug this issue, check the Console app for logs in the "
        + "\"UICollectionViewFeedbackLoopDebugger\" category."),
    PostedCase(
      "UIKit", "xmtplabs/convos-ios/issues/1349",
      .loop(place: "MessageLayout.swift:694", view: "MessageGrid"),
      """
      Reproduced as a SIGTRAP after opening the conversation view.
      ```
      0  UIKitCore  0x1 -[UICollectionView _setNeedsVisibleCellsUpdate:withLayoutAttributes:] + 468
      1  UIKitCore  0x2 -[UICollectionView _invalidateLayoutWithContext:] + 1288
      2  Chat  0x3 MessageLayout.invalidateLayout(with:) + 920 (MessageLayout.swift:694)
      3  UIKitCore  0x4 -[UICollectionView _updateVisibleCellsNow:] + 1
      4  Chat  0x5 MessageGrid.layoutSubviews() + 20 (MessageGrid.swift:26)
      5  UIKitCore  0x1 -[UICollectionView _setNeedsVisibleCellsUpdate:withLayoutAttributes:] + 468
      6  UIKitCore  0x2 -[UICollectionView _invalidateLayoutWithContext:] + 1288
      7  Chat  0x3 MessageLayout.invalidateLayout(with:) + 920 (MessageLayout.swift:694)
      8  UIKitCore  0x4 -[UICollectionView _updateVisibleCellsNow:] + 1
      9  Chat  0x5 MessageGrid.layoutSubviews() + 20 (MessageGrid.swift:26)
      ```
      (frames repeated 100 times)
      """),
    PostedCase(
      "UIKit", "ericberman/MyFlightbookiOS/issues/379", .hint("uikit.zero"),
      "Warning once only: Detected a case where constraints ambiguously suggest a height of zero for a table view "
        + "cell's content view. We're considering the collapse unintentional and using standard height instead. "
        + "Cell: <Shop.HeaderCell: 0x1042e4a00; baseClass = UITableViewCell; frame = (0 102; 402 80); autoresize = W>"
    ),
    PostedCase(
      "UIKit", "FlowCrypt/flowcrypt-ios/issues/683", .hint("uikit.outside"),
      "> 2021-10-16 21:15:33.943912+0200 Mail[1835:613356] [TableView] Warning once only: UITableView was told to "
        + "layout its visible cells and other contents without being in the view hierarchy (the table view or one "
        + "of its superviews has not been added to a window). Table view: <MailTable: 0x10784e200; baseClass = "
        + "UITableView; frame = (0 0; 320 693)>"),
    PostedCase(
      "UIKit", "WenchaoD/FSPagerView/issues/372", .hint("uikit.zero"),
      "Warning once only: Detected a case where constraints ambiguously suggest a size of zero for a collection view "
        + "cell's content view. We're considering the collapse unintentional and using standard size instead. "
        + "Cell: <Shop.PageCell: 0x1042e4a00; baseClass = UICollectionViewCell; frame = (0 0; 50 50)>"
    ),
  ]

  private static let laterAndroid: [PostedCase] = [
    PostedCase(
      "Android", "wasabeef/richeditor-android/issues/94",
      .loop(place: "NoteEditor.java:200", view: "NoteEditor"),
      "Caused by: java.lang.StackOverflowError\n"
        + again(
          3,
          "\tat jp.shop.note.NoteEditor.setPaddingRelative(NoteEditor.java:207)",
          "\tat android.view.View.setPadding(View.java:14507)",
          "\tat android.view.ViewGroup.setPadding(ViewGroup.java:2646)",
          "\tat jp.shop.note.NoteEditor.setPadding(NoteEditor.java:200)") + "\n..."),
    PostedCase(
      "Android", "wasabeef/richeditor-android/issues/34",
      .loop(place: "NoteEditor.java:227", view: "NoteEditor"),
      "Using library version 0.3 on Android 4.0.4, this is the exception:\n\n"
        + again(
          3,
          "android.view.View.setPadding (View.java:11973)",
          "android.view.ViewGroup.setPadding (ViewGroup.java:2377)",
          "jp.shop.note.NoteEditor.setPadding (NoteEditor.java:227)\t",
          "jp.shop.note.NoteEditor.setPaddingRelative (NoteEditor.java:234)")
        + "\n\nloop goes on until StackOverflowError exception"),
    PostedCase(
      "Android", "lankton/android-flowlayout/issues/4", .hint("stack.other"),
      "05-08 11:40:32.389 2226-2226/club.shop.app D/Error: ERR: stack=java.lang.StackOverflowError: stack size 8MB\n"
        + "                                                at cn.shop.wrap.WrapBox.sortToFit(WrapBox.java:218)\n"
        + again(
          12,
          "                                                at cn.shop.wrap.WrapBox.sortToFit(WrapBox.java:266)"
        )),
    PostedCase(
      "Android", "bingoogolapple/BGASwipeBackLayout-Android/issues/176", .hint(nil),
      "java.lang.StackOverflowError\n"
        + again(
          14,
          "\tat android.view.ViewGroup.resetResolvedLayoutDirection(ViewGroup.java:5751)")),
    PostedCase(
      "Android", "qqq3/good-weather/issues/50", .hint(nil),
      "05-29 23:42:24.440 20601 20601 E AndroidRuntime: FATAL EXCEPTION: main\n"
        + again(
          5,
          "05-29 23:42:24.445 20601 20601 E AndroidRuntime: \tat android.view.ViewGroup.layout(ViewGroup.java:5577)",
          "05-29 23:42:24.445 20601 20601 E AndroidRuntime: \tat android.widget.FrameLayout.layoutChildren(FrameLayout.java:323)",
          "05-29 23:42:24.445 20601 20601 E AndroidRuntime: \tat android.widget.FrameLayout.onLayout(FrameLayout.java:261)",
          "05-29 23:42:24.445 20601 20601 E AndroidRuntime: \tat android.view.View.layout(View.java:17663)"
        )),
    PostedCase(
      "Android", "nickbutcher/plaid/issues/69", .loop(place: "FeedAdapter.java:633", view: nil),
      """
      Process: io.shop, PID: 8269
                                            java.lang.IllegalStateException: Cannot call this method while RecyclerView is computing a layout or scrolling
                                                at android.support.v7.widget.RecyclerView.assertNotInLayoutOrScroll(RecyclerView.java:2161)
                                                at android.support.v7.widget.RecyclerView$RecyclerViewDataObserver.onItemRangeInserted(RecyclerView.java:4275)
                                                at android.support.v7.widget.RecyclerView$Adapter.notifyItemInserted(RecyclerView.java:5850)
                                                at io.shop.ui.FeedAdapter.dataStartedLoading(FeedAdapter.java:633)
                                                at io.shop.data.DataManager.loadStarted(DataManager.java:73)
      """),
    PostedCase(
      "Android", "umano/AndroidSlidingUpPanel/issues/900", .hint("stack.hang"),
      """
      ANR in com.shop (com.shop/.MainActivity)
      "main" prio=5 tid=1 Native
        | group="main" sCount=1 dsCount=0 obj=0x73186e48 self=0xb40000739b442c00
        native: #22 pc 0000000000cf0e50  /data/dalvik-cache/arm64/system@framework@boot.oat (Java_android_graphics_Paint_nGetRunAdvance__JJ_3CIIIIZI+220)
        at android.graphics.Paint.nGetRunAdvance(Native method)
        at android.text.TextLine.measure(TextLine.java:287)
        at android.widget.TextView.onMeasure(TextView.java:7336)
        at android.view.View.measure(View.java:20208)
        at android.support.constraint.ConstraintLayout.a(SourceFile:934)
        at com.shop.panel.SlidePanel.onMeasure(SlidePanel.java:797)
        at android.view.View.measure(View.java:20208)
      """),
    PostedCase(
      "Android", "alibaba/AndFix/issues/154", .hint(nil),
      again(
        3,
        "03-26 11:23:23.667 2158-2168/news.shop.com.shop A/art: art/runtime/runtime.cc:284]   at android.widget.LinearLayout.measureVertical(LinearLayout.java:722)",
        "03-26 11:23:23.667 2158-2168/news.shop.com.shop A/art: art/runtime/runtime.cc:284]   at android.widget.LinearLayout.onMeasure(LinearLayout.java:613)",
        "03-26 11:23:23.667 2158-2168/news.shop.com.shop A/art: art/runtime/runtime.cc:284]   at android.view.View.measure(View.java:17430)"
      )),
    PostedCase(
      "JavaFX", "CommonWealthRobotics/BowlerStudio/issues/290", .hint(nil),
      "java.lang.StackOverflowError\n"
        + again(
          5,
          "\tat javafx.scene.Parent.requestParentLayout(Parent.java:895)",
          "\tat javafx.scene.Parent.markDirtyLayout(Parent.java:863)",
          "\tat javafx.scene.Parent.requestLayout(Parent.java:879)")
        + "\n\tat com.sun.javafx.scene.control.skin.TreeViewSkin.lambda$new$12(TreeViewSkin.java:166)"
    ),
    PostedCase(
      "JavaFX", "mkpaz/devtoolsfx/issues/8", .loop(place: "ToolPane.java:88", view: "ToolPane"),
      "Exception in thread \"JavaFX Application Thread\" java.lang.StackOverflowError\n"
        + again(
          4,
          "\tat javafx.graphics@25/javafx.scene.Parent.requestLayout(Parent.java:1031)",
          "\tat com.shop.tools/com.shop.tools.ToolPane.layoutChildren(ToolPane.java:88)",
          "\tat javafx.graphics@25/javafx.scene.Parent.layout(Parent.java:1208)")),
  ]

  private static let laterDotNet: [PostedCase] = [
    PostedCase(
      "WinForms", "adventuregamestudio/ags/issues/781",
      .loop(place: "DockPane.SetContentBounds", view: "DockPane"),
      "> System.StackOverflowException\n"
        + again(
          3,
          ">    at System.Windows.Forms.Control.SetBoundsCore(Int32 x, Int32 y, Int32 width, Int32 height, BoundsSpecified specified)",
          ">    at System.Windows.Forms.Control.set_Bounds(Rectangle value)",
          ">    at Shop.Docking.DockPane.SetContentBounds()",
          ">    at Shop.Docking.DockPane.OnLayout(LayoutEventArgs levent)",
          ">    at System.Windows.Forms.Control.PerformLayout(LayoutEventArgs args)",
          ">    at System.Windows.Forms.Control.OnResize(EventArgs e)")),
    PostedCase(
      "WinForms", "repetier/Repetier-Host/issues/355",
      .loop(place: "GridPane.cs:1098", view: "GridPane"),
      "Stack overflow in unmanaged: IP: 0x40da8950\n"
        + again(
          3,
          "  at System.Windows.Forms.Control.SetBoundsCore (Int32 x, Int32 y, Int32 width, Int32 height, BoundsSpecified specified) <0x40da8910 + 0x0002d> in <filename unknown>:0 ",
          "  at (wrapper remoting-invoke-with-check) System.Windows.Forms.Control:SetBoundsInternal (int,int,int,int,System.Windows.Forms.BoundsSpecified)",
          "  at System.Windows.Forms.Control.set_Width (Int32 value) [0x00000] in <filename unknown>:0 ",
          "  at Shop.Grid.GridPane.OnResize (System.EventArgs e) [0x00006] in /home/build/Shop/GridPane.cs:1098 ",
          "  at System.Windows.Forms.Control.OnSizeChanged (System.EventArgs e) [0x00006] in /home/build/Control.cs:6226 "
        )),
    PostedCase(
      "WPF", "MicrosoftEdge/WebView2Feedback/issues/1568",
      .loop(place: "Tafel.xaml.cs:42", view: "Tafel"),
      "Unbehandelte Ausnahme: System.StackOverflowException\n"
        + again(
          3,
          "   bei System.Windows.UIElement.UpdateLayout()",
          "   bei Laden.Tafel.ArrangeOverride(Size finalSize) in C:\\Quellen\\Laden\\Tafel.xaml.cs:Zeile 42.",
          "   bei System.Windows.FrameworkElement.ArrangeCore(Rect finalRect)",
          "   bei System.Windows.UIElement.Arrange(Rect finalRect)")),
    PostedCase(
      "WPF", "dotnet/winforms/pull/9411", .loop(place: "Pane:31", view: "Pane"),
      "PresentationCore.dll!System.Windows.UIElement.UpdateLayout()\tUnknown\n"
        + " \tShop.dll!Shop.Pane.ArrangeOverride(System.Windows.Size size) Line 31\tC#\n"
        + " \tPresentationCore.dll!System.Windows.UIElement.Arrange(System.Windows.Rect finalRect)\tUnknown\n"
        + " \t[The 3 frame(s) above this were repeated 9584 times]\t\n"
        + " \tPresentationCore.dll!System.Windows.UIElement.UpdateLayout()\tUnknown\n"),
    PostedCase(
      "WPF", "xceedsoftware/wpftoolkit/issues/1276",
      .loop(place: "ColumnPane.cs:245", view: "ColumnPane"),
      "System.StackOverflowException\n"
        + again(
          3,
          "PresentationCore.dll!System.Windows.UIElement.UpdateLayout()",
          "Shop.Grid.dll!Shop.Grid.ColumnPane.OnSizeChanged(object sender = {Shop.Grid.Context}, System.EventArgs e = {System.EventArgs}) Line 245",
          "\tat D:\\Projects\\shop\\Src\\Grid\\ColumnPane.cs(245)",
          "PresentationFramework.dll!System.Windows.FrameworkElement.OnRenderSizeChanged(System.Windows.SizeChangedInfo info)"
        )),
    PostedCase(
      "MAUI", "dotnet/maui/pull/8569", .loop(place: "HeaderHost.cs:108", view: "HeaderHost"),
      "System.StackOverflowException: Exception of type 'System.StackOverflowException' was thrown.\n"
        + again(
          3,
          "   at UIKit.UIView.LayoutIfNeeded() in /Users/builder/src/build/UIKit/UIView.g.cs:line 1302",
          "   at Shop.HeaderHost.LayoutSubviews() in /src/Shop/HeaderHost.cs:line 108",
          "   at Microsoft.Maui.Platform.LayoutView.LayoutSubviews()")),
    PostedCase(
      "WinUI", "microsoft/microsoft-ui-xaml/issues/3989", .loop(place: nil, view: nil),
      "  | ◢ Exception | {\"A cycle occurred while laying out the GUI.\"} | System.Exception "
        + "{Windows.UI.Xaml.LayoutCycleException}\n  | HResult | -2144665580 | int"),
    PostedCase(
      "WinUI", "microsoft/microsoft-ui-xaml/issues/6637",
      .loop(place: "Pane.xaml.cs:77", view: nil),
      """
      System.Runtime.InteropServices.COMException (0x802B0014): Layout cycle detected.  Layout could not complete.
         at WinRT.ExceptionHelpers.<ThrowExceptionForHR>g__Throw|20_0(Int32 hr)
         at ABI.Microsoft.UI.Xaml.IUIElementMethods.UpdateLayout(IObjectReference _obj)
         at Shop.Pane.OnSizeChanged(Object sender, SizeChangedEventArgs e) in C:\\src\\Pane.xaml.cs:line 77
      """),
  ]

  private static let laterScripts: [PostedCase] = [
    PostedCase(
      "React", "withspectrum/spectrum/issues/5319", .loop(place: "Home.tsx:12", view: "Sheet"),
      """
      01-30 17:39:01.702  9741  8611 E ReactNativeJS: Invariant Violation: Maximum update depth exceeded. This can happen when a component repeatedly calls setState inside componentWillUpdate or componentDidUpdate.
      01-30 17:39:01.703  9741  8611 E ReactNativeJS:
      01-30 17:39:01.703  9741  8611 E ReactNativeJS: This error is located at:
      01-30 17:39:01.703  9741  8611 E ReactNativeJS:     in RCTView (at View.js:45)
      01-30 17:39:01.703  9741  8611 E ReactNativeJS:     in View (at createAnimatedComponent.js:151)
      01-30 17:39:01.703  9741  8611 E ReactNativeJS:     in Sheet (at Home.tsx:12)
      01-30 17:39:01.703  9741  8611 E ReactNativeJS:     in Home (at App.tsx:20)
      """),
    PostedCase(
      "React", "TrainLCD/MobileApp/issues/4494",
      .loop(place: "main.jsbundle:453816:25", view: "TrackBox"),
      """
      Maximum update depth exceeded. This can happen when a component repeatedly calls setState inside componentWillUpdate or componentDidUpdate.
      at TrackBox (/Volumes/workspace/DerivedData/Build/Release-iphoneos/main.jsbundle:453816:25)
      at RCTView (<anonymous>)
      at anonymous (/Volumes/workspace/DerivedData/Build/Release-iphoneos/main.jsbundle:69945:43)
      """),
    PostedCase(
      "React", "adrianhajdin/react_native-restate/issues/13",
      .loop(place: nil, view: "CardStack"),
      """
      (NOBRIDGE) ERROR  Warning: Error: Maximum update depth exceeded. This can happen when a component repeatedly calls setState inside componentWillUpdate or componentDidUpdate.

      This error is located at:
          in CardStack
          in Unknown (created by RootBox)
          in RootBox
          in Suspense (created by Route())
      """),
    PostedCase(
      "React", "Opla/opla/issues/1421", .loop(place: nil, view: nil),
      "[Error] Error: Maximum update depth exceeded. This can happen when a component repeatedly calls setState.\n"
        + "getRootForUpdatedFiber\ndispatchSetState\nsetRef\nforEach\n"
        + again(4, "commitMutationEffectsOnFiber", "recursivelyTraverseMutationEffects")),
    PostedCase(
      "React", "Plant-for-the-Planet-org/treecounter-app/issues/2506",
      .loop(place: nil, view: nil),
      "**Error** in **node_modules/react-native/Libraries/Renderer/implementations/ReactNativeRenderer-prod.js:5390**\n"
        + "Maximum update depth exceeded. React limits the number of nested updates.\n\n## Stacktrace\n\n"
        + "    node_modules/react-native/Libraries/Renderer/implementations/ReactNativeRenderer-prod.js:5390 - "
        + "scheduleUpdateOnFiber\n"),
    PostedCase(
      "browsers", "w3c/csswg-drafts/issues/5248", .loop(place: nil, view: nil),
      "[18212:18216:1013/091402.731120:ERROR:CONSOLE(0)] \"ResizeObserver loop completed with undelivered "
        + "notifications.\", source: http://localhost:3000/board (0)"),
    PostedCase(
      "browsers", "MetaMask/metamask-extension/pull/39640", .loop(place: nil, view: nil),
      #"{"log":{"version":"1.2","pages":[{"id":"page_1","title":"http://localhost/","_consoleMessages":"#
        + #"[{"type":"error","text":"Error: ResizeObserver loop limit exceeded\n    at http://localhost/a.js:1:2","#
        + #""url":"http://localhost/"}]}],"entries":[]}}"#),
    PostedCase(
      "browsers", "inuyaksa/jquery.nicescroll/issues/65",
      .loop(place: "scroller.js:1202:14", view: nil),
      "InternalError: too much recursion\n"
        + again(
          4, "trigger@http://shop.test/js/jquery.js:3:46",
          "resizeScroller@http://shop.test/js/scroller.js:1202:14",
          "onResize@http://shop.test/js/scroller.js:1188:9")),
    PostedCase(
      "Vue", "vuestorefront/shopify/issues/72", .loop(place: nil, view: "Product"),
      """
      [Vue warn]: You may have an infinite update loop in a component render function.

      found in

      ---> <Product>
             <Nuxt>
               <DefaultLayout> at layouts/default.vue
      """),
  ]

  private static let laterLinux: [PostedCase] = [
    PostedCase(
      "GTK", "Seafoam-Labs/Shelly-ALPM/issues/970", .loop(place: nil, view: nil),
      """
      shelly[811]: gdk-frame-clock: layout continuously requested, giving up after 4 tries
      shelly[811]: Trying to snapshot GtkFrame 0x55d without a current allocation
      kernel: shelly[811]: segfault at 0 ip 00007f error 6 in libgtk-4.so.1.2200.4
      #0  n/a (libgtk-4.so.1 + 0x248850)
      #1  gtk_widget_measure (libgtk-4.so.1 + 0x247219)
      #2  n/a (libgtk-4.so.1 + 0xc294a)
      #3  gtk_layout_manager_measure (libgtk-4.so.1 + 0x19823d)
      """),
    PostedCase(
      "GTK", "f-spot/f-spot/pull/14", .loop(place: nil, view: nil),
      "(f-spot:2210): Gdk-WARNING **: gdk-frame-clock: layout continuously requested, giving up after 4 tries"
    ),
    PostedCase(
      "Qt Quick", "mozilla-mobile/mozilla-vpn-client/issues/1773",
      .loop(place: "TourPopup.qml:10:18", view: "FeatureTour"),
      "[08.09.2021 18:50:32.569] Warning: qrc:/ui/components/TourPopup.qml:10:18: QML FeatureTour: Binding loop "
        + "detected for property \"implicitHeight\" (TourPopup.qml:10)"),
    PostedCase(
      "Qt Quick", "rschroll/beru/issues/17", .loop(place: nil, view: "Page"),
      "When I scroll the list I get a zillion errors of QML Page: Binding loop detected for property \"height\". I "
        + "think the code is using Page a bit wrong."),
    PostedCase(
      "Swift on Linux", "swiftlang/swift/pull/66801",
      .loop(place: "Feed.swift:31:9", view: "Feed"),
      "*** Program crashed: Bad pointer dereference at 0x00007ffce5f2fff8 ***\n\nThread 0 \"Shop\" crashed:\n\n"
        + rounds(
          6,
          "[ra]          0x000055d5a3b1c2f4 View.layoutIfNeeded() + 211 in Shop at /src/deps/ViewTree/View.swift:90:5",
          "[ra]          0x000055d5a3b1a0c1 Feed.layoutSubviews() + 44 in Shop at /src/Shop/Feed.swift:31:9",
          "[ra]          0x000055d5a3b1b1d2 View.layoutOnce() + 99 in Shop at /src/deps/ViewTree/View+Layout.swift:12:5"
        ) + "\n..."),
  ]

  private static let laterFlutter: [PostedCase] = [
    PostedCase(
      "Flutter", "Stacked-Org/stacked/issues/1184",
      .loop(place: "home.dart:31:9", view: "Overlay"),
      """
      ════════ Exception caught by widgets library ═══════════════════════════════════
      setState() or markNeedsBuild() called during build.
      This Overlay widget cannot be marked as needing to build because the framework is already in the process
      When the exception was thrown, this was the stack
      dart-sdk/lib/_internal/js_dev_runtime/private/ddc_runtime/errors.dart 288:49      throw_
      package:flutter/src/widgets/framework.dart 4549:9                                 <fn>
      package:flutter/src/widgets/framework.dart 4563:14                                markNeedsBuild
      package:flutter/src/widgets/framework.dart 1182:15                                setState
      package:shop/home.dart 31:9                                                       build
      package:flutter/src/widgets/framework.dart 4569:28                                build
      """),
    PostedCase(
      "Flutter", "fleaflet/flutter_map/issues/2193", .loop(place: nil, view: "MapPane"),
      """
      ═══════ Exception caught by foundation library ════════════════════════════════
      The following assertion was thrown while dispatching notifications for MapController:
      setState() or markNeedsBuild() called during build.
      This MapPane widget cannot be marked as needing to build because the framework is already in the process of building widgets.
      """),
  ]
}
