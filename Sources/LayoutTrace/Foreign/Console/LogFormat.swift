/// A format of reports that can stand anywhere in a console log.
protocol LogFormat: TraceFormat {
  /// Whether a line is a part of such a report.
  func recognises(line: String) -> Bool
}

extension LogFormat {
  var usualEndings: [String] { [".log", ".txt"] }

  func recognises(_ head: TraceHead) -> Bool { false }

  /// Hands over all lines of a log, and counts them.
  ///
  /// - Throws: `TraceError` where it cannot be read.
  func forEachLine(
    of source: ByteSource, _ body: (String) -> Void
  ) throws(TraceError) -> Int {
    var lines = ConsoleLines(source)
    var count = 0
    while let line = try lines.next() {
      count += 1
      body(line)
    }
    return count
  }

  /// The error for a log without a report.
  func nothing(
    in source: ByteSource, _ lines: Int, _ what: String, remedy: String
  ) -> TraceError {
    TraceError(
      kind: .order, file: source.name, line: 0, column: 0,
      problem: "none of the \(lines.counted("line")) \(what)", remedy: remedy)
  }
}
