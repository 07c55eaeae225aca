/// Reads a trace event by event, and checks that each makes sense after those before it.
///
/// Memory grows with the live views and the longest line, never with the length of the file.
public final class TraceReader {
  /// Ends the reading early from another thread; `next()` then returns nil.
  public var interrupt: TraceInterrupt?

  /// Opens a trace.
  ///
  /// - Throws: `TraceError` when the file cannot be opened.
  public init(_ input: TraceInput, options: TraceOptions = TraceOptions()) throws(TraceError) {
    fatalError()
  }

  /// The line of the event that `next()` returned last, from 1.
  public var line: Int { fatalError() }

  /// The first line of the trace, once it was read.
  public var header: TraceHeader? { fatalError() }

  /// What was met so far.
  public var summary: TraceSummary { fatalError() }

  /// The size of a regular file, for a progress line.
  public var totalBytes: Int64? { fatalError() }

  /// The next event, or nil at the end.
  ///
  /// - Throws: the first `TraceError`; with lenient options wrong lines are skipped and counted.
  public func next() throws(TraceError) -> TraceEvent? { fatalError() }
}
