import LayoutTrace
import LoopHunter

/// `loophunt formats`: the kinds of files that are understood.
enum FormatsCommand {
  /// The forms of the list.
  enum Form: String, CaseIterable, Sendable {
    case text, json
  }

  static let form = form(of: "list")

  static func form(of product: String) -> Option<Form> {
    .choice(
      "format", value: "FORMAT", default: .text,
      help: "Format of the \(product): text for people, or one JSON document.")
  }

  static let command = Command(
    "formats", summary: "List the supported formats, and what each can tell.",
    discussion: [
      "'replay', 'report', 'scan', 'validate', 'tree', 'diff', 'shrink', 'reproduce' and 'export' read "
        + "all of them, and recognise each by its content."
    ],
    options: [form],
    examples: [Example("loophunt formats", "List the formats.")],
    run: { invocation, console in
      switch invocation[form] {
      case .text:
        let blocks = TraceFormats.all.map(\.guide).map { format in
          let rows = [
            ("from", format.source), ("tells", format.tells), ("lacks", format.cannotTell),
          ].flatMap { title, text in
            let lines = Paragraph.lines(of: text, width: max(30, console.width - 9))
            return lines.enumerated().map { index, line in
              "  " + (index == 0 ? title : "").padded(to: 7) + line
            }
          }
          return ([console.style.bold(format.name)] + rows).joined(separator: "\n")
        }
        console.print(blocks.joined(separator: "\n\n"))
      case .json:
        let list = ["formats": TraceFormats.all.map(\.guide)]
        console.print(
          try JsonText.document(HeadedDocument(command: "formats", type: "formats", content: list)))
      }
      return .nothingFound
    })
}
