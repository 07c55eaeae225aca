import LayoutTrace
import LoopHunter

/// What the commands that read traces have in common: operands, options, and the words of both.
enum TraceArguments {
  /// The forms of a result.
  enum Format: String, CaseIterable, Sendable {
    case text, json, jsonl
  }

  static let files = Operands(
    "TRACE", count: 1...Int.max, help: "A layout trace, or '-' for standard input.",
    completion: .files)

  static let threshold = Option.number(
    "threshold", value: "N", default: 100, minimum: 1,
    help: "How many layouts one view may have in one turn; 100 if not given.")
  static let format = Option.choice(
    "format", value: "FORMAT", default: Format.text,
    help: "The form of the result: for people, one JSON document, or one JSON object per line.")
  static let lenient = Option.flag(
    "lenient", help: "Skip and count lines that are wrong instead of ending with exit 2.")
  static let exitZero = Option.flag(
    "exit-zero", help: "Exit with 0 instead of 1 when something was found.")
  static let quiet = Option.flag(
    "quiet", letter: "q",
    help: "Write nothing but errors; the exit status tells the result.")

  /// The one form of a command that writes one.
  static func forms(of invocation: Invocation) -> [ResultForm] {
    let format =
      switch invocation[format] {
      case .text: ResultFormat.text
      case .json: ResultFormat.json
      case .jsonl: ResultFormat.jsonl
      }
    return [ResultForm(format: format)]
  }

  /// The operand as an input; standard input may be named only once.
  static func inputs(of invocation: Invocation) throws(UsageError) -> [TraceInput] {
    guard invocation.operands.count(where: { $0 == "-" }) < 2 else {
      throw UsageError(
        "'-' stands twice on the command line", remedy: "standard input can be read once")
    }
    return invocation.operands.map { .path($0) }
  }
}

extension TraceError {
  /// The error with a remedy for the command at hand, where it names another one.
  func advising(_ command: String) -> TraceError {
    var error = self
    error.remedy.replace(
      "| loophunt replay -",
      // `diff` reads its files twice.
      with: command == "diff" ? "> trace.jsonl" : "| loophunt \(command) -")
    return error
  }
}

extension ExitStatus {
  /// The status of several parts: the highest, so that an error is never hidden by a result.
  static func worst(_ all: [ExitStatus]) -> ExitStatus {
    all.max { $0.rawValue < $1.rawValue } ?? .nothingFound
  }

  /// The status with `--exit-zero` applied.
  func unless(exitZero: Bool) -> ExitStatus {
    exitZero && self == .loopFound ? .nothingFound : self
  }
}
