import Testing

/// A text of the shape that somebody posted, and the reading of a careful engineer.
///
/// The texts are written for these tests: the shape is that of the source, the names are not.
struct PostedCase: Sendable, CustomTestStringConvertible {
  /// The reading of a text.
  enum Reading: Sendable {
    /// A loop, with the end of its place, and a view; nil for what the text does not tell.
    case loop(place: String?, view: String?)
    /// No loop; the kind says which hint explains the text, nil means any.
    case hint(String?)
    /// Names are missing, so nothing can be said.
    case unreadable
  }

  let framework: String
  /// The address of the public text with this shape.
  let source: String
  let reading: Reading
  let text: String

  init(_ framework: String, _ source: String, _ reading: Reading, _ text: String) {
    (self.framework, self.source, self.reading) = (
      framework, "https://github.com/" + source, reading
    )
    self.text = text
  }

  var testDescription: String { "\(framework): \(source)" }

  /// Numbered frames: the same lines again and again, each behind its number.
  static func rounds(_ count: Int, from first: Int = 0, mark: String = "", _ lines: String...)
    -> String
  {
    var number = first
    var text: [String] = []
    for _ in 0..<count {
      for line in lines {
        text.append("\(mark)\(number)\(mark == "frame #" ? ":" : "") \(line)")
        number += 1
      }
    }
    return text.joined(separator: "\n")
  }

  /// A text in which `@repeat 9` to `@end` stands for so many rounds, and `{n}` for the next number.
  static func expanded(_ text: String) -> String {
    var (lines, round, rounds, number) = ([Substring](), [Substring](), 0, 0)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("@repeat ") {
        (rounds, round) = (Int(line.dropFirst(8)) ?? 0, [])
      } else if line == "@end" {
        for _ in 0..<rounds { lines += round }
        rounds = 0
      } else if rounds > 0 {
        round.append(line)
      } else {
        lines.append(line)
      }
    }
    return lines.map { line in
      guard line.contains("{n}") else { return String(line) }
      number += 1
      return String(line).replacing("{n}", with: "\(number - 1)")
    }.joined(separator: "\n")
  }

  /// The same lines again and again.
  static func again(_ count: Int, _ lines: String...) -> String {
    Array(repeating: lines.joined(separator: "\n"), count: count).joined(separator: "\n")
  }
}

extension PostedCase {
  /// All cases; the readings were written before the readers were run on them.
  static let all: [PostedCase] =
    uiKit + appKit + swiftUI + android + web + flutter + dotNet + qt + gtk + later + unseen + fresh
    + recent

