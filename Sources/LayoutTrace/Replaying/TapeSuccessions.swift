import ViewTree

/// Layouts of a recording that each brought about one in a later turn.
package struct RecordedSuccession {
  /// The view of the last of them; nil if it is gone.
  package var view: View?
  /// The views through which it came, up to their last visit, the latest first, as far as they live.
  package var views: [View]
  /// The number of turns, and of those that came to a view which had been laid out before.
  package var (turns, returns): (Int, Int)
}

/// Follows what the layouts of one turn of a recording bring about in later ones, from any view to any other.
///
/// It reads the lines of each turn in their order, as a `SuccessionWatch` is told of them in a test. The
/// causes of hunted views find only what comes back to one view.
final class TapeSuccessions {
  /// The turns in which layouts caused the next ones.
  struct Succession {
    /// The turn of its last layout that counts, among those that were followed, and the slot of the last view.
    var turn: Int32 = 0
    var slot: Int32 = -1
    /// The number of turns; 0 for anything but a layout, and for the layouts of an explained loop.
    ///
    /// Those in which only ignored views were laid out do not count: with no others, it is 0.
    var turns: Int32 = 0
    /// The number of turns that came to a view which had been laid out before.
    var returns: Int32 = 0

    fileprivate func isYounger(than other: Succession) -> Bool {
      (returns, turns) < (other.returns, other.turns)
    }
  }

  /// The questions that the lines leave open.
  struct Questions {
    /// The number of layouts in a turn beyond which the view in a slot explains what it brings about.
    var limit: (Int) -> Int
    /// True if a rule ignores the view in a slot.
    var isIgnored: (Int) -> Bool
    /// The slots of views that constraints connect with one.
    var connected: (Int) -> Set<Int>
    /// Tells that the view in a slot, which was laid out in the turn before, too, was first laid out in this
    /// one because of another layout, or, with false, that this was so in the one before.
    var causes: (Int, _ isLast: Bool) -> Void
    /// Tells that a succession that came to a slot has half the length of a loop, or a multiple.
    var nears: (Int) -> Void
    /// Tells that one came back too often; returns true if that is reported.
    var loops: (Succession) -> Bool
  }

  private struct Standing {
    /// The youngest cause for which the view was dirtied since its last layout; nil if it was not.
    var mark: Succession?
    /// The succession of the last layout.
    var latest = Succession()
    /// The slot of the view whose layout led to the last one of this view; -1 for none.
    var former: Int32 = -1
    var wasLaidOut = false
    var wasUpdated = false
    /// True if a rule ignores the view, whose layouts count no turns; nil before its first layout or update.
    var isIgnored: Bool?
    /// True while its layouts go on because of a loop that is reported.
    var isExplained = false
    /// The layouts in a turn, and the limit of the view once it is known.
    var (count, countTurn): (Int32, Int32) = (0, 0)
    var limit: Int32 = 0
    /// The turn with layouts before that one, and true if the first layout in it had a cause.
    var formerTurn: Int32 = -2
    var firstIsCaused = false
    /// The last turn in which the view crossed its limit, or had a part in a pass at its limit.
    var loopedTurn: Int32 = -2
  }

  /// A layout, an update or a piece of work that runs.
  private struct Running {
    var cause: Succession
    var end: Int32
    var isLayout: Bool
    var isUpdate = false

    /// True if the code of a view acts, and not a piece of work.
    var isActing: Bool { isLayout || isUpdate }
  }

  /// The turns in a row of a loop.
  let limit: Int32
  /// The most views of a round.
  private static let roundLimit = 256

  private let tape: ReplayTape
  private let questions: Questions
  private var turn: Int32 = 0
  // Nobody who asks for one of these is called while it changes, so accesses need no dynamic exclusivity checks.
  @exclusivity(unchecked) private var standings: [Standing] = []
  @exclusivity(unchecked) private var running: [Running] = []
  /// The successions of the updates of this turn, which a layout that they bring about shows better.
  @exclusivity(unchecked) private var updates: [Succession] = []
  /// The causes of the work that waits.
  @exclusivity(unchecked) private var work: [Int: Succession] = [:]
  @exclusivity(unchecked) private var measures = PendingMeasures<Succession>()
  /// The end of the running commit; -1 for none.
  private var commitEnd: Int32 = -1
  /// The place at which the last pass began, and its last layout.
  private var passStart: Int32 = 0
  private var lastInPass: Succession?

