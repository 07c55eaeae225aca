/// A sentence of a framework that tells of a layout loop, or of something like one.
///
/// Each has one row in one table, which owns it: what it begins with, what it means, and how to read
/// the facts that the line contains.
struct PostedSentence: Sendable {
  let kind: ReportedKind
  /// The texts, each of which makes a line such a sentence; at least eight plain ASCII characters.
  let anchors: [StaticString]
  /// The code whose stack, after the sentence, leads to what caused it.
  let callers: [LayoutCalls]
  /// The framework's function in which a debugger stops at this; nil without one.
  let detector: StaticString?
  /// Names of the framework's own by which people call it; a line with one alone is no report.
  let functions: [StaticString]
  /// The facts that the framework writes into the lines after the sentence.
  let further: Further
  /// Reads the facts of a line; false if the line is of another kind after all.
  let read: @Sendable (String, inout TraceEvent.Finding) -> Bool

  /// Facts in the lines after a sentence.
  enum Further: Sendable {
    case nothing
    /// The description of a window, in one of the next lines.
    case window
    /// The component of Vue.
    case component
    /// Components or functions, as React lists them, or the place of one.
    case components
    /// The place of a widget, and perhaps its name.
    case widget, namedWidget
  }

  init(
    _ name: String, _ framework: String, verdict: TraceEvent.Finding.Verdict? = .undetermined,
    anchors: [StaticString], says statement: String, remedy: String, callers: [LayoutCalls] = [],
    detector: StaticString? = nil, functions: [StaticString] = [],
    further: Further = .nothing,
    read: @escaping @Sendable (String, inout TraceEvent.Finding) -> Bool = { _, _ in true }
  ) {
    kind = ReportedKind(
      kind: .words(name), framework: framework, verdict: verdict, statement: statement,
      remedy: remedy)
    (self.anchors, self.callers) = (anchors, callers)
    (self.detector, self.functions, self.further, self.read) = (detector, functions, further, read)
  }

  /// True if a stack after the sentence leads to the code that caused it.
  var takesStack: Bool { !callers.isEmpty }

  /// Beginnings of sentences, at which text that was wrapped to the width of a page may end.
  static let beginnings: [StaticString] = [
    "is stuck in", "Allocating size to", "improperly called", "marked as needing another",
    "Maximum update depth", "ResizeObserver loop", "Binding loop detected", "laid out more times",
  ]

  /// Beginnings of other errors and reports, to which the stack after them belongs.
  static let otherEnds: [StaticString] = [
    "Terminating app due to uncaught exception", "Fatal error", "FATAL EXCEPTION", "Caused by: ",
    "Unhandled exception", "Unhandled Exception", "EXCEPTION CAUGHT BY", "Exception caught by",
    "Another exception was thrown", "Uncaught ", "stop reason = EXC_BAD_ACCESS",
    "Degenerate layout!", "About to send -", "*** Call stacks where -setNeedsLayout",
  ]

  /// All sentences, in the order in which they are looked for.
  static let all: [PostedSentence] = apple + web + qt + xaml + flutter + android + gtk

  /// Finds the sentences that a line may hold: one bit for each.
  private static let table: AnchorTable = {
    precondition(all.count <= 64, "each sentence has a bit of its own")
    return AnchorTable(all.enumerated().map { (1 << UInt64($0.offset), $0.element.anchors) })
  }()

  /// A sentence in a line, and what it tells.
  struct Found {
    let sentence: PostedSentence
    var finding: TraceEvent.Finding
    /// True if the line does not report it, but quotes it in code or writes of it.
    var isMention = false
    /// True if the line holds only a name, and perhaps the beginning of the sentence.
    var isName = false
  }

  /// The finding in a line; nil for other lines.
  ///
  /// Code that mentions a sentence may have begun in the lines above.
  static func finding(in line: String, above: () -> [String] = { [] }) -> Found? {
    let candidates =
      line.utf8.withContiguousStorageIfAvailable { table.lists(in: $0) } ?? .max
    guard candidates != 0 else { return nil }
    var mention: Found?
    for (index, sentence) in all.enumerated() where candidates & 1 << UInt64(index) != 0 {
      guard let words = sentence.anchors.lazy.compactMap({ line.place(of: $0) }).first else {
        continue
      }
      var finding = TraceEvent.Finding(
        kind: sentence.kind.kind, verdict: sentence.kind.verdict,
        framework: sentence.kind.framework)
      let isReport = sentence.read(line, &finding)
      guard isReport || sentence.names(in: line) else { continue }
      if isReport, !isMention(line, words, above: above) {
        return Found(sentence: sentence, finding: finding)
      }
      if mention == nil || mention?.isName == true && isReport {
        mention = sentence.mention
        mention?.isName = !isReport
      }
    }
    return mention
  }

