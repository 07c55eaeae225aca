/// Makes foreign text safe for a terminal, a log, or a line-based format.
///
/// Names, titles, paths and messages may come from anywhere. Here they lose characters that control
/// a terminal (control characters, C1 included), begin a new line anywhere (U+2028 too), change the
/// direction of writing, or mark commands for build servers. Each such character is shown as
/// `\u{1b}`. Text that is already safe stays unchanged.
package enum PlainText {
  /// The safe text on one line.
  package static func line(_ text: some StringProtocol) -> String {
    escaped(text, keepingLines: false)
  }

  /// The safe text with its line ends, and no other control characters.
  package static func block(_ text: some StringProtocol) -> String {
    escaped(text, keepingLines: true)
  }

  /// Escapes the same characters in JSON, which leaves its meaning unchanged.
  ///
  /// Control characters below the blank stay: in JSON they are line ends between tokens.
  package static func json(_ text: String) -> String {
    replaced(text, where: mayNeedEscape) { rest, _ in
      let scalar = rest[rest.startIndex]
      guard
        scalar == "#" ? beginsCommand(rest, after: nil) : scalar.value >= 0x7F && isUnsafe(scalar)
      else { return nil }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// True if a character that should be escaped in JSON could begin with this byte of UTF-8.
  @inlinable
  package static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x7F, 0xC2, 0xD8, 0xE2, UInt8(ascii: "#"): true
    default: false
    }
  }

  private static func escaped(_ text: some StringProtocol, keepingLines: Bool) -> String {
    replaced(String(text), where: { $0 < 0x20 || $0 == UInt8(ascii: ":") || mayNeedEscape($0) }) {
      rest, before in
      let scalar = rest[rest.startIndex]
      let isKept = keepingLines && scalar == "\n"
      return beginsCommand(rest, after: before) || isUnsafe(scalar) && !isKept
        ? visible(scalar) : nil
    }
  }

  /// Replaces characters that begin with chosen bytes; between these a text is copied as a whole.
  ///
  /// - Parameter replacement: The text for the first character of `rest`; nil keeps it.
  private static func replaced(
    _ text: String, where isChosen: (UInt8) -> Bool,
    _ replacement: (_ rest: Substring.UnicodeScalarView, _ before: Unicode.Scalar?) -> String?
  ) -> String {
    let scalars = text.unicodeScalars
    var result = ""
    var (copied, next) = (text.startIndex, text.startIndex)
    while let place = text.utf8[next...].firstIndex(where: isChosen) {
      next = scalars.index(after: place)
      let before = place > text.startIndex ? scalars[scalars.index(before: place)] : nil
      guard let new = replacement(scalars[place...], before) else { continue }
      result += text[copied..<place]
      result += new
      copied = next
    }
    return copied == text.startIndex ? text : result + text[copied...]
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16))}"
  }

  /// True if a build server could take the following text for one of its commands.
  ///
  /// `::` counts at possible line starts, which include the points at which a long text may be
  /// wrapped; `##[`, `##vso[` and `##teamcity[` count everywhere.
  private static func beginsCommand(
    _ rest: Substring.UnicodeScalarView, after before: Unicode.Scalar?
  ) -> Bool {
    switch rest.first {
    case ":":
      rest.dropFirst().first == ":"
        && before.map { $0 == "/" || $0.properties.isWhitespace } ?? true
    case "#": ["##[", "##vso[", "##teamcity["].contains { rest.starts(with: $0.unicodeScalars) }
    default: false
    }
  }

  /// True for control characters, line separators, and marks that change the direction of writing.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
