import LayoutTrace
import LoopHunter

/// The operands and options, with their texts, that the commands share that read traces.
enum TraceArguments {
  /// The forms of a result.
  enum Format: String, CaseIterable, Sendable {
    case text, json, jsonl
  }

  static let files = Operands(
    "TRACE", count: 1...Int.max,
    help:
      "A layout trace, a browser's recording or a console log ('loophunt formats' lists them); "
      + "'-' for standard input.", completion: .files)

  static let oneFile = Operands(
    "TRACE", count: 1...1,
    help: "A layout trace, a browser's recording or a console log; '-' for standard input.",
    completion: .files)

  /// The trace of a command that keeps a loop.
  static let loopingFile = Operands(
    "TRACE", count: 1...1,
    help: "A trace in which 'replay' reports a loop, or '-' for standard input.", completion: .files
  )

  static let manyFiles = Operands(
    "TRACE", count: 1...Int.max,
    help: files.help + " A folder stands for all traces below it, a pattern in quotes for all "
      + "names that match.",
    completion: .files)

  static let from = Option<(any TraceFormat)?>(
    name: "from", letter: nil, valueName: "FORMAT",
    help: "Read the input as this format, instead of recognising the format by the content.",
    completion: .words(TraceFormats.all.map(\.name)), repeats: false, initial: nil
  ) { (text, value) throws(ValueProblem) in
    guard let format = TraceFormats.named(text) else {
      throw ValueProblem(
        expected: "one of \(TraceFormats.names)",
        nearest: Spelling.nearest(to: text, among: TraceFormats.all.map(\.name)))
    }
    value = format
  }
  static let browserUI = Option.flag(
    "browser-ui",
    help: "Keep the browser's own pages in the recording, such as chrome://newtab.")

  static let ignoreScript = Option.texts(
    "ignore-script", value: "PATTERN",
    help: "Blame the caller instead of functions in scripts whose address contains PATTERN; * "
      + "matches any text. Can be given several times.")
  static let sourceMaps = Option.texts(
    "source-maps", value: "FOLDER",
    help: "Look in FOLDER for the source maps of a page's scripts, beside copies of the scripts or "
      + "inside them. Can be given several times.", completion: .files)
  /// The options for the scripts of pages.
  static let scripts: [any OptionDeclaration] = [ignoreScript, sourceMaps]

  static let threshold = Option.number(
    "threshold", value: "N", default: 100, minimum: 1,
    help: "Report a view that is laid out more than N times in one turn; default 100 (19 for a "
      + "browser's recording, 1 for a WinUI log).")
  static let baseline = Option.text(
    "baseline", value: "FILE",
    help:
      "Let the loops pass whose fingerprints FILE lists, and exit with 1 only for others.",
    completion: .files)
  static let format = Option.choice(
    "format", value: "FORMAT", default: Format.text,
    help: "Format of the result: text for people, one JSON document, or one JSON object per line."
  )
  /// The option for the file of a command's product, which is named with a space behind it.
  static func output(_ product: String, note: String = "") -> Option<String?> {
    .text(
      "output", letter: "o", value: "FILE",
      help: "Write \(product)to FILE instead of standard output. An existing file is replaced when "
        + "the new one is complete.\(note)", completion: .files)
  }

  static let lenient = Option.flag(
    "lenient", help: "Skip and count invalid lines instead of ending with exit status 2.")
  static let allowNoLayouts = Option.flag(
    "allow-no-layouts",
    help: "Accept traces without layouts to judge, instead of ending with exit status 2.")
  static let exitZero = Option.flag(
    "exit-zero", help: "Exit with 0 instead of 1 if something was found.")
  static let quiet = Option.flag(
    "quiet", letter: "q", help: "Print errors only; the exit status tells the result.")

  /// The options that affect the findings, as texts by name; partial results with equal ones merge.
  static func deciding(_ invocation: Invocation) throws(UsageError) -> [String: [String]] {
    var options = try HuntOptions.deciding(invocation)
    // Unless it is given, it depends on the trace.
    if isThresholdGiven(in: invocation) { options[threshold.name] = ["\(invocation[threshold])"] }
    for flag in [lenient, browserUI, allowNoLayouts] where invocation[flag] {
      options[flag.name] = []
    }
    for list in [ignoreScript, sourceMaps] where !invocation[list].isEmpty {
      options[list.name] = invocation[list]
    }
    if let format = invocation[from] { options[from.name] = [format.name] }
    return options
  }

  /// Opens a trace of any format for a reader of layout traces; hold it while it is read.
  static func open(
    _ input: TraceInput, _ invocation: Invocation, on console: Console
  ) throws -> OpenedTrace {
    try console.withProgress("importing \(input.name)", quiet: invocation[quiet]) { progress in
      try open(input, invocation) { progress.update(done: $0, total: $1) }
    }
  }

