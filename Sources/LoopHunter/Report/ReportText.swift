import LayoutTrace
import ViewTree

/// Lines of a text that fits a terminal.
struct ReportText {
  /// The width where nobody asks for another.
  static let usualWidth = 80

  /// How many characters a line has at most, unless one word is longer.
  let width: Int
  private(set) var lines: [String] = []

  init(width: Int = usualWidth) {
    self.width = max(40, width)
  }

  mutating func blank() { lines.append("") }

  mutating func heading(_ text: String) {
    blank()
    lines.append(PlainText.line(text))
  }

  /// One line, cut where it is too long.
  mutating func line(_ text: String) {
    let text = PlainText.line(text)
    lines.append(
      text.count <= width ? text : text.prefix(width - 1) + "…")
  }

  /// A word and what is to be said to it, which stands in a column of its own.
  mutating func field(_ name: String, _ text: String) {
    let margin = 13
    paragraph(
      text, first: name.padded(to: margin), rest: String(repeating: " ", count: margin))
  }

  /// Words, wrapped; one that is too long for a line is broken after a slash.
  mutating func paragraph(_ text: String, first: String = "", rest: String = "") {
    var line = first
    var isEmpty = true
    for word in PlainText.line(text).split(separator: " ") {
      var left = word
      var space = isEmpty ? "" : " "
      while line.count + space.count + left.count > width {
        let room = width - line.count - space.count
        if left.count > width - rest.count, let piece = self.piece(of: left, room) {
          line += space + piece
          left = left[piece.endIndex...]
        } else if isEmpty {
          break
        }
        lines.append(line)
        (line, space, isEmpty) = (rest, "", true)
      }
      line += space + left
      isEmpty = false
    }
    lines.append(line)
  }

  /// The beginning of a long word, up to the last slash for which there is room.
  private func piece(of word: Substring, _ room: Int) -> Substring? {
    guard let slash = word.prefix(max(0, room)).lastIndex(of: "/") else { return nil }
    return word[...slash]
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
      for index in start..<lines.count {
        lines[index].replace("\u{A0}", with: " ")
      }
    }
  }
}
