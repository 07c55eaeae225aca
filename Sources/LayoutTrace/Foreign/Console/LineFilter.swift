import Foundation

/// Tells lines that cannot be of interest by their bytes, before they become text.
///
/// It looks for four rare bytes of each anchor in one pass over a line: first in a small table of bits,
/// then by comparing. What passes may still be of no interest.
struct LineFilter: @unchecked Sendable {
  /// The bits of all groups of four bytes, by their hash; never changed, and never freed.
  private let bits: UnsafePointer<UInt64>
  /// The anchors by their groups of four bytes.
  private let anchors: [UInt32: [Anchor]]
  /// True if lines that begin like a frame of a call stack pass, too.
  private let passesFrames: Bool

  /// The part of a text that a line must contain, and the offset of its four bytes.
  private struct Anchor {
    var bytes: UnsafeBufferPointer<UInt8>
    var offset: Int
  }

  /// The table has 8 KB, which stay in the fastest cache.
  private static let logarithm: UInt32 = 16

  init(_ texts: [StaticString], passesFrames: Bool = false) {
    let length = 1 << (Int(Self.logarithm) - 6)
    let table = UnsafeMutablePointer<UInt64>.allocate(capacity: length)
    table.initialize(repeating: 0, count: length)
    var anchors: [UInt32: [Anchor]] = [:]
    for text in texts {
      let anchor = Self.anchor(in: text)
      guard let start = anchor.bytes.baseAddress else { continue }
      let word = Self.word(start + anchor.offset)
      anchors[word, default: []].append(anchor)
      let place = Self.place(of: word)
      table[place >> 6] |= 1 << UInt64(place & 63)
    }
    self.anchors = anchors
    bits = UnsafePointer(table)
    self.passesFrames = passesFrames
  }

  /// The part of a text that JSON leaves as it is, and its four bytes that prose has least often.
  private static func anchor(in text: StaticString) -> Anchor {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    precondition(bytes.count >= 4, "an anchor has at least four bytes")
    let parts: [Slice<UnsafeBufferPointer<UInt8>>] = bytes.split {
      "\"/\t\\".utf8.contains($0)
    }.filter { $0.count >= 4 }
    let frequent = Array("zqxjkvbpygfwmucldrhsnioate ".utf8)
    func score(_ offset: Int, _ part: UnsafeBufferPointer<UInt8>) -> Int {
      part[offset..<(offset + 4)].reduce(0) { $0 + (frequent.firstIndex(of: $1) ?? 0) }
    }
    let whole = parts.isEmpty ? [bytes] : parts.map { UnsafeBufferPointer(rebasing: $0) }
    let anchors = whole.flatMap { part in
      (0...(part.count - 4)).map { Anchor(bytes: part, offset: $0) }
    }
    return anchors.min { score($0.offset, $0.bytes) < score($1.offset, $1.bytes) }
      ?? Anchor(bytes: bytes, offset: 0)
  }

  /// True if a line may be of interest.
  func passes(_ line: [UInt8]) -> Bool { line.withUnsafeBufferPointer(passes) }

  /// True if a line may be of interest.
  func passes(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count >= 4, let start = line.baseAddress else { return false }
    if passesFrames, Self.beginsLikeFrame(line) || Self.holdsPageBlank(line) { return true }
    for offset in 0...(line.count - 4) {
      let word = Self.word(start + offset)
      let place = Self.place(of: word)
      if bits[place >> 6] & (1 << UInt64(place & 63)) != 0, holds(word, at: offset, line) {
        return true
      }
    }
    return false
  }

  /// True if an anchor with these four bytes is around them.
  private func holds(_ word: UInt32, at offset: Int, _ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let found = anchors[word], let start = line.baseAddress else { return false }
    return found.contains { anchor in
      let first = offset - anchor.offset
      guard first >= 0, first + anchor.bytes.count <= line.count,
        let bytes = anchor.bytes.baseAddress
      else { return false }
      return memcmp(start + first, bytes, anchor.bytes.count) == 0
    }
  }

  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)
  }

  @inline(__always)
  private static func place(of word: UInt32) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9e37_79b1) >> (32 - logarithm))
  }

  /// True for lines that begin with `#`, with a short number and a blank, or with a word for `at`.
  private static func beginsLikeFrame(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    while at < bytes.count {
      if bytes[at] == 0x1b {
        // A terminal's colour begins with an escape and ends with a letter.
        let end = bytes[at...].prefix(16).firstIndex { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
        guard let end else { return false }
        at = end + 1
      } else if isMargin(bytes[at]) {
        at += 1
      } else {
        break
      }
    }
    guard at + 2 < bytes.count else { return false }
    switch bytes[at] {
    case UInt8(ascii: "#"): return true
    case UInt8(ascii: "a"): return bytes[at + 1] == UInt8(ascii: "t") && isBlank(bytes[at + 2])
    case UInt8(ascii: "i"), UInt8(ascii: "e"):
      return bytes[at + 1] == UInt8(ascii: "n") && isBlank(bytes[at + 2])
    case UInt8(ascii: "b"):
      return bytes[at + 1] == UInt8(ascii: "e") && bytes[at + 2] == UInt8(ascii: "i")
    // A short word of another script.
    case 0xc3, 0xd0, 0xe5: return bytes[(at + 2)...].prefix(5).contains(where: isBlank)
    default: break
    }
    let start = at
    while at < bytes.count, at - start < 7, bytes[at] &- Byte.zero <= 9 { at += 1 }
    // Rust writes a colon behind the number.
    if at > start, at + 1 < bytes.count, bytes[at] == Byte.colon { at += 1 }
    return at > start && at < bytes.count && isBlank(bytes[at]) && holdsSign(bytes, from: at)
  }

  /// True if a sign stands somewhere that each frame behind a number has, or one word alone.
  ///
  /// The lines of many logs begin with numbers, too.
  private static func holdsSign(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var before = Byte.space
    var words = 0
    for byte in bytes[start...] {
      if isBlank(before), !isBlank(byte) { words += 1 }
      switch byte {
      case UInt8(ascii: "("), Byte.openBracket, UInt8(ascii: "|"): return true
      case Byte.colon where before == Byte.colon: return true
      case UInt8(ascii: "x") where before == Byte.zero: return true
      case UInt8(ascii: "_") where before == byte: return true
      default: before = byte
      }
    }
    return words == 1
  }

  /// True for a blank, and for the first byte of one at which a page's lines do not break.
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == Byte.space || byte == Byte.tab || byte == 0xc2
  }

  /// True for a line with a blank at which a page's lines do not break, which hides anchors.
  private static func holdsPageBlank(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = line.baseAddress, let found = memchr(start, 0xc2, line.count - 1) else {
      return false
    }
    let at = UnsafeRawPointer(found) - UnsafeRawPointer(start)
    return (at..<(line.count - 1)).contains { line[$0] == 0xc2 && line[$0 + 1] == 0xa0 }
  }

  /// True for what stands before a frame that is indented, quoted, or an item of a list.
  private static func isMargin(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.space, Byte.tab, UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "*"),
      UInt8(ascii: "`"), UInt8(ascii: "+"), UInt8(ascii: "!"), Byte.colon, Byte.quote:
      true
    default: false
    }
  }
}
