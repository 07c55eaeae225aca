import ViewTree

/// Makes foreign text safe to print: a name from a trace must not control the terminal.
package enum Printable {
  /// The longest foreign text that a message repeats.
  private static let longest = 120

  /// The text on one line, without control characters.
  package static func line(_ text: some StringProtocol) -> String { PlainText.line(text) }

  /// The text with its line ends, without any other control character.
  package static func block(_ text: some StringProtocol) -> String { PlainText.block(text) }

  /// The text in quotes for a message: on one line, and cut if it is long.
  package static func quoted(_ text: String) -> String {
    let shown = line(text.prefix(longest))
    return text.count > longest ? "'\(shown)…'" : "'\(shown)'"
  }
}