  /// True if a line that is no report names the function in which the framework says this.
  private func names(in line: String) -> Bool {
    functions.contains { line.holds($0) } && !Self.holdsFrame(line)
  }

  /// True for a line of a call stack, which holds the names of functions.
  private static func holdsFrame(_ line: String) -> Bool {
    FrameNotation.frame(in: line)?.family == .native || line.holds("\"symbol\"")
  }

  /// The finding of a text that only mentions the sentence.
  private var mention: Found {
    Found(
      sentence: self,
      finding: TraceEvent.Finding(
        kind: mentionKind.kind, verdict: nil, framework: kind.framework), isMention: true)
  }

  /// The kind of a finding where a text only mentions the sentence.
  var mentionKind: ReportedKind {
    ReportedKind(
      kind: .words(kind.name + ".named"), framework: kind.framework, verdict: nil,
      statement:
        "The text only names words of \(kind.framework), in code, in a list or in a note: it "
        + "reports no loop. Their meaning: \(kind.statement)",
      remedy: "If a program printed them, add its line as it is, and the stack that follows it.")
  }
}

extension PostedSentence {
  /// Finds the functions in which debuggers stop.
  private static let detectors = AnchorTable([(1, all.compactMap(\.detector))])

  /// True for a frame in which a debugger may have stopped.
  static func mayStop(in frame: PostedFrame) -> Bool {
    frame.function.utf8.withContiguousStorageIfAvailable { detectors.holdsAny($0) } ?? true
  }

  /// The sentence that a framework was about to say where a debugger stopped; nil for other stacks.
  static func detected(by stack: PostedStack) -> PostedSentence? {
    // A crash has a few frames of its own inside.
    let stops = stack.frames.prefix(8).filter(mayStop)
    guard !stops.isEmpty else { return nil }
    return all.first { sentence in
      sentence.detector.map { name in
        stops.contains { LayoutCalls.names($0, ["\(name)"]) }
      } ?? false
    }
  }
}

