import LayoutTrace
import LoopHunter

/// Writes the findings of a command in its files, one file after the other, in the chosen forms.
///
/// Some forms write each file at once, others all of them at the end. Warnings and errors also go
/// to standard error, one line each.
final class ResultWriter<Kind: Findings> {
  typealias Document = ResultDocument<Kind.Loop, Kind.Detail>

  private let console: Console
  private let outputs: [ResultOutput<Kind>]
  private let isQuiet: Bool
  private let start = MonotonicClock.nanoseconds()
  private var files: [Document.File] = []
  private var totals = ResultTotals()
  private var table = FindingsTable()
  /// The rules of all files, with the views of all.
  private var rules: [AppliedRule] = []
  private var unknown = UnknownNames()
  private var status = ExitStatus.nothingFound
  private var folders = JudgedFolders()
  private let allowsNoLayouts: Bool
  /// True if results show the name of their file, and a table over all of them.
  private let namesFiles: Bool

  /// - Parameters:
  ///   - inputs: The number of traces.
  ///   - leftOut: The entries of folders that are named like traces, but aren't.
  ///   - options: The options that affect the findings, which partial results hold.
  init(
    forms: [ResultForm], inputs: Int, leftOut: [String], options: [String: [String]],
    _ invocation: Invocation, on console: Console
  ) {
    self.console = console
    isQuiet = invocation[TraceArguments.quiet]
    // The options of the run, which `merge` reads from its results.
    allowsNoLayouts = options[TraceArguments.allowNoLayouts.name] != nil
    namesFiles = inputs > 1
    totals.leftOut = leftOut.isEmpty ? nil : leftOut
    // Files are written in any case.
    outputs = forms.filter { [isQuiet] in !isQuiet || $0.file != nil }.map { [namesFiles] in
      ResultOutput($0, namesFiles: namesFiles, options: options, on: console)
    }
  }

  /// True if every file was read to its end.
  var isComplete: Bool {
    totals.failed == 0 && !totals.isInterrupted && (allowsNoLayouts || folders.empty.isEmpty)
  }

  /// The forms in which files are rendered, on any thread.
  var forms: [any FormRenderer<Kind>] { outputs.map(\.renderer) }

  /// Writes a file that was read, as far as possible.
  func write(_ file: Document.File) throws { try write(RenderedFile(file, in: forms)) }

  /// Writes a file that was read, and rendered in all forms.
  func write(_ rendered: RenderedFile<Kind>) throws {
    let file = rendered.file
    let leftOut = file.result.detail?.loopsLeftOut ?? 0
    for loop in file.loops { count(loop, in: file.result.file) }
    totals.loops += leftOut
    if let detail = file.result.detail {
      rules = AppliedRule.joined(rules + (detail.rules ?? []))
      unknown.note(detail.unknownNames)
    }
    if leftOut > 0 { status = .worst([status, .loopFound]) }
    count(file.result)
    for (output, texts) in zip(outputs, rendered.texts) {
      try output.print(texts, of: file.result.file)
    }
    if outputs.contains(where: \.renderer.keepsFiles) { files.append(file) }
    if !isQuiet { console.warn(of: file.result.file, file.result.warnings) }
    if let error = file.result.error { console.complain(at: error) }
  }

  /// Adds the status of the loops in a baseline.
  func judged(_ summary: BaselineSummary) {
    totals.baseline = summary
    if summary.isStrict, !summary.gone.isEmpty { status = .worst([status, .loopFound]) }
    if let text = summary.text {
      for output in outputs { output.printBaseline(text) }
    }
    if !isQuiet { console.warn(of: summary.file, summary.remarks) }
  }

  /// Writes the totals after all files, and returns the exit status.
  func finish() throws -> ExitStatus {
    if !allowsNoLayouts, !totals.isInterrupted, !folders.empty.isEmpty {
      (totals.emptyFolders, totals.errors) = (folders.empty, folders.errors)
      totals.errors.forEach { console.complain(at: $0) }
      status = .worst([status, .badInput])
    }
    // A trace that was not read may have the views.
    if totals.failed == 0, !totals.isInterrupted, case let errors = unknown.errors, !errors.isEmpty
    {
      totals.errors += errors
      errors.forEach { console.complain($0) }
      status = .worst([status, .badInput])
    }
    totals.status = status.rawValue
    warnOfIdleRules()
    if namesFiles { (totals.findings, totals.findingsLeftOut) = (table.rows, table.leftOut) }
    let ending = ResultEnding<Kind>(
      document: Document(files: files, summary: totals), table: table,
      seconds: Double(MonotonicClock.nanoseconds() - start) / 1e9)
    for output in outputs {
      try output.print(output.renderer.end(ending))
      do {
        try output.close()
      } catch {
        console.complain(error.description)
        status = .internalFailure
      }
    }
    return status
  }

  /// Warns of rules that applied to no view: their names may be misspelt.
  private func warnOfIdleRules() {
    let idle = rules.filter { $0.views == 0 }.map(\.subject)
    guard !isQuiet, isComplete, !idle.isEmpty else { return }
    let rest = idle.count > 5 ? " and \(Figures.count(idle.count - 5)) more" : ""
    console.complain(
      "warning: these rules match no laid-out view: "
        + idle.prefix(5).joined(separator: ", ") + rest)
  }

  /// Counts a loop; one that passes does not change the status.
  private func count(_ loop: Kind.Loop, in file: String) {
    let standing = loop.standing
    totals.loops += 1
    if loop.hasOwnAdvice { totals.told += 1 }
    if standing?.standing == .known { totals.known += 1 }
    if standing?.standing == .expired { totals.expired += 1 }
    if standing?.passes != true { status = .worst([status, .loopFound]) }
    guard namesFiles else { return }
    var row = loop.row(first: file)
    row.standing = standing?.standing
    table.add(row, ofTrace: totals.files)
  }

  private func count(_ result: FileResult<Kind.Detail>) {
    totals.files += 1
    folders.note(result.file, in: result.folder, isEmpty: result.isEmpty == true)
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
}
