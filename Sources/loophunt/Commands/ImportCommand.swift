import LayoutTrace
import LoopHunter

/// `loophunt import`: writes a browser's recording as a layout trace.
enum ImportCommand {
  static let output = Option.text(
    "output", letter: "o", value: "FILE",
    help: "Write the layout trace to FILE instead of standard output.", completion: .files)

  static let anonymous = Option.flag(
    "anonymous",
    help: "Replace each name, host, path and query with a neutral word, always the same one. "
      + "Layout traces can be made anonymous, too.")

  static let command = Command(
    "import", summary: "Convert a browser's recording or a console log to a layout trace.",
    discussion: [
      "'replay', 'report', 'scan', 'validate', 'tree', 'diff', 'shrink', 'reproduce' and 'export' read "
        + "such files directly. Convert one to see what they read from it, or to store less. "
        + "'loophunt formats' lists the supported formats."
    ],
    operands: Operands(
      "FILE", count: 1...1, help: "The recording or log, or '-' for standard input.",
      completion: .files),
    options: [
      output, anonymous, TraceArguments.from, TraceArguments.browserUI, TraceArguments.ignoreScript,
      TraceArguments.sourceMaps, TraceArguments.quiet,
    ],
    examples: [
      Example("loophunt import Trace-20260401.json -o slow.jsonl", "Convert a trace of DevTools."),
      Example("loophunt import Trace.json.gz > slow.jsonl", "Convert a compressed trace."),
      Example(
        "loophunt import --anonymous feed.jsonl -o shown.jsonl",
        "Remove the names from a layout trace, to share it."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    let input = try TraceArguments.inputs(of: invocation)[0]
    let target = try TraceArguments.output(output, of: invocation, besides: [input])
    let isQuiet = invocation[TraceArguments.quiet]
    let isAnonymous = invocation[anonymous]
    return try console.attempt("import") {
      let opened = try TraceArguments.open(input, invocation, on: console)
      defer { withExtendedLifetime(opened) {} }
      guard opened.isImported || isAnonymous && opened.isLayoutTrace else {
        throw TraceError(
          kind: .json, file: input.name,
          problem: opened.isLayoutTrace
            ? "this is already a layout trace" : "the format of this file is unknown",
          remedy: opened.isLayoutTrace
            ? "use it as it is, or remove its names with --anonymous"
            : "known formats: \(TraceFormats.names)")
      }
      if console.isInterrupted("nothing was written") { return .internalFailure }
      let status = try console.deliver(to: target) { (write) throws(TraceError) in
        try opened.forEachPiece(isAnonymous: isAnonymous, write)
        // A part of a trace must not look like all of it.
        if let signal = Interruption.signal { throw Self.interrupted(by: signal, target) }
      }
      if !isQuiet { console.warn(of: input.name, opened.notes) }
      return status
    }
  }

  private static func interrupted(by signal: Int32, _ target: String?) -> TraceError {
    TraceError(
      kind: .unwritable, file: target ?? "standard output",
      problem: "interrupted by signal \(signal)",
      remedy: target == nil ? "the end of the trace is missing" : "nothing was written")
  }
}
