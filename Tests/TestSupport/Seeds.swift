/// The seeds of the generated runs of a test.
public enum Seeds {
  /// So many seeds from 0, or from the given one; fewer in a debug build.
  public static func range(_ count: Int, inDebug few: Int) -> Range<UInt64> {
    let first = givenSeed ?? 0
    return first..<first + UInt64(caseCount(count, inDebug: few))
  }
}
