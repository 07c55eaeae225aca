/// Names the code of one framework that takes part in layout.
///
/// A table, not code: a framework is a row of `LayoutCalls.all`. Names are those of methods, without
/// types and parameters; `*` at the end stands for any rest, and at the beginning for any start.
struct LayoutCalls: Sendable {
  /// The framework, for people.
  let framework: String
  let family: PostedFrame.Family
  /// The beginnings of libraries, packages and types of the framework and of the system around it.
  let systems: [String]
  /// A library, type or function that shows that a stack of native code is of this framework.
  let marks: [String]
  /// Calls that lay out at once, or start the pass again.
  let reentering: [String]
  /// Calls that go down the tree, once for each level of it.
  let descending: [String]
  /// Methods of an app that the framework calls in its layout.
  let overrides: [String]

  /// The meaning of a source file's name where the text names no library.
  var sources = Sources.app

  /// The source files that frames of a framework's own functions name.
  enum Sources: Sendable {
    /// None: only the app's functions have places.
    case app
    /// Those that begin so.
    case own(String)
    /// Those that begin so, if the function is named like the framework's, too.
    case ownIfNamed(String)

    /// True for a file of the framework, false for one of the app; nil if the function's name must tell.
    func isOwn(_ place: String) -> Bool? {
      switch self {
      case .app: false
      case .own(let beginning): place.hasPrefix(beginning)
      case .ownIfNamed(let beginning): place.hasPrefix(beginning) ? nil : false
      }
    }
  }

  /// Functions of Apple's frameworks that set the frames of the next level of a tree.
  static let resizing = [
    "_applyAutoresizingMaskWithOldSuperviewSize:", "_resizeWithOldSuperviewSize:",
    "resizeWithOldSuperviewSize:", "resizeSubviewsWithOldSize:", "_resizeSubviewsWithOldSize*",
  ]

  /// Functions of Apple's frameworks that end what waits, or run the loop of events.
  private static let eventLoops = ["flush", "runUntilDate:", "runMode:beforeDate:"]

  /// All frameworks; native ones in the order in which they are looked for.
  static let all: [LayoutCalls] = [
    uiKit, appKit, swift, qt, gtk, android, swing, swt, javaFX, dotNet, flutter, python, web, gnome,
  ]

  /// The frameworks of Apple's systems, in native code and in that of .NET.
  static let apple = [uiKit, appKit, swift, dotNet]

  static let appleSystems = [
    "UIKit", "AppKit", "QuartzCore", "CoreFoundation", "Foundation", "CoreAutoLayout", "SwiftUI",
    "AttributeGraph", "GraphicsServices", "FrontBoard", "BackBoard", "BaseBoard", "HIToolbox",
    "CoreGraphics", "UIFoundation", "WebKit", "WebCore", "Combine", "UpdateCycle", "CoreUI",
    "libswift", "libsystem", "libobjc", "libdispatch", "libc++", "dyld", "PrintKit", "XCTest",
    "ViewBridge", "MapKit", "TextInput", "Accessibility", "UIAccessibility", "GPUSupport",
  ]

  static let uiKit = LayoutCalls(
    framework: "UIKit", family: .native, systems: appleSystems,
    marks: ["UIKit*", "UI*", "_UI*", "QuartzCore", "CA*", "*ayoutSubviews]", "*layoutIfNeeded]"],
    reentering: [
      "layoutIfNeeded", "layoutBelowIfNeeded", "_layoutIfNeeded", "sizeToFit", "reloadData",
      "performBatchUpdates:*", "beginUpdates", "endUpdates", "scrollToItemAtIndexPath:*",
      "scrollToRowAtIndexPath:*", "invalidateLayoutWithContext:*", "invalidateLayout",
      "_invalidateLayoutWithContext:*", "_updateSafeAreaInsets", "updateConstraintsIfNeeded",
      "systemLayoutSizeFittingSize:*", "dequeueReusableCellWithIdentifier:*", "setFrame:",
      "setBounds:", "setCenter:", "setContentOffset:*", "setContentInset:", "setContentSize:",
      "setLayoutMargins:", "setDirectionalLayoutMargins:", "setAdditionalSafeAreaInsets:",
      "_updateInferredLayoutMarginsFromSuperview:", "setHidden:", "addSubview:",
      "layoutMarginsDidChange", "cellForRowAtIndexPath:", "visibleCells",
      "drawViewHierarchyInRect:*", "snapshotViewAfterScreenUpdates:*",
    ] + eventLoops,
    descending: [
      "layoutSublayersOfLayer:", "layoutSublayers", "layout_if_needed", "layout_and_display*",
      "_updateVisibleCellsNow:*", "_layoutVisibleItems*",
    ] + resizing,
    overrides: [
      "*layoutSubviews", "*LayoutSubviews", "viewDidLayoutSubviews", "viewWillLayoutSubviews",
      "updateConstraints",
      "updateViewConstraints", "prepareLayout", "prepare", "preferredLayoutAttributesFitting*",
      "scrollViewDidScroll*", "safeAreaInsetsDidChange", "viewSafeAreaInsetsDidChange",
      "traitCollectionDidChange*", "sizeThatFits*", "intrinsicContentSize*", "layoutSublayers*",
      "viewWillTransition*",
    ])

