import LayoutTrace
import ViewTree

/// Lines of a text that fits a terminal.
struct ReportText {
  /// The most characters of a line, unless one word is longer.
  let width: Int
  private(set) var lines: [String] = []

  init(width: Int = WordWrap.usualWidth) { self.width = max(40, width) }

  mutating func blank() { lines.append("") }

  mutating func heading(_ text: String) {
    blank()
    lines.append(PlainText.line(text))
  }

  /// One line, cut if it is too long.
  mutating func line(_ text: String) {
    let text = PlainText.line(text)
    lines.append(text.count <= width ? text : text.prefix(width - 1) + "…")
  }

  /// A word and its explanation, which has a column of its own.
  mutating func field(_ name: String, _ text: String) {
    let margin = 13
    paragraph(text, first: name.padded(to: margin), rest: String(repeating: " ", count: margin))
  }

  /// Words, wrapped; one that is too long for a line is broken after a slash.
  mutating func paragraph(_ text: String, first: String = "", rest: String = "") {
    lines += WordWrap.lines(of: PlainText.line(text), width: width, first: first, rest: rest)
  }

  /// Views, their properties and the values of these, in columns; values wrap after an arrow.
  mutating func values(_ rows: [(view: String, property: String, values: [String])]) {
    let rows = rows.map { row in
      (view: PlainText.line(row.view), property: PlainText.line(row.property), values: row.values)
    }
    let views = min(rows.map(\.view.count).max() ?? 0, 24)
    let properties = rows.map(\.property.count).max() ?? 0
    for row in rows {
      let head = "  \(row.view.padded(to: views))  \(row.property.padded(to: properties))  "
      // The no-break spaces keep each value in one piece.
      let values = row.values.map { $0.replacing(" ", with: "\u{A0}") }.joined(
        separator: "\u{A0}→ ")
      let start = lines.count
      if head.count <= width * 3 / 5 {
        paragraph(values, first: head, rest: String(repeating: " ", count: head.count))
      } else {
        paragraph("\(row.view) \(row.property)", first: "  ", rest: "    ")
        paragraph(values, first: "    ", rest: "    ")
      }
      for index in start..<lines.count { lines[index].replace("\u{A0}", with: " ") }
    }
  }
}