  static let uiKit: [PostedCase] = [
    PostedCase(
      "UIKit", "Juanpe/SkeletonView/issues/533",
      .loop(place: "UIView+Shimmer.swift:20", view: "UIView"),
      "Crashed: com.apple.main-thread\n0  libswiftCore.dylib   0x406590 swift_getInitializedObjCClass + 4\n"
        + rounds(
          10, from: 1,
          "Shop      0x1c8a80c @objc UIView.shimmerLayoutSubviews() + 20 (UIView+Shimmer.swift:20)")
        + "\n11 PrintKitUI   0x1560 -[UIPrinterView layoutSubviews]"),
    PostedCase(
      "UIKit", "SwiftKickMobile/SwiftMessages/issues/565",
      .loop(place: "PanelView.swift:315", view: "PanelView"),
      "CrashDoctor Diagnosis: Stack overflow in copy\n"
        + rounds(
          8, from: 345,
          "UIKitCore       0x0000000199d1d848 -[UIView(Hierarchy) layoutBelowIfNeeded] + [ : 552] ",
          "shop-production       0x0000000104c49720 PanelView.refreshShadow() + [PanelView.swift : 315] ",
          "shop-production       0x0000000104c49bc8 @objc PanelView.layoutSubviews() + [<compiler-generated> : 0] ",
          "UIKitCore       0x0000000199d319c8 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + [ : 2500] ",
          "QuartzCore      0x000000019a23d324 -[CALayer layoutSublayers] + [ : 296] ",
          "QuartzCore      0x000000019a23d7e0 CA::Layer::layout_if_needed(CA::Transaction*) + [ : 524] "
        )),
    PostedCase(
      "UIKit", "neevaco/neeva-ios/issues/4239", .loop(place: "Bubble.swift:160", view: "Host"),
      rounds(
        3, from: 126,
        "Client   \t0x000000010251f0f0 thunk for @escaping @callee_guaranteed () -> () + 20 (<compiler-generated>:0)",
        "UIKitCore   \t0x000000018f2f09a8 +[UIView(Animation) performWithoutAnimation:] + 104 (UIView.m:14609)",
        "Client   \t0x000000010251f080 Bubble.Host.viewDidLayoutSubviews() + 284 (Bubble.swift:160)",
        "Client   \t0x000000010251f114 @objc Bubble.Host.viewDidLayoutSubviews() + 24 (<compiler-generated>:0)",
        "UIKitCore   \t0x000000018f30a34c -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 3056 (UIView.m:18450)",
        "QuartzCore   \t0x0000000190a827fc CA::Layer::layout_if_needed(CA::Transaction*) + 532 (CALayer.mm:10118)",
        "UIKitCore   \t0x000000018f36df58 -[UIView(Hierarchy) layoutBelowIfNeeded] + 584 (UIView.m:12868)"
      )),
    PostedCase(
      "UIKit", "LeoNatan/LNPopupController/issues/650",
      .loop(place: "UIViewController+Tray.mm:588", view: "UIViewController"),
      """
        Repeating 4-frame cycle, ~290 iterations:

          frame #0: TrayUI`-[UIViewController _tR4y]
                    at UIViewController+Tray.mm:559
          frame #1: UIKitCore`-[UIView _safeAreaInsetsForFrame:inSuperview:ignoreViewController:] + 124
          frame #2: UIKitCore`_UIViewAdjustedLayoutMarginsForLayoutMargins + 180
          frame #3: UIKitCore`-[UIView _updateInferredLayoutMarginsFromSuperview:] + 224
          frame #4: TrayUI`-[UIViewController _tR4y]
                    at UIViewController+Tray.mm:588
          ... repeats to frame #1165
      """),
    PostedCase(
      "UIKit", "OneBusAway/onebusaway-ios/issues/540", .loop(place: nil, view: "StopList"),
      """
      2021-10-01 20:05:05.807652-0700 App[86253:2647008] [UICollectionViewRecursion] <BusKit.StopList: 0x122879000; baseClass = UICollectionView; frame = (0 56; 390 734); layer = <CALayer: 0x6000014ea920>; layout: <UICollectionViewCompositionalLayout: 0x121f63ba0>> is stuck in its update/layout loop. See previous logs
      2021-10-01 20:05:05.807716-0700 App[86253:2647008] *** Assertion failure in -[BusKit.StopList _setNeedsVisibleCellsUpdate:withLayoutAttributes:], UICollectionView.m:1511
      2021-10-01 20:05:05.822721-0700 App[86253:2647008] *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'UICollectionView (<BusKit.StopList 0x122879000>) is stuck in its update/layout loop. This can happen for many reasons'
      """),
    PostedCase(
      "UIKit", "liujunliuhong/SwiftyCollectionViewFlowLayout/issues/5",
      .loop(place: "WaterfallLayout.invalidateLayout(with:)", view: "UICollectionView"),
      """
      2024-08-07 15:10:59.514557+0300 Chat[47160:14752608] *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'UICollectionView (<UICollectionView 0x15f099a00>) is stuck in its update/layout loop. This can happen for many reasons'
      *** First throw call stack:
      (
      \t0   CoreFoundation          0x00000001803f3d70 __exceptionPreprocess + 236
      \t1   libobjc.A.dylib         0x000000018019814c objc_exception_throw + 56
      \t2   Foundation              0x000000018075b560 _userInfoForFileAndLine + 0
      \t3   UIKitCore               0x0000000184461ae0 -[UICollectionView _setNeedsVisibleCellsUpdate:withLayoutAttributes:] + 468
      \t4   UIKitCore               0x000000018448e7b8 -[UICollectionView _invalidateLayoutWithContext:] + 1288
      \t5   UIKitCore               0x00000001844bb9dc -[UICollectionViewLayout invalidateLayoutWithContext:] + 180
      \t6   Chat                    0x000000010424f78c WaterfallLayout.invalidateLayout(with:) + 920
      \t7   Chat                    0x000000010424f7ec @objc WaterfallLayout.invalidateLayout(with:) + 60
      """),
    PostedCase(
      "UIKit", "QuintGao/GKPageScrollView/issues/122", .loop(place: nil, view: "UICollectionView"),
      "libc++abi: terminating with uncaught exception of type NSException\n*** Terminating app due to uncaught "
        + "exception 'NSInternalInconsistencyException', reason: 'UICollectionView (<UICollectionView "
        + "0x11883c800>) is stuck in its update/layout loop. This can happen for various reasons'"),
    PostedCase(
      "UIKit", "xamarin/Xamarin.Forms/issues/15230", .loop(place: nil, view: "UICollectionView"),
      """
      Error: Unhandled Exception
      System.Exception: AppDelegate.OnUnhandled(sender, args) ---> Foundation.MonoTouchException: Objective-C exception thrown.  Name: NSInternalInconsistencyException Reason: UICollectionView (<UICollectionView 0x7fb820a46c00>) is stuck in its update/layout loop. This can happen for many reasons
      Native stack trace:
      \t0   CoreFoundation        0x00007fff20406d44 __exceptionPreprocess + 242
      \t1   libobjc.A.dylib       0x00007fff201a4a65 objc_exception_throw + 48
      \t3   UIKitCore             0x00007fff246c7ba7 -[UICollectionView _setNeedsVisibleCellsUpdate:withLayoutAttributes:] + 460
      """),
    PostedCase(
      "UIKit", "dotnet/maui/issues/12188", .loop(place: nil, view: nil),
      "UICollectionView is stuck in its update/layout loop\n"
        + rounds(
          30, from: 38,
          "UIKitCore                0x0000000128f012ec -[UICollectionView _updateVisibleCellsNow:] + 3162"
        )),
    PostedCase(
      "UIKit", "ekazaev/ChatLayout/issues/23", .hint("uikit.recursionlog"),
      "```[UICollectionViewRecursion] cv == 0x7ff0518ece00 Disabling recursion trigger logging```"),
    PostedCase(
      "UIKit", "bytedance/Bytedance-UnionAD/issues/202",
      .loop(place: "-[UIView(AdWidget) adLayoutSubviews]", view: nil),
      "0,\"symbol\":\"OBJC_IVAR_$__UIDriver._view\"},{\"value\":0}],\"queue\":\"com.apple.main-thread\",\"frames\":["
        + Array(
          repeating:
            "{\"imageOffset\":21557476,\"symbol\":\"-[UIView(AdWidget) adLayoutSubviews]\","
            + "\"symbolLocation\":28,\"imageIndex\":1}", count: 12
        ).joined(separator: ",") + "]"),
    PostedCase(
      "UIKit", "gsdios/SDAutoLayout/issues/210", .hint("stack.none"),
      """
      This application is modifying the autolayout engine from a background thread.
       Stack:(
      \t0   CoreFoundation      0x1afb4e0f <redacted> + 154
      \t1   libobjc.A.dylib     0x1a217077 objc_exception_throw + 38
      \t2   CoreFoundation      0x1afb4d3d <redacted> + 0
      \t7   UIKit               0x2005e183 <redacted> + 216
      \t8   MonsterApp          0x00140d89 -[UIView(AutoGrid) ag_layoutSubviews] + 38
      \t9   UIKit               0x20296135 <redacted> + 182
      """),
    PostedCase(
      "UIKit", "udesk/UdeskSDK-iOS/issues/43", .unreadable,
      """
      Modifications to the layout engine must not be performed from a background thread.
      ((
      \t0   CoreFoundation       0x000000018a48c980 DC2C95C6-B954-39E8-86A2-5E0AF8801E87 + 1255808
      \t2   Foundation           0x000000018a9785e0 7A7A96AF-79E4-3DB1-8904-42E61CAE8999 + 2332128
      \t3   Foundation           0x000000018a767828 7A7A96AF-79E4-3DB1-8904-42E61CAE8999 + 165928
      \t4   UIKitCore            0x000000018e966250 AAFEFEBE-C172-3346-8972-810EB8F2F2C6 + 14795344
      \t5   UIKitCore            0x000000018e967648 AAFEFEBE-C172-3346-8972-810EB8F2F2C6 + 14800456
      """),
    PostedCase(
      "UIKit", "jdg/MBProgressHUD/issues/198", .hint("stack.none"),
      """
          Thread : Crashed: com.apple.main-thread
          0  UIKit                 0x34ac8a22 -[UIView(CALayerDelegate) actionForLayer:forKey:] + 137
          6  QuartzCore            0x348728a3 -[CALayer setPosition:] + 50
          7  QuartzCore            0x34872833 -[CALayer setFrame:] + 538
          8  UIKit                 0x34ac7aed -[UIView(Geometry) setFrame:] + 232
          9  UIKit                 0x34aca723 -[UILabel setFrame:] + 138
          10 --                    0x0010ea5f -[SpinnerHUD layoutSubviews] (SpinnerHUD.m:544)
          11 UIKit                 0x34ac9803 -[UIView(CALayerDelegate) layoutSublayersOfLayer:] + 258
          12 QuartzCore            0x34873d8b -[CALayer layoutSublayers] + 214
      """),
    PostedCase(
      "UIKit", "cocoa-mhlw/cocoa/issues/958", .hint(nil),
      """
      Termination Reason: FRONTBOARD 2343432205
      <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-create watchdog transgression: application<jp.shop>:27928 exhausted CPU time allowance
      Thread 0 Crashed:
      0   libsystem_kernel.dylib     \t0x00000001ba3f9b5c __psynch_mutexwait + 8
      1   libsystem_pthread.dylib    \t0x00000001da9645b4 _pthread_mutex_firstfit_lock_wait + 80 (pthread_mutex.c:1414)
      2   UIKitCore                  \t0x00000001bc9645b4 -[UIViewController loadViewIfRequired] + 80
      """),
  ]