  static let appKit = LayoutCalls(
    framework: "AppKit", family: .native, systems: appleSystems,
    marks: ["AppKit", "NS*"],
    reentering: [
      "layoutSubtreeIfNeeded", "_layoutSubtreeIfNeeded*", "updateConstraintsForSubtreeIfNeeded",
      "layoutIfNeeded", "setFrame:", "setFrameSize:", "setFrame:display:*", "setContentSize:",
      "_setFrameCommon:*", "displayIfNeeded", "display", "reloadData", "noteHeightOfRows*", "tile",
      "setBoundsSize:", "updateAnimatedWindowSize*", "windowDidLayout*", "sizeToFit", "setHidden:",
      "_NSDetectedLayoutRecursion", "setNeedsUpdateConstraints:", "cacheDisplayInRect:*",
      "runModalForWindow:",
    ] + eventLoops,
    descending: [
      "_layoutSubtreeWithOldSize:", "_updateConstraintsForSubtree*", "_layoutSubtree*",
      "NSPerformVisuallyAtomicChange",
    ] + resizing,
    overrides: [
      "layout", "resizeSubviewsWithOldSize:", "resizeSubviews*", "updateConstraints",
      "updateViewConstraints", "viewDidLayout", "viewWillLayout", "windowDidResize*",
      "viewDidResize*", "setFrameSize*", "intrinsicContentSize*",
    ])

  /// SwiftUI alone, and code with UIKit's names on other systems.
  static let swift = LayoutCalls(
    framework: "Swift", family: .native, systems: appleSystems,
    marks: ["SwiftUI*", "AttributeGraph", "*.layoutSubviews*", "*.layoutIfNeeded*"],
    reentering: uiKit.reentering, descending: uiKit.descending, overrides: uiKit.overrides)

  static let qt = LayoutCalls(
    framework: "Qt", family: .native,
    systems: ["libQt", "Qt", "libc", "libx", "libglib", "libstdc"],
    marks: [
      "libQt*", "Qt*", "QWidget*", "QQuick*", "QApplication*", "QCoreApplication*", "QLayout*",
    ],
    reentering: [
      "setGeometry", "resize", "setFixedSize", "setFixedHeight", "setFixedWidth", "setMinimumSize",
      "setMinimumHeight", "setMaximumHeight", "setMinimumWidth", "adjustSize", "updateGeometry",
      "setGeometry_sys", "activate", "invalidate", "polish", "ensurePolished", "setWidth",
      "setHeight", "setSize", "setImplicitSize", "setImplicitHeight", "setImplicitWidth",
      "updateGeometries", "processEvents", "setIconSize", "updateIcon", "sendDataChanged",
      "setSizes", "setVisible", "forceLayout", "resizeColumnsToContents", "resizeRowsToContents",
      "exec", "grab", "repaint", "polishItems",
    ],
    descending: [
      "layoutChildren", "setEffectiveVisibleRecur", "doResize", "widgetEvent", "sendPostedEvents",
    ],
    overrides: [
      "resizeEvent", "updatePolish", "geometryChanged", "geometryChange", "sizeHint",
      "minimumSizeHint", "heightForWidth", "viewportSizeHint", "eventFilter", "event",
      "layoutEvent", "viewportEvent", "changeEvent", "showEvent",
    ], sources: .ownIfNamed("q"))

