import LayoutTrace

/// Fits texts of the command into a width.
package enum Paragraph {
  /// Lines of a text that are too long, wrapped, each further line indented by two more.
  ///
  /// Lines of a table, which have several spaces between words, stay as they are.
  static func fitted(_ text: String, width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      let indent = String(line.prefix { $0 == " " })
      let words = line.dropFirst(indent.count)
      guard WordWrap.columns(of: line) > width, !words.contains("  ") else { return [String(line)] }
      return WordWrap.lines(of: words, width: width, first: indent, rest: indent + "  ")
    }.joined(separator: "\n")
  }

  /// The text in lines of at most `width` columns, all indented; none for an empty text.
  static func lines(
    of text: String, indent: Int = 0, width: Int = WordWrap.usualWidth
  ) -> [String] {
    guard !text.isEmpty else { return [] }
    let margin = String(repeating: " ", count: indent)
    return WordWrap.lines(of: text, width: width, first: margin, rest: margin)
  }
}
