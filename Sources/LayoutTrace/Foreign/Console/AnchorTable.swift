import Foundation

/// Finds the texts of a list that a line holds, in one pass over its bytes.
///
/// It looks for four rare bytes of each text: first in a small table of bits, then by comparing. A text may
/// be found by a part of it alone.
struct AnchorTable: @unchecked Sendable {
  /// The bits of all groups of four bytes, by their hash; never changed, and never freed.
  private let bits: UnsafePointer<UInt64>
  /// The anchors in the order of those hashes, and the first of each hash; never changed, and never freed.
  private let anchors: UnsafeBufferPointer<Anchor>
  private let firsts: UnsafePointer<UInt16>

  /// The part of a text that a line must contain, the offset of its four bytes, and its list.
  private struct Anchor {
    var bytes: UnsafeBufferPointer<UInt8>
    var offset: Int
    var list: UInt64 = 0
    /// The place of the four bytes in the table.
    var place = 0
  }

  /// The table has 8 KB, which stay in the fastest cache.
  private static let logarithm: UInt32 = 16

  /// Takes lists of texts, each with the bits that tell that a line holds one of it.
  init(_ lists: [(bits: UInt64, texts: [StaticString])]) {
    let length = 1 << (Int(Self.logarithm) - 6)
    let table = UnsafeMutablePointer<UInt64>.allocate(capacity: length)
    table.initialize(repeating: 0, count: length)
    var anchors: [Anchor] = []
    for (list, texts) in lists {
      for text in texts {
        var anchor = Self.anchor(in: text)
        guard let start = anchor.bytes.baseAddress else { continue }
        (anchor.list, anchor.place) = (list, Self.place(of: Self.word(start + anchor.offset)))
        anchors.append(anchor)
        table[anchor.place >> 6] |= 1 << UInt64(anchor.place & 63)
      }
    }
    anchors.sort { $0.place < $1.place }
    precondition(anchors.count < UInt16.max, "the number of an anchor has two bytes")
    let firsts = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << Int(Self.logarithm))
    firsts.initialize(repeating: 0, count: 1 << Int(Self.logarithm))
    for (index, anchor) in anchors.enumerated().reversed() {
      firsts[anchor.place] = UInt16(index)
    }
    let kept = UnsafeMutableBufferPointer<Anchor>.allocate(capacity: anchors.count)
    _ = kept.initialize(from: anchors)
    (self.anchors, self.firsts) = (UnsafeBufferPointer(kept), UnsafePointer(firsts))
    bits = UnsafePointer(table)
  }

  /// The part of a text without stars that JSON leaves as it is, and its four bytes that prose has least often.
  private static func anchor(in text: StaticString) -> Anchor {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    precondition(bytes.count >= 4, "an anchor has at least four bytes")
    let parts: [Slice<UnsafeBufferPointer<UInt8>>] = bytes.split {
      "\"/\t\\*".utf8.contains($0)
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

  /// True if a line holds a text of any list.
  func holdsAny(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count >= 4, let start = line.baseAddress else { return false }
    for offset in 0...(line.count - 4) {
      let place = Self.place(of: Self.word(start + offset))
      if mayHold(place), lists(of: place, at: offset, line) != 0 { return true }
    }
    return false
  }

  /// The bits of all lists of which a line holds a text.
  func lists(in line: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard line.count >= 4, let start = line.baseAddress else { return 0 }
    var found: UInt64 = 0
    for offset in 0...(line.count - 4) {
      let place = Self.place(of: Self.word(start + offset))
      if mayHold(place) { found |= lists(of: place, at: offset, line) }
    }
    return found
  }

  @inline(__always)
  private func mayHold(_ place: Int) -> Bool {
    bits[place >> 6] & (1 << UInt64(place & 63)) != 0
  }

  /// The lists with an anchor around the four bytes at an offset, which have this place in the table.
  private func lists(
    of place: Int, at offset: Int, _ line: UnsafeBufferPointer<UInt8>
  ) -> UInt64 {
    guard let start = line.baseAddress else { return 0 }
    var (lists, index) = (0 as UInt64, Int(firsts[place]))
    while index < anchors.count, anchors[index].place == place {
      let anchor = anchors[index]
      let first = offset - anchor.offset
      if first >= 0, first + anchor.bytes.count <= line.count,
        let bytes = anchor.bytes.baseAddress,
        memcmp(start + first, bytes, anchor.bytes.count) == 0
      {
        lists |= anchor.list
      }
      index += 1
    }
    return lists
  }

  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)
  }

  @inline(__always)
  private static func place(of word: UInt32) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9e37_79b1) >> (32 - logarithm))
  }
}