  static let gtk = LayoutCalls(
    framework: "GTK", family: .native,
    systems: [
      "libgtk", "libgdk", "libglib", "libgobject", "libgio", "libc", "gtk_", "gdk_", "g_",
      "gtk4-", "gtk-", "gdk4-", "gdk-", "glib-", "gio-", "rustc",
    ],
    marks: ["gtk_*", "libgtk*"],
    reentering: [
      "gtk_widget_queue_resize", "gtk_widget_set_size_request", "gtk_container_check_resize",
      "gtk_window_resize", "gtk_widget_queue_allocate", "gtk_adjustment_*",
      "gtk_widget_set_visible",
      "gtk_widget_show*", "gtk_paned_set_position", "gtk_main_iteration*",
      "gtk_widget_get_preferred*", "g_main_context_iteration", "gtk_dialog_run",
      "gtk_container_resize_children", "gdk_window_process_updates",
      "gdk_window_process_all_updates",
    ],
    descending: [
      "gtk_widget_size_allocate*", "gtk_widget_allocate", "gtk_widget_measure",
      "gtk_layout_manager_*", "gtk_css_gadget_*", "gtk_widget_query_size_for_orientation",
    ],
    overrides: ["*size_allocate*", "*measure*", "*do_size_allocate", "*check_resize*", "*resize*"],
    sources: .own("gtk"))

  static let android = LayoutCalls(
    framework: "Android", family: .java,
    systems: [
      "android.", "androidx.", "java.", "javax.", "kotlin.", "kotlinx.", "dalvik.", "com.android.",
      "com.google.android.material.", "org.robolectric.",
    ],
    marks: [],
    reentering: [
      "requestLayout", "forceLayout", "setLayoutParams", "setText", "setVisibility", "setPadding",
      "setPaddingRelative", "setMinimumHeight", "setMinimumWidth", "setImageDrawable", "setHeight",
      "setWidth", "setImageResource", "notifyDataSetChanged", "scrollToPosition*", "setAdapter",
      "invalidateMeasurements", "requestRemeasure", "forceRemeasure", "addView", "removeView",
      "removeAllViews", "requestFocus", "measureAndLayout", "onRequestMeasure", "setTextSize",
      "setCurrentItem", "setTranslationY", "fullScroll", "smoothScrollTo", "scrollTo",
      "notifyItem*", "executePendingTransactions",
    ],
    descending: [
      "requestLayout", "measureChild*", "layoutChild*", "layoutChunk", "fill", "onMeasure",
      "onLayout", "measure",
      "layout", "remeasure", "performMeasure*", "measureHorizontal", "measureVertical",
      "layoutHorizontal", "layoutVertical", "forceMeasureTheSubtree*", "observe*", "dispatch*",
    ],
    overrides: [
      "onMeasure", "onLayout", "onSizeChanged", "onLayoutChange", "onGlobalLayout", "onPreDraw",
      "onScrollChanged", "onScrolled", "onWindowInsetsChanged", "onApplyWindowInsets", "measure",
      "layout", "requestLayout", "onLayoutChildren", "onConfigurationChanged",
      "onMeasureChild", "onLayoutChild",
    ])

  static let swing = LayoutCalls(
    framework: "Swing", family: .java,
    systems: ["java.", "javax.", "sun.", "com.sun.", "jdk."],
    marks: ["javax.swing.*", "java.awt.*"],
    reentering: [
      "validate", "revalidate", "setSize", "setBounds", "reshape", "pack", "setFont", "setText",
      "setPreferredSize", "validateUnconditionally", "setVisible", "updateUI", "setDividerLocation",
      "setMinimumSize", "setMaximumSize", "setLocation", "paintImmediately",
    ],
    descending: ["validateTree", "layout", "doLayout", "layoutContainer", "getPreferredSize"],
    overrides: [
      "doLayout", "layoutContainer", "componentResized", "getPreferredSize", "invalidate",
      "setBounds", "validate",
    ])

  static let swt = LayoutCalls(
    framework: "SWT", family: .java,
    systems: [
      "java.", "javax.", "sun.", "org.eclipse.swt.", "org.eclipse.jface.", "org.eclipse.e4.",
      "org.eclipse.core.", "org.eclipse.ui.", "org.eclipse.equinox.",
    ],
    marks: ["org.eclipse.swt.*"],
    reentering: [
      "layout", "pack", "setBounds", "setSize", "setLocation", "requestLayout", "changed",
      "setMinSize", "setMinHeight", "setMinWidth", "setWeights", "setWidth", "setVisible",
      "readAndDispatch",
    ],
    descending: [
      "updateLayout", "computeSize", "sendResize", "setBoundsInPixels", "WM_SIZE", "notifyResize",
      "computeTrim", "tileSubNodes",
    ],
    overrides: [
      "controlResized", "layout", "computeSize", "setBounds", "setSize", "controlMoved", "reflow",
    ])

