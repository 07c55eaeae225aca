import LayoutTrace
import LoopHunter

/// The findings of one command in traces, and their presentation.
///
/// Everything that is shown follows from the values of one file, which may come from another
/// thread, or from another machine.
protocol Findings {
  /// A finding that changes the exit status.
  associatedtype Loop: Codable & Sendable
  /// Further facts about a file in addition to its loops.
  associatedtype Detail: Codable & Sendable

  /// The command with these findings.
  static var command: String { get }
  /// The word for a loop, for people.
  static var noun: String { get }
  /// The same word where nothing else says that it is about layout.
  static var nounAlone: String { get }
  /// The heading of the table over all traces, and of its first column.
  static var tableHeading: (table: String, column: String) { get }

  /// The block of one loop.
  static func text(of loop: Loop, _ style: Style, width: Int) -> String
  /// The text of all further facts about a file.
  static func figures(of detail: Detail, _ style: Style, width: Int) -> String
  /// The rules for single classes and views.
  static func rules(of detail: Detail) -> [AppliedRule]
  /// The number of loops of a file beyond those that are kept.
  static func loopsLeftOut(of detail: Detail) -> Int
  /// The status of a loop in the baseline, if there is one.
  static func standing(of loop: Loop) -> LoopStanding?
  /// The loop as it was found, without its status in a baseline.
  static func withoutStanding(_ loop: Loop) -> Loop
  /// True if the numbers of a loop that was read can be those of a run.
  static func isPlausible(_ loop: Loop) -> Bool
  /// True if the numbers of further facts that were read can be those of a run.
  static func isPlausible(_ detail: Detail) -> Bool
  /// The row of a loop: its identity across traces, and its worst count.
  static func row(of loop: Loop, first file: String) -> FindingsRow
  /// The facts that every form shows.
  static func shown(_ loop: Loop) -> ShownLoop
  /// The kinds of loops that there are.
  static var kinds: [ShownLoop.Kind] { get }
  /// The remedy for any loop; nil if each loop has advice of its own.
  static var advice: String? { get }
  /// A heading over the loops, and the participle for a trace that the command has processed:
  /// `replayed`.
  static var title: String { get }
  static var participle: String { get }
}

extension Findings {
  /// The findings in one file, as far as it was read.
  static func file(
    _ name: String, trace: TraceSummary? = nil, detail: Detail? = nil, error: TraceError? = nil,
    remarks: [String] = [], loops: [Loop] = []
  ) -> ResultDocument<Loop, Detail>.File {
    ResultDocument<Loop, Detail>.File(
      result: FileResult(
        file: name, error: error?.advising(command).description,
        warnings: (trace?.warnings ?? []) + remarks, trace: trace, detail: detail),
      loops: loops)
  }
}

/// Loops by their fingerprints, with the cause of each.
enum ReplayFindings: Findings {
  static let command = "replay"
  static let noun = "loop"
  static let nounAlone = "layout loop"
  static let tableHeading = (table: "Loops by fingerprint:", column: "fingerprint")

  static func text(of loop: FoundLoop, _ style: Style, width: Int) -> String {
    ReplayText.loop(loop, style, width: width)
  }

  static func figures(of detail: ReplayDetail, _ style: Style, width: Int) -> String {
    ReplayText.figures(of: detail).map { ReplayText.wrapped($0, width) }.joined(separator: "\n")
  }

  static func rules(of detail: ReplayDetail) -> [AppliedRule] { detail.rules ?? [] }

  static func loopsLeftOut(of detail: ReplayDetail) -> Int { detail.loopsLeftOut }

  static func standing(of loop: FoundLoop) -> LoopStanding? { loop.standing }

  static func withoutStanding(_ loop: FoundLoop) -> FoundLoop {
    var loop = loop
    loop.standing = nil
    return loop
  }

  static func isPlausible(_ loop: FoundLoop) -> Bool { loop.isPlausible }

  static func isPlausible(_ detail: ReplayDetail) -> Bool { detail.isPlausible }

  static func row(of loop: FoundLoop, first file: String) -> FindingsRow {
    FindingsRow(
      fingerprint: loop.report.fingerprint, sentence: loop.report.headline, first: file,
      maximum: loop.maximum)
  }

  static func shown(_ loop: FoundLoop) -> ShownLoop { loop.shown }

  static let kinds = VerdictAdvice.all
  static let advice: String? = nil
  static let title = "Layout loops"
  static let participle = "replayed"
}

/// Views that were laid out too often.
enum ScanFindings: Findings {
  static let command = "scan"
  static let noun = "looping view"
  static let nounAlone = noun
  static let tableHeading = (table: "Looping views by class and path:", column: "class")

  static func text(of loop: TraceScan.ViewCount, _ style: Style, width: Int) -> String {
    ScanText.loop(loop, style)
  }

  static func figures(of detail: ScanDetail, _ style: Style, width: Int) -> String {
    ScanText.figures(of: detail, style, width: width)
  }

  static func rules(of detail: ScanDetail) -> [AppliedRule] { detail.rules ?? [] }

  static func loopsLeftOut(of detail: ScanDetail) -> Int { detail.loopsLeftOut }

  static func standing(of loop: TraceScan.ViewCount) -> LoopStanding? { nil }

  static func withoutStanding(_ loop: TraceScan.ViewCount) -> TraceScan.ViewCount { loop }

  static func isPlausible(_ loop: TraceScan.ViewCount) -> Bool { loop.isPlausible }

  static func isPlausible(_ detail: ScanDetail) -> Bool { detail.isPlausible }

  static func row(of loop: TraceScan.ViewCount, first file: String) -> FindingsRow {
    FindingsRow(
      className: loop.className, path: loop.path ?? "", first: file, maximum: loop.maximum)
  }

  static func shown(_ loop: TraceScan.ViewCount) -> ShownLoop { loop.shown }

  static let kinds = [TraceScan.ViewCount.kind]
  static let advice: String? = TraceScan.ViewCount.kind.remedy
  static let title = "Looping views"
  static let participle = "scanned"
}
