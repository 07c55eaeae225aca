import Foundation

/// Reads one JSON value of any length and passes on the parts that the caller wants.
///
/// A browser's trace is one value of up to several gigabytes. Containers are entered and left one
/// by one, and only the current value is in memory.
///
/// Values in the buffer are read with `JSONCursor`, which knows only lines. So each newline becomes
/// a space, which means the same between tokens, and a newline marks the end of the buffer: a
/// cursor that reaches it needs more bytes.
final class JSONStream {
  /// The input, as messages name it.
  let name: String
  private let source: ByteSource
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The positions of the next byte and of the end of the bytes.
  private var at = 0
  private var end = 0
  /// The offset of the buffer in the input.
  private var discarded: Int64 = 0
  private var hasEnded = false

  /// The usual size of the buffer, which grows for a longer value.
  private static let usualCapacity = 256 << 10
  static let longestValue = 256 << 20

  init(_ source: ByteSource, capacity: Int = JSONStream.usualCapacity) throws(TraceError) {
    self.source = source
    name = source.name
    self.capacity = max(16, capacity)
    buffer = .allocate(capacity: self.capacity + 1 + JSONCursor.padding)
    buffer.initialize(repeating: 0, count: self.capacity + 1 + JSONCursor.padding)
    mark()
    while end < 3, try refill() {}
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    if end >= 3, (0..<3).allSatisfy({ buffer[$0] == mark[$0] }) { at = 3 }
  }

  deinit { buffer.deallocate() }

  // MARK: Containers

  /// The next byte that is not a blank, without taking it; nil at the end of the input.
  func peek() throws(TraceError) -> UInt8? {
    while true {
      while at < end, Self.isBlank(buffer[at]) { at += 1 }
      if at < end { return buffer[at] }
      guard try refill() else { return nil }
    }
  }

  /// Skips blanks, and then this byte if it is next.
  func take(_ byte: UInt8) throws(TraceError) -> Bool {
    guard try peek() == byte else { return false }
    at += 1
    return true
  }

  /// Goes to the next element of the container that was entered; false at its end or a cut-off's.
  func next(isFirst: inout Bool, closer: UInt8) throws(TraceError) -> Bool {
    guard let byte = try peek() else { return cutOff() }
    if byte == closer {
      at += 1
      return false
    }
    if isFirst {
      isFirst = false
      return true
    }
    guard byte == Byte.comma else {
      throw error(
        expected: closer == Byte.closeBrace
          ? "a comma or a closing brace" : "a comma or a closing bracket")
    }
    at += 1
    // Some recordings are cut off after the comma behind an event.
    guard let following = try peek() else { return cutOff() }
    guard following == closer else { return true }
    at += 1
    return false
  }

  /// Calls `body` with each key of the next object; `body` reads or skips the value.
  func object(_ body: (String) throws(TraceError) -> Void) throws(TraceError) {
    guard try take(Byte.openBrace) else { throw error(expected: "an object") }
    var isFirst = true
    while try next(isFirst: &isFirst, closer: Byte.closeBrace) {
      guard try peek() == Byte.quote else { throw error(expected: "a key in double quotes") }
      guard let key = try value({ JSONCursor.text(at: $0) }) else { return }
      guard try take(Byte.colon) else {
        if try peek() == nil { return _ = cutOff() }
        throw error(expected: "a colon")
      }
      try body(key)
      if wasCutOff { return }
    }
  }

  /// Calls `body` before each element of the next array; `body` reads or skips the element.
  func array(_ body: () throws(TraceError) -> Void) throws(TraceError) {
    guard try take(Byte.openBracket) else { throw error(expected: "an array") }
    var isFirst = true
    while try next(isFirst: &isFirst, closer: Byte.closeBracket) {
      try body()
      if wasCutOff { return }
    }
  }

  // MARK: Values

  /// True if the input ended inside of a value.
  private(set) var wasCutOff = false

  private func cutOff() -> Bool {
    wasCutOff = true
    return false
  }

  /// Passes the next value to `body` for cursors, and skips it; nil if the input is cut off in it.
  func value<Result>(_ body: (UnsafePointer<UInt8>) -> Result) throws(TraceError) -> Result? {
    try value(steppingOver: { $0.skipValue() }) { body($0) }
  }

