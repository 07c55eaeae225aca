/// The part of a console log's line that precedes its message.
///
/// It is recognised in the forms of Xcode's console, of `log show` in its default and compact
/// styles, of Console, and of a device's syslog:
///
/// ```
/// 2026-03-02 09:14:02.731980+0100 Shop[411:20931] message
/// 2026-03-02 09:14:02.731 Df Shop[411:20931] message
/// 2026-03-02 09:14:02.731203+0100 0x2f1a1    Error       0x0    6120   0    Notes: message
/// default\t09:14:02.731980+0100\tShop\tmessage
/// Mar  2 09:20:11 Annas-iPhone Feed(UIKitCore)[977] <Error>: message
/// ```
struct ConsolePrefix {
  /// `Shop[411]`, as far as the line has it; empty if it has only a time, nil without a prefix.
  let process: String?
  /// The text after the prefix.
  let message: Substring

  init(_ line: String) {
    var line = line
    line.makeContiguousUTF8()
    let found = line.utf8.withContiguousStorageIfAvailable { bytes in
      Self.parts(of: LineBytes(bytes)).map { ($0.process(in: bytes), $0.message) }
    }
    guard let (process, start) = found ?? nil else {
      (self.process, message) = (nil, line[...])
      return
    }
    self.process = process
    message = line[line.utf8.index(line.startIndex, offsetBy: start)...]
  }

  /// The place of the message behind a prefix, or behind a time alone; nil without one.
  static func beginningOfMessage(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    parts(of: LineBytes(bytes))?.message
  }

  /// The places of a prefix's parts.
  private struct Parts {
    var name: Range<Int>?
    var identifier: Range<Int>?
    var message: Int

    func process(in bytes: UnsafeBufferPointer<UInt8>) -> String {
      func text(_ range: Range<Int>?) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range ?? 0..<0]), as: UTF8.self)
      }
      return text(name) + (identifier.map { "[\(text($0))]" } ?? "")
    }
  }

  /// The names of streams that the logs of containers write after the time.
  private static let streams: [StaticString] = [
    " stdout F ", " stderr F ", " stdout P ", " stderr P ", " 00O ", " 00E ", " 01O ", " 01E ",
    " 00O+", " 00E+", " 01O+", " 01E+",
  ]

  /// The maximum length of a process name.
  private static let longest = 160

  private static func parts(of line: LineBytes) -> Parts? {
    afterTime(line).map {
      betweenTabs(line, $0) ?? inColumns(line, $0) ?? beforeBrackets(line, $0) ?? Parts(message: $0)
    }
  }

  /// The place after the time at the beginning of a line; nil if there is none.
  private static func afterTime(_ line: LineBytes) -> Int? {
    var at = 0
    if take(&at, "dddd-dd-dd", line) {
      guard line[at] == Byte.space || line[at] == UInt8(ascii: "T") else { return nil }
      at += 1
    } else if take(&at, "Aaa ", line) {
      at = line.end(from: at) { $0 == Byte.space }
      at = line.end(from: at, LineBytes.isDigit)
      guard take(&at, " ", line) else { return nil }
    } else {
      at = line.end(from: 0) { $0 &- UInt8(ascii: "a") < 26 }
      guard (4...8).contains(at), take(&at, "\t", line) else { return nil }
    }
    guard take(&at, "dd:dd:dd", line) else { return nil }
    at = line.end(from: at) { LineBytes.isDigit($0) || $0 == Byte.dot || $0 == Byte.comma }
    if take(&at, "Z", line) {
      // A container's stream: `Z stderr F message`, `Z 01O message`.
      return at + (Self.streams.first { line.has($0, at: at) }?.utf8CodeUnitCount ?? 0)
    }
    if take(&at, "+dd:dd", line) || take(&at, "-dd:dd", line) { return at }
    if take(&at, "+dddd", line) || take(&at, "-dddd", line) { return at }
    return at
  }

  /// Takes text of a form in which `d`, `A` and `a` stand for digits and letters.
  private static func take(_ at: inout Int, _ form: StaticString, _ line: LineBytes) -> Bool {
    guard at + form.utf8CodeUnitCount <= line.count else { return false }
    for index in 0..<form.utf8CodeUnitCount {
      let byte = line[at + index]
      let expected = form.utf8Start[index]
      let fits =
        switch expected {
        case UInt8(ascii: "d"): LineBytes.isDigit(byte)
        case UInt8(ascii: "A"): byte &- UInt8(ascii: "A") < 26
        case UInt8(ascii: "a"): byte &- UInt8(ascii: "a") < 26
        default: byte == expected
        }
      guard fits else { return false }
    }
    at += form.utf8CodeUnitCount
    return true
  }

  /// `\tShop\tmessage`.
  private static func betweenTabs(_ line: LineBytes, _ start: Int) -> Parts? {
    guard line[start] == Byte.tab else { return nil }
    let first = start + 1
    let end = min(line.place(of: Byte.tab, from: first) ?? line.count, first + longest)
    guard end > first, end < line.count, line[end] == Byte.tab else { return nil }
    return Parts(name: first..<end, message: end + 1)
  }

  /// `0x2f1a1    Error       0x0    6120   0    Notes: message`.
  private static func inColumns(_ line: LineBytes, _ start: Int) -> Parts? {
    var at = start
    func word() -> Range<Int> {
      let first = line.end(from: at) { $0 == Byte.space }
      let end = line.end(from: first) { $0 != Byte.space }
      at = min(end, first + longest)
      return first..<at
    }
    guard line.has("0x", at: word().lowerBound), !word().isEmpty,
      line.has("0x", at: word().lowerBound)
    else { return nil }
    let (identifier, _, name) = (word(), word(), word())
    guard !identifier.isEmpty,
      line.end(from: identifier.lowerBound, LineBytes.isDigit) >= identifier.upperBound,
      name.count > 1, line[name.upperBound - 1] == Byte.colon
    else { return nil }
    return Parts(
      name: name.lowerBound..<(name.upperBound - 1), identifier: identifier,
      message: line.end(from: at) { $0 == Byte.space })
  }

  /// True for a bracket that no name of a process has.
  private static func isBracket(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == Byte.closeBracket
  }

  /// `Df Shop[411:20931] message`, `Annas-iPhone Feed(UIKitCore)[977] <Error>: message`.
  private static func beforeBrackets(_ line: LineBytes, _ start: Int) -> Parts? {
    guard let open = line.place(of: Byte.openBracket, from: start), open - start <= longest else {
      return nil
    }
    let name = line.part(start..<open)
    guard !name.bytes.contains(where: isBracket) else { return nil }
    let first = open + 1
    let digits = min(line.end(from: first, LineBytes.isDigit), first + 20)
    let end = min(line.place(of: Byte.closeBracket, from: digits) ?? line.count, digits + 24)
    guard digits > first, end < line.count, line[end] == Byte.closeBracket,
      end == digits || line[digits] == Byte.colon
    else { return nil }
    // Leaves out the library that logged it, and anything before the name.
    let own = start..<(start + (name.place(of: UInt8(ascii: "(")) ?? name.count))
    guard let last = own.last(where: { line[$0] != Byte.space }) else { return nil }
    let blank = own.prefix(upTo: last).last { line[$0] == Byte.space }
    let word = blank.map { $0 + 1 } ?? own.lowerBound
    let colons = line.end(from: end + 1) { $0 == Byte.colon }
    return Parts(
      name: word..<(last + 1), identifier: first..<digits,
      message: line.end(from: colons) { $0 == Byte.space })
  }
}
