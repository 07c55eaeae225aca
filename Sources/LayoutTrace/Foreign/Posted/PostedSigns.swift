/// The signs that a line holds: a frame or a sentence that needs one that is missing cannot be in it.
///
/// They are found in one pass over the bytes, before anything is read.
struct PostedSigns: OptionSet, Sendable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  private init(bit: UInt64) { rawValue = 1 << bit }

  // MARK: Bytes

  static let digit = PostedSigns(bit: 0)
  static let openParenthesis = PostedSigns(bit: 1)
  static let closeParenthesis = PostedSigns(bit: 2)
  static let openBracket = PostedSigns(bit: 3)
  static let closeBracket = PostedSigns(bit: 4)
  static let at = PostedSigns(bit: 5)
  static let colon = PostedSigns(bit: 6)
  static let pipe = PostedSigns(bit: 7)
  static let quote = PostedSigns(bit: 8)
  static let minus = PostedSigns(bit: 9)
  static let dot = PostedSigns(bit: 10)
  /// `-[` or `+[` of Objective-C.
  static let method = PostedSigns(bit: 11)
  /// An `x`, or a character that is not ASCII, as in `×`.
  static let cross = PostedSigns(bit: 12)
  static let backslash = PostedSigns(bit: 13)
  /// A byte that is no ASCII character, or a control character.
  static let special = PostedSigns(bit: 14)
  /// A minus before a blank.
  static let dash = PostedSigns(bit: 15)

  private static let bytes: [(PostedSigns, StaticString)] = [
    (.digit, "0123456789"), (.openParenthesis, "("), (.closeParenthesis, ")"),
    (.openBracket, "["), (.closeBracket, "]"), (.at, "@"), (.colon, ":"), (.pipe, "|"),
    (.quote, "\""), (.minus, "-"), (.dot, "."), (.cross, "xX"),
    (.backslash, "\\"),
  ]

  /// The signs of each byte; never changed, and never freed.
  private nonisolated(unsafe) static let signs: UnsafePointer<UInt64> = {
    let table = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
    table.initialize(repeating: 0, count: 256)
    for (sign, text) in bytes {
      for byte in UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount) {
        table[Int(byte)] |= sign.rawValue
      }
    }
    for byte in 0x80..<0x100 { table[byte] |= PostedSigns.cross.rawValue }
    for byte in 0..<0x100 where byte < 0x20 && byte != Int(Byte.tab) || byte >= 0x7f {
      table[byte] |= PostedSigns.special.rawValue
    }
    return UnsafePointer(table)
  }()

  /// The place of the first byte of any of these signs in a part of a line; the end without one.
  static func place(
    of wanted: PostedSigns, in bytes: UnsafeBufferPointer<UInt8>, _ part: Range<Int>
  ) -> Int {
    let signs = signs
    var at = part.lowerBound
    while at < part.upperBound, signs[Int(bytes[at])] & wanted.rawValue == 0 { at += 1 }
    return at
  }

  // MARK: Texts

  static let sentence = PostedSigns(bit: 32)
  static let beginning = PostedSigns(bit: 33)
  static let otherEnd = PostedSigns(bit: 34)
  static let circumstance = PostedSigns(bit: 35)
  static let thread = PostedSigns(bit: 36)
  static let appleFrame = PostedSigns(bit: 37)
  static let julia = PostedSigns(bit: 38)
  static let rust = PostedSigns(bit: 39)
  static let atLine = PostedSigns(bit: 40)
  static let library = PostedSigns(bit: 41)
  static let dart = PostedSigns(bit: 42)
  static let times = PostedSigns(bit: 43)
  static let wordAt = PostedSigns(bit: 44)
  static let unity = PostedSigns(bit: 45)
  static let markup = PostedSigns(bit: 46)

  /// The texts of each sign.
  static let texts: [AnchorTable.List] = [
    (sentence.rawValue, PostedSentence.all.flatMap(\.anchors)),
    (beginning.rawValue, PostedSentence.beginnings),
    (otherEnd.rawValue, PostedSentence.otherEnds),
    (circumstance.rawValue, PostedStack.Circumstance.words),
    (thread.rawValue, PostedThread.signs),
    (appleFrame.rawValue, ["\"symbol\"", "\"imageOffset\""]),
    (julia.rawValue, [".jl:"]), (rust.rawValue, [".rs:"]), (atLine.rawValue, [" at line "]),
    (library.rawValue, [".dll!", ".exe!"]), (dart.rawValue, [".dart"]),
    (times.rawValue, ["times"]), (wordAt.rawValue, [" at "]),
    (unity.rawValue, [") (at "]), (markup.rawValue, PostedDress.signs),
  ]

  private static let table = AnchorTable(texts)

  /// The signs of a line.
  init(_ line: some StringProtocol) {
    let found = line.utf8.withContiguousStorageIfAvailable { PostedSigns($0).rawValue }
    // Text whose bytes are not at hand may hold anything.
    rawValue = found ?? .max
  }

  /// The signs of a line's bytes.
  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.init(bytes, texts: Self.table.lists(in: bytes))
  }

  /// The signs of a line's bytes, whose texts were found already.
  init(_ bytes: UnsafeBufferPointer<UInt8>, texts: UInt64) {
    var found = texts
    let signs = Self.signs
    for byte in bytes { found |= signs[Int(byte)] }
    self.init(rawValue: found)
    let line = LineBytes(bytes)
    if contains(.openBracket), line.holds("-[") || line.holds("+[") { insert(.method) }
    if contains(.minus), line.holds("- ") { insert(.dash) }
  }
}
