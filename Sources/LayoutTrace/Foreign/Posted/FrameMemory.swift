/// Remembers the frames of lines: most frames of a long text are written again and again.
///
/// A line is known by its bytes without its number, without an address behind it, and without offsets, in
/// which the calls of a function differ. It is remembered only if none of these is a part of the frame.
struct FrameMemory {
  /// The key of a line, and what a stack must know of its frame, in one line of a processor's cache.
  struct Known {
    fileprivate let key: Key
    /// A hash of the function's name.
    let name: UInt64
    /// The number of the frame, from 1; 0 is an empty place.
    fileprivate let index: Int32
    let family: PostedFrame.Family
    /// True for a frame that tells nothing unless its function is in the stack again.
    let isPlain: Bool

    fileprivate init() { (key, name, index, family, isPlain) = (Key(), 0, 0, .native, false) }

    fileprivate init(_ frame: PostedFrame, _ key: Key, _ index: Int) {
      (self.key, self.index) = (key, Int32(index))
      name = FrameMemory.hash(of: frame.function)
      family = frame.family
      isPlain =
        !frame.isUnsure && !frame.isGlue && !frame.isNameless && frame.isEvidence
        && !PostedSentence.mayStop(in: frame)
    }
  }

  /// A line that was learnt, and its own number.
  struct Call {
    let known: Known
    let number: Int?
  }

  private var frames: [PostedFrame] = []
  /// The lines that are known, by their hashes, and empty places, which are at least as many.
  private var table: [Known] = []
  /// True for the first bytes of the lines that are remembered, in which digits are alike.
  private var beginnings: [Bool] = Array(repeating: false, count: 256)

  /// The number of lines that are remembered; beyond, it begins anew.
  private static let most = 1 << 16

  /// The frame in a line that was learnt; nil for an unknown line.
  func look(for line: String) -> PostedFrame? {
    let found = line.utf8.withContiguousStorageIfAvailable { look(for: LineBytes($0)) }
    return (found ?? nil).map(frame)
  }

  /// The call in a line with these bytes; nil for an unknown line.
  func look(for line: LineBytes) -> Call? {
    guard !table.isEmpty, beginnings[Int(Self.beginning(of: line))],
      let (key, number) = Self.key(of: line)
    else { return nil }
    let known = table[place(of: key)]
    return known.index > 0 ? Call(known: known, number: number) : nil
  }

  /// The frame of a line that was learnt.
  func frame(_ call: Call) -> PostedFrame {
    var frame = frames[Int(call.known.index) - 1]
    if frame.number != nil { frame.number = call.number }
    return frame
  }

  /// The place of a key in the table, or the empty one at which it is missing.
  @inline(__always)
  private func place(of key: Key) -> Int {
    var place = Int(truncatingIfNeeded: key.one ^ key.one >> 32) & (table.count - 1)
    while table[place].index != 0, table[place].key != key {
      place = (place + 1) & (table.count - 1)
    }
    return place
  }

  /// Remembers the frame in a line.
  mutating func learn(_ frame: PostedFrame, in line: String) {
    let found = line.utf8.withContiguousStorageIfAvailable { bytes in
      Self.key(of: LineBytes(bytes)).map {
        (key: $0, Self.beginning(of: LineBytes(bytes)), number: $1)
      }
    }
    guard let (key, beginning, number) = found ?? nil, Self.isIndependent(frame, of: number) else {
      return
    }
    if frames.count >= Self.most { self = FrameMemory() }
    if frames.count * 2 >= table.count { grow() }
    let place = place(of: key)
    if table[place].index > 0 {
      frames[Int(table[place].index) - 1] = frame
      table[place] = Known(frame, key, Int(table[place].index))
    } else {
      frames.append(frame)
      table[place] = Known(frame, key, frames.count)
    }
    beginnings[Int(beginning)] = true
  }

  private mutating func grow() {
    let last = table
    table = Array(repeating: Known(), count: max(256, table.count * 2))
    for known in last where known.index > 0 { table[place(of: known.key)] = known }
  }

