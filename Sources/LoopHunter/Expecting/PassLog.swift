import LayoutTrace

/// The last layouts of a pass and what they dirtied, to ask at its limit what goes on without some views.
///
/// Which views are to be left out is known only once a report of the pass was compared with the baseline.
struct PassLog {
  private enum Entry {
    case layout(of: Int32, inBatch: Int32, hasCrossed: Bool)
    case mark(of: Int32, by: LayoutLineage.Writer, asksEngine: Bool)
  }

  /// The most entries: enough for some rounds of thousands of views.
  private static let limit = 1 << 16

  private var entries: [Entry] = []
  /// The place of the oldest entry, once there are as many as there may be.
  private var oldest = 0

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    oldest = 0
  }

  mutating func layOut(_ view: Int, inBatch batch: Int, hasCrossed: Bool) {
    add(.layout(of: Int32(view), inBatch: Int32(clamping: batch), hasCrossed: hasCrossed))
  }

  mutating func dirty(_ view: Int, by writer: LayoutLineage.Writer, asksEngine: Bool) {
    add(.mark(of: Int32(view), by: writer, asksEngine: asksEngine))
  }

  private mutating func add(_ entry: Entry) {
    if entries.count < Self.limit {
      entries.append(entry)
    } else {
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.limit
    }
  }

  /// The course of the pass, where some views explain what goes on because of them, as crossing ones do.
  func lineage(excusing excused: Set<Int>) -> LayoutLineage {
    var lineage = LayoutLineage()
    lineage.begin()
    for entry in entries[oldest...] + entries[..<oldest] {
      switch entry {
      case .layout(let view, let batch, let hasCrossed):
        let isKnown = hasCrossed || excused.contains(Int(view))
        lineage.layOut(Int(view), inBatch: Int(batch), isKnown ? .ofJudged : nil)
      case .mark(let view, let writer, let asksEngine):
        lineage.dirty(Int(view), by: writer, asksEngine: asksEngine)
      }
    }
    return lineage
  }
}
