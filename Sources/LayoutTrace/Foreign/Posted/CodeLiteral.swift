/// A text or a pattern in source code, as it stands around a sentence.
///
/// Data holds texts, too, as a log in JSON does. Code compares with them, passes them to functions, or lists
/// them under a name that says what the list is for.
enum CodeLiteral {
  /// The number of characters before a text that are looked at.
  private static let reach = 400
  /// The number of lines above one that are looked at.
  static let linesAbove = 12

  /// Operators before a text in code.
  private static let operators = ["==", "!=", "&&", "||", "=>", " +"]
  /// Words before a text in code; before a quotation in prose they are words like any other.
  private static let keywords = [
    "case", "return", "throw", "raise", "grep", "-e", "-q", "-v", "elif", "rg",
  ]
  /// Words before a text that is looked for by `in`.
  private static let conditions = ["if", "elif", "or", "and", "not", "any(", "return", "assert"]
  /// Words that declare a value.
  private static let declarations: Set<Substring> = [
    "const", "let", "var", "val", "static", "final", "private", "public", "export", "def", "define",
    "constexpr", "String", "NSString",
  ]
  /// Beginnings of words in the name of a list of what does not matter.
  private static let purposes = [
    "ignor", "suppress", "silenc", "filter", "exclu", "allow", "benign", "noise", "noisy",
    "swallow", "skip", "deny", "blacklist", "whitelist", "blocklist", "mute", "harmless",
    "expected", "known",
  ]

  /// True if the words between these parts of a line stand in a text or a pattern of code.
  static func holds(_ before: Substring, _ after: Substring, above: () -> [String]) -> Bool {
    guard let opening = opening(in: before) else {
      // An item of a list may do without quotation marks.
      return (before.trimmed + " ").hasPrefix("- ") && isListed(above())
    }
    let quote = before[opening]
    guard quote != "/" else { return closesPattern(after) }
    let left = withoutPrefix(before[..<opening])
    let rest = after.drop { $0 != quote }.dropFirst()
    if rest.hasPrefix(" in "), conditions.contains(where: { endsWithWord(left.trimmed, $0) }) {
      return true
    }
    guard !isItem(left) else { return isListed(above()) }
    return isCode(left.suffix(reach), quote, isEnd: rest.trimmed.first == ";")
  }

  /// The mark that opens the text around a sentence, with little between, such as `Error: `.
  private static func opening(in before: Substring) -> String.Index? {
    var index = before.endIndex
    var left = 60
    while index > before.startIndex, left > 0 {
      index = before.index(before: index)
      left -= 1
      let outer = index > before.startIndex ? before[before.index(before: index)] : " "
      switch before[index] {
      case "\"", "`": return index
      case "'" where !outer.isLetter || "rfbu".contains(outer): return index
      case "/" where "([{,=:!&| \t".contains(outer):
        return before[index...].dropFirst().first == " " ? nil : index
      default: break
      }
    }
    return nil
  }

  /// True if a pattern that began before a sentence ends behind it: `…/.test(`, `…/i,`.
  private static func closesPattern(_ after: Substring) -> Bool {
    guard let end = after.prefix(200).firstIndex(of: "/"), after[..<end].last != ":" else {
      return false
    }
    let rest = after[end...].dropFirst().drop { "gimsuy".contains($0) }
    return rest.first.map { ".),;]} |".contains($0) } ?? true
  }

  /// The text without the letter that some languages put before a text: `r"…"`, `@"…"`.
  private static func withoutPrefix(_ text: Substring) -> Substring {
    guard let last = text.last, "rfbu@$".contains(last) else { return text }
    let outer = text.dropLast().last
    return outer.map { !$0.isLetter && !$0.isNumber } ?? true ? text.dropLast() : text
  }

  /// True if nothing but marks of a list, a quotation or a change stands before a text.
  private static func isItem(_ left: Substring) -> Bool {
    left.allSatisfy { "+->|* \t".contains($0) }
  }

