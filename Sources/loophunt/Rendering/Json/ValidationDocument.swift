import LayoutTrace
import LoopHunter

/// The errors of one file; also one line of `--format jsonl`.
struct ValidationFile: Encodable {
  /// One error and its place.
  struct Problem: Encodable {
    var kind: String
    var line: Int
    var column: Int
    var problem: String
    var remedy: String
    /// The error as one line.
    var message: String

    init(_ error: TraceError) {
      kind = error.kind.rawValue
      line = error.line
      column = error.column
      problem = error.problem
      remedy = error.remedy
      message = error.description
    }
  }

  var schema = JsonText.schema
  var tool = JsonText.tool
  var command = "validate"
  var type = "validation"
  var file: String
  var isValid: Bool
  var errors: [Problem]
  var errorsLeftOut = 0
  var warnings: [String] = []
  var trace: TraceSummary?

  init(_ file: String, _ result: TraceValidation) {
    self.file = file
    isValid = result.isValid
    errors = result.errors.map { Problem($0.advising("validate")) }
    errorsLeftOut = result.errorsLeftOut
    // The errors are the lines that a lenient reader would skip.
    var summary = result.summary
    summary.skippedLines = 0
    summary.skipped = []
    warnings = summary.warnings
    trace = summary
  }

  init(_ file: String, unreadable error: TraceError) {
    self.file = file
    isValid = false
    errors = [Problem(error)]
  }

  /// The errors, the warnings, and one line that counts them.
  func text(_ style: Style) -> String {
    var lines = errors.map { Printable.line($0.message) }
    lines += warnings.map { Printable.line("\(file): warning: \($0)") }
    let name = Printable.line(file)
    if isValid {
      let trace = trace ?? TraceSummary()
      let verdict = trace.isInterrupted ? "no error so far" : style.good("valid")
      let figures = [
        Figures.count(trace.lines, "line"), Figures.count(trace.turns, "turn"),
        Figures.count(trace.views, "view"),
      ]
      lines.append("\(name): \(verdict); \(figures.joined(separator: ", "))")
    } else {
      let more = errorsLeftOut == 0 ? "" : ", \(Figures.count(errorsLeftOut)) of them not listed"
      let count = Figures.count(errors.count + errorsLeftOut, "error")
      lines.append("\(name): \(style.bad(count))\(more)")
    }
    return lines.joined(separator: "\n")
  }
}
