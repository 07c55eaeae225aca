/// The words and braces of Swift code, without comments and texts; what an interpolation names is code.
struct SwiftTokens {
  enum Token: Equatable {
    case word(String)
    case dot, openBrace, closeBrace, openParenthesis, other
  }

  private(set) var tokens: [Token] = []
  private let bytes: [UInt8]
  private var place = 0

  init(_ code: String) {
    bytes = Array(code.utf8)
    readCode(inInterpolation: false)
  }

  /// Reads code, that of an interpolation up to the parenthesis that ends it.
  private mutating func readCode(inInterpolation: Bool) {
    var parentheses = 1
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "/") where follows("//"): skip(until: "\n")
      case UInt8(ascii: "/") where follows("/*"): skip(until: "*/")
      case UInt8(ascii: "/") where beginsPattern: readPattern()
      case UInt8(ascii: "\""): readText(hashes: 0)
      case UInt8(ascii: "#"): readHashes()
      case UInt8(ascii: ".") where follows("..."), UInt8(ascii: ".") where follows("..<"):
        // A range: what follows is no member.
        place += 3
        tokens.append(.other)
      case UInt8(ascii: "."): add(.dot)
      case UInt8(ascii: "{"): add(.openBrace)
      case UInt8(ascii: "}"): add(.closeBrace)
      case UInt8(ascii: " "), UInt8(ascii: "\n"): place += 1
      case UInt8(ascii: "("):
        parentheses += 1
        add(.openParenthesis)
      case UInt8(ascii: ")"):
        parentheses -= 1
        add(.other)
        if inInterpolation, parentheses == 0 { return }
      case let byte where Self.isPartOfWord(byte): readWord()
      default: add(.other)
      }
    }
  }

  private mutating func add(_ token: Token) {
    tokens.append(token)
    place += 1
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private mutating func readWord() {
    let start = place
    while place < bytes.count, Self.isPartOfWord(bytes[place]) { place += 1 }
    tokens.append(.word(String(decoding: bytes[start..<place], as: UTF8.self)))
  }

  private func follows(_ text: String) -> Bool {
    // Most places differ in their first byte.
    guard place < bytes.count, bytes[place] == text.utf8.first else { return false }
    return bytes[place...].starts(with: text.utf8)
  }

  private mutating func skip(until end: String) {
    while place < bytes.count, !follows(end) { place += 1 }
    place = min(bytes.count, place + end.utf8.count)
  }

  /// True if a slash stands where an operand is expected, and another ends the pattern in its line.
  private var beginsPattern: Bool {
    let before = bytes[..<place].last { $0 != UInt8(ascii: " ") } ?? UInt8(ascii: "\n")
    guard "\n(,=:[{!&|?;".utf8.contains(before), !follows("/ "), !follows("/)") else {
      return false
    }
    return bytes[(place + 1)...].prefix { $0 != UInt8(ascii: "\n") }.contains(UInt8(ascii: "/"))
  }

  private mutating func readPattern() {
    place += 1
    while place < bytes.count, !follows("/"), !follows("\n") { place += follows("\\") ? 2 : 1 }
    add(.other)
  }

  /// Reads a text or a pattern between hashes; alone they are part of a directive or a macro.
  private mutating func readHashes() {
    let hashes = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
    place += hashes
    if follows("\"") {
      readText(hashes: hashes)
    } else if follows("/") {
      skip(until: "/" + String(repeating: "#", count: hashes))
      tokens.append(.other)
    } else {
      tokens.append(.other)
    }
  }

  /// Reads a text, and its interpolations as code.
  private mutating func readText(hashes: Int) {
    tokens.append(.other)
    let quote = follows("\"\"\"") ? "\"\"\"" : "\""
    let marks = String(repeating: "#", count: hashes)
    place += quote.utf8.count
    while place < bytes.count {
      if follows(quote + marks) {
        place += quote.utf8.count + hashes
        return
      }
      guard follows("\\" + marks) else {
        place += 1
        continue
      }
      place += 1 + hashes
      let isInterpolation = follows("(")
      place += 1
      if isInterpolation { readCode(inInterpolation: true) }
    }
  }
}
