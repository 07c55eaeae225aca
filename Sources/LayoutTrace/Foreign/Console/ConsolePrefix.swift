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
    guard let rest = Self.afterTime(line.utf8[...]) else {
      (process, message) = (nil, line[...])
      return
    }
    let found = Self.betweenTabs(rest) ?? Self.inColumns(rest) ?? Self.beforeBrackets(rest)
    process = found?.process ?? ""
    message = Substring(found?.message ?? rest)
  }

  private typealias Bytes = Substring.UTF8View
  private typealias Found = (process: String, message: Bytes)

  /// The maximum length of a process name.
  private static let longest = 160

  /// The rest after the time at the beginning of a line; nil if there is none.
  private static func afterTime(_ line: Bytes) -> Bytes? {
    var rest = line
    if take(&rest, "dddd-dd-dd") {
      guard let next = rest.popFirst(), next == Byte.space || next == UInt8(ascii: "T") else {
        return nil
      }
    } else if take(&rest, "Aaa ") {
      rest = rest.drop { $0 == Byte.space }
      rest = rest.drop(while: isDigit)
      guard take(&rest, " ") else { return nil }
    } else {
      let word = rest.prefix { $0 &- UInt8(ascii: "a") < 26 }
      rest = rest[word.endIndex...]
      guard (4...8).contains(word.count), take(&rest, "\t") else { return nil }
    }
    guard take(&rest, "dd:dd:dd") else { return nil }
    rest = rest.drop { isDigit($0) || $0 == Byte.dot || $0 == Byte.comma }
    if take(&rest, "Z") || take(&rest, "+dd:dd") || take(&rest, "-dd:dd") { return rest }
    if take(&rest, "+dddd") || take(&rest, "-dddd") { return rest }
    return rest
  }

  /// Takes text of a form in which `d`, `A` and `a` stand for digits and letters.
  private static func take(_ bytes: inout Bytes, _ form: StaticString) -> Bool {
    var rest = bytes
    for index in 0..<form.utf8CodeUnitCount {
      guard let byte = rest.popFirst() else { return false }
      let expected = form.utf8Start[index]
      let fits =
        switch expected {
        case UInt8(ascii: "d"): isDigit(byte)
        case UInt8(ascii: "A"): byte &- UInt8(ascii: "A") < 26
        case UInt8(ascii: "a"): byte &- UInt8(ascii: "a") < 26
        default: byte == expected
        }
      guard fits else { return false }
    }
    bytes = rest
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// `\tShop\tmessage`.
  private static func betweenTabs(_ rest: Bytes) -> Found? {
    guard rest.first == Byte.tab else { return nil }
    let name = rest.dropFirst().prefix(longest).prefix { $0 != Byte.tab }
    guard !name.isEmpty, name.endIndex < rest.endIndex, rest[name.endIndex] == Byte.tab else {
      return nil
    }
    return (String(Substring(name)), rest[name.endIndex...].dropFirst())
  }

  /// `0x2f1a1    Error       0x0    6120   0    Notes: message`.
  private static func inColumns(_ rest: Bytes) -> Found? {
    var rest = rest
    func word() -> Bytes {
      rest = rest.drop { $0 == Byte.space }
      let word = rest.prefix(longest).prefix { $0 != Byte.space }
      rest = rest[word.endIndex...]
      return word
    }
    guard word().starts(with: "0x".utf8), !word().isEmpty, word().starts(with: "0x".utf8) else {
      return nil
    }
    let (identifier, _, name) = (word(), word(), word())
    guard !identifier.isEmpty, identifier.allSatisfy(isDigit), name.count > 1,
      name.last == Byte.colon
    else { return nil }
    let process = "\(Substring(name.dropLast()))[\(Substring(identifier))]"
    return (process, rest.drop { $0 == Byte.space })
  }

  /// `Df Shop[411:20931] message`, `Annas-iPhone Feed(UIKitCore)[977] <Error>: message`.
  private static func beforeBrackets(_ rest: Bytes) -> Found? {
    let name = rest.prefix(longest).prefix { $0 != Byte.openBracket }
    guard name.endIndex < rest.endIndex, rest[name.endIndex] == Byte.openBracket,
      !name.contains(where: { "<>]".utf8.contains($0) })
    else { return nil }
    let inner = rest[name.endIndex...].dropFirst()
    let identifier = inner.prefix(20).prefix(while: isDigit)
    let end = inner[identifier.endIndex...].prefix(24).prefix { $0 != Byte.closeBracket }.endIndex
    guard !identifier.isEmpty, end < inner.endIndex, inner[end] == Byte.closeBracket,
      end == identifier.endIndex || inner[identifier.endIndex] == Byte.colon
    else { return nil }
    // Leaves out the library that logged it, and anything before the name.
    let own = name.prefix { $0 != UInt8(ascii: "(") }
    guard let word = own.split(separator: Byte.space).last else { return nil }
    let message = inner[end...].dropFirst().drop { $0 == Byte.colon }
    return ("\(Substring(word))[\(Substring(identifier))]", message.drop { $0 == Byte.space })
  }
}
