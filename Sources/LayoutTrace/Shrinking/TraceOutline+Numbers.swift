/// Making the numbers of a trace small.
extension TraceOutline {
  /// The lines of the trace.
  package var bytes: [UInt8] {
    switch text {
    case .written(let text): text.bytes
    case .partOf(let whole, let places): OutlineText(events, at: places, of: whole).bytes
    case nil: OutlineText(events).bytes
    }
  }

  /// The trace with every event rewritten.
  private func rewriting(_ fields: Rewriting) -> TraceOutline {
    var fields = fields
    var forFactors = fields
    forFactors.lengths = [:]
    return TraceOutline(
      events.map { event in
        var event = event
        if event.holdsFactors { event.visit(&forFactors) } else { event.visit(&fields) }
        return event
      })
  }

  var withoutTimes: TraceOutline { rewriting(Rewriting(dropsTimes: true)) }

  /// The trace with turns, views, work and constraints counted from 1.
  var renumbered: TraceOutline {
    var rewriting = Rewriting()
    for event in events {
      switch event {
      case .turn(let number, _, _): rewriting.turns[number] = rewriting.turns.count + 1
      case .view(let view): rewriting.views[view.view] = rewriting.views.count + 1
      case .async(let work, _, _, _): rewriting.work[work] = rewriting.work.count + 1
      case .constraint(let constraint) where rewriting.constraints[constraint.number] == nil:
        rewriting.constraints[constraint.number] = rewriting.constraints.count + 1
      default: break
      }
    }
    return self.rewriting(rewriting)
  }

  /// The different numbers of all positions, sizes and insets, from the smallest.
  var lengths: [Double] {
    var collecting = Collecting()
    for var event in events where !event.holdsFactors { event.visit(&collecting) }
    return collecting.lengths.sorted()
  }

  /// The rank of each length among those of the same sign.
  var ranksOfLengths: [Double: Double] {
    let lengths = lengths
    let firstPositive = lengths.firstIndex { $0 > 0 } ?? lengths.count
    let negatives = lengths.count { $0 < 0 }
    var ranks: [Double: Double] = [:]
    for (place, length) in lengths.enumerated() where length != 0 {
      ranks[length] = Double(length > 0 ? place - firstPositive + 1 : place - negatives)
    }
    return ranks
  }

  /// The trace with lengths replaced by others.
  func rewritingLengths(_ lengths: [Double: Double]) -> TraceOutline {
    rewriting(Rewriting(lengths: lengths))
  }
}

extension TraceEvent {
  /// True if the values of the event are factors, not lengths.
  fileprivate var holdsFactors: Bool { kind == .transform || kind == .anchor }
}

extension TraceShape {
  /// True if the numbers under a key are lengths of views: no factors, and none of constraints.
  fileprivate func isLength(_ key: TraceKey) -> Bool {
    switch self {
    case .rect, .point, .insets: key != .anchor
    case .transform, .size, .axes, .constraint: false
    }
  }
}

/// Replaces numbers; unlisted ones stay.
private struct Rewriting: SelectiveTraceFields {
  var turns: [Int: Int] = [:]
  var views: [Int: Int] = [:]
  var work: [Int: Int] = [:]
  var constraints: [Int: Int] = [:]
  var lengths: [Double: Double] = [:]
  var dropsTimes = false

  private func replacement(_ key: TraceKey, _ value: Int) -> Int {
    switch key {
    case .view, .parent, .receiver, .by, .own: views[value] ?? value
    case .turn: turns[value] ?? value
    case .work: work[value] ?? value
    case .constraintNumber: constraints[value] ?? value
    default: value
    }
  }

  func number(_ key: TraceKey, _ value: inout Int) { value = replacement(key, value) }
  func number(_ key: TraceKey, _ value: inout Int?) { value = value.map { replacement(key, $0) } }

  func numberOrNull(_ key: TraceKey, _ value: inout Int?) {
    value = value.map { replacement(key, $0) }
  }

  func place(_ key: TraceKey, _ value: inout TraceEvent.Place) {
    if case .inside(let parent) = value { value = .inside(replacement(.parent, parent)) }
  }

  func owner(_ key: TraceKey, _ value: inout TraceEvent.Owner?) {
    if case .view(let view) = value { value = .view(replacement(.own, view)) }
  }

  func time(_ key: TraceKey, _ value: inout Int64?) { if dropsTimes { value = nil } }

  func numbers(_ key: TraceKey, _ shape: TraceShape, _ value: inout TraceNumbers?) {
    guard shape.isLength(key), var numbers = value else { return }
    for place in 0..<shape.count { numbers[place] = lengths[numbers[place]] ?? numbers[place] }
    value = numbers
  }
}

/// Collects lengths.
private struct Collecting: SelectiveTraceFields {
  var lengths: Set<Double> = []

  mutating func numbers(_ key: TraceKey, _ shape: TraceShape, _ value: inout TraceNumbers?) {
    guard shape.isLength(key), let numbers = value else { return }
    for place in 0..<shape.count { lengths.insert(numbers[place]) }
  }
}
