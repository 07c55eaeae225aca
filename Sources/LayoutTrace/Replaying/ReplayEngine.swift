import Foundation
import Synchronization
import ViewTree

/// Drives a tree through the turns of a recording, for a replayer.
///
/// The tape says what is to come, the views are those of the recording, the comparison is what was
/// seen. A *frame* is the piece of the turn that is being run: the turn itself, a layout's events,
/// a commit's, or those of a piece of work. `cursor` is the place in the innermost frame; layouts
/// that the engine runs meanwhile are frames of their own.
final class ReplayEngine {
  let loop = TurnLoop(clock: .virtual)
  private let interrupt: TraceInterrupt?
  /// The data for following the views; nil if it follows the recording.
  private let freedom: ReplayFreedom?
  private var observations: [ObservationToken] = []
  /// Tells recorders of what the loop itself cannot tell.
  private var recorders: [RecorderCalls] = []
  private let constraints = ReplayConstraints()

  private let tape: ReplayTape
  private let lookup: TapeLookup
  private let views = ReplayViews()
  private let handle = ReplayHandle()
  private let deaths: ReplayDeaths
  private var work = ReplayWork()
  @exclusivity(unchecked) private(set) var comparison = ReplayComparison()

  /// Called with each view when it is made.
  var onView: ((View, Int) -> Void)?
  /// Called with each view before its first layout.
  var onFirstLayout: ((View, Int) -> Void)?

  /// The limits that the recording reached.
  let limits: ReplayLimits
  /// Follows the recording from turn to turn, for those who ask.
  let successions: ReplaySuccessions
  /// The place of the `force` of the forced pass that the recording ended at its limit; -1 for none.
  private var passAtLimit: Int32 = -1
  /// The place at which the last pass began, or after which the last one ended at its limit.
  private var passStart: Int32 = 0
  private var isCommitting = false

  private var cursor: Int32 = 0
  private var end: Int32 = 0
  // Nobody is called while these change, so accesses need no dynamic exclusivity checks.
  @exclusivity(unchecked) private var layouts: [RunningLayout] = []
  private var resizeDepth = 0
  /// The event being applied, until the engine has reported it; then -1.
  private var applied: Int32 = -1
  /// The addition or move of a view being applied, until the engine has reported it; then -1.
  private var moving: Int32 = -1
  /// The event that observers are being told of; -1 for none.
  private var told: Int32 = -1
  /// The place of the `from` of the event being reported to observers; -1 for none.
  private var toldOrigin = -1
  /// The recorded layout that ended last, for observers that are told of it later.
  private var lastLeft: Int32 = -1
  /// The number of windows so far, and the number when the commit began.
  private var windowsOpened = 0
  private var windowsAtCommit = 0
  /// The number of running forced layouts, one inside the other.
  private var runningForces = 0
  /// The number of running updates of constraints, one inside the other.
  private var runningUpdates = 0
  /// The marks that layouts took which only the replay has, by the slots of their views: the recorded layouts
  /// for them are still to come.
  private var spentMarks: [Int: SpentMark] = [:]
  /// The slots of the views that are dirty although the recording does not say so.
  @exclusivity(unchecked) private var inventedMarks: Set<Int> = []
  /// The event of the window being made.
  private var opening: TapeEvent?

  /// A mark for layout that the recording set.
  private struct SpentMark {
    var cause: LayoutCause?
  }

  /// A running layout of the replay, and the frame it interrupted.
  private struct RunningLayout {
    /// The recorded layout; -1 for one that is not in the recording.
    var index: Int32
    var hasPerformed: Bool
    /// True if it does not count, because the recording does not have it.
    var isMuted: Bool
    /// The slot of its view, if it took a mark from the view that the recording had set.
    var mutedSlot: Int?
    var outerCursor: Int32
    var outerEnd: Int32
  }

  /// The number of batches that a commit may run if the recording states no limit.
  private static let unlimitedBatches = Int.max
  /// The depth to which layout may nest, whatever the recording says: each level needs stack.
  private static let nestingLimit = 1_024
  /// The depth to which updates of constraints may nest; deeper ones count for an outer one.
  private static let updateLimit = 256
  /// The depth to which the consequences of setters may nest.
  private static let resizeLimit = 64

  init(
    _ input: TraceInput, options: TraceOptions, interrupt: TraceInterrupt?,
    copy: TraceCopy? = nil, freedom: ReplayFreedom? = nil
  ) throws(TraceError) {
    (self.interrupt, self.freedom) = (interrupt, freedom)
    tape = try ReplayTape(input, options: options, interrupt: interrupt, copy: copy)
    lookup = TapeLookup(tape: tape)
    deaths = ReplayDeaths(tape: tape, views: views)
    limits = ReplayLimits(tape, views)
    successions = ReplaySuccessions(tape, views, constraints, limits)
    handle.engine = self
    loop.replay = self
    // It must be the first of all observers: the others' questions can then be answered.
    observations.append(loop.addLayoutObserver(self))
    do throws(TraceError) {
      _ = try readTurn()
    } catch {
      stop()
      throw error
    }
    loop.passLimit = statedPassLimit
    loop.nestingLimit = min(max(1, header?.nestingLimit ?? 256), Self.nestingLimit)
  }

  deinit {
    handle.engine = nil
    loop.replay = nil
  }

