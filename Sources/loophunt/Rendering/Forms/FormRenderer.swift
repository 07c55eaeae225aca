import LayoutTrace
import LoopHunter

/// A form in which the results of a command are written, in texts of whole lines.
protocol FormRenderer<Kind>: Sendable {
  associatedtype Kind: Findings

  /// True if the end needs all files.
  var keepsFiles: Bool { get }
  /// False if it writes loops as they were found: another run judges them by a baseline.
  var isJudged: Bool { get }

  /// The text before everything else.
  func begin() throws -> [String]
  /// The text for a file that was read; called on any thread.
  func file(_ file: Kind.File) throws -> [String]
  /// The heading above the texts of a file, unless it was written last; by default none.
  func heading(of file: String) -> String?
  /// The text about the baseline itself.
  func baseline(_ text: String) -> [String]
  /// The text after all files.
  func end(_ ending: ResultEnding<Kind>) throws -> [String]
}

extension FormRenderer {
  var keepsFiles: Bool { false }
  var isJudged: Bool { true }
  func begin() throws -> [String] { [] }
  func file(_ file: Kind.File) throws -> [String] { [] }
  func heading(of file: String) -> String? { nil }
  func baseline(_ text: String) -> [String] { [] }
}

/// The facts that are known once all files were read.
struct ResultEnding<Kind: Findings> {
  typealias Document = ResultDocument<Kind.Loop, Kind.Detail>

  /// The totals, and the files if they were kept.
  var document: Document
  /// The loops of all files together.
  var table: FindingsTable
  /// The duration of the run.
  var seconds: Double

  /// The facts of all loops, with the file in which each was found.
  var loops: [(loop: ShownLoop, file: String)] {
    document.files.flatMap { file in file.loops.map { ($0.shown, file.result.file) } }
  }

  /// The failures other than listed loops.
  var failures: [FurtherFailure] {
    let gone = document.summary.baseline.map { baseline in
      baseline.failures.map {
        FurtherFailure(kind: FurtherFailure.gone, file: baseline.file, sentence: $0)
      }
    }
    return document.files.compactMap(\.result.unlisted) + (gone ?? [])
  }

  /// The rules by which views were ignored, with the views of all files.
  var ignored: [AppliedRule] { AppliedRule.joined(document.files.flatMap(ignored)) }

  func ignored(in file: Kind.File) -> [AppliedRule] { (file.result.detail?.rules).ignoring }
}

/// A file with its texts in each form, made by the thread that reads the file: it takes as long.
struct RenderedFile<Kind: Findings>: Sendable {
  /// The file as it was judged.
  let file: Kind.File
  let texts: [[String]]

  /// - Parameter judged: The file with the loops that a baseline judged; nil without one.
  /// - Throws: An error of the encoder.
  init(
    _ file: Kind.File, judged: Kind.File? = nil, in forms: [any FormRenderer<Kind>]
  ) throws {
    let shown = judged ?? file
    self.file = shown
    texts = try forms.map { try $0.file($0.isJudged ? shown : file) }
  }
}
