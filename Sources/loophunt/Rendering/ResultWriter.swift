import LayoutTrace
import LoopHunter

/// Collects what a command finds in its files, and writes it in the chosen format.
///
/// Text and lines are written as soon as something is found; the one JSON document at the end.
/// Warnings and errors also go to standard error, one line each.
final class ResultWriter<Loop: Encodable, Detail: Encodable> {
  typealias Document = ResultDocument<Loop, Detail>
  private typealias Line = ResultLine<Loop, Detail>

  private let command: String
  private let noun: String
  private let console: Console
  private let outputs: [ResultOutput]
  /// Writes a document in a form other than text, JSON and JSON Lines.
  private let render: (ResultFormat, Document) throws -> String
  private let isQuiet: Bool
  private let start = MonotonicClock.nanoseconds()
  private var loops: [Loop] = []
  private var files: [Document.File] = []
  private var totals = ResultTotals()
  /// How many loops the previous files had.
  private var loopsBefore = 0
  private var status = ExitStatus.nothingFound
  /// Whether results show the name of their file.
  private let namesFiles: Bool

  /// - Parameters:
  ///   - noun: What a loop is called for people.
  ///   - inputs: How many traces there are.
  ///   - render: Writes the forms that only this command has.
  init(
    of command: String, noun: String, forms: [ResultForm], inputs: Int, _ invocation: Invocation,
    on console: Console,
    render: @escaping (ResultFormat, Document) throws -> String = { format, _ in
      preconditionFailure("nobody writes \(format.rawValue) here; give a closure that does")
    }
  ) {
    self.command = command
    self.noun = noun
    self.console = console
    self.render = render
    isQuiet = invocation[TraceArguments.quiet]
    namesFiles = inputs > 1
    // Files are written in any case.
    outputs = forms.filter { [isQuiet] in !isQuiet || $0.file != nil }
      .map { ResultOutput($0, on: console) }
  }

  /// Whether what is found is kept for a document at the end.
  private var isKept: Bool { outputs.contains { $0.format != .text && $0.format != .jsonl } }

  /// A loop was found in the file that is being read; one that passes does not change the status.
  func found(
    _ loop: Loop, in file: String, standing: LoopStanding? = nil,
    text: (Style, Int) -> String
  ) throws {
    totals.loops += 1
    if standing?.standing == .known { totals.known += 1 }
    if standing?.standing == .expired { totals.expired += 1 }
    if standing?.passes != true { status = .worst([status, .loopFound]) }
    if isKept { loops.append(loop) }
    for output in outputs {
      switch output.format {
      case .text:
        output.show(text(output.style, output.width), of: file, namesInputs: namesFiles)
      case .jsonl: output.print(try line(.loop(file: file, loop)))
      default: break
      }
    }
  }

  /// More loops were found than are listed.
  func foundMore(_ count: Int) {
    totals.loops += count
    if count > 0 { status = .worst([status, .loopFound]) }
  }

  /// Whether every file was read to its end.
  var isComplete: Bool { totals.failed == 0 && !totals.isInterrupted }

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

  /// A file was read, as far as possible.
  func ended(
    _ file: String, trace: TraceSummary? = nil, detail: Detail? = nil, error: TraceError? = nil,
    remarks: [String] = [], text: (Style, Int) -> String = { _, _ in "" }
  ) throws {
    let error = error?.advising(command)
    let warnings = (trace?.warnings ?? []) + remarks
    let result = FileResult(
      file: file, error: error?.description, warnings: warnings, trace: trace, detail: detail)
    count(trace, failed: error != nil)
    for output in outputs {
      switch output.format {
      case .text:
        // With several files, those without a loop are named too.
        if namesFiles, error == nil, totals.loops == loopsBefore {
          output.show(output.style.good("no \(noun)"), of: file, namesInputs: true)
        }
        output.show(text(output.style, output.width), of: file, namesInputs: namesFiles)
      case .jsonl: output.print(try line(.file(result)))
      default: break
      }
    }
    if isKept { files.append(Document.File(result: result, loops: loops)) }
    loops = []
    loopsBefore = totals.loops
    if !isQuiet {
      for warning in warnings { console.complain(at: "\(file): warning: \(warning)") }
    }
    if let error { console.complain(at: error.description) }
  }

  /// All files were read: writes the totals, and returns the exit status.
  ///
  /// There are no totals for people if every file is wrong: the errors say everything.
  func finish() throws -> ExitStatus {
    totals.status = status.rawValue
    for output in outputs {
      switch output.format {
      case .text where totals.failed == totals.files: break
      case .text: output.print(Paragraph.fitted(summary(output.style), width: output.width))
      case .json: output.print(try JsonText.document(document))
      case .jsonl: output.print(try line(.summary(totals)))
      default:
        let text = try render(output.format, document)
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

  private var document: Document { Document(command: command, files: files, summary: totals) }

  private func line(_ content: Line.Content) throws -> String {
    try JsonText.line(Line(command: command, content: content))
  }

  private func count(_ trace: TraceSummary?, failed: Bool) {
    totals.files += 1
    if failed {
      totals.failed += 1
      status = .worst([status, .badInput])
    }
    guard let trace else { return }
    totals.events += trace.events
    totals.turns += trace.turns
    totals.views += trace.views
    totals.layouts += trace.layouts
    totals.isInterrupted = totals.isInterrupted || trace.isInterrupted
  }

  /// `no loop`, `2 loops`; with a baseline `1 new loop, 1 expired, 2 known, 1 gone`.
  private func loops(_ style: Style) -> String {
    guard let baseline = totals.baseline else {
      return totals.loops == 0
        ? style.good("no \(noun)") : style.bad(Figures.count(totals.loops, noun))
    }
    let new = totals.loops - totals.known - totals.expired
    var parts = [
      new == 0 ? style.good("no new \(noun)") : style.bad(Figures.count(new, "new \(noun)"))
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

  /// `2 loops; 1,234 events, 5 turns, 10 views, 400 layouts in 3 ms`.
  private func summary(_ style: Style) -> String {
    let loops = self.loops(style)
    let failed = totals.failed == 0 ? "" : style.bad(", \(totals.failed) of them wrong")
    let files = totals.files == 1 ? "" : " in \(totals.files) files\(failed)"
    let figures = [
      Figures.count(totals.events, "event"), Figures.count(totals.turns, "turn"),
      Figures.count(totals.views, "view"), Figures.count(totals.layouts, "layout"),
    ]
    let seconds = Double(MonotonicClock.nanoseconds() - start) / 1e9
    let interrupted = totals.isInterrupted ? style.caution("interrupted: ") : ""
    return interrupted + loops + files + "; " + figures.joined(separator: ", ") + " in "
      + Figures.seconds(seconds)
  }
}
