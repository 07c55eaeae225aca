import ViewTree

/// The number of layouts beyond which a view explains what goes on because of it.
package struct CrossingLimit {
  package var layouts: Int
  /// True if the view is hunted, and its own loop is reported.
  package var isHunted: Bool
  /// True if a rule ignores the view, or would at its first layout.
  package var isIgnored: Bool

  package init(layouts: Int, isHunted: Bool, isIgnored: Bool) {
    (self.layouts, self.isHunted, self.isIgnored) = (layouts, isHunted, isIgnored)
  }

  /// The limit of a view that nobody asks about.
  static let none = CrossingLimit(layouts: .max, isHunted: false, isIgnored: false)
}

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
  private var rounds = LayoutRounds()
  private var lineage = LayoutLineage()
  private var refused = RefusedLayouts()
  /// The depth of the last refused layout.
  private(set) var refusedDepth = 0
  /// True if the last forced pass was refused, as far as its depth tells.
  private var isRefused = false
  /// The slot of the view whose layout was forced last.
  private var forced: Int?

  /// True if it has followed no line.
  var isFresh: Bool { next == 0 }

  /// Follows the lines up to a place; `limit` tells the limits of the views, by their slots.
  mutating func follow(_ tape: ReplayTape, to end: Int32, limit: (Int) -> CrossingLimit) {
    let nestingLimit = tape.header?.nestingLimit ?? .max
    while next < min(end, tape.count) {
      let event = tape[next]
      while let last = acting.last, last.end <= next { leave() }
      follow(event, of: tape, nestingLimit: nestingLimit, limit: limit)
      next += 1
    }
  }

  private mutating func follow(
    _ event: TapeEvent, of tape: ReplayTape, nestingLimit: Int, limit: (Int) -> CrossingLimit
  ) {
    switch event.kind {
    case .layout: layOut(event, limit)
    case .update: enter(event, isLayout: false)
    case .dirty:
      let reason = DirtyReason(rawValue: tape.string(.why, of: event) ?? "")
      let writer = LayoutLineage.Writer(
        inLayout: event.line.has(.by), of: acting.last { $0.isLayout }?.slot,
        isOfPhase: acting.last?.isLayout == false || reason == .solved)
      rounds.dirty(event.slot)
      lineage.dirty(event.slot, by: writer, asksEngine: reason.asksEngine)
    case .view:
      rounds.dirty(event.slot)
      lineage.dirty(event.slot, by: maker)
    case .gone:
      rounds.leave(event.slot)
      lineage.leave(event.slot, isIgnored: limit(event.slot).isIgnored)
    case .commit:
      while !acting.isEmpty { leave() }
      commitEnd = event.partner
      beginPass(limit)
    case .committed where event.line.has(.hit): beginPass(limit)
    case .force:
      isRefused = runningLayouts >= nestingLimit
      forced = event.slot
      if isRefused { refuse(limit) }
      if runningLayouts == 0, next >= commitEnd { beginPass(limit) }
    case .forced:
      if event.line[.batches] > 0 {
        beginPass(limit)
      } else if !isRefused {
        refuse(limit)
      }
      (isRefused, forced) = (false, nil)
    default: break
    }
  }

  private mutating func layOut(_ event: TapeEvent, _ limit: (Int) -> CrossingLimit) {
    let batch = rounds.layOut(event.slot, inside: runningLayouts)
    enter(event, isLayout: true)
    turn.add(event.slot, inBatch: 0)
    pass.add(event.slot, inBatch: batch)
    lineage.layOut(event.slot, inBatch: batch, crossing(event.slot, limit))
  }

  /// Notes a layout that was refused inside those of views, unless rules ignore all of them.
  private mutating func refuse(_ limit: (Int) -> CrossingLimit) {
    let views = acting.map(\.slot) + (forced.map { [$0] } ?? [])
    guard views.isEmpty || views.contains(where: { !limit($0).isIgnored }) else { return }
    refusedDepth = acting.count
    refused.add(inside: views)
  }

  private mutating func enter(_ event: TapeEvent, isLayout: Bool) {
    acting.append((event.slot, event.partner, isLayout))
    if isLayout { runningLayouts += 1 }
  }

  private mutating func leave() {
    if acting.removeLast().isLayout { runningLayouts -= 1 }
  }

  /// The code that brings a view.
  private var maker: LayoutLineage.Writer {
    let layout = acting.last { $0.isLayout }
    return LayoutLineage.Writer(
      inLayout: layout != nil, of: layout?.slot, isOfPhase: acting.last?.isLayout == false)
  }

  private mutating func beginPass(_ limit: (Int) -> CrossingLimit) {
    endRefusals(limit)
    pass.removeAll()
    rounds.begin()
    lineage.begin()
    passStart = next
  }

  /// True if a view explains what goes on because of it by its layouts in this pass.
  ///
  /// A hunted one is reported once in a turn: that of an earlier pass may be another loop.
  private func hasCrossed(_ slot: Int, _ limit: (Int) -> CrossingLimit) -> Bool {
    if excused.contains(slot) { return true }
    let (limit, layouts) = (limit(slot), pass.layouts(of: slot))
    guard layouts > limit.layouts else { return false }
    return !limit.isHunted || turn.layouts(of: slot) - layouts <= limit.layouts
  }

  private func crossing(_ slot: Int, _ limit: (Int) -> CrossingLimit) -> LayoutLineage.Crossing? {
    guard hasCrossed(slot, limit) else { return nil }
    return !excused.contains(slot) && limit(slot).isIgnored ? .ofIgnored : .ofJudged
  }

  /// True if the running pass refused a layout that no view beyond its limit explains.
  func hasRefused(_ limit: (Int) -> CrossingLimit) -> Bool {
    refused.isUnexplained { pass.layouts(of: $0) > limit($0).layouts }
  }

  /// Notes which layouts were refused outside of those of views beyond their limits in this pass.
  private mutating func endRefusals(_ limit: (Int) -> CrossingLimit) {
    refused = refused.afterPass { [pass] in pass.layouts(of: $0) > limit($0).layouts }
  }

  // MARK: At a limit

  /// Those of some views, to whose layouts a limit put an end, that went on without the ones beyond their
  /// limits and without known ones, and that no rule ignores; nil if nothing did.
  mutating func unexplained(
    of slots: [Int], at kind: TurnLoop.LimitKind, without known: Set<Int> = [], _ tape: ReplayTape,
    limit: (Int) -> CrossingLimit
  ) -> [Int]? {
    guard kind == .pass else {
      endRefusals(limit)
      let others = refused.outside(of: slots, without: known) {
        turn.layouts(of: $0) > limit($0).layouts
      }
      return others?.filter { !limit($0).isIgnored }
    }
    guard known.isEmpty else {
      var course = TapeCourse()
      (course.next, course.excused) = (passStart, known)
      course.turn = turn.before(pass)
      course.follow(tape, to: next, limit: limit)
      return course.unexplained(of: slots, at: .pass, tape, limit: limit)
    }
    let judged = slots.filter { !limit($0).isIgnored && !hasCrossed($0, limit) }
    guard slots.contains(where: { hasCrossed($0, limit) }) else {
      return judged.isEmpty && !lineage.anyGoneLasts && !lineage.isEmpty ? nil : judged
    }
    let enduring = lineage.enduring(of: judged)
    return enduring.isEmpty && !lineage.anyGoneEndures ? nil : enduring
  }
}
