/// Finds the parts of a history that concern one view, without reading all of it.
///
/// A tree can hold thousands of unrelated loops. Each is analysed in a part of the history: the
/// views that led to it, the views that it leads to, and everything else that wrote to these.
/// Reading the whole history for each loop would take quadratic time. The index grows with its
/// history, and reads nothing twice.
struct HistoryIndex {
  /// The layouts of each view.
  private var layouts = Groups<Int>()
  /// The layouts that each layout caused.
  private var effects = Groups<Int>()
  /// The actions in each layout.
  private var deeds = Groups<Int>()
  /// The actions on each view outside of any layout.
  private var outside = Groups<Int>()
  /// The layouts that wrote each view.
  private var writers = Groups<Int>()
  /// The number of views that were laid out.
  private var activeViews = 0
  /// For each view its number in the part that is being made; -1 for none.
  private var labels: [Int] = []
  /// The numbers of layouts and actions of the history that are indexed.
  private var (knownLayouts, knownActions) = (0, 0)

  /// The number of views below which the whole history is used.
  static let smallest = 64

  /// Adds the history's new layouts and actions.
  mutating func extend(by history: CausalHistory) {
    for index in knownLayouts..<history.layouts.count {
      let layout = history.layouts[index]
      if layouts.isEmpty(layout.view) { activeViews += 1 }
      layouts.append(index, to: layout.view)
      for cause in history.causes[layout.causes] {
        effects.append(index, to: history.actions[cause.action].layout)
      }
    }
    for index in knownActions..<history.actions.count {
      let action = history.actions[index]
      if action.layout >= 0 {
        deeds.append(index, to: action.layout)
        writers.append(action.layout, to: action.place)
      } else {
        outside.append(index, to: action.place)
      }
    }
    (knownLayouts, knownActions) = (history.layouts.count, history.actions.count)
  }

  /// A part of a history, whose views are numbered anew.
  struct Part {
    let history: CausalHistory
    /// For each view of the part its former number, in ascending order.
    var numbers: [Int]
  }

  /// The part of evidence that concerns the loop of a view; nil if that is most of it.
  mutating func part(of evidence: LoopEvidence, for hunted: Int) -> Part? {
    let history = evidence.history
    // If views came into the tree, a part of the history does not tell which views are one actor.
    guard !history.hasNewViews, activeViews >= HistoryIndex.smallest,
      let views = views(around: hunted, in: history)
    else { return nil }
    let missing = evidence.actors.count - labels.count
    if missing > 0 { labels.append(contentsOf: repeatElement(-1, count: missing)) }
    return part(of: history, views)
  }

  // MARK: Views

  /// The views that led to a view's last layout, those that loop among them with all that they lead
  /// to, and all that wrote to one of these.
  private func views(around hunted: Int, in history: CausalHistory) -> [Int]? {
    guard let last = layouts.last(of: hunted) else { return nil }
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
    // Recurring causes lead on; a cause that occurred once may have led anywhere.
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
          if layouts.hasSeveral(writer), hasLed.insert(writer).inserted { leading.append(writer) }
        }
        guard found.count <= limit else { return nil }
      }
    }
    return Array(found)
  }

  // MARK: The part

  private mutating func part(of history: CausalHistory, _ views: [Int]) -> Part {
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
      action.layout = layoutPlaces[action.layout]!  // Only deeds of kept layouts are here.
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
      layout.outer = layoutPlaces[layout.outer]!  // -1 has a place, too.
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
    let numbers = renumber(&partLayouts, &partActions)
    // A disturbance belongs to the last kept layout at or before it.
    let disturbances = kept.indices.filter { place in
      let start = place == 0 ? 0 : kept[place]
      let end = place + 1 < kept.count ? kept[place + 1] : Int.max
      let next = history.disturbances.countBelow(start)
      return next < history.disturbances.count && history.disturbances[next] < end
    }
    let part = CausalHistory(
      layouts: partLayouts, actions: partActions, causes: causes, values: values,
      turns: history.turns.map { ($0.number, kept.countBelow($0.firstLayout)) },
      disturbances: disturbances, hasUpdates: partLayouts.contains(where: \.isUpdate))
    return Part(history: part, numbers: numbers)
  }

  /// Numbers the views without gaps, in the same order, and returns their former numbers.
  ///
  /// An analysis has tables of all views: those of a small loop are small.
  private mutating func renumber(
    _ layouts: inout [CausalHistory.Layout], _ actions: inout [CausalHistory.Action]
  ) -> [Int] {
    var numbers: [Int] = []
    func list(_ view: Int) {
      guard view != EvidenceHeader.observer, labels[view] < 0 else { return }
      labels[view] = 0
      numbers.append(view)
    }
    list(0)
    for layout in layouts { list(layout.view) }
    for action in actions {
      list(action.by)
      list(action.owner)
      list(action.target)
      list(action.superview)
      list(action.from)
    }
    numbers.sort()
    for (label, number) in numbers.enumerated() { labels[number] = label }
    func label(_ view: Int) -> Int { view == EvidenceHeader.observer ? view : labels[view] }
    for index in layouts.indices { layouts[index].view = label(layouts[index].view) }
    for index in actions.indices {
      let action = actions[index]
      (actions[index].by, actions[index].target) = (label(action.by), label(action.target))
      (actions[index].owner, actions[index].from) = (label(action.owner), label(action.from))
      actions[index].superview = label(action.superview)
    }
    for number in numbers { labels[number] = -1 }
    return numbers
  }
}

