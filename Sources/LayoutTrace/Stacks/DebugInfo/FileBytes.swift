import Foundation

/// Bytes of a file in memory, each read of which is checked; the owner of the memory outlives them.
struct FileBytes {
  let start: UnsafeRawPointer
  let count: Int

  /// No bytes, as of a section that a file lacks.
  static var none: FileBytes {
    // An address that is not zero.
    FileBytes(start: UnsafeRawPointer(bitPattern: 1)!, count: 0)
  }

  /// A part of these bytes; fails if it does not lie within them.
  func part(from offset: UInt64, size: UInt64) throws(Damage) -> FileBytes {
    guard offset <= UInt64(count), size <= UInt64(count) - offset else { throw Damage() }
    return FileBytes(start: start + Int(offset), count: Int(size))
  }

  /// A little-endian number at an offset.
  @inline(__always)
  func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type, at offset: Int
  ) throws(Damage) -> Number {
    guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { throw Damage() }
    return start.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// A text up to its zero byte, or up to the end.
  func text(at offset: UInt64) throws(Damage) -> String {
    guard offset < UInt64(count) else { throw Damage() }
    let first = start + Int(offset)
    let length = strnlen(first.assumingMemoryBound(to: CChar.self), count - Int(offset))
    return String(decoding: UnsafeRawBufferPointer(start: first, count: length), as: UTF8.self)
  }
}

/// The reason why a file cannot be read as what it claims to be.
struct Damage: Error {}

/// Reads numbers and texts one after the other.
struct ByteReader {
  let bytes: FileBytes
  private(set) var position: Int

  init(_ bytes: FileBytes, at offset: UInt64 = 0) throws(Damage) {
    guard offset <= UInt64(bytes.count) else { throw Damage() }
    self.bytes = bytes
    position = Int(offset)
  }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func skip(_ size: UInt64) throws(Damage) {
    guard size <= UInt64(bytes.count - position) else { throw Damage() }
    position += Int(size)
  }

  mutating func byte() throws(Damage) -> UInt8 {
    guard position < bytes.count else { throw Damage() }
    let byte = bytes.start.load(fromByteOffset: position, as: UInt8.self)
    position += 1
    return byte
  }

  mutating func half() throws(Damage) -> UInt16 {
    let number = try bytes.number(UInt16.self, at: position)
    position += 2
    return number
  }

  mutating func word() throws(Damage) -> UInt32 {
    let number = try bytes.number(UInt32.self, at: position)
    position += 4
    return number
  }

  mutating func long() throws(Damage) -> UInt64 {
    let number = try bytes.number(UInt64.self, at: position)
    position += 8
    return number
  }

  /// A number of three bytes.
  mutating func triple() throws(Damage) -> UInt64 {
    UInt64(try half()) | UInt64(try byte()) << 16
  }

  /// A number in groups of seven bits, the lowest first.
  mutating func unsigned() throws(Damage) -> UInt64 {
    let first = try byte()
    if first < 0x80 { return UInt64(first) }
    var number = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while true {
      let byte = try byte()
      if shift < 64 { number |= UInt64(byte & 0x7F) << shift }
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  /// A number with a sign in groups of seven bits, the lowest first.
  mutating func signed() throws(Damage) -> Int64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      if shift < 64 { number |= UInt64(byte & 0x7F) << shift }
      shift += 7
      guard byte < 0x80 else { continue }
      if byte & 0x40 != 0, shift < 64 { number |= ~UInt64(0) << shift }
      return Int64(bitPattern: number)
    }
  }

  /// An offset into a section, of eight bytes in the 64-bit form of DWARF.
  mutating func offset(isLong: Bool) throws(Damage) -> UInt64 {
    if isLong { return try long() }
    return UInt64(try word())
  }

  /// The length at the beginning of a unit, and the form that it announces.
  mutating func unitLength() throws(Damage) -> (length: UInt64, isLong: Bool) {
    let length = try word()
    if length < 0xFFFF_FFF0 { return (UInt64(length), false) }
    guard length == 0xFFFF_FFFF else { throw Damage() }
    return (try long(), true)
  }

  mutating func text() throws(Damage) -> String {
    let text = try bytes.text(at: UInt64(position))
    try skip(try endOfText())
    return text
  }

  /// The bytes of the text that follows, with its zero byte.
  func endOfText() throws(Damage) -> UInt64 {
    let rest = bytes.count - position
    guard rest > 0, let end = memchr(bytes.start + position, 0, rest) else { throw Damage() }
    return UInt64(UnsafeRawPointer(end) - (bytes.start + position)) + 1
  }
}
