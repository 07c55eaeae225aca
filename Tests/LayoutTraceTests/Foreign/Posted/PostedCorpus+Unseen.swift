/// Texts of shapes that the readers had not seen when their readings were written down: Apple's systems.
extension PostedCase {
  static let unseen: [PostedCase] =
    unseenApple + unseenAndroid + unseenDotNet + unseenWeb + unseenFlutter + unseenLinux

  private static let unseenApple: [PostedCase] = [
    // Mangled as Swift 3 did, in a report of Interface Builder: the override lays itself out.
    PostedCase(
      "UIKit", "LunAppsMobile/LUNField/issues/2",
      .loop(place: "PlateView.layoutSubviews", view: "PlateView"),
      expanded(
        #"""
        Process:               IBDesignablesAgentCocoaTouch [10402]
        Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_PROTECTION_FAILURE at 0x00007fff50e94ff8
        --> STACK GUARD            00007fff4d695000-00007fff50e95000 [ 56.0M] ---/rwx SM=NUL  stack guard for thread 0

        Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
        0   libsystem_malloc.dylib        	0x000000010d7cbf42 szone_malloc_should_clear + 18
        @repeat 9
        {n}   com.apple.UIKit               	0x0000000106b5a1d2 -[UIView(Hierarchy) layoutBelowIfNeeded] + 1429
        {n}   org.cocoapods.Plates          	0x0000000115d0ab12 _TFC6Plates9PlateView14layoutSubviewsfT_T_ + 210
        {n}   org.cocoapods.Plates          	0x0000000115d0abf2 _TToFC6Plates9PlateView14layoutSubviewsfT_T_ + 34
        {n}   com.apple.UIKit               	0x0000000106b6a25a -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 1237
        {n}   com.apple.QuartzCore          	0x000000010b5a59ac -[CALayer layoutSublayers] + 153
        @end
        """#)),
    // Copied from Xcode's list of threads: tabs, no libraries, whole paths.
    PostedCase(
      "UIKit", "rajdeep/proton/pull/80", .loop(place: "NoteView.swift:88", view: "NoteView"),
      expanded(
        #"""
        Thread 1 Queue : com.apple.main-thread (serial)
        @repeat 5
        #{n}	0x00000001850f0a44 in -[UIView(Hierarchy) layoutBelowIfNeeded] ()
        #{n}	0x0000000104b2c1f0 in NoteView.relayout(range:) at /Users/me/dev/Notes/Sources/NoteView.swift:88
        #{n}	0x0000000104b2d2a4 in NoteAttachment.bounds.didset at /Users/me/dev/Notes/Sources/NoteAttachment.swift:140
        #{n}	0x0000000104b2e5c8 in NoteView.layoutSubviews() at /Users/me/dev/Notes/Sources/NoteView.swift:61
        #{n}	0x0000000104b2e5f0 in @objc NoteView.layoutSubviews() ()
        #{n}	0x0000000185102f00 in -[UIView(CALayerDelegate) layoutSublayersOfLayer:] ()
        @end
        """#)),
    // The exception's stack holds one function of the app, mangled.
    PostedCase(
      "UIKit", "OneBusAway/onebusaway-ios/issues/595",
      .loop(place: "TripList.collapse", view: "TripList"),
      expanded(
        #"""
        2022-08-13 23:23:54.617181-0700 App[12982:297561] *** Assertion failure in -[Trips.TripList _setNeedsVisibleCellsUpdate:withLayoutAttributes:], UICollectionView.m:1738
        2022-08-13 23:23:54.637860-0700 App[12982:297561] *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'UICollectionView (<Trips.TripList 0x139832400>) is stuck in its update/layout loop. This can happen for many reasons, including self-sizing views whose preferred attributes are not returning a consistent size. To debug this issue, check the Console app for logs in the "UICollectionViewRecursion" category.'
        *** First throw call stack:
        (
        	0   CoreFoundation                      0x000000018040c858 __exceptionPreprocess + 172
        	1   libobjc.A.dylib                     0x000000018005131c objc_exception_throw + 56
        	2   Foundation                          0x0000000180b09108 _userInfoForFileAndLine + 0
        	3   UIKitCore                           0x0000000111569d10 -[UICollectionView _setNeedsVisibleCellsUpdate:withLayoutAttributes:] + 440
        	4   UIKitCore                           0x0000000111596c00 -[UICollectionView _invalidateLayoutWithContext:] + 1300
        	5   Trips                               0x0000000104e6f78c $s5Trips8TripListC8collapseyyF + 920
        	6   UIKitCore                           0x0000000111ee1e34 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2144
        )
        libc++abi: terminating with uncaught exception of type NSException
        """#)),
    // A sentence that somebody wrapped at the width of a page.
    PostedCase(
      "UIKit", "airbnb/MagazineLayout/pull/107", .loop(place: nil, view: "GridView"),
      expanded(
        #"""
        This PR fixes an iOS 15+ layout loop crash.

        ```
        NSInternalInconsistencyException: UICollectionView (<Shop.GridView 0x110affa00>) is stuck in
        its update/layout loop. This can happen for many reasons, including self-sizing views whose preferred attributes are
        not returning a consistent size. To debug this issue, check the Console app for logs in the "UICollectionViewRecursion" category.
        ```
        """#)),
    // A view inside itself: the tree is broken, and nothing lays out again and again.
    PostedCase(
      "UIKit", "CommunityToolkit/Maui/pull/1813", .hint(nil),
      expanded(
        #"""
        *** Terminating app due to uncaught exception 'CALayerInvalid', reason: 'layer <CALayer: 0x307683a80> is a part of cycle in its layer tree'
        *** First throw call stack:
        (0x1a7476b28 0x19f346f78 0x1a74fc2a4 0x1a8a50020 0x1a8a50070 0x1a8a50070 0x1a8a50070 0x1a8a4f9b0 0x1a8adb534)
        """#)),
    // A hint with the stack of the breakpoint.
    PostedCase(
      "UIKit", "kazuhiro4949/PagingKit/issues/125", .hint("uikit.outside"),
      expanded(
        #"""
        >[TableView] Warning once only: UITableView was told to layout its visible cells and other contents without being in the view hierarchy (the table view or one of its superviews has not been added to a window). This may cause bugs by forcing views inside the table view to load and perform layout without accurate information. Make a symbolic breakpoint at UITableViewAlertForLayoutOutsideViewHierarchy to catch this in the debugger and see what caused this to occur. Table view: <UITableView: 0x7f8cd8862e00; frame = (0 0; 375 559); clipsToBounds = YES; layer = <CALayer: 0x600003ddbba0>; contentOffset: {0, 0}>

        Following the instructions and adding a symbolic breakpoint shows stops in:
        #0	0x00007fff48ea2b1a in UITableViewAlertForLayoutOutsideViewHierarchy ()
        #1	0x00007fff48ea3b22 in -[UITableView _updateVisibleCellsNow:] ()
        #2	0x00007fff490c1e54 in -[UIView(Hierarchy) layoutBelowIfNeeded] ()
        #3	0x000000010d1f2a80 in PagesController.load(first:) at /Users/me/Pages/PagesController.swift:231
        """#)),
    // A crash in the layout engine, of another cause.
    PostedCase(
      "UIKit", "googlemaps/google-maps-ios-utils/issues/294", .hint("stack.none"),
      expanded(
        #"""
        Exception Type:  EXC_BREAKPOINT (SIGTRAP)
        Exception Codes: 0x0000000000000001, 0x00000001a9d2d6e0
        Triggered by Thread:  3

        Last Exception Backtrace:
        0   CoreFoundation                	0x1aa0cc5f0 __exceptionPreprocess + 224
        1   libobjc.A.dylib               	0x1a9deebcc objc_exception_throw + 55
        2   Foundation                    	0x1aa5a3dac _AssertAutolayoutOnAllowedThreadsOnly + 419
        3   Foundation                    	0x1aa3b0c2c -[NSISEngine _optimizeWithoutRebuilding] + 67
        4   Foundation                    	0x1aa3b0b48 -[NSISEngine optimize] + 107
        5   Maps                          	0x104c1f0a0 -[MarkerRenderer animateCluster:] (MarkerRenderer.m:204)
        """#)),
    // Autoresizing goes down a tree: a frame is set once per level.
    PostedCase(
      "UIKit", "rechsteiner/Parchment/issues/527", .hint(nil),
      expanded(
        #"""
        49  UIKitCore                      0x1c0a347fc -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 2144
        51  QuartzCore                     0x1c2fde5ec CA::Layer::layout_if_needed(CA::Transaction*) + 468
        52  UIKitCore                      0x1c0a20ac8 -[UIView(Hierarchy) layoutBelowIfNeeded] + 540
        @repeat 5
        {n}  UIKitCore                      0x1c0a1803c -[UIView(Geometry) setFrame:] + 836
        {n}  UIKitCore                      0x1c0a19ee4 -[UIView(Geometry) _applyAutoresizingMaskWithOldSuperviewSize:] + 576
        {n}  UIKitCore                      0x1c0a1ab88 -[UIView(Geometry) _resizeWithOldSuperviewSize:] + 236
        {n}  CoreFoundation                 0x1bc3a3cec -[__NSArrayM enumerateObjectsWithOptions:usingBlock:] + 416
        {n}  UIKitCore                      0x1c0a19c40 -[UIView(Geometry) resizeSubviewsWithOldSize:] + 156
        @end
        90  UIKitCore                      0x1c0a17fac -[UIView(Geometry) setFrame:] + 692
        91  Pages                          0x104a17fac PageHost.layoutViews() + 536
        """#)),
    // An exception as JSON, whose frames are the elements of an array.
    PostedCase(
      "AppKit", "SuperCmdLabs/SuperCmd-v2-releases/issues/98",
      .loop(place: "PanelController.fit", view: "LauncherPanel"),
      expanded(
        #"""
        {
          "name": "NSGenericException",
          "reason": "The window has been marked as needing another Update Constraints in Window pass, but it has already had more Update Constraints in Window passes than there are views in the window.\n<Palette.LauncherPanel: 0x15c8a2b0> 0x3f2 (1010) {{283, 300}, {874, 540.5}} en",
          "callStackSymbols": [
            "0   CoreFoundation                      0x0000000188f9b1a8 __exceptionPreprocess + 176",
            "1   libobjc.A.dylib                     0x0000000188a8a8a4 objc_exception_throw + 88",
            "2   AppKit                              0x000000018d53b0d4 -[NSWindow(NSDisplayCycle) _postWindowNeedsUpdateConstraintsUnlessPostingDisabled] + 1528",
            "3   AppKit                              0x000000018d5350a8 -[NSView setNeedsUpdateConstraints:] + 448",
            "4   Palette                             0x0000000104c5d0f4 $s7Palette15PanelControllerC3fityyF + 244",
            "45  AppKit                              0x000000018d541e60 __NSWindowGetDisplayCycleObserverForLayout_block_invoke + 364",
            "48  QuartzCore                          0x000000019309ed9c _ZN2CA11Transaction19run_commit_handlersE18CATransactionPhase + 120"
          ]
        }
        """#)),
    // The same from `log show`: a prefix of six columns before each frame.
    PostedCase(
      "AppKit", "manaflow-ai/cmux/issues/2299",
      .loop(place: "TermWindow.restore", view: "TermWindow"),
      expanded(
        #"""
        2026-03-28 12:03:47.678820-0700 0x1743c25  Default     0x0                  9638   0    term: (AppKit) [com.apple.AppKit:DisplayCycle] The window has been marked as needing another Update Constraints in Window pass, but it has already had more Update Constraints in Window passes than there are views in the window.
        2026-03-28 12:03:47.678830-0700 0x1743c25  Default     0x0                  9638   0    term: (AppKit) [com.apple.AppKit:DisplayCycle] <Term.TermWindow: 0x12d74d170> 0x5696 (22166) {{-57, 1102}, {921, 742}} en
        2026-03-28 12:03:47.678840-0700 0x1743c25  Default     0x0                  9638   0    term: (AppKit) [com.apple.AppKit:DisplayCycle] (
        2026-03-28 12:03:47.679001-0700 0x1743c25  Default     0x0                  9638   0    term: (AppKit) [com.apple.AppKit:DisplayCycle] 0   CoreFoundation                      0x0000000190f9b1a8 __exceptionPreprocess + 176
        2026-03-28 12:03:47.679011-0700 0x1743c25  Default     0x0                  9638   0    term: (AppKit) [com.apple.AppKit:DisplayCycle] 1   AppKit                              0x000000019553b0d4 -[NSWindow(NSDisplayCycle) _postWindowNeedsUpdateConstraintsUnlessPostingDisabled] + 1528
        2026-03-28 12:03:47.679021-0700 0x1743c25  Default     0x0                  9638   0    term: (AppKit) [com.apple.AppKit:DisplayCycle] 2   Term                                0x0000000104c5d0f4 $s4Term0A6WindowC7restoreyyF + 244
        2026-03-28 12:03:47.679110-0700 0x1743c25  Default     0x0                  9638   0    term: (AppKit) [com.apple.AppKit:DisplayCycle] 30  AppKit                              0x0000000194e64780 -[NSApplication run] + 368
        """#)),
    // Nothing of the app is on the stack.
    PostedCase(
      "AppKit", "utmapp/UTM/issues/3446", .loop(place: nil, view: nil),
      expanded(
        #"""
        The exception message is:

        > The window has been marked as needing another Update Constraints in Window pass, but it has already had more Update Constraints in Window passes than there are views in the window.

        Application Specific Backtrace 0:
        0   CoreFoundation                      0x00000001aeb2d1f8 __exceptionPreprocess + 240
        1   libobjc.A.dylib                     0x00000001ae8770a8 objc_exception_throw + 60
        2   AppKit                              0x00000001b161c0f0 -[NSWindow(NSDisplayCycle) _postWindowNeedsUpdateConstraints] + 1624
        3   AppKit                              0x00000001b161a0f0 -[NSView _updateConstraintsForSubtreeIfNeededCollectingViewsWithInvalidBaselines:] + 60
        4   SwiftUI                             0x00000001d5a5c1f0 closure #1 in NSHostingView.invalidateCursorRects() + 120
        """#)),
    // Parts of an .ips that lines were broken in; the app does not repeat.
    PostedCase(
      "AppKit", "ares-emulator/ares/issues/2333", .hint("stack.none"),
      expanded(
        #"""
        {"imageOffset":13466612,"symbol":"NSViewUpdateConstraintsForFrameChange","symbolLocation":268,"imageIndex":10},{"imageOffset":13466612,"symbol":"-[NSView setFrameOrigin:]","symbolLocation":640,"imageIndex":10},{"imageOffset":13469096,"symbol":"-[NSView setFrame:]","symbolLocation":268,"imageIndex":10},{"imageOffset":12781824,"symbol":"-[NSThemeFrame _tileTitlebarAndRedisplay:]","symbolLocation":344,"imageIndex":10},{"imageOffset":13655384,"symbol":"-[NSWindow _setFrameCommon:display:fromServer:]","symbolLocation":1860,"imageIndex":10},{"imageOffset":16797380,"symbol
        ":"-[NSWindow(NSWindowResizing) _resizeWithEvent:]","symbolLocation":1680,"imageIndex":10},{"imageOffset":12845304,"symbol":"-[NSTitledFrame attemptResizeWithEvent:]","symbolLocation":156,"imageIndex":10}
        """#)),
    // The threads of an .ips alone, printed with one member in a line.
    PostedCase(
      "AppKit", "transmission/transmission/issues/3464",
      .loop(place: "InfoPanel.mm:210", view: "InfoPanel"),
      expanded(
        #"""
        [
          {
            "triggered": true,
            "id": 1393677,
            "instructionState": { "instructionStream": { "bytes": [ 122, 0, 0, 139 ] } },
            "queue": "com.apple.main-thread",
            "frames": [
        @repeat 9
              {
                "imageOffset": 1021,
                "symbol": "-[NSWindow _setFrameCommon:display:fromServer:]",
                "symbolLocation": 1860,
                "imageIndex": 3
              },
              {
                "imageOffset": 2044,
                "sourceLine": 210,
                "sourceFile": "InfoPanel.mm",
                "symbol": "-[InfoPanel windowDidResize:]",
                "imageIndex": 0,
                "symbolLocation": 92
              },
              {
                "imageOffset": 3066,
                "symbol": "-[NSWindow _sendWindowNotification:]",
                "symbolLocation": 44,
                "imageIndex": 3
              },
        @end
              {
                "imageOffset": 3066,
                "symbol": "-[NSApplication run]",
                "symbolLocation": 44,
                "imageIndex": 3
              }
            ]
          }
        ]
        """#)),
    // A summary with arrows: the words tell of a recursion, its stack is not there.
    PostedCase(
      "AppKit", "my-monkeys/OpenSuperWhisper/issues/15", .hint(nil),
      expanded(
        #"""
        The crash report identifies the cause as **"Thread stack size exceeded due to excessive recursion"**. The recursive cycle in the stack trace is:

        ```
        NSHostingView.windowDidLayout()
          → NSHostingView.updateAnimatedWindowSize()
            → NSWindow._setFrameCommon:display:fromServer: (window resizes)
              → NSView.displayIfNeeded / layout
                → NSHostingView.layout()
        ```
        """#)),
    // Geometry that calls itself, outside any layout.
    PostedCase(
      "AppKit", "mrkai77/Loop/pull/1113", .hint("stack.other"),
      expanded(
        #"""
        0  libswiftCore  swift_beginAccess
        2  Snap  static FrameResolver.frame(context:)
        3  Snap  SnapContext.recomputeTarget()
        4  Snap  static FrameResolver.target(sides:context:)
        5  Snap  static FrameResolver.frame(context:)
        6  Snap  SnapContext.recomputeTarget()
        7  Snap  static FrameResolver.target(sides:context:)
        8  Snap  static FrameResolver.frame(context:)
        …  (repeats until KERN_PROTECTION_FAILURE at the stack guard page)
        """#)),
    // A crash while a window is set up: each function once.
    PostedCase(
      "AppKit", "Galeas/CocoaPodUI/issues/5", .hint("stack.none"),
      expanded(
        #"""
        53  com.apple.AppKit                0x00007fff97278b2f -[NSThemeFrame setFrameSize:] + 509
        54  com.apple.AppKit                0x00007fff9718b1d9 -[NSView setFrame:] + 294
        55  com.apple.AppKit                0x00007fff97207a04 -[NSView resizeWithOldSuperviewSize:] + 1188
        56  com.apple.AppKit                0x00007fff971ed6b9 -[NSView layoutSubtreeIfNeeded] + 808
        57  com.apple.AppKit                0x00007fff978b5688 _NSViewLayoutSubtreesThatUseAutolayoutIfNeeded + 71
        58  com.apple.AppKit                0x00007fff97278901 -[NSWindow(NSConstraintBasedLayout) _layoutViewTree] + 84
        59  com.apple.Foundation            0x00007fff8e2ebd8a -[NSISEngine withBehaviors:performModifications:] + 119
        65  com.apple.AppKit                0x00007fff972a8ead -[NSWindow(NSConstraintBasedLayout) layoutIfNeeded] + 198
        """#)),
    // Levels of a tree of stacks, as `sample` shows them; functions that the linker merged.
    PostedCase(
      "SwiftUI", "manaflow-ai/cmux/issues/6130", .hint(nil),
      expanded(
        #"""
        Heaviest stack for the main thread of the target process:
        @repeat 4
          9   LayoutEngineBox.sizeThatFits(_:) + 144 (SwiftUICore + 11189112) [0x239dcdb78]
          9   ??? (SwiftUICore + 118180) [0x23933eda4]
          9   UnaryLayoutEngine.sizeThatFits(_:) + 836 (SwiftUICore + 7101476) [0x2399e7c24]
          9   <deduplicated_symbol> + 108 (SwiftUICore + 4591448) [0x239782f58]
          9   closure #1 in StackLayout.sizeThatFits(_:) + 192 (SwiftUICore + 12174108) [0x239ebe31c]
        @end
        """#)),
    // Functions by indentation alone: they are of the framework, and none repeats by itself.
    PostedCase(
      "SwiftUI", "osaurus-ai/osaurus/issues/1508", .hint(nil),
      expanded(
        #"""
        Captured a fresh `sample` on the new process, already 99% CPU:

        ```
        _FlexFrameLayout.placement(of:in:)
          LayoutEngineBox.sizeThatFits(_:)
            UnaryLayoutEngine.sizeThatFits(_:)
              _FlexFrameLayout.sizeThatFits(in:context:child:)
                LayoutProxy.size(in:)
                  LayoutEngineBox.sizeThatFits(_:)
                    UnaryLayoutEngine.sizeThatFits(_:)
        ```
        """#)),
    // Levels in a crash report.
    PostedCase(
      "SwiftUI", "BertanT/Capturinator/issues/1", .hint(nil),
      expanded(
        #"""
        Thread 0 Crashed::  Dispatch queue: com.apple.main-thread
        @repeat 6
        {n}  SwiftUI                       	    0x7ff9143741a9 _ZStackLayout.sizeThatFits(in:context:children:) + 816
        {n}  SwiftUI                       	    0x7ff91401fc88 closure #1 in _LayoutEngine.sizeThatFits(_:) + 72
        {n}  SwiftUI                       	    0x7ff913c249c2 LayoutComputer.EngineDelegate.sizeThatFits(_:) + 99
        @end
        58  SwiftUI                       	    0x7ff9139d7b9e ViewGraph.sizeThatFits(_:) + 200
        61  SwiftUI                       	    0x7ff9141d47af partial apply for thunk for @callee_guaranteed (@guaranteed ViewGraph) -> (@unowned CGSize) + 20
        62  AppKit                       	    0x7ff9141d47af NSApplicationMain + 20
        """#)),
    PostedCase(
      "SwiftUI", "divadretlaw/CustomAlert/issues/22", .loop(place: nil, view: nil),
      "And this triggers several errors in a row because the size is not the same as the initial one:\n"
        + "`onChange(of: UUID) action tried to update multiple times per frame.`"),
    PostedCase(
      "SwiftUI", "Kyle-Ye/Forumate/issues/28", .loop(place: nil, view: nil),
      expanded(
        #"""
        // Warning
        === AttributeGraph: cycle detected through attribute 33496 ===
        === AttributeGraph: cycle detected through attribute 32904 ===
        // Crash
        Thread 1: Fatal error: attempting to create attribute with no subgraph:
        UnwrapConditional<ViewDescriptor, Optional<Text>, Text>
        """#)),
  ]

  private static let unseenAndroid: [PostedCase] = [
    // An override that measures its own view again, through the one that it inherits from.
    PostedCase(
      "Android", "henrytao-me/smooth-app-bar-layout/issues/148",
      .loop(place: "SmoothBehavior.java:80", view: "SmoothBehavior"),
      expanded(
        #"""
        Process: com.example.shop, PID: 22565
                                                                                java.lang.StackOverflowError: stack size 8MB
        @repeat 9
                                                                                    at com.example.bar.SmoothBehavior.onMeasureChild(SmoothBehavior.java:80)
                                                                                    at android.support.design.widget.AppBarLayout$Behavior.onMeasureChild(AppBarLayout.java:755)
        @end
        """#)),
    // Compose measures a subtree, level by level.
    PostedCase(
      "Compose", "svenjacobs/reveal/issues/164", .hint(nil),
      expanded(
        #"""
        @repeat 4
          at androidx.compose.ui.node.MeasureAndLayoutDelegate.doRemeasure-sdFAvZA (MeasureAndLayoutDelegate.kt:369)
          at androidx.compose.ui.node.MeasureAndLayoutDelegate.onlyRemeasureIfScheduled (MeasureAndLayoutDelegate.kt:660)
          at androidx.compose.ui.node.MeasureAndLayoutDelegate.forceMeasureTheSubtreeInternal (MeasureAndLayoutDelegate.kt:686)
          at androidx.compose.ui.node.MeasureAndLayoutDelegate.forceMeasureTheSubtreeInternal (MeasureAndLayoutDelegate.kt:693)
          at androidx.compose.ui.platform.AndroidComposeView.forceMeasureTheSubtree (AndroidComposeView.java:1304)
          at androidx.compose.ui.node.LayoutNode.remeasure-_Sx5XlM$ui_release (LayoutNode.kt:1221)
        @end
        """#)),
    PostedCase(
      "Compose", "Xed-Editor/Xed-Editor/issues/1038", .hint(nil),
      expanded(
        #"""
        ```
        @repeat 6
        	at androidx.compose.ui.node.MeasureAndLayoutDelegate.forceMeasureTheSubtreeInternal(MeasureAndLayoutDelegate.kt:723)
        @end
        	at androidx.compose.ui.node.MeasureAndLayoutDelegate.forceMeasureTheSubtree(MeasureAndLayoutDelegate.kt:680)
        	at androidx.compose.ui.platform.AndroidComposeView.onMeasure(AndroidComposeView.android.kt:1671)
        	at android.view.View.measure(View.java:25545)
        ```
        """#)),
    // Nothing but levels of a tree, one of them the app's.
    PostedCase(
      "Android", "yangchong211/YCCustomText/issues/9", .hint(nil),
      expanded(
        #"""
        @repeat 5
                                                                                        	at android.view.View.measure(View.java:24856)
                                                                                        	at android.widget.LinearLayout.measureVertical(LinearLayout.java:995)
                                                                                        	at android.widget.LinearLayout.onMeasure(LinearLayout.java:721)
        @end
                                                                                        	at com.example.text.RichEditor.onMeasure(RichEditor.java:310)
                                                                                        	at android.view.View.measure(View.java:24856)
        """#)),
    // Names are obfuscated, and the stack shows levels.
    PostedCase(
      "Compose", "LawnchairLauncher/lawnchair/issues/2316", .hint(nil),
      expanded(
        #"""
        	at android.view.View.measure(View.java:27131)
        	at j2.a$e.c(Unknown Source:99)
        	at p1.e.o(Unknown Source:27)
        @repeat 6
        	at p1.b.o(Unknown Source:7)
        @end
        	at p1.z$c.invoke(OuterMeasurablePlaceable.kt:2)
        	at u0.v.j(Unknown Source:276)
        	at p1.z.M0(Unknown Source:158)
        	at androidx.compose.ui.platform.AndroidComposeView.onMeasure(Unknown Source:107)
        	at android.view.View.measure(View.java:27131)
        """#)),
    PostedCase(
      "Compose", "HapeLee/legado-with-MD3/issues/884", .hint(nil),
      expanded(
        #"""
        	at androidx.compose.ui.node.MeasureAndLayoutDelegate.forceMeasureTheSubtree(MeasureAndLayoutDelegate.kt:745)
        	at androidx.compose.ui.node.MeasurePassDelegate.remeasure-BRTryo0(MeasurePassDelegate.kt:508)
        	at com.example.kit.ScaffoldKt.ScaffoldLayout_lNSkts0$lambda$8$0(Scaffold.kt:203)
        	at com.example.kit.ScaffoldKt.$r8$lambda$V4nTACbAVN0vcBzYyr3ZmP_m_D0(Unknown Source:0)
        	at com.example.kit.ScaffoldKt$$ExternalSyntheticLambda12.invoke(D8$$SyntheticClass:0)
        	at androidx.compose.ui.layout.LayoutNodeSubcompositionsState$createMeasurePolicy$1.measure-3p2s80s(SubcomposeLayout.kt:955)
        """#)),
    // A composable that composes itself: deep, but no layout in it enters layout again.
    PostedCase(
      "Compose", "google/automotive-design-compose/issues/1844", .hint(nil),
      expanded(
        #"""
        @repeat 9
        at androidx.compose.runtime.CompositionLocalKt.CompositionLocalProvider(CompositionLocal.kt:384)
                                                                                                        at com.example.design.TileRootKt.TileRoot(TileRoot.kt:637)
                                                                                                        at com.example.design.TileRootKt$TileRoot$8$2$1.invoke(TileRoot.kt:694)
                                                                                                        at androidx.compose.runtime.internal.ComposableLambdaImpl.invoke(ComposableLambda.kt:130)
        @end
        """#)),
    // An ANR: one stack of a composition.
    PostedCase(
      "Compose", "bisq-network/bisq-mobile/issues/1352", .hint(nil),
      expanded(
        #"""
        Input dispatching timed out
          at androidx.compose.runtime.ComposerImpl.startRestartGroup (ComposerImpl.kt:2116)
          at com.example.trade.IconsKt.StarIcon (Icons.kt:362)
          at com.example.trade.RatingKt.Rating (Rating.kt:22)
          at androidx.compose.runtime.internal.ComposableLambdaImpl.invoke (ComposableLambda.kt:143)
          at androidx.compose.ui.node.LayoutNode.remeasure-_Sx5XlM$ui_release (LayoutNode.kt:1283)
        """#)),
    PostedCase(
      "Android", "xda/XDA-One/issues/63", .loop(place: nil, view: "CheckBox"),
      expanded(
        #"""
        W/View    (28858): requestLayout() improperly called by android.widget.TextView{a9bbd9 V.ED.... ......ID 560,81-560,138 #7f0c0086 app:id/details2} during layout: running second layout pass
        W/View    (28858): requestLayout() improperly called by android.widget.TextView{2257499e V.ED.... ......ID 581,81-760,138 #7f0c0087 app:id/details3} during layout: running second layout pass
        W/View    (28858): requestLayout() improperly called by android.widget.CheckBox{5ccac7f V.ED..C. ......ID 1328,28-1440,140 #7f0c0083 app:id/selected} during layout: running second layout pass
        """#)),
    // The sentence in backticks, without an id.
    PostedCase(
      "Android", "turing-tech/MaterialScrollBar/issues/64", .loop(place: nil, view: "LetterBubble"),
      "`requestLayout() improperly called by com.example.bar.LetterBubble{9626e1b I.E...... ......ID 1084,0-1346,262} during layout: running second layout pass`\n\nI am getting this issue when scrolling through the recyclerView."
    ),
    PostedCase(
      "Android", "yasevich/endless-recycler-view/issues/9",
      .loop(place: "EndlessList.java:210", view: nil),
      expanded(
        #"""
        java.lang.IllegalStateException: Cannot call this method while RecyclerView is computing a layout or scrolling
          at android.support.v7.widget.RecyclerView.assertNotInLayoutOrScroll(RecyclerView.java:2161)
          at android.support.v7.widget.RecyclerView$RecyclerViewDataObserver.onChanged(RecyclerView.java:4249)
          at android.support.v7.widget.RecyclerView$Adapter.notifyDataSetChanged(RecyclerView.java:5741)
          at com.example.list.EndlessList.setRefreshing(EndlessList.java:210)
          at com.example.list.EndlessList$ScrollListener.onScrolled(EndlessList.java:250)
          at android.support.v7.widget.RecyclerView.dispatchOnScrolled(RecyclerView.java:3944)
        """#)),
    // Crashlytics: no word before a frame.
    PostedCase(
      "Android", "mapbox/mapbox-navigation-android/pull/1432",
      .loop(place: "StepListListener.java:34", view: nil),
      expanded(
        #"""
        Fatal Exception: java.lang.IllegalStateException
        Cannot call this method while RecyclerView is computing a layout or scrolling android.support.v7.widget.RecyclerView{3139e9ac VFED.... ......ID 0,0-480,618 #7f0800bb app:id/steps}, adapter:com.example.nav.StepListAdapter@10f27ae3, layout:android.support.v7.widget.LinearLayoutManager@741ace0
        android.support.v7.widget.RecyclerView.assertNotInLayoutOrScroll (RecyclerView.java:2769)
        android.support.v7.widget.RecyclerView$Adapter.notifyDataSetChanged (RecyclerView.java:6961)
        com.example.nav.StepListListener.onAnimationFinished (StepListListener.java:34)
        com.example.nav.StepListListener.onTransitionEnd (StepListListener.java:24)
        """#)),
    // Each line of a stack behind an own prefix, and deep indentation.
    PostedCase(
      "Android", "jayrambhia/FooterLoaderAdapterDemo/issues/1",
      .loop(place: "PageLoader.java:63", view: nil),
      expanded(
        #"""
        06-30 18:10:03.250 3983-3983/com.example.shop W/RecyclerView: Cannot call this method in a scroll callback. Scroll callbacks might be run during a measure & layout pass where you cannot change the RecyclerView data. Any method call that might change the structure of the RecyclerView or the adapter contents should be postponed to the next frame.
                                                                               java.lang.IllegalStateException: 
                                                                                   at android.support.v7.widget.RecyclerView.assertNotInLayoutOrScroll(RecyclerView.java:2526)
                                                                                   at android.support.v7.widget.RecyclerView$Adapter.notifyDataSetChanged(RecyclerView.java:6586)
                                                                                   at com.example.shop.PageLoader.onScrolled(PageLoader.java:63)
        """#)),
    // The children ask the parent again while it lays out: JavaFX.
    PostedCase(
      "JavaFX", "miho/VWorkflows/issues/67", .loop(place: "ScalePane.java:321", view: "ScalePane"),
      expanded(
        #"""
        Exception in thread "JavaFX Application Thread" java.lang.StackOverflowError
        @repeat 8
        	at javafx.graphics/javafx.scene.Parent.layout(Parent.java:1204)
        	at org.example.flow/org.example.flow.ScalePane.computeScale(ScalePane.java:321)
        	at org.example.flow/org.example.flow.ScalePane.layoutChildren(ScalePane.java:280)
        @end
        """#)),
    // Levels of a scene.
    PostedCase(
      "JavaFX", "ClassViewer/ClassViewer/issues/5", .hint(nil),
      expanded(
        #"""
        Exception in thread "JavaFX Application Thread" java.lang.NullPointerException
                at com.sun.javafx.scene.control.skin.ScrollPaneSkin.layoutChildren(ScrollPaneSkin.java:822)
                at javafx.scene.control.Control.layoutChildren(Control.java:576)
                at javafx.scene.Parent.layout(Parent.java:1076)
        @repeat 10
                at javafx.scene.Parent.layout(Parent.java:1082)
        @end
                at javafx.scene.Scene.doLayoutPass(Scene.java:552)
                at javafx.scene.Scene$ScenePulseListener.pulse(Scene.java:2397)
        """#)),
    // The same behind terminal colours; the app's skin is at fault of another exception.
    PostedCase(
      "JavaFX", "bisq-network/bisq/issues/6835", .hint(nil),
      expanded(
        "\u{1b}[0;39mjava.lang.NullPointerException: Cannot invoke \"javafx.scene.Node.getLayoutBounds()\" because \"this.textNode\" is null\n"
          + #"""
                  at com.example.desk.FieldSkin.updateText(FieldSkin.java:95)
                  at com.example.desk.FieldSkin.layoutChildren(FieldSkin.java:79)
                  at javafx.scene.control.Control.layoutChildren(Control.java:601)
          @repeat 14
                  at javafx.scene.Parent.layout(Parent.java:1214)
          @end
                  at javafx.scene.Scene.doLayoutPass(Scene.java:592)
          """#)),
    // Styles down a tree: nesting without any layout.
    PostedCase(
      "JavaFX", "imagej/imagej-launcher/issues/75", .hint(nil),
      expanded(
        #"""
        ```
        @repeat 9
        	at javafx.graphics/javafx.scene.Parent$1.doProcessCSS(Parent.java:127)
        	at javafx.graphics/com.sun.javafx.scene.ParentHelper.processCSSImpl(ParentHelper.java:100)
        	at javafx.graphics/com.sun.javafx.scene.NodeHelper.processCSS(NodeHelper.java:147)
        	at javafx.graphics/javafx.scene.Parent.doProcessCSS(Parent.java:1404)
        	at javafx.graphics/javafx.scene.Parent.access$400(Parent.java:81)
        @end
        ```
        """#)),
  ]
}
