/// Reads a trace event by event, and checks that each makes sense after the events before it.
///
/// Memory grows with the live views and the longest line, not with the length of the file.
///
/// ```swift
/// let reader = try TraceReader(.path("feed.jsonl"))
/// while let event = try reader.next() {
///   if case .layout(let view, _) = event { print("line \(reader.line): layout of view \(view)") }
/// }
/// ```
public final class TraceReader {
  private let file: TraceFile
  private let chunk = TraceChunk()
  private let interrupt: TraceInterrupt?
  // Nobody who asks for it is called while it changes, so accesses need no dynamic exclusivity checks.
  @exclusivity(unchecked) private var judge: TraceJudge
  private var position = 0
  private var hasFinished = false

  /// The first line of the trace, once it has been read.
  public private(set) var header: TraceEvent.Header?

  /// Opens a trace.
  ///
  /// - Parameters:
  ///   - input: The trace: a path, an open descriptor, or bytes.
  ///   - options: Options for the reading; by default only valid lines are accepted.
  ///   - interrupt: Ends the reading early, from any thread; by default nil, never.
  /// - Throws: `TraceError` if the file cannot be opened.
  public convenience init(
    _ input: TraceInput, options: TraceOptions = TraceOptions(), interrupt: TraceInterrupt? = nil
  ) throws(TraceError) {
    try self.init(
      input, options: options, interrupt: interrupt, bytesPerView: 300, keepsSlots: false)
  }

  /// Makes a reader whose consumers need this many bytes for each live view, and may keep slots.
  init(
    _ input: TraceInput, options: TraceOptions, interrupt: TraceInterrupt?, bytesPerView: Int,
    keepsSlots: Bool, copy: TraceCopy? = nil
  ) throws(TraceError) {
    self.interrupt = interrupt
    file = try TraceFile(
      input, maximumLineLength: options.lineLimit, interrupt: interrupt, copy: copy)
    judge = TraceJudge(
      file: file.name, options: options, bytesPerView: bytesPerView, keepsSlots: keepsSlots)
  }

  /// The line of the event that `next()` returned last, from 1.
  public var line: Int { judge.summary.lines }

  /// The summary so far; complete, including warnings, once `next()` has returned nil.
  public var summary: TraceSummary { judge.currentSummary }

  /// The file, as messages name it.
  var name: String { file.name }

  /// True if a path leads to the file being read.
  func reads(_ path: String) -> Bool { file.isFile(at: path) }

  /// The size of a regular file, for a progress line.
  public var totalBytes: Int64? { file.totalBytes }

  /// The next event, or nil at the end or after an interrupt.
  ///
  /// - Throws: the first `TraceError`; with lenient options, wrong lines are skipped and counted.
  public func next() throws(TraceError) -> TraceEvent? {
    guard let index = try advance() else { return nil }
    let event = TraceEvent(chunk.lines[index], of: chunk)
    if case .header(let header) = event { self.header = header }
    return event
  }

  /// Goes to the next accepted line and passes it, its chunk and its view's slot; nil at the end.
  @inline(__always)
  func nextLine<Result>(
    _ body: (inout TraceLine, TraceChunk, _ slot: Int) -> Result
  ) throws(TraceError) -> Result? {
    guard let index = try advance() else { return nil }
    return body(&chunk.lines[index], chunk, slot)
  }

  /// The slot of the view of the current line, in the checker's numbering of live views.
  private var slot = 0

  private func advance() throws(TraceError) -> Int? {
    guard !hasFinished else { return nil }
    do throws(TraceError) {
      while true {
        while position < chunk.lineCount {
          let index = position
          position += 1
          slot = try judge.accept(
            &chunk.lines[index], of: chunk, isLast: position == chunk.lineCount)
          if slot != TraceChecker.rejected { return index }
        }
        let hasMore = try interrupt?.isInterrupted == true ? false : file.fill(chunk)
        if !hasMore {
          hasFinished = true
          try judge.finish(isInterrupted: interrupt?.isInterrupted == true)
          return nil
        }
        judge.note(bytes: chunk.consumedBytes)
        chunk.parse()
        position = 0
      }
    } catch {
      hasFinished = true
      throw error
    }
  }

  /// The slot of a live view by its number; negative for none.
  func slot(of number: Int) -> Int { judge.checker.tree.slot(of: number) }

  /// Sets a closure to call with every error of a lenient pass.
  func onError(_ collect: @escaping (TraceError) -> Void) { judge.collect = collect }
}

/// Has a trace open that others may want to write.
protocol TraceHolder: AnyObject {
  /// The reader of the trace.
  var reader: TraceReader { get }
}
