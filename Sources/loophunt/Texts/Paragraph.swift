/// Breaks text into lines at its blanks.
package enum Paragraph {
  /// The width where there is no terminal that has another.
  package static let usual = 80

  /// Lines of a text that are too long, wrapped, each further line indented by two more.
  ///
  /// Lines of a table, which have several blanks between words, stay as they are.
  static func fitted(_ text: String, width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      let indent = line.prefix { $0 == " " }.count
      guard columns(of: line) > width, !line.dropFirst(indent).contains("  ") else {
        return [String(line)]
      }
      let lines = lines(of: String(line.dropFirst(indent)), indent: indent + 2, width: width)
      return [String((lines.first ?? "").dropFirst(2))] + lines.dropFirst()
    }.joined(separator: "\n")
  }

  /// How many columns a text has on a terminal, where its colours have none.
  private static func columns(of text: some StringProtocol) -> Int {
    guard text.contains("\u{1B}") else { return text.count }
    var count = 0
    var isColour = false
    for character in text {
      if character == "\u{1B}" { isColour = true }
      if !isColour { count += 1 }
      if character == "m" { isColour = false }
    }
    return count
  }

  /// The text in lines of at most `width` columns; a longer word has a line of its own.
  static func lines(of text: String, indent: Int = 0, width: Int = usual) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + columns(of: line) + 1 + columns(of: word) > width {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(margin + line) }
    return lines
  }
}