  /// A hash of a function's name.
  static func hash(of name: String) -> UInt64 {
    name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The first byte of a line behind its margin; 0 stands for any digit.
  private static func beginning(of line: LineBytes) -> UInt8 {
    let first = line[line.end(from: 0, LineBytes.isBlank)]
    return LineBytes.isDigit(first) ? Byte.zero : first
  }

  /// True if neither the number nor an address nor an offset is a part of the frame.
  private static func isIndependent(_ frame: PostedFrame, of number: Int?) -> Bool {
    guard frame.number == number else { return false }
    return [frame.function, frame.module ?? "", frame.place ?? ""].allSatisfy {
      !$0.holds("0x") && !$0.holds("+ ")
    }
  }
}

extension FrameMemory {
  /// Two hashes of a line without what differs.
  fileprivate struct Key: Equatable {
    var one: UInt64 = 0xcbf2_9ce4_8422_2325
    var other: UInt64 = 0x9e37_79b9_7f4a_7c15

    /// Adds eight bytes.
    @inline(__always)
    mutating func add(_ word: UInt64) {
      one = (one ^ word) &* 0x9e37_79b9_7f4a_7c15
      one ^= one >> 29
      other = (other ^ word) &* 0xff51_afd7_ed55_8ccd
      other ^= other >> 32
    }

    /// Adds bytes without what differs: the digits of addresses, and of offsets behind `+ `.
    @inline(__always)
    mutating func add(_ line: LineBytes) {
      var at = 0
      while at < line.count {
        let word = line.word(at: at)
        let signs =
          Self.places(of: UInt8(ascii: "x"), in: word) | Self.places(of: Byte.plus, in: word)
        // An address or an offset may begin behind the first sign.
        let count = min((signs.trailingZeroBitCount + 1) >> 3, line.count - at)
        // A part of a word has its length where a whole one has its last byte.
        add(count == 8 ? word : word & ((1 << UInt64(count * 8)) - 1) | UInt64(count) << 56)
        at += count
        guard signs != 0 else { continue }
        let next = Self.endOfDigits(in: line, from: at)
        if next > at { add(0) }
        at = next
      }
    }

    /// The place behind the digits of an address or an offset whose sign stands before a place.
    @inline(__always)
    private static func endOfDigits(in line: LineBytes, from place: Int) -> Int {
      if line[place - 1] == Byte.plus {
        return line[place] == Byte.space ? line.end(from: place + 1, LineBytes.isDigit) : place
      }
      return line[place - 2] == Byte.zero ? line.end(from: place, LineBytes.isHexDigit) : place
    }

    /// The high bit of the first byte in a word that is this one, and perhaps of later ones; 0 without it.
    @inline(__always)
    private static func places(of byte: UInt8, in word: UInt64) -> UInt64 {
      let others = word ^ Byte.repeated(byte)
      return (others &- Byte.repeated(1)) & ~others & Byte.repeated(0x80)
    }
  }

  /// The key of a line and the number that it leaves out; nil for a line that is no frame of the usual length.
  private static func key(of line: LineBytes) -> (Key, number: Int?)? {
    guard line.count < 400 else { return nil }
    var key = Key()
    let start = start(of: line)
    let end = line.end(from: start, LineBytes.isDigit)
    guard end > start, end - start <= 6 else {
      key.add(line)
      return (key, nil)
    }
    // Numbers of more digits have fewer blanks around them.
    if line.end(from: 0, LineBytes.isBlank) < start { key.add(line.upTo(start)) }
    let next = line.end(from: end, LineBytes.isBlank)
    key.add(next > end ? 2 : 1)
    key.add(line.from(next))
    return (key, line.bytes[start..<end].reduce(0) { $0 * 10 + Int($1 &- Byte.zero) })
  }

  /// The place of the number: behind a `#` that begins a frame, or at the beginning of the line.
  private static func start(of line: LineBytes) -> Int {
    var from = 0
    while let at = line.place(of: UInt8(ascii: "#"), from: from) {
      from = at + 1
      guard LineBytes.isDigit(line[from]) else { continue }
      let before = line.bytes[..<at].reversed().drop(while: LineBytes.isBlank)
      // `closure #1` has a number of its own.
      if before.first.map(isMark) ?? true
        || before.starts(with: "emarf".utf8)
      {
        return from
      }
      break
    }
    return line.end(from: 0) {
      LineBytes.isBlank($0) || $0 == UInt8(ascii: ">") || $0 == Byte.openBracket
    }
  }

  /// True for what may stand before the `#` of a frame.
  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "|"), UInt8(ascii: "`"), Byte.quote,
      Byte.colon, UInt8(ascii: ")"), Byte.closeBracket:
      true
    default: false
    }
  }
}
