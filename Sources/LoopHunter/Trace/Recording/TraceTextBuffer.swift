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

  /// A string in quotes.
  mutating func append(string text: String) { bytes.append(json: text) }
}
