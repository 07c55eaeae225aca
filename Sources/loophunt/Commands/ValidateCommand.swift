import LayoutTrace
import LoopHunter

/// `loophunt validate`: all errors of a trace, with their places.
enum ValidateCommand {
  static let limit = Option.number(
    "limit", value: "N", default: 1000, minimum: 1,
    help: "List at most N errors of one file; default 1000. All errors are counted.")

  static let command = Command(
    "validate", summary: "Find all errors in a trace, with their places.",
    discussion: [
      "Prints one line per error: file:line:column: problem. The exit status is 0 if no trace "
        + "has errors, and 2 otherwise. A truncated trace is valid, with a warning."
    ],
    operands: TraceArguments.manyFiles,
    options: [
      limit, TraceArguments.format, TraceArguments.from, TraceArguments.browserUI,
      TraceArguments.ignoreScript,
      TraceArguments.sourceMaps,
      TraceArguments.quiet,
    ],
    examples: [
      Example("loophunt validate feed.jsonl", "Check one trace."),
      Example("loophunt validate --format=jsonl *.jsonl", "Check many traces, and print JSON."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    var status = ExitStatus.nothingFound
    var files: [ValidationFile] = []
    let isQuiet = invocation[TraceArguments.quiet]
    let format = invocation[TraceArguments.format]
    for input in try TraceArguments.manyInputs(of: invocation, on: console).inputs
    where !Interruption.isRequested {
      var file: ValidationFile
      do {
        let opened = try TraceArguments.open(input, invocation, on: console)
        defer { withExtendedLifetime(opened) {} }
        let result = try console.withProgress(input.name, quiet: isQuiet) { progress in
          try TraceValidation(
            opened.input, errorLimit: invocation[limit], interrupt: Interruption.trace,
            progress: { progress.update(done: $0, total: $1) })
        }
        file = ValidationFile(input.name, result)
        file.warnings += opened.notes
      } catch let error as TraceError {
        file = ValidationFile(input.name, unreadable: error.advising("validate"))
      }
      if !file.isValid { status = .badInput }
      guard !isQuiet else { continue }
      switch format {
      case .text: console.print(file.text(console.style))
      case .json: files.append(file)
      case .jsonl: console.print(try JsonText.line(file))
      }
    }
    if !isQuiet, format == .json {
      console.print(
        try JsonText.document(HeadedDocument(command: "validate", content: ["files": files])))
    }
    return status
  }
}
