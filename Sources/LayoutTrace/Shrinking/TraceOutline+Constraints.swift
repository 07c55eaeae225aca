import ViewTree

/// Leaving out what a trace tells of constraints that have no part in what it shows.
extension TraceOutline {
  /// The trace without the constraints that no change can reach, and without the views that only those place.
  ///
  /// A change reaches all constraints of the views and guides that it moves, and so on; it stops at views that
  /// have a frame of their own, and at the areas of such views.
  var withoutIdleConstraints: TraceOutline {
    let reached = reachedByChanges
    return TraceOutline(
      events.filter { event in
        switch event {
        case .item(let item): reached.items.contains(ConstrainedItem(view: item.view))
        case .constraint(let constraint):
          reached.constraints.contains(constraint.number)
            || constraint.items.contains(where: reached.items.contains)
        default: true
        }
      })
  }

  /// The constraints that change, and the views and guides that constraints place which a change can move.
  private var reachedByChanges: (constraints: Set<Int>, items: Set<ConstrainedItem>) {
    var placed: Set<Int> = []
    var items: [Int: [ConstrainedItem]] = [:]
    var changed: Set<Int> = []
    var waiting: [ConstrainedItem] = []
    for event in events {
      switch event {
      case .item(let item): placed.insert(item.view)
      case .constraint(let constraint): items[constraint.number] = constraint.items
      case .value(let value):
        if let number = value.constraintNumber {
          changed.insert(number)
        } else if event.isOfConstraint {
          waiting.append(ConstrainedItem(view: value.view))
        }
      case .dirty(let dirty) where event.isSolved:
        waiting.append(ConstrainedItem(view: dirty.receiver ?? dirty.view))
      default: break
      }
    }
    for number in changed { waiting += items[number] ?? [] }
    var neighbours: [ConstrainedItem: [ConstrainedItem]] = [:]
    for sides in items.values {
      for side in sides { neighbours[side, default: []] += sides }
    }
    var reached: Set<ConstrainedItem> = []
    while let item = waiting.popLast() {
      guard item.guide != nil || placed.contains(item.view), reached.insert(item).inserted
      else { continue }
      waiting += neighbours[item] ?? []
    }
    return (changed, reached)
  }
}

/// A view that a constraint names, or a guide that code added to one.
private struct ConstrainedItem: Hashable {
  var view: Int
  /// The place of the guide among those of the view; nil for the view and its own areas.
  var guide: Int?

  init(view: Int, side words: String = "") {
    self.view = view
    if case .own(let place)? = ConstraintOutline.Place(words)?.guide { guide = place }
  }
}

extension TraceEvent.Constraint {
  /// The items of its sides.
  fileprivate var items: [ConstrainedItem] {
    [ConstrainedItem(view: view, side: first)]
      + (otherView.map { [ConstrainedItem(view: $0, side: second ?? "")] } ?? [])
  }
}
