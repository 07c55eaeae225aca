/// The bytes with a meaning in JSON.
enum Byte {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0a
  static let carriage: UInt8 = 0x0d
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let plus: UInt8 = 0x2b
  static let comma: UInt8 = 0x2c
  static let minus: UInt8 = 0x2d
  static let dot: UInt8 = 0x2e
  static let slash: UInt8 = 0x2f
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  static let colon: UInt8 = 0x3a
  static let openBracket: UInt8 = 0x5b
  static let backslash: UInt8 = 0x5c
  static let closeBracket: UInt8 = 0x5d
  static let e: UInt8 = 0x65
  static let openBrace: UInt8 = 0x7b
  static let closeBrace: UInt8 = 0x7d

  /// The word whose eight bytes are all `byte`.
  @inline(__always)
  static func repeated(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }
}

/// A word of up to eight ASCII characters, the first one lowest, as in `JSONCursor.word`.
@inline(__always)
func ascii(_ text: StaticString) -> UInt64 {
  var word: UInt64 = 0
  var shift: UInt64 = 0
  for offset in 0..<text.utf8CodeUnitCount {
    word |= UInt64(text.utf8Start[offset]) << shift
    shift += 8
  }
  return word
}
