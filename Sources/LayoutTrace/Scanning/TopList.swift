/// The views with the highest keys, highest first, equal ones by rising number.
package struct TopList<Entry: NumberedView> {
  package let limit: Int
  /// The number of views that were not high enough.
  package private(set) var leftOut = 0
  private var entries: [(key: Int, view: Entry)] = []

  package init(limit: Int) { self.limit = limit }
  package var views: [Entry] { entries.map(\.view) }

  /// True if a view is to be inserted; otherwise it is counted as left out.
  package mutating func admits(_ key: Int, _ number: Int) -> Bool {
    let isHighEnough =
      entries.count < limit
      || entries.last.map { ($0.key, -$0.view.view) < (key, -number) } ?? false
    if !isHighEnough { leftOut += 1 }
    return isHighEnough
  }

  package mutating func insert(_ key: Int, _ view: Entry) {
    let place = entries.firstIndex { ($0.key, -$0.view.view) < (key, -view.view) } ?? entries.count
    entries.insert((key, view), at: place)
    if entries.count > limit {
      entries.removeLast()
      leftOut += 1
    }
  }
}

/// An entry about a view that a trace numbers.
package protocol NumberedView {
  /// The view's number in the trace.
  var view: Int { get }
}

extension TraceScan.ViewCount: NumberedView {}
extension TraceScan.Recurrence: NumberedView {}