  static let javaFX = LayoutCalls(
    framework: "JavaFX", family: .java, systems: ["java.", "javafx.", "com.sun."],
    marks: ["javafx.*"],
    reentering: [
      "requestLayout", "applyCss", "layout", "resize", "autosize", "setPref*", "setMin*", "setMax*",
      "snapshot", "sizeToScene", "enterNestedEventLoop", "doLayoutPass",
    ],
    descending: [
      "layout", "layoutChildren", "computePrefHeight", "computePrefWidth", "prefHeight",
      "requestLayout", "requestParentLayout", "markDirtyLayout",
    ],
    overrides: ["layoutChildren", "computePref*", "changed", "invalidated"])

  static let dotNet = LayoutCalls(
    framework: ".NET", family: .dotNet,
    systems: [
      "System.", "Microsoft.", "MS.", "Windows.", "Avalonia.", "WinRT.", "ABI.", "Xamarin.",
      "UnityEngine.", "UnityEditor.", "UIKit.", "AppKit.", "Foundation.", "ObjCRuntime.",
      "CoreAnimation.",
      "Android.", "AndroidX.",
      "Java.",
    ],
    marks: [],
    reentering: [
      "UpdateLayout", "InvalidateMeasure", "InvalidateArrange", "set_Width", "set_Height",
      "set_MaxHeight", "set_MaxWidth", "set_MinHeight", "set_Margin", "set_Padding", "set_Text",
      "set_Content", "set_Visibility", "set_ItemsSource", "set_FontSize", "set_HeightRequest",
      "set_WidthRequest", "ScrollIntoView", "BringIntoView", "ForceLayout", "ExecuteLayoutPass",
      "SetValue", "PerformLayout", "Refresh", "InvalidateMeasureInternal", "set_Size", "set_Bounds",
      "set_AutoScrollPosition", "set_Location", "ResumeLayout", "LayoutIfNeeded", "SetNeedsLayout",
      "RequestLayout", "set_Frame", "ForceRebuildLayoutImmediate", "set_sizeDelta",
      "SetSizeWithCurrentAnchors", "ForceUpdateCanvases", "set_MinWidth",
      "ExecuteInitialLayoutPass",
      "DoEvents", "PushFrame", "ShowDialog",
    ],
    descending: [
      "Measure", "MeasureCore", "MeasureOverride", "Arrange", "ArrangeCore", "ArrangeOverride",
      "MeasureCell*", "ArrangeElementWithSingleChild", "CrossPlatformMeasure", "ComputeDesiredSize",
      "GetDesiredSize*", "MeasureContent", "OnMeasure", "GetSizeRequest", "OnSizeRequest",
    ],
    overrides: [
      "MeasureOverride", "ArrangeOverride", "OnMeasure", "OnLayout", "OnSizeAllocated",
      "LayoutChildren",
      "OnRenderSizeChanged", "*SizeChanged", "*LayoutUpdated", "OnResize", "*Resize", "OnArrange",
      "OnApplyTemplate", "OnSizeChanged", "*LayoutSubviews", "OnRectTransformDimensionsChange",
    ])

  static let flutter = LayoutCalls(
    framework: "Flutter", family: .dart, systems: ["flutter"], marks: [],
    reentering: [
      "markNeedsLayout", "markNeedsBuild", "setState", "jumpTo", "animateTo", "notifyListeners",
      "markParentNeedsLayout", "scheduleFrame", "insertAll", "ensureVisible", "flushLayout",
      "flushBuild", "drawFrame", "handleDrawFrame", "scheduleWarmUpFrame",
    ],
    descending: [
      "performLayout", "layout", "_layoutWithoutResize", "layoutChild", "updateChild", "rebuild",
      "performRebuild", "update", "mount", "inflateWidget", "updateChildren", "build",
      "_firstBuild",
      "getMinIntrinsic*", "getMaxIntrinsic*", "getDryLayout", "computeDryLayout", "_computeSizes",
    ],
    overrides: ["build", "performLayout", "didUpdateWidget", "didChangeDependencies", "initState"])

  /// Widgets of Qt, GTK and wxWidgets, used by Python: their own calls leave no frames.
  static let python = LayoutCalls(
    framework: "Python", family: .python, systems: [], marks: [],
    reentering: [],
    descending: ["layout*"],
    overrides: [
      "resizeEvent", "*size_allocate*", "*on_size*", "*On_Size*", "OnSize*", "on_resize*",
      "*onResize*", "sizeHint", "minimumSizeHint", "heightForWidth", "changeEvent", "showEvent",
      "moveEvent", "eventFilter", "DoGetBestSize", "on_configure*", "do_measure",
    ])

