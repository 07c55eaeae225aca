/// The dress of quoted and listed lines.
extension LineBytes {
  /// The part without indentation, quotation marks of mail and markdown, and list marks.
  func withoutQuotes(_ range: Range<Int>) -> Range<Int> {
    var text = trimmed(range)
    text = trimmed(min(end(from: text.lowerBound, Self.isQuote), text.upperBound)..<text.upperBound)
    for item in Self.items where has(item, at: text.lowerBound) {
      let end = text.lowerBound + item.utf8CodeUnitCount
      if end <= text.upperBound { text = trimmed(end..<text.upperBound) }
    }
    // The line may be code, or an element of an array or an object of JSON.
    while !text.isEmpty {
      switch bytes[text.upperBound - 1] {
      case Byte.quote, UInt8(ascii: "`"): break
      case Byte.comma, Byte.closeBrace:
        guard text.count > 1, bytes[text.upperBound - 2] == Byte.quote else { return trimmed(text) }
      default: return trimmed(text)
      }
      text = text.lowerBound..<(text.upperBound - 1)
    }
    return trimmed(text)
  }

  /// True for what can be the end of a quotation.
  static func isClosing(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.quote, UInt8(ascii: "`"), Byte.comma, Byte.closeBrace: true
    default: false
    }
  }

  /// The marks of the items of a list.
  private static let items: [StaticString] = ["- ", "• ", "– "]
}
