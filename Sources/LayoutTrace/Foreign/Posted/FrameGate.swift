/// Tells by its bytes that a text can be no frame of a notation, before the notation reads it.
///
/// Each gate belongs to one `NotationKind`, and passes all that its notation could read:
/// it refuses what lacks something without which the notation finds nothing.
enum FrameGate {
  private static let open = UInt8(ascii: "(")
  private static let close = UInt8(ascii: ")")

  static func debugger(_ text: LineBytes) -> Bool {
    let start = text.has("frame #") ? 7 : text[0] == UInt8(ascii: "#") ? 1 : nil
    guard let start, let end = text.endOfNumber(from: start) else { return false }
    let next = text[end] == Byte.colon ? text[end + 1] : text[end]
    return next == 0 || LineBytes.isBlank(next)
  }

  static func numbered(_ text: LineBytes) -> Bool {
    let start = text.has("at ") ? text.end(from: 3, LineBytes.isBlank) : 0
    guard let end = text.endOfNumber(from: start), LineBytes.isBlank(text[end]) else {
      return false
    }
    let rest = text.from(text.end(from: end, LineBytes.isBlank))
    if rest[0] == Byte.openBracket, FrameBeginning.kinds.contains(where: { rest.has($0) }) {
      return true
    }
    if rest.has("0x") { return true }
    guard let address = rest.place(of: "0x") else { return withoutAddress(rest) }
    let library = rest.part(rest.trimmed(0..<address))
    return LineBytes.isHexDigit(rest[address + 2]) && library.count <= 130 && !library.holds(open)
      && !library.holds(UInt8(ascii: "`"))
  }

  private static func withoutAddress(_ rest: LineBytes) -> Bool {
    if rest.has("-[") || rest.has("+[") || labelled(rest) { return true }
    guard let gap = rest.place(of: "  ") ?? rest.place(of: Byte.tab) else {
      return afterOneBlank(rest)
    }
    guard mayBeginLibrary(rest[0]),
      !rest.upTo(gap).holds(Byte.space)
    else { return false }
    let function = rest.part(rest.trimmed((gap + 1)..<rest.count))
    // A cell of a table may be a word in parentheses.
    return function.place(of: open, from: 1) != nil || function.has("(anonymous")
      || function.holds(Byte.openBracket) || function.holds("___")
  }

  private static func mayBeginLibrary(_ byte: UInt8) -> Bool {
    LineBytes.mayBeLetter(byte) || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "<")
  }

  private static func afterOneBlank(_ rest: LineBytes) -> Bool {
    guard let blank = rest.place(of: Byte.space), rest.upTo(blank).isName else { return false }
    let function = rest.from(blank + 1)
    if function.has("-[") || function.has("+[") { return true }
    return function.place(of: open).map { function.upTo($0).isName } ?? false
  }

  static func colon(_ text: LineBytes) -> Bool {
    text.endOfNumber(from: 0).map { text[$0] == Byte.colon && text[$0 + 1] == Byte.space } ?? false
  }

  static func sampled(_ text: LineBytes) -> Bool {
    guard text[text.count - 1] == Byte.closeBracket, text.holds("[0x") else { return false }
    let start = text.end(from: 0) {
      $0 == UInt8(ascii: "!") || $0 == Byte.colon || $0 == Byte.space
    }
    return text.endOfNumber(from: start).map { text[$0] == Byte.space } ?? false
  }

  static func java(_ text: LineBytes) -> Bool {
    guard text[text.count - 1] == close, let last = text.lastPlace(of: open) else { return false }
    let inner = text.part((last + 1)..<(text.count - 1))
    if inner.has("Native ") || inner.has("native") || inner.has("Unknown Source") { return true }
    if inner.has("SourceFile:") { return true }
    let file = inner.upTo(inner.place(of: Byte.colon) ?? inner.count)
    return file.ends(with: ".java") || file.ends(with: ".kt") || file.ends(with: ".scala")
      || file.ends(with: ".groovy")
  }

  static func unity(_ text: LineBytes) -> Bool {
    text[text.count - 1] == close && text.holds(") (at ")
  }

  static func dotNet(_ text: LineBytes) -> Bool {
    // A word of another script, or one whose accent is a character of its own.
    let isOther = text[0] >= 0x80 || text[0] == UInt8(ascii: "a") && text[1] >= 0x80
    guard isOther || text.has("at ") || text.has("en ") || text.has("bei ") else { return false }
    guard !isOther, let blank = text.place(of: Byte.space), let end = text.place(of: open) else {
      return isOther
    }
    let name = text.part(text.trimmed(blank..<max(blank, end)))
    return name.holds(Byte.dot) && !name.holds(Byte.space)
  }

  static func visualStudio(_ text: LineBytes) -> Bool {
    text.holds(".dll!") || text.holds(".exe!")
  }

  static func dartWeb(_ text: LineBytes) -> Bool {
    guard let blank = text.place(of: Byte.space) else { return false }
    let file = text.upTo(blank)
    return file.ends(with: ".dart") || file.ends(with: ".dart.js")
  }

  static func python(_ text: LineBytes) -> Bool { text.has("File \"") }

  static func script(_ text: LineBytes) -> Bool {
    guard text.has("at ") || text.has("in ") else { return false }
    let rest = text.part(text.trimmed(3..<text.count))
    return rest[rest.count - 1] == close && rest.holds(open) || !rest.holds(Byte.space)
  }

  static func firefox(_ text: LineBytes) -> Bool {
    guard let mark = text.place(of: UInt8(ascii: "@")), !text.upTo(mark).holds(Byte.space) else {
      return false
    }
    let source = text.from(mark + 1)
    return source.has("[native code]") || !source.holds(Byte.space)
  }

  static func devTools(_ text: LineBytes) -> Bool {
    var at = 1
    while let mark = text.place(of: UInt8(ascii: "@"), from: at) {
      let before = text[mark - 1]
      if LineBytes.isBlank(before), before == text[mark + 1] { return true }
      at = mark + 1
    }
    return false
  }

  static func placeFirst(_ text: LineBytes) -> Bool {
    guard let blank = text.place(of: Byte.space), blank > 0, text.has(" - ", at: blank) else {
      return false
    }
    return text.upTo(blank).mayEndWithNumber
  }

  static func placedInWords(_ text: LineBytes) -> Bool {
    guard let blank = text.place(of: Byte.space), text.has(" in ", at: blank) else { return false }
    return text.holds(" at line ")
  }

  static func symbolOnly(_ text: LineBytes) -> Bool {
    guard let open = text.place(of: "-[") ?? text.place(of: "+[") else { return false }
    let library = text.part(text.trimmed(0..<open))
    return library.count < 60 && !library.holds(Byte.space) && text.holds(Byte.closeBracket)
  }

  static func labelled(_ text: LineBytes) -> Bool {
    guard text[text.count - 1] == close, text.count < 200 else { return false }
    let first = text[0]
    // A mark before the name is no ASCII character.
    if first >= 0x80 { return true }
    guard first &- UInt8(ascii: "A") < 26 || first == UInt8(ascii: "_") || first == Byte.space,
      let end = text.place(of: open)
    else { return false }
    let name = text.part(text.trimmed(0..<end))
    return name.holds(Byte.dot) && name.isName
  }

  static func julia(_ text: LineBytes) -> Bool {
    guard text.holds(" at ") else { return false }
    let end = text.ends(with: " [inlined]") ? text.count - 10 : text.count
    let rest = text.part(text.trimmed(0..<end))
    return rest.mayEndWithNumber || rest.ends(with: " (unknown line)")
  }
}
