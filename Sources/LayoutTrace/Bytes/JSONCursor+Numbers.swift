extension JSONCursor {
  /// The number of digits among the next eight bytes, before the first other byte.
  @inline(__always)
  static func digits(in word: UInt64) -> Int {
    let values = word ^ Byte.repeated(Byte.zero)
    let others = ((values &+ Byte.repeated(0x76)) | values) & Byte.repeated(0x80)
    return others.trailingZeroBitCount &>> 3
  }

  /// Steps over a run of digits and returns its length.
  @inline(__always)
  private mutating func skipDigits() -> Int {
    var count = Self.digits(in: word)
    at += count
    if count == 8 {
      while true {
        let more = Self.digits(in: word)
        at += more
        count &+= more
        if more < 8 { break }
      }
    }
    return count
  }

  /// Steps over a number that begins here with a minus or a digit.
  @inline(__always)
  mutating func skipNumber() -> Bool {
    if byte == Byte.minus { at += 1 }
    let first = byte
    let count = skipDigits()
    if count != 1 {
      if count == 0 { return fail(.missingDigits) }
      if first == Byte.zero {
        at -= count - 1
        return fail(.leadingZero)
      }
    }
    if byte == Byte.dot {
      at += 1
      if skipDigits() == 0 { return fail(.missingDigits) }
    }
    if byte | 0x20 == Byte.e { return skipExponent() }
    return true
  }

  @inline(never)
  private mutating func skipExponent() -> Bool {
    metExponent = true
    at += 1
    if byte == Byte.plus || byte == Byte.minus { at += 1 }
    return skipDigits() == 0 ? fail(.missingDigits) : true
  }

  /// Takes a whole number of up to seven digits before a comma or a brace; otherwise -1, in place.
  @inline(__always)
  mutating func takeShortNatural() -> Int {
    let first = word
    let count = Self.digits(in: first)
    guard count != 0, count < 8 else { return -1 }
    let next = at[count]
    guard next == Byte.comma || next == Byte.closeBrace else { return -1 }
    guard count == 1 || byte != Byte.zero else { return -1 }
    at += count
    return Int(truncatingIfNeeded: Self.value(of: first, digits: count))
  }

  /// The value of the first one to eight bytes of a word, all digits, joined in parallel steps.
  @inline(__always)
  static func value(of word: UInt64, digits: Int) -> UInt64 {
    var value = (word ^ Byte.repeated(Byte.zero)) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* digits)
    value = (value &* 10) &+ (value >> 8)
    let low = (value & 0x0000_00ff_0000_00ff) &* 0x000f_4240_0000_0064
    let high = ((value >> 16) & 0x0000_00ff_0000_00ff) &* 0x0000_2710_0000_0001
    return (low &+ high) >> 32
  }

  /// The reading of a valid JSON value where a whole number is expected.
  enum Whole {
    case value(Int)
    /// A number beyond `JSONCursor.largestNumber`.
    case tooLarge
    /// No number, a fraction, or a negative number.
    case other
  }

  /// The whole number, 0 or more, of the valid JSON value at `start`; `17.0` and `1.7e1` are 17.
  static func whole(at start: UnsafePointer<UInt8>) -> Whole {
    var cursor = JSONCursor(start)
    guard start.pointee == Byte.minus || start.pointee &- Byte.zero <= 9, cursor.skipNumber()
    else { return .other }
    let text = UnsafeBufferPointer(start: start, count: cursor.at - start)
    if text.count <= 18, text.allSatisfy({ $0 &- Byte.zero <= 9 }) {
      let value = text.reduce(0) { $0 * 10 + Int($1 &- Byte.zero) }
      return value <= JSONCursor.largestNumber ? .value(value) : .tooLarge
    }
    // Beyond the limit every double is whole; below it a double holds every whole number.
    let value = Double(String(decoding: text, as: UTF8.self)) ?? .infinity
    if value > Double(JSONCursor.largestNumber) { return .tooLarge }
    guard value >= 0, let whole = Int(exactly: value) else { return .other }
    return .value(whole)
  }

  /// True if all numbers of a valid array fit into a double; exponents and many digits may not.
  @inline(never)
  static func areFinite(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bool {
    var next = start + 1
    while next < end {
      if next.pointee == Byte.minus || next.pointee &- Byte.zero <= 9 {
        guard double(at: &next).isFinite else { return false }
      } else {
        next += 1
      }
    }
    return true
  }

  /// The nearest double of a valid JSON number at `start`, which moves past it.
  ///
  /// Up to 19 digits with a small power of ten are exact by one multiplication or division of two
  /// exact doubles; everything else goes through the standard library.
  static func double(at start: inout UnsafePointer<UInt8>) -> Double {
    var cursor = JSONCursor(start)
    let first = start
    let isNegative = cursor.byte == Byte.minus
    if isNegative { cursor.at += 1 }
    var mantissa: UInt64 = 0
    var digits = 0
    var fraction = 0
    while cursor.byte &- Byte.zero <= 9 {
      mantissa = mantissa &* 10 &+ UInt64(cursor.byte &- Byte.zero)
      digits += 1
      cursor.at += 1
    }
    if cursor.byte == Byte.dot {
      cursor.at += 1
      while cursor.byte &- Byte.zero <= 9 {
        mantissa = mantissa &* 10 &+ UInt64(cursor.byte &- Byte.zero)
        digits += 1
        fraction += 1
        cursor.at += 1
      }
    }
    if cursor.byte | 0x20 != Byte.e && digits <= 19 && mantissa <= 1 << 53 && fraction <= 22 {
      start = cursor.at
      let value = Double(mantissa) / powersOfTen[fraction]
      return isNegative ? -value : value
    }
    cursor.at = first
    _ = cursor.skipNumber()
    start = cursor.at
    let text = String(
      decoding: UnsafeBufferPointer(start: first, count: cursor.at - first), as: UTF8.self)
    return Double(text) ?? .nan
  }

  /// The powers of ten that a double holds exactly.
  private static let powersOfTen: [Double] = (0...22).map { power in
    (0..<power).reduce(1.0) { product, _ in product * 10 }
  }
}
