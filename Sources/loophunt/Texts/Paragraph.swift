import LayoutTrace

/// Fits texts of the command into a width.
package enum Paragraph {
  /// The text with its long lines wrapped, each further line indented by two more.
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

extension Paragraph {
  /// The last column at which explanations start; longer labels have a line of their own.
  private static let widestLabel = 24
  /// The columns that an explanation needs beside its label; with fewer it is below the label.
  private static let leastText = 24

  /// Labels, coloured by `show`, with explanations beside them, or below them if lines are short.
  static func table(
    _ rows: [(label: String, text: String)], indent: Int = 2, width: Int,
    _ show: (String) -> String = { $0 }
  ) -> [String] {
    let widths = rows.map(\.label.count).filter { $0 <= widestLabel }
    let beside = indent + (widths.max() ?? widestLabel) + 2
    let isNarrow = width - beside < leastText
    let column = isNarrow ? indent + 4 : beside
    let margin = String(repeating: " ", count: indent)
    return rows.flatMap { row -> [String] in
      let text = lines(of: row.text, indent: column, width: width)
      guard !isNarrow, row.label.count <= widestLabel, let first = text.first else {
        return [margin + show(row.label)] + text
      }
      let padding = String(repeating: " ", count: column - indent - row.label.count)
      return [margin + show(row.label) + padding + first.dropFirst(column)] + text.dropFirst()
    }
  }
}
