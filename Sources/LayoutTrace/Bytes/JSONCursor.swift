/// Walks over one line of JSON and accepts exactly what RFC 8259 accepts.
///
/// This type and its extensions are the only place that reads bytes without a bounds check of its
/// own. The bounds hold because of two promises of `TraceChunk` and `JSONStream`, the only makers
/// of cursors: a line ends with a newline, and at least `padding` readable bytes follow the last
/// newline. No function steps over a newline (a newline is a control character in a string, no
/// digit, no blank and no structural character), and none reads more than eight bytes from its
/// position.
struct JSONCursor {
  /// The number of readable bytes that must follow the last newline.
  static let padding = 16
  /// The number of arrays and objects that may nest; RFC 8259 lets a reader set a limit.
  static let maximumDepth = 512
  /// The largest whole number of a trace, 2⁵³ − 1: doubles represent all up to it exactly.
  ///
  /// RFC 8259, section 6, advises it, and counting on from it stays far from the end of an `Int`.
  static let largestNumber = (1 << 53) - 1

  /// The next byte.
  var at: UnsafePointer<UInt8>
  /// The fault, if any; `at` is then its position.
  var fault: JSONFault = .none
  /// True if a number with an exponent was found.
  var metExponent = false

  @inline(__always)
  init(_ start: UnsafePointer<UInt8>) { at = start }

