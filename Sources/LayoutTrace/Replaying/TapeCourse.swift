import ViewTree

/// Follows the lines of a turn from limit to limit, in the recording's order, as a scan does.
///
/// A replay comes to layouts that nothing explains in an order of its own, which does not tell what went
/// on to the end of a pass.
struct TapeCourse {
  private var next: Int32 = 0
  /// The place at which the last pass began.
  private var passStart: Int32 = 0
  /// The slots of views that explain what goes on because of them, however seldom they are laid out.
  private var excused: Set<Int> = []
  /// The slots of the views in layout or in the constraints phase, innermost last, and the places where
  /// these end.
  private var acting: [(slot: Int, end: Int32, isLayout: Bool)] = []
  private var runningLayouts = 0
  private var commitEnd: Int32 = -1
  private var turn = LayoutsByView()
  private var pass = LayoutsByView()
  private var lineage = LayoutLineage()
  private var refused = RefusedLayouts()
  /// True if the last forced pass was refused, as far as its depth tells.
  private var isRefused = false

  /// True if it has followed no line.
  var isFresh: Bool { next == 0 }

  /// Follows the lines up to a place; `limit` tells the limits of the views, by their slots.
  mutating func follow(_ tape: ReplayTape, to end: Int32, limit: (Int) -> Int) {
    let nestingLimit = tape.header?.nestingLimit ?? .max
    while next < min(end, tape.count) {
      let event = tape[next]
      while let last = acting.last, last.end <= next { leave() }
      follow(event, nestingLimit: nestingLimit, limit: limit)
      next += 1
    }
  }

  private mutating func follow(
    _ event: TapeEvent, nestingLimit: Int, limit: (Int) -> Int
  ) {
    switch event.kind {
    case .layout:
      enter(event, isLayout: true)
      turn.add(event.slot)
      pass.add(event.slot)
      lineage.layOut(event.slot, hasCrossed: hasCrossed(event.slot, limit))
    case .update: enter(event, isLayout: false)
    case .dirty:
      // Its line names the innermost view in layout, if any.
      let writer = event.line.has(.by) ? acting.last { $0.isLayout } : nil
      lineage.dirty(event.slot, by: writer?.slot)
    case .view: lineage.dirty(event.slot, by: acting.last?.slot)
    case .gone: lineage.leave(event.slot)
    case .commit:
      while !acting.isEmpty { leave() }
      commitEnd = event.partner
      beginPass(limit)
    case .committed where event.line.has(.hit): beginPass(limit)
    case .force:
      isRefused = runningLayouts >= nestingLimit
      if isRefused { refused.add(inside: acting.map(\.slot) + [event.slot]) }
      if runningLayouts == 0, next >= commitEnd { beginPass(limit) }
    case .forced:
      if event.line[.batches] > 0 {
        beginPass(limit)
      } else if !isRefused {
        refused.add(inside: acting.map(\.slot))
      }
      isRefused = false
    default: break
    }
  }

  private mutating func enter(_ event: TapeEvent, isLayout: Bool) {
    acting.append((event.slot, event.partner, isLayout))
    if isLayout { runningLayouts += 1 }
  }

  private mutating func leave() {
    if acting.removeLast().isLayout { runningLayouts -= 1 }
  }

  private mutating func beginPass(_ limit: (Int) -> Int) {
    refused = refused.afterPass { hasCrossed($0, limit) }
    pass.removeAll()
    lineage.begin()
    passStart = next
  }

  /// True if a view explains what goes on because of it by its layouts in this pass.
  private func hasCrossed(_ slot: Int, _ limit: (Int) -> Int) -> Bool {
    excused.contains(slot) || pass.layouts(of: slot) > limit(slot)
  }

  // MARK: At a limit

  /// Those of some views, to whose layouts a limit put an end, that went on without the ones beyond their
  /// limits; nil if these explain all.
  mutating func unexplained(
    of slots: [Int], at kind: TurnLoop.LimitKind, limit: (Int) -> Int
  ) -> [Int]? {
    guard kind == .pass else {
      refused = refused.afterPass { hasCrossed($0, limit) }
      return refused.outside(of: slots) { turn.layouts(of: $0) > limit($0) }
    }
    let others = slots.filter { !hasCrossed($0, limit) }
    guard others.count < slots.count else { return slots }
    let enduring = others.filter(lineage.endures)
    return enduring.isEmpty && !lineage.anyGoneEndures ? nil : enduring
  }

  /// Those of some views that also went on without others, of the pass that ended at its limit here, or of
  /// what the turn refused.
  func unexplained(
    of slots: [Int], at kind: TurnLoop.LimitKind, without others: Set<Int>, _ tape: ReplayTape,
    limit: (Int) -> Int
  ) -> [Int] {
    guard kind == .pass else {
      return refused.outside(of: slots, without: others) { turn.layouts(of: $0) > limit($0) } ?? []
    }
    var course = TapeCourse()
    (course.next, course.excused) = (passStart, others)
    course.follow(tape, to: next, limit: limit)
    return course.unexplained(of: slots, at: .pass, limit: limit) ?? []
  }
}
