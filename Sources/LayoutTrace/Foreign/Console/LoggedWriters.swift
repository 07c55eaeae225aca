/// Finds the view in whose layout `setNeedsLayout` was called, from the stack of the call.
struct LoggedWriters {
  private let controllers: [String: LoggedView]
  /// The views of each class, without generic arguments, which a function's name omits.
  private var views: [Substring: [LoggedView]] = [:]

  init(_ report: LayoutLoopReport, round: [LoggedView]) {
    controllers = report.controllers
    var seen: Set<LoggedView> = []
    for view in round + report.tree.map(\.view) where seen.insert(view).inserted {
      let name = LoggedNames.className(view.className).prefix { $0 != "<" }
      views[name, default: []].append(view)
    }
  }

  /// The view that made a call in its layout (nil for none), and `true` for a guess; or nil.
  func writer(of call: LayoutLoopReport.Call) -> (view: LoggedView?, isGuess: Bool)? {
    if let writer = call.writer { return (writer, false) }
    guard let callback = call.frames.lazy.compactMap(\.callback).first else {
      // A complete stack without a layout belongs to other code.
      return call.isWhole ? (nil, false) : nil
    }
    if callback.isOfController {
      let view = callback.className.flatMap { controllers[$0] }
      return (view ?? call.target, view == nil)
    }
    let name = call.frames.lazy.compactMap(\.callback?.className).first
    let candidates = name.flatMap { views[$0.prefix { $0 != "<" }] } ?? []
    return (candidates.first ?? call.target, candidates.count != 1)
  }
}

extension LayoutLoopReport.Call {
  private static let shownFrames = 6

  /// The app's functions from the call outwards to the layout method.
  var functions: [String] {
    var names: [String] = []
    for frame in frames {
      if frame.isOfApp, let function = frame.function, names.last != function {
        names.append(function)
      }
      if frame.callback != nil { break }
    }
    return names
  }

  /// These functions in one text, up to a number of them.
  var place: String? {
    let names = functions
    guard names.isEmpty else {
      let shown = names.prefix(Self.shownFrames) + (names.count > Self.shownFrames ? ["…"] : [])
      return shown.joined(separator: " ← ").clipped
    }
    // The system's own code: the first function that is neither the debugger's nor the call itself.
    let function = frames.lazy.compactMap(\.function).first {
      !$0.holds("LayoutFeedbackLoopDebugger") && !$0.hasSuffix(" setNeedsLayout]")
    }
    return function ?? method
  }

  /// True if the stack goes back to the start of its thread.
  var isWhole: Bool {
    let origins = ["start", "_start", "main", "thread_start", "_pthread_start", "start_wqthread"]
    return frames.last?.function.map(origins.contains) ?? false
  }

  /// True if a setter of geometry made the call.
  var isByGeometry: Bool {
    frames.prefix { !$0.isOfApp && $0.callback == nil }.contains { frame in
      ["setFrame:]", "setBounds:]", "setCenter:]", "setPosition:]", "setTransform:]"].contains {
        frame.function?.hasSuffix($0) == true
      }
    }
  }
}
