/// Remembers the frames of lines: most frames of a long text are written again and again.
///
/// A line is known by its bytes without its number, without an address behind it, and without offsets, in
/// which the calls of a function differ. It is remembered only if none of these is a part of the frame.
struct FrameMemory {
  /// The key of a line, and what a stack must know of its frame.
  struct Known {
    fileprivate let key: Key
    /// A hash of the function's name.
    let name: UInt64
    let family: PostedFrame.Family
    /// True for a frame that tells nothing unless its function is in the stack again.
    let isPlain: Bool

    fileprivate init(_ frame: PostedFrame, _ key: Key) {
      self.key = key
      name = FrameMemory.hash(of: frame.function)
      family = frame.family
      isPlain =
        !frame.isUnsure && !frame.isGlue && !frame.isNameless && frame.isEvidence
        && !PostedSentence.mayStop(in: frame)
    }
  }

  /// A line that was learnt, and its own number.
  struct Place {
    let index: Int
    let number: Int?
  }

  private var known: [Known] = []
  private var frames: [PostedFrame] = []
  /// The numbers of the frames, from 1, by the hashes of their lines; 0 is an empty place.
  private var table: [Int32] = []

  /// The number of lines that are remembered; beyond, it begins anew.
  private static let most = 1 << 16

  /// Two hashes of a line, and its length without what differs.
  fileprivate struct Key: Equatable {
    var one: UInt64 = 0xcbf2_9ce4_8422_2325
    var other: UInt64 = 0x9e37_79b9_7f4a_7c15
    var length = 0

    @inline(__always)
    mutating func add(_ byte: UInt8) {
      add(UInt64(byte), 1)
    }

    /// Adds so many bytes.
    @inline(__always)
    mutating func add(_ word: UInt64, _ count: Int) {
      one = (one ^ word) &* 0x9e37_79b9_7f4a_7c15
      one ^= one >> 29
      other = (other ^ word) &* 0xff51_afd7_ed55_8ccd
      other ^= other >> 32
      length += count
    }
  }

  /// True for the first bytes of the lines that are remembered, in which digits are alike.
  private var beginnings: [Bool] = Array(repeating: false, count: 256)

  /// The frame in a line that was learnt; nil for an unknown line.
  func look(for line: String) -> PostedFrame? {
    let found = line.utf8.withContiguousStorageIfAvailable { look(for: LineBytes($0)) }
    return (found ?? nil).map(frame)
  }

  /// The place of a line with these bytes; nil for an unknown line.
  func look(for line: LineBytes) -> Place? {
    guard !known.isEmpty, beginnings[Int(Self.beginning(of: line))],
      let (key, number) = Self.key(of: line), let index = place(of: key).index
    else { return nil }
    return Place(index: index, number: number)
  }

  subscript(place: Place) -> Known { known[place.index] }

  /// The frame of a line that was learnt.
  func frame(_ place: Place) -> PostedFrame {
    var frame = frames[place.index]
    if frame.number != nil { frame.number = place.number }
    return frame
  }

  /// The place of a key in the table, and the number of its frame, if there is one.
  @inline(__always)
  private func place(of key: Key) -> (place: Int, index: Int?) {
    let mask = table.count - 1
    var place = Int(truncatingIfNeeded: key.one ^ key.one >> 32) & mask
    while table[place] != 0 {
      let index = Int(table[place]) - 1
      if known[index].key == key { return (place, index) }
      place = (place + 1) & mask
    }
    return (place, nil)
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
    if known.count >= Self.most { self = FrameMemory() }
    if known.count * 2 >= table.count { grow() }
    let (place, index) = place(of: key)
    if let index {
      (known[index], frames[index]) = (Known(frame, key), frame)
    } else {
      known.append(Known(frame, key))
      frames.append(frame)
      table[place] = Int32(known.count)
    }
    beginnings[Int(beginning)] = true
  }

  private mutating func grow() {
    table = Array(repeating: 0, count: max(256, table.count * 2))
    for (index, entry) in known.enumerated() {
      table[place(of: entry.key).place] = Int32(index + 1)
    }
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

  /// The key of a line and the number that it leaves out; nil for a line that is no frame of the usual length.
  private static func key(of line: LineBytes) -> (Key, number: Int?)? {
    guard line.count < 400 else { return nil }
    let bytes = line.bytes
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
    let raw = UnsafeRawBufferPointer(bytes)
    while at < bytes.count {
      // Eight bytes at once, unless an address or an offset may begin there.
      if at + 8 <= bytes.count {
        let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        if !Self.holds(word, UInt8(ascii: "x")), before != Byte.plus,
          !Self.holds(word, Byte.plus)
        {
          key.add(word, 8)
          at += 8
          before = bytes[at - 1]
          continue
        }
      }
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
  }

  /// True if a byte of a word is this one.
  @inline(__always)
  private static func holds(_ word: UInt64, _ byte: UInt8) -> Bool {
    let others = word ^ Byte.repeated(byte)
    return (others &- Byte.repeated(1)) & ~others & Byte.repeated(0x80) != 0
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
  private static func isMark(_ byte: UInt8) -> Bool { ">*|`\":)]".utf8.contains(byte) }
}
