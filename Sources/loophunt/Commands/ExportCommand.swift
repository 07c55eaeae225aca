import LayoutTrace
import LoopHunter

/// `loophunt export`: a trace for viewers of timelines, and its cycles as graphs.
enum ExportCommand {
  /// The target for which a trace is written.
  enum Target: String, CaseIterable, Sendable {
    case perfetto, speedscope, dot, mermaid

    /// The language of a graph; nil for a timeline.
    fileprivate var language: CycleDiagram.Language? {
      switch self {
      case .dot: .dot
      case .mermaid: .mermaid
      case .perfetto, .speedscope: nil
      }
    }
  }

  static let output = TraceArguments.output("")
  static let target = Option.choice(
    "to", value: "FORM", default: Target.perfetto,
    help:
      "Format of the file. Timelines: perfetto (the default), for ui.perfetto.dev and "
      + "chrome://tracing, and speedscope. Graphs of the cycles: dot and mermaid.")

  static let command = Command(
    "export", summary: "Convert a trace for a timeline viewer, or draw its cycles as a graph.",
    discussion: [
      "A timeline holds turns, commits, layouts, forced layouts, the causes that dirtied views, "
        + "work, and a counter of layouts per turn. If the trace does not say how long layouts took, "
        + "each event takes a microsecond, and a warning says so.",
      "A graph holds the loops that 'replay' finds. The exit status is 0 if the file was written.",
    ],
    operands: TraceArguments.oneFile,
    options: [target, output, TraceArguments.threshold] + HuntOptions.all + PageOptions.all + [
      ImportCommand.anonymous, TraceArguments.from, TraceArguments.browserUI,
      TraceArguments.ignoreScript,
      TraceArguments.sourceMaps,
      TraceArguments.lenient, TraceArguments.quiet,
    ] + ConfigurationFile.options,
    examples: [
      Example("loophunt export feed.jsonl -o feed.json", "Open feed.json in ui.perfetto.dev."),
      Example("loophunt export --to=dot feed.jsonl | dot -Tsvg > feed.svg", "Draw the cycles."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    let input = try TraceArguments.inputs(of: invocation)[0]
    let path = try TraceArguments.output(output, of: invocation, besides: [input])
    let rules = try HuntOptions.rules(of: invocation)
    let isAnonymous = invocation[ImportCommand.anonymous]
    if isAnonymous { try refuse(rules) }
    let isQuiet = invocation[TraceArguments.quiet]
    return try console.attempt("export") {
      let original = try TraceArguments.open(input, invocation, on: console)
      let opened = isAnonymous ? try original.anonymized(named: input.name) : original
      defer { withExtendedLifetime((original, opened)) {} }
      if isAnonymous { try TraceArguments.requireWhole(input.name) }
      // Input from a pipe is kept in memory, because it is read twice.
      let source =
        opened.isRereadable
        ? opened.input
        : .bytes(try TraceArguments.bytes(of: opened, named: input.name), name: input.name)
      let title = isAnonymous ? "trace" : input.name
      var warnings = opened.notes
      let options = TraceOptions(isLenient: invocation[TraceArguments.lenient])
      let made: Written
      if let language = invocation[target].language {
        let hunt = try TraceHunt(
          source,
          TraceHunt.Options(
            rules: try HuntOptions.rules(of: invocation, for: opened), isLenient: options.isLenient)
        )
        made = .text(try diagram(hunt, title, language, input, quiet: isQuiet, on: console))
        warnings += hunt.replayer.result.summary.warnings
      } else {
        let hasTime = try EventTimeline.hasTime(source, options)
        opened.rewind()
        if let gap = gap(of: opened, hasTime: hasTime) { warnings.append(gap) }
        made = .timeline(
          invocation[target] == .perfetto
            ? PerfettoTrace(title: title, hasTime: hasTime)
            : SpeedscopeProfile(title: title, hasTime: hasTime))
      }
      if console.isInterrupted("nothing was written") { return .internalFailure }
      let status = try write(made, from: source, options, to: path, on: console)
      if !isQuiet { console.warn(of: input.name, warnings) }
      return status
    }
  }

  /// Refuses rules that name views or classes, whose names are replaced.
  private static func refuse(_ rules: HuntRules) throws(UsageError) {
    guard !rules.rules.isEmpty else { return }
    throw UsageError(
      "--anonymous cannot be combined with rules that name views or classes",
      remedy: "run 'loophunt import --anonymous' first, and use the new names in the rules")
  }

  /// Draws the cycles of the loops that a hunt finds.
  private static func diagram(
    _ hunt: TraceHunt, _ title: String, _ language: CycleDiagram.Language, _ input: TraceInput,
    quiet: Bool, on console: Console
  ) throws -> String {
    defer { Interruption.leave(hunt) }
    try console.withProgress(input.name, quiet: quiet) { progress in
      try hunt.run { progress.update(done: $0, total: $1) }
    }
    return CycleDiagram.text(of: hunt.loops, title: title, in: language)
  }

  /// Says what an input lacks for a timeline; nil if it lacks nothing.
  private static func gap(of opened: OpenedTrace, hasTime: Bool) -> String? {
    if opened.format?.holdsLayouts == false {
      return "the text holds findings of another program, and no layouts to draw"
    }
    if hasTime { return nil }
    return "the trace does not say how long layouts took: each event takes a microsecond"
  }

  /// The content to write.
  private enum Written {
    case text(String)
    case timeline(any TimelineDocument)
  }

  private static func write(
    _ written: Written, from source: TraceInput, _ options: TraceOptions, to path: String?,
    on console: Console
  ) throws(TraceError) -> ExitStatus {
    try console.deliver(to: path) { (write) throws(TraceError) in
      switch written {
      case .text(let text): try write(Array(text.utf8))
      case .timeline(var document):
        try forEachEvent(of: source, options) { (event) throws(TraceError) in
          document.add(event)
          if document.written.size > 1 << 16 { try write(document.written.take()) }
        }
        document.finish()
        try write(document.written.take())
      }
    }
  }

  /// Hands over the events of a trace that was already read to its end once.
  private static func forEachEvent(
    of source: TraceInput, _ options: TraceOptions, _ body: (TraceEvent) throws(TraceError) -> Void
  ) throws(TraceError) {
    let reader = try TraceReader(source, options: options, interrupt: Interruption.trace)
    while let event = try reader.next() { try body(event) }
  }
}
