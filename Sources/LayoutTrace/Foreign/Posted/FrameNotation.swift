import Foundation

/// Reads a line as a frame of a call stack, in any of the notations that people post.
///
/// Each notation is a function that takes a line without quotes and log prefixes, and returns nil for
/// lines that are not its own. All of them look at each byte a bounded number of times.
enum FrameNotation {
  /// A notation, with what a line must have for it: these signs, and one of these bytes at its beginning.
  private struct Notation: Sendable {
    var needs: PostedSigns
    /// Nil if it may begin with any byte.
    var beginning: (@Sendable (UInt8) -> Bool)?
    var read: @Sendable (Substring) -> PostedFrame?

    init(
      _ needs: PostedSigns, _ beginning: (@Sendable (UInt8) -> Bool)? = nil,
      _ read: @escaping @Sendable (Substring) -> PostedFrame?
    ) {
      (self.needs, self.beginning, self.read) = (needs, beginning, read)
    }
  }

  /// All notations, in the order in which they are tried.
  private static let all: [Notation] = [
    Notation(.digit, { $0 == UInt8(ascii: "f") || $0 == UInt8(ascii: "#") }, debugger),
    Notation(.digit, { isDigit($0) || $0 == UInt8(ascii: "a") }, numbered),
    Notation([.digit, .colon], isDigit, colon),
    Notation(
      [.digit, .openBracket, .closeBracket, .openParenthesis],
      { isDigit($0) || $0 == UInt8(ascii: "!") || $0 == Byte.colon }, sampled),
    Notation([.openParenthesis, .closeParenthesis, .dot], nil, java),
    Notation(.unity, nil, unity),
    Notation(
      [.openParenthesis, .closeParenthesis, .dot],
      { $0 >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "e")).contains($0) }, dotNet),
    Notation(.library, nil, visualStudio),
    Notation([.dart, .colon], nil, dartWeb),
    Notation([.quote, .digit], { $0 == UInt8(ascii: "F") }, python),
    Notation([], { $0 == UInt8(ascii: "a") || $0 == UInt8(ascii: "i") }, script),
    Notation(.at, nil, firefox), Notation([.at, .digit, .colon], nil, devTools),
    Notation([.minus, .digit], nil, placeFirst), Notation([.atLine, .digit], nil, placedInWords),
    Notation([.openBracket, .closeBracket], nil, symbolOnly),
    Notation(
      [.openParenthesis, .closeParenthesis, .dot],
      { $0 &- UInt8(ascii: "A") < 26 || $0 == UInt8(ascii: "_") || $0 >= 0x80 }, labelled),
    Notation(.wordAt, nil, julia),
  ]

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- Byte.zero <= 9 }

  /// The longest line that can be a frame.
  private static let longest = 4_000

  /// The frame in a line; nil for any other text.
  static func frame(in line: String, _ signs: PostedSigns? = nil) -> PostedFrame? {
    guard line.utf8.count <= longest, line.utf8.count > 3 else { return nil }
    let signs = signs ?? PostedSigns(line)
    // Text that was copied from a page has blanks at which lines do not break.
    if signs.contains(.cross), line.utf8.contains(0xc2), line.contains("\u{a0}") {
      return frame(in: line.replacing("\u{a0}", with: " "))
    }
    let text = withoutQuotes(line[...])
    if let frame = read(text, signs) { return frame }
    if signs.isSuperset(of: [.digit, .colon]) {
      let message = ConsolePrefix(line)
      if message.process != nil, let frame = read(withoutQuotes(message.message), signs) {
        return frame
      }
    }
    return signs.isDisjoint(with: ends) ? nil : afterPrefix(text, signs)
  }

  /// The marks with which a part of a log's prefix ends.
  private static let ends: PostedSigns = [.colon, .closeBracket, .closeParenthesis, .pipe]

  /// The frame after what a log wrote before it, each part of which ends with a mark and a blank.
  ///
  /// `E/AndroidRuntime( 812): at …`, `1194  1194 W System.err: \tat …`, `runtime.cc:284]   at …`,
  /// `I/flutter (18676): #95 …`, `flutter: #34 …`; a console of a browser writes `sdk.js:40220 …`.
  private static func afterPrefix(_ text: Substring, _ signs: PostedSigns) -> PostedFrame? {
    let bytes = text.utf8
    let source = bytes.prefix(160).prefix { $0 != Byte.space }
    if Substring(source).holds(".js:"), let digit = source.last, digit &- Byte.zero <= 9,
      let frame = read(text[source.endIndex...].trimmed, signs)
    {
      return frame
    }
    var index = bytes.startIndex
    var left = 4
    while left > 0,
      let mark = bytes[index...].prefix(160).firstIndex(where: isMark)
    {
      index = bytes.index(after: mark)
      guard index < bytes.endIndex, bytes[index] == Byte.space || bytes[index] == Byte.tab else {
        continue
      }
      left -= 1
      if let frame = read(withoutQuotes(text[index...]), signs) { return frame }
    }
    return nil
  }

  /// True for a byte with which a part of a log's prefix ends.
  private static func isMark(_ byte: UInt8) -> Bool {
    byte == Byte.colon || byte == Byte.closeBracket || byte == UInt8(ascii: ")")
      || byte == UInt8(ascii: "|")
  }

  /// The beginning of the digits before a mark, which blanks separate from what a log wrote.
  static func numberBefore(_ mark: String.Index, in text: Substring) -> String.Index {
    var start = mark
    while start > text.startIndex {
      let before = text.utf8.index(before: start)
      guard text.utf8[before] &- Byte.zero <= 9 else {
        return text.utf8[before] == Byte.space ? start : mark
      }
      start = before
    }
    return mark
  }

  /// Tries the notations for which a text has the signs, which may be those of a longer text.
  private static func read(_ text: Substring, _ signs: PostedSigns) -> PostedFrame? {
    guard text.utf8.count > 3, let first = text.utf8.first else { return nil }
    for notation in all
    where signs.isSuperset(of: notation.needs) && notation.beginning?(first) != false {
      if let frame = notation.read(text), !frame.function.isEmpty { return frame }
    }
    return nil
  }

  /// The text without indentation, quotation marks of mail and markdown, and list marks.
  private static func withoutQuotes(_ line: Substring) -> Substring {
    var text = Substring(line.trimmed.utf8.drop { ">|*`\" \t+".utf8.contains($0) }).trimmed
    for item in items where text.utf8.starts(with: item) {
      text = Substring(text.utf8.dropFirst(item.count)).trimmed
    }
    // The line may be code, or an element of an array or an object of JSON.
    while let last = text.utf8.last {
      switch last {
      case Byte.quote, UInt8(ascii: "`"): break
      case Byte.comma, Byte.closeBrace:
        guard text.utf8.dropLast().last == Byte.quote else { return text.trimmed }
      default: return text.trimmed
      }
      text = Substring(text.utf8.dropLast())
    }
    return text.trimmed
  }

  /// The marks of the items of a list.
  private static let items: [[UInt8]] = ["- ", "• ", "– "].map { Array($0.utf8) }

  // MARK: Places

  /// `File.swift:315:9` of `/Users/a/File.swift:315:9`, without the folders and the query of an address.
  static func place(_ text: Substring) -> String? {
    let text = text.trimmed
    var rest = text
    guard !rest.isEmpty, rest != "<anonymous>", rest != "native" else { return nil }
    var numbers: [Substring] = []
    while numbers.count < 2, let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")) {
      let digits = rest[colon...].dropFirst()
      guard !digits.isEmpty, digits.utf8.count < 9, digits.utf8.allSatisfy({ $0 &- 48 < 10 }) else {
        break
      }
      numbers.insert(digits, at: 0)
      rest = rest[..<colon]
    }
    guard let file = fileName(rest) else { return nil }
    // A line 0 stands for none.
    if numbers.first == "0" { numbers = [] }
    if numbers.count == 2, numbers[1] == "0" { numbers.removeLast() }
    guard file.endIndex != rest.endIndex || numbers.isEmpty else {
      return String(text[file.startIndex..<(numbers.last?.endIndex ?? rest.endIndex)])
    }
    return ([file] + numbers).joined(separator: ":")
  }

  /// The last part of a path, without the query and the fragment of an address.
  static func fileName(_ path: Substring) -> Substring? {
    // Metro writes `index.bundle//&platform=ios`.
    let path = path.place(of: "//&").map { path[..<$0.lowerBound] } ?? path
    var bytes = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    while let last = bytes.last, isSlash(last) { bytes.removeLast() }
    guard !bytes.isEmpty else { return nil }
    let slash = bytes.lastIndex(where: isSlash)
    return Substring(slash.map { bytes[bytes.index(after: $0)...] } ?? bytes)
  }

  private static func isSlash(_ byte: UInt8) -> Bool {
    byte == Byte.slash || byte == Byte.backslash
  }
}

