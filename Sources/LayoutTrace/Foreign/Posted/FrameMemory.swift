/// Remembers the frames of lines: most frames of a long text are written again and again.
///
/// A line is known by its bytes without its number, without an address behind it, and without offsets, in
/// which the calls of a function differ. It is remembered only if none of these is a part of the frame.
struct FrameMemory {
  private var frames: [Key: PostedFrame] = [:]

  /// The number of lines that are remembered; beyond, it begins anew.
  private static let most = 1 << 16

  /// Two hashes of a line, and its length without what differs.
  private struct Key: Hashable {
    var one: UInt64 = 0xcbf2_9ce4_8422_2325
    var other: UInt64 = 0x9e37_79b9_7f4a_7c15
    var length = 0

    @inline(__always)
    mutating func add(_ byte: UInt8) {
      one = (one ^ UInt64(byte)) &* 0x100_0000_01b3
      other = (other ^ UInt64(byte)) &* 0xff51_afd7_ed55_8ccd
      length += 1
    }

    func hash(into hasher: inout Hasher) { hasher.combine(one) }
  }

  /// The first bytes of the lines that are remembered, in which digits are alike.
  private var beginnings = Set<UInt8>()

  /// The line that was looked for last, its key, and its number.
  private var last: (line: String, key: Key, number: Int?)?

  /// The frame in a line that was learnt; nil for an unknown line.
  mutating func look(for line: String) -> PostedFrame? {
    guard !frames.isEmpty, beginnings.contains(Self.beginning(of: line)) else { return nil }
    guard let (key, number) = key(of: line), var frame = frames[key] else { return nil }
    if frame.number != nil { frame.number = number }
    return frame
  }

  /// Remembers the frame in a line.
  mutating func learn(_ frame: PostedFrame, in line: String) {
    guard let (key, number) = key(of: line), Self.isIndependent(frame, of: number) else { return }
    if frames.count >= Self.most { frames.removeAll(keepingCapacity: true) }
    frames[key] = frame
    beginnings.insert(Self.beginning(of: line))
  }

  /// The key and the number of a line, which may be those of the last one.
  private mutating func key(of line: String) -> (Key, number: Int?)? {
    if let last, last.line == line { return (last.key, last.number) }
    guard let (key, number) = Self.key(of: line) else { return nil }
    last = (line, key, number)
    return (key, number)
  }

  /// The first byte of a line behind its margin; 0 stands for any digit.
  private static func beginning(of line: String) -> UInt8 {
    let first = line.utf8.first { !LineBytes.isBlank($0) } ?? 0
    return LineBytes.isDigit(first) ? Byte.zero : first
  }

  /// True if neither the number nor an address nor an offset is a part of the frame.
  private static func isIndependent(_ frame: PostedFrame, of number: Int?) -> Bool {
    guard frame.number == number else { return false }
    return [frame.function, frame.module ?? "", frame.place ?? ""].allSatisfy {
      !$0.holds("0x") && !$0.holds("+ ")
    }
  }

  /// The key of a line and the number that it leaves out; nil for a line that is no frame of the usual length.
  private static func key(of line: String) -> (Key, number: Int?)? {
    guard line.utf8.count < 400 else { return nil }
    return line.utf8.withContiguousStorageIfAvailable { bytes -> (Key, number: Int?)? in
      let line = LineBytes(bytes)
      var key = Key()
      var number: Int?
      var at = start(of: line)
      // The margin counts, too.
      for byte in bytes[..<at] { key.add(byte) }
      let digits = line.end(from: at, LineBytes.isDigit)
      if digits > at, digits - at <= 6 {
        number = bytes[at..<digits].reduce(0) { $0 * 10 + Int($1 &- Byte.zero) }
        key.add(Byte.zero)
        at = digits
      }
      var before: UInt8 = 0
      while at < bytes.count {
        let byte = bytes[at]
        key.add(byte)
        at += 1
        if byte == UInt8(ascii: "x"), before == Byte.zero {
          let digits = line.end(from: at, LineBytes.isHexDigit)
          if digits > at { key.add(0) }
          at = digits
        } else if byte == Byte.space, before == Byte.plus {
          at = line.end(from: at, LineBytes.isDigit)
        }
        before = byte
      }
      return (key, number)
    } ?? nil
  }

  /// The place of the number: behind a `#` that begins a frame, or at the beginning of the line.
  private static func start(of line: LineBytes) -> Int {
    for at in 0..<max(0, line.count - 1)
    where line[at] == UInt8(ascii: "#") && LineBytes.isDigit(line[at + 1]) {
      let before = line.bytes[..<at].reversed().drop(while: LineBytes.isBlank)
      // `closure #1` has a number of its own.
      if before.first.map(isMark) ?? true
        || before.starts(with: "emarf".utf8)
      {
        return at + 1
      }
      break
    }
    return line.end(from: 0) {
      LineBytes.isBlank($0) || $0 == UInt8(ascii: ">") || $0 == Byte.openBracket
    }
  }

  /// True for what may stand before the `#` of a frame.
  private static func isMark(_ byte: UInt8) -> Bool { ">*|`\":)]".utf8.contains(byte) }
}
