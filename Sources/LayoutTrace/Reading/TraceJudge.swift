/// Judges and counts line after line, for reader, scan and validation, which must agree.
struct TraceJudge {
  let file: String
  let isLenient: Bool
  let maximumLineLength: Int
  private(set) var checker: TraceChecker
  private(set) var summary = TraceSummary()
  /// Called with every error of a lenient pass.
  var collect: ((TraceError) -> Void)?

  /// The number of messages about wrong lines that a summary keeps.
  private static let messageLimit = 10

  /// Makes a judge for consumers that need `bytesPerView` of memory for each live view.
  ///
  /// With `keepsSlots`, the slot of a dead view is not reused before the next turn.
  init(file: String, options: TraceOptions, bytesPerView: Int = 300, keepsSlots: Bool = false) {
    self.file = file
    checker = TraceChecker(bytesPerView: bytesPerView, keepsSlots: keepsSlots)
    isLenient = options.isLenient
    maximumLineLength = options.lineLimit
  }

  /// Judges the next line; returns the slot of its view, or a result of `TraceChecker.accept`.
  ///
  /// - Throws: the line's error, unless the pass is lenient.
  @inline(__always)
  mutating func accept(
    _ line: inout TraceLine, of chunk: TraceChunk, isLast: Bool
  ) throws(TraceError) -> Int {
    summary.lines &+= 1
    if line.kind == .malformed {
      return try rejectMalformed(line, of: chunk, isTail: isLast && chunk.isTorn)
    }
    let slot = checker.accept(&line)
    if checker.problem != nil, try reject(line, of: chunk) { return TraceChecker.rejected }
    if line.kind == .unknown {
      summary.unknownEvents &+= 1
      return TraceChecker.rejected
    }
    summary.unknownKeys &+= Int(line.ignoredKeys)
    summary.events &+= 1
    if line.kind == .layout { summary.layouts &+= 1 }
    if line.kind == .finding { summary.findings = (summary.findings ?? 0) + 1 }
    return slot
  }

  /// Counts a chunk's bytes.
  mutating func note(bytes: Int) { summary.bytes += Int64(bytes) }

  /// Ends the pass.
  ///
  /// - Throws: an error for a file that holds no complete line.
  mutating func finish(isInterrupted: Bool) throws(TraceError) {
    summary.turns = checker.turns
    summary.views = checker.views
    summary.isInterrupted = isInterrupted
    summary.isTruncated = checker.isTruncated
    guard summary.lines == 0, !isInterrupted else { return }
    let problem =
      summary.hasTornTail ? "the only line is cut off in the middle" : "the file is empty"
    var error = TraceError(
      kind: .json, file: file, line: 1, column: 1, problem: problem,
      remedy: "a trace begins with {\"e\":\"trace\",\"version\":\(TraceEvent.Header.firstVersion)}")
    if summary.hasTornTail { error.clue = .otherFormat }
    throw error
  }

  /// The counters so far.
  var currentSummary: TraceSummary {
    var summary = summary
    summary.turns = checker.turns
    summary.views = checker.views
    return summary
  }

  @inline(never)
  private mutating func rejectMalformed(
    _ line: TraceLine, of chunk: TraceChunk, isTail: Bool
  ) throws(TraceError) -> Int {
    let looksLikeTrace = summary.lines > 1 || chunk.head(of: line, count: 1) == [Byte.openBrace]
    // Blanks behind the last line don't count as a line.
    if isTail, line.fault == .emptyLine {
      summary.lines -= 1
      return TraceChecker.rejected
    }
    // A writer that died left the beginning of an event, and perhaps zeros instead of the rest.
    if isTail, looksLikeTrace, line.fault.isOfCutLine || chunk.isZero(from: line.faultOffset) {
      summary.lines -= 1
      summary.hasTornTail = true
      return TraceChecker.rejected
    }
    var error = TraceError(
      kind: .json, file: file, line: summary.lines, column: 1, problem: line.fault.problem,
      remedy: line.fault.remedy)
    if line.fault == .lineTooLong {
      error.problem = "the line is longer than \(maximumLineLength) bytes"
      error.remedy = "every event needs a line of its own"
    } else {
      error.column = Int(line.faultOffset - line.start) + 1
      if summary.lines == 1 {
        let head = chunk.head(of: line, count: 64)
        if error.column == 1 || head.first != Byte.openBrace { error.clue = .otherFormat }
        Self.explain(&error, by: head)
      }
    }
    try handle(error)
    return TraceChecker.rejected
  }

  /// Handles the checker's problem; returns true if the event is left out.
  @inline(never)
  private mutating func reject(_ line: TraceLine, of chunk: TraceChunk) throws(TraceError) -> Bool {
    guard let problem = checker.problem else { return false }
    var column = 1
    if let name = problem.key?.spelling {
      chunk.members(of: line) { key, value in
        if key == name { column = value - Int(line.start) + 1 }
      }
    }
    var error = TraceError(
      kind: problem.kind, file: file, line: summary.lines, column: column,
      problem: problem.problem, remedy: problem.remedy)
    if problem.isForeign, summary.lines == 1, column == 1 { error.clue = .otherFormat }
    // Lack of memory isn't an error that leniency could skip.
    if error.kind == .unreadable { throw error }
    try handle(error)
    return problem.cure == .skip
  }

  private mutating func handle(_ error: TraceError) throws(TraceError) {
    guard isLenient else { throw error }
    summary.skippedLines += 1
    if summary.skipped.count < Self.messageLimit { summary.skipped.append(error.description) }
    collect?(error)
  }

  /// Adds to an error the kind of file that begins like this one.
  private static func explain(_ error: inout TraceError, by head: [UInt8]) {
    if let (_, name, command) = compressions.first(where: { head.starts(with: $0.start) }) {
      error.problem = "the file is compressed with \(name)"
      error.remedy = "unpack it: \(command) FILE | loophunt replay -"
      error.clue = .compressed(unpacking: command)
    } else if head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff])
      || head.starts(with: [Byte.openBrace, 0]) || head.starts(with: [0, Byte.openBrace])
    {
      error.problem = "the file is UTF-16"
      error.remedy = "write the trace as UTF-8"
      error.clue = nil
    } else if looksLikeProse(head) {
      error.column = 1
      error.problem = "this isn't a layout trace, but other text"
      error.remedy =
        "a trace is JSON lines that begin with {\"e\":\"trace\",\"version\":"
        + "\(TraceEvent.Header.firstVersion)}; an app writes one with TraceRecorder, and "
        + "'loophunt record' shows what it looks like"
    }
  }

  /// The first bytes of compressed files, and the commands that unpack them.
  private static let compressions: [(start: [UInt8], name: String, command: String)] = [
    ([0x1f, 0x8b], "gzip", "gunzip -c"), (Array("BZh".utf8), "bzip2", "bunzip2 -c"),
    ([0xfd, 0x37, 0x7a, 0x58, 0x5a], "xz", "xz -dc"),
    ([0x50, 0x4b, 0x03, 0x04], "zip", "unzip -p"), ([0x28, 0xb5, 0x2f, 0xfd], "zstd", "zstd -dc"),
  ]

  /// True if a line begins like prose or the line of a log: several words, and no object.
  private static func looksLikeProse(_ head: [UInt8]) -> Bool {
    let line = head.prefix { $0 != Byte.newline }
    guard let first = line.first, first != Byte.openBrace, line.count > 10,
      line.allSatisfy({ $0 >= 0x20 || $0 == Byte.tab })
    else { return false }
    return line.contains(UInt8(ascii: " "))
  }
}
