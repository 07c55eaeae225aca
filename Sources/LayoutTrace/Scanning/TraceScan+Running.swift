extension TraceScan {
  /// Scans a trace to its end.
  ///
  /// Each worker reads and parses chunks of its own. The chunks are counted in the order of the
  /// file, so the result does not depend on the number of workers.
  ///
  /// - Parameter input: The trace: a path, an open descriptor, or bytes.
  /// - Throws: The first `TraceError` of the trace, unless the options are lenient.
  public func run(_ input: TraceInput) throws(TraceError) -> Result {
    let options = TraceOptions(isLenient: options.isLenient)
    let file = try TraceFile(input, maximumLineLength: options.lineLimit, interrupt: interrupt)
    let counter = Counter(scan: self, file: file, options: options)
    if self.options.workers > 1 {
      try runInParallel(file, counter)
    } else {
      let chunk = TraceChunk()
      while interrupt?.isInterrupted != true, try file.fill(chunk) {
        chunk.parse()
        try counter.count(chunk)
      }
    }
    return try counter.finish()
  }

  private func runInParallel(_ file: TraceFile, _ counter: Counter) throws(TraceError) {
    let line = ScanLine(
      file: file, counter: counter, workers: options.workers, interrupt: interrupt)
    try line.run(workers: options.workers)
  }
}

/// The end of the line, at which chunks are judged and counted, one after the other.
final class Counter {
  private var state: State

  init(scan: TraceScan, file: TraceFile, options: TraceOptions) {
    state = State(scan: scan, file: file, options: options)
  }

  /// Judges and counts the lines of a parsed chunk.
  func count(_ chunk: TraceChunk) throws(TraceError) { try state.count(chunk) }

  func finish() throws(TraceError) -> TraceScan.Result { try state.finish() }
}

/// The counter's state: a value, so that a whole chunk is one access to it.
private struct State {
  private var judge: TraceJudge
  private var tally: LayoutTally
  private let scan: TraceScan
  private let totalBytes: Int64?
  private var nextProgress: Int64 = 0
  /// The format of the recording that the trace was imported from.
  private var source: String?
  /// The findings of other programs.
  private var findings: [TraceEvent.Finding] = []
  /// The depth to which passes could nest; unlimited if the recording does not say.
  private var nestingLimit = Int.max
  /// Tells the follower of the scan, if it follows this trace.
  private var guide: ScanGuide?
  /// True if the last forced pass was refused, as far as its depth tells.
  private var isRefused = false
  /// The slot of the view whose layout was forced last.
  private var forced: Int?

  /// The number of bytes between two calls of the progress closure.
  private static let progressStep: Int64 = 4 << 20

  init(scan: TraceScan, file: TraceFile, options: TraceOptions) {
    self.scan = scan
    totalBytes = file.totalBytes
    judge = TraceJudge(file: file.name, options: options)
    tally = LayoutTally(options: scan.options)
  }

  /// Judges and counts the lines of a parsed chunk.
  mutating func count(_ chunk: TraceChunk) throws(TraceError) {
    judge.note(bytes: chunk.consumedBytes)
    let lines = chunk.lines
    let countsPaths = scan.options.countsPaths
    for index in lines.indices {
      let slot = try judge.accept(&lines[index], of: chunk, isLast: index == lines.count - 1)
      guard slot >= 0 || slot == TraceChecker.withoutView else { continue }
      guide?.note(lines[index], slot, of: chunk, judge.checker)
      switch lines[index].kind {
      case .layout:
        if countsPaths { tally.notePath(slot, judge.checker.tree) }
        layOut(slot)
      case .dirty where slot >= 0:
        tally.dirty(
          slot, lines[index], of: chunk, judge.checker.tree, isUpdating: judge.checker.isUpdating)
      case .turn: tally.beginTurn(lines[index][.turn], judge.checker.tree)
      case .view:
        tally.view(slot, lines[index], of: chunk, from: judge.checker)
      case .gone: tally.gone(slot)
      case .commit: tally.beginPass()
      case .committed where lines[index].has(.hit):
        tally.endPass(atLimit: lines[index][.batches], judge.checker.tree)
      case .force: force(slot)
      case .forced: endForced(lines[index][.batches])
      case .finding:
        if findings.count < TraceEvent.Finding.most,
          case .finding(let finding) = TraceEvent(lines[index], of: chunk)
        {
          findings.append(finding)
        }
      case .trace: noteHeader(lines[index], of: chunk)
      default: break
      }
    }
    if let progress = scan.progress, judge.summary.bytes >= nextProgress {
      progress(judge.summary.bytes, totalBytes)
      nextProgress = judge.summary.bytes + Self.progressStep
    }
  }

  @inline(__always)
  private mutating func layOut(_ slot: Int) {
    // The checker counts this layout, too.
    if tally.layout(slot, inside: judge.checker.runningLayouts - 1) {
      tally.cross(slot, judge.checker.tree)
    }
  }

  private mutating func noteHeader(_ line: TraceLine, of chunk: TraceChunk) {
    nestingLimit = line.number(.nestingLimit) ?? .max
    guard line.has(.source) else { return }
    let source = chunk.string(at: line.place(.source))
    self.source = source
    if let follower = scan.follower, guide == nil, follower.follows(source) {
      guide = ScanGuide(follower)
      tally.leaveJudgement()
    }
  }

  /// Notes the beginning of a forced pass, which nests as deep as layouts run.
  private mutating func force(_ slot: Int) {
    isRefused = judge.checker.runningLayouts >= nestingLimit
    forced = slot
    if isRefused { tally.refuse(slot, inside: judge.checker.acting, judge.checker.tree) }
    if !judge.checker.isInPass { tally.beginPass() }
  }

  /// Notes that a forced pass ended at its limit, or, after no batch, was refused.
  private mutating func endForced(_ batches: Int) {
    if batches > 0 {
      tally.endPass(atLimit: batches, judge.checker.tree)
    } else if !isRefused {
      tally.refuse(forced, inside: judge.checker.acting, judge.checker.tree)
    }
    (isRefused, forced) = (false, nil)
  }

  mutating func finish() throws(TraceError) -> TraceScan.Result {
    try judge.finish(isInterrupted: scan.interrupt?.isInterrupted == true)
    guide?.follower.ended()
    var result = tally.finish(judge.summary, judge.checker.tree)
    if !findings.isEmpty { result.findings = findings }
    result.source = source
    return result
  }
}
