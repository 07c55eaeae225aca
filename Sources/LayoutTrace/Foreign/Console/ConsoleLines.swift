import Foundation

/// The lines of a console log, in UTF-8 or UTF-16, without control characters.
///
/// A very long line is several; a message in JSON is unpacked into its lines.
struct ConsoleLines {
  private let source: ByteSource
  private var piece: [UInt8] = []
  private var at = 0
  /// The beginning of the last line in the piece; 0 if it began in an earlier one.
  private var beginning = 0
  private var encoding = Encoding.unknown
  private var hasEnded = false
  /// Lines of an unpacked message, the next one last.
  private var unpacked: [String] = []

  private enum Encoding {
    case unknown, utf8, utf16Little, utf16Big
  }

  /// The maximum number of bytes of a line, after which another begins.
  static let longest = 64 << 10

  /// Leaves out lines; nil if all are passed on.
  var filter: LineFilter?
  /// Looks closer at lines that the filter passes; it is false for those that are left out, too.
  ///
  /// It is asked only of whole lines in the piece that was read.
  var gate: LineFilter.Gate?
  /// The number of the last line, from 1; a message that was unpacked into several lines has one.
  private(set) var number = 0
  /// True if the filter itself passed the last line on, or if there is none.
  private(set) var isMarked = true
  /// The number of coming lines that are passed on in any case.
  private var exempt = 0

  init(_ source: ByteSource, filter: LineFilter? = nil) {
    (self.source, self.filter) = (source, filter)
  }

  /// Passes on the next lines, whatever they contain: what they say may belong to the last one.
  mutating func passNext(_ count: Int) { exempt = max(exempt, count) }

  /// The last lines before the current one, as far as they are near, whatever a filter says of them.
  func above(_ count: Int) -> [String] {
    guard encoding == .utf8, beginning > 0, beginning <= piece.count else { return [] }
    let bytes = piece[max(0, beginning - 2_000)..<(beginning - 1)]
    return bytes.split(separator: Byte.newline, omittingEmptySubsequences: false).suffix(count).map
    {
      $0.withUnsafeBufferPointer(Self.text)
    }
  }

  /// Returns the next line, without its line end; nil at the end.
  ///
  /// Lines that `take` takes by their bytes and numbers are left out, and so many after each are passed on.
  mutating func next(
    passing reach: Int = 0, _ take: (LineBytes, Int) -> Bool = { _, _ in false }
  ) throws(TraceError) -> String? {
    if let line = unpacked.popLast() { return line }
    guard let line = try nextInteresting(reach, take) else { return nil }
    guard let message = Self.message(in: line) ?? Self.unescaped(line) else { return line }
    // The line itself contains the process that wrote the message.
    unpacked = Self.lines(of: message).reversed()
    return unpacked.popLast() ?? ""
  }

  private mutating func nextInteresting(
    _ reach: Int, _ take: (LineBytes, Int) -> Bool
  ) throws(TraceError) -> String? {
    while true {
      let isFound = if let filter, exempt == 0 { skipLines(filter) } else { false }
      if reach > 0, isFound || exempt > 0, takeLines(take) {
        exempt = reach
        continue
      }
      if let line = wholeLine(isFound) {
        guard isMarked || exempt > 0 else { continue }
        exempt = max(0, exempt - 1)
        return line
      }
      guard let bytes = try nextBytes() else { return nil }
      number += 1
      isMarked = filter.map { $0.passes(bytes) } ?? true
      if isMarked || exempt > 0 {
        exempt = max(0, exempt - 1)
        return bytes.withUnsafeBufferPointer(Self.text)
      }
    }
  }

  /// Takes the next line if all of it is in the piece, so that it is copied only once; nil for others.
  private mutating func wholeLine(_ isFound: Bool) -> String? {
    guard encoding == .utf8 else { return nil }
    let (start, filter, isExempt) = (at, filter, exempt > 0)
    var (end, isMarked) = (start, isFound)
    let line = piece.withUnsafeBufferPointer { bytes -> String? in
      guard let newline = Self.newline(in: bytes, from: start), newline - start <= Self.longest
      else { return nil }
      end = newline + 1
      let line = UnsafeBufferPointer(rebasing: bytes[start..<newline])
      isMarked = isMarked || filter.map { $0.passes(line) } ?? true
      return isMarked || isExempt ? Self.text(line) : ""
    }
    guard line != nil else { return nil }
    (at, beginning, self.isMarked) = (end, start, isMarked)
    number += 1
    return line
  }

