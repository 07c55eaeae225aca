import LayoutTrace
import LoopHunter

/// A finding that changes the exit status.
protocol Finding: Codable, Sendable {
  /// The status in the baseline, if there is one.
  var standing: LoopStanding? { get set }
  /// True if the numbers, which were read, can be those of a run.
  var isPlausible: Bool { get }
  /// The fingerprints that older versions gave to it, for baselines.
  var formerFingerprints: [String] { get set }
  /// True if it tells its remedy itself: that of all others does not apply.
  var hasOwnAdvice: Bool { get }
  /// The facts that every form shows.
  var shown: ShownLoop { get }

  /// The row: the identity across traces, and the worst count.
  func row(first file: String) -> FindingsRow
}

/// Further facts about a file in addition to its loops.
protocol FileDetail: Codable, Sendable {
  /// The rules for single classes and views; absent if there are none.
  var rules: [AppliedRule]? { get }
  /// The names of options and strict rules that no view has; absent if there are none.
  var unknownNames: [UnknownName]? { get }
  /// The number of loops of the file beyond those that are kept.
  var loopsLeftOut: Int { get }
  /// True if the numbers, which were read, can be those of a run.
  var isPlausible: Bool { get }
}

/// The findings of one command in traces, and their presentation.
///
/// Everything that is shown follows from the values of one file, which may come from another
/// thread, or from another machine.
protocol Findings {
  associatedtype Loop: Finding
  associatedtype Detail: FileDetail

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
  static var kinds: [ShownLoop.Kind] { get }
  /// The remedy for any loop; nil if each loop has advice of its own.
  static var advice: String? { get }
  /// A heading over the loops, and the participle for a trace that was processed: `replayed`.
  static var title: String { get }
  static var participle: String { get }
}

extension Findings {
  typealias File = ResultDocument<Loop, Detail>.File

  /// The findings in one file, as far as it was read.
  static func file(
    _ name: String, trace: TraceSummary? = nil, detail: Detail? = nil, error: TraceError? = nil,
    remarks: [String] = [], loops: [Loop] = []
  ) -> File {
    File(
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

  static let kinds = LoopKind.allCases.map(\.shown)
  static let advice: String? = nil
  static let title = "Layout loops"
  static let participle = "replayed"
}

/// Views that were laid out too often, and the pairs of functions that lay out pages too often.
enum ScanFindings: Findings {
  static let command = "scan"
  static let noun = "looping view"
  static let nounAlone = noun
  static let tableHeading = (table: "Looping views by class and path:", column: "class")

  static func text(of loop: ScannedLoop, _ style: Style, width: Int) -> String {
    switch loop {
    case .counted(let view): ScanText.loop(view, style)
    case .told(let loop): ReplayText.loop(loop, style, width: width)
    }
  }

  static func figures(of detail: ScanDetail, _ style: Style, width: Int) -> String {
    ScanText.figures(of: detail, style, width: width)
  }

  static let kinds = [
    TraceScan.ViewCount.kind, ScannedLoop.kind, LoopKind.thrashing.shown, LoopKind.feedback.shown,
  ]
  static let advice: String? = TraceScan.ViewCount.kind.remedy
  static let title = "Looping views"
  static let participle = "scanned"
}

extension FoundLoop: Finding {
  var formerFingerprints: [String] {
    get { report.formerFingerprints }
    set { take(formerFingerprints: newValue) }
  }
  var hasOwnAdvice: Bool { true }
  /// True if another program reported it: nothing was counted.
  var isReported: Bool { report.reported != nil }

  func row(first file: String) -> FindingsRow {
    FindingsRow(
      fingerprint: report.fingerprint, sentence: report.headline, first: file, maximum: maximum)
  }
}

extension TraceScan.ViewCount {
  func row(first file: String) -> FindingsRow {
    FindingsRow(className: className, path: path ?? "", first: file, maximum: maximum)
  }
}

extension ReplayDetail: FileDetail {}

extension ScanDetail: FileDetail {}