  /// Releases the loop, of which this is an observer.
  func stop() {
    for observation in observations { observation.cancel() }
  }

  // MARK: Questions of others

  /// A number that changes with the tree.
  var treeVersion: Int { views.treeVersion }

  /// The findings of other programs that were read so far.
  var findings: [TraceEvent.Finding] { tape.findings }

  /// The reader's summary so far.
  var summary: TraceSummary {
    var summary = tape.summary
    // The turn that an interrupt ends can be the last one, which was read to its end.
    if comparison.wasInterrupted { summary.isInterrupted = true }
    return summary
  }

  /// The size of a regular file, for a progress line.
  var totalBytes: Int64? { tape.totalBytes }

  /// The live views with their numbers.
  var numberedViews: [(view: View, number: Int)] { views.numbered }

  /// Keeps the `from` of every event, for a recorder or for the reports of a hunter.
  func keepOrigins() { tape.keepsOrigins = true }

  // MARK: Turns

  /// Builds the views of the snapshot, and runs everything else before the first turn.
  func buildSnapshot() {
    // The views built while the snapshot was read have not been reported.
    if let onView {
      for (view, number) in views.numbered { onView(view, number) }
    }
    let isWhole = tape.isSnapshot
    if isWhole { buildPiece() }
    views.discardLayoutOfClean()
    inventedMarks = inventedMarks.filter { views[$0]?.needsLayout == true }
    // A lenient reader accepts events before the first turn line: they form the first turn.
    if !isWhole { runLoadedTurn(number: loop.turn) }
  }

  /// Reads and runs the next turn; nil at the end.
  func runTurn() throws(TraceError) -> Int? {
    if observations.count == 1 { observations.append(loop.addLayoutObserver(ReplayEpilogue(self))) }
    guard try readTurn() else { return nil }
    let number = max(tape.number, loop.turn)
    runLoadedTurn(number: number)
    return number
  }

  /// Reads the next turn; the views of a large snapshot are built meanwhile.
  private func readTurn() throws(TraceError) -> Bool {
    toldOrigin = -1
    while true {
      switch try tape.read() {
      case .piece: buildPiece()
      case .turn: return true
      case .end: return false
      }
    }
  }

  /// Builds the views of the part of a snapshot read so far, so that its lines need not be kept.
  private func buildPiece() {
    cursor = 0
    end = tape.count
    runFrame()
  }

  private func runLoadedTurn(number: Int) {
    comparison.beginTurn(number, firstLayout: tape.firstLayout)
    if let freedom {
      comparison.leaveRecording()
      freedom.beginTurn(number)
    }
    (passAtLimit, passStart) = (-1, 0)
    cursor = 0
    end = tape.count
    limits.beginTurn()
    let hasRefusal = freedom == nil && tape.hasRefusal
    if hasRefusal { limits.tellAhead(of: .nesting) }
    loop.replayTurn(number, at: tape.time.map { Duration.nanoseconds($0) }) {
      runFrame()
      runMissingLayouts()
      if hasRefusal {
        tellRefusals(before: tape.count)
        tell(.nesting, in: 0..<tape.count)
      }
      if !comparison.wasInterrupted { successions.followTurn() }
    }
    if let missing = comparison.missingLayout {
      diverge(at: tape[missing], replayed: "the end of the turn")
    }
    comparison.endTurn()
    for slot in tape.slotsOfDead { spentMarks[slot] = nil }
    successions.forget(tape.slotsOfDead)
    constraints.forget(tape.slotsOfDead)
    let left = views.free(tape.slotsOfDead)
    // Code that watches their death must not find the list of views in use.
    withExtendedLifetime(left) {}
  }

  /// Tells of the successions that still go on at the end of the recording.
  func tellWaitingSuccessions() {
    if !comparison.wasInterrupted { successions.tellWaiting() }
  }

  /// Skips the rest of the turn after an interrupt; returns true if there was one.
  ///
  /// A turn can hold millions of layouts: every step and every layout begins with this.
  @inline(__always)
  @discardableResult
  private func stopIfInterrupted() -> Bool { interrupt?.isInterrupted == true && leaveOutRest() }

  @inline(never)
  private func leaveOutRest() -> Bool {
    comparison.noteInterrupt()
    cursor = end
    loop.abandonPasses()
    return true
  }

  // MARK: Frames

  /// Runs the rest of the innermost frame.
  private func runFrame() {
    while cursor < end { step() }
  }

  /// Runs the rest of a frame inside of the turn.
  ///
  /// A recording can end in the middle of it. The loop does not know that: its further actions are no part of
  /// the recording.
  private func runInnerFrame() {
    runFrame()
    endIfOver()
  }

  /// Ends the recording for recorders if nothing follows on the tape, although the loop goes on.
  private func endIfOver() {
    guard cursor >= tape.tail, freedom == nil, !comparison.isOver, !comparison.isAstray,
      comparison.missingLayout == nil
    else { return }
    comparison.noteEnd()
    for recorder in recorders { recorder.end() }
  }

  /// Ends the recording if its last event is the one that all observers have just been told of: its
  /// consequences don't belong to it.
  func endIfLastWasTold() {
    guard told >= 0 else { return }
    let isLast = told + 1 == tape.tail
    told = -1
    if isLast { endIfOver() }
  }