extension PostedSentence {
  /// Words of UIKit, AppKit and SwiftUI.
  private static let apple: [PostedSentence] = [
    PostedSentence(
      "uikit.collection", "UIKit",
      anchors: [
        "is stuck in its update/layout loop", "is stuck in a recursive layout loop",
        "_UICollectionViewFeedbackLoopDebugger",
        "_setNeedsVisibleCellsUpdate:withLayoutAttributes:]", "UICollectionViewRecursion",
        "UICollectionView recursive layout",
      ],
      says:
        "The collection view[ `{view}`] is stuck in its update and layout loop: its cells or its "
        + "layout ask for another size each time[; the last request came from {place}]",
      remedy:
        "Return the same size from preferredLayoutAttributesFitting for the same content, and "
        + "invalidate the layout only if the bounds changed. The category UICollectionViewRecursion "
        + "of the log names the callers.", callers: LayoutCalls.apple,
      detector: "*printCollectedRecords*",
      functions: ["_UICollectionViewFeedbackLoopDebugger", "UICollectionViewRecursion"]
    ) { line, finding in
      finding.views = (view(in: line) ?? asserting(in: line)).map { [$0] } ?? []
      // People write of the debugger by its name alone, and stacks hold the method, too.
      return line.holds("stuck in") || line.holds("recursive layout")
        || line.holds("printCollectedRecords")
        || line.holds("Assertion failure in")
    },
    PostedSentence(
      "uikit.recursionlog", "UIKit", verdict: nil,
      anchors: ["Disabling recursion trigger logging"],
      says: "UIKit ended its logging of updates of a collection view, which alone is no loop",
      remedy: "Nothing: lines of the same category before it would name a loop."),
    PostedSentence(
      "uikit.outside", "UIKit", verdict: nil,
      anchors: [
        "was told to layout its visible cells and other contents without being in the view",
        "UITableViewAlertForLayoutOutsideViewHierarchy",
      ],
      says:
        "A table view[ `{view}`] was laid out outside the view hierarchy[, from {place}]: extra "
        + "work and wrong sizes, but no loop",
      remedy:
        "Set a symbolic breakpoint at UITableViewAlertForLayoutOutsideViewHierarchy, and post "
        + "its stack: it names the code that forced the layout.", callers: LayoutCalls.apple,
      detector: "UITableViewAlertForLayoutOutsideViewHierarchy"
    ) { line, finding in
      finding.views = tableView(in: line)
      return true
    },
    PostedSentence(
      "uikit.visible", "UIKit", verdict: nil,
      anchors: [
        "visibleCells while they were in the process of being updated",
        "while it was in the process of updating its visible cells",
      ],
      says:
        "The cells of a table view[ `{view}`] were asked for while it was updating them[, from "
        + "{place}]: it may lay out again or answer wrongly, but that is no loop",
      remedy:
        "Set a symbolic breakpoint at UITableViewAlertForVisibleCellsAccessDuringUpdate or "
        + "UITableViewAlertForCellForRowAtIndexPathAccessDuringUpdate, and post its stack.",
      callers: LayoutCalls.apple, detector: "*AccessDuringUpdate"
    ) { line, finding in
      finding.views = tableView(in: line)
      return true
    },
    PostedSentence(
      "uikit.zero", "UIKit", verdict: nil,
      anchors: [
        "constraints ambiguously suggest a height of zero",
        "constraints ambiguously suggest a size of zero",
      ],
      says:
        "The constraints of a cell[ `{view}`] allow a size of zero, so UIKit uses the standard "
        + "size: no loop",
      remedy: "Constrain the cell's content from edge to edge, or set a height of rows or items."
    ) { line, finding in
      finding.views =
        line.place(of: "Cell: ").flatMap { view(in: String(line[$0.upperBound...])) }
        .map { [$0] } ?? []
      return true
    },
    PostedSentence(
      "uikit.layers", "UIKit", verdict: nil, anchors: ["is a part of cycle in its layer tree"],
      says: "A layer is its own ancestor: a view was added to one of its own descendants. The "
        + "tree has no end, but that is no layout loop",
      remedy: "Set a breakpoint on the exception: the app's innermost frame adds the view."),
    PostedSentence(
      "apple.feedback", "UIKit", anchors: ["Layout feedback loop detected in"],
      says: "A layout feedback loop was detected[ in `{view}`]",
      remedy: "Save the whole log with -UIViewLayoutFeedbackLoopDebuggingThreshold 100: the report "
        + "that follows this headline lists the views and the calls.", callers: LayoutCalls.apple
    ) { line, finding in
      guard !line.holds("Degenerate layout!") else { return false }
      if line.holds("SwiftUI") { finding.framework = "SwiftUI" }
      finding.views = (view(in: line) ?? type(after: "detected in ", in: line)).map { [$0] } ?? []
      return true
    },
    PostedSentence(
      "appkit.recursion", "AppKit", verdict: .reentrant,
      anchors: [
        "not legal to call -layoutSubtreeIfNeeded on a view which is already being laid out",
        "_NSDetectedLayoutRecursion",
      ],
      says: "A view that was being laid out was told to lay out by layoutSubtreeIfNeeded"
        + "[, in {place}]",
      remedy:
        "Set a symbolic breakpoint at _NSDetectedLayoutRecursion, and post its stack (bt): the "
        + "app's innermost frame is the call. AppKit says this once per process.",
      callers: LayoutCalls.apple,
      detector: "_NSDetectedLayoutRecursion"
    ) { line, _ in line.holds("not legal to call") || !holdsFrame(line) },
    PostedSentence(
      "appkit.passes", "AppKit",
      anchors: [
        "passes than there are views in the window",
        "has been laid out more times than there are views",
        "updated constraints more times than there are views",
      ],
      says: "The window[ `{view}`] needed more passes of layout or constraints than it has views[; "
        + "the last request came from {place}]",
      remedy:
        "Set NSUserDefaults' -NSConstraintBasedLayoutLogUnsatisfiable and a breakpoint on the "
        + "exception: the app's innermost frame of its stack asked for the pass.",
      callers: LayoutCalls.apple,
      further: .window
    ) { line, finding in
      finding.views = view(in: line).map { [$0] } ?? []
      return true
    },
    PostedSentence(
      "swiftui.cycle", "SwiftUI",
      anchors: ["AttributeGraph: cycle detected through attribute"],
      says: "A value of SwiftUI's graph depends on itself[, updated from {place}]",
      remedy: "The number names no view. Set a breakpoint at "
        + "AG::Graph::print_cycle, or AG_PRINT_CYCLES=1 in the environment, and post the stack.",
      callers: LayoutCalls.apple, detector: "print_cycle"),
    PostedSentence(
      "swiftui.change", "SwiftUI",
      anchors: ["tried to update multiple times per frame"],
      says: "An action or a preference[ of the type `{property}`] was updated several times in one "
        + "frame",
      remedy: "The line names only the type: look for the view that observes a value of it, and "
        + "changes what the value follows from, usually through a GeometryReader."
    ) { line, finding in
      if let open = line.place(of: "onChange(of: ") {
        finding.property = String(line[open.upperBound...].prefix { $0 != ")" })
      } else if let open = line.place(of: "Bound preference ") {
        finding.property = String(line[open.upperBound...].prefix { $0 != " " })
      }
      return true
    },
    PostedSentence(
      "swiftui.modifying", "SwiftUI", verdict: nil,
      anchors: ["Modifying state during view update"],
      says:
        "State was changed while a view was being updated, which SwiftUI ignores or repeats: no "
        + "loop by itself",
      remedy: "Move the change into an action, onAppear or task."),
  ]

