import LayoutTrace
import LoopHunter

/// `loophunt scan`: counts layouts without replaying, as fast as the file can be read.
enum ScanCommand {
  static let command = Command(
    "scan", summary: "Count layouts per view and turn, without replaying.",
    discussion: [
      "Prints the views past the threshold with their turns, the near misses, the views that were "
        + "laid out in 60 or more consecutive turns, the busiest views, a histogram of layouts per "
        + "view and turn, and a threshold that fits the trace. It reads at the speed of the disk; to "
        + "learn why a view loops, replay the trace."
    ],
    operands: TraceArguments.manyFiles,
    options: [
      TraceArguments.threshold, TraceArguments.format, TraceArguments.from,
      TraceArguments.browserUI, TraceArguments.lenient, TraceArguments.exitZero,
      TraceArguments.quiet,
    ],
    refusedOptions: Dictionary(
      uniqueKeysWithValues: BaselineGate.options.map {
        (
          $0.name,
          "scan counts layouts and knows no loop by its fingerprint; 'loophunt replay' does"
        )
      }),
    examples: [
      Example("loophunt scan feed.jsonl", "Count the layouts of one trace."),
      Example(
        "loophunt scan --threshold=50 night.jsonl.gz",
        "Read a compressed trace, with a threshold of 50."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    let inputs = try TraceArguments.manyInputs(of: invocation)
    let writer = ResultWriter<TraceScan.ViewCount, ScanDetail>(
      of: "scan", noun: "looping view", forms: TraceArguments.forms(of: invocation),
      inputs: inputs.count,
      invocation,
      on: console)
    let options = TraceScan.Options(
      threshold: invocation[TraceArguments.threshold],
      isLenient: invocation[TraceArguments.lenient])
    let isQuiet = invocation[TraceArguments.quiet]
    for input in inputs where !Interruption.isRequested {
      do {
        let opened = try TraceArguments.open(input, invocation, on: console)
        defer { withExtendedLifetime(opened) {} }
        let result = try console.withProgress(input.name, quiet: isQuiet) { progress in
          var scan = TraceScan(options: options, interrupt: Interruption.trace)
          scan.progress = { progress.update(done: $0, total: $1) }
          return try scan.run(opened.input)
        }
        for loop in result.loops {
          try writer.found(loop, in: input.name, text: { style, _ in ScanText.loop(loop, style) })
        }
        writer.foundMore(result.loopsLeftOut)
        try writer.ended(
          input.name, trace: result.summary, detail: ScanDetail(result),
          remarks: opened.notes,
          text: { style, width in ScanText.figures(of: result, style, width: width) })
      } catch let error as TraceError {
        try writer.ended(input.name, error: error)
      }
    }
    let status = try writer.finish()
    return status.unless(exitZero: invocation[TraceArguments.exitZero])
  }
}
