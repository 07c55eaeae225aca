/// Breaks text into lines at its blanks.
enum Paragraph {
  /// The width of help, which fits the narrowest terminals.
  static let narrow = 80
  /// The width of the lines around a report, whose names and paths are long.
  static let wide = 100

  /// The text in lines of at most `width` columns; a longer word has a line of its own.
  static func lines(of text: String, indent: Int = 0, width: Int = narrow) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(margin + line) }
    return lines
  }
}