  /// Runs the events between an opening and its partner as a frame.
  private func runFrame(from index: Int32, to partner: Int32, _ body: () -> Void) {
    let outer = (cursor, end)
    cursor = index + 1
    end = partner
    body()
    (cursor, end) = outer
    cursor = partner + 1
  }

  /// Runs the next event of the frame.
  private func step() {
    if stopIfInterrupted() { return }
    let index = cursor
    let event = tape[index]
    cursor += 1
    switch event.kind {
    case .dirty: acting(for: event) { applyDirty(event, index) }
    case .frame, .bounds, .center, .transform, .anchor:
      acting(for: event) { applyGeometry(event, index) }
    case .layout:
      if !event.hasRun && freedom == nil { forceLayout(index) }
      // Its events moved away from the frame while it ran.
      if cursor <= event.partner { cursor = event.partner + 1 }
    case .force: applyForce(event, index)
    case .forced: endForced(event, index)
    case .inset: acting(for: event) { tellInset(event, index) }
    case .value: acting(for: event) { tellValue(event, index) }
    case .item, .constraint: learn(event)
    case .update: runUpdate(event, index)
    case .view: moving(index) { makeView(event) }
    case .move: acting(for: event) { moving(index) { applyMove(event) } }
    // The code that kept the view alive may have acted differently: it dies with the turn. A view whose
    // recorded layouts have not run yet, because the replay's order is another one, dies with the turn, too.
    case .gone: if freedom == nil, !tape.hasLayouts(of: event.slot) { letGo(event.slot) }
    case .clean: takeMark(of: event.slot)
    case .async: acting(for: event) { hold(event) }
    case .run: runWork(event, index)
    case .commit: runCommit(event, index)
    default: break
    }
  }

  /// Repeats a deed as that of its recorded owner.
  private func acting(for event: TapeEvent, _ body: () -> Void) {
    let owner = event.owner
    if owner == nil, loop.pulse.isLayoutActing { return body() }
    let doer: LayoutDoer =
      switch owner {
      case nil: .layout
      case TapeEvent.engine: .engine
      case let slot?: views[slot].map { .member($0) } ?? .layout
      }
    loop.pulse.acting(as: doer, body)
  }

  // MARK: Divergence

  /// Notes that the replay differs from the recording; only the first difference is described.
  private func diverge(at event: TapeEvent, replayed: @autoclosure () -> String) {
    guard comparison.wantsDescription else { return comparison.noteDivergence() }
    let view = views[event.slot].map { " of \(describe($0))" } ?? ""
    comparison.diverge(
      line: event.lineNumber, recorded: "\(event.kind)\(view)", replayed: replayed())
  }

  /// Notes that a layout came when the recording expects another, or none.
  private func diverge(expecting expected: Int32?, laidOut view: View) {
    if let expected {
      diverge(at: tape[expected], replayed: "layout of \(describe(view))")
    } else if let last = tape.last {
      guard comparison.wantsDescription else { return comparison.noteDivergence() }
      comparison.diverge(
        line: last.lineNumber, recorded: "no further layout in this turn",
        replayed: "layout of \(describe(view))")
    }
  }

  private func describe(_ view: View) -> String {
    let number = number(of: view).map { "view \($0)" } ?? "a view without a number"
    return "\(number) (\(view.displayedClassName))"
  }

  // MARK: Changes

  private func applyDirty(_ event: TapeEvent, _ index: Int32) {
    if event.consequence != nil {
      // Its cause should have stepped over it. A replay that follows the views had other causes.
      diverge(at: event, replayed: "nothing")
      if freedom != nil { return }
    }
    if let freedom { noteRequest(event, freedom) }
    applied = index
    inventedMarks.remove(event.slot)
    let reason = DirtyReason(rawValue: tape.string(event.line.place(.why)))
    if let receiver = views[event.other] {
      views[event.slot]?.setNeedsLayout(because: reason, through: receiver)
    } else {
      views[event.slot]?.setNeedsLayout(because: reason)
    }
    applied = -1
  }

  /// Notes which view requested `updateConstraints`.
  private func noteRequest(_ event: TapeEvent, _ freedom: ReplayFreedom) {
    let reason = DirtyReason(rawValue: tape.string(event.line.place(.why)))
    guard reason == .constraints || reason == .updateConstraints else { return }
    if let view = views[event.other] ?? views[event.slot] { freedom.ask(view) }
  }

  /// Forgets that layout is pending for a view; of one in a window no observer is told.
  private func takeMark(of slot: Int) {
    guard let view = views[slot] else { return }
    view.discardPendingLayout()
    inventedMarks.remove(slot)
    if view.window != nil { for recorder in recorders { recorder.take(view) } }
  }

  private func applyGeometry(_ event: TapeEvent, _ index: Int32) {
    guard let view = views[event.slot] else { return }
    let numbers = tape.numbers(.new, of: event)
    if let freedom, let choice = choice(of: event, numbers, writing: view, freedom) {
      return view.write(choice)
    }
    applied = index
    switch event.kind {
    case .frame: view.frame = CGRect(numbers)
    case .bounds: view.bounds = CGRect(numbers)
    case .center: view.center = CGPoint(numbers)
    case .anchor: view.anchorPoint = CGPoint(numbers)
    default: view.transform = TraceEvent.Transform(numbers).affine
    }
    applied = -1
  }

