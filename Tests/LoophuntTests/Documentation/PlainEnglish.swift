import Foundation

/// Finds sentences that begin with a question word where a noun could stand, or that lean on the one before.
///
/// A sentence begins at the start of a line or behind `.`, `:`, `!` or `?`. A small letter begins one only where
/// a mark says so: that of a heading, a list or a table, or the quotation mark of a test's name.
enum PlainEnglish {
  private static let beginnings = [
    "What", "Whatever", "Whether", "How", "However", "Who", "Whoever", "Whose", "Whom",
    "The same of", "The same for", "The same in", "The same with",
    "So do", "So does", "So did", "So is", "So are", "So may", "So might",
  ]
  /// The words behind a blank, as sentences hold them.
  ///
  /// A search of bytes for them takes a hundredth of the time of a pattern, and few files hold one.
  private static let words = beginnings.map { " \($0) " }
  /// The words behind a quotation mark, as names of tests begin with them.
  private static let names = beginnings.flatMap { ["\"\($0) ", "\"\($0.lowercased()) "] }

  // Built of a list, so that they cannot be written as literals.
  private static let any = beginnings.joined(separator: "|")
  private static func pattern(_ text: String) -> Regex<AnyRegexOutput> {
    do { return try Regex(text) } catch { preconditionFailure("\(error)") }
  }

  /// The lines of code in whose comments such a sentence begins; Swift's or a script's.
  static func comments(in code: String) -> [String] {
    let comment = pattern(#"(?:^|\s)(?://+|#+) (?:- )?(?:.*[.:!?] )?(?:\#(any)) "#)
    return lines(of: code, with: words).filter { $0.contains(comment) }.map(String.init)
  }

  /// The names of tests and suites in Swift code that begin so.
  static func testNames(in code: String) -> [String] {
    guard holds(code, names) else { return [] }
    let name = pattern(#"(?i)@(?:Test|Suite)\(\s*"(?:\#(any)) [^"]*"#)
    return code.matches(of: name).map { String(code[$0.range]) }
  }

  /// The lines of a page, outside of its examples, in which such a sentence begins.
  ///
  /// A heading that ends with a question mark is the reader's own question.
  static func sentences(inPage page: String) -> [String] {
    let sentence = pattern(#"(?:^ *|[.:!?] (?:\*\*)?)(?:\#(any)) "#)
    let marked = pattern(#"(?i)(?:^ *(?:#+|[-*>]|\d+\.) +(?:\*\*)?|\| )(?:\#(any)) "#)
    var isExample = false
    return page.split(separator: "\n").filter { line in
      if line.hasPrefix("```") { isExample.toggle() }
      guard !isExample, !(line.hasPrefix("#") && line.hasSuffix("?")) else { return false }
      return line.contains(sentence) || line.contains(marked)
    }.map(String.init)
  }

  private static func holds(_ text: some StringProtocol, _ words: [String]) -> Bool {
    text.withCString { text in words.contains { strstr(text, $0) != nil } }
  }

  private static func lines(of text: String, with words: [String]) -> [Substring] {
    holds(text, words) ? text.split(separator: "\n").filter { holds($0, words) } : []
  }
}