  /// Words of browsers and of frameworks of pages.
  private static let web: [PostedSentence] = [
    PostedSentence(
      "svelte.depth", "Svelte", verdict: .feedback,
      anchors: ["effect_update_depth_exceeded", "Svelte limits the number of nested updates"],
      says:
        "An effect or a reactive block set a value that it reads again after each update, until "
        + "Svelte stopped it",
      remedy: "The message names no component. Look at effects that set what they read; a "
        + "development build of Svelte from 5.36 on lists the last ones."),
    PostedSentence(
      "react.depth", "React", verdict: .feedback,
      anchors: [
        "Maximum update depth exceeded", "Minified React error #185", "Too many re-renders",
        "Minified React error #301",
      ],
      says:
        "The component[ `{view}`][ at {place}] set its state again after each update, until React "
        + "stopped it",
      remedy: "Give the effect that sets the state its dependencies, or set it only if the value "
        + "differs. A development build prints the components, and the stack of the setter.",
      callers: [.web], further: .components),
    PostedSentence(
      "vue.recursive", "Vue", verdict: .feedback,
      anchors: ["Maximum recursive updates exceeded", "You may have an infinite update loop"],
      says: "The component[ `{view}`] changed its own data in each update, until Vue stopped it",
      remedy: "Look at its watchers and its updated hook: one writes what it reads.",
      further: .component
    ) { line, finding in
      finding.views = component(in: line).map { [$0] } ?? []
      return true
    },
    PostedSentence(
      "angular.refresh", "Angular", verdict: .feedback,
      anchors: [
        "Infinite change detection while", "$digest() iterations reached. Aborting",
      ],
      says: "Views were refreshed again and again, because each refresh changed what they show, "
        + "until Angular stopped it",
      remedy: "The message names no component. Look at effects after rendering and hooks that set "
        + "sizes, or record a performance profile of this moment and replay it."),
    PostedSentence(
      "browser.resize", "the browser", verdict: .feedback,
      anchors: [
        "ResizeObserver loop completed with undelivered notifications",
        "ResizeObserver loop limit exceeded", "ResizeObserver loop",
      ],
      says: "A ResizeObserver's callback changed the size of an element that is observed, so that "
        + "the browser put its next call off to the next frame",
      remedy:
        "The message names neither the element nor the callback: record a performance profile "
        + "of this moment and replay it, or search for the ResizeObserver whose callback writes sizes.",
      functions: ["ResizeObserver loop"]
    ) { line, _ in line.holds("loop completed with") || line.holds("loop limit exceeded") },
  ]