  /// Skips the whole lines of the piece that are left out, without copying them; true if one was found.
  private mutating func skipLines(_ filter: LineFilter) -> Bool {
    guard encoding == .utf8 else { return false }
    var (at, number, isFound) = (at, number, false)
    let gate = gate
    piece.withUnsafeBufferPointer { bytes in
      while at < bytes.count, let end = Self.newline(in: bytes, from: at) {
        let line = UnsafeBufferPointer(rebasing: bytes[at..<end])
        if gate.map({ filter.passes(line, $0) }) ?? filter.passes(line) {
          isFound = end - at <= Self.longest
          break
        }
        at = end + 1
        number += 1
      }
    }
    (self.at, self.number) = (at, number)
    return isFound
  }

  /// Skips the whole lines of the piece that are taken by their bytes, as long as there are any.
  private mutating func takeLines(_ take: (LineBytes, Int) -> Bool) -> Bool {
    guard encoding == .utf8 else { return false }
    var (at, beginning, number) = (at, beginning, number)
    piece.withUnsafeBufferPointer { bytes in
      while let end = Self.newline(in: bytes, from: at), end - at <= Self.longest {
        let line = LineBytes(UnsafeBufferPointer(rebasing: bytes[at..<end])).withoutCarriage
        guard !Self.mayBeUnpacked(line), take(line, number + 1) else { break }
        (at, beginning) = (end + 1, at)
        number += 1
      }
    }
    defer { (self.at, self.beginning, self.number) = (at, beginning, number) }
    return at > self.at
  }

  private mutating func nextByte() throws(TraceError) -> UInt8? {
    if at == piece.count {
      guard !hasEnded, let more = try source.nextPiece() else {
        hasEnded = true
        return nil
      }
      (piece, at) = (more, 0)
    }
    defer { at += 1 }
    return piece[at]
  }

  /// Returns the bytes of the next line as UTF-8.
  private mutating func nextBytes() throws(TraceError) -> [UInt8]? {
    if encoding == .unknown { try findEncoding() }
    return encoding == .utf8 ? try nextUTF8() : try nextUTF16()
  }

  private mutating func findEncoding() throws(TraceError) {
    var head: [UInt8] = []
    while head.count < 3, let byte = try nextByte() { head.append(byte) }
    encoding =
      switch head.prefix(2) {
      case [0xff, 0xfe]: .utf16Little
      case [0xfe, 0xff]: .utf16Big
      default: .utf8
      }
    let mark = encoding != .utf8 ? 2 : head == [0xef, 0xbb, 0xbf] ? 3 : 0
    piece = Array(head.dropFirst(mark) + piece[at...])
    at = 0
  }

  private mutating func nextUTF8() throws(TraceError) -> [UInt8]? {
    var line: [UInt8] = []
    var isEmpty = true
    beginning = at
    while true {
      if at == piece.count {
        guard let byte = try nextByte() else { return isEmpty ? nil : line }
        _ = byte
        at -= 1
        beginning = 0
      }
      isEmpty = false
      let end = endOfLine
      let room = Self.longest - line.count
      line += piece[at..<min(end, at + room)]
      guard end - at <= room else {
        at += room
        return line
      }
      at = end
      if at < piece.count {
        at += 1
        return line
      }
    }
  }

  /// The end of the line in the piece, or the end of the piece.
  private var endOfLine: Int {
    piece.withUnsafeBufferPointer { Self.newline(in: $0, from: at) ?? $0.count }
  }

  private static func newline(in bytes: UnsafeBufferPointer<UInt8>, from at: Int) -> Int? {
    guard at < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + at, Int32(Byte.newline), bytes.count - at)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private mutating func nextUTF16() throws(TraceError) -> [UInt8]? {
    var units: [UInt16] = []
    var isEmpty = true
    while let first = try nextByte(), let second = try nextByte() {
      isEmpty = false
      let unit =
        encoding == .utf16Little
        ? UInt16(second) << 8 | UInt16(first) : UInt16(first) << 8 | UInt16(second)
      if unit == UInt16(Byte.newline) { break }
      if units.count < Self.longest { units.append(unit) }
    }
    return isEmpty ? nil : Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// A line as text, without escape sequences, control characters, and characters without width.
  ///
  /// A page's blank at which lines do not break is a blank.
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let bytes = LineBytes(bytes).withoutCarriage.bytes
    if isPlain(bytes) { return String(decoding: bytes, as: UTF8.self) }
    var kept: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x1b: dropEscape(&rest)
      case 0xc2 where rest.first == 0xa0:
        rest.removeFirst()
        kept.append(Byte.space)
      case 0xe2 where isInvisible(rest.prefix(2)): rest.removeFirst(2)
      case 0xef where rest.starts(with: [0xbb, 0xbf]): rest.removeFirst(2)
      // Carriage returns alone may separate lines.
      case Byte.carriage where rest.first.map { $0 != Byte.carriage } ?? false: kept.append(byte)
      default: if byte >= 0x20 && byte != 0x7f || byte == Byte.tab { kept.append(byte) }
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// True for ASCII text without control characters, of which eight are looked at at once.
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    let high = Byte.repeated(0x80)
    var at = 0
    while at < bytes.count {
      if at + 8 <= bytes.count {
        let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        // Neither a high bit, nor a byte below a blank, nor one that an addition carries to 0x80.
        let others =
          word | (word &- Byte.repeated(0x20)) & ~word | word &+ Byte.repeated(0x01)
        if others & high == 0 {
          at += 8
          continue
        }
      }
      for byte in bytes[at..<min(at + 8, bytes.count)]
      where byte < 0x20 && byte != Byte.tab || byte >= 0x7f { return false }
      at += 8
    }
    return true
  }

