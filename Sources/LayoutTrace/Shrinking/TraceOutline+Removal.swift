/// Removing elements so that the rest makes sense as a trace.
extension TraceOutline {
  /// The trace without the elements, and without those that name a view that is no longer made.
  ///
  /// Indexes among subviews close up, work that lost the turns in between is joined (unless chains
  /// of it may break), and `end` counts the remaining turns.
  package func removing(_ elements: [Range<Int>], joinsWork: Bool = true) -> TraceOutline {
    var isRemoved = [Bool](repeating: false, count: events.count)
    for element in elements {
      for place in element { isRemoved[place] = true }
    }
    let unmade = unmade(isRemoved)
    for element in self.elements(of: unmade) {
      for place in element { isRemoved[place] = true }
    }
    keepConstraints(&isRemoved, without: unmade)
    var order = SubviewOrder()
    var kept: [TraceEvent] = []
    var places: [Int] = []
    kept.reserveCapacity(events.count)
    places.reserveCapacity(events.count)
    for place in events.indices {
      let event = order.following(events[place], isKept: !isRemoved[place])
      if isRemoved[place] { continue }
      kept.append(event)
      places.append(event.isRenumbered ? -1 : place)
    }
    if !joinsWork, case .written(let whole)? = text {
      return TraceOutline(counted(kept), text: .partOf(whole, places: places))
    }
    return TraceOutline(counted(joinsWork ? joined(kept) : kept))
  }

  /// Keeps the lines that tell of constraints, as far as something follows: a replay does without them, but code
  /// that repeats the loop does not.
  private func keepConstraints(_ isRemoved: inout [Bool], without unmade: Set<Int>) {
    guard let last = events.indices.last(where: { !isRemoved[$0] && !events[$0].isEnd }) else {
      return
    }
    for place in events.indices[..<last] where isRemoved[place] {
      isRemoved[place] =
        !events[place].tellsOfConstraints || events[place].names(anyOf: unmade)
    }
  }

  /// The views whose first lines are removed, and all views in them.
  private func unmade(_ isRemoved: [Bool]) -> Set<Int> {
    var unmade: Set<Int> = []
    for place in events.indices {
      guard case .view(let view) = events[place] else { continue }
      if isRemoved[place] {
        unmade.insert(view.view)
      } else if case .inside(let parent) = view.place, unmade.contains(parent) {
        unmade.insert(view.view)
      }
    }
    return unmade
  }

  /// The trace with an element in place of another that contains it.
  package func replacing(_ outer: Range<Int>, by inner: Range<Int>) -> TraceOutline {
    removing([outer.lowerBound..<inner.lowerBound, inner.upperBound..<outer.upperBound])
  }

  /// Turns runs of work without an `async` into runs of work that was enqueued and never ran.
  ///
  /// If one piece of work enqueues the next, removing one of them leaves the chain whole.
  private func joined(_ events: [TraceEvent]) -> [TraceEvent] {
    var enqueued: Set<Int> = []
    var ran: Set<Int> = []
    for event in events {
      if case .async(let work, _, _, _) = event { enqueued.insert(work) }
      if case .run(let work) = event { ran.insert(work) }
    }
    guard !ran.isSubset(of: enqueued) else { return events }
    var idle: [Int] = []
    var nextIdle = 0
    var names: [Int: Int] = [:]
    var events = events
    for place in events.indices {
      switch events[place] {
      case .async(let work, _, _, _) where !ran.contains(work): idle.append(work)
      case .run(let work) where !enqueued.contains(work):
        if names[work] == nil, nextIdle < idle.count {
          names[work] = idle[nextIdle]
          nextIdle += 1
        }
        events[place] = .run(work: names[work] ?? work)
      case .ran(let work): events[place] = .ran(work: names[work] ?? work)
      default: break
      }
    }
    return events
  }

  private func counted(_ events: [TraceEvent]) -> [TraceEvent] {
    guard case .end? = events.last else { return events }
    var events = events
    events[events.count - 1] = .end(turns: events.turnCount)
    return events
  }
}

extension TraceEvent {
  /// True if its numbers may be others once something is left out; so may the version in a header.
  fileprivate var isRenumbered: Bool {
    switch self {
    case .header, .view, .move, .end: true
    default: false
    }
  }
}

/// The subviews of each view, in the whole trace and in the rest of it.
private struct SubviewOrder {
  private var whole: [Int: [Int]] = [:]
  private var left: [Int: [Int]] = [:]
  private var parents: [Int: Int] = [:]
  private var leftParents: [Int: Int] = [:]
  /// The remaining views.
  private var isLeft: Set<Int> = []

  /// Applies an event to both trees; returns it with its index among the remaining subviews.
  mutating func following(_ event: TraceEvent, isKept: Bool) -> TraceEvent {
    switch event {
    case .view(var view):
      if isKept { isLeft.insert(view.view) }
      guard case .inside(let parent) = view.place else { return event }
      view.index = insert(view.view, into: parent, at: view.index, isKept: isKept)
      return .view(view)
    case .move(var move):
      if let parent = move.parent {
        move.index = insert(move.view, into: parent, at: move.index, isKept: isKept)
      } else {
        take(move.view, isKept: isKept)
      }
      return .move(move)
    case .gone(let view):
      take(view, isKept: isKept)
      return event
    default: return event
    }
  }

  private mutating func insert(
    _ view: Int, into parent: Int, at index: Int?, isKept: Bool
  ) -> Int? {
    take(view, isKept: isKept)
    let siblings = whole[parent]?.count ?? 0
    let place = min(index ?? siblings, siblings)
    // Most views come last: then there is no need to count.
    var before = left[parent]?.count ?? 0
    if isKept, place < siblings, let earlier = whole[parent]?[..<place] {
      before = min(before, earlier.count { isLeft.contains($0) })
    }
    parents[view] = parent
    whole[parent, default: []].insert(view, at: place)
    guard isKept else { return index }
    leftParents[view] = parent
    left[parent, default: []].insert(view, at: before)
    return index == nil ? nil : before
  }

  private mutating func take(_ view: Int, isKept: Bool) {
    if let parent = parents.removeValue(forKey: view) { whole[parent]?.removeAll { $0 == view } }
    guard isKept, let parent = leftParents.removeValue(forKey: view) else { return }
    left[parent]?.removeAll { $0 == view }
  }
}