  init(_ tape: ReplayTape, limit: Int, _ questions: Questions) {
    (self.tape, self.questions) = (tape, questions)
    self.limit = Int32(clamping: limit)
  }

  // MARK: Lines

  /// Follows the lines of the turn that the tape holds.
  func followTurn() {
    turn += 1
    for index in 0..<tape.count {
      while let last = running.last, last.end <= index { leave() }
      follow(index)
    }
    while !running.isEmpty { leave() }
    for update in updates where !isExplained(update) { judge(update) }
    updates.removeAll(keepingCapacity: true)
    (commitEnd, passStart, lastInPass) = (-1, 0, nil)
  }

  @inline(__always)
  private func follow(_ index: Int32) {
    switch tape.kind(at: index) {
    case .layout:
      if running.isEmpty { measures.endPhase(isCommit: index < commitEnd) }
      enterLayout(tape.slot(at: index), until: tape.partner(of: index))
    case .update: enterUpdate(tape.slot(at: index), until: tape.partner(of: index))
    case .dirty:
      let slot = tape.slot(at: index)
      if tape.other(at: index) < 0 { dirty(slot, presentCause) } else { follow(request: index) }
    case .frame, .bounds, .center, .done: break
    default: follow(rare: index)
    }
  }

  /// Follows a line of a kind that few turns have many of.
  private func follow(rare index: Int32) {
    switch tape.kind(at: index) {
    case .run:
      let event = tape[index]
      let cause = work.removeValue(forKey: event.line[.work]) ?? Succession()
      running.append(Running(cause: cause, end: event.partner, isLayout: false))
    case .async:
      let mayBeOfDying = index < commitEnd || tape.deathFollows(index)
      let event = tape[index]
      let owner = isActing ? nil : event.owner
      enqueue(event.line[.work], mayBeOfDying, asked: owner.flatMap { $0 < 0 ? nil : asked($0) })
    case .view:
      let event = tape[index]
      if !event.line.has(.clean) { dirty(event.slot, presentCause) }
    case .move:
      let slot = tape[index].slot
      if standing(slot).mark != nil { dirty(slot, presentCause) }
    case .clean: update(tape[index].slot) { $0.mark = nil }
    case .value:
      let event = tape[index]
      if event.owner == event.slot, index < commitEnd, running.isEmpty,
        tape.string(.name, of: event) == Self.naturalSize
      {
        measures.measure(event.slot)
      }
    case .commit: beginPass(index, commitEnd: tape.partner(of: index))
    case .committed:
      if tape[index].line.has(.hit) { explainPass(to: index) }
      measures.endPhase(isCommit: true)
      (commitEnd, lastInPass) = (-1, nil)
    case .force: if running.allSatisfy({ !$0.isLayout }), index >= commitEnd { beginPass(index) }
    case .forced:
      if tape[index].line[.batches] > 0 { explainPass(to: index) }
    default: break
    }
  }

  private static let naturalSize = GeometryProperty.intrinsicContentSize.rawValue

  /// True if a layout or an update runs, whose code acts.
  private var isActing: Bool { running.last?.isActing ?? false }

  private var presentCause: Succession { running.last?.cause ?? Succession() }

  private func beginPass(_ index: Int32, commitEnd: Int32? = nil) {
    if let commitEnd { self.commitEnd = commitEnd }
    (passStart, lastInPass) = (index, nil)
  }

  private func leave() {
    let last = running.removeLast()
    if last.isLayout, running.allSatisfy({ !$0.isLayout }) { lastInPass = last.cause }
  }

  private func enqueue(_ number: Int, _ mayBeOfDying: Bool, asked: Succession?) {
    let last = mayBeOfDying && !isActing ? lastInPass : nil
    let cause = asked ?? last ?? presentCause
    if cause.slot >= 0 { work[number] = cause }
  }