  /// Opens a trace, and reports the progress of a conversion to a closure.
  static func open(
    _ input: TraceInput, _ invocation: Invocation, keepsScripts: Bool = false,
    progress: @escaping (_ read: Int64, _ total: Int64?) -> Void
  ) throws(TraceError) -> OpenedTrace {
    var options = ImportOptions(showsBrowser: invocation[browserUI])
    (options.ignoredScripts, options.sourceMaps) = (
      invocation[ignoreScript], invocation[sourceMaps]
    )
    options.keepsScripts = keepsScripts
    if let time = invocation[PageOptions.time] { options.forcedMilliseconds = time }
    return try OpenedTrace(
      input, as: invocation[from], options: options, interrupt: Interruption.trace,
      progress: progress)
  }

  /// The lines of a trace that is read more than once.
  ///
  /// - Throws: `TraceError` if a signal came before its end.
  static func bytes(of opened: OpenedTrace, named name: String) throws(TraceError) -> [UInt8] {
    var bytes: [UInt8] = []
    try opened.forEachPiece(isAnonymous: false) { bytes += $0 }
    try requireWhole(name)
    return bytes
  }

  /// Refuses a part of a trace that must not be taken for all of it.
  ///
  /// - Throws: `TraceError` if a signal came while it was read.
  static func requireWhole(_ name: String) throws(TraceError) {
    guard !Interruption.isRequested else {
      throw TraceError.refusal(name, "interrupted while it was read", "let the reading end")
    }
  }

  /// The given threshold, or else the one that fits the trace.
  static func threshold(for opened: OpenedTrace, _ invocation: Invocation) -> Int {
    isThresholdGiven(in: invocation)
      ? invocation[threshold] : opened.threshold ?? invocation[threshold]
  }

  private static func isThresholdGiven(in invocation: Invocation) -> Bool {
    invocation.given.contains(threshold.name) || invocation.configuration?.threshold != nil
  }

  /// The operands as inputs; standard input may be named only once.
  static func inputs(of invocation: Invocation) throws(UsageError) -> [TraceInput] {
    guard invocation.operands.count(where: { $0 == "-" }) < 2 else {
      throw UsageError("'-' is given twice", remedy: "standard input can be read only once")
    }
    return invocation.operands.map { .path($0) }
  }

  /// The inputs of a command that also takes folders and patterns, in the order of the names.
  ///
  /// A note says what is left out of folders: a gate must not pass because a trace was overlooked.
  static func manyInputs(
    of invocation: Invocation, on console: Console
  ) throws(UsageError) -> ManyInputs {
    var many = ManyInputs()
    var leftOut: [String] = []
    for case .path(let operand) in try Self.inputs(of: invocation) {
      many.add(try TraceOperands.inputs(of: operand, leftOut: &leftOut))
    }
    many.leftOut = leftOut.inOrder(of: \.self)
    if let note = LeftOut.note(on: many.leftOut), !invocation[quiet] {
      console.complain("note: \(note)")
    }
    many.inputs = many.inputs.inOrder(of: \.name)
    return many
  }

  /// The file that a command writes; nil for standard output.
  static func output(
    _ option: Option<String?>, of invocation: Invocation, besides inputs: [TraceInput] = []
  ) throws(UsageError) -> String? {
    guard let output = invocation[option], output != "-" else { return nil }
    let identity = OutputFile.identity(of: output)
    for case .path(let path) in inputs where path != "-" {
      guard OutputFile.identity(of: path) != identity else {
        throw UsageError(
          "the output would overwrite \(Printable.quoted(output)), which is an input",
          remedy: "name another file for -o")
      }
    }
    return output
  }
}

/// The inputs of a command that also takes folders.
struct ManyInputs: Sendable {
  var inputs: [TraceInput] = []
  /// The entries of folders that are named like traces, but aren't.
  fileprivate(set) var leftOut: [String] = []
  private var folders: [ExactName: String] = [:]
  private var named: Set<ExactName> = []

  /// The folder in which an input was found.
  func folder(of name: String) -> String? { folders[ExactName(name)] }

  /// True if an input was named itself, perhaps beside its folder.
  func isNamed(_ name: String) -> Bool { named.contains(ExactName(name)) }

  fileprivate mutating func add(_ found: [TraceOperands.Found]) {
    for (input, folder) in found {
      inputs.append(input)
      let name = ExactName(input.name)
      if let folder { folders[name] = folder } else { named.insert(name) }
    }
  }
}

extension Array {
  /// The elements in the order of their names, byte by byte: the same order on every machine.
  func inOrder(of name: (Element) -> String) -> [Element] {
    enumerated().sorted { first, second in
      let (a, b) = (name(first.element).utf8, name(second.element).utf8)
      if a.lexicographicallyPrecedes(b) { return true }
      return !b.lexicographicallyPrecedes(a) && first.offset < second.offset
    }.map(\.element)
  }
}

extension TraceError {
  /// The error with its remedy for this command.
  func advising(_ command: String) -> TraceError {
    var error = self
    switch clue {
    case .compressed(let unpacking):
      // `diff` reads its files twice.
      let rest = command == "diff" ? "> trace.jsonl" : "| loophunt \(command) -"
      error.remedy = "unpack it: \(unpacking) FILE \(rest)"
    case .otherFormat:
      let formats = "known formats: \(TraceFormats.names)"
      error.remedy = error.remedy.isEmpty ? formats : "\(error.remedy); \(formats)"
    case .noLayouts, nil: break
    }
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
