/// The reasons why bytes are not JSON as RFC 8259 defines it, or exceed a limit of the reader.
enum JSONFault: UInt8, Hashable, Sendable {
  case none
  case emptyLine
  case expectedValue
  case expectedKey
  case expectedColon
  case expectedCommaOrBrace
  case expectedCommaOrBracket
  case trailingBytes
  case unfinished
  case unfinishedString
  case controlCharacter
  case badEscape
  case badUnicodeEscape
  case invalidUTF8
  case badLiteral
  case leadingZero
  case missingDigits
  case tooDeep
  case lineTooLong

  /// True if the bytes before the fault may be the beginning of a line that was cut off.
  var isOfCutLine: Bool { self == .unfinished || self == .unfinishedString }

  /// The problem, in one sentence without a full stop.
  var problem: String {
    switch self {
    case .none: "nothing is wrong"
    case .emptyLine: "the line is empty"
    case .expectedValue: "not JSON: a value is expected here"
    case .expectedKey: "not JSON: a key in double quotes is expected here"
    case .expectedColon: "not JSON: a colon is expected after a key"
    case .expectedCommaOrBrace: "not JSON: a comma or a closing brace is expected here"
    case .expectedCommaOrBracket: "not JSON: a comma or a closing bracket is expected here"
    case .trailingBytes: "not JSON Lines: something follows the value on the same line"
    case .unfinished: "not JSON: the line ends inside a value"
    case .unfinishedString: "not JSON: the line ends inside a string"
    case .controlCharacter: "not JSON: a string holds an unescaped control character"
    case .badEscape: "not JSON: a backslash is followed by a character that it cannot escape"
    case .badUnicodeEscape: "not JSON: \\u must be followed by four hexadecimal digits"
    case .invalidUTF8: "not JSON: the bytes are not valid UTF-8"
    case .badLiteral: "not JSON: only true, false and null may stand here without quotes"
    case .leadingZero: "not JSON: a number must not begin with a superfluous zero"
    case .missingDigits: "not JSON: a number lacks digits here"
    case .tooDeep: "values nest deeper than \(JSONCursor.maximumDepth) levels"
    case .lineTooLong: "the line is too long"
    }
  }

  /// The remedy; empty if the problem implies it.
  var remedy: String {
    switch self {
    case .emptyLine, .trailingBytes, .unfinished: "write one event per line"
    case .controlCharacter: "write it as \\u00XX"
    case .invalidUTF8: "write the trace as UTF-8"
    default: ""
    }
  }
}
