import LayoutTrace
import LoopHunter

/// What a replay found, in the forms that other programs show: of code hosts, of CI servers.
enum ReplayForms {
  typealias Document = ResultDocument<FoundLoop, ReplayDetail>

  /// The document in one of these forms, without the last newline.
  static func text(_ format: ResultFormat, _ document: Document) throws -> String {
    switch format {
    case .sarif: try JsonText.document(SarifLog(document))
    case .junit: JUnitReport.text(document)
    case .github: GitHubAnnotations.text(document)
    case .markdown: MarkdownSummary.text(document)
    case .text, .json, .jsonl, .partial:
      preconditionFailure("\(format.rawValue) is written by ResultWriter; ask that")
    }
  }
}

extension ReplayForms.Document {
  /// The rules by which views were ignored, with the views of all files.
  var ignored: [AppliedRule] {
    AppliedRule.joined(files.flatMap { $0.result.detail?.ignored ?? [] })
  }
}

extension FoundLoop {
  /// The place of the culprit's code, where the trace or the program knows it.
  var place: CodeLocation? {
    report.culprit?.edge.location.flatMap { $0.line == nil ? nil : $0 }
  }

  /// The report and where the loop was seen, plain.
  var plainText: String { ReplayText.loop(self, Style(isColoured: false), whole: true) }

  /// Why a loop passes, for people; nil for one that does not.
  var reasonToPass: String? {
    guard let standing, standing.standing == .known else { return nil }
    let day = standing.entry?.expires.map { " until \($0)" } ?? ""
    return (standing.entry?.reason ?? "known") + day
  }
}
