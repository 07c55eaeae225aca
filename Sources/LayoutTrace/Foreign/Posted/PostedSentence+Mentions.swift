/// Tells a sentence that a program printed from one of which people write.
extension PostedSentence {
  /// Words that stand before a sentence where people write of it, but not where a program prints it.
  private static let wordsOfPeople: Set<Substring> = [
    "fix", "fixes", "fixed", "ignore", "ignores", "ignored", "ignoring", "suppress", "suppresses",
    "suppressed", "avoid", "avoids", "avoided", "prevent", "prevents", "prevented", "silence",
    "silenced", "resolve", "resolves", "resolved", "resolving", "fixing", "avoiding", "suppressing",
    "preventing", "handling", "workaround", "swallow", "swallows", "handle", "handles",
  ]

  /// True if a line only mentions the sentence that begins at an index: source code that compares with
  /// it, the name of a test, a note of a change, or a condition.
  static func isMention(_ line: String, _ start: String.Index) -> Bool {
    // Source code has a mark where a program prints a name.
    let around = [line[..<start].suffix(80), line[start...].prefix(400)]
    let marks: [StaticString] = [" %s", " %p", " %@", "\\("]
    if marks.contains(where: { mark in around.contains { $0.holds(mark) } }) { return true }
    // A program's own line begins with the address at the latest; a person's words stand before it.
    let address = line[..<start].place(ofLast: "qrc:/") ?? line[..<start].place(ofLast: "file://")
    let before = line[(address?.lowerBound ?? line.startIndex)..<start]
    if let quote = before.last, "'\"`/^".contains(quote) {
      let code = before.dropLast()
      for mark in ["(", "('", "(\"", "(/", "!", "== ", "= ", "case ", "grep "]
      where code.hasSuffix(mark) { return true }
    }
    let words = before.trimmed
    if let first = words.first, "✓✔√".contains(first) { return true }
    for word in ["If ", "Whether ", "How ", "- [ ] ", "- [x] "] where words.hasPrefix(word) {
      return true
    }
    // A person's word stands near: a line of JSON may hold many others.
    return words.suffix(60).lowercased().split { !$0.isLetter }.contains {
      wordsOfPeople.contains($0)
    }
  }
}