  /// True if the lines above end in the beginning of code, or of a list with a purpose, and items of it.
  private static func isListed(_ above: [String]) -> Bool {
    for line in above.reversed() {
      let text = line[...].trimmed.drop { "+-* ".contains($0) }
      guard !text.isEmpty else { return false }
      let isDash = line[...].trimmed.hasPrefix("- ")
      if isDash && text.last != ":" || text.hasPrefix("//") || isText(text) { continue }
      if text.hasPrefix("#") { return isOfPurpose(text) }
      return isCode(text.suffix(reach), "\"", isEnd: false)
    }
    return false
  }

  /// True for a line that is a text or a pattern, and the comma behind it.
  private static func isText(_ text: Substring) -> Bool {
    guard let first = text.first, "\"'`/".contains(first) else { return false }
    return text.last.map { "\"'`/,gi".contains($0) } ?? false
  }

  /// True if code ends here, before a text of its own.
  private static func isCode(_ text: Substring, _ quote: Character, isEnd: Bool) -> Bool {
    let whole = text.trimmed
    let text = withoutItems(whole)
    if operators.contains(where: text.hasSuffix) { return true }
    // A quotation in prose has marks of its own kind.
    if quote != "`", keywords.contains(where: { endsWithWord(text, $0) }) { return true }
    guard let sign = text.last else { return false }
    let outer = text.dropLast()
    switch sign {
    case "(":
      // Some write a blank before a parenthesis, as people do, whose words have no such form.
      let isSpaced =
        text.endIndex < whole.endIndex || outer.split(separator: " ").last?.contains("_") == true
      return isNamed(outer) || isSpaced && isNamed(outer.trimmed) || outer.hasSuffix(" = ")
        || ["if", "return", "while"].contains { endsWithWord(outer.trimmed, $0) }
    case "[", "{":
      let name = outer.trimmed
      return name.last == "(" && isNamed(name.dropLast()) || name.hasSuffix(" =")
        || isOfPurpose(name)
    case "=":
      let name = outer.trimmed
      return isOfPurpose(name) || outer.last == " " && (isEnd || declares(name))
    case ":": return isOfPurpose(outer)
    default: return false
    }
  }

  private static func endsWithWord(_ text: Substring, _ word: String) -> Bool {
    text.hasSuffix(word) && text.dropLast(word.count).last.map { !$0.isLetter && $0 != "_" } ?? true
  }

  /// True if words such as `const` stand in a line, or a name in capitals.
  private static func declares(_ text: Substring) -> Bool {
    let words = text.split { !$0.isLetter && $0 != "_" }
    return words.contains(where: declarations.contains)
      || words.last.map { $0.count > 2 && !$0.contains(where: \.isLowercase) } ?? false
  }

  /// The code before the elements of the same list: `f(` of `f(x, 'a', `.
  private static func withoutItems(_ text: Substring) -> Substring {
    var rest = text
    var left = 40
    while rest.last == ",", left > 0 {
      left -= 1
      rest = rest.dropLast().trimmed
      if let quote = rest.last, "\"'`".contains(quote) {
        guard let open = rest.dropLast().lastIndex(of: quote) else { return rest }
        rest = rest[..<open].trimmed
      } else if let slash = rest.suffix(6).lastIndex(of: "/") {
        guard let open = rest[..<slash].lastIndex(of: "/") else { return rest }
        rest = rest[..<open].trimmed
      } else {
        // A name or a number.
        while let last = rest.last, last.isLetter || last.isNumber || "_$.".contains(last) {
          rest = rest.dropLast()
        }
      }
    }
    return rest
  }

  /// True if a name ends here, as before the parenthesis of a call.
  private static func isNamed(_ text: Substring) -> Bool {
    text.last.map { $0.isLetter || $0.isNumber || "_$!?".contains($0) } ?? false
  }

  /// True if a name says that a list is of what does not matter: `ignoreErrors: `, `KNOWN_NOISE`.
  private static func isOfPurpose(_ text: Substring) -> Bool {
    let name = text.suffix(80).split { ",;{}()[]".contains($0) }.last ?? ""
    var word = ""
    for character in name {
      if !character.isLetter || character.isUppercase && word.last?.isLowercase == true {
        if purposes.contains(where: word.lowercased().hasPrefix) { return true }
        word = ""
      }
      if character.isLetter { word.append(character) }
    }
    return purposes.contains(where: word.lowercased().hasPrefix)
  }
}
