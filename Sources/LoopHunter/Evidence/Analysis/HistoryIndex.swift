/// A history with ways to find what concerns one view without looking at everything.
///
/// A tree can hold thousands of loops that have nothing to do with each other. Each is analysed in
/// a part of the history that holds the views that led to it, those that it leads to, and all that
/// else wrote to these; reading all for each would take time that grows with the square.
final class HistoryIndex {
  let history: CausalHistory
  /// By view its layouts.
  private let layouts: Groups
  /// By layout the layouts that it brought.
  private let effects: Groups
  /// By layout what was done in it.
  private let deeds: Groups
  /// By view what was done to it outside of any layout.
  private let outside: Groups
  /// By view the layouts that wrote it.
  private let writers: Groups
  /// Whether views came into the tree: what is one actor then cannot be told from a part.
  private let hasNewViews: Bool
  /// How many views were laid out.
  private let activeViews: Int

  /// Below this number of views the whole history is as good.
  static let smallest = 64

  /// Makes the index of a history whose views are numbered below `viewCount`.
  init(_ history: CausalHistory, viewCount: Int) {
    self.history = history
    let (all, actions) = (history.layouts, history.actions)
    let layouts = Groups(count: viewCount, items: all.indices) { all[$0].view }
    effects = Groups(
      count: all.count,
      pairs: all.indices.lazy.flatMap { index in
        history.causes[all[index].causes].lazy.map { (actions[$0.action].layout, index) }
      })
    deeds = Groups(count: all.count, items: actions.indices) { actions[$0].layout }
    outside = Groups(count: viewCount, items: actions.indices) {
      actions[$0].layout < 0 ? actions[$0].place : -1
    }
    writers = Groups(
      count: viewCount,
      pairs: actions.indices.lazy.map { (actions[$0].place, actions[$0].layout) })
    hasNewViews = actions.contains {
      if case .tree(.added) = $0.kind { $0.from == 0 } else { false }
    }
    activeViews = (0..<viewCount).count { !layouts[$0].isEmpty }
    self.layouts = layouts
  }

  /// What concerns the loop of a view; nil if that is most of the history.
  func part(for hunted: Int) -> CausalHistory? {
    // What code outside layout forces is seen by what it does to all views.
    guard !hasNewViews, activeViews >= HistoryIndex.smallest,
      history.outsideForces.count < ThrashingFinder.leastPasses,
      let views = views(around: hunted)
    else { return nil }
    return part(views)
  }

  // MARK: Which views

  /// The views that led to a view's last layout, those that loop among them with all that they lead
  /// to, and all that wrote to one of these.
  private func views(around hunted: Int) -> [Int]? {
    guard let last = layouts[hunted].last else { return nil }
    var counts: [Int: Int] = [:]
    var visited: Set<Int> = [last]
    var waiting = [last]
    while let index = waiting.popLast() {
      counts[history.layouts[index].view, default: 0] += 1
      for cause in history.causes[history.layouts[index].causes] {
        let source = history.actions[cause.action].layout
        if source >= 0, visited.insert(source).inserted { waiting.append(source) }
      }
    }
    let limit = activeViews / 2
    guard counts.count <= limit else { return nil }
    var found = Set(counts.keys)
    // What comes again leads on; what led there once may have led anywhere.
    var leading = counts.filter { $0.value > 1 || $0.key == hunted }.map(\.key)
    var hasLed = Set(leading)
    var unasked = Array(found)
    while !leading.isEmpty || !unasked.isEmpty {
      while let view = leading.popLast() {
        for layout in layouts[view] {
          for effect in effects[layout] {
            let next = history.layouts[effect].view
            if hasLed.insert(next).inserted { leading.append(next) }
            if found.insert(next).inserted { unasked.append(next) }
          }
        }
        guard found.count <= limit else { return nil }
      }
      if let view = unasked.popLast() {
        for layout in writers[view] {
          let writer = history.layouts[layout].view
          guard found.insert(writer).inserted else { continue }
          unasked.append(writer)
          if layouts[writer].count > 1, hasLed.insert(writer).inserted { leading.append(writer) }
        }
        guard found.count <= limit else { return nil }
      }
    }
    return Array(found)
  }

  // MARK: The part

  private func part(_ views: [Int]) -> CausalHistory {
    let kept = views.flatMap { layouts[$0] }.sorted()
    let actions = (kept.flatMap { deeds[$0] } + views.flatMap { outside[$0] }).sorted()
    var places: [Int: Int] = [:]
    for (place, index) in actions.enumerated() { places[index] = place }
    var layoutPlaces: [Int: Int] = [-1: -1]
    for (place, index) in kept.enumerated() { layoutPlaces[index] = place }

    var partActions: [CausalHistory.Action] = []
    var values: [Double] = []
    for index in actions {
      var action = history.actions[index]
      action.layout = layoutPlaces[action.layout]!
      if let pair = history.values(of: action) {
        action.value = values.count
        values += pair.old
        values += pair.new
      }
      partActions.append(action)
    }
    var partLayouts: [CausalHistory.Layout] = []
    var causes: [CausalHistory.Cause] = []
    for index in kept {
      var layout = history.layouts[index]
      while layout.outer >= 0, layoutPlaces[layout.outer] == nil {
        layout.outer = history.layouts[layout.outer].outer
      }
      layout.outer = layoutPlaces[layout.outer]!
      let first = causes.count
      for var cause in history.causes[layout.causes] {
        guard let place = places[cause.action] else { continue }
        cause.action = place
        causes.append(cause)
      }
      layout.causes = first..<causes.count
      layout.firstAction = actions.countBelow(layout.firstAction)
      partLayouts.append(layout)
    }
    var disturbances: [Int] = []
    for disturbance in history.disturbances {
      let place = max(0, kept.countBelow(disturbance + 1) - 1)
      if disturbances.last != place { disturbances.append(place) }
    }
    return CausalHistory(
      layouts: partLayouts, actions: partActions, causes: causes, values: values,
      turns: history.turns.map { ($0.number, kept.countBelow($0.firstLayout)) },
      disturbances: disturbances)
  }
}

/// Lists of numbers by number, in two arrays.
private struct Groups {
  private var starts: [Int]
  private var items: [Int] = []

  /// Puts each item into the group that `group` says; below 0 into none.
  init(count: Int, items: Range<Int>, group: (Int) -> Int) {
    self.init(count: count, pairs: items.map { (group($0), $0) })
  }

  /// Puts the second of each pair into the group given by the first; none if below 0.
  init(count: Int, pairs: some Sequence<(Int, Int)>) {
    let pairs = pairs.filter { $0.0 >= 0 && $0.0 < count && $0.1 >= 0 }
    starts = Array(repeating: 0, count: count + 1)
    for (group, _) in pairs { starts[group + 1] += 1 }
    for group in 0..<count { starts[group + 1] += starts[group] }
    var next = starts
    items = Array(repeating: 0, count: pairs.count)
    for (group, item) in pairs {
      items[next[group]] = item
      next[group] += 1
    }
  }

  subscript(group: Int) -> ArraySlice<Int> { items[starts[group]..<starts[group + 1]] }
}

extension Array<Int> {
  /// How many of the rising numbers are below another.
  fileprivate func countBelow(_ value: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