  /// The value that a view writes that finds the recorded one there, and may choose by what it finds.
  private func choice(
    of event: TapeEvent, _ numbers: TraceNumbers, writing view: View, _ freedom: ReplayFreedom
  ) -> TraceEvent.Value? {
    guard event.owner == nil, let running = layouts.last, running.index >= 0 else { return nil }
    let value: TraceEvent.Value
    switch event.kind {
    case .frame where view.frame == CGRect(numbers): value = .frame(view.frame)
    case .bounds where view.bounds == CGRect(numbers): value = .bounds(view.bounds)
    case .center where view.center == CGPoint(numbers): value = .center(view.center)
    default: return nil
    }
    let writer = views[tape[running.index].slot].flatMap(number)
    return freedom.choice(of: writer, writing: value, of: number(of: view))
  }

  /// Reports that an inset changed; the views that this dirtied have lines of their own.
  private func tellInset(_ event: TapeEvent, _ index: Int32) {
    guard let view = views[event.slot], let name = tape.string(.name, of: event),
      let property = GeometryProperty(rawValue: name), property.isInset
    else { return }
    let value = EdgeInsets(tape.numbers(.new, of: event))
    if freedom?.changes(property, of: view, to: value) == false {
      return stepOverCallbacks(of: event.slot)
    }
    applied = index
    view.noteInsets(property, from: tape.array(.old, of: event) ?? .zero, to: value)
    applied = -1
  }

  /// Leaves out what a view did when it heard of an inset that is now the same as before.
  private func stepOverCallbacks(of slot: Int) {
    while cursor < end {
      let event = tape[cursor]
      let isOfInset =
        event.kind == .dirty && event.slot == slot
        && tape.string(.why, of: event) == DirtyReason.safeArea.rawValue
      guard event.owner == slot || isOfInset || event.consequence != nil else { return }
      cursor += 1
    }
  }

  /// Reports that another property changed, of which replayed views know nothing.
  private func tellValue(_ event: TapeEvent, _ index: Int32) {
    guard let view = views[event.slot], let name = tape.string(.name, of: event),
      let text = tape.string(.now, of: event)
    else { return }
    let change = TraceEvent.Change(
      view: 0, name: name, new: text, old: tape.string(.before, of: event),
      constraint: tape.string(.constraint, of: event), isState: event.line.has(.state))
    guard let (property, old, new) = change.change else { return }
    let number = event.line.number(.constraintNumber)
    if let number { constraints.note(property, of: number, new) }
    if property == .intrinsicContentSize, case .size(let size) = new {
      constraints.noteNatural(size, of: event.slot)
    }
    applied = index
    if property == .state {
      view.noteState(name, from: old ?? new, to: new, by: view.layingOutView)
    } else if let constraint = change.constraint {
      view.noteConstraint(
        constraint, number.map { .recorded($0) }, property, from: old ?? new, to: new)
    } else {
      view.noteChange(property, old ?? new, new)
    }
    applied = -1
  }

  /// Learns of a constraint or of a view that constraints place; the engine of constraints stays off.
  private func learn(_ event: TapeEvent) {
    guard let view = views[event.slot] else { return }
    let other = views[event.other]
    guard event.line.has(.receiver) == (other != nil) else { return }
    let line: TraceEvent
    if event.kind == .item {
      line = .item(
        TraceEvent.Item(
          view: 0, natural: tape.array(.natural, of: event),
          hugging: tape.array(.hugging, of: event),
          compression: tape.array(.compression, of: event)))
    } else {
      line = .constraint(
        TraceEvent.Constraint(
          number: event.line[.constraintNumber], first: tape.string(.firstSide, of: event) ?? "",
          relation: tape.string(.relation, of: event) ?? "",
          amounts: tape.array(.amounts, of: event) ?? .init(),
          name: tape.string(.constraint, of: event) ?? "",
          second: tape.string(.secondSide, of: event), isIdentified: event.line.has(.identified)))
    }
    constraints.learn(line, slot: event.slot, other: event.other)
    let root = lookup.arrival(from: cursor, in: end).flatMap { views[$0] }
    for recorder in recorders { recorder.tell(.recorded(line, view, other), root) }
  }

  private func applyForce(_ event: TapeEvent, _ index: Int32) {
    guard let view = views[event.slot] else { return }
    applied = index
    limits.noteForce(of: view, event.slot)
    let isOutermost = layouts.isEmpty && !isCommitting
    if isOutermost { tellRefusals(before: index) }
    if freedom == nil, isOutermost, isRefused(at: cursor) {
      loop.replayRefusal(of: view)
      applied = -1
      return
    }
    let former = (loop.passLimit, loop.nestingLimit)
    defer { (loop.passLimit, loop.nestingLimit) = former }
    if isOutermost, freedom == nil {
      passAtLimit = event.partner < 0 ? -1 : index
      passStart = index
      beginPass(event)
    }
    if freedom == nil { setNestingLimit(for: view) }
    runningForces += 1
    loop.replayForce(of: view)
    runningForces -= 1
    applied = -1
    guard isOutermost else { return }
    tellRefusals(before: event.partner < 0 ? cursor : event.partner, isOver: true)
  }

  /// Lets a forced layout run or be refused as in the recording, which the header's limit alone does not
  /// tell: an app may change it.
  ///
  /// Some recorders write no refusals: without one, the header decides about what had something to do.
  private func setNestingLimit(for view: View) {
    if isRefused(at: cursor) {
      loop.nestingLimit = 1
    } else if lookup.forcedLayoutFollows(from: cursor, in: end) || loop.passIsAtLimit
      || !view.rootOfForcedLayout.holdsDirtyView
    {
      loop.nestingLimit = Self.nestingLimit
    }
  }

