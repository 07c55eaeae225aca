/// Texts of shapes that the readers had not seen when their readings were written down: other systems.
extension PostedCase {
  static let unseenDotNet: [PostedCase] = [
    // WPF gives up a tree that is too deep or contains itself; which of both, it does not say.
    PostedCase(
      "XAML", "dotnet/wpf/issues/10609", .hint("xaml.depth"),
      expanded(
        #"""
        > dumpexceptions
                 Address      MethodTable Message Name
            0198396f9fb8     7ff7bff61fc8 System.Xaml.XamlObjectWriterException
                Message: Add value to collection of type 'System.Windows.Controls.UIElementCollection' threw an exception.
                StackFrame: MS.Internal.Xaml.Runtime.ClrObjectRuntime.Add(System.Object, System.Xaml.XamlType, System.Object, System.Xaml.XamlType)
            019741508db0     7ff7bfae5ae8 System.InvalidOperationException
                Message: Layout recursion reached allowed limit to avoid stack overflow: '2047'. Either the tree contains a loop or is too deep.
                StackFrame: System.Windows.ContextLayoutManager.EnterMeasure()
        """#)),
    // Windows Forms: the override sets a bound, which resizes it again; .NET counts the rounds.
    PostedCase(
      "Windows Forms", "ValveResourceFormat/ValveResourceFormat/issues/870",
      .loop(place: "ModelCanvas.OnResize", view: "ModelCanvas"),
      expanded(
        #"""
        Stack overflow.
        Repeat 241 times:
        --------------------------------
           at System.Windows.Forms.Control.SetBoundsCore(Int32, Int32, Int32, Int32, System.Windows.Forms.BoundsSpecified)
           at System.Windows.Forms.Control.set_Size(System.Drawing.Size)
           at Viewer.ModelCanvas.OnResize(System.EventArgs)
           at System.Windows.Forms.Control.OnSizeChanged(System.EventArgs)
           at System.Windows.Forms.Control.UpdateBounds(Int32, Int32, Int32, Int32, Int32, Int32)
           at System.Windows.Forms.Control.WmWindowPosChanged(System.Windows.Forms.Message ByRef)
           at System.Windows.Forms.Control+ControlNativeWindow.WndProc(System.Windows.Forms.Message ByRef)
           at Windows.Win32.PInvoke.<SetWindowPos>g__LocalExternFunction|10989_0(Windows.Win32.Foundation.HWND, Windows.Win32.Foundation.HWND, Int32, Int32, Int32, Int32, Windows.Win32.UI.WindowsAndMessaging.SET_WINDOW_POS_FLAGS)
        --------------------------------
           at Viewer.Program.Main()
        """#)),
    // Levels, in German.
    PostedCase(
      "WPF", "dotnet/ResXResourceManager/issues/430", .hint(nil),
      expanded(
        #"""
        @repeat 5
           bei MS.Internal.Helper.MeasureElementWithSingleChild(System.Windows.UIElement, System.Windows.Size)
           bei System.Windows.Controls.ContentPresenter.MeasureOverride(System.Windows.Size)
           bei System.Windows.FrameworkElement.MeasureCore(System.Windows.Size)
           bei System.Windows.UIElement.Measure(System.Windows.Size)
        @end
        """#)),
    // Visual Studio shows native and managed frames together; nothing repeats.
    PostedCase(
      "WinUI", "microsoft/CsWinRT/issues/547", .hint(nil),
      expanded(
        #"""
        >	Grid.Controls.dll!Grid.Controls.StaggeredLayout.MeasureOverride(Microsoft.UI.Xaml.Controls.VirtualizingLayoutContext context, Windows.Foundation.Size availableSize) Line 233	C#
         	Microsoft.WinUI.dll!ABI.Microsoft.UI.Xaml.Controls.IVirtualizingLayoutOverrides.Do_Abi_MeasureOverride_2(System.IntPtr thisPtr, System.IntPtr context, Windows.Foundation.Size availableSize, Windows.Foundation.Size* result)	Unknown
         	[Native to Managed Transition]
         	Microsoft.UI.Xaml.Controls.dll!00007ffcaba541cc()	Unknown
         	[Inline Frame] Microsoft.ui.xaml.dll!DirectUI::FrameworkElementGenerated::MeasureOverrideProtected(ABI::Windows::Foundation::Size) Line 1029	C++
         	Microsoft.ui.xaml.dll!CFrameworkElement::MeasureCore(XSIZEF availableSize, XSIZEF & desiredSize) Line 1573	C++
        """#)),
    // A crash service whose stack ends in glue.
    PostedCase(
      "UWP", "EpsiRho/Fluff/issues/40", .loop(place: nil, view: nil),
      expanded(
        #"""
        ### Stacktrace ###

        __Interop.ComCallHelpers.Call($__ComObject __this, RuntimeTypeHandle __typeHnd, Int32 __targetIndex) in Call at 15732480:0;__Interop

        __Interop.ForwardComStubs.Stub_19<System.__Canon>(Void* InstParam, $__ComObject __this, Int32 __targetIndex) in Stub_19 at 16707566:0;__Interop.ForwardComStubs

        ### Reason ###

        Windows.UI.Xaml.LayoutCycleException: Layout cycle detected.  Layout could not complete.
        Layout cycle detected.  Layout could not complete.
        """#)),
    PostedCase(
      "WinUI", "MaKrotos/Music-M/issues/17", .loop(place: nil, view: nil),
      expanded(
        #"""
        WinRT.ExceptionHelpers.<ThrowExceptionForHR>g__Throw|39_0(Int32 hr);WinRT

        ABI.Windows.ApplicationModel.Core.IUnhandledErrorMethods.Propagate(IObjectReference _obj);ABI.Windows.ApplicationModel.Core

        ### Reason ###

        Microsoft.UI.Xaml.LayoutCycleException: Не удалось найти текст, связанный с этим кодом ошибки.

        Layout cycle detected.  Layout could not complete.
        """#)),
    // A log: the stack below belongs to the next exception, so it accuses nobody of the cycle.
    PostedCase(
      "UWP", "files-community/Files/issues/6424", .loop(place: nil, view: nil),
      expanded(
        #"""
        2021-10-10 01:26:50.8157|ERROR|AppUnhandledException|Layout cycle detected.  Layout could not complete.
        Layout cycle detected.  Layout could not complete.
        	Windows.UI.Xaml.LayoutCycleException: Layout cycle detected.  Layout could not complete.
        Layout cycle detected.  Layout could not complete.
        2021-10-10 01:26:54.7706|INFO|OnLaunched|App launched. Prelaunch: False
        2021-10-10 01:26:54.9331|WARN|TryLoadThemeAsync|Error loading theme: Default
        	System.IO.FileNotFoundException: The system cannot find the file specified. (Exception from HRESULT: 0x80070002)
           at System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw() + 0x21
           at System.Runtime.CompilerServices.TaskAwaiter.ThrowForNonSuccess(Task) + 0x70
           at Browser.Helpers.ThemeLoader.<TryLoad>d__14.MoveNext() + 0x1a4
           at Browser.Helpers.ThemeLoader.TryLoad() + 0x3f
        """#)),
    // Levels, with the framework's own places.
    PostedCase(
      "Avalonia", "AvaloniaUI/Avalonia/issues/13887", .hint(nil),
      expanded(
        #"""
        @repeat 5
           at Avalonia.Layout.Layoutable.MeasureCore(Size availableSize) in /_/src/Avalonia.Base/Layout/Layoutable.cs:line 585
           at Avalonia.Layout.Layoutable.Measure(Size availableSize) in /_/src/Avalonia.Base/Layout/Layoutable.cs:line 395
           at Avalonia.Layout.Layoutable.MeasureOverride(Size availableSize) in /_/src/Avalonia.Base/Layout/Layoutable.cs:line 608
        @end
           at Avalonia.Layout.LayoutHelper.MeasureChild(Layoutable control, Size availableSize, Thickness padding, Thickness borderThickness) in /_/src/Avalonia.Base/Layout/LayoutHelper.cs:line 47
        """#)),
    // Levels of MAUI on Android, which writes .NET's functions in Java's notation.
    PostedCase(
      "MAUI", "dotnet/maui/issues/18372", .hint(nil),
      expanded(
        #"""
        android.runtime.JavaProxyThrowable: [System.InvalidOperationException]: Collection was modified
        @repeat 9
        at Microsoft.Maui.Controls.Layout.CrossPlatformArrange(Unknown Source:0)
        at Microsoft.Maui.Platform.LayoutViewGroup.OnLayout(Unknown Source:0)
        at Android.Views.ViewGroup.n_OnLayout_ZIIII(Unknown Source:0)
        at Java.Interop.JniPeerMembers+JniInstanceMethods.InvokeNonvirtualVoidMethod(Unknown Source:0)
        at Android.Views.ViewGroup.Layout(Unknown Source:0)
        at Microsoft.Maui.ViewHandlerExtensions.PlatformArrangeHandler(Unknown Source:0)
        @end
        """#)),
    // A native stack of an app of Mono: no round in it.
    PostedCase(
      "MAUI", "dotnet/maui/issues/26997", .hint(nil),
      expanded(
        #"""
        	52  CoreFoundation                      0x00007fff203660f3 CFRunLoopRunSpecific + 567
        	53  GraphicsServices                    0x00007fff2c995cd3 GSEventRunModal + 139
        	54  UIKitCore                           0x00007fff25059f42 -[UIApplication _run] + 928
        	55  UIKitCore                           0x00007fff2505eb5e UIApplicationMain + 101
        	56  libxamarin-dotnet-debug.dylib       0x000000010cf8311a xamarin_UIApplicationMain + 58
        	57  libmonosgen-2.0.dylib               0x000000010d3c1675 do_icall + 341
        	58  libmonosgen-2.0.dylib               0x000000010d3bfd57 do_icall_wrapper + 295
        """#)),
    // Mono's places; a resize of each parent once.
    PostedCase(
      "Windows Forms", "dockpanelsuite/dockpanelsuite/issues/116", .hint(nil),
      expanded(
        #"""
        System.ArgumentOutOfRangeException: Value '-1' must be greater than or equal to 0.
          at System.Windows.Forms.ContainerControl.OnLayout (System.Windows.Forms.LayoutEventArgs e) [0x00000] in /home/abuild/mono-3.0.6/System.Windows.Forms/ContainerControl.cs:806 
          at System.Windows.Forms.Control.PerformLayout (System.Windows.Forms.Control affectedControl, System.String affectedProperty) [0x00066] in /home/abuild/mono-3.0.6/System.Windows.Forms/Control.cs:3822 
          at System.Windows.Forms.Control.OnResize (System.EventArgs e) [0x00000] in /home/abuild/mono-3.0.6/System.Windows.Forms/Control.cs:6204 
          at Docks.Pane.OnResize (System.EventArgs e) [0x00000] in /home/me/docks/Pane.cs:98 
          at System.Windows.Forms.Control.OnSizeChanged (System.EventArgs e) [0x00006] in /home/abuild/mono-3.0.6/System.Windows.Forms/Control.cs:6226 
        """#)),
    // A stack overflow of which there is no stack.
    PostedCase(
      "Windows Forms", "dotnet/winforms/issues/13199", .hint("stack.overflow"),
      "_System.StackOverflowException\n  HResult=0x800703E9\n  Source=<Cannot evaluate the exception source>\n"
        + "  StackTrace:\n<Cannot evaluate the exception stack trace>_"),
  ]

  static let unseenWeb: [PostedCase] = [
    // A component stack of a development build, then the functions as DevTools copies them.
    PostedCase(
      "React", "fullcalendar/fullcalendar/issues/5606",
      .loop(place: "bundle.js:6008:5", view: "GridPane"),
      expanded(
        #"""
        react-dom.development.js:20085 Uncaught Error: Maximum update depth exceeded. This can happen when a component repeatedly calls setState inside componentWillUpdate or componentDidUpdate. React limits the number of nested updates to prevent infinite loops.
        The above error occurred in the <GridPane> component:

            at GridPane (http://localhost:3000/static/js/bundle.js:6008:5)
            at div
            at ErrorBoundary (http://localhost:3000/static/js/bundle.js:88:5)

        React will try to recreate this component tree from scratch using the error boundary you provided, ErrorBoundary.
        overrideMethod @ react_devtools_backend.js:4012
        logCapturedError @ react-dom.development.js:20085
        update.payload @ react-dom.development.js:20133
        """#)),
    // Only functions, as DevTools copies them: the first one that is not React's set the state.
    PostedCase(
      "React", "bvaughn/react-resizable-panels/issues/456",
      .loop(place: "panes.esm.js:2122:9", view: nil),
      expanded(
        #"""
        ```
        react-dom.development.js:26793 Uncaught Error: Maximum update depth exceeded. This can happen when a component repeatedly calls setState inside componentWillUpdate or componentDidUpdate. React limits the number of nested updates to prevent infinite loops.
        at throwIfInfiniteUpdateLoopDetected (react-dom.development.js:26793:11)
            at getRootForUpdatedFiber (react-dom.development.js:7627:3)
            at enqueueConcurrentHookUpdate (react-dom.development.js:7518:10)
            at dispatchSetState (react-dom.development.js:13073:16)
            at onPaneResize (panes.esm.js:2122:9)
            at setPaneState (panes.esm.js:2449:15)
            at eval (panes.esm.js:715:5)
            at Set.forEach (<anonymous>)
        ```
        """#)),
    // The overlay of a development server.
    PostedCase(
      "React", "naver/egjs-infinitegrid/issues/579", .loop(place: "Wall.tsx:39:8", view: nil),
      expanded(
        #"""
        Error
        Maximum update depth exceeded. This can happen when a component repeatedly calls setState inside componentWillUpdate or componentDidUpdate. React limits the number of nested updates to prevent infinite loops.
        ▶ 33 stack frames were collapsed.
        eval
        /src/Wall.tsx:39:8
          36 | 
          37 | setTimeout(() => {
          38 |   e.ready();
        > 39 |   setItems([
             |  ^
        """#)),
    // Minified: a letter is no component.
    PostedCase(
      "React", "software-mansion/react-freeze/issues/22", .loop(place: nil, view: nil),
      expanded(
        #"""
        Error: Maximum update depth exceeded. This can happen when a component repeatedly calls setState inside componentWillUpdate or componentDidUpdate. React limits the number of nested updates to prevent infinite loops.

        This error is located at:
            in x
            in RCTView
            in Unknown
            in v
            in RCTScrollView
        """#)),
    // A widget of a library counts its renders itself.
    PostedCase(
      "React", "expln/metamath-lamp/issues/104",
      .loop(place: "bundle.js:33485:7", view: "TextareaAutosize"),
      expanded(
        #"""
        MUI: Too many re-renders. The layout is unstable.
        TextareaAutosize limits the number of renders to prevent an infinite loop. 
            at TextareaAutosize (http://localhost:3000/static/js/bundle.js:33485:7)
            at http://localhost:3000/static/js/bundle.js:30509:66
            at div
            at InputBase (http://localhost:3000/static/js/bundle.js:44753:83)
        """#)),
    PostedCase(
      "React", "blakeblackshear/frigate/pull/19406", .loop(place: nil, view: nil),
      expanded(
        #"""
        react-dom.development.js:15498  Uncaught Error: Too many re-renders. React limits the number of renders to prevent an infinite loop.
            at renderWithHooks (react-dom.development.js:15498:15)
            at updateFunctionComponent (react-dom.development.js:19617:20)
            at beginWork (react-dom.development.js:21632:16)
        """#)),
    PostedCase(
      "Vue", "vuejs/core/issues/10158", .loop(place: nil, view: "SideRail"),
      "Uncaught (in promise) Maximum recursive updates exceeded in component <SideRail>. This means you have a reactive effect that is mutating its own dependencies and thus recursively triggering itself. Possible sources include component template, render function, updated hook or watcher source function."
    ),
    PostedCase(
      "Vue", "jbaysolutions/vue-grid-layout/issues/795", .loop(place: nil, view: "index"),
      "The error is as follows：\nUncaught (in promise) Maximum recursive updates exceeded in component <index>. This means you have a reactive effect that is mutating its own dependencies."
    ),
    // Vue names no component here, and the functions are its own.
    PostedCase(
      "Vue", "nasa/openmct/issues/7488", .loop(place: nil, view: nil),
      expanded(
        #"""
        runtime-core.esm-bundler.js:41 [Vue warn]: Maximum recursive updates exceeded. This means you have a reactive effect that is mutating its own dependencies and thus recursively triggering itself. Possible sources include component template, render function, updated hook or watcher source function.
        warn @ runtime-core.esm-bundler.js:41
        checkRecursiveUpdates @ runtime-core.esm-bundler.js:384
        flushJobs @ runtime-core.esm-bundler.js:372
        ... repeats a zillion times ...
        flushJobs @ runtime-core.esm-bundler.js:372
        """#)),
    PostedCase(
      "Vue", "zhanziyang/vue-croppa/issues/83", .loop(place: nil, view: nil),
      ">  You may have an infinite update loop in watcher with expression \"outputWidth\""),
    PostedCase(
      "browser", "ues-io/uesio/issues/4752", .loop(place: nil, view: nil),
      expanded(
        #"""
             Error: The following error originated from your application code, not from Cypress.

          > ResizeObserver loop completed with undelivered notifications.

        When Cypress detects uncaught errors originating from your application it will automatically fail the current test.

        https://on.cypress.io/uncaught-exception-from-application
            at <unknown> (https://studio.example.com:3000/workspace/edit:0:0)
        """#)),
    // Angular refreshed its views again and again.
    PostedCase(
      "Angular", "spartan-ng/spartan/issues/1614", .loop(place: nil, view: nil),
      expanded(
        #"""
        ERROR RuntimeError: NG0103: Infinite change detection while refreshing application views. Find more at https://v22.angular.dev/errors/NG0103
            at detectChangesInViewWhileDirty (core.mjs:14713:19)
            at ApplicationRef.synchronizeOnce (core.mjs:18120:17)
        """#)),
    // Angular's order of calls, as DevTools' table of a breakpoint: nothing repeats.
    PostedCase(
      "Angular", "tiberiuzuld/angular-gridster2/issues/153", .hint("stack.none"),
      expanded(
        #"""
        This is the call stack after a debugger inside `updateGrid()`:

        ```
          | GridComponent.updateGrid | @ | grid.component.js?58a4:37
          | BoardComponent.calculateLayout | @ | board.component.js?8b9f:212
          | DashComponent.onResize | @ | dash.component.ts?fca9:231
          | callProviderLifecycles | @ | core.es5.js?de3d:11176
        ```
        """#)),
    // Firefox once wrote the place after the function; another recursion than of layout.
    PostedCase(
      "scripts", "guardian/frontend/issues/11547", .hint(nil),
      expanded(
        #"""
        17:37:10.446 too much recursion
        anonymous/s.c_w() metrics.js line 746 > Function:1
        anonymous() metrics.js line 536 > Function:1
        anonymous() metrics.js line 524 > Function:1

        [...repeated many times...]
        """#)),
    // Safari's list of functions, without files.
    PostedCase(
      "scripts", "inuyaksa/jquery.nicescroll/issues/563", .hint(nil),
      expanded(
        #"""
        RangeError: Maximum call stack size exceeded.

        [Error] RangeError: Maximum call stack size exceeded.
            replace
            camelCase
            scrollTop
        @repeat 6
            scrolling
            doScrollPos
        @end
        """#)),
    // A handler of a resize that is reached again, as DevTools copies it: the line that calls it.
    PostedCase(
      "scripts", "inuyaksa/jquery.nicescroll/issues/82", .loop(place: "pane.js:1240", view: nil),
      expanded(
        #"""
        Uncaught RangeError: Maximum call stack size exceeded
        camelCase @ jquery.js:3
        @repeat 6
        onResize @ pane.js:1202
        checkContentSize @ pane.js:1240
        doScrollTop @ pane.js:1311
        @end
        """#)),
    // A deep tree of nodes, laid out by a function that calls itself for each child.
    PostedCase(
      "scripts", "d3/d3/issues/1868", .hint(nil),
      expanded(
        #"""
        RangeError: Maximum call stack size exceeded.
        @repeat 9
            at layoutNode (tree.js:40:12)
            at layoutChildren (tree.js:61:7)
        @end
        """#)),
  ]

  static let unseenFlutter: [PostedCase] = [
    PostedCase(
      "Flutter", "flutter/flutter/issues/67312", .hint(nil),
      expanded(
        #"""
        ══╡ EXCEPTION CAUGHT BY WIDGETS LIBRARY ╞═══════════════════════════════════════════════════════════
        The following NoSuchMethodError was thrown building Basket(dirty, state: _BasketState#26c2f):
        @repeat 5
        #{n}     RenderProxyBoxMixin.performLayout 
         package:flutter/…/rendering/proxy_box.dart
        #{n}     RenderObject.layout 
         package:flutter/…/rendering/object.dart
        @end
        """#)),
    // The word `setState` is missing in the first line, but the next one is Flutter's.
    PostedCase(
      "Flutter", "AbdulRahmanAlHamali/flutter_pagewise/issues/63",
      .loop(place: "basket.dart:88:5", view: "BasketView"),
      expanded(
        #"""
        I/flutter ( 6677): ══╡ EXCEPTION CAUGHT BY FOUNDATION LIBRARY ╞════════════════════════════════════════════════════════
        I/flutter ( 6677): setState() or markNeedsBuild() called during build.
        I/flutter ( 6677): This BasketView widget cannot be marked as needing to build because the framework is already in the
        I/flutter ( 6677): process of building widgets. A widget can be marked as needing to be built during the build phase only if one of its ancestors is currently building.
        I/flutter ( 6677): When the exception was thrown, this was the stack:
        I/flutter ( 6677): #0      Element.markNeedsBuild.<anonymous closure> (package:flutter/src/widgets/framework.dart:3497:11)
        I/flutter ( 6677): #2      State.setState (package:flutter/src/widgets/framework.dart:1138:14)
        I/flutter ( 6677): #3      _BasketViewState.reload (package:shop/basket.dart:88:5)
        I/flutter ( 6677): #34     RenderObject.layout (package:flutter/src/rendering/object.dart:1632:7)
        """#)),
    // A pause of an asynchronous function stands between the frames.
    PostedCase(
      "Flutter", "matthew-carroll/flutter_ui_challenge_radial_menu/issues/5",
      .loop(place: "bubbles.dart:139:25", view: "Overlay"),
      expanded(
        #"""
        E/flutter (31509): setState() or markNeedsBuild() called during build.
        E/flutter (31509): This Overlay widget cannot be marked as needing to build because the framework is already in the process of building widgets.
        E/flutter (31509): #0      Element.markNeedsBuild.<anonymous closure> (package:flutter/src/widgets/framework.dart:3497:11)
        E/flutter (31509): #2      State.setState (package:flutter/src/widgets/framework.dart:1138:14)
        E/flutter (31509): #3      OverlayState.insert (package:flutter/src/widgets/overlay.dart:283:5)
        E/flutter (31509): #4      _BubbleState.add (package:bubbles/src/bubbles.dart:139:25)
        E/flutter (31509): <asynchronous suspension>
        E/flutter (31509): #5      _BubbleState.show (package:bubbles/src/bubbles.dart:131:7)
        """#)),
    // No stack, but the place of the widget, with the separators of Windows.
    PostedCase(
      "Flutter", "GotJimmy/accordion/issues/9", .loop(place: "start_page.dart:31", view: "Obx"),
      expanded(
        #"""
        ════════ Exception caught by widgets library ═══════════════════════════════════
        The following assertion was thrown building Folds(dirty):
        setState() or markNeedsBuild() called during build.

        This Obx widget cannot be marked as needing to build because the framework is already in the process of building widgets.
        The widget on which setState() or markNeedsBuild() was called was: Obx
            has builder
            dirty
        The relevant error-causing widget was
        Folds
        lib\screens\start_page.dart:31
        """#)),
    PostedCase(
      "Flutter", "syncfusion/flutter-widgets/issues/1581",
      .loop(place: "month.dart:10280:5", view: "_MonthHeader"),
      expanded(
        #"""
        [log] setState() or markNeedsBuild() called during build.
        This _MonthHeader widget cannot be marked as needing to build because the framework is already in the process of building widgets.
        The widget on which setState() or markNeedsBuild() was called was:
          _MonthHeader
              #0      Element.markNeedsBuild.<anonymous closure> (package:flutter/src/widgets/framework.dart:5033:9)
              #2      State.setState (package:flutter/src/widgets/framework.dart:1223:15)
              #3      _MonthHeaderState._update (package:months/src/month.dart:10280:5)
              #4      ChangeNotifier.notifyListeners (package:flutter/src/foundation/change_notifier.dart:433:24)
        """#)),
    // The web: the place stands before the function, in columns.
    PostedCase(
      "Flutter", "rrousselGit/riverpod/issues/1438",
      .loop(place: "page.dart:40:12", view: "CounterScope"),
      expanded(
        #"""
        setState() or markNeedsBuild() called during build.
        This CounterScope widget cannot be marked as needing to build because the framework is already in the process of building widgets.
        packages/flutter/src/widgets/framework.dart 4476:9                            <fn>
        packages/flutter/src/widgets/framework.dart 4503:14                           markNeedsBuild
        packages/shop/page.dart 40:12                                                 refresh
        packages/flutter/src/rendering/object.dart 1915:7                             layout
        packages/flutter/src/rendering/proxy_box.dart 116:7                           performLayout
        """#)),
    // A hang in a browser, behind the file that the console names before each line.
    PostedCase(
      "Flutter", "FlutterFlow/flutterflow-issues/issues/2585", .hint(nil),
      expanded(
        #"""
        dart_sdk.js:40220 packages/flutter/src/material/time.dart.js 79191:14           performLayout
        dart_sdk.js:40220 packages/flutter/src/widgets/unique_widget.dart.js 65018:14   [_callPerformLayout]
        dart_sdk.js:40220 packages/flutter/src/widgets/unique_widget.dart.js 100524:44  performLayout
        dart_sdk.js:40220 packages/flutter/src/widgets/unique_widget.dart.js 101797:44  flushLayout
        dart_sdk.js:40220 packages/flutter/src/scheduler/binding.dart.js 941:9          [_invokeFrameCallback]
        """#)),
    PostedCase(
      "Flutter",
      "abuanwar072/Flutter-responsive-email-ui---Mobile-Tablet-and-Web/issues/11", .hint(nil),
      expanded(
        #"""
        @repeat 9
        packages/flutter/src/rendering/proxy_box.dart 116:7                                                                        performLayout
        packages/flutter/src/rendering/object.dart 1915:7                                                                          layout
        @end
        packages/flutter/src/rendering/flex.dart 896:45                                                                            [_computeSizes]
        """#)),
    PostedCase(
      "Flutter", "flutter/flutter/issues/147452", .hint(nil),
      expanded(
        #"""
        'package:flutter/src/rendering/object.dart': Failed assertion: line 2283 pos 14: '_debugSubtreeRelayoutRootAlreadyMarkedNeedsLayout()': is not true.
        @repeat 5
        #{n}     Element.rebuild (package:flutter/src/widgets/framework.dart:5196:7)
        #{n}     ProxyElement.update (package:flutter/src/widgets/framework.dart:5809:5)
        #{n}     Element.updateChild (package:flutter/src/widgets/framework.dart:3824:15)
        #{n}     ComponentElement.performRebuild (package:flutter/src/widgets/framework.dart:5505:16)
        @end
        """#)),
  ]

  static let unseenLinux: [PostedCase] = [
    // A desktop shell writes the place in brackets, after the type.
    PostedCase(
      "Qt Quick", "caelestia-dots/shell/issues/864",
      .loop(place: "Devices.qml:327:17", view: "ColumnLayout"),
      expanded(
        #"""
        ```
          WARN scene: QML ColumnLayout at @modules/center/radio/Devices.qml[327:17]: ColumnLayout called polish() inside updatePolish() of ColumnLayout
          WARN scene: QML ColumnLayout at @modules/center/radio/Devices.qml[327:17]: possible QQuickItem::polish() loop
        ```
        """#)),
    PostedCase(
      "Qt Quick", "amnezia-vpn/amnezia-client/issues/1147",
      .loop(place: "SharePage.qml:777:46", view: "ColumnLayout"),
      expanded(
        #"""
        2024-10-11 13:38:19 warning qrc:/ui/qml/Pages2/SharePage.qml:777:46: QML ColumnLayout: Layout polish loop detected for QQuickColumnLayout(0x55eb503560a0, id="details", parent=0x55eb50986110, geometry=16,16 348x416). Aborting after two iterations.
        2024-10-11 13:38:19 warning Qt Quick Layouts: Detected recursive rearrange. Aborting after two iterations.
        2024-10-11 13:38:19 warning Qt Quick Layouts: Detected recursive rearrange. Aborting after two iterations.
        """#)),
    PostedCase(
      "Qt Quick", "Nheko-Reborn/nheko/issues/1485",
      .loop(place: "Answer.qml:70:5", view: "ColumnLayout"),
      expanded(
        #"""
        [2023-06-12 11:02:31.810] [qml] [warning] qrc:/qml/delegates/Answer.qml:70:5: QML ColumnLayout: Qt Quick Layouts: Polish loop detected. Aborting after two iterations. (qrc:/qml/delegates/Answer.qml:70, )
        """#)),
    PostedCase(
      "Qt Quick", "Zren/plasma-applet-eventcalendar/issues/269",
      .loop(place: "DayItem.qml:195:15", view: "DayEvent"),
      expanded(
        #"""
        file:///home/user/.local/share/plasma/plasmoids/org.example.days/contents/ui/DayItem.qml:195:15: QML DayEvent: Binding loop detected for property "implicitHeight"
        file:///home/user/.local/share/plasma/plasmoids/org.example.days/contents/ui/DayItem.qml:205:15: QML DayTask: Binding loop detected for property "implicitHeight"
        """#)),
    PostedCase(
      "Qt Quick", "owncloud/client/issues/11990", .loop(place: "SpaceRow.qml:37:13", view: "Pane"),
      "24-11-25 12:33:06:501 [ warning default ]:\tqrc:/qt/qml/org/files/gui/spaces/qml/SpaceRow.qml:37:13: QML Pane: Binding loop detected for property \"implicitHeight\""
    ),
    // Python: the last call stands last, and one round is shown.
    PostedCase(
      "Qt", "saga-soft/novelWriter/issues/1007", .hint(nil),
      expanded(
        #"""
        RecursionError:
        maximum recursion depth exceeded while calling a Python object

        Traceback:
          File "/home/me/Code/writer/gui/docpane.py", line 477, in resizeEvent
            self.updateMargins()

          File "/home/me/Code/writer/gui/docpane.py", line 317, in updateMargins
            wW = self.width()
        """#)),
    // Python: rounds of a handler of a resize; Python itself counts the others. The line that resizes.
    PostedCase(
      "Qt", "zhiyiYo/PyQt-Fluent-Widgets/issues/201", .loop(place: "card.py:88", view: nil),
      expanded(
        #"""
        Traceback (most recent call last):
        @repeat 3
          File "D:\app\ui\card.py", line 61, in resizeEvent
            self.fit()
          File "D:\app\ui\card.py", line 88, in fit
            self.resize(self.width(), self.heightForWidth(self.width()))
        @end
          [Previous line repeated 968 more times]
        RecursionError: maximum recursion depth exceeded while calling a Python object
        """#)),
    // Python: a recursion that isn't one of layout.
    PostedCase(
      "Qt", "danielhrisca/asammdf/issues/994", .hint(nil),
      expanded(
        #"""
        <class 'RecursionError'>: maximum recursion depth exceeded while calling a Python object
        @repeat 3
          File "C:\Users\me\plots\viewstate.py", line 95, in viewStateChanged
            self.updateState()
          File "C:\Users\me\plots\viewstate.py", line 98, in updateState
            state = self.view().getState(copy=False)
        @end
        """#)),
    // One stack of a loop that runs through the event loop.
    PostedCase(
      "wxWidgets", "wxMaxima-developers/wxmaxima/issues/679", .hint("stack.none"),
      expanded(
        #"""
        #0  SheetCtrl::OnSize (this=0x8b98d0, event=...) at SheetCtrl.cpp:573
        #1  0x00007ffff6323d5e in wxAppConsoleBase::CallEventHandler(wxEvtHandler*, wxEventFunctor&, wxEvent&) const () from /usr/lib/libwx_baseu-3.1.so.0
        #2  0x00007ffff64abbc7 in wxEvtHandler::ProcessEventIfMatchesId(wxEventTableEntryBase const&, wxEvtHandler*, wxEvent&) () from /usr/lib/libwx_baseu-3.1.so.0
        #3  0x00007ffff64ac458 in wxEvtHandler::TryHereOnly(wxEvent&) ()
           from /usr/lib/libwx_baseu-3.1.so.0
        """#)),
    // gdb with all local variables: many lines between two frames.
    PostedCase(
      "GTK", "mate-desktop/mate-control-center/issues/403",
      .loop(place: "panel-shell.c:140", view: nil),
      expanded(
        #"""
        @repeat 6
        #{n} 0x00007ffff6c5152e in gtk_widget_set_size_request (widget=widget@entry=0x5555560c94c0 [GtkWindow], width=250) at gtkwidget.c:6208
                alloc_needed = <optimized out>
                size_changed = 0
                baseline_changed = 0
                position_changed = 0
                natural_width = 259
                __func__ = "gtk_widget_set_size_request"
        #{n} 0x0000555555561f2c in shell_size_allocate (widget=0x5555560c94c0 [GtkWindow], allocation=0x7fffffffd2d0) at panel-shell.c:140
                allocation = {x = 0, y = 0, width = 975, height = 630}
                new_flags = 74
                current_width = 975
                priv = 0x5555560c9260
                info = 0x5555561e1000
        @end
        """#)),
    PostedCase(
      "GTK", "otsaloma/gaupol/issues/26", .hint("gtk.allocating"),
      expanded(
        #"""
        ```
        (python3:15155): Gtk-WARNING **: Allocating size to
        GtkApplicationWindow 0x13f2830 without calling
        gtk_widget_get_preferred_width/height(). How does the code know
        the size to allocate?
        ```
        """#)),
    PostedCase(
      "GTK", "pithos/pithos/issues/328", .hint("gtk.allocating"),
      "(shop:2881): Gtk-WARNING **: Allocating size to FindDialog 0x555ce81dc960 without calling gtk_widget_get_preferred_width/height(). How does the code know the size to allocate?"
    ),
    PostedCase(
      "GTK", "pop-os/installer/issues/269", .hint("stack.none"),
      expanded(
        #"""
        (gdb) bt
        #0  0x0000000000000000 in  ()
        #1  0x0000fffff7364248 in gtk_widget_get_request_mode (widget=<optimized out>) at ../../../../gtk/gtksizerequest.c:459
        #2  0x0000fffff71e6ec4 in count_request_modes (widget=<optimized out>, count=0xffffffffe500) at ../../../../gtk/gtkcontainer.c:2362
        #3  0x0000fffff736e9b0 in gtk_stack_forall (container=<optimized out>, include_internals=<optimized out>, callback=0xfffff71e6eb0 <count_request_modes>, callback_data=0xffffffffe500)
            at ../../../../gtk/gtkstack.c:1911
        #4  0x0000fffff71e18a4 in gtk_container_get_request_mode (widget=<optimized out>) at ../../../../gtk/gtkcontainer.c:2384
        """#)),
    // A program with Python inside: the widget's event, once.
    PostedCase(
      "Qt", "CadQuery/CQ-editor/issues/50", .hint("stack.none"),
      expanded(
        #"""
        ~~~~~~
        #18 0x00007fffba31b853 in sipQGLWidget::event(QEvent*) () from /home/me/lib/python3.6/site-packages/PyQt5/QtOpenGL.so
        #19 0x00007ffff59f1ca0 in QApplicationPrivate::notify_helper(QObject*, QEvent*) () from /home/me/lib/libQt5Widgets.so.5
        #20 0x00007ffff59f7b19 in QApplication::notify(QObject*, QEvent*) () from /home/me/lib/libQt5Widgets.so.5
        #23 0x00007ffff5a16811 in QWidgetPrivate::setGeometry_sys(int, int, int, int, bool) () from /home/me/lib/libQt5Widgets.so.5
        #24 0x00007ffff5a170bf in QWidget::setGeometry(QRect const&) () from /home/me/lib/libQt5Widgets.so.5
        """#)),
    PostedCase(
      "Qt", "kactus2/kactus2dev/issues/39", .hint("stack.none"),
      expanded(
        #"""
        44  org.qt-project.QtWidgets      	0x000000010afaa607 QApplicationPrivate::sendMouseEvent(QWidget*, QMouseEvent*, QWidget*, QWidget*, QWidget**, QPointer<QWidget>&, bool, bool) + 903
        45  org.qt-project.QtWidgets      	0x000000010b0026be 0x10af99000 + 431806
        47  org.qt-project.QtWidgets      	0x000000010afa9ce6 QApplicationPrivate::notify_helper(QObject*, QEvent*) + 262
        52  libqcocoa.dylib               	0x000000010c470fa8 0x10c437000 + 237480
        53  com.apple.CoreFoundation      	0x00007fff2051aa0c __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__ + 17
        """#)),
    // A browser's own layout of a very deep page, in lldb.
    PostedCase(
      "browser", "LadybirdBrowser/ladybird/issues/869", .hint(nil),
      expanded(
        #"""
        @repeat 9
            frame #{n}: 0x000000010620e618 liblagom-web.0.dylib`Web::Layout::BlockFormattingContext::layout_block_level_children(this=0x000000011fb28a90, layout_mode=Normal) at BlockFormattingContext.cpp:740:21
            frame #{n}: 0x00000001062145b8 liblagom-web.0.dylib`Web::Layout::BlockFormattingContext::layout_block_level_box(this=<unavailable>, box=<unavailable>) at BlockFormattingContext.cpp:699:13
        @end
        """#)),
  ]
}
