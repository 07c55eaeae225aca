/// Makes foreign text safe to show: a name from a trace must not steer somebody's terminal.
package enum Printable {
  /// The longest foreign text that a message repeats.
  private static let longest = 120

  /// The text on one line, without control characters.
  package static func line(_ text: some StringProtocol) -> String {
    escaped(text, keepingLines: false)
  }

  /// The text with its line ends, without any other control character.
  package static func block(_ text: some StringProtocol) -> String {
    escaped(text, keepingLines: true)
  }

  /// The text between quotes for a message: on one line, and cut when it is long.
  package static func quoted(_ text: String) -> String {
    let shown = line(text.prefix(longest))
    return text.count > longest ? "'\(shown)…'" : "'\(shown)'"
  }

  private static func escaped(_ text: some StringProtocol, keepingLines: Bool) -> String {
    guard text.unicodeScalars.contains(where: { isControl($0) }) else { return String(text) }
    var result = ""
    for scalar in text.unicodeScalars {
      if !isControl(scalar) || (keepingLines && scalar == "\n") {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }

  /// Control characters, and the marks that turn the direction of writing.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
