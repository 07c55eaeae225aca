/// The door through which foreign text goes to a terminal, a log, or a format of lines.
///
/// Names, titles, paths and messages may come from anywhere. Here they lose what steers a terminal
/// (control characters, C1 included), what begins a new line anywhere (U+2028 too), what turns the
/// direction of writing, and the marks by which build servers know commands. Each such character is
/// shown as `\u{1b}`; a text that has been through the door goes through it again unchanged.
package enum PlainText {
  /// The text on one line.
  package static func line(_ text: some StringProtocol) -> String {
    escaped(text, keepingLines: false)
  }

  /// The text with its line ends, and nothing else of that kind.
  package static func block(_ text: some StringProtocol) -> String {
    escaped(text, keepingLines: true)
  }

  /// JSON with the same characters escaped, which leaves its meaning as it is.
  ///
  /// Control characters below the blank stay: within a string JSON has none, and between its parts
  /// they are line ends.
  package static func json(_ text: String) -> String {
    guard text.utf8.contains(where: mayNeedEscape) else { return text }
    var result = ""
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.first {
      if scalar.value >= 0x7F && isUnsafe(scalar)
        || scalar == "#" && beginsCommand(rest, after: nil)
      {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
      rest.removeFirst()
    }
    return result
  }

  /// Whether a character that JSON should escape could begin with this byte of UTF-8.
  @inlinable
  package static func mayNeedEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x7F, 0xC2, 0xD8, 0xE2, UInt8(ascii: "#"): true
    default: false
    }
  }

  private static func escaped(_ text: some StringProtocol, keepingLines: Bool) -> String {
    guard text.unicodeScalars.contains(where: { isUnsafe($0) || $0 == ":" || $0 == "#" }) else {
      return String(text)
    }
    var result = ""
    var rest = Substring(String(text)).unicodeScalars
    var before: Unicode.Scalar?
    while let scalar = rest.first {
      if beginsCommand(rest, after: before) {
        result += visible(scalar)
      } else if isUnsafe(scalar), !(keepingLines && scalar == "\n") {
        result += visible(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
      before = scalar
      rest.removeFirst()
    }
    return result
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16))}"
  }

  /// Whether a build server could take what follows for a command of its own.
  ///
  /// `::` counts where a line may begin, which is also where a long text may be wrapped; `##[`,
  /// `##vso[` and `##teamcity[` count everywhere.
  private static func beginsCommand(
    _ rest: Substring.UnicodeScalarView, after before: Unicode.Scalar?
  ) -> Bool {
    switch rest.first {
    case ":":
      rest.dropFirst().first == ":"
        && before.map { $0 == "/" || $0.properties.isWhitespace } ?? true
    case "#":
      ["##[", "##vso[", "##teamcity["].contains { rest.starts(with: $0.unicodeScalars) }
    default: false
    }
  }

  /// Control characters, separators of lines, and the marks that turn the direction of writing.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
