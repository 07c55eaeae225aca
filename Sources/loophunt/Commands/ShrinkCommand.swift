import LayoutTrace
import LoopHunter

/// `loophunt shrink`: reduces a trace to the part that one loop needs.
enum ShrinkCommand {
  static let output = TraceArguments.output("the small trace ")
  static let keep = Option.text(
    "keep", value: "FINGERPRINT",
    help: "Keep the loop with this fingerprint; by default the first loop that 'replay' reports.")
  static let budget = Option.number(
    "budget", value: "SECONDS", minimum: 1,
    help: "Stop after this many seconds with the smallest trace so far; there is no limit by "
      + "default."
  )

  static let command = Command(
    "shrink", summary: "Reduce a trace to the events that one loop needs.",
    discussion: [
      "Removes turns, views, work, layouts, setters and calls, and makes numbers smaller, as long as "
        + "a replay still reports the same loop: the same verdict, culprit and fingerprint. No "
        + "single one of these events can be removed from the result.",
      "Ctrl-C ends the search; the smallest trace so far is written. The exit status is 0 if a "
        + "trace was written.",
    ],
    operands: TraceArguments.loopingFile,
    options: [
      output, keep, budget, TraceArguments.threshold,
    ] + HuntOptions.all + PageOptions.all + [
      ReplayCommand.view, ReplayCommand.className,
      ReplayCommand.breakLoops, TraceArguments.format, ImportCommand.anonymous, TraceArguments.from,
      TraceArguments.browserUI, TraceArguments.ignoreScript,
      TraceArguments.sourceMaps, TraceArguments.lenient, TraceArguments.quiet,
    ] + ConfigurationFile.options,
    examples: [
      Example(
        "loophunt shrink feed.jsonl -o small.jsonl",
        "Keep only the events that the first loop needs."),
      Example(
        "loophunt shrink --keep=5f0d7a2c --budget=60 night.jsonl.gz -o small.jsonl",
        "Keep one loop of several, and search for a minute."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    let input = try TraceArguments.inputs(of: invocation)[0]
    let target = try Self.target(output, of: invocation, besides: input, for: "the small trace")
    return try console.attempt("shrink") {
      let opened = try TraceArguments.open(input, invocation, on: console)
      defer { withExtendedLifetime(opened) {} }
      let bytes = try TraceArguments.bytes(of: opened, named: input.name)
      let anonymous =
        invocation[ImportCommand.anonymous]
        ? try OpenedTrace(.bytes(bytes, name: input.name)).bytes(isAnonymous: true) : nil
      var reduction = try TraceReduction(
        bytes, named: input.name, ReplayCommand.huntOptions(of: invocation, for: opened),
        keeping: invocation[keep], anonymous: anonymous)
      if !invocation[TraceArguments.quiet] {
        console.warn(of: input.name, opened.notes + reduction.warnings)
      }
      try search(&reduction, of: input.name, invocation, on: console)
      return try write(reduction, to: target, invocation, on: console)
    }
  }

  private static func write(
    _ reduction: TraceReduction, to target: String?, _ invocation: Invocation, on console: Console
  ) throws -> ExitStatus {
    let summary = reduction.summary
    let status = console.deliver(reduction.trace, to: target)
    guard status == .nothingFound else { return status }
    if target == nil {
      if !invocation[TraceArguments.quiet] { console.complain(at: summary.sentence) }
    } else if invocation[TraceArguments.format] != .text {
      try console.print(
        HeadedDocument(command: "shrink", type: "reduction", content: summary),
        as: invocation[TraceArguments.format])
    } else if !invocation[TraceArguments.quiet] {
      console.print(summary.sentence)
    }
    return .nothingFound
  }
}

extension ShrinkCommand {
  /// The file of `-o`; nil for standard output, which then gets nothing but the content.
  static func target(
    _ option: Option<String?>, of invocation: Invocation, besides input: TraceInput,
    for content: String
  ) throws(UsageError) -> String? {
    let target = try TraceArguments.output(option, of: invocation, besides: [input])
    guard target != nil || invocation[TraceArguments.format] == .text else {
      throw UsageError("--format needs -o FILE", remedy: "standard output gets \(content) itself")
    }
    return target
  }

  /// Searches until nothing more can be left out, the time of `--budget` is over, or on a signal.
  static func search(
    _ reduction: inout TraceReduction, of name: String, isForCode: Bool = false,
    _ invocation: Invocation, on console: Console
  ) throws {
    let deadline = invocation[budget].map { ContinuousClock.now + .seconds($0) }
    try console.withProgress(name, quiet: invocation[TraceArguments.quiet]) { progress in
      try reduction.run(isForCode: isForCode) { events, tries in
        progress.update(left: events, tries: tries)
        return !Interruption.isRequested && deadline.map { .now < $0 } ?? true
      }
    }
  }
}
