/// Tells by its bytes that a line may begin with a frame of a call stack.
///
/// Logs of many programs begin with numbers or with words such as `at`, so it looks for what a frame has
/// there. A line that fits may still be no frame.
struct FrameBeginning {
  private let bytes: UnsafeBufferPointer<UInt8>

  /// True for lines that begin with a number, or with a word for `at`, and may be a frame.
  static func fits(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    var isRow = false
    while at < bytes.count {
      if bytes[at] == 0x1b {
        // A terminal's colour begins with an escape and ends with a letter.
        let end = bytes[at...].prefix(16).firstIndex { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
        guard let end else { return false }
        at = end + 1
      } else if isMargin(bytes[at]) {
        isRow = isRow || bytes[at] == UInt8(ascii: "|")
        at += 1
      } else {
        break
      }
    }
    guard at + 2 < bytes.count else { return false }
    return FrameBeginning(bytes: bytes).fits(at, isRow)
  }

  private func fits(_ at: Int, _ isRow: Bool) -> Bool {
    if let end = Self.caller(at: at, in: bytes) { return mayBeCall(end) }
    switch bytes[at] {
    case UInt8(ascii: "#"):
      return isDigit(at + 1) || FrameSigns(bytes, from: at + 1).mayFollowMark(isRow: true)
    // A short word of another script.
    case 0xc3, 0xd0, 0xe5:
      let blank = bytes[(at + 2)...].prefix(5).firstIndex(where: LineBytes.isBlank)
      return blank.map(mayBeCall) ?? false
    default: return fitsNumber(at, isRow)
    }
  }

  /// True if what stands behind a word for `at` may be a call: one word, or with a place or parameters.
  private func mayBeCall(_ start: Int) -> Bool {
    guard start < bytes.count, LineBytes.isBlank(bytes[start]) || bytes[start] >= 0x80 else {
      return false
    }
    var (words, hasDot, hasParenthesis) = (0, false, false)
    var before = Byte.space
    for (index, byte) in bytes[start...].enumerated() {
      if LineBytes.isBlank(before), !LineBytes.isBlank(byte) { words += 1 }
      before = byte
      switch byte {
      case Byte.colon, Byte.zero...Byte.nine, UInt8(ascii: "<"), 0x80...: return true
      case Byte.dot: hasDot = true
      case UInt8(ascii: "("):
        // `(native)`, `(created by Feed)`
        let inner = bytes[(start + index + 1)...].prefix(2)
        if inner.elementsEqual("na".utf8) || inner.elementsEqual("cr".utf8) { return true }
        hasParenthesis = true
      default: if Self.isControl(byte) { return true }
      }
    }
    return words == 1 || hasDot && hasParenthesis
  }

  /// True for a short number, a blank, and what may be a frame behind it.
  private func fitsNumber(_ start: Int, _ isRow: Bool) -> Bool {
    var at = start
    while at < bytes.count, at - start < 7, isDigit(at) { at += 1 }
    guard at > start, at + 1 < bytes.count else { return false }
    // Rust writes a colon behind the number.
    let hasColon = bytes[at] == Byte.colon
    if hasColon { at += 1 }
    guard at < bytes.count, LineBytes.isBlank(bytes[at]) else { return false }
    if !hasColon, holdsAddress(at) { return true }
    let signs = FrameSigns(bytes, from: at)
    return signs.mayFollowMark(isRow: isRow)
      || (hasColon ? signs.mayFollowColon : signs.mayFollowNumber)
  }

  /// True if an address follows what can be the name of a library.
  private func holdsAddress(_ start: Int) -> Bool {
    var before = Byte.space
    for byte in bytes[start...].prefix(200) {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "`"): return false
      case UInt8(ascii: "x") where before == Byte.zero: return true
      default: before = byte
      }
    }
    return false
  }

  /// The end of a word for `at` at a place that two bytes follow: `at`, `in`, `en` or `bei`; nil for others.
  static func caller(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    switch (bytes[place], bytes[place + 1]) {
    case (UInt8(ascii: "a"), UInt8(ascii: "t")), (UInt8(ascii: "i"), UInt8(ascii: "n")),
      (UInt8(ascii: "e"), UInt8(ascii: "n")):
      place + 2
    case (UInt8(ascii: "b"), UInt8(ascii: "e")) where bytes[place + 2] == UInt8(ascii: "i"):
      place + 3
    default: nil
    }
  }

  private func isDigit(_ at: Int) -> Bool { at < bytes.count && LineBytes.isDigit(bytes[at]) }

  /// True for a byte that is left out when a line becomes text.
  static func isControl(_ byte: UInt8) -> Bool {
    byte < Byte.space && byte != Byte.tab && byte != Byte.carriage || byte == 0x7f
  }

  /// True for what stands before a frame that is indented, quoted, or an item of a list.
  private static func isMargin(_ byte: UInt8) -> Bool {
    LineBytes.isQuote(byte) || byte == UInt8(ascii: "!") || byte == Byte.colon
  }

  /// True for a blank, or a mark of a quotation or a list.
  static func isDress(_ byte: UInt8) -> Bool { LineBytes.isQuote(byte) || byte == Byte.minus }

  /// The kinds of frames of Swift's own backtraces.
  static let kinds: [StaticString] = ["[ra] ", "[async] ", "[inlined] ", "[system] "]
}

