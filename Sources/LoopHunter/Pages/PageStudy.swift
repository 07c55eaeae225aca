import LayoutTrace
import ViewTree

/// Watches the replay of a browser's recording, and groups layouts of documents by the code behind them.
///
/// A hunt would see one loop where several pairs of functions take turns. Tasks are kept from half
/// of a limit on; of all others only the sums of their pairs are.
package final class PageStudy: LayoutObserver {
  /// The limits for a document; nil for one that is ignored.
  package typealias Limits = (View) -> PageLimits?

  private let replayer: TraceReplayer
  private let limits: Limits
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

  private var turn = 0
  private var current: [Int: PageCauses] = [:]
  private var open: [Int: Coming] = [:]
  private var openRows: [PagePair: Row] = [:]

  /// A document and its limits.
  struct Document {
    var view: ViewReference
    var limits: PageLimits?
  }

  /// Consecutive tasks in each of which a pair forced layouts repeatedly.
  struct Row {
    var lastTurn: Int
    /// The time at which the last layout of its last task ended; nil if it is unknown.
    var lastEnd: Int64?
    var tasks = 1
    /// The task with the most layouts.
    var worst: PageTask
  }

  /// The causes of a document's next layout.
  private struct Coming {
    /// The places of the writers, those that changed the document itself first.
    var writers: [Int] = []
    var documentWriters = 0
    var change: String?
    var reader = -1
    var isForced = false
    var begin: Int64?
  }

  /// Observes a replay until the result is released.
  package init(_ replayer: TraceReplayer, limits: @escaping Limits) {
    (self.replayer, self.limits) = (replayer, limits)
    replayer.keepSourceLocations()
  }

  // MARK: Events

  package func turnBegan(_ turn: Int, now: Duration) { self.turn = turn }

  package func viewDirtied(
    _ view: View, reason: DirtyReason, by layingOut: View?, again: Bool
  ) {
    guard layingOut == nil, let document = number(of: view.superview ?? view) else { return }
    let place = currentPlace
    let isDocument = view.superview == nil
    var coming = open[document] ?? Coming()
    if isDocument, coming.change == nil { coming.change = reason.rawValue }
    if place >= 0, coming.writers.count < PageCauses.mostWriters, !coming.writers.contains(place) {
      coming.writers.insert(place, at: isDocument ? coming.documentWriters : coming.writers.count)
      if isDocument { coming.documentWriters += 1 }
    }
    open[document] = coming
  }

  package func layoutForced(_ view: View, by layingOut: View?) {
    guard let document = number(of: view) else { return }
    open[document, default: Coming()].isForced = true
    open[document]?.reader = currentPlace
  }

  package func layoutEntered(_ view: View) {
    guard view.superview == nil, let document = number(of: view) else { return }
    open[document, default: Coming()].begin = replayer.recordedLayoutBegin
  }

  package func layoutLeft(_ view: View) {
    guard view.superview == nil, let document = number(of: view),
      let coming = open.removeValue(forKey: document)
    else { return }
    if documents[document] == nil {
      documents[document] = Document(view: ViewReference(view), limits: limits(view))
    }
    let end = replayer.recordedLayoutEnd
    var work = PageWork(layouts: 1, first: coming.begin, last: end, change: coming.change ?? "")
    if let begin = coming.begin, let end { work.nanoseconds = max(0, end - begin) }
    current[document, default: PageCauses()].add(
      work,
      to: PageCauses.Cause(
        writers: coming.writers, reader: coming.reader, isForced: coming.isForced))
  }

  package func turnEnded(_ turn: Int) {
    for (document, causes) in current.sorted(by: { $0.key < $1.key }) {
      take(PageTask(turn: turn, document: document, pairs: causes.pairs(of: document)))
    }
    current.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
  }

  private func number(of view: View) -> Int? { replayer.number(of: view) }

  /// The place of the replay's current action, as an index; -1 if it was not recorded.
  private var currentPlace: Int {
    guard let text = replayer.sourceLocation else { return -1 }
    if let number = placeNumbers[text] { return number }
    places.append(text)
    placeNumbers[text] = places.count - 1
    return places.count - 1
  }

  // MARK: Tasks

  private func take(_ task: PageTask) {
    for (pair, work) in task.pairs { totals[pair, default: PageWork()].add(work) }
    guard let limits = documents[task.document]?.limits else { return }
    if [true, false].contains(where: { limits.areNear(task.pairs(forced: $0)) }) {
      tasks.append(task)
    }
    for (pair, work) in task.pairs
    where pair.isForced && work.layouts >= PageLimits.leastPerTask {
      extendRow(of: pair, work, task)
    }
  }

  /// Adds a task to the row of a pair; between two of its tasks, there may be another one.
  ///
  /// A pause ends a row: a few layouts at each key that a person presses are no animation.
  private func extendRow(of pair: PagePair, _ work: PageWork, _ task: PageTask) {
    if var row = openRows[pair], task.turn - row.lastTurn <= 2,
      (work.first ?? 0) - (row.lastEnd ?? 0) <= Self.longestPause
    {
      (row.lastTurn, row.lastEnd) = (task.turn, work.last)
      row.tasks += 1
      if task.layouts > row.worst.layouts { row.worst = task }
      openRows[pair] = row
    } else {
      openRows[pair] = Row(lastTurn: task.turn, lastEnd: work.last, worst: task)
    }
    if let row = openRows[pair], row.tasks > rows[pair]?.tasks ?? 0 { rows[pair] = row }
  }

  /// The nanoseconds between the layouts of two frames in a row; slow pages show ten in a second.
  private static let longestPause: Int64 = 100_000_000
}