  static let appKit: [PostedCase] = [
    PostedCase(
      "AppKit", "my-monkeys/OpenSuperWhisper/issues/11", .loop(place: nil, view: nil),
      "The stack overflows.\n```\n"
        + rounds(
          6,
          "AppKit      NSPerformVisuallyAtomicChange",
          "AppKit      -[NSView setFrameSize:]",
          "SwiftUI      NSHostingView.updateAnimatedWindowSize(_:)",
          "SwiftUI      NSHostingView.windowDidLayout()",
          "AppKit      -[NSWindow(NSConstraintBasedLayoutInternal) _layoutViewTree]") + "\n```"),
    PostedCase(
      "AppKit", "wxWidgets/wxWidgets/issues/23153", .loop(place: nil, view: nil),
      "2023-01-18 21:43:25.481064+0100 main[63108:3984011] It's not legal to call -layoutSubtreeIfNeeded on a "
        + "view which is already being laid out.  If you are implementing the view's -layout method, you can "
        + "call -[super layout] instead. Break on void _NSDetectedLayoutRecursion(void) to debug."),
    PostedCase(
      "AppKit", "Ranchero-Software/NetNewsWire/issues/4590", .loop(place: nil, view: nil),
      "Console warning:\n\n```It's not legal to call -layoutSubtreeIfNeeded on a view which is already being "
        + "laid out.  This will be logged only once.  This may break in the future.```"),
    PostedCase(
      "AppKit", "transmission/transmission/pull/6299", .loop(place: nil, view: nil),
      "we're encountering this runtime warning:\n>It's not legal to call -layoutSubtreeIfNeeded on a view which "
        + "is already being laid out. Break on void _NSDetectedLayoutRecursion(void) to debug."),
    PostedCase(
      "AppKit", "iina/iina/issues/3505", .loop(place: "PrefSubViewController.swift:88", view: nil),
      """
      Application Specific Information:
      *** Terminating app due to uncaught exception 'NSGenericException', reason: 'The window has been marked as needing another Update Constraints in Window pass, but it has already had more Update Constraints in Window passes than there are views in the window.
      Last Exception Backtrace:
      0   CoreFoundation       0x00007fff205b36af __exceptionPreprocess + 242
      1   libobjc.A.dylib      0x00007fff202eb3c9 objc_exception_throw + 48
      2   AppKit               0x00007fff22f5c6a1 -[NSWindow(NSDisplayCycle) _postWindowNeedsUpdateConstraints] + 1600
      3   AppKit               0x00007fff22e5c6a1 -[NSView setNeedsUpdateConstraints:] + 300
      4   com.shop.player      0x0000000101e5c6a1 PrefSubViewController.updateTags() + 300 (PrefSubViewController.swift:88)
      5   AppKit               0x00007fff22e5c6a1 -[NSView layout] + 300
      """),
    PostedCase(
      "AppKit", "Sequel-Ace/Sequel-Ace/issues/1774", .loop(place: nil, view: "TableWindow"),
      """
      The window has been marked as needing another Update Constraints in Window pass, but it has already had more Update Constraints in Window passes than there are views in the window.
      <TableWindow: 0x12d74d170> 0x5696 (22166) {{-57, 1102}, {921, 742}} en Future marking might be ignored.
      """),
    PostedCase(
      "AppKit", "TypeWhisper/typewhisper-mac/pull/1232", .loop(place: nil, view: "NotchPanel"),
      "> The window has been marked as needing another Update Constraints in Window pass, but it has already had "
        + "more Update Constraints in Window passes than there are views in the window. `<Type.NotchPanel> "
        + "{{685, -1883}, {1460, 2990}}`"),
    PostedCase(
      "AppKit", "utmapp/UTM/issues/3914", .loop(place: "AppDelegate.swift:41", view: nil),
      """
      {"app_name":"VM","timestamp":"2022-04-19 17:45:58.00 +0100","bug_type":"309","name":"VM"}
      {
        "procName" : "VM",
        "faultingThread" : 0,
        "asi" : {"CoreFoundation":["*** Terminating app due to uncaught exception 'NSGenericException', reason: 'The window has been marked as needing another Update Constraints in Window pass, but it has already had more Update Constraints in Window passes than there are views in the window.'"]},
        "lastExceptionBacktrace" : [{"imageOffset":1,"symbol":"__exceptionPreprocess","symbolLocation":2,"imageIndex":0},{"imageOffset":1,"symbol":"-[NSView setNeedsUpdateConstraints:]","symbolLocation":2,"imageIndex":1},{"imageOffset":1,"symbol":"AppDelegate.refresh()","symbolLocation":2,"imageIndex":2,"sourceFile":"AppDelegate.swift","sourceLine":41}],
        "threads" : [{"id":1,"triggered":true,"frames":[{"imageOffset":1,"symbol":"__pthread_kill","imageIndex":0}]}],
        "usedImages" : [{"name":"CoreFoundation"},{"name":"AppKit"},{"name":"VM"}]
      }
      """),
  ]

