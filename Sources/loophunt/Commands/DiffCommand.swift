import LayoutTrace
import LoopHunter

/// `loophunt diff`: the improvements and regressions between two traces of the same thing.
enum DiffCommand {
  static let tolerance = Option.number(
    "tolerance", value: "PERCENT", default: 0, minimum: 0,
    help: "Percentage by which the layouts of a class or view may grow without being worse; "
      + "default 0.")

  static let command = Command(
    "diff",
    summary: "Compare two traces: new and vanished loops, and views that are laid out more often.",
    discussion: [
      "Replays and scans both traces. Loops are compared by fingerprint, views by path. The exit "
        + "status is 1 if something got worse: a loop appeared or is in more turns than before, or "
        + "a class or view of both traces was laid out more often than the tolerance allows. "
        + "Classes and views that only one trace has do not change the status. If a replay "
        + "differs from its recording, a warning says so: the recording may have had other loops. "
        + "A trace with more than \(Figures.count(UnlistedLoops.mostKept)) loops is refused."
    ],
    operands: Operands(
      "TRACE", count: 2...2, help: "The trace before the change, and the trace after it.",
      completion: .files),
    options: [
      TraceArguments.threshold
    ] + HuntOptions.all + PageOptions.all + [
      tolerance, TraceArguments.format, TraceArguments.from,
      TraceArguments.browserUI, TraceArguments.ignoreScript,
      TraceArguments.sourceMaps, TraceArguments.lenient, TraceArguments.allowNoLayouts,
      TraceArguments.exitZero, TraceArguments.quiet,
    ] + ConfigurationFile.options,
    examples: [
      Example("loophunt diff main.jsonl branch.jsonl", "Compare a branch with its base."),
      Example(
        "loophunt diff --tolerance=10 --format=json main.jsonl branch.jsonl",
        "Allow 10 % more layouts, and print JSON."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    guard !invocation.operands.contains("-") else { throw Side.onlyFiles("'-'") }
    let inputs = try TraceArguments.inputs(of: invocation)
    let before: Side
    let after: Side
    do {
      before = try Side(inputs[0], invocation, on: console, isLast: false)
      after = try Side(inputs[1], invocation, on: console, isLast: true)
    } catch let error as TraceError {
      console.complain(at: error.advising("diff").description)
      return .badInput
    }
    if console.isInterrupted("nothing was compared") { return .internalFailure }
    var unknown = UnknownNames()
    for side in [before, after] { unknown.note(side.unknownNames) }
    guard unknown.errors.isEmpty else {
      unknown.errors.forEach { console.complain($0) }
      return .badInput
    }
    let warnings = before.warnings + after.warnings
    for warning in warnings where !invocation[TraceArguments.quiet] {
      console.complain(at: warning)
    }
    let comparison = TraceComparison(
      before: (before.loops, before.scan), after: (after.loops, after.scan),
      tolerance: Double(invocation[tolerance]) / 100)
    let status: ExitStatus = comparison.worse.isEmpty ? .nothingFound : .loopFound
    if !invocation[TraceArguments.quiet] {
      let document = DiffDocument(
        before: before.name, after: after.name, warnings: warnings, comparison: comparison,
        status: status.rawValue)
      try show(document, invocation[TraceArguments.format], on: console)
    }
    return status.unless(exitZero: invocation[TraceArguments.exitZero])
  }

  private static func show(
    _ document: DiffDocument, _ format: TraceArguments.Format, on console: Console
  ) throws {
    switch format {
    case .text:
      let text = DiffText.text(of: document.comparison, console.style, width: console.width)
      console.print(Paragraph.fitted(text, width: console.width))
    case .json, .jsonl:
      try console.print(
        HeadedDocument(command: "diff", type: "diff", content: document), as: format)
    }
  }

  /// One of the two traces, replayed and scanned.
  private struct Side {
    let name: String
    let loops: [FoundLoop]
    let scan: TraceScan.Result
    /// The names of strict rules that no view has.
    let unknownNames: [UnknownName]?
    /// The warnings for a reader of the results, with the file's name.
    ///
    /// One of them says that the replay, by which loops are compared, differs from the recording.
    let warnings: [String]

    init(
      _ input: TraceInput, _ invocation: Invocation, on console: Console, isLast: Bool
    ) throws {
      name = input.name
      let isQuiet = invocation[TraceArguments.quiet]
      let isLenient = invocation[TraceArguments.lenient]
      // Checked before it is opened: opening a pipe waits for its writer.
      if case .path(let path) = input, Descriptors.isPipe(path) {
        throw Self.onlyFiles(Printable.quoted(name))
      }
      let nothing = NothingLaidOut(invocation)
      let opened: OpenedTrace
      do {
        opened = try TraceArguments.open(input, invocation, on: console)
      } catch let error as TraceError where error.clue == .noLayouts && nothing.isAllowed {
        (loops, scan, warnings) = ([], try TraceScan().run(.nothing(named: name)), [])
        unknownNames = nil
        return
      }
      defer { withExtendedLifetime(opened) {} }
      let rules = try HuntOptions.rules(of: invocation, for: opened)
      let hunt = try TraceHunt(
        opened.input,
        TraceHunt.Options(
          rules: rules, isLenient: isLenient, pages: PageOptions.limits(of: invocation)))
      defer { if isLast || Interruption.isRequested { Interruption.leave(hunt) } }
      guard opened.isImported || hunt.replayer.totalBytes != nil else {
        throw Self.onlyFiles(Printable.quoted(name))
      }
      try console.withProgress("replaying \(input.name)", quiet: isQuiet) { progress in
        try hunt.run { progress.update(done: $0, total: $1) }
      }
      if let problem = UnlistedLoops.problem(hunt.loopsLeftOut) {
        throw TraceError(
          kind: .order, file: name, problem: problem,
          remedy: "'diff' compares all loops: \(UnlistedLoops.remedy)")
      }
      loops = hunt.loops
      opened.rewind()
      scan = try console.withProgress("scanning \(input.name)", quiet: isQuiet) {
        try Self.scan(opened.input, rules, isLenient: isLenient, $0)
      }
      let reason = nothing.reason(name, scan.summary, isJudged: hunt.hasJudged)
      if !nothing.isAccepted, let reason { throw reason }
      let detail = ReplayDetail(hunt, rules)
      unknownNames = detail.unknownNames
      let remarks = detail.remarks(strict: false) + detail.ignored.map(\.sentence)
      warnings = (scan.summary.warnings + opened.notes + remarks).map {
        "\(input.name): warning: \($0)"
      }
    }

    private static func scan(
      _ input: TraceInput, _ rules: HuntRules, isLenient: Bool, _ progress: Progress
    ) throws -> TraceScan.Result {
      var options = TraceScan.Options(
        threshold: rules.threshold, isLenient: isLenient, countsPaths: true)
      options.rules = rules.rules
      var scan = TraceScan(options: options, interrupt: Interruption.trace)
      scan.progress = { progress.update(done: $0, total: $1) }
      return try scan.run(input)
    }

    /// The error for an input that can be read only once.
    static func onlyFiles(_ what: String) -> UsageError {
      UsageError(
        "'diff' reads each trace twice, which \(what) does not allow",
        remedy: "write it to a file first")
    }
  }
}

extension TraceInput {
  /// A trace without any layout.
  fileprivate static func nothing(named name: String) -> TraceInput {
    let lines = [TraceEvent.header(TraceEvent.Header()), .end(turns: 0)]
    return .bytes(Array(lines.map { TraceWriter.line($0) + "\n" }.joined().utf8), name: name)
  }
}

/// The one document of `loophunt diff --format json`, and its one line with `jsonl`.
struct DiffDocument: Encodable {
  var before: String
  var after: String
  /// The warnings for a reader of the results about the two files.
  var warnings: [String]
  var comparison: TraceComparison
  var status: Int32
}