  /// Passes the next value to `body`, and skips it with `step`, which may note values on the way.
  ///
  /// `step` begins again after more bytes were read; it returns false if the value isn't JSON.
  @inline(__always)
  func value<Result>(
    steppingOver step: (inout JSONCursor) -> Bool, _ body: (UnsafePointer<UInt8>) -> Result
  ) throws(TraceError) -> Result? {
    guard try peek() != nil else {
      _ = cutOff()
      return nil
    }
    while true {
      var cursor = JSONCursor(UnsafePointer(buffer) + at)
      let isWhole = step(&cursor)
      let place = cursor.at - UnsafePointer(buffer)
      // A number may continue after the end of the buffer.
      if isWhole, place < end || hasEnded {
        let result = body(UnsafePointer(buffer) + at)
        at = place
        return result
      }
      if place < end, !isWhole {
        // Perhaps more bytes are needed: the last ones of the buffer can be the beginning of a
        // literal or of a character.
        if end - place >= 8 || hasEnded { throw error(cursor.fault, at: place) }
      }
      // At the end of the input, a number is complete.
      guard try refill() || isWhole else {
        _ = cutOff()
        at = end
        return nil
      }
    }
  }

  /// Skips the next value, of any length.
  func skip() throws(TraceError) {
    guard let byte = try peek() else { return _ = cutOff() }
    guard byte == Byte.openBrace || byte == Byte.openBracket else {
      _ = try value { _ in }
      return
    }
    if depth == 0, skipInBuffer() { return }
    guard depth < JSONCursor.maximumDepth else { throw error(.tooDeep, at: at) }
    depth += 1
    defer { depth -= 1 }
    if byte == Byte.openBrace {
      try object { (_) throws(TraceError) in try skip() }
    } else {
      try array { () throws(TraceError) in try skip() }
    }
  }

  /// Skips a value that lies in the buffer as a whole, as most do; false for any other, and for one that is
  /// not valid.
  private func skipInBuffer() -> Bool {
    var cursor = JSONCursor(UnsafePointer(buffer) + at)
    guard cursor.skipValue() else { return false }
    at = cursor.at - UnsafePointer(buffer)
    return true
  }

  /// The number of open containers among those being skipped.
  private var depth = 0

  // MARK: Bytes

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == Byte.space || byte == Byte.tab || byte == Byte.carriage
  }

  /// Reads more, unless a single value is too long; returns false at the end of the input.
  private func refill() throws(TraceError) -> Bool {
    guard !hasEnded else { return false }
    if at > 0 {
      buffer.update(from: buffer + at, count: end - at)
      discarded += Int64(at)
      end -= at
      at = 0
    }
    if end == capacity {
      guard capacity < Self.longestValue else {
        throw error("a value is longer than \(Self.longestValue >> 20) MB", at: at)
      }
      grow()
    }
    let count = try source.read(into: buffer + end, count: capacity - end)
    if count == 0 { hasEnded = true }
    var rest = UnsafeMutableRawPointer(buffer + end)
    let last = rest + count
    while rest < last, let found = memchr(rest, Int32(Byte.newline), last - rest) {
      found.storeBytes(of: Byte.space, as: UInt8.self)
      rest = found + 1
    }
    end += count
    mark()
    return count > 0
  }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(
      capacity: capacity * 2 + 1 + JSONCursor.padding)
    larger.update(from: buffer, count: end)
    buffer.deallocate()
    buffer = larger
    capacity *= 2
  }

  /// Ends the bytes with a newline, which stops every cursor.
  private func mark() {
    buffer[end] = Byte.newline
    (buffer + end + 1).initialize(repeating: 0, count: JSONCursor.padding)
  }

  // MARK: Errors

  /// The error that something else was expected at this position.
  func error(expected what: String) -> TraceError {
    error("not JSON of a trace: \(what) is expected here", at: at)
  }

  private func error(_ fault: JSONFault, at place: Int) -> TraceError {
    error(fault.problem.replacing("the line ends", with: "the input ends"), at: place)
  }

  private func error(_ problem: String, at place: Int) -> TraceError {
    let byte = discarded + Int64(place) + 1
    return TraceError(
      kind: .json, file: name, problem: "byte \(byte): \(problem)",
      remedy: "record it again" + (byte > 1 ? ", or cut the file before that byte" : ""))
  }
}

/// The members of a complete object that is known to be JSON; values are skipped on demand.
struct JSONMembers {
  private var cursor: JSONCursor
  private let isObject: Bool
  private var isAtValue = false

