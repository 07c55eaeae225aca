import LayoutTrace
import LoopHunter

/// Writes what a command finds in its files, one file after the other, in the chosen forms.
///
/// Text, lines and partial results are written at once; the one JSON document, and what others make of it, at the
/// end. Warnings and errors also go to standard error, one line each.
final class ResultWriter<Kind: Findings> {
  typealias Document = ResultDocument<Kind.Loop, Kind.Detail>
  private typealias Line = ResultLine<Kind.Loop, Kind.Detail>

  private let console: Console
  private let outputs: [ResultOutput]
  private let isQuiet: Bool
  private let options: [String: [String]]
  private let start = MonotonicClock.nanoseconds()
  private var files: [Document.File] = []
  private var totals = ResultTotals()
  private var table = FindingsTable()
  /// The rules of all files, with the views of all.
  private var rules: [AppliedRule] = []
  private var status = ExitStatus.nothingFound
  /// Whether results show the name of their file, and a table over all of them.
  private let namesFiles: Bool

  /// - Parameters:
  ///   - inputs: How many traces there are.
  ///   - options: The options that decide what is found, for partial results.
  init(
    forms: [ResultForm], inputs: Int, options: [String: [String]], _ invocation: Invocation,
    on console: Console
  ) {
    self.console = console
    self.options = options
    isQuiet = invocation[TraceArguments.quiet]
    namesFiles = inputs > 1
    // Files are written in any case.
    outputs = forms.filter { [isQuiet] in !isQuiet || $0.file != nil }
      .map { ResultOutput($0, on: console) }
  }

  /// Whether what is found is kept for a document at the end.
  private var isKept: Bool { outputs.contains { !Self.streamed.contains($0.format) } }
  private static var streamed: Set<ResultFormat> { [.text, .jsonl, .partial] }

  /// Whether every file was read to its end.
  var isComplete: Bool { totals.failed == 0 && !totals.isInterrupted }

  /// What makes the text of files, on any thread.
  var renderer: ResultRenderer<Kind> {
    ResultRenderer(
      forms: outputs.map { .init(format: $0.format, style: $0.style, width: $0.width) },
      namesFiles: namesFiles)
  }

  /// A file was read, as far as possible.
  func write(_ file: Document.File) throws { try write(renderer.rendered(file)) }

  /// The same with its text.
  func write(_ rendered: ResultRenderer<Kind>.File) throws {
    let file = rendered.file
    let leftOut = file.result.detail.map(Kind.loopsLeftOut) ?? 0
    for loop in file.loops { count(loop, in: file.result.file) }
    totals.loops += leftOut
    if let detail = file.result.detail {
      rules = AppliedRule.joined(rules + Kind.rules(of: detail))
    }
    if leftOut > 0 { status = .worst([status, .loopFound]) }
    count(file.result)
    for (output, parts) in zip(outputs, rendered.parts) {
      if output.format == .partial { try beginPartial(on: output) }
      for part in parts {
        if output.format == .text {
          output.show(part, of: file.result.file, namesInputs: namesFiles)
        } else {
          output.print(part)
        }
      }
    }
    if isKept { files.append(file) }
    if !isQuiet {
      for warning in file.result.warnings {
        console.complain(at: "\(file.result.file): warning: \(warning)")
      }
    }
    if let error = file.result.error { console.complain(at: error) }
  }

  /// The status of the loops in a baseline is known.
  func judged(_ summary: BaselineSummary) {
    totals.baseline = summary
    if summary.isStrict, !summary.gone.isEmpty { status = .worst([status, .loopFound]) }
    if let text = summary.text {
      for output in outputs where output.format == .text { output.print(text + "\n") }
    }
    guard !isQuiet else { return }
    for remark in summary.remarks { console.complain(at: "\(summary.file): warning: \(remark)") }
  }

  /// All files were read: writes the totals, and returns the exit status.
  ///
  /// There are no totals for people if every file is wrong: the errors say everything.
  func finish() throws -> ExitStatus {
    totals.status = status.rawValue
    warnOfIdleRules()
    if namesFiles { (totals.findings, totals.findingsLeftOut) = (table.rows, table.leftOut) }
    for output in outputs {
      switch output.format {
      case .text where totals.failed == totals.files: break
      case .text: output.print(ending(on: output))
      case .json: output.print(try JsonText.document(document))
      case .jsonl: output.print(try line(.summary(totals)))
      case .partial:
        try beginPartial(on: output)
        // Traces may not have been read at all.
        let isInterrupted = totals.isInterrupted || Interruption.isRequested
        output.print(
          try JsonText.line(PartialEnd(traces: totals.files, isInterrupted: isInterrupted)))
      default:
        let text = try Kind.text(output.format, document)
        if !text.isEmpty { output.print(text) }
      }
      do {
        try output.close()
      } catch {
        console.complain(error.description)
        status = .internalFailure
      }
    }
    return status
  }

