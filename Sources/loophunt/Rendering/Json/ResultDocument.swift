import LayoutTrace
import LoopHunter

/// The result of a command for one file, without the loops.
struct FileResult<Detail: Codable & Sendable>: Codable, Sendable {
  /// The name of the file in messages.
  var file: String
  /// The error in it; absent if it was read to its end.
  var error: String?
  /// The warnings that a reader of the results needs about the file.
  var warnings: [String]
  /// The totals of the file; absent if it could not be read.
  var trace: TraceSummary?
  /// The findings in addition to loops; absent if the file is wrong.
  var detail: Detail?
  /// The folder that is judged as a whole; absent for a file that was found in none.
  var folder: String?
  /// True if it had no layouts to judge; absent otherwise.
  var isEmpty: Bool?
  /// The fingerprints of loops that were found, and that the run does not judge.
  var unjudged: Set<String> = []

  private enum CodingKeys: String, CodingKey {
    case file, error, warnings, trace, detail, folder
    case isEmpty = "empty"
  }
}

/// The totals of all files.
struct ResultTotals: Encodable {
  var files = 0
  var failed = 0
  var loops = 0
  /// The loops that tell their remedies themselves.
  var told = 0
  var events = 0
  var turns = 0
  var views = 0
  var layouts = 0
  var isInterrupted = false
  /// The loops that the baseline knows, and those of them whose last day is over.
  var known = 0
  var expired = 0
  var baseline: BaselineSummary?
  /// The loops of all traces together, if there are several, and the number of those without a row.
  var findings: [FindingsRow]?
  var findingsLeftOut: Int?
  /// The folders whose files have no layouts to judge.
  var emptyFolders: [String]?
  /// The entries of folders that are named like traces, but aren't; absent if there are none.
  var leftOut: [String]?
  /// The errors of the run as a whole, one for each of the empty folders and the unknown names.
  var errors: [String] = []
  /// The exit status that follows from this, before `--exit-zero`.
  var status: Int32 = 0

  private enum CodingKeys: String, CodingKey {
    case files, failed, loops, events, turns, views, layouts, isInterrupted, baseline, status
    case findings, findingsLeftOut, emptyFolders, leftOut
  }

  /// The notes on the run as a whole.
  var notes: [String] { [LeftOut.note(on: leftOut ?? [])].compactMap { $0 } }
}

/// The one document of `--format json`.
struct ResultDocument<Loop: Codable & Sendable, Detail: Codable & Sendable>: Encodable {
  /// A file with its loops.
  struct File: Codable, Sendable {
    var result: FileResult<Detail>
    var loops: [Loop]

    private enum CodingKeys: String, CodingKey { case loops }

    init(result: FileResult<Detail>, loops: [Loop]) { (self.result, self.loops) = (result, loops) }

    init(from decoder: any Decoder) throws {
      result = try FileResult(from: decoder)
      loops = try decoder.container(keyedBy: CodingKeys.self).decode([Loop].self, forKey: .loops)
    }

    func encode(to encoder: any Encoder) throws {
      try result.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(loops, forKey: .loops)
    }
  }

  var files: [File]
  var summary: ResultTotals
}
