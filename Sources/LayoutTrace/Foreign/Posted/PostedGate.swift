/// Tells by its bytes that a line of a posted text holds nothing: no frame, no sentence, no mark.
///
/// It is asked before a line becomes text, and refuses only what no reader of `PostedCollector` would
/// take where no stack and no sentence is near. Lines that pass may still hold nothing.
enum PostedGate {
  /// False for a line that holds nothing, and these texts of signs.
  static func passes(_ line: LineBytes, texts: UInt64) -> Bool {
    let line = line.withoutCarriage
    let signs = PostedSigns(line.bytes, texts: texts)
    if !signs.isDisjoint(with: telling) { return true }
    if signs.contains(.backslash) || signs.contains(.quote), ConsoleLines.mayBeUnpacked(line) {
      return true
    }
    if !signs.isDisjoint(with: [.cross, .times]), RepeatMark.mayEndWithMark(plain: line) {
      return true
    }
    return beginsPart(line, signs) || signs.contains(.colon) && line.holds("::")
      || FrameSearch.mayHoldFrame(line.bytes, signs)
  }

  /// The signs of lines that are read as a whole.
  private static let telling: PostedSigns = [
    .sentence, .beginning, .otherEnd, .circumstance, .thread, .appleFrame, .julia, .rust, .pipe,
    .markup, .special,
  ]

  /// True for a line that may go on in the next one, or ends what was before: a member of JSON, a number in
  /// brackets, the headline of an exception.
  private static func beginsPart(_ line: LineBytes, _ signs: PostedSigns) -> Bool {
    let start = line.end(from: 0, LineBytes.isBlank)
    if line[start] == Byte.quote { return true }
    let bracket = line.end(from: start, LineBytes.isQuote)
    if line[bracket] == Byte.openBracket, LineBytes.isDigit(line[bracket + 1]) { return true }
    guard signs.contains(.colon), let colon = line.place(of: Byte.colon, from: start),
      colon - start < 120
    else { return false }
    let name = line.part(start..<colon)
    return name.ends(with: "Error") || name.holds("Exception")
  }
}