  /// Words of Qt Quick.
  private static let qt: [PostedSentence] = [
    PostedSentence(
      "qml.binding", "Qt Quick", anchors: ["Binding loop detected for property"],
      says: "[The property `{property}`|A property][ of `{view}`][ at {place}] depends on itself",
      remedy:
        "Break the chain of bindings at that place: set one of the sizes, or let it follow from "
        + "the parent or from the content, not from both."
    ) { line, finding in
      guard let words = line.place(of: "Binding loop detected for property") else { return false }
      finding.property = quoted(line[words.upperBound...])
      qmlPlace(line[..<words.lowerBound], &finding)
      laterPlace(line[words.upperBound...], &finding)
      return true
    },
    PostedSentence(
      "qml.polish", "Qt Quick", verdict: .feedback,
      anchors: [
        "polish() loop", "called polish() inside updatePolish()", "olish loop detected",
        "Detected recursive rearrange",
      ],
      says: "The item[ `{view}`][ at {place}] asks for its polishing again while it is polished",
      remedy:
        "Look for a size in it that follows from its children's sizes and sets them. Without a "
        + "place in the line, run with QT_LOGGING_RULES=\"qt.quick.layouts=true\"."
    ) { line, finding in
      let end =
        line.place(of: "called polish()") ?? line.place(of: "possible QQuickItem")
        ?? line.place(of: "polish() loop") ?? line.place(of: "olish loop detected")
      if let end {
        qmlPlace(line[..<end.lowerBound], &finding)
        laterPlace(line[end.upperBound...], &finding)
      }
      return true
    },
  ]

  /// `qrc:/Main.qml:12:5: QML Rectangle: `, `QML Rectangle at @main/Main.qml[12:5]: `.
  private static func qmlPlace(_ text: Substring, _ finding: inout TraceEvent.Finding) {
    guard let mark = text.place(ofLast: "QML ") else { return }
    let type = text[mark.upperBound...].prefix { $0 != ":" && $0 != " " && $0 != "(" }
    let name = type.prefix { $0 != "*" }
    if !name.isEmpty { finding.views = [String(name)] }
    let rest = text[type.endIndex...]
    if rest.hasPrefix(" at "), let close = rest.firstIndex(of: "]") {
      finding.from = FrameNotation.place(rest[..<close].dropFirst(4).replacing("[", with: ":")[...])
      return
    }
    guard text[..<mark.lowerBound].hasSuffix(": ") else {
      // A log of columns has the place in one of its own: `file=qrc:/Main.qml:12 text="QML `.
      return laterPlace(text[..<mark.lowerBound], &finding)
    }
    let source = text[..<mark.lowerBound].dropLast(2)
    let start = source.place(ofLast: "file://") ?? source.place(ofLast: "qrc:")
    let word = start.map { source[$0.lowerBound...] } ?? source.split(separator: " ").last
    finding.from = word.flatMap(FrameNotation.place).flatMap { $0.holds(":") ? $0 : nil }
  }

  /// `… (qrc:/Main.qml:12, )`, `… file=qrc:/Main.qml:12`, as a program's own log puts the place last.
  private static func laterPlace(_ text: Substring, _ finding: inout TraceEvent.Finding) {
    guard finding.from == nil, let start = text.place(of: "qrc:/") ?? text.place(of: "file://")
    else { return }
    let address = text[start.lowerBound...].prefix { !" \t,)\"]".contains($0) }
    finding.from = FrameNotation.place(address).flatMap {
      $0.holds(".qml:") && $0.last?.isNumber == true ? $0 : nil
    }
  }

  /// Words of WinUI, UWP, WPF and Avalonia.
  private static let xaml: [PostedSentence] = [
    PostedSentence(
      "avalonia.cycle", "Avalonia", anchors: ["Layout cycle detected. Item '"],
      says: "[`{view}`|A control] was put into the queue of layout again and again in one pass",
      remedy:
        "The line names the type only: look for a control of it that changes a size in its own "
        + "measuring or arranging, or in a handler of SizeChanged."
    ) { line, finding in
      guard let open = line.place(of: "Item '") else { return false }
      let name = line[open.upperBound...].prefix { $0 != "'" }
      finding.views = [String(name.split(separator: ".").last ?? name)]
      return !name.isEmpty
    },
    PostedSentence(
      "xaml.depth", "WPF", verdict: nil,
      anchors: ["Layout recursion reached allowed limit to avoid stack overflow"],
      says: "WPF stopped at a tree that is deeper than it allows: an element contains itself, as a "
        + "page whose frame shows the same page, or there are too many levels. That is no layout "
        + "loop",
      remedy: "Look at the live visual tree for a type that repeats on one path: that element "
        + "contains itself."),
    PostedSentence(
      "xaml.cycle", "XAML",
      anchors: [
        "Layout cycle detected", "LayoutCycleException", "Infinite layout loop detected",
        "A cycle occurred while laying out the GUI", "WClientLayoutAbort",
        "0x802B0014",
        "repeatedly invalidating the TimeManager during the Layout/Render process",
      ],
      says:
        "The layout did not settle, and the framework gave up[; the stack passes through {place}]",
      remedy:
        "The exception names no element. Set DebugSettings.LayoutCycleTracingLevel to High (WinUI "
        + "3), and give loophunt the debugger's whole output.", callers: [.dotNet]
    ) { line, _ in !line.holds("[LayoutCycleTracing]") },
  ]

