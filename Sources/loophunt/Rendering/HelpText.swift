import LayoutTrace

/// Writes help from the declarations: the list of commands, and the page of one.
package struct HelpText {
  private let style: Style
  private let width: Int

  package init(style: Style, width: Int = WordWrap.usualWidth) {
    (self.style, self.width) = (style, width)
  }

  private func wrapped(_ text: String, indent: Int = 0) -> [String] {
    Paragraph.lines(of: text, indent: indent, width: width)
  }

  /// The text of `loophunt --help`.
  package func overview(of commands: [Command]) -> String {
    var lines = wrapped(About.purpose)
    lines += ["", "\(heading("Usage:")) loophunt COMMAND [options] …", "", heading("Commands:")]
    lines += table(commands.map { ($0.name, $0.summary) })
    lines += ["", heading("Options:")]
    lines += table([
      ("-h, --help", "Show this help, or the help of the command before it."),
      ("    --version", "Show the version."),
      ("    --color WHEN", "After any command: colour results always, never or auto."),
    ])
    lines += ["", heading("Exit status:")]
    lines += table(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) })
    lines += [""]
    lines += wrapped("'loophunt COMMAND --help' explains a command and shows examples.")
    return lines.joined(separator: "\n")
  }

  /// The text of `loophunt COMMAND --help`.
  package func page(of command: Command) -> String {
    var lines = wrapped(command.summary)
    lines += ["", Paragraph.fitted("\(heading("Usage:")) \(command.usage)", width: width)]
    for paragraph in command.discussion { lines += [""] + wrapped(paragraph) }
    if let operands = command.operands {
      lines += ["", heading("Arguments:")]
      lines += table([(operands.name, operands.help)])
    }
    lines += ["", heading("Options:")]
    lines += table(command.options.map { (Self.label(of: $0), Self.explanation(of: $0)) })
    lines += ["", heading(command.examples.count == 1 ? "Example:" : "Examples:")]
    for example in command.examples {
      // Not wrapped, so that it can be copied, even if the terminal is narrow.
      lines.append("  \(style.bold(example.line))")
      lines += wrapped(example.purpose, indent: 6)
    }
    return lines.joined(separator: "\n")
  }

  /// `-o, --output FILE`, with room for a letter if there is none.
  static func label(of option: any OptionDeclaration) -> String {
    let letter = option.letter.map { "-\($0), " } ?? "    "
    return letter + option.spelling + (option.valueName.map { " \($0)" } ?? "")
  }

  /// The option's help, and the words it accepts.
  static func explanation(of option: any OptionDeclaration) -> String {
    guard case .words(let words) = option.completion else { return option.help }
    return "\(option.help) One of \(words.joined(separator: ", "))."
  }

  private func heading(_ text: String) -> String { style.bold(text) }

  private func table(_ rows: [(label: String, text: String)]) -> [String] {
    Paragraph.table(rows, width: width)
  }
}
