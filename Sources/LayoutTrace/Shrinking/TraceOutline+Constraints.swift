import ViewTree

/// Leaving out what a trace tells of constraints that have no part in what it shows.
extension TraceOutline {
  /// The trace without the constraints that no change can reach, and without the views that only those place.
  ///
  /// A change reaches all constraints of the views that it moves, and so on; it stops at views that have a
  /// frame of their own.
  var withoutIdleConstraints: TraceOutline {
    let reached = reachedByChanges
    return TraceOutline(
      events.filter { event in
        switch event {
        case .item(let item): reached.views.contains(item.view)
        case .constraint(let constraint):
          reached.constraints.contains(constraint.number)
            || constraint.items.contains(where: reached.views.contains)
        default: true
        }
      })
  }

  /// The constraints that change, and the views that constraints place which a change can move.
  private var reachedByChanges: (constraints: Set<Int>, views: Set<Int>) {
    var placed: Set<Int> = []
    var items: [Int: [Int]] = [:]
    var changed: Set<Int> = []
    var waiting: [Int] = []
    for event in events {
      switch event {
      case .item(let item): placed.insert(item.view)
      case .constraint(let constraint): items[constraint.number] = constraint.items
      case .value(let value):
        if let number = value.constraintNumber {
          changed.insert(number)
        } else if event.isOfConstraint {
          waiting.append(value.view)
        }
      case .dirty(let dirty) where event.isSolved: waiting.append(dirty.receiver ?? dirty.view)
      default: break
      }
    }
    for number in changed { waiting += items[number] ?? [] }
    var neighbours: [Int: [Int]] = [:]
    for views in items.values {
      for view in views { neighbours[view, default: []] += views }
    }
    var reached: Set<Int> = []
    while let view = waiting.popLast() {
      guard placed.contains(view), reached.insert(view).inserted else { continue }
      waiting += neighbours[view] ?? []
    }
    return (changed, reached)
  }
}

extension TraceEvent.Constraint {
  /// The views of its items.
  fileprivate var items: [Int] { [view] + (otherView.map { [$0] } ?? []) }
}
