import Foundation

/// Breaks text into lines and measures them in quarters of an em.
///
/// It counts in whole numbers, so that a sum does not depend on the order of its parts.
struct TextMeasure {
  /// The widest line, in quarters of an em, without the spaces at its end.
  private(set) var width = 0
  /// The number of lines.
  private(set) var lines = 0

  /// The width of a line, in quarters.
  private let limit: Int
  private let maximumLines: Int
  /// The line being filled, and the spaces after it, which count once another word follows.
  private var line = (width: 0, spaces: 0)
  /// The width of the word being read.
  private var word = 0

  /// Measures `text` in lines of at most `limit` quarters, at most `maximumLines` of them.
  ///
  /// A line ends at a line break, else after the last word that fits. A word wider than a line
  /// begins a line of its own and is broken between characters; every line takes at least one.
  init(_ text: String, limit: Int = .max, maximumLines: Int = .max) {
    self.limit = limit
    self.maximumLines = maximumLines
    let isRead = text.utf8.withContiguousStorageIfAvailable { readASCII($0) } ?? false
    if !isRead { read(text) }
    endWord()
    endLine()
  }

  private mutating func read(_ text: String) {
    for character in text {
      if lines == maximumLines { return }
      if character.isNewline {
        endWord()
        endLine()
      } else if character.isBreakingSpace {
        addSpace(character.quarters)
      } else {
        addLetter(character.quarters)
      }
    }
  }

  /// Reads bytes if all are ASCII; the only grapheme of two bytes is then a line break.
  private mutating func readASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return false }
    for (index, byte) in bytes.enumerated() {
      if lines == maximumLines { break }
      switch byte {
      case 0x0D where index + 1 < bytes.count && bytes[index + 1] == 0x0A: continue
      case 0x0A...0x0D:
        endWord()
        endLine()
      case 0x09, 0x20: addSpace(Character.asciiQuarters[Int(byte)])
      default: addLetter(Character.asciiQuarters[Int(byte)])
      }
    }
    return true
  }

  private mutating func addSpace(_ quarters: Int) {
    endWord()
    line.spaces += quarters
  }

  private mutating func addLetter(_ quarters: Int) {
    if word > 0, word + quarters > limit {
      if line.width + line.spaces > 0 { endLine() }
      endWord()
      endLine()
    }
    word += quarters
  }

  /// Puts the word on the line, or on the next line if there is no room.
  private mutating func endWord() {
    guard word > 0 else { return }
    let start = line.width + line.spaces
    if start > 0, start + word > limit { endLine() }
    line = (line.width + line.spaces + word, 0)
    word = 0
  }

  private mutating func endLine() {
    guard lines < maximumLines else { return }
    width = max(width, line.width)
    lines += 1
    line = (0, 0)
  }
}

extension Character {
  /// True for a space at which a line may end; non-breaking spaces are treated as letters.
  fileprivate var isBreakingSpace: Bool {
    isWhitespace && self != "\u{A0}" && self != "\u{202F}" && self != "\u{2007}"
  }

  /// The width of one grapheme cluster, in quarters of an em.
  ///
  /// Zero for characters without a shape of their own, four for square ones, otherwise one, two or
  /// three according to the tables below. Marks do not widen a letter.
  fileprivate var quarters: Int {
    if let ascii = asciiValue { return Character.asciiQuarters[Int(ascii)] }
    guard let first = unicodeScalars.first else { return 0 }
    if first.properties.isDefaultIgnorableCodePoint || first.properties.generalCategory == .control
    {
      return 0
    }
    if first.isWide || (first.properties.isEmoji && unicodeScalars.count > 1) { return 4 }
    // Canonically equivalent characters must be equally wide, so the base letter decides.
    guard first.mayHaveASCIIBase else { return 2 }
    let base = String(self).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? first
    return base.isASCII ? Character.asciiQuarters[Int(base.value)] : 2
  }

  /// The widths of the ASCII characters.
  fileprivate static let asciiQuarters: [Int] = (0..<128).map { code in
    switch Character(Unicode.Scalar(UInt8(code))) {
    case "\t": 4
    case _ where code < 0x20 || code == 0x7F: 0
    case " ", "i", "j", "l", "I", "f", "t", "r", "'", "`", ".", ",", ":", ";", "!", "|", "(", ")",
      "[", "]":
      1
    case "m", "w", "M", "W", "@", "%": 3
    default: 2
    }
  }
}

extension Unicode.Scalar {
  /// True if the scalar is an ASCII character, or could be one combined with marks.
  fileprivate var mayHaveASCIIBase: Bool {
    switch value {
    case 0...0x24F, 0x1E00...0x1FFF, 0x2000...0x22FF: true
    default: false
    }
  }

  /// True if the scalar is as wide as it is high: East Asian wide characters and emoji.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}
