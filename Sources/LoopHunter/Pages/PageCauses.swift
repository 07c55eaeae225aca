/// The layouts of one document in one task, by all code that made each of them necessary.
///
/// Often several functions write before one read, and another one before the first. A layout belongs to
/// the writer that has a part in most of those that the same code forced, so that a loop is one pair.
///
/// Browsers record the first change since the last layout: if that was no script's, such as the look of a
/// pressed button, no writer is known, and the only one before the other reads of that code counts.
struct PageCauses {
  /// The code that wrote before a layout, and the code that forced it.
  struct Cause: Hashable {
    /// The places of the writers, the most reliable first.
    var writers: [Int]
    /// The place of the reader; -1 if it was not recorded.
    var reader: Int
    /// False for a layout that the browser itself ran.
    var isForced: Bool
  }

  /// A writer before the reads of one place.
  private struct Part: Hashable {
    var writer: Int
    var reader: Int
    var isForced: Bool
  }

  /// The writers that are kept of one layout.
  static let mostWriters = 16

  private var works: [(cause: Cause, work: PageWork)] = []
  private var indexes: [Cause: Int] = [:]
  /// The cause of the layout before, which is often that of the next one.
  private var last = -1

  mutating func add(_ work: PageWork, to cause: Cause) {
    if last < 0 || works[last].cause != cause {
      let known = indexes[cause]
      last = known ?? works.count
      guard known != nil else {
        indexes[cause] = last
        return works.append((cause, work))
      }
    }
    works[last].work.add(work)
  }

  /// The layouts in which each writer has a part, and those in which it is the most reliable one.
  private typealias Counts = [Part: (all: Int, leading: Int)]

  private func counts() -> Counts {
    var counts: Counts = [:]
    for (cause, work) in works {
      for (index, writer) in cause.writers.enumerated() {
        counts[part(writer, cause), default: (0, 0)].all += work.layouts
        if index == 0 { counts[part(writer, cause)]?.leading += work.layouts }
      }
    }
    return counts
  }

  /// The layouts whose writers are known, by the reader, with the writer of a part of -1.
  private func known() -> [Part: Int] {
    var known: [Part: Int] = [:]
    for (cause, work) in works where !cause.writers.isEmpty {
      known[part(-1, cause), default: 0] += work.layouts
    }
    return known
  }

  /// The writer that has a part in most of the layouts; the most reliable one of those; -1 for none.
  private func writer(of cause: Cause, _ counts: Counts) -> Int {
    var best = (writer: -1, count: (all: 0, leading: 0))
    for writer in cause.writers {
      let count = counts[part(writer, cause)] ?? (0, 0)
      if count > best.count { best = (writer, count) }
    }
    return best.writer
  }

  private func part(_ writer: Int, _ cause: Cause) -> Part {
    Part(writer: writer, reader: cause.reader, isForced: cause.isForced)
  }

  /// The pairs in the order of their first layouts.
  func pairs(of document: Int) -> [(pair: PagePair, work: PageWork)] {
    var pairs: [(pair: PagePair, work: PageWork)] = []
    var places: [PagePair: Int] = [:]
    let (counts, known) = (self.counts(), self.known())
    let chosen = works.map { writer(of: $0.cause, counts) }
    /// The only writer before the reads of each place; -1 if there are several.
    var only: [Part: Int] = [:]
    for (index, writer) in chosen.enumerated() where writer >= 0 {
      let reads = part(-1, works[index].cause)
      only[reads] = only[reads] ?? writer == writer ? writer : -1
    }
    for (index, (cause, work)) in works.enumerated() {
      var writer = chosen[index]
      if writer < 0, cause.reader >= 0, case let reads = part(-1, cause),
        work.layouts < known[reads] ?? 0
      {
        writer = only[reads] ?? -1
      }
      let pair = PagePair(
        document: document, writer: writer, reader: cause.reader, isForced: cause.isForced)
      let place = places[pair] ?? pairs.count
      if place == pairs.count {
        places[pair] = place
        pairs.append((pair, PageWork()))
      }
      var work = work
      for other in cause.writers where other != writer { work.others[other] = work.layouts }
      pairs[place].work.add(work)
    }
    return pairs
  }
}