  /// Drops the rest of a terminal's sequence: a colour, a link or a title, or a set of characters.
  private static func dropEscape(_ rest: inout ArraySlice<UInt8>) {
    switch rest.first {
    case Byte.openBracket:
      // Everything up to the letter that ends the sequence.
      rest = rest.dropFirst().drop { $0 < 0x40 }.dropFirst()
    case Byte.closeBracket:
      // A bell ends it, or another escape with a backslash; without one, a few bytes belong to it.
      let text = rest.prefix(2_000)
      guard let end = text.firstIndex(where: { $0 == 0x07 || $0 == 0x1b }) else { return }
      rest = rest[(end + 1)...]
      if text[end] == 0x1b, rest.first == Byte.backslash { rest.removeFirst() }
    case UInt8(ascii: "("), UInt8(ascii: ")"): rest = rest.dropFirst(2)
    default: break
    }
  }

  /// True for the last bytes of a blank without width, or of a mark of direction.
  private static func isInvisible(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last, bytes.count == 2 else { return false }
    return first == 0x80
      && (last == 0x8b || (0x8e...0x8f).contains(last) || (0xaa...0xae).contains(last))
      || first == 0x81 && (0xa0...0xa9).contains(last)
  }

  /// False for a line that is passed on as it is, without the end of a line of Windows.
  static func mayBeUnpacked(_ line: LineBytes) -> Bool {
    line.holds(Byte.backslash) && "\"{[".utf8.contains(line[line.end(from: 0, LineBytes.isBlank)])
      || line.holds("\"eventMessage\"")
  }

  /// The message in a line of JSON, as in `log show --style ndjson`; nil for other lines.
  private static func message(in line: String) -> String? {
    guard let key = line.place(of: "\"eventMessage\"") else { return nil }
    let rest = line[key.upperBound...].drop { $0 == " " || $0 == ":" }
    guard rest.first == "\"" else { return nil }
    var escaped = false
    let end = rest.dropFirst().firstIndex { character in
      defer { escaped = character == "\\" && !escaped }
      return character == "\"" && !escaped
    }
    // A message that is cut off ends with the line.
    let text = rest[..<(end ?? rest.endIndex)] + "\""
    return try? JSONDecoder().decode(String.self, from: Data(text.utf8))
  }

  /// A line of other JSON, whose texts hold escaped ends of lines, tabs or quotation marks; nil for other lines.
  private static func unescaped(_ line: String) -> String? {
    let marks: [StaticString] = ["\\n", "\\tat ", "\"\\t", "\\\""]
    guard line.holds("\\") else { return nil }
    guard marks.contains(where: { line.holds($0) }), beginsLikeJSON(line) else { return nil }
    var text: [UInt8] = []
    var isEscaped = false
    for byte in line.utf8 {
      if isEscaped {
        switch byte {
        case UInt8(ascii: "n"): text.append(Byte.newline)
        case UInt8(ascii: "t"): text.append(Byte.tab)
        default: text.append(byte)
        }
        isEscaped = false
      } else if byte == Byte.backslash {
        isEscaped = true
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// True for an object, an array or a text; a log may put a time into brackets.
  private static func beginsLikeJSON(_ line: String) -> Bool {
    let text = line[...].trimmed
    let next = text.dropFirst().trimmed.first
    return switch text.first {
    case "\"": true
    case "{": next == "\""
    case "[": next.map { "\"{[".contains($0) } ?? false
    default: false
    }
  }

  private static func lines(of message: String) -> [String] {
    message.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map {
      Array($0.utf8).withUnsafeBufferPointer(text)
    }
  }
}