  /// Begins after the opening brace at `start`; without one the walk is empty.
  init(_ start: UnsafePointer<UInt8>) {
    cursor = JSONCursor(start)
    isObject = cursor.take(Byte.openBrace)
  }

  /// The next key, without its quotes, and the position at which its value begins.
  mutating func next() -> (key: UnsafeBufferPointer<UInt8>, value: UnsafePointer<UInt8>)? {
    guard isObject, !isAtValue || cursor.skipValue() else { return nil }
    cursor.skipBlanks()
    if cursor.byte == Byte.comma {
      cursor.at += 1
      cursor.skipBlanks()
    }
    isAtValue = false
    guard cursor.byte == Byte.quote else { return nil }
    cursor.at += 1
    let start = cursor.at
    guard cursor.skipString() else { return nil }
    let key = UnsafeBufferPointer(start: start, count: cursor.at - start - 1)
    guard cursor.take(Byte.colon) else { return nil }
    cursor.skipBlanks()
    isAtValue = true
    return (key, cursor.at)
  }

  /// Goes on behind the present value, whose end is known.
  mutating func skip(to end: UnsafePointer<UInt8>) {
    cursor.at = end
    isAtValue = false
  }

  /// Goes on behind the present value, of which another walk has gone over a part.
  mutating func skip(with inner: consuming JSONMembers) {
    guard inner.isObject else { return }
    while inner.next() != nil {}
    skip(to: inner.cursor.at + 1)
  }

  /// The value of a key of the object at `start`; nil if it is missing.
  static func value(_ name: StaticString, of start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var members = JSONMembers(start)
    while let (key, value) = members.next() {
      if key.equals(name) { return value }
    }
    return nil
  }

  /// The text of a key of the object at `start`; nil if it is missing or not a text.
  static func text(_ name: StaticString, of start: UnsafePointer<UInt8>) -> String? {
    value(name, of: start).flatMap(text)
  }

  /// The text at a position; nil for any other value.
  static func text(at value: UnsafePointer<UInt8>) -> String? {
    value.pointee == Byte.quote ? JSONCursor.text(at: value) : nil
  }

  /// The number at a position; nil for any other value.
  static func number(at value: UnsafePointer<UInt8>) -> Double? {
    guard value.pointee == Byte.minus || value.pointee &- Byte.zero <= 9 else { return nil }
    var at = value
    let number = JSONCursor.double(at: &at)
    return number.isFinite ? number : nil
  }

  /// The whole number of a key of the object at `start`; nil if it has none.
  static func whole(_ name: StaticString, of start: UnsafePointer<UInt8>) -> Int? {
    value(name, of: start).flatMap(number).flatMap { Int(exactly: $0) }
  }

  /// An index into a table; -1 for anything but a whole number.
  static func index(at value: UnsafePointer<UInt8>) -> Int {
    number(at: value).flatMap { Int(exactly: $0) } ?? -1
  }

  /// A process or a thread, by its number or by any other value there.
  static func identifier(at value: UnsafePointer<UInt8>) -> Int {
    if let number = number(at: value) { return Int(exactly: number) ?? -1 }
    guard let text = text(at: value) else { return 0 }
    return Int(text) ?? text.utf8.reduce(5_381) { $0 &* 33 &+ Int($1) }
  }
}

/// The elements of a complete array that is known to be JSON; each is skipped on demand.
struct JSONElements {
  private var cursor: JSONCursor
  private var isArray: Bool
  private var isAtElement = false

  /// Begins after the opening bracket at `start`; without one the walk is empty.
  init(_ start: UnsafePointer<UInt8>) {
    cursor = JSONCursor(start)
    isArray = cursor.take(Byte.openBracket)
  }

  /// The position at which the next element begins; nil at the end.
  mutating func next() -> UnsafePointer<UInt8>? {
    guard isArray, !isAtElement || cursor.skipValue() else { return nil }
    cursor.skipBlanks()
    if cursor.byte == Byte.comma {
      cursor.at += 1
      cursor.skipBlanks()
    }
    isAtElement = cursor.byte != Byte.closeBracket
    return isAtElement ? cursor.at : nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// True if the bytes are `text`, which must be plain ASCII.
  @inline(__always)
  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && memcmp(baseAddress!, text.utf8Start, count) == 0
  }
}
