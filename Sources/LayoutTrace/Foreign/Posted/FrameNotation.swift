import Foundation

/// Reads a line as a frame of a call stack, in any of the notations that people post.
///
/// Each notation is a function that takes a line without quotes and log prefixes, and returns nil for
/// lines that are not its own. All of them look at each byte a bounded number of times.
enum FrameNotation {
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
    let found = line.utf8.withContiguousStorageIfAvailable {
      FrameSearch.frame(in: line, $0, signs)
    }
    return found ?? frame(in: String(decoding: Array(line.utf8), as: UTF8.self), signs)
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
    guard begins(with: "0x") else { return false }
    let digits = utf8.dropFirst(2).prefix {
      $0 &- UInt8(ascii: "0") < 10 || ($0 | 0x20) &- UInt8(ascii: "a") < 6
    }
    guard !digits.isEmpty else { return false }
    self = self[digits.endIndex...]
    return true
  }
}