  /// Words of Flutter.
  private static let flutter: [PostedSentence] = [
    PostedSentence(
      "flutter.unlaid", "Flutter", verdict: nil, anchors: ["RenderBox was not laid out"],
      says:
        "[`{view}`|A box] was used before it had a size[, in the widget at {place}]: usually the "
        + "consequence of an earlier error, and no loop",
      remedy: "Look at the first exception above it; a child without bounds is the usual cause.",
      further: .widget
    ) { line, finding in
      if let open = line.place(of: "not laid out: ") {
        finding.views = [String(line[open.upperBound...].prefix { $0 != "#" && $0 != " " })]
      }
      return true
    },
    PostedSentence(
      "flutter.build", "Flutter", verdict: .reentrant,
      anchors: ["setState() or markNeedsBuild() called during build"],
      says:
        "[`{view}`|A widget] was marked to be built again while widgets were being built[, by {place}]",
      remedy: "Move the call out of build, for example into addPostFrameCallback. The stack after "
        + "the message names it.", callers: [.flutter], further: .namedWidget),
    PostedSentence(
      "flutter.layout", "Flutter", verdict: .reentrant,
      anchors: ["was mutated in its own performLayout", "was mutated in "],
      says: "[`{view}`|A render object] was changed during layout[, by {place}]",
      remedy: "Change it before layout, or in addPostFrameCallback.", callers: [.flutter],
      further: .widget
    ) { line, finding in
      guard line.holds("performLayout"), let end = line.place(of: " was mutated in") else {
        return false
      }
      guard let name = line[..<end.lowerBound].split(separator: " ").last else { return false }
      finding.views = [String(name.prefix { $0 != "#" })]
      return true
    },
  ]

  /// Words of Android and Compose.
  private static let android: [PostedSentence] = [
    PostedSentence(
      "android.request", "Android", verdict: .feedback,
      anchors: ["requestLayout() improperly called by "],
      says:
        "[`{view}`|A view][ ({property})] asked for layout while layout was running, so that Android lays "
        + "out a second time or in the next frame",
      remedy:
        "Post the change (View.post) or make it before layout. For the line, set a breakpoint "
        + "in its requestLayout while isInLayout is true: the app's innermost frame is the call."
    ) { line, finding in
      guard let open = line.place(of: "improperly called by ") else { return false }
      let rest = line[open.upperBound...]
      let name = rest.prefix { $0 != "{" && $0 != " " }
      guard !name.isEmpty else { return false }
      finding.views = [String(name.split(separator: ".").last ?? name)]
      if let id = rest.place(of: "app:id/") {
        finding.property = "id " + rest[id.upperBound...].prefix { $0 != "}" && $0 != " " }
      }
      return true
    },
    PostedSentence(
      "android.recycler", "Android", verdict: .reentrant,
      anchors: [
        "while RecyclerView is computing a layout or scrolling",
        "Cannot call this method in a scroll callback",
      ],
      says: "The content of a RecyclerView was changed while it was being laid out[, by {place}]",
      remedy: "Post the change (View.post), or make it before layout. The stack after the message "
        + "names the caller.", callers: [.android, .dotNet]),
    PostedSentence(
      "compose.nested", "Compose", verdict: .reentrant,
      anchors: ["performMeasureAndLayout called during measure layout"],
      says: "A pass of Compose was started while one was running[, by {place}]",
      remedy: "Take the call out of measuring. The stack of the exception names it.",
      callers: [.android]),
  ]

