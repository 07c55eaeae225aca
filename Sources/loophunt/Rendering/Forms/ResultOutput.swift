import LayoutTrace
import LoopHunter

/// One form of a result on its way to standard output, or to a file that gets it as a whole.
final class ResultOutput<Kind: Findings> {
  let renderer: any FormRenderer<Kind>
  private let console: Console
  private let file: String?
  private var content: [UInt8] = []
  private var hasBegun = false
  /// The heading that was written last.
  private var heading: ExactName?

  /// `namesFiles` if there are results of several files; partial results hold the `options`.
  init(_ form: ResultForm, namesFiles: Bool, options: [String: [String]], on console: Console) {
    file = form.file
    self.console = console
    let isFile = form.file != nil
    renderer =
      switch form.format {
      case .text:
        TextRenderer(
          style: isFile ? console.style.plain : console.style,
          width: isFile ? WordWrap.usualWidth : console.width, namesFiles: namesFiles,
          isOnTerminal: !isFile && console.isOnTerminal)
      case .json: JSONRenderer()
      case .jsonl: JSONLinesRenderer()
      case .sarif: SARIFRenderer()
      case .junit: JUnitRenderer()
      case .github: GitHubRenderer()
      case .markdown: MarkdownRenderer()
      case .partial: PartialRenderer(options: options)
      }
  }

  /// Writes the texts of a file, under its heading.
  func print(_ texts: [String], of file: String) throws {
    let heading = renderer.heading(of: file)
    let name = heading.map(ExactName.init)
    let isNew = name != self.heading && !texts.isEmpty
    if isNew { self.heading = name }
    try print((isNew ? [heading].compactMap { $0 } : []) + texts)
  }

  /// Writes texts, each with a newline, after the beginning of the form.
  func print(_ texts: [String]) throws {
    if !hasBegun {
      hasBegun = true
      try renderer.begin().forEach(print)
    }
    texts.forEach(print)
  }

  /// Writes the form's text about the baseline.
  func printBaseline(_ text: String) { renderer.baseline(text).forEach(print) }

  private func print(_ text: String) {
    guard file != nil else { return console.print(text) }
    content += text.utf8
    content.append(UInt8(ascii: "\n"))
  }

  /// Moves the complete file to its place.
  func close() throws(TraceError) {
    if let file { try OutputFile.replace(file, with: content) }
  }
}