  /// Says which rules were for no view: their names may be misspelt.
  private func warnOfIdleRules() {
    let idle = rules.filter { $0.views == 0 }.map(\.subject)
    guard !isQuiet, isComplete, !idle.isEmpty else { return }
    let rest = idle.count > 5 ? " and \(Figures.count(idle.count - 5)) more" : ""
    console.complain(
      "warning: no view was laid out that these rules are for: "
        + idle.prefix(5).joined(separator: ", ") + rest)
  }

  /// Says what made a partial result, before anything else.
  private func beginPartial(on output: ResultOutput) throws {
    guard !output.hasBegun else { return }
    output.print(try JsonText.line(PartialHeader(command: Kind.command, options: options)))
  }

  private var document: Document {
    Document(command: Kind.command, files: files, summary: totals)
  }

  private func line(_ content: Line.Content) throws -> String {
    try JsonText.line(Line(command: Kind.command, content: content))
  }

  // MARK: Counting

  /// Counts a loop; one that passes does not change the status.
  private func count(_ loop: Kind.Loop, in file: String) {
    let standing = Kind.standing(of: loop)
    totals.loops += 1
    if standing?.standing == .known { totals.known += 1 }
    if standing?.standing == .expired { totals.expired += 1 }
    if standing?.passes != true { status = .worst([status, .loopFound]) }
    guard namesFiles else { return }
    var row = Kind.row(of: loop, first: file)
    row.standing = standing?.standing
    table.add(row, ofTrace: totals.files)
  }

  private func count(_ result: FileResult<Kind.Detail>) {
    totals.files += 1
    if result.error != nil {
      totals.failed += 1
      status = .worst([status, .badInput])
    }
    guard let trace = result.trace else { return }
    totals.events += trace.events
    totals.turns += trace.turns
    totals.views += trace.views
    totals.layouts += trace.layouts
    totals.isInterrupted = totals.isInterrupted || trace.isInterrupted
  }

  // MARK: Text

  /// The table over all files, and the totals.
  private func ending(on output: ResultOutput) -> String {
    let table = table.text(heading: Kind.tableHeading, output.style, width: output.width)
    let totals = Paragraph.fitted(summary(output), width: output.width)
    return [table, totals].compactMap { $0 }.joined(separator: "\n\n")
  }

  /// `no loop`, `2 loops`; with a baseline `1 new loop, 1 expired, 2 known, 1 gone`.
  private func loops(_ style: Style) -> String {
    guard let baseline = totals.baseline else {
      return totals.loops == 0
        ? style.good("no \(Kind.noun)") : style.bad(Figures.count(totals.loops, Kind.noun))
    }
    let new = totals.loops - totals.known - totals.expired
    var parts = [
      new == 0
        ? style.good("no new \(Kind.noun)") : style.bad(Figures.count(new, "new \(Kind.noun)"))
    ]
    if totals.expired > 0 {
      parts.append(style.bad("\(Figures.count(totals.expired)) expired"))
    }
    if totals.known > 0 { parts.append("\(Figures.count(totals.known)) known") }
    if !baseline.gone.isEmpty {
      parts.append(style.caution("\(Figures.count(baseline.gone.count)) gone"))
    }
    return parts.joined(separator: ", ")
  }

  /// `2 loops; 1,234 events, 5 turns, 10 views, 400 layouts`, on a terminal with `in 3 ms`.
  ///
  /// What is kept or compared does not depend on the time.
  private func summary(_ output: ResultOutput) -> String {
    let style = output.style
    let loops = self.loops(style)
    let failed = totals.failed == 0 ? "" : style.bad(", \(totals.failed) of them wrong")
    let files = totals.files == 1 ? "" : " in \(totals.files) files\(failed)"
    let figures = [
      Figures.count(totals.events, "event"), Figures.count(totals.turns, "turn"),
      Figures.count(totals.views, "view"), Figures.count(totals.layouts, "layout"),
    ]
    let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
    let time = output.isOnTerminal ? " in \(Figures.seconds(seconds))" : ""
    let interrupted = totals.isInterrupted ? style.caution("interrupted: ") : ""
    return interrupted + loops + files + "; " + figures.joined(separator: ", ") + time
  }
}