  static let web = LayoutCalls(
    framework: "the web", family: .script,
    systems: [
      "react-dom", "node_modules", "zone.js", "scheduler.", "react.development", "jquery.js",
      "jquery.min", "jquery.slim", "jquery-",
      "ReactNative",
    ],
    marks: [],
    reentering: [
      "dispatchEvent", "trigger", "setState", "forceUpdate", "getBoundingClientRect",
      "offsetHeight",
      "reflow", "relayout", "updateSize", "updateLayout", "invalidateSize", "requestLayout",
      "$apply", "$digest", "flushSync", "detectChanges",
    ],
    descending: [
      "updateComponent", "receiveComponent", "updateChildren", "_updateRendered*", "_updateDOM*",
      "_updateChildren*", "performUnitOfWork",
      "beginWork*", "commit*", "recursively*", "mountComponent", "traverse*", "renderRootSync",
      "patch", "walk", "visit*", "layout*", "*Layout", "measure*",
    ],
    overrides: [
      "*resize*", "*Resize*", "*onScroll*", "*scroll*", "*Scroll*", "onSize*",
      "componentDidUpdate", "*relayout*", "*setSize*", "*sizeChanged*",
    ])

  /// Extensions of GNOME's desktop, whose actors are laid out by Clutter.
  static let gnome = LayoutCalls(
    framework: "GNOME Shell", family: .script, systems: ["gnome-shell"], marks: [],
    reentering: [
      "allocate", "set_allocation", "queue_relayout", "set_size", "set_width", "set_height",
      "move_resize", "move_resize_frame", "relayout", "_relayout",
    ],
    descending: ["vfunc_allocate", "vfunc_get_preferred*", "get_preferred*"],
    overrides: ["vfunc_allocate", "vfunc_get_preferred*", "*allocate", "*layout", "*resize*"])
}

extension LayoutCalls {
  /// The framework whose layout a stack may show; nil for a stack of other code.
  static func of(_ frames: some Collection<PostedFrame>) -> LayoutCalls? {
    guard let family = frames.first?.family else { return nil }
    if family == .script { return frames.contains { $0.module != nil } ? gnome : web }
    let candidates = all.filter { $0.family == family }
    let marked = candidates.first { calls in
      !calls.marks.isEmpty && frames.contains { calls.isMarked($0) }
    }
    return marked ?? candidates.first { $0.marks.isEmpty }
  }

  private func isMarked(_ frame: PostedFrame) -> Bool {
    marks.contains { mark in
      Self.fits(frame.module.map { $0[...] }, mark) || Self.fits(frame.type, mark)
        || Self.fits(frame.function[...], mark)
    }
  }

  private static func fits(_ name: Substring?, _ pattern: String) -> Bool {
    guard let name else { return false }
    switch (pattern.hasPrefix("*"), pattern.hasSuffix("*")) {
    case (false, false): return name == pattern
    case (false, true): return name.hasPrefix(pattern.dropLast())
    case (true, false): return name.hasSuffix(pattern.dropFirst())
    case (true, true): return name.firstRange(of: pattern.dropFirst().dropLast()) != nil
    }
  }

  /// True if the frame's method is one of these.
  static func names(_ frame: PostedFrame, _ patterns: [String]) -> Bool {
    // Qt sends signals by QMetaObject::activate, which only shares its name with a layout's.
    guard frame.type != "QMetaObject" else { return false }
    let method = frame.method.prefix { $0 != "(" }
    return patterns.contains { fits(method, $0) }
  }

  /// Overrides that a framework calls for other reasons than layout, too.
  private static let vague: Set<Substring> = [
    "event", "eventFilter", "viewportEvent", "changeEvent", "showEvent", "moveEvent", "changed",
    "invalidated", "prepare", "onPreDraw", "onConfigurationChanged",
  ]

  /// True for an override that alone doesn't show that a stack is of layout.
  static func isVague(_ method: Substring) -> Bool { vague.contains(method.prefix { $0 != "(" }) }

  /// True for a call whose name itself tells of layout: a setter of content needs other frames.
  static func laysOut(_ method: Substring) -> Bool {
    let words: [StaticString] = [
      "ayout", "esize", "easure", "ounds", "rame", "eometry", "Size", "Width", "Height",
      "validate", "rrange", "onstraint", "_width", "_height", "size", "olish", "adding", "argin",
    ]
    return words.contains { method.holds($0) }
  }

