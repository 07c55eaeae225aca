import Foundation
import ViewTree

/// Builds the text of trace lines: canonical key order, no blanks, the shortest numbers.
struct TraceTextBuffer {
  private(set) var bytes: [UInt8] = []
  /// The position at which the last line begins.
  private(set) var lineStart = 0
  /// The kind of the last line, and `true` if only readers of a later version understand it.
  private(set) var kind = TraceEvent.Kind.unknown
  var isNewer = false
  /// True if the last line has a version, or needs a later one than the first.
  var concernsVersion: Bool { kind == .trace || isNewer }
  /// The beginnings of lines of each kind, with those of the following keys, by the raw values.
  private let heads = Self.heads
  private let openings = Self.openings

  private nonisolated(unsafe) static let heads = TraceEvent.Kind.allCases.map {
    lasting("{\"e\":\"\($0)\"")
  }
  private nonisolated(unsafe) static let openings = TraceKey.allCases.map {
    lasting(",\"\($0.spelling)\":")
  }

  /// A text that lasts until the process ends, without reference counting.
  private static func lasting(_ text: String) -> UnsafeBufferPointer<UInt8> {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return UnsafeBufferPointer(bytes)
  }

  /// Begins the line of an event.
  mutating func begin(_ kind: TraceEvent.Kind) {
    self.kind = kind
    lineStart = bytes.count
    isNewer = kind == .anchor
    bytes.append(contentsOf: heads[Int(kind.rawValue)])
  }

  /// Begins a key of the event; its value follows.
  @inline(__always)
  mutating func begin(_ key: TraceKey) {
    if key.since > TraceEvent.Header.firstVersion { isNewer = true }
    bytes.append(contentsOf: openings[Int(key.rawValue)])
  }

  /// Appends whole lines of another text.
  mutating func append(lines: ArraySlice<UInt8>) { bytes.append(contentsOf: lines) }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func overwrite(at place: Int, with byte: UInt8) { bytes[place] = byte }

  /// Returns the text, and begins anew.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a whole number, without going through a string.
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
    // The digits were written from the last to the first.
    var (low, high) = (start, bytes.count - 1)
    while low < high {
      bytes.swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }

  /// Appends the shortest decimal number that reads back as the same double.
  ///
  /// JSON has only finite numbers; what views compute from enormous ones can be beyond them.
  mutating func append(_ number: Double) {
    if number == number.rounded(.towardZero) && abs(number) < 1e15 {
      append(Int(number))
    } else if number.isFinite {
      bytes.append(contentsOf: number.description.utf8)
    } else {
      append(Double(CGFloat(number).nearestFinite))
    }
  }

  /// Appends an array of numbers.
  mutating func append(_ numbers: TraceNumbers, count: Int) {
    for index in 0..<count {
      bytes.append(index == 0 ? Byte.openBracket : Byte.comma)
      append(numbers[index])
    }
    bytes.append(Byte.closeBracket)
  }

  /// Appends a string in quotes.
  ///
  /// A text that makes the line longer than readers accept is cut.
  mutating func append(string text: String) {
    let start = bytes.count
    bytes.append(json: text)
    if bytes.count - lineStart > Self.textLimit { cut(text, at: start) }
  }

  /// The length of a line up to the end of a text; the numbers of an event need the rest.
  private static let textLimit = TraceOptions.standardLineLength - 1_024
  /// The maximum number of bytes that a scalar takes in JSON.
  private static let scalarLength = 6

  @inline(never)
  private mutating func cut(_ text: String, at start: Int) {
    bytes.removeSubrange(start...)
    let room = max(0, Self.textLimit - (start - lineStart)) / Self.scalarLength
    bytes.append(json: String(text.unicodeScalars.prefix(room)))
  }
}
