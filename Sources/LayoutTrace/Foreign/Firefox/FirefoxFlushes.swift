/// The flushes of a thread: in each, the browser lays out documents because something needs their layout.
///
/// One flush can reflow a document several times, such as again when its scrolled area has changed. The
/// stack of a flush is that of the code that forces it; that of a reflow is of the code that requested it.
struct FirefoxFlushes {
  struct Flush {
    var start: Int64
    var end: Int64
    /// The stack of the code that ran, as an index into the table of stacks; -1 for none.
    var stack: Int
  }

  /// The outermost flushes by time.
  private(set) var all: [Flush] = []

  private static let name = "DoFlushPendingNotifications"

  /// Takes the flushes among markers; older browsers write none.
  init(_ markers: some Collection<FirefoxMarker>, name: (Int) -> String?) {
    var isFlush: [Int: Bool] = [:]
    var found: [Flush] = []
    for marker in markers where marker.phase == 1 {
      let isOne = isFlush[marker.name] ?? (name(marker.name) == Self.name)
      isFlush[marker.name] = isOne
      guard isOne, let start = FirefoxMarker.nanoseconds(marker.start),
        let end = FirefoxMarker.nanoseconds(marker.end), end >= start
      else { continue }
      found.append(Flush(start: start, end: end, stack: marker.stack))
    }
    found.sort { $0.start != $1.start ? $0.start < $1.start : $0.end > $1.end }
    for flush in found where all.last.map({ flush.start >= $0.end }) ?? true {
      all.append(flush)
    }
  }

  subscript(index: Int) -> Flush { all[index] }

  /// The flush that runs at a time; nil if there is none.
  func index(at time: Int64) -> Int? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0, all[low - 1].end >= time else { return nil }
    return low - 1
  }
}

/// The layouts of documents in flushes: the reflows of a document in one flush are one layout.
struct FirefoxLayouts {
  struct Layout {
    var flush: Int
    var document: Int32
    var start: Int64
    var end: Int64
    /// The stack of the code that requested it; -1 for none.
    var cause: Int
  }

  private struct Key: Hashable {
    var flush: Int
    var document: Int32
  }

  /// The layouts in the order of their first reflows.
  private(set) var all: [Layout] = []
  private var places: [Key: Int] = [:]

  mutating func begin(_ flush: Int, _ document: Int32, at time: Int64, cause: Int) {
    let key = Key(flush: flush, document: document)
    guard places[key] == nil else { return }
    places[key] = all.count
    all.append(Layout(flush: flush, document: document, start: time, end: time, cause: cause))
  }

  mutating func end(_ flush: Int, _ document: Int32, at time: Int64) {
    guard let place = places[Key(flush: flush, document: document)] else { return }
    all[place].end = max(all[place].end, time)
  }
}
