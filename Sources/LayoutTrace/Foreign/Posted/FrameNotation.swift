/// Reads a line as a frame of a call stack, in any of the notations that people post.
///
/// Each notation is a function that takes a line without quotes and log prefixes, and returns nil for
/// lines that are not its own. All of them look at each byte a bounded number of times.
enum FrameNotation {
  private static let all: [@Sendable (Substring) -> PostedFrame?] = [
    debugger, numbered, colon, sampled, java, dotNet, visualStudio, dartWeb, python, script,
    firefox, devTools, placeFirst, placedInWords, symbolOnly, labelled,
    julia,
  ]

  /// The longest line that can be a frame.
  private static let longest = 4_000

  /// The frame in a line; nil for any other text.
  static func frame(in line: String) -> PostedFrame? {
    guard line.utf8.count <= longest, line.utf8.count > 3 else { return nil }
    // Text that was copied from a page has blanks at which lines do not break.
    if line.utf8.contains(0xc2), line.contains("\u{a0}") {
      return frame(in: line.replacing("\u{a0}", with: " "))
    }
    let text = withoutQuotes(line[...])
    if let frame = read(text) { return frame }
    let message = ConsolePrefix(line)
    if message.process != nil, let frame = read(withoutQuotes(message.message)) { return frame }
    return afterPrefix(text)
  }

  /// The frame after what a log wrote before it, each part of which ends with a mark and a blank.
  ///
  /// `E/AndroidRuntime( 812): at …`, `1194  1194 W System.err: \tat …`, `runtime.cc:284]   at …`,
  /// `I/flutter (18676): #95 …`, `flutter: #34 …`; a console of a browser writes `sdk.js:40220 …`.
  private static func afterPrefix(_ text: Substring) -> PostedFrame? {
    let bytes = text.utf8
    let source = bytes.prefix(160).prefix { $0 != Byte.space }
    if Substring(source).holds(".js:"), let digit = source.last, digit &- Byte.zero <= 9,
      let frame = read(text[source.endIndex...].trimmed)
    {
      return frame
    }
    var index = bytes.startIndex
    var left = 4
    while left > 0,
      let mark = bytes[index...].prefix(160).firstIndex(where: { ":])|".utf8.contains($0) })
    {
      index = bytes.index(after: mark)
      guard index < bytes.endIndex, bytes[index] == Byte.space || bytes[index] == Byte.tab else {
        continue
      }
      left -= 1
      if let frame = read(withoutQuotes(text[index...])) { return frame }
    }
    return nil
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

  private static func read(_ text: Substring) -> PostedFrame? {
    guard text.utf8.count > 3 else { return nil }
    for notation in all {
      if let frame = notation(text), !frame.function.isEmpty { return frame }
    }
    return nil
  }

  /// The text without indentation, quotation marks of mail and markdown, and list marks.
  private static func withoutQuotes(_ line: Substring) -> Substring {
    var text = line.trimmed.drop { ">|*`\" \t+".contains($0) }.trimmed
    for item in ["- ", "• ", "– "] where text.hasPrefix(item) { text = text.dropFirst(2).trimmed }
    // The line may be code, or an element of an array or an object of JSON.
    while let last = text.last,
      "\"`".contains(last) || ",}".contains(last) && text.dropLast().last == "\""
    {
      text = text.dropLast()
    }
    return text.trimmed
  }

  // MARK: Places

  /// `File.swift:315:9` of `/Users/a/File.swift:315:9`, without the folders and the query of an address.
  static func place(_ text: Substring) -> String? {
    var rest = text.trimmed
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
    return ([file] + numbers).joined(separator: ":")
  }

  static func fileName(_ path: Substring) -> Substring? {
    let path = path.prefix { $0 != "?" && $0 != "#" }
    return path.split { $0 == "/" || $0 == "\\" }.last
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