  /// The succession of the code of a view that is asked for its size, which is a link of its own.
  private func asked(_ slot: Int) -> Succession {
    let cause = measures.requested(slot) ?? standing(slot).mark ?? Succession()
    if cause.turn == turn, cause.turns > 0 { return cause }
    var standing = standing(slot)
    return extend(cause, by: slot, in: &standing, returns: false, false).0
  }

  /// Follows a mark that a subview's request led to.
  private func follow(request index: Int32) {
    let event = tape[index]
    let reason = DirtyReason(rawValue: tape.string(.why, of: event) ?? "")
    let younger: (Succession, Succession) -> Succession = { $0.isYounger(than: $1) ? $0 : $1 }
    if reason == .solved, index < commitEnd, running.isEmpty {
      let cause =
        if let source = event.owner, source >= 0 {
          measures.requested(source) ?? standing(source).mark
        } else {
          measures.cause(of: event.other, connected: questions.connected, common: younger)
        }
      return dirty(event.slot, cause ?? Succession())
    }
    if reason.asksEngine { measures.ask(event.other, presentCause, common: younger) }
    dirty(event.slot, presentCause)
  }

  private func dirty(_ slot: Int, _ cause: Succession) {
    guard slot >= 0 else { return }
    grow(to: slot)
    if let mark = standings[slot].mark, !cause.isYounger(than: mark) { return }
    standings[slot].mark = cause
  }

  // MARK: Layouts

  private func enterLayout(_ slot: Int, until end: Int32) {
    var standing = standing(slot)
    let hasLooped = count(slot, in: &standing)
    // A view that is dirtied while it waits in a batch has two layouts: the next has the same cause.
    let repeated = standing.count > 1 ? standing.latest : Succession()
    let cause = standing.mark ?? repeated
    standing.mark = nil
    if standing.count == 1 { noteCause(cause, ofLayoutIn: slot, &standing) }
    let (succession, isNew) = extend(
      cause, by: slot, in: &standing, returns: standing.wasLaidOut, hasLooped)
    (standing.latest, standing.wasLaidOut) = (succession, true)
    standings[slot] = standing
    running.append(Running(cause: succession, end: end, isLayout: true))
    if isNew { judge(succession) }
  }

  /// Notes the cause of a view's first layout in this turn.
  ///
  /// Only turns in a row need to be told: most layouts are alone.
  private func noteCause(_ cause: Succession, ofLayoutIn slot: Int, _ standing: inout Standing) {
    let isCaused = cause.slot >= 0
    let wasCaused = standing.firstIsCaused
    standing.firstIsCaused = isCaused
    guard standing.formerTurn == turn - 1, isCaused || wasCaused else { return }
    questions.causes(slot, isCaused)
  }

  /// A view's part of the constraints phase is a link of its own: its layout need not follow.
  private func enterUpdate(_ slot: Int, until end: Int32) {
    var standing = standing(slot)
    let cause = measures.requested(slot) ?? standing.mark ?? presentCause
    let (succession, isNew) = extend(
      cause, by: slot, in: &standing, returns: standing.wasUpdated, false)
    standing.wasUpdated = true
    standings[slot] = standing
    running.append(Running(cause: succession, end: end, isLayout: false, isUpdate: true))
    if isNew { updates.append(succession) }
  }

  /// The succession of a layout or an update with a cause, and true if that came from another turn, and counts.
  private func extend(
    _ cause: Succession, by slot: Int, in standing: inout Standing, returns: Bool,
    _ hasLooped: Bool
  ) -> (Succession, isNew: Bool) {
    let isIgnored = standing.isIgnored ?? questions.isIgnored(slot)
    standing.isIgnored = isIgnored
    standing.isExplained = standing.isExplained && isExplained(cause)
    if hasLooped { return (Succession(), false) }
    var succession = Succession(turn: turn, slot: Int32(slot))
    if standing.isExplained { return (succession, false) }
    if cause.turns == 0 {
      if isIgnored { return (succession, false) }
      succession.turns = 1
      return (succession, false)
    }
    let isNew = cause.turn != turn
    if isNew || cause.slot != slot { standing.former = cause.slot }
    (succession.turns, succession.returns) = (cause.turns, cause.returns)
    if isIgnored {
      succession.turn = cause.turn
      return (succession, false)
    }
    if isNew {
      succession.turns += 1
      if returns { succession.returns += 1 }
    }
    return (succession, isNew)
  }

