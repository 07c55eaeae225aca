/// Writes a browser's timeline as a layout trace, once.
struct BrowserPass: ImportedPass {
  private let cast: ForeignCast
  private let writer: TraceWriter
  private let isComplete: Bool
  private var records: SortedRecords.Pass
  private var queue = TurnQueue()
  private var turns: ForeignTurns
  private var viewsWritten = 0
  private var hasEnded = false

  /// `isComplete` if the recording was read to its end.
  init(
    _ cast: ForeignCast, _ records: SortedRecords, to writer: TraceWriter, source: String,
    isComplete: Bool
  ) {
    (self.cast, self.writer, self.isComplete) = (cast, writer, isComplete)
    self.records = records.pass()
    turns = ForeignTurns(cast, to: writer)
    writer.write(
      .header(.init(tool: "loophunt import", title: cast.title, source: source, clock: "wall")))
  }

  mutating func advance() throws(TraceError) -> Bool {
    if viewsWritten < cast.viewCount {
      writer.write(.view(cast.view(at: viewsWritten)))
      viewsWritten += 1
    } else if let record = try records.next() {
      queue.add(record) { turns.take($0) }
      if queue.waiting >= Self.firstLook { try makeSureOfRoom() }
    } else if !hasEnded {
      queue.finish { turns.take($0) }
      // Without this line, a reader warns that the trace is truncated.
      if isComplete { writer.write(.end(turns: turns.turns)) }
      hasEnded = true
    } else {
      return false
    }
    return true
  }

  /// The number of waiting records at which the memory is first checked.
  private static let firstLook = 1 << 20

  /// Throws before turns that wait for the end of another thread's turn use up the memory.
  private func makeSureOfRoom() throws(TraceError) {
    let waiting = queue.waiting
    guard waiting & (waiting - 1) == 0 else { return }
    let needed = waiting * MemoryLayout<ForeignTimeline.Record>.stride * 2
    if let problem = MemoryRoom.problem(needing: needed, for: "\(waiting) events of layout") {
      throw TraceError(
        kind: problem.kind, file: "the recording", problem: problem.problem, remedy: problem.remedy)
    }
  }
}
