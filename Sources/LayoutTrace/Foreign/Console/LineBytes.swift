import Foundation

/// The bytes of a line or of a part of it, and quick looks at them.
///
/// Nothing is copied: a part becomes text once something has to be read in it.
struct LineBytes {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// The byte at a place; 0 behind the end, which no text has.
  subscript(place: Int) -> UInt8 { place >= 0 && place < bytes.count ? bytes[place] : 0 }

  /// Up to eight bytes from a place on, the first one lowest, and zeros behind the end.
  @inline(__always)
  func word(at place: Int) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    let left = count - place
    if left >= 8 { return raw.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian }
    guard count < 8 else {
      let last = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self).littleEndian
      return last >> UInt64(8 * (8 - left))
    }
    return bytes[place...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The part between two places.
  func part(_ range: Range<Int>) -> LineBytes {
    LineBytes(UnsafeBufferPointer(rebasing: bytes[range]))
  }

  func from(_ place: Int) -> LineBytes { part(min(place, count)..<count) }

  func upTo(_ place: Int) -> LineBytes { part(0..<min(place, count)) }

  /// The line without the first half of the end that Windows writes.
  var withoutCarriage: LineBytes { self[count - 1] == Byte.carriage ? upTo(count - 1) : self }

  /// True if a plain ASCII text stands at a place.
  func has(_ text: StaticString, at place: Int = 0) -> Bool {
    let length = text.utf8CodeUnitCount
    guard place >= 0, place + length <= count, let start = bytes.baseAddress,
      start[place] == text.utf8Start.pointee
    else { return false }
    return memcmp(start + place, text.utf8Start, length) == 0
  }

  func ends(with text: StaticString) -> Bool { has(text, at: count - text.utf8CodeUnitCount) }

  /// The first place of a byte; nil without one.
  func place(of byte: UInt8, from first: Int = 0) -> Int? {
    guard first < count, let start = bytes.baseAddress,
      let found = memchr(start + first, Int32(byte), count - first)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  /// The last place of a byte; nil without one.
  func lastPlace(of byte: UInt8) -> Int? {
    var at = count - 1
    while at >= 0, bytes[at] != byte { at -= 1 }
    return at >= 0 ? at : nil
  }

  /// The first place of a plain ASCII text; nil without it.
  func place(of text: StaticString) -> Int? {
    var at = 0
    while let found = place(of: text.utf8Start.pointee, from: at) {
      if has(text, at: found) { return found }
      at = found + 1
    }
    return nil
  }

  func holds(_ byte: UInt8) -> Bool { place(of: byte) != nil }

  func holds(_ text: StaticString) -> Bool { place(of: text) != nil }

  /// The place behind the bytes from `place` on for which a condition holds.
  @inline(__always)
  func end(from place: Int, _ isPart: (UInt8) -> Bool) -> Int {
    var at = place
    while at < count, isPart(bytes[at]) { at += 1 }
    return at
  }

  /// The place behind a number of up to nine digits; nil if there is none.
  func endOfNumber(from place: Int) -> Int? {
    let end = end(from: place, Self.isDigit)
    return end > place && end - place < 10 ? end : nil
  }

  /// True for letters, digits, `_`, `$` and dots, and at least one of them.
  var isName: Bool {
    count > 0 && end(from: 0, Self.isOfName) == count
  }

  /// True if it ends like a line's number, or with a character that is not ASCII.
  var mayEndWithNumber: Bool {
    let last = self[count - 1]
    return Self.isDigit(last) || last >= 0x80
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- Byte.zero <= 9 }

  static func isBlank(_ byte: UInt8) -> Bool { byte == Byte.space || byte == Byte.tab }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6
  }

  /// True for a blank, or a mark of a quotation in mail, markdown or code.
  static func isQuote(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "*"), UInt8(ascii: "`"), Byte.quote,
      Byte.space, Byte.tab, Byte.plus:
      true
    default: false
    }
  }

  static func isOfName(_ byte: UInt8) -> Bool {
    byte | 0x20 &- UInt8(ascii: "a") < 26 || isDigit(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte == Byte.dot
  }

  /// True for a letter; a character that is not ASCII may be one.
  static func mayBeLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte >= 0x80
  }
}

extension LineBytes {
  /// The part without blanks at both ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end {
      if Self.isBlank(bytes[start]) {
        start += 1
      } else if bytes[start] == 0xc2, start + 1 < end, bytes[start + 1] == 0xa0 {
        start += 2
      } else {
        break
      }
    }
    while start < end, Self.isBlank(bytes[end - 1]) || bytes[end - 1] == Byte.carriage { end -= 1 }
    return start..<end
  }
}