  private func isRefused(at index: Int32) -> Bool {
    index < end && tape.kind(at: index) == .forced && tape[index].line[.batches] == 0
  }

  /// Ends a forced pass as recorded.
  private func endForced(_ event: TapeEvent, _ index: Int32) {
    guard freedom == nil, event.line[.batches] > 0 else { return }
    let first = passAtLimit >= 0 ? passAtLimit : passStart
    (passAtLimit, passStart) = (-1, index + 1)
    tell(.pass, event.line[.batches], in: first..<index)
  }

  /// Repeats the events of a view's `updateConstraints`.
  private func runUpdate(_ event: TapeEvent, _ index: Int32) {
    guard runningUpdates < Self.updateLimit else { return }
    if let freedom, let view = views[event.slot], !freedom.takeUpdate(of: view) {
      cursor = event.partner + 1
      return
    }
    runningUpdates += 1
    defer { runningUpdates -= 1 }
    runFrame(from: index, to: event.partner) {
      guard let view = views[event.slot] else { return runFrame() }
      loop.replayConstraints(of: view, runInnerFrame)
    }
  }

  // MARK: The tree

  private func makeView(_ event: TapeEvent) {
    let number = event.line[.view]
    views.expect(number, in: event.slot, isClean: tape.turnsRead == 1 && event.line.has(.clean))
    let view: View
    if event.line.has(.parent) {
      view = ReplayedView(frame: lookup.frame(of: event), slot: event.slot, handle: handle)
      lookup.dress(view, as: event)
    } else {
      opening = event
      view = ReplayedWindow(
        frame: lookup.frame(of: event), loop: loop, slot: event.slot, handle: handle)
      opening = nil
    }
    views.keep(view, in: event.slot)
    if let parent = views[event.other] { insert(view, into: parent, as: event) }
    views.noteMove()
    onView?(view, number)
  }

  /// Runs `body`, which applies an addition or a move.
  private func moving(_ index: Int32, _ body: () -> Void) {
    moving = index
    body()
    moving = -1
  }

  private func applyMove(_ event: TapeEvent) {
    defer { views.noteMove() }
    guard let view = views[event.slot] else { return }
    guard let parent = views[event.other] else { return view.removeFromSuperview() }
    // A replay that has left the recording can have a different tree.
    guard !(view is Window), !parent.isDescendant(of: view) else {
      return diverge(at: event, replayed: "nothing: the replayed tree is different")
    }
    insert(view, into: parent, as: event)
    freedom?.ask(view)
  }

  private func insert(_ view: View, into parent: View, as event: TapeEvent) {
    if let index = event.line.number(.index) {
      parent.insertSubview(view, at: index)
    } else {
      parent.addSubview(view)
    }
  }

  // MARK: Deaths

  /// Ends the life of a view, and releases the replay's hold on it.
  ///
  /// The place of a death is that of its line, whatever still holds the view: a pass holds other views in a
  /// replay than it did in the app.
  private func letGo(_ slot: Int) {
    guard let view = views[slot] else { return }
    deaths.takeSubviews(ofDyingAround: view, from: cursor, in: end)
    // It may have left a superview outside the windows, where no recorder sees it. If that dirtied
    // the superview, another line says so.
    if let superview = view.superview {
      let wasDirty = superview.needsLayout
      view.removeFromSuperview()
      if !wasDirty && superview.window == nil { superview.discardPendingLayout() }
    }
    // Code that watches its death must not find the list of views in use.
    let last = views.take(slot)
    view.endLife()
    withExtendedLifetime(last) {}
  }

  /// Releases a view that dies right after its layout, when all other observers have been told.
  func letGoAfterLayout(of view: View) {
    guard let last = deaths.end(of: view, from: cursor, in: end) else { return }
    while cursor < last { step() }
  }

  // MARK: Work

  private func hold(_ event: TapeEvent) {
    let number = event.line[.work]
    let isObserver = event.line.has(.observer)
    let way =
      isObserver ? .observer : tape.string(.via, of: event).flatMap(WorkKind.init)
    // Recorders ask for the number and the way while they are told.
    work.announce(number, as: loop.nextWork, by: way)
    let held = loop.holdWork(way ?? .block)
    // Work of unknown code may be a timer, too.
    work.keep(held, as: number, mayRepeat: way != .block)
  }

  private func runWork(_ event: TapeEvent, _ index: Int32) {
    let number = event.line[.work]
    if work.held(number) == nil {
      guard freedom?.mayRun(unheld: number) ?? true else {
        cursor = event.partner + 1
        return
      }
      hold(event)
    }
    guard let held = work.held(number) else { return }
    runFrame(from: index, to: event.partner) { loop.run(held, runInnerFrame) }
    work.didRun(number, held)
  }

  // MARK: Layout

  private func runCommit(_ event: TapeEvent, _ index: Int32) {
    windowsAtCommit = windowsOpened
    passStart = index
    let limit = loop.passLimit
    defer { loop.passLimit = limit }
    tellRefusals(before: index)
    beginPass(event)
    isCommitting = true
    defer { isCommitting = false }
    runFrame(from: index, to: event.partner) {
      loop.replayCommit()
      runInnerFrame()
      tellRefusals(before: event.partner, isOver: true)
      // The recording knows best how a commit ended.
      guard let batches = tape.batchesAtLimit(of: event) else { return }
      passStart = event.partner + 1
      tell(.pass, batches, in: index..<event.partner)
    }
  }