  /// The eight bytes from here on, the first one lowest.
  @inline(__always)
  var word: UInt64 { UInt64(littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self)) }

  @inline(__always)
  var byte: UInt8 { at.pointee }

  /// Records a fault here, and returns false; at a newline, the line ends too early.
  @inline(never)
  mutating func fail(_ fault: JSONFault) -> Bool {
    if byte == Byte.newline {
      self.fault = fault == .controlCharacter ? .unfinishedString : .unfinished
    } else {
      self.fault = fault
    }
    return false
  }

  /// Steps over blanks, but never over the newline that ends the line.
  @inline(__always)
  mutating func skipBlanks() {
    while byte <= Byte.space {
      guard byte == Byte.space || byte == Byte.tab || byte == Byte.carriage else { return }
      at += 1
    }
  }

  /// Steps over one byte, with blanks before it; returns false if there is another byte.
  @inline(__always)
  mutating func take(_ expected: UInt8) -> Bool {
    if byte != expected {
      skipBlanks()
      guard byte == expected else { return false }
    }
    at += 1
    return true
  }

  /// Steps over a text without newlines; returns false if there is another.
  @inline(__always)
  mutating func take(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let expected = UnsafeBufferPointer(rebasing: text)
    var place = 0
    while place + 8 <= expected.count {
      // A buffer with so many bytes has an address.
      let next = UnsafeRawPointer(expected.baseAddress! + place).loadUnaligned(as: UInt64.self)
      let found = UnsafeRawPointer(at + place).loadUnaligned(as: UInt64.self)
      guard found == next else { return false }
      place += 8
    }
    while place < expected.count {
      guard at[place] == expected[place] else { return false }
      place += 1
    }
    at += place
    return true
  }

  /// Steps over any value; blanks before it must be skipped already.
  @inline(__always)
  mutating func skipValue() -> Bool {
    if byte == Byte.quote {
      at += 1
      return skipString()
    }
    if byte &- Byte.zero <= 9 || byte == Byte.minus { return skipNumber() }
    return skipLiteralOrContainer()
  }

  @inline(never)
  private mutating func skipLiteralOrContainer() -> Bool {
    if byte == Byte.openBrace || byte == Byte.openBracket { return skipContainer() }
    return skipLiteral()
  }

  /// The text of a valid value: of a string with its quotes.
  static func bytes(of value: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var cursor = JSONCursor(value)
    _ = cursor.skipValue()
    return UnsafeBufferPointer(start: value, count: cursor.at - value)
  }

  /// True if the text of a valid value is not the beginning of another value's, as `1` is of `10`.
  @inline(__always)
  static func endsItself(_ value: UnsafePointer<UInt8>) -> Bool {
    let byte = value.pointee
    return byte == Byte.quote || byte == Byte.openBrace || byte == Byte.openBracket
  }

  /// Steps over `true`, `false` or `null`.
  mutating func skipLiteral() -> Bool {
    let head = word & 0xffff_ffff
    if head == ascii("true") || head == ascii("null") {
      at += 4
      return true
    }
    if word & 0xff_ffff_ffff == ascii("false") {
      at += 5
      return true
    }
    for literal in ["true", "false", "null"] as [StaticString] where byte == literal.utf8Start[0] {
      var length = 1
      while length < literal.utf8CodeUnitCount, at[length] == literal.utf8Start[length] {
        length += 1
      }
      // The line may end in the middle of it.
      if at[length] == Byte.newline { at += length }
      return fail(.badLiteral)
    }
    return fail(.expectedValue)
  }

  /// Steps over an array or an object, in a loop, so that depth costs bits, not stack.
  private mutating func skipContainer() -> Bool {
    var nesting = JSONNesting()
    while true {
      // A value begins here.
      if byte == Byte.openBrace || byte == Byte.openBracket {
        guard nesting.depth < Self.maximumDepth else { return fail(.tooDeep) }
        nesting.push(isObject: byte == Byte.openBrace)
        at += 1
        skipBlanks()
        if byte != nesting.closer {
          if nesting.isObject { guard skipKey() else { return false } }
          continue
        }
      } else {
        guard skipValue() else { return false }
        skipBlanks()
      }
      // A value has ended, or an empty container is about to end.
      while byte == nesting.closer {
        at += 1
        nesting.pop()
        if nesting.depth == 0 { return true }
        skipBlanks()
      }
      guard byte == Byte.comma else {
        return fail(nesting.isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket)
      }
      at += 1
      skipBlanks()
      if nesting.isObject { guard skipKey() else { return false } }
    }
  }

  /// Calls `member` for each member of an object with its key, behind the quote, and its value.
  @inline(__always)
  mutating func skipObject(
    _ member: (_ key: UnsafePointer<UInt8>, _ value: UnsafePointer<UInt8>) -> Void
  ) -> Bool {
    at += 1
    skipBlanks()
    if byte == Byte.closeBrace {
      at += 1
      return true
    }
    while true {
      let key = at + 1
      guard skipKey() else { return false }
      let value = at
      guard skipValue() else { return false }
      member(key, value)
      skipBlanks()
      if byte == Byte.closeBrace {
        at += 1
        return true
      }
      guard byte == Byte.comma else { return fail(.expectedCommaOrBrace) }
      at += 1
      skipBlanks()
    }
  }

  /// Steps over a key, its colon and the blanks after it.
  private mutating func skipKey() -> Bool {
    guard byte == Byte.quote else { return fail(.expectedKey) }
    at += 1
    guard skipString() else { return false }
    guard take(Byte.colon) else { return fail(.expectedColon) }
    skipBlanks()
    return true
  }
}

/// Records which open containers are objects: one bit for each, the innermost lowest.
private struct JSONNesting {
  private(set) var depth = 0
  private var bits: UInt64 = 0
  /// Full words of the outer levels; empty, without allocated memory, up to a depth of 64.
  private var outer: [UInt64] = []

  var isObject: Bool { bits & 1 == 1 }
  var closer: UInt8 { isObject ? Byte.closeBrace : Byte.closeBracket }

  mutating func push(isObject: Bool) {
    if depth > 0 && depth % 64 == 0 {
      outer.append(bits)
      bits = 0
    }
    bits = bits << 1 | (isObject ? 1 : 0)
    depth += 1
  }

  mutating func pop() {
    bits >>= 1
    depth -= 1
    if depth > 0 && depth % 64 == 0 { bits = outer.removeLast() }
  }
}