  static let swiftUI: [PostedCase] = [
    PostedCase(
      "SwiftUI", "Lakr233/FixTim/issues/10", .loop(place: nil, view: nil),
      """
      === AttributeGraph: cycle detected through attribute 278848 ===

      === Evaluation stack ===
      frame 23.0: attribute 278896; count=1, index=0/1 PD
      frame 22.0: attribute 278936; count=1, index=0/1 PD
      """),
    PostedCase(
      "SwiftUI", "shaunnarayan/cytev2/issues/13", .loop(place: nil, view: nil),
      "=== AttributeGraph: cycle detected through attribute 4412 ===\n=== AttributeGraph: cycle detected "
        + "through attribute 4412 ==="),
    PostedCase(
      "SwiftUI", "nainamaharjan/MarqueeSwiftUI/issues/2", .loop(place: nil, view: nil),
      "`onChange(of: Date) action tried to update multiple times per frame.`\n`onChange(of: CGFloat) action "
        + "tried to update multiple times per frame`"),
    PostedCase(
      "SwiftUI", "exyte/ScalingHeaderScrollView/issues/11", .loop(place: nil, view: nil),
      "onChange(of: CGRect) action tried to update multiple times per frame."),
    PostedCase(
      "SwiftUI", "onmyway133/notes/issues/611", .loop(place: nil, view: nil),
      "Update NavigationAuthority bound path tried to update multiple times per frame."),
    PostedCase(
      "SwiftUI", "NuPlay/RichText/pull/74", .hint("swiftui.modifying"),
      "Modifying state during view update, this will cause undefined behavior."),
  ]

  static let android: [PostedCase] = [
    PostedCase(
      "Android", "alter-ego/androidbound/issues/158", .loop(place: nil, view: "BoundLayout"),
      "requestLayout() improperly called by solutions.shop.ui.BoundLayout{6ae5f67 V.E...CL. ........ "
        + "244,0-743,357} during second layout pass: posting in next frame"),
    PostedCase(
      "Android", "JoaquimLey/faboptions/issues/55", .loop(place: nil, view: "RingContainer"),
      """
      12-05 23:20:59.404 W/View: requestLayout() improperly called by com.joe.ring.RingContainer{95c26c2 V.E...... ......ID 0,70-579,186 #7f09017c app:id/ring_container} during layout: running second layout pass
      12-05 23:20:59.404 W/View: requestLayout() improperly called by android.view.View{c17ccd3 V.ED..... ......I. 216,-15-363,132 #7f090359 app:id/separator} during layout: running second layout pass
      """),
    PostedCase(
      "Android", "Esri/arcgis-maps-sdk-dotnet-toolkit/issues/494", .loop(place: nil, view: "Rose"),
      "[View] requestLayout() improperly called by crc64878d75345ad8e7f1.Rose{523a64a V.E...... ......I. "
        + "0,630-186,816} during second layout pass: posting in next frame"),
    PostedCase(
      "Android", "square/android-times-square/issues/107", .loop(place: nil, view: "DayCell"),
      "requestLayout() improperly called by com.shop.square.DayCell{b13ac6d8 V.ED..C. ......ID 0,0-100,100} "
        + "during layout: running second layout pass"),
    PostedCase(
      "Android", "venshine/WheelView/issues/53", .loop(place: nil, view: "TextView"),
      "出现警告W/View: requestLayout() improperly called by android.widget.TextView{28dc4266 V.ED.... ......ID "
        + "20,20-250,48} during layout: running second layout pass"),
    PostedCase(
      "Android", "robolectric/robolectric/issues/5407",
      .loop(place: "FormAdapter.kt:41", view: "FormAdapter"),
      "java.lang.StackOverflowError\n"
        + again(
          6,
          "\tat android.view.View.$$robo$$android_view_View$requestFocus(View.java:11105)",
          "\tat android.view.View.requestFocus(View.java)",
          "\tat com.shop.form.FormAdapter.onBindViewHolder(FormAdapter.kt:41)",
          "\tat androidx.recyclerview.widget.RecyclerView$Recycler.$$robo$$androidx_recyclerview_widget_RecyclerView_Recycler$getViewForPosition(RecyclerView.java:6118)",
          "\tat androidx.recyclerview.widget.RecyclerView$Recycler.getViewForPosition(RecyclerView.java)",
          "\tat androidx.recyclerview.widget.LinearLayoutManager.layoutChunk(LinearLayoutManager.java:1627)",
          "\tat androidx.recyclerview.widget.LinearLayoutManager.fill(LinearLayoutManager.java:1587)",
          "\tat androidx.recyclerview.widget.RecyclerView.onLayout(RecyclerView.java:4402)")),
    PostedCase(
      "Android", "GetStream/stream-chat-android/issues/5934", .hint("stack.nesting"),
      "        java.lang.StackOverflowError: stack size 8192KB\n"
        + again(
          9,
          "                    \tat android.view.View.requestLayout(View.java:29465)",
          "                    \tat android.view.View.requestLayout(View.java:29465)",
          "                    \tat android.widget.RelativeLayout.requestLayout(RelativeLayout.java:394)"
        )),
    PostedCase(
      "Android", "pluscubed/recycler-fast-scroll/issues/24",
      .loop(place: nil, view: "FastScroller"),
      "`requestLayout() improperly called by com.shop.fast.FastScroller{b1364b7 V.E...... ........ "
        + "1344,464-1440,2232 #7f0d0080 app:id/fastScroll} during second layout pass: posting in next frame`"
    ),
    PostedCase(
      "Compose", "bisq-network/bisq-mobile/issues/1632", .hint("stack.hang"),
      """
      ANR in network.shop.mobile
      "main" tid=1 Runnable
        at network.shop.mobile.atoms.ProgressKt.ShopProgress (Progress.kt:12)
        at androidx.compose.ui.layout.LayoutNodeSubcompositionsState$createMeasurePolicy$1.measure-3p2s80s (SubcomposeLayout.kt:955)
        at androidx.compose.ui.node.InnerNodeCoordinator.measure-BRTryo0 (InnerNodeCoordinator.kt:128)
        at androidx.compose.foundation.layout.FillNode.measure-3p2s80s (Size.kt:721)
        at androidx.compose.ui.node.LayoutModifierNodeCoordinator.measure-BRTryo0 (LayoutModifierNodeCoordinator.kt:190)
        at androidx.compose.ui.node.MeasurePassDelegate.remeasure-BRTryo0 (MeasurePassDelegate.kt:493)
      """),
    PostedCase(
      "Compose", "fast4x/RiMusic/issues/2876", .hint(nil),
      "java.lang.IllegalStateException: layout state is not idle\n"
        + "\t androidx.compose.ui.node.MeasureAndLayoutDelegate.doRemeasure-sdFAvZA(MeasureAndLayoutDelegate.kt:369) \n"
        + "\t androidx.compose.ui.node.MeasureAndLayoutDelegate.onlyRemeasureIfScheduled(MeasureAndLayoutDelegate.kt:660) \n"
        + again(
          3,
          "\t androidx.compose.ui.node.MeasureAndLayoutDelegate.forceMeasureTheSubtreeInternal(MeasureAndLayoutDelegate.kt:693) "
        )
        + "\n\t androidx.compose.ui.node.MeasureAndLayoutDelegate.forceMeasureTheSubtree(MeasureAndLayoutDelegate.kt:649) "
    ),
    PostedCase(
      "Compose", "Visual-Code-Space/Visual-Code-Space/issues/173", .hint(nil),
      "java.lang.NullPointerException\n"
        + again(
          4,
          "\tat androidx.compose.ui.node.InnerNodeCoordinator.measure-3p2s80s(InnerNodeCoordinator.kt:135)",
          "\tat androidx.compose.animation.EnterExitTransitionModifierNode.measure-3p2s80s(EnterExitTransition.kt:1173)",
          "\tat androidx.compose.ui.node.LayoutModifierNodeCoordinator.measure-BRTryo0(LayoutModifierNodeCoordinator.kt:188)"
        )),
    PostedCase(
      "Swing", "MesquiteProject/MesquiteCore/issues/96", .loop(place: nil, view: nil),
      "java.lang.StackOverflowError\nError caught\n"
        + again(
          5,
          "java.desktop/java.awt.Component.validate(Component.java:2976)",
          "java.desktop/java.awt.Container.validateTree(Container.java:1740)",
          "java.desktop/java.awt.Container.validate(Container.java:1657)",
          "java.desktop/sun.awt.X11.XTextAreaPeer.setFont(XTextAreaPeer.java:393)")),
  ]

