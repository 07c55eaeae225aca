extension JSONCursor {
  /// Steps over a string whose opening quote was taken, eight bytes at a time.
  @inline(__always)
  mutating func skipString() -> Bool {
    while true {
      let stops = Self.stops(in: word)
      if stops == 0 {
        at += 8
        continue
      }
      at += stops.trailingZeroBitCount >> 3
      if byte == Byte.quote {
        at += 1
        return true
      }
      guard skipUnusual() else { return false }
    }
  }

  /// The high bits of the bytes that are a quote, a backslash, a control character or not ASCII.
  ///
  /// A borrow can mark bytes above a true mark, so only the lowest mark is always true.
  @inline(__always)
  static func stops(in word: UInt64) -> UInt64 {
    let quotes = word ^ Byte.repeated(Byte.quote)
    let backslashes = word ^ Byte.repeated(Byte.backslash)
    let ones = Byte.repeated(1)
    let marks =
      (quotes &- ones) | (backslashes &- ones) | (word &- Byte.repeated(Byte.space)) | word
    return marks & Byte.repeated(0x80)
  }

  /// Steps over one escape or one character outside ASCII.
  @inline(never)
  private mutating func skipUnusual() -> Bool {
    if byte == Byte.backslash { return skipEscape() }
    if byte >= 0x80 { return skipUTF8() }
    return fail(.controlCharacter)
  }

  /// Steps over a backslash and the escaped character; RFC 8259 allows single surrogates.
  private mutating func skipEscape() -> Bool {
    at += 1
    switch byte {
    case Byte.quote, Byte.backslash, Byte.slash, UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 1
      return true
    case UInt8(ascii: "u"):
      at += 1
      for _ in 0..<4 {
        guard Self.hexadecimal(byte) != nil else { return fail(.badUnicodeEscape) }
        at += 1
      }
      return true
    default: return fail(.badEscape)
    }
  }

  /// The value of a hexadecimal digit.
  static func hexadecimal(_ byte: UInt8) -> UInt16? {
    switch byte {
    case Byte.zero...Byte.nine: UInt16(byte - Byte.zero)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Steps over one character of two to four bytes, as allowed by the table of RFC 3629.
  private mutating func skipUTF8() -> Bool {
    let start = at
    let lead = byte
    let count: Int
    var second: ClosedRange<UInt8> = 0x80...0xbf
    switch lead {
    case 0xc2...0xdf: count = 2
    case 0xe0: (count, second) = (3, 0xa0...0xbf)
    case 0xed: (count, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: count = 3
    case 0xf0: (count, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: count = 4
    case 0xf4: (count, second) = (4, 0x80...0x8f)
    default: return fail(.invalidUTF8)
    }
    for index in 1..<count {
      at += 1
      guard (index == 1 ? second : 0x80...0xbf).contains(byte) else {
        if byte == Byte.newline { return fail(.controlCharacter) }
        at = start
        return fail(.invalidUTF8)
      }
    }
    at += 1
    return true
  }

  /// The text of a valid string whose opening quote is at `start`, with its escapes resolved.
  ///
  /// A single surrogate, which no Swift string can hold, becomes U+FFFD.
  static func text(at start: UnsafePointer<UInt8>) -> String {
    var end = start + 1
    while end.pointee != Byte.quote && end.pointee != Byte.backslash { end += 1 }
    let plain = UnsafeBufferPointer(start: start + 1, count: end - (start + 1))
    if end.pointee == Byte.quote { return String(decoding: plain, as: UTF8.self) }
    var units = Array(plain)
    while end.pointee != Byte.quote {
      guard end.pointee == Byte.backslash else {
        units.append(end.pointee)
        end += 1
        continue
      }
      end += 1
      switch end.pointee {
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0c)
      case UInt8(ascii: "n"): units.append(0x0a)
      case UInt8(ascii: "r"): units.append(0x0d)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "u"):
        let scalar = unicodeEscape(at: &end)
        units.append(contentsOf: Array(String(scalar).utf8))
      default: units.append(end.pointee)
      }
      end += 1
    }
    return String(decoding: units, as: UTF8.self)
  }

  /// The character of a valid `\uXXXX`, or of two that form a pair; `end` moves to its last digit.
  private static func unicodeEscape(at end: inout UnsafePointer<UInt8>) -> Unicode.Scalar {
    func unit(_ digits: UnsafePointer<UInt8>) -> UInt16 {
      (0..<4).reduce(0) { $0 << 4 | (hexadecimal(digits[$1]) ?? 0) }
    }
    let high = unit(end + 1)
    end += 4
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard UTF16.isLeadSurrogate(high), end[1] == Byte.backslash, end[2] == UInt8(ascii: "u")
    else { return "\u{fffd}" }
    let low = unit(end + 3)
    guard UTF16.isTrailSurrogate(low) else { return "\u{fffd}" }
    end += 6
    let code = 0x10000 + (UInt32(high) - 0xd800) << 10 + (UInt32(low) - 0xdc00)
    return Unicode.Scalar(code) ?? "\u{fffd}"
  }
}
