/// The views with the highest keys, highest first, equal ones by rising number.
struct TopList {
  let limit: Int
  private var entries: [(key: Int, view: TraceScan.ViewCount)] = []

  init(limit: Int) {
    self.limit = limit
  }

  var views: [TraceScan.ViewCount] { entries.map(\.view) }

  /// Whether a view would be in the list.
  func wouldTake(_ key: Int, _ number: Int) -> Bool {
    guard entries.count == limit else { return limit > 0 }
    guard let last = entries.last else { return false }
    return (last.key, -last.view.view) < (key, -number)
  }

  mutating func insert(_ key: Int, _ view: TraceScan.ViewCount) {
    let place =
      entries.firstIndex { ($0.key, -$0.view.view) < (key, -view.view) } ?? entries.count
    entries.insert((key, view), at: place)
    if entries.count > limit { entries.removeLast() }
  }
}