  static let web: [PostedCase] = [
    PostedCase(
      "React", "jahidulislamzim/sweetpagination/issues/1",
      .loop(place: "bundle.js:42555:26", view: "PageStrip"),
      """
      Warning: Maximum update depth exceeded. This can happen when a component calls setState inside useEffect, but useEffect either doesn't have a dependency array, or one of the dependencies changes on every render.
          at PageStrip (http://localhost:3000/static/js/bundle.js:42555:26)
          at div
          at App (http://localhost:3000/static/js/bundle.js:88:96)
      """),
    PostedCase(
      "React", "langgenius/dify/issues/3910",
      .loop(place: "tool-settings.tsx:36:11", view: "ToolSettings"),
      """
      `Warning: Maximum update depth exceeded. This can happen when a component calls setState inside useEffect.
          at ToolSettings (webpack-internal:///(app-pages-browser)/./app/tools/tool-settings.tsx:36:11)
          at Item (webpack-internal:///(app-pages-browser)/./app/components/tools/item.tsx:28:11)
          at div
          at div
          at Layout (webpack-internal:///(app-pages-browser)/./app/(commonLayout)/tools/page.tsx:16:80)
      """),
    PostedCase(
      "React", "react/react/issues/15906", .loop(place: nil, view: nil),
      "```Invariant Violation: Maximum update depth exceeded. This can happen when a component repeatedly calls "
        + "setState inside componentWillUpdate or componentDidUpdate.```"),
    PostedCase(
      "React", "dotintent/react-native-ble-plx/issues/1326", .loop(place: nil, view: nil),
      "Warning: Maximum update depth exceeded. This can happen when a component calls setState inside useEffect."
    ),
    PostedCase(
      "browsers", "thegrumpys/odop/issues/1068", .loop(place: nil, view: nil),
      """
      > ERROR
      > ResizeObserver loop completed with undelivered notifications.
      >     at handleError (http://localhost:3000/static/js/bundle.js:95688:58)
      >     at http://localhost:3000/static/js/bundle.js:95707:7
      """),
    PostedCase(
      "browsers", "paramount-engineering/roku-dev-studio/issues/66", .loop(place: nil, view: nil),
      """
      ResizeObserver loop completed with undelivered notifications.
        at file:///Applications/Shop.app/Contents/Resources/app.asar/renderer/viewer.html:0:0
      """),
    PostedCase(
      "browsers", "gravity-ui/uikit/issues/2219", .loop(place: nil, view: nil),
      "Every time Modal changes size there is an error: `Uncaught ResizeObserver loop completed with undelivered "
        + "notifications.`"),
    PostedCase(
      "browsers", "hakimel/reveal.js/issues/2514", .loop(place: "slides.js:2296", view: nil),
      "slides.js:1980 Uncaught RangeError: Maximum call stack size exceeded.\n"
        + again(
          3,
          "    at dispatchEvent (slides.js:1980)", "    at layout (slides.js:2296)",
          "    at onWindowResize (slides.js:5527)") + "\n    at dispatchEvent (slides.js:1980)"),
    PostedCase(
      "browsers", "DanFessler/react-panelgroup/issues/4",
      .loop(place: "PaneGroup.js:208", view: nil),
      "Uncaught RangeError: Maximum call stack size exceeded\n    at Object.getPaneMinSize (PaneGroup.js:241)\n"
        + "    at Object.resizePane (PaneGroup.js:201)\n"
        + again(
          4,
          "    at Object.resizePane (PaneGroup.js:208)",
          "    at Object.resizePane (PaneGroup.js:226)")),
    PostedCase(
      "browsers", "DanFessler/react-panelgroup/issues/42", .hint(nil),
      "PaneGroup.js:125 Uncaught RangeError: Maximum call stack size exceeded\n    at PaneGroup._this.resizePane\n"
    ),
    PostedCase(
      "browsers", "google/tracing-framework/issues/493",
      .loop(place: "splitcontrol.js:405", view: nil),
      "Uncaught RangeError: Maximum call stack size exceeded string.js:1244\ngoog.style.setStyle style.js:67\n"
        + again(
          3,
          "shop.ui.Control.layout control.js:515",
          "shop.ui.SplitControl.sizeChanged splitcontrol.js:405",
          "shop.ui.SplitControl.setSplitterSize splitcontrol.js:294",
          "shop.app.DocumentView.layoutInternal documentview.js:471")),
    PostedCase(
      "browsers", "react-grid-layout/react-grid-layout/issues/151", .hint(nil),
      "[Error] RangeError: Maximum call stack size exceeded.\n"
        + again(
          6,
          "\treceiveComponent", "\t_updateRenderedComponent", "\t_performComponentUpdate",
          "\tupdateComponent")),
  ]

