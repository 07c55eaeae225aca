import LayoutTrace
import LoopHunter
import ViewTree

/// `loophunt tree`: the tree of a trace at the end of a turn, as text or as a drawing.
enum TreeCommand {
  /// The forms of a tree.
  enum Form: String, CaseIterable, Sendable {
    case text, svg
  }

  static let turn = Option.number(
    "turn", value: "N", minimum: 0,
    help: "Show the tree after this turn; 0 is the beginning, the default is the end.")
  static let format = Option.choice(
    "format", value: "FORMAT", default: Form.text, help: "Format of the tree: text, or a drawing.")
  static let view = Option.text(
    "view", value: "VIEW",
    help: "Show the tree below this view: a path, the end of a path, an identifier, or the view's "
      + "number in the trace.")

  static let command = Command(
    "tree", summary: "Show the tree of a trace after a turn, as text or SVG.",
    operands: TraceArguments.oneFile,
    options: [
      turn, format, view, TraceArguments.from, TraceArguments.browserUI,
      TraceArguments.ignoreScript,
      TraceArguments.sourceMaps, TraceArguments.lenient,
    ],
    examples: [
      Example("loophunt tree feed.jsonl --turn=3", "Show the tree after turn 3."),
      Example(
        "loophunt tree feed.jsonl --turn=3 --format=svg > feed.svg", "Draw the tree to scale."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    let input = try TraceArguments.inputs(of: invocation)[0]
    return try console.attempt("tree") {
      let opened = try TraceArguments.open(input, invocation, on: console)
      defer { withExtendedLifetime(opened) {} }
      if opened.format?.holdsGeometry == false, invocation[format] == .svg {
        throw UsageError(
          "a drawing needs geometry, which this format does not hold",
          remedy: "omit --format=svg to list the views")
      }
      let replayer = try TraceReplayer(
        opened.input, options: TraceReplayer.Options(isLenient: invocation[TraceArguments.lenient]),
        interrupt: Interruption.trace)
      defer { Interruption.leave(replayer) }
      var views: [(view: WeakView, number: Int)] = []
      if invocation[view] != nil { replayer.onView = { views.append((WeakView(view: $0), $1)) } }
      _ = replayer.roots
      let last = try console.withProgress(input.name, quiet: false) {
        try run(replayer, to: invocation[turn], $0)
      }
      if console.isInterrupted("no tree is shown") { return .internalFailure }
      if let wanted = invocation[turn], wanted > last {
        throw UsageError("the trace has no turn \(wanted)", remedy: "its last turn is \(last)")
      }
      let roots = try invocation[view].map { [try find($0, in: views)] } ?? replayer.roots
      try show(roots, of: replayer, as: invocation[format], on: console)
      var warnings = gaps(of: opened, isEmpty: roots.isEmpty, replayer.result.summary)
      warnings += opened.notes
      if invocation[turn] == nil { warnings += replayer.result.summary.warnings }
      if let divergence = replayer.result.divergence { warnings.append(divergence.sentence) }
      console.warn(of: input.name, warnings)
      return .nothingFound
    }
  }

  /// Says what an input lacks for a tree.
  private static func gaps(
    of opened: OpenedTrace, isEmpty: Bool, _ summary: TraceSummary
  ) -> [String] {
    if summary.findings != nil, isEmpty {
      return ["the text holds findings of another program, and no tree of views"]
    }
    guard opened.format?.holdsGeometry == false else { return [] }
    return [
      "the recording holds neither geometry nor the tree: frames are unknown, and each element is "
        + "listed directly below its document"
    ]
  }

  /// Replays up to and including a turn, or to the end; returns the last turn.
  private static func run(
    _ replayer: TraceReplayer, to wanted: Int?, _ progress: Progress
  ) throws -> Int {
    var last = 0
    while last < wanted ?? .max, let turn = try replayer.runTurn() {
      last = turn
      progress.update(done: replayer.result.summary.bytes, total: replayer.totalBytes)
    }
    return last
  }

  private static func find(
    _ name: String, in views: [(view: WeakView, number: Int)]
  ) throws -> View {
    let wanted = ViewName(name)
    let namer = ViewNamer()
    for (place, number) in views where !Interruption.isRequested {
      guard let view = place.view else { continue }
      if wanted.isIdentity(of: view, number: number) || wanted.isPath(of: view, namer) {
        return view
      }
    }
    throw UsageError(
      "no view is named \(Printable.quoted(name)) at that moment",
      remedy: "omit --view to see the whole tree")
  }

  private static func show(
    _ roots: [View], of replayer: TraceReplayer, as form: Form, on console: Console
  ) throws {
    switch form {
    case .text:
      for root in roots { TreeText.forEachLine(of: root, in: replayer) { console.print($0) } }
    case .svg:
      guard roots.count == 1, let root = roots.first else {
        let trees = Figures.count(roots.count, "tree")
        throw UsageError(
          "the trace has \(trees) at that moment, and a drawing can show only one",
          remedy: "choose one with --view")
      }
      let drawing = root.svgSnapshot()
      console.print(drawing.hasSuffix("\n") ? String(drawing.dropLast()) : drawing)
    }
  }
}