extension Substring {
  /// The text without blanks at both ends.
  var trimmed: Substring {
    var rest = utf8
    while let byte = rest.first {
      if byte == Byte.space || byte == Byte.tab {
        rest.removeFirst()
      } else if byte == 0xc2, rest.dropFirst().first == 0xa0 {
        rest.removeFirst(2)
      } else {
        break
      }
    }
    while let byte = rest.last, byte == Byte.space || byte == Byte.tab || byte == Byte.carriage {
      rest.removeLast()
    }
    return Substring(rest)
  }

  /// Takes decimal digits from the beginning.
  mutating func takeNumber() -> Int? {
    let digits = utf8.prefix { $0 &- UInt8(ascii: "0") < 10 }
    guard !digits.isEmpty, digits.count < 10 else { return nil }
    self = self[digits.endIndex...]
    return Int(Substring(digits))
  }

  /// Takes an address such as `0x1f` from the beginning; false if there is none.
  mutating func takeAddress() -> Bool {
    guard hasPrefix("0x") else { return false }
    let digits = utf8.dropFirst(2).prefix {
      $0 &- UInt8(ascii: "0") < 10 || ($0 | 0x20) &- UInt8(ascii: "a") < 6
    }
    guard !digits.isEmpty else { return false }
    self = self[digits.endIndex...]
    return true
  }
}