  /// The limit at the beginning of the recording.
  private var statedPassLimit: Int { max(1, header?.passLimit ?? Self.unlimitedBatches) }

  /// Prepares a pass that the recording may have ended at its limit.
  private func beginPass(_ event: TapeEvent) {
    guard let batches = tape.batchesAtLimit(of: event) else {
      // An app may raise the limit after the header: a recorded commit that settled reached none.
      if freedom == nil, event.kind == .commit { loop.passLimit = Self.unlimitedBatches }
      return
    }
    // A test ends a looping pass before the limit of all others.
    if freedom == nil {
      // An app may also lower the limit after the header, or raise it.
      let isStated = loop.passLimit == statedPassLimit
      loop.passLimit = isStated ? max(1, batches) : min(loop.passLimit, max(1, batches))
    }
    limits.tellAhead(of: .pass)
  }

  /// Tells of layouts that were refused before an event, at which a pass of the turn may be over.
  private func tellRefusals(before index: Int32, isOver: Bool = false) {
    if freedom == nil { limits.tellRefusals(before: index, isOver: isOver) }
  }

  /// Tells of a limit that the layouts between two events reached.
  private func tell(_ kind: TurnLoop.LimitKind, _ batches: Int = 0, in events: Range<Int32>) {
    if !comparison.wasInterrupted { limits.tell(kind, batches, in: events) }
  }

  /// Runs a layout that nothing in the recording explains.
  private func forceLayout(_ index: Int32) {
    guard !comparison.hasLeft, layouts.count < Self.nestingLimit, let view = views[tape[index].slot]
    else { return }
    loop.keep(causeOfForced(index), for: view)
    loop.replayLayout(of: view)
  }

  /// Marks a layout as forced, and returns its cause if a layout that only the replay has took it.
  private func causeOfForced(_ index: Int32) -> LayoutCause? {
    tape.setForced(index)
    if let spent = spentMarks.removeValue(forKey: tape[index].slot) { return spent.cause }
    comparison.noteUnexplainedLayout()
    return nil
  }

  /// Runs the recorded layouts to which the replay did not come, because its order is another one or
  /// they nest too deep: every recorded layout counts.
  private func runMissingLayouts() {
    guard freedom == nil, !comparison.hasLeft,
      comparison.isAstray || comparison.missingLayout != nil
    else { return }
    if let missing = comparison.missingLayout {
      diverge(at: tape[missing], replayed: "the end of the turn")
    }
    for index in 0..<tape.count where tape.kind(at: index) == .layout && !tape[index].hasRun {
      forceLayout(index)
    }
  }

  /// Performs a replayed view's `layoutSubviews`.
  func performLayout() {
    guard let running = layouts.last, !running.hasPerformed else { return }
    layouts[layouts.count - 1].hasPerformed = true
    if let slot = running.mutedSlot { spentMarks[slot] = SpentMark(cause: loop.runningCause) }
    runInnerFrame()
  }

  /// Notes that observers are now told of the event being applied, or of no event.
  private func noteOwnEvent() {
    toldOrigin = applied < 0 ? -1 : tape[applied].origin
    (told, applied) = (applied, -1)
  }
}

extension ReplayEngine: LayoutObserver {
  func layoutEntered(_ view: View) {
    stopIfInterrupted()
    let slot = views.slot(of: view)
    if freedom == nil { repeatEntry(of: view, slot) }
    let index = slot.map(takeLayout) ?? -1
    // The hunt is through the recording: a layout that only the replay has counts for nobody.
    let isMuted = index < 0 && freedom == nil && !comparison.hasLeft
    if isMuted {
      loop.pulse.muted.add(1, ordering: .relaxed)
    } else if let slot, views.noteLayout(in: slot), let number = views.number(of: view) {
      onFirstLayout?(view, number)
      successions.noteFirstLayout(of: view, slot)
    }
    if let slot { limits.noteLayout(of: view, slot) }
    if let slot, index >= 0, !spentMarks.isEmpty { spentMarks[slot] = nil }
    let isInvented = slot.map { !inventedMarks.isEmpty && inventedMarks.remove($0) != nil } ?? true
    layouts.append(
      RunningLayout(
        index: index, hasPerformed: false, isMuted: isMuted,
        mutedSlot: isMuted && !isInvented ? slot : nil, outerCursor: cursor, outerEnd: end))
    let expected = comparison.missingLayout
    let next = index < 0 ? -1 : tape.nextLayout(after: index)
    if !comparison.noteLayout(index, next: next) { diverge(expecting: expected, laidOut: view) }
    if index < 0 { freedom?.noteShortage(of: number(of: view)) }
    if index >= 0 {
      tape.setRun(index)
      cursor = index + 1
      end = tape.partner(of: index)
    } else {
      cursor = 0
      end = 0
    }
  }

  /// Repeats what observers did when they were told of the beginning of a layout, before it.
  private func repeatEntry(of view: View, _ slot: Int?) {
    guard cursor < end, tape.kind(at: cursor) == .enter, tape[cursor].slot == slot else { return }
    for recorder in recorders { recorder.enter(view) }
    cursor += 1
    while cursor < end, !lookup.isLayout(of: slot, at: cursor) { step() }
    endIfOver()
  }

