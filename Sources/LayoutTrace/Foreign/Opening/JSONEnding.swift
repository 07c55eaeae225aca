/// Tells JSON that is cut off, blank or overwritten with NULs from complete JSON and other texts.
///
/// It follows only brackets and quotes, in any number of values one after the other: the file is
/// none that a reader knows, so that its syntax does not matter.
struct JSONEnding {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var isBlank = true
  private var hasNull = false
  /// False once a byte cannot belong to JSON, as in a text with comments.
  private(set) var canBeJSON = true

  /// True if the bytes so far are damaged JSON, or none at all.
  var isDamaged: Bool { canBeJSON && (isBlank || hasNull || isInString || depth > 0) }

  /// Reads the next bytes of the file.
  mutating func read(_ bytes: [UInt8]) {
    for byte in bytes {
      guard canBeJSON else { return }
      if byte == 0 { hasNull = true }
      if isEscaped {
        isEscaped = false
      } else if isInString {
        if byte == Byte.quote { isInString = false }
        if byte == Byte.backslash { isEscaped = true }
      } else {
        readOutsideStrings(byte)
      }
    }
  }

  private mutating func readOutsideStrings(_ byte: UInt8) {
    switch byte {
    case 0, Byte.space, Byte.tab, Byte.newline, Byte.carriage: return
    // The byte order mark.
    case 0xEF, 0xBB, 0xBF: return
    case Byte.quote: isInString = true
    case Byte.openBrace, Byte.openBracket: depth += 1
    case Byte.closeBrace, Byte.closeBracket:
      depth -= 1
      if depth < 0 { canBeJSON = false }
    default: if !Self.isOfNumbersOrWords(byte) { canBeJSON = false }
    }
    isBlank = false
  }

  /// True for a byte of numbers, of the three words, and between values.
  private static func isOfNumbersOrWords(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.zero...Byte.nine, Byte.plus, Byte.minus, Byte.dot, Byte.comma, Byte.colon: true
    case UInt8(ascii: "E"), Byte.e: true
    case UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "u"), UInt8(ascii: "f"): true
    case UInt8(ascii: "a"), UInt8(ascii: "l"), UInt8(ascii: "s"), UInt8(ascii: "n"): true
    default: false
    }
  }
}
