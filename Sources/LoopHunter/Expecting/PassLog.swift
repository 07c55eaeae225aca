import LayoutTrace

/// The last layouts of a pass and what they dirtied, to ask at its limit what goes on without some views.
///
/// Which views are to be left out is known only once a report of the pass was compared with the baseline.
struct PassLog {
  /// A layout, if `writer` is `layout` or `crossing`; or a mark that the layout of a view sets, or other
  /// code, with `writer` 0.
  private struct Entry {
    var view: Int32
    var writer: Int32
  }

  private static let layout: Int32 = -1
  /// A layout beyond the threshold of its view.
  private static let crossing: Int32 = -2
  /// The most entries: enough for some rounds of thousands of views.
  private static let limit = 1 << 16

  private var entries: [Entry] = []
  /// The place of the oldest entry, once there are as many as there may be.
  private var oldest = 0

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    oldest = 0
  }

  mutating func layOut(_ view: Int, hasCrossed: Bool) {
    add(Entry(view: Int32(view), writer: hasCrossed ? Self.crossing : Self.layout))
  }

  mutating func dirty(_ view: Int, by writer: Int?) {
    add(Entry(view: Int32(view), writer: Int32(writer ?? 0)))
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
      let view = Int(entry.view)
      if entry.writer < 0 {
        lineage.layOut(
          view, hasCrossed: entry.writer == Self.crossing || excused.contains(view))
      } else {
        lineage.dirty(view, by: entry.writer == 0 ? nil : Int(entry.writer))
      }
    }
    return lineage
  }
}