  /// Repeats what observers did when they were told of the end of a layout, or views that died with it, before
  /// the next one of its batch.
  func repeatDeedsAfterLayout() {
    guard freedom == nil, !comparison.isAstray, lastLeft >= 0, cursor > tape.partner(of: lastLeft),
      cursor == lookup.endOfDeaths(after: lastLeft, upTo: cursor)
    else { return }
    let isInCommit = isCommitting && layouts.isEmpty && runningForces == 0
    let death = deathAtLimit
    guard
      isInCommit || death >= 0 || lookup.forcedLayoutFollows(from: cursor, in: end)
        || lookup.endsInDeeds(from: cursor, in: end)
    else { return }
    let last = death >= 0 ? death + 1 : end
    var isFirst = true
    while cursor < last, lookup.isDeed(at: cursor, isFirst: isFirst, mayForce: isInCommit) {
      step()
      isFirst = false
    }
    endIfOver()
  }

  /// The place at which the view dies whose layout just ended in a forced pass at its limit, after its deeds in
  /// death; -1 for none.
  ///
  /// Other views may still wait in the batch, which get their marks back later.
  private var deathAtLimit: Int32 {
    guard passAtLimit >= 0, layouts.isEmpty, !isCommitting else { return -1 }
    let death = tape.death(of: tape[lastLeft].slot)
    let areDeeds = death >= cursor && lookup.areDeeds(from: cursor, to: death)
    return areDeeds ? death : -1
  }

  /// Takes the next recorded layout of a view, or one like those on such an occasion; -1 for none.
  private func takeLayout(of slot: Int) -> Int32 {
    if let freedom, let number = views[slot].flatMap(views.number) {
      guard let passed = freedom.layoutsToPassOver(of: number) else { return -1 }
      for _ in 0..<passed { _ = tape.takeLayout(of: slot) }
    }
    return tape.takeLayout(of: slot)
  }

  func layoutLeft(_ view: View) {
    guard let running = layouts.popLast() else { return }
    if let freedom, number(of: view) != nil { freedom.endLayout() }
    if running.isMuted { loop.pulse.muted.subtract(1, ordering: .relaxed) }
    if running.index >= 0, !running.hasPerformed { comparison.leaveRecording() }
    cursor = running.outerCursor
    end = running.outerEnd
    lastLeft = running.index
    guard running.index >= 0 else { return }
    if cursor == running.index { cursor = tape.partner(of: running.index) + 1 }
  }

  /// Steps over the recorded consequence that has just come by itself.
  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    if let freedom { freedom.noteMark(of: number(of: view)) }
    guard reason.isConsequence, applied < 0 || tape.kind(at: applied) != .dirty else {
      return noteOwnEvent()
    }
    (toldOrigin, told) = (-1, -1)
    guard cursor < end, case let event = tape[cursor], event.kind == .dirty,
      event.consequence?.reason == reason, views.slot(of: view) == event.slot
    else {
      if !again, freedom == nil, let slot = views.slot(of: view) { inventedMarks.insert(slot) }
      return
    }
    inventedMarks.remove(event.slot)
    toldOrigin = event.origin
    told = cursor
    cursor += 1
  }

  func layoutForced(_ view: View, by layingOut: View?) { noteOwnEvent() }
  func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) { noteOwnEvent() }

  /// Makes a new window the recorded one before recorders are told of it.
  func treeChanged(_ change: TreeChange, by layingOut: View?) {
    (told, moving) = (moving, -1)
    guard case .opened(let window) = change else { return }
    windowsOpened += 1
    if let opening { lookup.dress(window, as: opening) }
  }
}

extension ReplayEngine: LayoutReplay {
  /// Applies the events of constraints that precede the layouts of a batch.
  ///
  /// In a forced pass, this happens only if the recorded pass certainly continued. If it may have
  /// ended, the next events are attributed to the code that forced it.
  func willCollectForced(in root: View) {
    if freedom != nil {
      while cursor < end, tape.kind(at: cursor) == .update { step() }
      return
    }
    defer { endIfOver() }
    let goesOn = lookup.forcedLayoutFollows(from: cursor, in: end)
    // The recorded pass did not end at the limit that the header states.
    if goesOn, layouts.isEmpty, !isCommitting, passAtLimit < 0 {
      loop.passLimit = Self.unlimitedBatches
    }
    if !goesOn, loop.passIsAtLimit { return endConstraints() }
    while cursor < end, !lookup.beginsLayout(at: cursor), !endsPass(at: cursor),
      !comparison.hasLeft, goesOn || root.holdsDirtyView
    { step() }
  }

  /// Applies the last events of constraints in a forced pass that has had its last batch.
  ///
  /// Where the recording tells of the end at the limit, all events before it are the pass's. Otherwise those
  /// but for updates are of the code that forced it.
  private func endConstraints() {
    let isTold = passAtLimit >= 0 && layouts.isEmpty && !isCommitting
    while cursor < end, isTold ? !endsPass(at: cursor) : tape.kind(at: cursor) == .update { step() }
  }