  /// Words of GTK.
  private static let gtk: [PostedSentence] = [
    PostedSentence(
      "gtk.queue", "GTK", verdict: .feedback,
      anchors: ["queue_resize() during size_allocate()", "queue_resize during size_allocate"],
      says: "[`{view}`: ]a resize was asked for while sizes were being allocated",
      remedy: "Set sizes only if they differ, and not in size-allocate. Run with "
        + "G_DEBUG=fatal-warnings in gdb, and post the stack.", callers: [.gtk, .python, .gnome]),
    PostedSentence(
      "gtk.clock", "GTK", verdict: .feedback,
      anchors: ["gdk-frame-clock: layout continuously requested"],
      says: "Layout was asked for again after each layout of one frame, until GTK gave up",
      remedy:
        "The line names no widget. Run with G_DEBUG=fatal-warnings in gdb, and post the stack of "
        + "gtk_widget_queue_resize; or look for sizes that are set in size-allocate."),
    PostedSentence(
      "gtk.assertion", "GTK", verdict: nil,
      anchors: [
        "gtk_widget_queue_resize", "gtk_widget_queue_allocate", "gtk_widget_size_allocate",
        "gtk_widget_measure", "gtk_widget_set_size_request", "gtk_box_gadget_distribute",
        "gtk_distribute_natural_allocation",
      ],
      says:
        "GTK refused a call of layout[, by {place}]: the widget is gone or none, or its size is "
        + "impossible. That alone is no loop",
      remedy:
        "Run with G_DEBUG=fatal-criticals in gdb, and post the stack: it names the caller. If the "
        + "app hangs, too, interrupt it there (Ctrl-C), and post that stack.",
      callers: [.gtk, .python, .gnome]
    ) { line, _ in line.holds(": assertion") },
    PostedSentence(
      "gtk.allocating", "GTK", verdict: nil,
      anchors: ["without calling gtk_widget_get_preferred_width/height"],
      says: "[`{view}`: ]a size was allocated to a widget that had not been asked for one: "
        + "something resized it during allocation, which alone is no loop",
      remedy: "Run with G_DEBUG=fatal-warnings in gdb, and post the stack: it names the caller."
    ) { line, finding in
      guard let open = line.place(of: "Allocating size to ") else { return false }
      finding.views = [String(line[open.upperBound...].prefix { $0 != " " })]
      return true
    },
  ]

  // MARK: Facts of lines

  /// The component of Vue in `component <Feed>` or `---> <Feed> at src/Feed.vue`.
  static func component(in text: String) -> String? {
    guard let open = text.place(of: "component <") ?? text.place(of: "---> <") else { return nil }
    let name = text[open.upperBound...].prefix { $0 != ">" }
    return name.isEmpty || name.holds(" ") ? nil : String(name).clipped
  }

  /// The class of a view in whose method an assertion failed: `in -[Shop.Feed _setNeeds…:]`.
  private static func asserting(in line: String) -> String? {
    guard let open = line.place(of: "Assertion failure in -[") else { return nil }
    let name = line[open.upperBound...].prefix { $0 != " " }
    return name.hasPrefix("_UI") ? nil : LoggedNames.className(String(name))
  }

  /// The class of the view that UIKit describes behind these words.
  private static func tableView(in line: String) -> [String] {
    line.place(of: "Table view: ").flatMap { view(in: String(line[$0.upperBound...])) }
      .map { [$0] } ?? []
  }

  /// The class in the first description of a view: `<Shop.Feed: 0x1f; …>`, `<Feed 0x1f>`.
  static func view(in text: String) -> String? {
    guard let open = text.place(of: "<") else { return nil }
    let name = text[open.upperBound...].utf8.prefix(400).prefix {
      $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">")
        && $0 != UInt8(ascii: ";")
    }
    guard let first = name.first, first | 0x20 &- UInt8(ascii: "a") < 26 || first == 0x5f else {
      return nil
    }
    return LoggedNames.className(String(Substring(name)))
  }

  /// The type behind some words, as in `detected in FeedList`; nil for other words, such as `the view`.
  private static func type(after words: StaticString, in text: String) -> String? {
    guard let found = text.place(of: words) else { return nil }
    let name = text[found.upperBound...].prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
    guard name.contains(where: \.isUppercase), let last = name.split(separator: ".").last else {
      return nil
    }
    return String(last).clipped
  }

  /// The text in the first quotation marks.
  private static func quoted(_ text: Substring) -> String? {
    // A cell of a table of values doubles them, and JSON puts a backslash before them.
    guard let open = text.firstIndex(where: { "\"'“".contains($0) }) else { return nil }
    let inner = text[open...].drop { "\"'“".contains($0) }.prefix { !"\"'”\\".contains($0) }
    return inner.first.map { $0.isLetter || $0 == "_" } == true ? String(inner).clipped : nil
  }
}
