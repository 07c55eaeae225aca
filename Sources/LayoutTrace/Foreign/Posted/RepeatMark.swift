/// Words that say how often frames repeat: `x 5000`, `(×500)`, `{x1166 times!!} {`, `4 000 times`.
enum RepeatMark {
  /// The fewest rounds that say more than that a tree has levels.
  private static let fewest = 8

  /// True if these words are nothing but such a mark.
  static func isMark(_ words: Substring) -> Bool {
    guard words.utf8.count < 48, mayBeMark(words) else { return false }
    var rest = words.trimmed.drop { "([{/#*~-–.… ".contains($0) }
    _ = takeWord("repeats", &rest) || takeWord("repeated", &rest)
    let isTimes = takeSign(&rest)
    rest = rest.drop { $0 == " " || $0 == "~" || $0 == "≈" }
    let digits = rest.prefix { $0.isNumber || ",.' ’\u{a0}\u{202f}".contains($0) }
    guard let count = Int(digits.filter(\.isNumber)), count >= fewest else { return false }
    rest = rest[digits.endIndex...].trimmed
    let isCounted = takeSign(&rest) || takeWord("times", &rest)
    _ = takeWord("more", &rest) || takeWord("recursion", &rest) || takeWord("total", &rest)
    return (isTimes || isCounted) && rest.allSatisfy { ")]}{!.,:+ ".contains($0) }
  }

  /// True for words that say that something repeats.
  static func tells(_ words: Substring) -> Bool {
    words.holds("repeat") || words.holds("Repeat") || words.holds("same ") && words.holds(" frames")
  }

  /// True for words that say of frames that they repeat, or how often, and not what somebody did again.
  static func isOfFrames(_ words: Substring) -> Bool {
    guard !words.begins(with: "I "), !words.holds(" I ") else { return false }
    if let frames = words.place(of: "frame") {
      return words[frames.upperBound...].holds("repeat")
        || tells(words[..<frames.lowerBound].prefix(8))
        || words.holds("same frames")
    }
    let often: [StaticString] = ["thousand", "hundred", "million", "many", "infinit", "several"]
    return words.holds(" times")
      && (often.contains { words.holds($0) }
        || words.split { !$0.isNumber }.contains { Int($0).map { $0 >= fewest } ?? false })
  }

  /// False for words whose bytes are no mark: a number comes first, or a sign or a word and then a number.
  private static func mayBeMark(_ words: Substring) -> Bool {
    words.utf8.withContiguousStorageIfAvailable { bytes in
      let bytes = LineBytes(bytes)
      guard bytes.end(from: 0, { $0 < 0x80 }) == bytes.count else { return true }
      var at = bytes.end(from: 0) { "([{/#*~-. \t".utf8.contains($0) }
      if bytes.has("repeat", at: at) { return true }
      if bytes[at] | 0x20 == UInt8(ascii: "x") { at += 1 }
      at = bytes.end(from: at) { "~ \t,.'\r".utf8.contains($0) }
      return LineBytes.isDigit(bytes[at])
    } ?? true
  }

  /// The frame before such a mark at the end of its own line; nil without one.
  static func frame(before line: String) -> String? {
    guard line.utf8.count < 4_000, mayEndWithMark(line) else { return nil }
    let text = line[...].trimmed
    let end = text.suffix(mostOfMark)
    let signs: [StaticString] = [" x", " ×", " (", " [", " //", "×"]
    for sign in signs {
      guard let found = end.place(ofLast: sign) else { continue }
      let mark = text[found.lowerBound...]
      if isMark(mark.trimmed) { return String(text[..<found.lowerBound]) }
    }
    return nil
  }

  /// The most characters of a mark at the end of a line.
  private static let mostOfMark = 40

  /// False for lines whose last bytes can be no mark: nearly all of them, which need no closer look.
  private static func mayEndWithMark(_ line: String) -> Bool {
    line.utf8.withContiguousStorageIfAvailable { mayEndWithMark(LineBytes($0)) } ?? true
  }

  /// False for a line whose last bytes can be no mark.
  private static func mayEndWithMark(_ line: LineBytes) -> Bool {
    let end = ending(of: line)
    // A sign may be no ASCII character.
    return end.end(from: 0) { $0 < 0x80 } < end.count || mayEndWithMark(plain: line)
  }

  private static func ending(of line: LineBytes) -> LineBytes {
    line.from(max(0, line.count - 160))
  }

  /// False for a line of ASCII characters whose last bytes can be no mark.
  static func mayEndWithMark(plain line: LineBytes) -> Bool {
    let end = ending(of: line)
    // A sign before its number, and one behind it.
    for sign in [UInt8(ascii: "x"), UInt8(ascii: "X")] {
      var at = 0
      while let found = end.place(of: sign, from: at) {
        let (before, next) = (end[found - 1], end[found + 1])
        if !isWord(before) || before &- Byte.zero <= 9 && !isWord(next) { return true }
        at = found + 1
      }
    }
    return end.holds("times")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- Byte.zero <= 9
  }

  private static func takeSign(_ rest: inout Substring) -> Bool {
    guard let first = rest.first, "x×X✕".contains(first),
      first == "×" || first == "✕" || rest.dropFirst().first?.isLetter != true
    else { return false }
    rest = rest.dropFirst().trimmed
    return true
  }

  private static func takeWord(_ word: String, _ rest: inout Substring) -> Bool {
    guard rest.hasPrefix(word) else { return false }
    rest = rest.dropFirst(word.count).trimmed
    return true
  }
}