  /// Lets views go that the pass held; those that follow its root wait for that.
  ///
  /// Their deeds in death come before the end of the pass, where the recording tells of that.
  func didEndAtLimit(in root: View?) {
    let isOutermost = layouts.isEmpty && runningForces <= (isCommitting ? 0 : 1)
    let isTold = isOutermost && (isCommitting || passAtLimit >= 0) && freedom == nil
    while cursor < end, root.map(views.hasLetGo) != true {
      guard tape.kind(at: cursor) == .gone || isTold && !endsPass(at: cursor) else { return }
      if lookup.beginsLayout(at: cursor) { return }
      step()
    }
  }

  /// True if a forced pass ended at its limit here: all that follows comes after it.
  private func endsPass(at index: Int32) -> Bool {
    tape.kind(at: index) == .forced && tape[index].line[.batches] > 0
  }

  /// In the commit, only constraints can have caused the events before the next layout.
  func willCollectCommit() {
    defer { endIfOver() }
    while cursor < end {
      let event = tape[cursor]
      // The layout is decided before what observers do at its beginning.
      if event.kind == .enter, loop.commitHasWork || waitsForNewWindow { return }
      guard event.kind == .layout else {
        step()
        continue
      }
      if freedom != nil, !event.hasRun, loop.commitHasWork { return }
      if event.hasRun || comparison.hasLeft {
        cursor = event.partner + 1
        continue
      }
      if loop.commitHasWork { return }
      if waitsForNewWindow { return }
      // Nothing explains the next layout: its view is marked once.
      if !event.isForced, let view = views[event.slot], view.window != nil {
        let cause = causeOfForced(cursor)
        view.markPendingLayout()
        loop.keep(cause, for: view)
        return
      }
      step()
    }
  }

  /// True if layout is pending in a window that was opened since the commit began, which leaves it out.
  private var waitsForNewWindow: Bool {
    windowsOpened != windowsAtCommit && loop.windowsHaveWork
  }

  /// Runs the recorded setters of the subviews in place of their masks, before the superview is dirty.
  func subviewsWouldResize(of view: View) {
    guard resizeDepth < Self.resizeLimit, let superview = view.superview, !superview.isInLayout,
      let slot = views.slot(of: superview)
    else { return }
    guard let last = lookup.endOfResizing(slot, from: cursor, in: end) else { return }
    resizeDepth += 1
    defer { resizeDepth -= 1 }
    let outer = applied
    while cursor < last, !lookup.dirties(slot, at: cursor) { step() }
    applied = outer
  }
}

extension ReplayEngine: TraceHolder {
  var reader: TraceReader { tape.reader }
}

extension ReplayEngine: RecordingScript {
  var header: TraceEvent.Header? { tape.header }
  func number(of view: View) -> Int? { views.number(of: view) }
  func number(of work: WorkID) -> Int? { self.work.number(of: work) }

  func way(of work: WorkID, kind: WorkKind) -> WorkKind? { self.work.way(of: work) }

  func constraints(of window: Window) -> [ToldConstraint] {
    constraints.all(of: window) { views[$0] }
  }

  func arrivingConstraints(with root: View) -> [ToldConstraint] { [] }

  func constraint(_ number: Int) -> ToldConstraint? {
    constraints.constraint(number) { views[$0] }
  }

  /// Lets a recorder observe the loop, and ends its events with those of the recording.
  func observe(_ loop: TurnLoop, with recorder: RecorderCore) -> ObservationToken {
    recorders.append(
      RecorderCalls(
        enter: { [weak recorder] in recorder?.layoutIsAhead(of: $0) },
        take: { [weak recorder] in recorder?.writeMark(of: $0) },
        end: { [weak recorder, unowned self] in
          recorder?.endEvents { [self] inside in
            let place = layouts.count - 1 - inside
            guard layouts.indices.contains(place), layouts[place].index >= 0 else { return nil }
            return lookup.time(at: tape.partner(of: layouts[place].index))
          }
        },
        tell: { [weak recorder] in recorder?.repeatLine($0, arrivingWith: $1) }))
    return loop.addLayoutObserver(recorder)
  }

  func time(of moment: RecordingMoment) -> Int64? {
    switch moment {
    case .turn: tape.time
    case .layout: layouts.last.flatMap { lookup.time(at: $0.index) }
    case .done: lastLeft < 0 ? nil : lookup.time(at: tape.partner(of: lastLeft))
    }
  }

  /// The time that the recorded layouts of a view took in the turn that was replayed last.
  func recordedLayoutTime(of view: View) -> Duration? {
    views.slot(of: view).flatMap { lookup.layoutTime(of: $0) }
  }

  var origin: String? { toldOrigin < 0 ? nil : tape.string(toldOrigin) }
  var isComplete: Bool { !tape.summary.isTruncated }
}

/// The calls by which a replay tells recorders of what only the recording knows.
private struct RecorderCalls {
  /// The layout of a view is about to begin.
  let enter: (View) -> Void
  /// The mark of a view in a window is gone, although it was not laid out.
  let take: (View) -> Void
  /// The recording ended in the middle of what runs.
  let end: () -> Void
  /// The recording says something of a constraint, maybe of one that comes with a tree.
  let tell: (ToldConstraint, View?) -> Void
}

extension View {
  /// Writes a place.
  fileprivate func write(_ value: TraceEvent.Value) {
    switch value {
    case .frame(let frame): self.frame = frame
    case .bounds(let bounds): self.bounds = bounds
    case .center(let center): self.center = center
    default: break
    }
  }
}
