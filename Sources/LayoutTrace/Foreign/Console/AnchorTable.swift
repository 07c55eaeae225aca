import Foundation

/// Finds the texts of a list that a line holds, in one pass over its bytes.
///
/// It looks for four rare bytes of each text: first in a small table of bits, then by comparing. Where all
/// texts are long, it looks at some places only, and knows as many groups of bytes of each text. A text may
/// be found by a part of it alone.
struct AnchorTable: @unchecked Sendable {
  /// The bits of all groups of four bytes, by their hash; never changed, and never freed.
  private let bits: UnsafePointer<UInt64>
  /// The groups in the order of those hashes, and the first of each hash; never changed, and never freed.
  private let groups: UnsafeBufferPointer<Group>
  private let firsts: UnsafePointer<UInt16>
  /// The distance between the places that are looked at.
  private let step: Int

  /// The part of a text that a line must contain, and where the rarest groups of four bytes begin in it.
  private struct Anchor {
    var bytes: UnsafeBufferPointer<UInt8>
    var offset: Int
  }

  /// Four bytes of an anchor, their place in the table, and the bits of the anchor's list.
  private struct Group {
    var bytes: UnsafeBufferPointer<UInt8>
    var offset: Int
    var place: Int
    var list: UInt64
  }

  /// The table has 8 KB, which stay in the fastest cache.
  private static let logarithm: UInt32 = 16

  /// A list of texts, and the bits that tell that a line holds one of them.
  typealias List = (bits: UInt64, texts: [StaticString])

  /// Takes lists, which may share texts.
  init(_ lists: [List]) {
    var texts: [String: (text: StaticString, bits: UInt64)] = [:]
    for list in lists {
      for text in list.texts { texts["\(text)", default: (text, 0)].bits |= list.bits }
    }
    let anchors = texts.values.map { (parts: Self.parts(of: $0.text), list: $0.bits) }
    let lengths = anchors.map { $0.parts.reduce(0) { max($0, $1.count) } }
    let step = max(1, min((lengths.min() ?? 0) - 3, 8))
    let groups = anchors.flatMap { parts, list in
      let anchor = Self.anchor(in: parts, step)
      return (anchor.offset..<(anchor.offset + step)).map {
        Group(bytes: anchor.bytes, offset: $0, place: Self.place(of: anchor.bytes, $0), list: list)
      }
    }.sorted { $0.place < $1.place }
    precondition(groups.count < UInt16.max, "the number of a group has two bytes")
    let places = 1 << Int(Self.logarithm)
    let table = UnsafeMutablePointer<UInt64>.allocate(capacity: places >> 6)
    table.initialize(repeating: 0, count: places >> 6)
    let firsts = UnsafeMutablePointer<UInt16>.allocate(capacity: places)
    firsts.initialize(repeating: 0, count: places)
    for (index, group) in groups.enumerated().reversed() {
      table[group.place >> 6] |= 1 << UInt64(group.place & 63)
      firsts[group.place] = UInt16(index)
    }
    let kept = UnsafeMutableBufferPointer<Group>.allocate(capacity: groups.count)
    _ = kept.initialize(from: groups)
    (self.groups, self.firsts, bits) = (
      UnsafeBufferPointer(kept), UnsafePointer(firsts), UnsafePointer(table)
    )
    self.step = step
  }

  /// The parts of a text without stars, each as JSON leaves it.
  private static func parts(of text: StaticString) -> [UnsafeBufferPointer<UInt8>] {
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    precondition(bytes.count >= 4, "an anchor has at least four bytes")
    let parts: [Slice<UnsafeBufferPointer<UInt8>>] = bytes.split(whereSeparator: isSeparator)
      .filter { $0.count >= 4 }
    return parts.isEmpty ? [bytes] : parts.map { UnsafeBufferPointer(rebasing: $0) }
  }

  /// True for a star, and for bytes that JSON writes in another way.
  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\t"),
      UInt8(ascii: "\\"):
      true
    default: false
    }
  }

  /// The groups of bytes, one after the other, that prose has least often.
  ///
  /// A program that reads a log starts with a thousand of these choices, so each place takes a few additions.
  private static func anchor(in parts: [UnsafeBufferPointer<UInt8>], _ step: Int) -> Anchor {
    let frequencies = frequencies
    var (best, lowest) = (Anchor(bytes: parts[0], offset: 0), Int.max)
    for part in parts where part.count >= step + 3 {
      /// The frequency in prose of the four bytes at an offset.
      func frequency(_ offset: Int) -> Int {
        frequencies[Int(part[offset])] + frequencies[Int(part[offset + 1])]
          + frequencies[Int(part[offset + 2])] + frequencies[Int(part[offset + 3])]
      }
      var (offset, sum) = (0, 0)
      while offset < step {
        sum += frequency(offset)
        offset += 1
      }
      while true {
        if sum < lowest { (best, lowest) = (Anchor(bytes: part, offset: offset - step), sum) }
        guard offset + 3 < part.count else { break }
        sum += frequency(offset) - frequency(offset - step)
        offset += 1
      }
    }
    return best
  }

  /// The frequency of each byte in prose: the most frequent letter has the highest number.
  private static let frequencies: [Int] = {
    var numbers = [Int](repeating: 0, count: 256)
    for (number, byte) in "zqxjkvbpygfwmucldrhsnioate ".utf8.enumerated() {
      numbers[Int(byte)] = number
    }
    return numbers
  }()

  /// True if a line holds a text of any list, or of the lists with one of these bits.
  func holdsAny(_ line: UnsafeBufferPointer<UInt8>, of lists: UInt64 = .max) -> Bool {
    var isFound = false
    search(line) {
      isFound = $0 & lists != 0
      return !isFound
    }
    return isFound
  }

  /// The bits of all lists of which a line holds a text.
  func lists(in line: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var found: UInt64 = 0
    search(line) {
      found |= $0
      return true
    }
    return found
  }

  /// Passes the lists of each text in a line to `goesOn`, until that is false.
  @inline(__always)
  private func search(_ line: UnsafeBufferPointer<UInt8>, _ goesOn: (UInt64) -> Bool) {
    guard line.count >= 4, let start = line.baseAddress else { return }
    let last = start + (line.count - 4)
    var at = start
    while at <= last {
      let place = Self.place(of: Self.word(at))
      if bits[place &>> 6] &>> UInt64(place & 63) & 1 != 0 {
        let lists = lists(of: place, at: at - start, line)
        if lists != 0, !goesOn(lists) { return }
      }
      at += step
    }
  }

  /// The lists with an anchor around the four bytes at an offset, which have this place in the table.
  private func lists(
    of place: Int, at offset: Int, _ line: UnsafeBufferPointer<UInt8>
  ) -> UInt64 {
    guard let start = line.baseAddress else { return 0 }
    var (lists, index) = (0 as UInt64, Int(firsts[place]))
    while index < groups.count, groups[index].place == place {
      let group = groups[index]
      let first = offset - group.offset
      if first >= 0, first + group.bytes.count <= line.count,
        let bytes = group.bytes.baseAddress,
        memcmp(start + first, bytes, group.bytes.count) == 0
      {
        lists |= group.list
      }
      index += 1
    }
    return lists
  }

  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)
  }

  private static func place(of bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int {
    bytes.baseAddress.map { place(of: word($0 + offset)) } ?? 0
  }

  @inline(__always)
  private static func place(of word: UInt32) -> Int {
    Int(truncatingIfNeeded: (word &* 0x9e37_79b1) >> (32 - logarithm))
  }
}