  static let flutter: [PostedCase] = [
    PostedCase(
      "Flutter", "flutter/flutter/issues/44202", .loop(place: "home.dart:31:9", view: "Overlay"),
      """
      E/flutter (13677): [ERROR:flutter/lib/ui/ui_dart_state.cc(148)] Unhandled Exception: setState() or markNeedsBuild() called during build.
      E/flutter (13677): This Overlay widget cannot be marked as needing to build because the framework is already in the process of building widgets.
      E/flutter (13677): The widget on which setState() or markNeedsBuild() was called was:
      E/flutter (13677):   Overlay-[LabeledGlobalKey<OverlayState>#deefe]
      E/flutter (13677): #0      Element.markNeedsBuild.<anonymous closure> (package:flutter/src/widgets/framework.dart:3687:11)
      E/flutter (13677): #1      Element.markNeedsBuild (package:flutter/src/widgets/framework.dart:3702:6)
      E/flutter (13677): #2      State.setState (package:flutter/src/widgets/framework.dart:1161:14)
      E/flutter (13677): #3      OverlayState.insertAll (package:flutter/src/widgets/overlay.dart:345:5)
      E/flutter (13677): #4      Home.build (package:shop/home.dart:31:9)
      E/flutter (13677): #5      StatelessElement.build (package:flutter/src/widgets/framework.dart:4000:28)
      """),
    PostedCase(
      "Flutter", "bradyt/cone/issues/9", .hint("stack.nesting"),
      rounds(
        5, from: 95, mark: "I/flutter (18676): #",
        "    ComponentElement._firstBuild (package:flutter/src/widgets/framework.dart:3722:5)",
        "    ComponentElement.mount (package:flutter/src/widgets/framework.dart:3717:5)",
        "    Element.inflateWidget (package:flutter/src/widgets/framework.dart:2961:14)",
        "    Element.updateChild (package:flutter/src/widgets/framework.dart:2764:12)")),
    PostedCase(
      "Flutter", "itsJoKr/markers_generator_sample/issues/4", .loop(place: nil, view: "Overlay"),
      """
      ════════ Exception caught by widgets library ═══════════════════════════════════
      The following assertion was thrown building KeyedSubtree-[GlobalKey#676a9]:
      setState() or markNeedsBuild() called during build.

      This Overlay widget cannot be marked as needing to build because the framework is already in the process
      of building widgets.
      """),
    PostedCase(
      "Flutter", "flutter/flutter/issues/5820", .loop(place: "pane.dart:77:5", view: "Pane"),
      """
      I/flutter : The following assertion was thrown building LayoutBuilder:
      I/flutter : setState() or markNeedsBuild() called during build.
      I/flutter : This Pane widget cannot be marked as needing to build because the framework is already in the process
      I/flutter : When the exception was thrown, this was the stack:
      I/flutter : #0      BuildableElement.markNeedsBuild.<anonymous closure> (package:flutter/src/widgets/framework.dart:2508:11)
      I/flutter : #2      BuildableElement.markNeedsBuild (package:flutter/src/widgets/framework.dart:2525:6)
      I/flutter : #3      State.setState (package:flutter/src/widgets/framework.dart:1009:14)
      I/flutter : #4      PaneState.build.<anonymous closure> (package:shop/pane.dart:77:5)
      """),
    PostedCase(
      "Flutter", "youwallet/wallet/issues/105", .loop(place: nil, view: "Overlay"),
      "Unhandled Exception: setState() or markNeedsBuild() called during build\nThis Overlay widget cannot be "
        + "marked as needing to build because the framework is already in the process of building widgets."
    ),
    PostedCase(
      "Flutter", "flutter/flutter/issues/87365", .hint("flutter.unlaid"),
      "RenderBox was not laid out: _RenderPort#d2dac relayoutBoundary=up10 NEEDS-PAINT\nWhen the exception was "
        + "thrown, this was the stack:\n"
        + rounds(
          5, mark: "#",
          "     RenderProxyBoxMixin.performLayout (package:flutter/src/rendering/proxy_box.dart:116:14)",
          "     RenderObject.layout (package:flutter/src/rendering/object.dart:1779:7)")),
    PostedCase(
      "Flutter", "flutter/flutter/issues/108628", .hint("flutter.unlaid"),
      """
      RenderBox was not laid out: RenderRepaintBoundary#81ec0 relayoutBoundary=up21 NEEDS-PAINT
      The relevant error-causing widget was:
        Column Column:file:///Users/me/dev/shop/lib/main.dart:57:14
      """),
    PostedCase(
      "Flutter", "flutter/flutter/issues/22600", .hint("flutter.unlaid"),
      "Another exception was thrown: RenderBox was not laid out: RenderFlex#4863a relayoutBoundary=up12 NEEDS-PAINT"
    ),
  ]

