/// Tells a sentence that a program printed from one of which people write.
extension PostedSentence {
  /// Words that stand before a sentence where people write of it, but not where a program prints it.
  private static let wordsOfPeople: Set<Substring> = [
    "fix", "fixes", "fixed", "ignore", "ignores", "ignored", "ignoring", "suppress", "suppresses",
    "suppressed", "avoid", "avoids", "avoided", "prevent", "prevents", "prevented", "silence",
    "silenced", "resolve", "resolves", "resolved", "resolving", "fixing", "avoiding", "suppressing",
    "preventing", "handling", "workaround", "swallow", "swallows", "handle", "handles", "filter",
    "filters", "filtered", "filtering", "silences", "silencing", "mutes", "swallowing", "allowlist",
  ]

  /// Words behind a sentence that put it into a list of what does not matter.
  private static let wordsOfLists: Set<Substring> = [
    "ignored", "filtered", "suppressed", "silenced", "swallowed", "allowlist", "allowlisted",
    "ignorelist", "denylist",
  ]

  /// Words of people who say where a debugger shall stop, not where it did.
  private static let wordsOfDebugging: Set<Substring> = ["set", "setting", "add", "adding", "use"]

  /// Beginnings of notes, of plans and of questions.
  private static let beginningsOfNotes = [
    "If ", "Whether ", "How ", "- [ ] ", "- [x] ", "//", "/*",
    "#define ",
  ]

  /// Code before the name of an exception.
  private static let codeBeforeNames = [
    "catch (", "catch(", "throw new", "typeof(", "cref=\"", " ex is", " e is", "except", "Throws<",
  ]

  /// True if a line only mentions the words that it holds: source code that compares with them, a list of
  /// what is ignored, the name of a test, a note of a change, or a condition.
  ///
  /// Of code that goes over several lines, `above` are the last ones.
  static func isMention(_ line: String, _ words: Range<String.Index>, above: () -> [String]) -> Bool
  {
    let start = words.lowerBound
    // Source code has a mark where a program prints a name.
    let around = [line[..<start].suffix(80), line[start...].prefix(400)]
    let marks: [StaticString] = [" %s", " %p", " %@", " %d", " %u", "\\(", " .*", " %1"]
    if marks.contains(where: { mark in around.contains { $0.holds(mark) } }) { return true }
    // A program's own line begins with the address at the latest; a person's words stand before it.
    let address = line[..<start].place(ofLast: "qrc:/") ?? line[..<start].place(ofLast: "file://")
    let before = line[(address?.lowerBound ?? line.startIndex)..<start]
    let after = line[words.upperBound...]
    return isNote(before.trimmed, after) || CodeLiteral.holds(before, after, above: above)
  }

  /// True for the name of a test, a comment, an item of a plan, and words of people around a sentence.
  private static func isNote(_ before: Substring, _ after: Substring) -> Bool {
    if let first = before.first, "✓✔√".contains(first) { return true }
    if beginningsOfNotes.contains(where: before.hasPrefix) || before.holds(" // ") { return true }
    if codeBeforeNames.contains(where: before.hasSuffix) { return true }
    if before.hasPrefix("What "),
      ["What is", "What does"].contains(before.filter { !"\"'`“".contains($0) }[...].trimmed)
    {
      return true
    }
    // A person's word stands near: a line of JSON may hold many others.
    let near = before.suffix(60).lowercased().split { !$0.isLetter }
    if near.contains(where: wordsOfPeople.contains) { return true }
    // `Set a breakpoint at …`, and the same for a debugger.
    if near.contains("breakpoint"), near.contains(where: wordsOfDebugging.contains) { return true }
    if before == "b" || before.hasSuffix("(lldb) b") { return true }
    // A person who asks has seen it.
    let behind = after.prefix(60)
    if behind.drop(while: { !$0.isLetter }).hasPrefix("breakpoint") { return true }
    return !behind.contains("?") && !near.contains("i") && !near.contains("we")
      && behind.lowercased().split { !$0.isLetter }.contains(where: wordsOfLists.contains)
  }
}
