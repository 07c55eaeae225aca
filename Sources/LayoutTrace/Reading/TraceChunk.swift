import Foundation
import ViewTree

/// A piece of a trace that ends with a line, and its parsed lines.
///
/// It keeps the promises that `JSONCursor` needs: the bytes end with a newline (a sentinel is added
/// to a last line that has none), and `JSONCursor.padding` zeroed bytes follow.
final class TraceChunk {
  /// The usual capacity of a chunk, small enough to stay in a core's cache.
  static let usualCapacity = 64 << 10

  /// The first byte.
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int
  /// The position at which the first line begins, after a byte order mark.
  private var begin = 0
  /// The position at which the bytes end, after the last newline.
  private var end = 0
  /// The number of bytes of the file that the chunk covers.
  var consumedBytes = 0
  /// True if the last line had no newline in the file.
  var isTorn = false
  /// Its index among the chunks of the file.
  var ordinal = 0

  private var lineStore: UnsafeMutablePointer<TraceLine>
  private var lineCapacity: Int
  private(set) var lineCount = 0
  /// The working memory of the general parser.
  private let found: UnsafeMutablePointer<FoundKeys>
  private let tables = TraceTables.shared

  init(capacity: Int = TraceChunk.usualCapacity) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity + JSONCursor.padding)
    // Most traces that proofs replay are short, and a long one doubles it a few times.
    lineCapacity = 1 << 6
    lineStore = .allocate(capacity: lineCapacity)
    lineStore.initialize(repeating: TraceLine(), count: lineCapacity)
    found = .allocate(capacity: 1)
    found.initialize(to: FoundKeys())
  }

  deinit {
    bytes.deallocate()
    lineStore.deallocate()
    found.deallocate()
  }

  /// Makes room for more bytes, keeping the first `count`.
  func grow(to newCapacity: Int, keeping count: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity + JSONCursor.padding)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
    capacity = newCapacity
  }

  /// Sets the range of bytes that hold lines; the last must be a newline, and room must follow.
  func seal(begin: Int, end: Int) {
    precondition(
      begin <= end && end <= capacity && (begin == end || bytes[end - 1] == Byte.newline))
    (self.begin, self.end) = (begin, end)
    (bytes + end).initialize(repeating: 0, count: JSONCursor.padding)
    lineCount = 0
  }

  /// Makes the chunk stand for one line that is longer than a reader accepts.
  func sealAsTooLong() {
    seal(begin: 0, end: 0)
    var line = TraceLine()
    line.kind = .malformed
    line.fault = .lineTooLong
    lineStore.pointee = line
    lineCount = 1
  }

  /// Reads all lines.
  func parse() {
    guard begin < end else { return }
    let base = UnsafePointer(bytes)
    var at = base + begin
    let limit = base + end
    let tables = tables
    var count = 0
    while at < limit {
      if count == lineCapacity { growLines(keeping: count) }
      let line = lineStore + count
      line.pointee.reset()
      if let newline = JSONCursor.parseCanonicalLine(
        at: at, into: line, chunk: base, tables: tables)
      {
        at = newline + 1
      } else {
        at = parseAnyLine(at, into: line)
      }
      count &+= 1
    }
    lineCount = count
  }

  /// Reads a line of any form and returns the beginning of the next.
  @inline(never)
  private func parseAnyLine(
    _ start: UnsafePointer<UInt8>, into line: UnsafeMutablePointer<TraceLine>
  ) -> UnsafePointer<UInt8> {
    var cursor = JSONCursor(start)
    line.pointee.reset()
    cursor.parseLine(into: &line.pointee, found: &found.pointee, chunk: bytes)
    return cursor.at + 1
  }

  private func growLines(keeping count: Int) {
    let larger = UnsafeMutablePointer<TraceLine>.allocate(capacity: lineCapacity * 2)
    larger.moveInitialize(from: lineStore, count: count)
    (larger + count).initialize(repeating: TraceLine(), count: lineCapacity * 2 - count)
    lineStore.deallocate()
    lineStore = larger
    lineCapacity *= 2
  }

  /// The lines that `parse()` read.
  var lines: UnsafeMutableBufferPointer<TraceLine> {
    UnsafeMutableBufferPointer(start: lineStore, count: lineCount)
  }

  /// The first bytes of a line, for messages about files that are not traces at all.
  func head(of line: TraceLine, count: Int = 4) -> [UInt8] {
    let start = Int(line.start)
    return (start..<max(start, min(start + count, end))).map { bytes[$0] }
  }

  /// True if nothing but zeros lie between an offset and the end of the chunk's last line.
  func isZero(from offset: UInt32) -> Bool {
    let rest = Int(offset)..<end - 1
    return !rest.isEmpty && rest.allSatisfy { bytes[$0] == 0 }
  }

  /// The string at an offset of a well-formed line.
  func string(at offset: Int) -> String { JSONCursor.text(at: bytes + offset) }

  /// The value at an offset of a well-formed line.
  func value(at offset: Int) -> UnsafePointer<UInt8> { UnsafePointer(bytes) + offset }

  /// True if the string at an offset is `text`, which must be plain ASCII.
  func string(at offset: Int, is text: StaticString) -> Bool {
    let first = bytes + offset + 1
    return memcmp(first, text.utf8Start, text.utf8CodeUnitCount) == 0
      && first[text.utf8CodeUnitCount] == Byte.quote
  }

  /// The strings of an array at an offset of a well-formed line.
  func strings(at offset: Int) -> [String] {
    var strings: [String] = []
    var cursor = JSONCursor(bytes + offset)
    guard cursor.take(Byte.openBracket) else { return [] }
    while cursor.take(Byte.quote) {
      let start = cursor.at - 1
      guard cursor.skipString() else { break }
      strings.append(JSONCursor.text(at: start))
      guard cursor.take(Byte.comma) else { break }
    }
    return strings
  }

  /// The numbers of an array at an offset of a well-formed line.
  func numbers(at offset: Int) -> TraceNumbers {
    var cursor = UnsafePointer(bytes) + offset + 1
    var numbers = TraceNumbers()
    var index = 0
    while cursor.pointee != Byte.closeBracket {
      if cursor.pointee == Byte.minus || cursor.pointee &- Byte.zero <= 9 {
        numbers[index] = JSONCursor.double(at: &cursor)
        index += 1
      } else {
        cursor += 1
      }
    }
    return numbers
  }

  /// Calls `body` with the keys of a well-formed line and the offsets of their values.
  func members(of line: TraceLine, _ body: (_ key: String, _ value: Int) -> Void) {
    var cursor = JSONCursor(bytes + Int(line.start))
    let offset = { (at: UnsafePointer<UInt8>) in at - UnsafePointer(self.bytes) }
    guard cursor.take(Byte.openBrace) else { return }
    while cursor.byte != Byte.newline && cursor.byte != Byte.closeBrace {
      guard cursor.take(Byte.quote) else { return }
      let key = cursor.at - 1
      guard cursor.skipString(), cursor.take(Byte.colon) else { return }
      cursor.skipBlanks()
      body(JSONCursor.text(at: key), offset(cursor.at))
      guard cursor.skipValue(), cursor.take(Byte.comma) else { return }
    }
  }

  /// The number at an offset of a well-formed line; nil for anything else.
  func number(at offset: Int) -> Double? {
    var cursor = UnsafePointer(bytes) + offset
    guard cursor.pointee == Byte.minus || cursor.pointee &- Byte.zero <= 9 else { return nil }
    return JSONCursor.double(at: &cursor)
  }
}

extension TraceChunk {
  /// The reason in the line of a dirty view.
  func reason(of line: TraceLine) -> DirtyReason {
    DirtyReason(rawValue: string(at: line.place(.why)))
  }
}