  static let dotNet: [PostedCase] = [
    PostedCase(
      "UWP", "SimpleAppProjects/SimpleWeather-NET/issues/1102", .loop(place: nil, view: nil),
      """
      __Interop.ComCallHelpers.Call(__ComObject, RuntimeTypeHandle, Int32) + 0xb8;__Interop
      Windows.UI.Xaml.LayoutCycleException: Layout cycle detected.  Layout could not complete.
      Layout cycle detected.  Layout could not complete.
      """),
    PostedCase(
      "UWP", "sunsewingmachine/Youtube1/issues/24", .loop(place: nil, view: nil),
      "### Reason ###\n\nLayout cycle detected.  Layout could not complete.\nLayout cycle detected.  Layout could "
        + "not complete."),
    PostedCase(
      "Avalonia", "AvaloniaUI/Avalonia/issues/12398", .loop(place: nil, view: "StackPanel"),
      """
      [Layout]Layout cycle detected. Item 'Avalonia.Controls.StackPanel' was enqueued '10' times.(LayoutQueue`1 #12819582)
      [Layout]Layout cycle detected. Item 'Avalonia.Controls.TextBlock' was enqueued '10' times.(LayoutQueue`1 #12819582)
      """),
    PostedCase(
      "Avalonia", "AvaloniaUI/Avalonia/issues/16425", .loop(place: nil, view: "Grid"),
      "`[Layout]Layout cycle detected. Item 'Avalonia.Controls.Grid' was enqueued '10' times.`\n- eventually "
        + "`System.InvalidOperationException: 'Infinite layout loop detected'`"),
    PostedCase(
      "Avalonia", "syoius/MaaYuan/issues/420", .loop(place: nil, view: nil),
      """
      System.InvalidOperationException: Infinite layout loop detected
         at Avalonia.Media.MediaContext.FireInvokeOnRenderCallbacks()
         at Avalonia.Media.MediaContext.RenderCore()
         at Avalonia.Threading.DispatcherOperation.InvokeCore()
      """),
    PostedCase(
      "WPF", "snoopwpf/snoopwpf/issues/220", .hint("stack.nesting"),
      again(
        5,
        " \tPresentationFramework.dll!System.Windows.Controls.ContentPresenter.ArrangeOverride(System.Windows.Size arrangeSize)\tUnknown",
        " \tPresentationFramework.dll!System.Windows.FrameworkElement.ArrangeCore(System.Windows.Rect finalRect)\tUnknown",
        " \tPresentationCore.dll!System.Windows.UIElement.Arrange(System.Windows.Rect finalRect)\tUnknown"
      )),
    PostedCase(
      "WPF", "dotnet/wpf/issues/9354", .hint("stack.nesting"),
      "System.Windows.Markup.XamlParseException\n"
        + again(
          5,
          "   at System.Windows.Controls.Grid.MeasureOverride(Size constraint)",
          "   at System.Windows.FrameworkElement.MeasureCore(Size availableSize)",
          "   at System.Windows.UIElement.Measure(Size availableSize)",
          "   at System.Windows.Controls.Grid.MeasureCell(Int32 cell, Boolean forceInfinityV)")),
    PostedCase(
      "WPF", "snoopwpf/snoopwpf/issues/400", .hint("stack.nesting"),
      again(
        4,
        "   at System.Windows.FrameworkElement.MeasureCore(Size availableSize)",
        "   at System.Windows.UIElement.Measure(Size availableSize)",
        "   at Peek.Themes.ListChrome.MeasureOverride(Size availableSize) in C:\\projects\\peek\\Themes\\ListChrome.cs:line 241",
        "   at System.Windows.Controls.Grid.MeasureCellsGroup(Int32 cellsHead, Size referenceSize)")
    ),
    PostedCase(
      "WPF", "dotnet/wpf/issues/8413", .hint(nil),
      """
      Stack overflow.
         at System.Windows.DependencyObject.GetValue(System.Windows.DependencyProperty)
         at System.Windows.FrameworkElement.get_IsLoaded()
      Repeat 1166 times:
      --------------------------------
         at System.Windows.BroadcastEventHelper.IsParentLoaded(System.Windows.DependencyObject)
      --------------------------------
         at System.Windows.BroadcastEventHelper.BroadcastLoadedOrUnloadedEvent(System.Windows.DependencyObject)
      """),
    PostedCase(
      "WPF", "Kinnara/ModernWpf/issues/672", .hint(nil),
      """
         at System.Windows.Controls.Grid.MeasureOverride(Size constraint)
         at System.Windows.FrameworkElement.MeasureCore(Size availableSize)
         at System.Windows.UIElement.Measure(Size availableSize)
         at System.Windows.ContextLayoutManager.UpdateLayout()
         at System.Windows.ContextLayoutManager.UpdateLayoutCallback(Object arg)
         at System.Windows.Media.MediaContext.FireInvokeOnRenderCallbacks()
      """),
  ]