  /// Overrides whose names no other code has: change handlers, setters and a `layout` are in any model.
  private static let unmistakable = [
    "*layoutSubviews", "*LayoutSubviews", "updateViewConstraints", "viewDidLayout",
    "viewWillLayout",
    "preferredLayoutAttributesFitting*", "scrollViewDidScroll*", "safeAreaInsetsDidChange",
    "viewSafeAreaInsetsDidChange", "traitCollectionDidChange*", "sizeThatFits*",
    "intrinsicContentSize*", "layoutSublayers*", "viewWillTransition*", "resizeSubviews*",
    "windowDidResize*", "setFrameSize*",
    "resizeEvent", "updatePolish", "sizeHint", "minimumSizeHint", "heightForWidth",
    "viewportSizeHint", "*size_allocate*", "*check_resize*",
    "onMeasure", "onLayout", "onGlobalLayout", "onLayoutChildren", "requestLayout",
    "onWindowInsetsChanged", "onApplyWindowInsets", "onMeasureChild", "onLayoutChild",
    "doLayout", "layoutContainer", "componentResized", "controlResized",
    "MeasureOverride", "ArrangeOverride", "OnRenderSizeChanged", "OnSizeAllocated",
    "OnApplyTemplate", "OnRectTransformDimensionsChange",
    "performLayout", "didUpdateWidget", "didChangeDependencies",
    "*on_size", "*On_Size", "OnSize", "onSize", "on_resize*", "*onResize", "DoGetBestSize",
    "on_configure*", "do_measure", "*_on_size_event",
  ]

  /// True for a method that shows layout without any frame of the framework beside it.
  static func isUnmistakable(_ frame: PostedFrame) -> Bool { names(frame, unmistakable) }

  /// True for a function of what holds data, not of a view: `HashMap.resize`, `resizeBuffer`, `Model.onSizeChanged`.
  static func isOfData(_ frame: PostedFrame) -> Bool {
    let kinds = ["Model", "Store", "Repository", "Entity"]
    if let type = frame.type, kinds.contains(where: type.hasSuffix) { return true }
    guard frame.family == .script else { return false }
    let words: [StaticString] = [
      "Hash", "Buffer", "Array", "Heap", "Memory", "Pool", "Vector", "Queue", "hash", "buffer",
      "array", "heap", "memory", "pool", "vector", "queue",
    ]
    return words.contains { frame.function.holds($0) }
  }

  /// True if the frame is of the framework or of the system around it, not of the app.
  func isSystem(_ frame: PostedFrame) -> Bool {
    if frame.isNameless { return true }
    switch family {
    case .native:
      if let module = frame.module { return systems.contains(where: module.hasPrefix) }
      if let isOwn = frame.place.flatMap(sources.isOwn) { return isOwn }
      return Self.isNamedLikeSystem(frame) && !wraps(frame)
    case .java, .dotNet: return systems.contains(where: frame.function.hasPrefix)
    case .dart, .python: return frame.module != nil
    case .script:
      if let module = frame.module { return systems.contains(module) }
      guard let place = frame.place else { return frame.function != "(anonymous)" }
      return systems.contains(where: place.contains)
    }
  }

  /// True for a method that somebody put around one of the framework's: `ad_layoutSubviews`.
  private func wraps(_ frame: PostedFrame) -> Bool {
    guard frame.method.first != "_", frame.function.contains("[") else { return false }
    return overrides.contains {
      $0.hasPrefix("*") && !$0.hasSuffix("*") && frame.method != $0.dropFirst()
        && Self.fits(frame.method, $0)
    }
  }

  /// The C++ namespaces of Apple's frameworks that lay out and draw.
  private static let systemNamespaces = ["CA::", "AG::", "CG::", "WebCore::", "WebKit::", "WTF::"]

  /// True for a function of native code that only its name tells of: no library, no place.
  private static func isNamedLikeSystem(_ frame: PostedFrame) -> Bool {
    let name = frame.type.map(String.init) ?? frame.function
    if ["UI", "NS", "CA", "CF", "_UI", "_NS", "_CF", "__", "CF", "GS", "FB", "gtk_", "g_", "gdk_"]
      .contains(where: name.hasPrefix)
    {
      return true
    }
    if systemNamespaces.contains(where: frame.function.hasPrefix) { return true }
    // Qt's own types: `Q`, and another capital.
    let second = name.dropFirst().first
    return name.first == "Q" && second?.isUppercase == true
  }
}
