/// Remembers the frames of lines: most frames of a long text are written again and again.
///
/// A line is known by its bytes without its number, without an address behind it, and without offsets, in
/// which the calls of a function differ. It is remembered only if none of these is a part of the frame.
struct FrameMemory {
  private var frames: [Key: PostedFrame?] = [:]

  /// The number of lines that are remembered; beyond, it begins anew.
  private static let most = 1 << 15

  /// Two hashes of a line, and its length without what differs.
  private struct Key: Hashable {
    var one: UInt64 = 0xcbf2_9ce4_8422_2325
    var other: UInt64 = 0x9e37_79b9_7f4a_7c15
    var length = 0

    mutating func add(_ byte: UInt8) {
      one = (one ^ UInt64(byte)) &* 0x100_0000_01b3
      other = (other &+ UInt64(byte)) &* 0xff51_afd7_ed55_8ccd
      other ^= other >> 32
      length += 1
    }

    func hash(into hasher: inout Hasher) { hasher.combine(one) }
  }

  /// The key of the last line that was looked for, and its number.
  private var last: (key: Key, number: Int?)?

  /// The frame in a line that was learnt, or that it is none; nil for an unknown line.
  mutating func look(for line: String) -> PostedFrame?? {
    last = Self.key(of: line)
    guard let last, let known = frames[last.key] else { return nil }
    guard var frame = known else { return .some(nil) }
    if frame.number != nil { frame.number = last.number }
    return frame
  }

  /// Remembers the frame in the line that was looked for last.
  mutating func learn(_ frame: PostedFrame?) {
    guard let last, Self.isIndependent(frame, of: last.number) else { return }
    if frames.count >= Self.most { frames.removeAll(keepingCapacity: true) }
    frames[last.key] = .some(frame)
  }

  /// True if neither the number nor an address nor an offset is a part of the frame.
  private static func isIndependent(_ frame: PostedFrame?, of number: Int?) -> Bool {
    guard let frame else { return true }
    guard frame.number == number else { return false }
    return [frame.function, frame.module ?? "", frame.place ?? ""].allSatisfy {
      !$0.holds("0x") && !$0.holds("+ ")
    }
  }

  /// The key of a line and the number that it leaves out; nil for a line that is no frame of the usual length.
  private static func key(of line: String) -> (Key, number: Int?)? {
    guard line.utf8.count < 400 else { return nil }
    return line.utf8.withContiguousStorageIfAvailable { bytes -> (Key, number: Int?)? in
      var key = Key()
      var number: Int?
      var at = start(of: bytes)
      // The margin counts, too.
      for byte in bytes[..<at] { key.add(byte) }
      let digits = end(of: bytes, from: at) { $0 &- Byte.zero <= 9 }
      if digits > at, digits - at <= 6 {
        number = bytes[at..<digits].reduce(0) { $0 * 10 + Int($1 &- Byte.zero) }
        // A year has as many digits as it has.
        key.add(UInt8(digits - at))
        at = digits
      }
      var before: UInt8 = 0
      while at < bytes.count {
        let byte = bytes[at]
        key.add(byte)
        at += 1
        if byte == UInt8(ascii: "x"), before == Byte.zero {
          let digits = end(of: bytes, from: at) {
            $0 &- Byte.zero <= 9 || ($0 | 0x20) &- UInt8(ascii: "a") < 6
          }
          if digits > at { key.add(0) }
          at = digits
        } else if byte == Byte.space, before == Byte.plus {
          at = end(of: bytes, from: at) { $0 &- Byte.zero <= 9 }
        }
        before = byte
      }
      return (key, number)
    } ?? nil
  }

  /// The place of the number: behind a `#` that begins a frame, or at the beginning of the line.
  private static func start(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    for at in 0..<max(0, bytes.count - 1)
    where bytes[at] == UInt8(ascii: "#") && bytes[at + 1] &- Byte.zero <= 9 {
      let before = bytes[..<at].reversed().drop { $0 == Byte.space || $0 == Byte.tab }
      // `closure #1` has a number of its own.
      if before.first.map({ ">*|`\":)]".utf8.contains($0) }) ?? true
        || before.starts(with: "emarf".utf8)
      {
        return at + 1
      }
      break
    }
    return end(of: bytes, from: 0) { " \t>[".utf8.contains($0) }
  }

  private static func end(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ isPart: (UInt8) -> Bool
  ) -> Int {
    var at = start
    while at < bytes.count, isPart(bytes[at]) { at += 1 }
    return at
  }
}
