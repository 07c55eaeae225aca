import LayoutTrace
import LoopHunter

/// Makes the text of one file for the forms that are written as files come.
///
/// That takes as long as reading a small trace, so whoever reads the file does it, on any thread.
struct ResultRenderer<Kind: Findings>: Sendable {
  typealias Document = ResultDocument<Kind.Loop, Kind.Detail>

  /// How one form looks.
  struct Form: Sendable {
    var format: ResultFormat
    var style: Style
    var width: Int
  }

  /// A file with its text in each form.
  struct File: Sendable {
    var file: Document.File
    /// Blocks or lines for each form; none for a form that is written at the end.
    fileprivate(set) var parts: [[String]]
  }

  let forms: [Form]
  /// Whether results are of several files.
  let namesFiles: Bool

  /// - Throws: An error of the encoder.
  func rendered(_ file: Document.File) throws -> File {
    File(file: file, parts: try forms.map { try parts(of: file, $0) })
  }

  private func parts(of file: Document.File, _ form: Form) throws -> [String] {
    switch form.format {
    case .text: blocks(of: file, form)
    case .jsonl:
      try file.loops.map { try line(.loop(file: file.result.file, $0)) } + [
        line(.file(file.result))
      ]
    case .partial: [try JsonText.line(PartialTrace<Kind>(file))]
    default: []
    }
  }

  private func line(_ content: ResultLine<Kind.Loop, Kind.Detail>.Content) throws -> String {
    try JsonText.line(
      ResultLine<Kind.Loop, Kind.Detail>(command: Kind.command, content: content))
  }

  private func blocks(of file: Document.File, _ form: Form) -> [String] {
    let (style, width) = (form.style, form.width)
    var blocks = file.loops.map { Kind.text(of: $0, style, width: width) }
    let leftOut = file.result.detail.map(Kind.loopsLeftOut) ?? 0
    // With several files, those without a loop are named too.
    if namesFiles, file.result.error == nil, file.loops.isEmpty, leftOut == 0 {
      blocks.append(style.good("no \(Kind.noun)"))
    }
    if let detail = file.result.detail {
      blocks.append(Kind.figures(of: detail, style, width: width))
    }
    return blocks.filter { !$0.isEmpty }.map { Paragraph.fitted($0, width: width) }
  }
}
