import ViewTree

extension [UInt8] {
  /// Appends a string in quotes, with the escapes that JSON demands.
  ///
  /// It also escapes characters that would break a line or steer a terminal: C1 controls, U+2028,
  /// U+2029, and those that change the direction of writing.
  package mutating func append(json text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ appendPlain($0) }) ?? false { return }
    let start = count
    var needsCare = false
    append(Byte.quote)
    for unit in text.utf8 {
      switch unit {
      case Byte.quote, Byte.backslash:
        append(Byte.backslash)
        append(unit)
      case 0x00..<0x20: appendEscape(of: unit)
      default:
        append(unit)
        needsCare = needsCare || PlainText.mayNeedEscape(unit)
      }
    }
    append(Byte.quote)
    if needsCare {
      let escaped = PlainText.json(String(decoding: self[start...], as: UTF8.self))
      replaceSubrange(start..., with: escaped.utf8)
    }
  }

  /// Appends a text that needs no escapes; returns false for any other.
  private mutating func appendPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var place = 0
    // A plain loop: debug builds, in which tests record, would pay for a closure at each byte.
    while place < text.count {
      let unit = text[place]
      guard unit >= 0x20, unit != Byte.quote, unit != Byte.backslash,
        !PlainText.mayNeedEscape(unit)
      else { return false }
      place &+= 1
    }
    append(Byte.quote)
    append(contentsOf: text)
    append(Byte.quote)
    return true
  }

  private mutating func appendEscape(of control: UInt8) {
    append(Byte.backslash)
    switch control {
    case Byte.newline: append(UInt8(ascii: "n"))
    case Byte.carriage: append(UInt8(ascii: "r"))
    case Byte.tab: append(UInt8(ascii: "t"))
    default:
      for unit in "u00".utf8 { append(unit) }
      for digit in [control >> 4, control & 15] {
        append(digit < 10 ? Byte.zero + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
