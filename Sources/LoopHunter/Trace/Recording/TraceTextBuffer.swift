import ViewTree

/// Builds the text of trace lines: canonical key order, no blanks, the shortest numbers.
struct TraceTextBuffer {
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// A whole number, without a detour over a string.
  mutating func append(_ number: Int) {
    guard number >= 0 && number < 10 else { return appendLong(number) }
    bytes.append(Byte.zero + UInt8(number))
  }

  private mutating func appendLong(_ number: Int) {
    if number < 0 { bytes.append(Byte.minus) }
    var rest = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(Byte.zero + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// The shortest decimal number that reads back as the same double.
  mutating func append(_ number: Double) {
    if number == number.rounded(.towardZero) && abs(number) < 1e15 {
      append(Int(number))
    } else {
      bytes.append(contentsOf: number.description.utf8)
    }
  }

  /// An array of numbers.
  mutating func append(_ numbers: Double...) {
    var separator = Byte.openBracket
    for number in numbers {
      bytes.append(separator)
      append(number)
      separator = Byte.comma
    }
    bytes.append(Byte.closeBracket)
  }

  /// A string in quotes, with the escapes that JSON demands, and those that keep a line a line and
  /// a terminal as it is: C1 controls, U+2028 and U+2029, and what turns the direction of writing.
  mutating func append(string text: String) {
    let start = bytes.count
    var needsCare = false
    bytes.append(Byte.quote)
    for unit in text.utf8 {
      switch unit {
      case Byte.quote, Byte.backslash:
        bytes.append(Byte.backslash)
        bytes.append(unit)
      case 0x00..<0x20: appendControl(unit)
      default:
        bytes.append(unit)
        needsCare = needsCare || PlainText.mayNeedEscape(unit)
      }
    }
    bytes.append(Byte.quote)
    if needsCare {
      let escaped = PlainText.json(String(decoding: bytes[start...], as: UTF8.self))
      bytes.replaceSubrange(start..., with: escaped.utf8)
    }
  }

  private mutating func appendControl(_ unit: UInt8) {
    switch unit {
    case Byte.newline: append("\\n")
    case Byte.carriage: append("\\r")
    case Byte.tab: append("\\t")
    default:
      append("\\u00")
      for digit in [unit >> 4, unit & 15] {
        bytes.append(digit < 10 ? Byte.zero + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
