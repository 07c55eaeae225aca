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
  /// The findings of other texts that its own reports already tell.
  var toldKinds: Set<TraceEvent.Finding.Kind> { get }

  /// Reads a whole console, in which stacks and sentences of others were found, too.
  func read(
    _ source: ByteSource, beside others: [TraceEvent.Finding]
  ) throws(TraceError) -> ImportedTrace?
}

extension LogFormat {
  var usualEndings: [String] { [".log", ".txt"] }
  var isLastResort: Bool { false }
  var readsFrames: Bool { false }
  var toldKinds: Set<TraceEvent.Finding.Kind> { [] }
  func recognises(_ head: TraceHead) -> Bool { false }

  func read(_ source: ByteSource, _ options: ImportOptions) throws(TraceError) -> ImportedTrace? {
    try read(source, beside: [])
  }

  /// Passes the lines that may belong to a report to `body`, which is true for those that do; counts all.
  ///
  /// After one that does, this many lines are passed whatever they contain.
  func forEachLine(
    of source: ByteSource, _ filter: LineFilter, reach: Int, _ body: (String) -> Bool
  ) throws(TraceError) -> Int {
    var lines = ConsoleLines(source, filter: filter)
    while let line = try lines.next() {
      if body(line) { lines.passNext(reach) }
    }
    return lines.number
  }

  /// The error for a log without a report.
  func nothing(in source: ByteSource, _ lines: Int, _ what: String, remedy: String) -> TraceError {
    TraceError(
      kind: .order, file: source.name,
      problem: (lines > 1 ? "none of the \(lines.counted("line"))" : "no line") + " \(what)",
      remedy: remedy)
  }
}

extension TraceFormat {
  /// True if a file of it may hold reports of other formats, too, which it doesn't read.
  package var isLog: Bool { self is any LogFormat }
}