  static let qt: [PostedCase] = [
    PostedCase(
      "Qt Quick", "electronpass/electronpass-desktop/issues/17",
      .loop(place: "main.qml:272:13", view: "Card"),
      "    qrc:/qml/main.qml:272:13: QML Card: Binding loop detected for property \"height\""),
    PostedCase(
      "Qt Quick", "opencloud-eu/desktop/issues/690",
      .loop(place: "FolderNote.qml:77:9", view: "ColumnLayout"),
      """
      25-11-14 10:56:03:226 [ warning default ]:\tqrc:/qt/qml/eu/shop/FolderNote.qml:77:9: QML ColumnLayout: ColumnLayout called polish() inside updatePolish() of ColumnLayout
      25-11-14 10:56:03:226 [ warning default ]:\tqrc:/qt/qml/eu/shop/FolderNote.qml:77:9: QML ColumnLayout: possible QQuickItem::polish() loop
      """),
    PostedCase(
      "Qt Quick", "YacinoBen/CaptureMoment/issues/40",
      .loop(place: "Slide.qml:102:9", view: "SpinBox"),
      """
      qrc:/qt/qml/shop/controls/Slide.qml:102:9: QML SpinBox: Binding loop detected for property "value":
      qrc:/qt/qml/shop/controls/Slide.qml:108:13
      """),
    PostedCase(
      "Qt Quick", "status-im/status-app/issues/8536",
      .loop(place: "BioPanel.qml:88:9", view: "ScrollPane"),
      """
      Warning: qrc:/imports/shared/panels/BioPanel.qml:88:9: QML ScrollPane: Binding loop detected for property "implicitWidth" (qrc:/imports/shared/panels/BioPanel.qml:88, )
      Qt Quick Layouts: Detected recursive rearrange. Aborting after two iterations.
      """),
    PostedCase(
      "Qt Quick", "status-im/StatusQ/issues/338",
      .loop(place: "ChatToolBar.qml:26:5", view: "ChatButton"),
      "StatusQ/src/Components/ChatToolBar.qml:26:5: QML ChatButton: Binding loop detected for property "
        + "\"implicitWidth\""),
    PostedCase(
      "Qt Quick", "ccatterina/plasmusic-toolbar/issues/230",
      .loop(place: "Full.qml:109:13", view: "Image"),
      "wrz 09 12:11:07 box plasmashell[4120]: file:///home/me/.local/share/plasmoids/Full.qml:109:13: QML "
        + "Image: Binding loop detected for property \"source\":\n      file:///home/me/.local/share/plasmoids/Full.qml:113:17"
    ),
    PostedCase(
      "Qt Quick", "mavlink/qgroundcontrol/issues/7725",
      .loop(place: "ActionList.qml:53:9", view: "Flick"),
      "`\nqrc:/qml/Ground/FlightDisplay/ActionList.qml:53:9: QML Flick: Binding loop detected for property \"_width\"\n`"
    ),
    PostedCase(
      "Qt", "ethereum/aleth/issues/2211", .loop(place: nil, view: nil),
      rounds(
        4, from: 50, mark: "#",
        " 0x00007ffff6f76c86 in QApplication::notify(QObject*, QEvent*) () from /opt/Qt/lib/libQt5Widgets.so.5",
        " 0x00007ffff7973e24 in QCoreApplication::notifyInternal(QObject*, QEvent*) () from /opt/Qt/lib/libQt5Core.so.5",
        " 0x00007ffff6faaad6 in QWidgetPrivate::setGeometry_sys(int, int, int, int, bool) () from /opt/Qt/lib/libQt5Widgets.so.5",
        " 0x00007ffff6fab01f in QWidget::setGeometry(QRect const&) () from /opt/Qt/lib/libQt5Widgets.so.5",
        " 0x00007ffff713b53d in QAbstractScrollAreaPrivate::layoutChildren() () from /opt/Qt/lib/libQt5Widgets.so.5",
        " 0x00007ffff71f636d in QListView::updateGeometries() () from /opt/Qt/lib/libQt5Widgets.so.5",
        " 0x00007ffff6faedf6 in QWidget::event(QEvent*) () from /opt/Qt/lib/libQt5Widgets.so.5")),
    PostedCase(
      "Qt", "lxqt/lxqt/issues/1431", .loop(place: "cachedmenu.cpp:62", view: "CachedAction"),
      rounds(
        3, from: 372, mark: "#",
        "0x00007f924c85cf86 in QActionPrivate::sendDataChanged() () at /usr/lib/libQt5Widgets.so.5",
        "0x0000564081f14172 in CachedAction::updateIcon() (this=this@entry=0x6030002040d0) at /srv/panel/cachedmenu.cpp:62",
        "0x0000564081eee9ef in (anonymous namespace)::IconDelegate::sizeHint(QStyleOptionViewItem const&, QModelIndex const&) const (this=<optimized out>) at /srv/panel/actionview.cpp:80",
        "0x00007f924cabe0b1 in QAbstractItemView::sizeHintForColumn(int) const () at /usr/lib/libQt5Widgets.so.5",
        "0x00007f924c9e6597 in QMenu::sizeHint() const () at /usr/lib/libQt5Widgets.so.5")),
    PostedCase(
      "Qt", "lumina-desktop/lumina/issues/827", .loop(place: nil, view: nil),
      rounds(
        3, from: 127159, mark: "frame #",
        "0x0000000800e9c904 libQt5Widgets.so.5`QApplicationPrivate::notify_helper(QObject*, QEvent*) + 244",
        "0x0000000802c2ebb0 libQt5Core.so.5`QCoreApplication::notifyInternal2(QObject*, QEvent*) + 176",
        "0x0000000800ed3184 libQt5Widgets.so.5`QWidget::resize(QSize const&) + 100",
        "0x00000008010327a3 libQt5Widgets.so.5`___lldb_unnamed_symbol15749 + 675",
        "0x0000000801032b7c libQt5Widgets.so.5`QScrollArea::eventFilter(QObject*, QEvent*) + 76")),
    PostedCase(
      "Qt", "mpogue2/SquareDesk/issues/1602", .hint(nil),
      "Thread 0 Crashed:: CrBrowserMain Dispatch queue: com.apple.main-thread\n"
        + "0     QtWidgets      \t       0x104d6a014 QAbstractItemView::inputMethodQuery(Qt::InputMethodQuery) const + 4 (qabstractitemview.cpp:892)\n"
        + "-------- RECURSION LEVEL 5115\n"
        + rounds(
          3, from: 8,
          "libqcocoa.dylib    \t       0x106b47818 queryInputMethod(QObject*, QFlags<Qt::InputMethodQuery>)",
          "libqcocoa.dylib    \t       0x106b47818 -[QNSView(ComplexText) hasMarkedText] + 12")),
    PostedCase(
      "Qt", "CoatiSoftware/Sourcetrail/issues/504", .hint(nil),
      rounds(
        6, from: 38, mark: "#",
        "0x00007f396f35013f in QWidgetPrivate::paintSiblingsRecursive(QPaintDevice*, QList<QObject*> const&, int) () from /opt/lib/libQt5Widgets.so.5",
        "0x00007f396f34effc in QWidgetPrivate::drawWidget(QPaintDevice*, QRegion const&) () from /opt/lib/libQt5Widgets.so.5"
      )),
    PostedCase(
      "Qt", "quickshell-mirror/quickshell/issues/259", .hint(nil),
      "                Stack trace of thread 53366:\n"
        + rounds(
          8, mark: "                #",
          " 0x00007f52e7babbb1 _ZN17QQuickItemPrivate24setEffectiveVisibleRecurEb (libQt6Quick.so.6 + 0x1abbb1)"
        )
        + "\n                #8  0x00007f52e7ba0821 _ZN10QQuickItem13setParentItemEPS_ (libQt6Quick.so.6 + 0x1a0821)"
    ),
  ]

  static let gtk: [PostedCase] = [
    PostedCase(
      "GTK", "karlch/vimiv/issues/20", .hint("gtk.allocating"),
      "`(viewer:7324): Gtk-WARNING **: Allocating size to viewer+main+Viewer 0x1290400 without calling "
        + "gtk_widget_get_preferred_width/height(). How does the code know the size to allocate?`"),
    PostedCase(
      "GTK", "fmoralesc/neovim-gnome-terminal-wrapper/issues/18", .hint("gtk.allocating"),
      "Gtk-WARNING **: Allocating size to GtkScrollbar 0x562ddb88d1f0 without calling "
        + "gtk_widget_get_preferred_width/height(). How does the code know the size to allocate?"),
    PostedCase(
      "GTK", "moreSwift/swift-cross-ui/pull/699", .loop(place: nil, view: nil),
      "(shop:811): Gtk-WARNING **: 10:02:11.120: queue_resize() during size_allocate() of GtkFixed"),
    PostedCase(
      "GTK", "diamondburned/gotktrix/issues/33", .hint(nil),
      rounds(
        3, from: 18, mark: "#",
        "0x00007ffff778af23 in gtk_layout_manager_measure (manager=0x7fffc162b4c0, widget=0x7fffc198c650) at ../gtk/gtklayoutmanager.c:341",
        "0x00007ffff7815c0a in gtk_widget_query_size_for_orientation (widget=0x7fffc198c650) at ../gtk/gtksizerequest.c:248",
        "0x00007ffff78150d8 in gtk_widget_measure (widget=0x7fffc198c650) at ../gtk/gtksizerequest.c:518",
        "0x00007ffff78bcc2e in gtk_widget_allocate (widget=0x7fffc198c650, width=450) at ../gtk/gtkwidget.c:3963"
      )),
  ]
}
