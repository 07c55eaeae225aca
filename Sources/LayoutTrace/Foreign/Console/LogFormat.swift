/// A format of reports that can appear anywhere in a console log.
protocol LogFormat: TraceFormat {
  /// Texts, one of which is in every line that is such a part; lines that begin like frames of a
  /// stack count, too, if it asks for them.
  var anchors: [StaticString] { get }
  /// True if a line that begins like a frame of a call stack may be such a part.
  var readsFrames: Bool { get }
  /// True if a line is a part of such a report.
  func recognises(line: String) -> Bool
  /// True if another format that fits, too, is better.
  var isLastResort: Bool { get }
}

extension LogFormat {
  var usualEndings: [String] { [".log", ".txt"] }
  var isLastResort: Bool { false }
  var readsFrames: Bool { false }
  func recognises(_ head: TraceHead) -> Bool { false }

  /// Passes all lines of a log to `body`, and counts them.
  func forEachLine(of source: ByteSource, _ body: (String) -> Void) throws(TraceError) -> Int {
    var lines = ConsoleLines(source)
    var count = 0
    while let line = try lines.next() {
      count += 1
      body(line)
    }
    return count
  }

  /// The error for a log without a report.
  func nothing(in source: ByteSource, _ lines: Int, _ what: String, remedy: String) -> TraceError {
    TraceError(
      kind: .order, file: source.name,
      problem: (lines > 1 ? "none of the \(lines.counted("line"))" : "no line") + " \(what)",
      remedy: remedy)
  }
}
