/// Breaks text into lines at its blanks.
package enum WordWrap {
  /// The default width.
  package static let usualWidth = 80

  /// Splits a text into lines of at most `width` columns, which begin with `first` and then `rest`.
  ///
  /// A word that is too long for any line is broken after a slash, or has a line of its own.
  package static func lines(
    of text: some StringProtocol, width: Int, first: String = "", rest: String = ""
  ) -> [String] {
    var lines: [String] = []
    var line = first
    var used = columns(of: first)
    var isEmpty = true
    let margin = columns(of: rest)
    for word in text.split(separator: " ") {
      var left = Substring(word)
      while used + (isEmpty ? 0 : 1) + columns(of: left) > width {
        let room = width - used - (isEmpty ? 0 : 1)
        if columns(of: left) > width - margin, let piece = beginning(of: left, room: room) {
          line += (isEmpty ? "" : " ") + piece
          left = left[piece.endIndex...]
        } else if isEmpty {
          break
        }
        lines.append(line)
        (line, used, isEmpty) = (rest, margin, true)
      }
      line += (isEmpty ? "" : " ") + left
      used += (isEmpty ? 0 : 1) + columns(of: left)
      isEmpty = false
    }
    lines.append(line)
    return lines
  }

  /// The number of columns of a text on a terminal, where colours take none.
  package static func columns(of text: some StringProtocol) -> Int {
    guard text.utf8.contains(0x1B) else { return text.count }
    var count = 0
    var isColour = false
    for character in text {
      if character == "\u{1B}" { isColour = true }
      if !isColour { count += 1 }
      if character == "m" { isColour = false }
    }
    return count
  }

  /// The beginning of a long word, up to the last slash that fits.
  private static func beginning(of word: Substring, room: Int) -> Substring? {
    guard let slash = word.prefix(max(0, room)).lastIndex(of: "/") else { return nil }
    return word[...slash]
  }
}
