import Foundation

/// Gives equal runs of bytes the same number, so that names that repeat are decoded once.
struct ByteInterner {
  private var arena: [UInt8] = []
  private var ranges: [Range<Int>] = []
  private var hashes: [UInt64] = []
  /// Each number plus 1, at the position of its hash, or 0; the length is a power of two.
  private var table: [Int32]

  init() { table = Array(repeating: 0, count: 1 << 8) }

  /// The number of different runs.
  var count: Int { ranges.count }

  /// The number of a run, and `true` if it is new.
  mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> (number: Int32, isNew: Bool) {
    let hash = Self.hash(bytes)
    let mask = UInt64(table.count - 1)
    var place = Int(hash & mask)
    while table[place] != 0 {
      let number = Int(table[place]) - 1
      if hashes[number] == hash, equals(ranges[number], bytes) { return (Int32(number), false) }
      place = (place + 1) & Int(mask)
    }
    let number = ranges.count
    let start = arena.count
    arena.append(contentsOf: bytes)
    ranges.append(start..<arena.count)
    hashes.append(hash)
    table[place] = Int32(number + 1)
    if ranges.count * 2 > table.count { grow() }
    return (Int32(number), true)
  }

  private func equals(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    range.count == bytes.count
      && arena.withUnsafeBufferPointer {
        bytes.count == 0
          || memcmp($0.baseAddress! + range.lowerBound, bytes.baseAddress!, bytes.count) == 0
      }
  }

  /// The position after a run if it stands at `start`; else nil.
  @inline(__always)
  func end(of number: Int32, at start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var cursor = JSONCursor(start)
    let isThere = arena.withUnsafeBufferPointer { cursor.take($0[ranges[Int(number)]]) }
    return isThere ? cursor.at : nil
  }

  private mutating func grow() {
    table = Array(repeating: 0, count: table.count * 2)
    let mask = table.count - 1
    for (number, hash) in hashes.enumerated() {
      var place = Int(hash & UInt64(mask))
      while table[place] != 0 { place = (place + 1) & mask }
      table[place] = Int32(number + 1)
    }
  }

  /// Hashes eight bytes at a time, each multiplied and folded.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0x9e37_79b9_7f4a_7c15 ^ UInt64(bytes.count)
    var index = 0
    func mix(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
      hash = product.high ^ product.low &+ 0x9e37_79b9
    }
    while index + 8 <= bytes.count {
      mix(UnsafeRawPointer(bytes.baseAddress! + index).loadUnaligned(as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    mix(rest)
    return hash
  }
}
