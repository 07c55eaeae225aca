import LayoutTrace

/// Writes the manual page, in the language of troff, from the declarations.
package enum ManualPage {
  package static func text(of commands: [Command]) -> String {
    var lines = [
      #".\" Written by 'loophunt help --man'; change the declarations of the commands instead."#,
      ".TH LOOPHUNT 1 \"\(About.date)\" \"loophunt \(Product.version)\" \"User Commands\"",
      ".SH NAME", #"loophunt \- find the view that never stops laying itself out"#, ".SH SYNOPSIS",
    ]
    for command in commands {
      let operands = command.operands.map { " " + escaped($0.notation) } ?? ""
      lines += [".B loophunt \(escaped(command.name))", "[options]\(operands)", ".br"]
    }
    lines += [".B loophunt", #"\-\-help | \-\-version"#]
    lines += [".SH DESCRIPTION", escaped(About.purpose)]
    lines.append(".SH COMMANDS")
    for command in commands { lines += section(of: command) }
    lines.append(".SH EXIT STATUS")
    for status in ExitStatus.allCases {
      lines += [".TP", ".B \(status.rawValue)", escaped(status.meaning)]
    }
    for note in About.notes {
      lines.append(".SH \(escaped(note.title.uppercased()))")
      lines += note.paragraphs.map(escaped).interleaved(with: ".PP")
    }
    return filled(lines).joined(separator: "\n")
  }

  /// The source with long lines broken, because some tools complain about more than 80 bytes.
  private static func filled(_ lines: [String]) -> [String] {
    var isShownAsItStands = false
    return lines.flatMap { line in
      if line == ".nf" || line == ".fi" { isShownAsItStands = line == ".nf" }
      guard !isShownAsItStands, !line.hasPrefix("."), line.utf8.count > 80 else { return [line] }
      // A line must not look like a request.
      return Paragraph.lines(of: line, width: 76).map { $0.hasPrefix(".") ? "\\&" + $0 : $0 }
    }
  }

  private static func section(of command: Command) -> [String] {
    let operands = command.operands.map { " " + $0.notation } ?? ""
    var lines = [".SS \(escaped("\(command.name) [options]\(operands)"))"]
    lines.append(escaped(command.summary))
    for paragraph in command.discussion { lines += [".PP", escaped(paragraph)] }
    if let operands = command.operands {
      lines += [".TP", ".I \(escaped(operands.name))", escaped(operands.help)]
    }
    for option in command.options {
      let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
      let value = option.valueName.map { " \\fI\(escaped($0))\\fR" } ?? ""
      lines += [
        ".TP", "\(letter)\\fB\(escaped(option.spelling))\\fR\(value)",
        escaped(HelpText.explanation(of: option)),
      ]
    }
    for example in command.examples {
      lines += [".PP", escaped(example.purpose), ".RS", ".nf", escaped(example.line), ".fi", ".RE"]
    }
    return lines
  }

  /// The text with the special characters of troff escaped.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "…": result += "..."
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }
}

extension [String] {
  /// The texts, joined by a separator.
  fileprivate func interleaved(with separator: String) -> [String] {
    Array(map { [$0] }.joined(separator: [separator]))
  }
}
