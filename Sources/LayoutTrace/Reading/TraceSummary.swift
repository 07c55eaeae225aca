/// The findings of a pass over a trace: the counts that every command prints.
public struct TraceSummary: Hashable, Sendable, Codable {
  /// Bytes read so far.
  public var bytes: Int64 = 0
  /// Lines read so far.
  public var lines = 0
  /// Known events that were accepted.
  public var events = 0
  /// The number of turns.
  public var turns = 0
  /// The number of views, including dead ones.
  public var views = 0
  /// The number of layouts.
  public var layouts = 0
  /// The number of findings that another program reported; nil for none.
  public var findings: Int?
  /// Events with a name that this version does not know.
  public var unknownEvents = 0
  /// Keys that this version does not know, or does not expect in their event.
  public var unknownKeys = 0
  /// Wrong lines that were skipped; always 0 unless the options are lenient.
  public var skippedLines = 0
  /// The messages about the first wrong lines, at most ten.
  public var skipped: [String] = []
  /// True if the last line was cut off and ignored.
  public var hasTornTail = false
  /// True if the `end` line is missing.
  public var isTruncated = false
  /// True if an interrupt ended the pass before the file did.
  public var isInterrupted = false

  /// Makes an empty summary.
  public init() {}

  /// One sentence for each remark on the file that a reader of the results should know.
  public var warnings: [String] {
    var warnings: [String] = []
    if isInterrupted { warnings.append("interrupted: the results cover what was read so far") }
    if hasTornTail {
      warnings.append("torn tail: line \(lines + 1) was cut off in the middle and is ignored")
    }
    if isTruncated && !isInterrupted {
      warnings.append("truncated: no \"end\" line, the recording stopped before it was finished")
    }
    if skippedLines > 0 {
      let first = skipped.first.map { ", first: \($0)" } ?? ""
      warnings.append("\(skippedLines) \(skippedLines == 1 ? "line" : "lines") skipped\(first)")
    }
    if unknownEvents > 0 {
      let names = unknownEvents == 1 ? "an unknown name" : "unknown names"
      warnings.append("\(unknownEvents.counted("event")) with \(names) ignored")
    }
    if unknownKeys > 0 { warnings.append("\(unknownKeys.counted("unknown key")) ignored") }
    return warnings
  }
}
