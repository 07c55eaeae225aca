/// Finding repetition in a trace.
extension TraceOutline {
  /// The action of an element, without its values: equal ones may be the same step of two rounds.
  private struct Step: Hashable {
    var kind: TraceEvent.Kind
    var view = 0
    var other = 0
    var word = ""
    /// The view in whose layout it happens.
    var layout = 0
  }

  private func step(at place: Int, in layout: Int = 0) -> Step {
    var step = Step(kind: events[place].kind, layout: layout)
    switch events[place] {
    case .layout(let view, _), .force(let view, _, _), .gone(let view), .clean(let view),
      .enter(let view), .update(let view):
      step.view = view
    case .dirty(let dirty):
      (step.view, step.other, step.word) = (dirty.view, dirty.receiver ?? 0, dirty.why)
    case .geometry(let geometry): step.view = geometry.view
    case .value(let value):
      step.view = value.view
      step.word = value.constraint.map { "\($0) \(value.name)" } ?? value.name
    case .move(let move): (step.view, step.other) = (move.view, move.parent ?? 0)
    case .view(let view): step.view = view.view
    default: break
    }
    return step
  }

  /// The elements of turns, grouped by equal actions in layouts of the same view.
  var elementsByKind: [[Range<Int>]] {
    var places: [Step: Int] = [:]
    var groups: [[Range<Int>]] = []
    var layouts: [(view: Int, end: Int)] = []
    for place in (turns.first ?? events.count)..<events.count {
      while let last = layouts.last, last.end <= place { layouts.removeLast() }
      let layout = layouts.last?.view ?? 0
      switch events[place] {
      case .layout(let view, _): layouts.append((view, element(at: place).upperBound))
      case .done, .updated, .ran, .committed, .turn, .end, .commit, .header, .item, .constraint:
        continue
      default: break
      }
      let step = step(at: place, in: layout)
      if let group = places[step] {
        groups[group].append(element(at: place))
      } else {
        places[step] = groups.count
        groups.append([element(at: place)])
      }
    }
    return groups
  }

  /// The number of elements after which the contents mostly repeat; nil if nothing does.
  func period(inside place: Int) -> Int? {
    let steps = elements(inside: place).map { step(at: $0.lowerBound) }
    for period in 1...64 where steps.count > 2 * period {
      let repeated = (period..<steps.count).count { steps[$0] == steps[$0 - period] }
      if repeated * 5 >= (steps.count - period) * 4 { return period }
    }
    return nil
  }

  /// The elements of the same kind, each inside the previous one, below an element.
  func levels(at place: Int) -> [Range<Int>] {
    switch events[place] {
    case .layout, .force, .update: break
    default: return []
    }
    let step = step(at: place)
    var levels: [Range<Int>] = []
    var end = element(at: place).upperBound
    var next = place + 1
    while next < end {
      if self.step(at: next) == step {
        levels.append(element(at: next))
        end = element(at: next).upperBound
      }
      next += 1
    }
    return levels
  }
}
