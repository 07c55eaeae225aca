/// A part of a Swift file: a word, a sign, an attribute, a directive, or a string.
struct SwiftToken {
  enum Kind {
    case word, sign, attribute, directive, string
  }

  let kind: Kind
  /// Its characters; of a string, nothing.
  let text: String
  /// Its place in the file's bytes.
  let range: Range<Int>
  /// Its line, from 1 on.
  let line: Int
}

/// Splits a Swift file into tokens, so that what stands in comments and strings is not taken for code.
struct SwiftTokens {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var tokens: [SwiftToken] = []

  /// The tokens of a file.
  static func of(_ bytes: [UInt8]) -> [SwiftToken] {
    var scanner = SwiftTokens(bytes: bytes)
    if bytes.starts(with: byteOrderMark) { scanner.place = byteOrderMark.count }
    while scanner.place < bytes.count { scanner.readOne() }
    return scanner.tokens
  }

  /// The bytes with which some editors begin a file.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8? {
    place + offset < bytes.count ? bytes[place + offset] : nil
  }

  private mutating func step() {
    if byte() == UInt8(ascii: "\n") { line += 1 }
    place += 1
  }

  private mutating func readOne() {
    guard let first = byte() else { return }
    switch (first, byte(1)) {
    case (UInt8(ascii: "/"), UInt8(ascii: "/")):
      while let next = byte(), next != UInt8(ascii: "\n") { place += 1 }
    case (UInt8(ascii: "/"), UInt8(ascii: "*")): skipComment()
    case (UInt8(ascii: "\""), _): readString(hashes: 0)
    case (UInt8(ascii: "#"), _): readHash()
    case (UInt8(ascii: "@"), let next?) where SwiftTokens.isPartOfWord(next):
      readWord(.attribute, from: 1)
    case (UInt8(ascii: "`"), _):
      let start = place
      place += 1
      while let next = byte(), next != UInt8(ascii: "`"), next != UInt8(ascii: "\n") { place += 1 }
      if byte() == UInt8(ascii: "`") { place += 1 }
      add(.word, from: start, line: line)
    case _ where SwiftTokens.isPartOfWord(first): readWord(.word, from: 0)
    case (UInt8(ascii: " "), _), (UInt8(ascii: "\t"), _), (UInt8(ascii: "\n"), _),
      (UInt8(ascii: "\r"), _):
      step()
    default:
      place += 1
      add(.sign, from: place - 1, line: line)
    }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private mutating func add(_ kind: SwiftToken.Kind, from start: Int, line: Int) {
    let text = kind == .string ? "" : String(decoding: bytes[start..<place], as: UTF8.self)
    tokens.append(SwiftToken(kind: kind, text: text, range: start..<place, line: line))
  }

  private mutating func readWord(_ kind: SwiftToken.Kind, from offset: Int) {
    let start = place
    place += offset
    while let next = byte(), SwiftTokens.isPartOfWord(next) { place += 1 }
    add(kind, from: start, line: line)
  }

  /// Reads what begins with a `#`: a raw string, or a directive.
  private mutating func readHash() {
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    if byte(hashes) == UInt8(ascii: "\"") {
      readString(hashes: hashes)
    } else if hashes == 1, byte(1) == UInt8(ascii: "/") {
      skipExpression()
    } else if hashes == 1, let next = byte(1), SwiftTokens.isPartOfWord(next) {
      readWord(.directive, from: 1)
    } else {
      place += 1
      add(.sign, from: place - 1, line: line)
    }
  }

  /// Skips a regular expression.
  private mutating func skipExpression() {
    place += 2
    while place < bytes.count, !(byte() == UInt8(ascii: "/") && byte(1) == UInt8(ascii: "#")) {
      step()
    }
    place = min(place + 2, bytes.count)
  }

  /// Skips a comment, which may hold others.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        place += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        place += 2
      } else {
        step()
      }
    } while depth > 0 && place < bytes.count
  }

  /// Reads a string with all that it interpolates as one token.
  private mutating func readString(hashes: Int) {
    let (start, first) = (place, line)
    skipString(hashes: hashes)
    add(.string, from: start, line: first)
  }

  /// A string that is open, or an interpolation in it.
  private enum Opened {
    case string(hashes: Int, quotes: Int)
    /// The parentheses that are open.
    case interpolation(depth: Int)
  }

  /// Skips a string.
  ///
  /// A list holds the open ones, since interpolations nest as deep as a file likes.
  private mutating func skipString(hashes: Int) {
    var open = [begin(hashes: hashes)]
    while let last = open.last, let next = byte() {
      switch last {
      case .string(let hashes, let quotes):
        if next == UInt8(ascii: "\\"), hasHashes(hashes, at: 1) {
          place += 1 + hashes
          if byte() == UInt8(ascii: "(") { open.append(.interpolation(depth: 0)) } else { step() }
        } else if next == UInt8(ascii: "\""),
          (0..<quotes).allSatisfy({ byte($0) == UInt8(ascii: "\"") }), hasHashes(hashes, at: quotes)
        {
          place += quotes + hashes
          open.removeLast()
        } else if next == UInt8(ascii: "\n"), quotes == 1 {
          open.removeLast()
        } else {
          step()
        }
      case .interpolation(let depth):
        if next == UInt8(ascii: "\"") {
          open.append(begin(hashes: 0))
          continue
        }
        let change = next == UInt8(ascii: "(") ? 1 : next == UInt8(ascii: ")") ? -1 : 0
        step()
        open[open.count - 1] = .interpolation(depth: depth + change)
        if depth + change == 0 { open.removeLast() }
      }
    }
  }

  private func hasHashes(_ count: Int, at offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
  }

  /// Steps over the beginning of a string.
  private mutating func begin(hashes: Int) -> Opened {
    place += hashes
    let isLong = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    let quotes = isLong ? 3 : 1
    place += quotes
    return .string(hashes: hashes, quotes: quotes)
  }
}
