import Foundation

/// Tells lines that cannot be of interest by their bytes, before they become text.
///
/// It looks for four rare bytes of each anchor in one pass over a line, in a table of bits. What passes may
/// still be of no interest.
struct LineFilter: @unchecked Sendable {
  /// The bits of all groups of four bytes, by their hash; never changed, and never freed.
  private let bits: UnsafePointer<UInt64>
  /// True if lines that begin like a frame of a call stack pass, too.
  private let passesFrames: Bool

  private static let logarithm: UInt32 = 19

  init(_ anchors: [StaticString], passesFrames: Bool = false) {
    let words = 1 << (Int(Self.logarithm) - 6)
    let table = UnsafeMutablePointer<UInt64>.allocate(capacity: words)
    table.initialize(repeating: 0, count: words)
    for anchor in anchors {
      precondition(anchor.utf8CodeUnitCount >= 4, "an anchor has at least four bytes")
      let place = Self.place(of: Self.word(anchor.utf8Start + Self.rarest(of: anchor)))
      table[place >> 6] |= 1 << UInt64(place & 63)
    }
    bits = UnsafePointer(table)
    self.passesFrames = passesFrames
  }

  /// The offset of the four bytes of an anchor that prose has least often.
  private static func rarest(of anchor: StaticString) -> Int {
    let bytes = UnsafeBufferPointer(start: anchor.utf8Start, count: anchor.utf8CodeUnitCount)
    let common = Set("etaoinsrhldcumpfgw ".utf8)
    let scores = (0...(bytes.count - 4)).map { offset in
      bytes[offset..<(offset + 4)].count(where: common.contains)
    }
    return scores.indices.min { scores[$0] < scores[$1] } ?? 0
  }

  /// True if a line may be of interest.
  func passes(_ line: [UInt8]) -> Bool {
    line.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      if passesFrames, Self.beginsLikeFrame(bytes) { return true }
      guard bytes.count >= 4 else { return false }
      for offset in 0...(bytes.count - 4) {
        let place = Self.place(of: Self.word(start + offset))
        if bits[place >> 6] & (1 << UInt64(place & 63)) != 0 { return true }
      }
      return false
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

  /// True for lines that begin with `#`, with a short number and a blank, or with `at ` or `in `.
  private static func beginsLikeFrame(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    while at < bytes.count, " \t>|*`+\"".utf8.contains(bytes[at]) { at += 1 }
    guard at + 2 < bytes.count else { return false }
    if bytes[at] == UInt8(ascii: "#") { return true }
    if bytes[at] == UInt8(ascii: "a") || bytes[at] == UInt8(ascii: "i") {
      return bytes[at + 2] == Byte.space
        && (bytes[at + 1] == UInt8(ascii: "t") || bytes[at + 1] == UInt8(ascii: "n"))
    }
    let start = at
    while at < bytes.count, at - start < 7, bytes[at] &- Byte.zero <= 9 { at += 1 }
    return at > start && at < bytes.count && (bytes[at] == Byte.space || bytes[at] == Byte.tab)
  }
}
