import LayoutTrace

/// Groups the layouts of a browser's documents by the code behind them, task by task.
///
/// A hunt would see one loop where several pairs of functions take turns. Tasks are kept from half
/// of a limit on; of all others only the sums of their pairs are. A replay tells it what happens, or a
/// scan.
package final class PageStudy {
  /// A document and its limits; nil for one that is ignored.
  struct Document {
    var view: ViewReference
    var limits: PageLimits?
  }

  /// The documents by their numbers.
  private(set) var documents: [Int: Document] = [:]
  /// The places of code, in the form of the trace.
  private(set) var places: [String] = []
  private var placeNumbers: [String: Int] = [:]
  /// The tasks past half of a limit, in their order.
  private(set) var tasks: [PageTask] = []
  /// All work of each pair in the recording.
  private(set) var totals: [PagePair: PageWork] = [:]
  /// The longest row of tasks of each pair that is past half of the limit.
  private(set) var rows: [PagePair: Row] = [:]
  /// The number of times that a document which is not ignored had a number of judged layouts in a task.
  private var counts: [Int: Int] = [:]

  private var turn = 0
  private var current: [Int: PageCauses] = [:]
  private var coming = ComingLayouts()
  private var openRows: [PagePair: Row] = [:]
  /// The number of tasks so far in which each document was laid out.
  private var taskCounts: [Int: Int] = [:]

  /// Consecutive tasks in each of which a pair forced layouts repeatedly.
  struct Row {
    /// The number of its last task among those of its document.
    var lastTask: Int
    /// The time at which the last layout of its last task ended; nil if it is unknown.
    var lastEnd: Int64?
    var tasks = 1
    /// The task with the most layouts.
    var worst: PageTask
  }

  init() {}

  // MARK: Events

  /// A task begins: what came before it, such as making the views of a replay, led to no layout.
  func beginTask(_ turn: Int) {
    self.turn = turn
    coming.forget()
  }

  /// Code at a place changed a document, or an element in it; -1 for a place that is unknown.
  func dirty(_ document: Int, isElement: Bool, by place: Int, change: String) {
    coming.dirty(document, isElement: isElement, by: place, change: change)
  }

  /// Code at a place forces the next layout of a document.
  func force(_ document: Int, by place: Int) { coming.force(document, by: place) }

  func beginLayout(of document: Int, at time: Int64?) { coming.begin(document, at: time) }

  /// A layout of a document ends; `describe` is called for its first one.
  func endLayout(of document: Int, at end: Int64?, _ describe: () -> Document) {
    guard let causes = coming.end(document) else { return }
    if documents[document] == nil { documents[document] = describe() }
    var work = PageWork(layouts: 1, first: causes.begin, last: end, change: causes.change ?? "")
    if let begin = causes.begin, let end { work.nanoseconds = max(0, end - begin) }
    current[document, default: PageCauses()].add(
      work,
      to: PageCauses.Cause(
        writers: causes.writers, reader: causes.reader, isForced: causes.isForced))
  }

  func endTask() {
    for (document, causes) in current.sorted(by: { $0.key < $1.key }) {
      take(PageTask(turn: turn, document: document, pairs: causes.pairs(of: document)))
    }
    current.removeAll(keepingCapacity: true)
    coming.forget()
  }

  /// The number of a place; -1 for one that is unknown.
  func number(of place: String?) -> Int {
    guard let place else { return -1 }
    if let number = placeNumbers[place] { return number }
    places.append(place)
    placeNumbers[place] = places.count - 1
    return places.count - 1
  }

  // MARK: Tasks

  private func take(_ task: PageTask) {
    for (pair, work) in task.pairs { totals[pair, default: PageWork()].add(work) }
    taskCounts[task.document, default: 0] += 1
    guard let limits = documents[task.document]?.limits else { return }
    for isForced in [true, false] {
      let layouts = task.pairs(forced: isForced).sum.layouts
      if layouts > 0 { counts[layouts, default: 0] += 1 }
    }
    if [true, false].contains(where: { limits.areNear(task.pairs(forced: $0)) }) {
      tasks.append(task)
    }
    for (pair, work) in task.pairs
    where pair.isForced && work.layouts >= PageLimits.leastPerTask {
      extendRow(of: pair, work, task)
    }
  }

  /// Adds a task to the row of a pair.
  ///
  /// A pause ends a row: a few layouts at each key that a person presses are no animation. Other
  /// work in between, in this process or in others, does not end it.
  private func extendRow(of pair: PagePair, _ work: PageWork, _ task: PageTask) {
    let number = taskCounts[task.document] ?? 0
    if var row = openRows[pair], goesOn(row, in: work, number) {
      (row.lastTask, row.lastEnd) = (number, work.last)
      row.tasks += 1
      if task.layouts > row.worst.layouts { row.worst = task }
      openRows[pair] = row
    } else {
      openRows[pair] = Row(lastTask: number, lastEnd: work.last, worst: task)
    }
    if let row = openRows[pair], row.tasks > rows[pair]?.tasks ?? 0 { rows[pair] = row }
  }

  /// True unless a pause came before the work; without times, if at most one task of the document did.
  private func goesOn(_ row: Row, in work: PageWork, _ number: Int) -> Bool {
    guard let begin = work.first, let end = row.lastEnd else { return number - row.lastTask <= 2 }
    return begin - end <= Self.longestPause
  }

  /// The nanoseconds between the layouts of two frames in a row; slow pages show ten in a second.
  private static let longestPause: Int64 = 100_000_000

  /// The numbers of judged layouts of a document in a task, rising.
  package var histogram: [TraceScan.HistogramRow] {
    counts.sorted { $0.key < $1.key }.map { .init(layouts: $0.key, occurrences: $0.value) }
  }
}