/// Lists, indexed by number, that grow at their ends.
///
/// All lists are chained through one array: there are as many as layouts in the history.
struct Groups<Item> {
  private var firsts: [Int] = []
  private var lasts: [Int] = []
  private var links: [(item: Item, next: Int)] = []
  /// The first link whose item was removed; they are linked, too.
  private var free = -1

  /// Makes room for groups and items at once: to grow step by step takes longer than to fill it.
  mutating func makeRoom(forGroups groups: Int, items: Int = 0) {
    extend(to: groups)
    if items > links.capacity { links.reserveCapacity(items) }
  }

  private mutating func extend(to count: Int) {
    let missing = count - firsts.count
    guard missing > 0 else { return }
    // An array, whose elements are copied at once, where those of a sequence are asked for one by one.
    let new = Array(repeating: -1, count: missing)
    firsts.append(contentsOf: new)
    lasts.append(contentsOf: new)
  }

  /// Appends to a group; an item for a group below 0 is ignored.
  mutating func append(_ item: Item, to group: Int) {
    guard group >= 0 else { return }
    if group >= firsts.count { extend(to: group + 1) }
    let place = free < 0 ? links.count : free
    if free < 0 {
      links.append((item, -1))
    } else {
      free = links[place].next
      links[place] = (item, -1)
    }
    if lasts[group] < 0 {
      firsts[group] = place
    } else {
      links[lasts[group]].next = place
    }
    lasts[group] = place
  }

  func isEmpty(_ group: Int) -> Bool { group >= firsts.count || firsts[group] < 0 }

  func hasSeveral(_ group: Int) -> Bool { !isEmpty(group) && firsts[group] != lasts[group] }

  func first(of group: Int) -> Item? { isEmpty(group) ? nil : links[firsts[group]].item }

  func last(of group: Int) -> Item? { isEmpty(group) ? nil : links[lasts[group]].item }

  /// Takes the first item out of a group.
  mutating func removeFirst(of group: Int) {
    guard !isEmpty(group) else { return }
    let place = firsts[group]
    firsts[group] = links[place].next
    if firsts[group] < 0 { lasts[group] = -1 }
    links[place].next = free
    free = place
  }

  /// The items of a group, in order of insertion.
  subscript(group: Int) -> Chain { Chain(links: links, place: isEmpty(group) ? -1 : firsts[group]) }

  struct Chain: Sequence, IteratorProtocol {
    fileprivate let links: [(item: Item, next: Int)]
    fileprivate var place: Int

    mutating func next() -> Item? {
      guard place >= 0 else { return nil }
      let link = links[place]
      place = link.next
      return link.item
    }
  }
}

extension Array {
  /// The length of the prefix whose elements satisfy `isBefore`; no element after it does.
  func partitioned(by isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Array<Int> {
  /// The number of elements below a value; the elements must be in ascending order.
  func countBelow(_ value: Int) -> Int { partitioned { $0 < value } }
}