/// The signs in the rest of a line by which a frame could be told from other text.
private struct FrameSigns {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The first byte that is no blank.
  private let start: Int
  /// The first place of each sign; the end of the line without one.
  private var parenthesis: Int
  private var tick: Int
  private var address: Int
  private var space: Int
  private var tab: Int
  /// The last place of what a function has beside its name: `(`, `[` or `___`.
  private var lastOpen = -1
  private var pipes = 0
  /// True for `::`, for `-[`, for `[0x`, for `a.b(`, for a mark and a frame's beginning behind it.
  private var isQualified = false
  private var isObjective = false
  private var isSampled = false
  private var isCall = false
  private var isBehindMark = false
  /// True if a mark and a blank, as a log's prefix ends, stand anywhere.
  private var hasMark = false
  private var hasOtherSign = false
  /// True for a byte that is left out when the line becomes text.
  private var hasControl = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, from first: Int) {
    self.bytes = bytes
    var first = first
    while first < bytes.count, LineBytes.isBlank(bytes[first]) { first += 1 }
    start = first
    (parenthesis, tick, address) = (bytes.count, bytes.count, bytes.count)
    (space, tab) = (bytes.count, bytes.count)
    scan()
  }

  private mutating func scan() {
    var hasDot = false
    var before = Byte.space
    for index in start..<bytes.count {
      let byte = bytes[index]
      defer { before = byte }
      if Self.isName(byte) {
        if byte == Byte.dot { hasDot = true }
        if byte == UInt8(ascii: "x"), before == Byte.zero { noteAddress(index - 1) }
        if byte == UInt8(ascii: "_"), before == byte { lastOpen = index }
        continue
      }
      switch byte {
      case UInt8(ascii: "("):
        parenthesis = min(parenthesis, index)
        lastOpen = index
        if hasDot, Self.isName(before) { isCall = true }
      case Byte.openBracket:
        lastOpen = index
        if before == Byte.minus || before == Byte.plus { isObjective = true }
      case UInt8(ascii: "`"): tick = min(tick, index)
      case Byte.space:
        space = min(space, index)
        noteBlank(index, after: before)
      case Byte.tab:
        tab = min(tab, index)
        noteBlank(index, after: before)
      case UInt8(ascii: "|"): pipes += 1
      case Byte.colon: if before == byte { isQualified = true }
      default: if FrameBeginning.isControl(byte) { hasControl = true }
      }
      hasDot = false
    }
  }

  private mutating func noteAddress(_ index: Int) {
    address = min(address, index)
    if index > 0, bytes[index - 1] == Byte.openBracket { isSampled = true }
  }

  /// Notes what a blank ends or begins: a log's prefix, ` - `, ` @ `, ` at `.
  private mutating func noteBlank(_ index: Int, after before: UInt8) {
    switch before {
    case Byte.colon, Byte.closeBracket, UInt8(ascii: ")"), UInt8(ascii: "|"):
      hasMark = true
      if beginsFrame(index + 1) { isBehindMark = true }
      if before == Byte.colon, index > 1, bytes[index - 2] &- Byte.zero <= 9 { isBehindMark = true }
    case Byte.minus, UInt8(ascii: "@"):
      if index > 1, LineBytes.isBlank(bytes[index - 2]) { hasOtherSign = true }
    case UInt8(ascii: "t"):
      if index > 2, bytes[index - 2] == UInt8(ascii: "a"),
        LineBytes.isBlank(bytes[index - 3])
      {
        hasOtherSign = true
      }
    default: break
    }
  }

  /// True if a frame may begin here, behind the prefix of a log.
  private func beginsFrame(_ place: Int) -> Bool {
    var at = place
    while at < bytes.count, FrameBeginning.isDress(bytes[at]) { at += 1 }
    guard at + 2 < bytes.count else { return false }
    if let end = FrameBeginning.caller(at: at, in: bytes) {
      return end < bytes.count && LineBytes.isBlank(bytes[end])
    }
    switch bytes[at] {
    case UInt8(ascii: "#"): return bytes[at + 1] &- Byte.zero <= 9
    case Byte.zero...Byte.nine: return endsNumber(at)
    case 0xe2, 0xc3, 0xd0, 0xe5: return true
    default: return false
    }
  }

  /// True for a number of a frame, behind which a blank stands, or a colon and a blank.
  private func endsNumber(_ start: Int) -> Bool {
    var at = start
    while at < bytes.count, bytes[at] &- Byte.zero <= 9 { at += 1 }
    if at < bytes.count, bytes[at] == Byte.colon { at += 1 }
    return at < bytes.count && LineBytes.isBlank(bytes[at])
  }

  /// True if a frame may stand behind the prefix of a log, or in the cells of a table.
  func mayFollowMark(isRow: Bool) -> Bool {
    if pipes > 0, isRow || pipes > 1 { return true }
    if hasControl || isObjective || isBehindMark { return true }
    return hasMark && (isCall || hasOtherSign)
  }

  /// True if the rest may be a function behind a number with a colon.
  var mayFollowColon: Bool {
    let next = afterWord
    if isQualified || isSampled || address == start || next == bytes.count { return true }
    return opens(start) || opens(next)
  }

  /// True if the rest may be a library and a function, an address and a function, or a name alone.
  var mayFollowNumber: Bool {
    guard start < bytes.count else { return false }
    if isSampled || address == start || bytes[start] == 0xe2 { return true }
    if holdsThread || holdsKind { return true }
    guard address == bytes.count else {
      // The address follows the name of the library.
      return parenthesis > address && tick > address && address - start <= 400
    }
    let name = nameEnd(start)
    if name < bytes.count, bytes[name] == UInt8(ascii: "("), isCall { return true }
    let isGap = tab < space || space + 1 < bytes.count && bytes[space + 1] == Byte.space
    if isGap || tab < bytes.count { return lastOpen > afterWord || mayBeginFunction(afterWord) }
    guard name == space else { return false }
    let function = nameEnd(space + 1)
    return function > space + 1 && function < bytes.count
      && bytes[function] == UInt8(ascii: "(")
  }

  /// True for a thread in a call graph of samples.
  private var holdsThread: Bool {
    bytes[start...].starts(with: "Thread_".utf8)
  }

  /// True for the kind of a frame in brackets: `[ra]`, `[async]`, `[inlined]`, `[system]`.
  private var holdsKind: Bool {
    bytes[start] == Byte.openBracket
      && FrameBeginning.kinds.contains { LineBytes(bytes).has($0, at: start) }
  }

  private var wordEnd: Int { min(space, tab) }

  private var afterWord: Int {
    var at = wordEnd
    while at < bytes.count, LineBytes.isBlank(bytes[at]) { at += 1 }
    return at
  }

  /// True for a bracket, or `(anonymous`, with which a function may begin; a word in parentheses isn't one.
  private func mayBeginFunction(_ at: Int) -> Bool {
    LineBytes(bytes)[at] == Byte.openBracket || LineBytes(bytes).has("(a", at: at)
  }

  private func opens(_ at: Int) -> Bool {
    bytes[at] == UInt8(ascii: "(") || bytes[at] == Byte.openBracket || bytes[at] == Byte.openBrace
  }

  private func nameEnd(_ from: Int) -> Int {
    var at = from
    while at < bytes.count, Self.isName(bytes[at]) { at += 1 }
    return at
  }

  /// True for a byte of a name, and of a character that is not ASCII.
  private static func isName(_ byte: UInt8) -> Bool {
    byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- Byte.zero <= 9 || byte >= 0x80
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte == Byte.dot
  }
}
