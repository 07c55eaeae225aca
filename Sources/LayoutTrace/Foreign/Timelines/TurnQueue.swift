/// Combines the records of several threads into successive turns, in the order in which they begin.
///
/// A turn is an outermost slice of a thread, with everything in it, or a moment alone. Records of
/// the first turn are passed on at once; those of later ones wait until it has ended.
struct TurnQueue {
  typealias Record = ForeignTimeline.Record

  /// The steps of the turns, in their order.
  enum Step {
    case begin(start: Int64, thread: Int32)
    case record(Record)
    case end
  }

  private struct Turn {
    let thread: Int32
    let start: Int64
    var end: Int64
    var waiting: [Record] = []
  }

  /// The turns that have not ended or not been passed on; those before `first` have.
  private var turns: [Turn] = []
  private var first = 0
  /// The last turn of each thread, counted from the beginning.
  private var latest: [Int32: Int] = [:]
  /// The number of turns removed from the list.
  private var removed = 0
  /// The number of waiting records.
  private(set) var waiting = 0

  mutating func add(_ record: Record, _ body: (Step) -> Void) {
    // No further record belongs to a turn that has ended.
    while first < turns.count, turns[first].end <= record.start { endFirst(body) }
    if let number = latest[record.thread], number - removed >= first,
      record.start < turns[number - removed].end
    {
      let index = number - removed
      turns[index].end = max(turns[index].end, record.end)
      pass(record, of: index, body)
      return
    }
    turns.append(Turn(thread: record.thread, start: record.start, end: record.end))
    latest[record.thread] = removed + turns.count - 1
    if first == turns.count - 1 { body(.begin(start: record.start, thread: record.thread)) }
    pass(record, of: turns.count - 1, body)
  }

  /// Ends all turns: no more records follow.
  mutating func finish(_ body: (Step) -> Void) {
    while first < turns.count { endFirst(body) }
  }

  private mutating func pass(_ record: Record, of index: Int, _ body: (Step) -> Void) {
    // A task is a turn; nothing more is known of it.
    guard record.kind != .task else { return }
    if index == first { return body(.record(record)) }
    turns[index].waiting.append(record)
    waiting += 1
  }

  private mutating func endFirst(_ body: (Step) -> Void) {
    body(.end)
    first += 1
    if first >= 64, first * 2 >= turns.count {
      turns.removeFirst(first)
      removed += first
      first = 0
    }
    guard first < turns.count else { return }
    let turn = turns[first]
    turns[first].waiting = []
    waiting -= turn.waiting.count
    body(.begin(start: turn.start, thread: turn.thread))
    for record in turn.waiting { body(.record(record)) }
  }
}
