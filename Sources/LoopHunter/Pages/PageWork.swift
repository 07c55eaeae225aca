/// The code that makes a document's layouts necessary, and the code that forces them.
struct PagePair: Hashable {
  /// The document's number in the trace.
  var document: Int
  /// The places of the writing and the reading code, as indexes; -1 for one that was not recorded.
  var writer: Int
  var reader: Int
  /// False for layouts that the browser itself ran.
  var isForced: Bool
}

/// The layouts of one pair in one task, or in several.
struct PageWork {
  var layouts = 0
  var nanoseconds: Int64 = 0
  /// The times at which the first layout began and the last one ended.
  var first: Int64?
  var last: Int64?
  /// The kind of change, in the browser's word.
  var change = ""
  /// Further writers before the same reads, with the number of their layouts.
  var others: [Int: Int] = [:]

  mutating func add(_ other: PageWork) {
    if layouts == 0 { change = other.change }
    if let begin = other.first { first = min(first ?? begin, begin) }
    if let end = other.last { last = max(last ?? end, end) }
    layouts += other.layouts
    let (sum, isTooLong) = nanoseconds.addingReportingOverflow(other.nanoseconds)
    nanoseconds = isTooLong ? .max : sum
    for (place, count) in other.others { others[place, default: 0] += count }
  }

  var milliseconds: Double { Double(nanoseconds) / 1e6 }
}

/// The layouts of one document in one task.
struct PageTask {
  var turn: Int
  var document: Int
  /// The pairs in the order of their first layouts.
  var pairs: [(pair: PagePair, work: PageWork)] = []
  var layouts: Int { pairs.reduce(0) { $0 + $1.work.layouts } }

  /// The pairs that force layouts, or those of other layouts whose writers are known.
  func pairs(forced isForced: Bool) -> [(pair: PagePair, work: PageWork)] {
    pairs.filter { $0.pair.isForced == isForced && (isForced || $0.pair.writer >= 0) }
  }
}

extension [(pair: PagePair, work: PageWork)] {
  /// The work of all pairs.
  var sum: PageWork { reduce(into: PageWork()) { $0.add($1.work) } }
}