  private func judge(_ succession: Succession) {
    if succession.turns % (limit / 2) == 0 { questions.nears(Int(succession.slot)) }
    guard succession.returns > limit, questions.loops(succession) else { return }
    explain(Int(succession.slot))
  }

  /// Counts a layout; returns true if a loop within turns explains it.
  private func count(_ slot: Int, in standing: inout Standing) -> Bool {
    if standing.countTurn != turn {
      standing.formerTurn = standing.countTurn
      (standing.count, standing.countTurn) = (0, turn)
    }
    standing.count += 1
    if standing.count > 1 {
      if standing.limit == 0 { standing.limit = Int32(clamping: max(1, questions.limit(slot))) }
      if standing.count > standing.limit { standing.loopedTurn = turn }
    }
    return turn - standing.loopedTurn <= 1
  }

  /// Notes that a pass ended at its limit, and left its views dirty.
  private func explainPass(to end: Int32) {
    for slot in tape.census(from: passStart, to: end).lasting {
      update(slot) { [turn] in $0.loopedTurn = turn }
    }
    beginPass(end)
  }

  // MARK: Findings

  /// Notes that a report explains the loop of a view, as long as its round goes on by itself.
  ///
  /// A layout of the round that anything else causes is no part of that loop, and counts again.
  func explain(_ slot: Int) {
    for view in round(to: slot) { update(view) { $0.isExplained = true } }
    for index in running.indices where isExplained(running[index].cause) {
      let cause = running[index].cause
      running[index].cause = Succession(turn: cause.turn, slot: cause.slot)
    }
  }

  /// True if the last layout of a succession is of a view whose loop is explained.
  func isExplained(_ succession: Succession) -> Bool {
    succession.slot >= 0 && standing(Int(succession.slot)).isExplained
  }

  /// The slots of the views through which a succession came to a view, up to its last visit there.
  func round(to slot: Int) -> [Int] {
    var views = [slot]
    var former = Int(standing(slot).former)
    while former >= 0, !views.contains(former), views.count < Self.roundLimit {
      views.append(former)
      former = Int(standing(former).former)
    }
    return views
  }

  /// The successions that go on at the end of the recording although they came to no view too often, the
  /// longest first: their work waits, or a view for which `isPending` is true.
  ///
  /// Work may wait in vain: what did not go on for as many turns as make a loop has ended.
  func waiting(where isPending: (Int) -> Bool) -> [Succession] {
    let dirty = standings.indices.compactMap { isPending($0) ? standings[$0].mark : nil }
    return (work.map(\.value) + dirty).filter {
      $0.turns >= limit && $0.returns <= limit && turn - $0.turn <= limit && !isExplained($0)
    }.sorted { ($0.turns, $1.slot) > ($1.turns, $0.slot) }
  }

  // MARK: Standings

  private func standing(_ slot: Int) -> Standing {
    grow(to: slot)
    return standings[slot]
  }

  private func update(_ slot: Int, _ body: (inout Standing) -> Void) {
    guard slot >= 0 else { return }
    grow(to: slot)
    body(&standings[slot])
  }

  @inline(__always)
  private func grow(to slot: Int) {
    while standings.count <= slot { standings.append(Standing()) }
  }

  /// Notes at the first layout of a view if a rule ignores it: it may be gone at the end of the turn.
  func note(_ slot: Int, isIgnored: Bool) { update(slot) { $0.isIgnored = isIgnored } }

  /// Forgets views that died, whose slots may be used again.
  func forget(_ slots: [Int]) {
    for slot in slots where slot < standings.count { standings[slot] = Standing() }
    measures.forget(slots)
  }
}
