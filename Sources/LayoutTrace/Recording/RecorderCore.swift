import Foundation
import Synchronization
import ViewTree

/// Turns a loop's calls of its observers into the lines of a trace.
///
/// It outlives its recorder as long as a view that it numbered is alive, because the views' deaths
/// are lines, too.
final class RecorderCore: LayoutRecorder {
  let writer: TraceWriter
  /// Says which code acts; the loop that calls the observer keeps it.
  unowned(unsafe) let pulse: Pulse
  /// The session; nil once the recording has ended.
  private var session: (loop: TurnLoop, script: any RecordingScript)?

  private(set) var isRecording = false
  private var hasStopped = false
  /// True if the recording that is replayed has no further events; `end` may follow.
  private var isOver = false
  private var lastView = 0
  private var classNames = ClassNames()
  /// The companions of the live views, by number.
  private(set) var companions: [Int: Unmanaged<Companion>] = [:]
  /// The numbers of the views outside the windows that are not any more as the trace has them.
  var changedOutside: Set<Int> = []
  // Nobody is called while one of these changes, so accesses need no dynamic exclusivity checks.
  /// The tree that a reader has made of the lines so far.
  @exclusivity(unchecked) var written = TraceTree(bytesPerView: 0, keepsSlots: false)
  /// The last work that was enqueued before the recording began.
  private var lastUnseenWork = 0
  private var announcedWork: Set<WorkID> = []
  /// The numbers of the views in layout, the innermost last.
  @exclusivity(unchecked) private(set) var layingOut: [Int] = []
  /// The views whose `updateConstraints` runs, the innermost last, with the layouts around each,
  /// and the number already written.
  @exclusivity(unchecked) private var updates: [(view: Int, layouts: Int)] = []
  private var writtenUpdates = 0
  /// The view whose layout is about to begin, until anything happens before it does.
  private var entering: View?
  /// The last number of a constraint, and the numbers that were told of those of a recording.
  var lastConstraint = 0
  var toldConstraints: Set<Int> = []
  /// The owner of the change of the tree that is being written.
  private(set) var mover: TraceEvent.Owner?
  /// True if an event is being written, and the events that wait for it.
  private var isWriting = false
  @exclusivity(unchecked) private var postponed: [() -> Void] = []
  private var isCatchingUp = false
  /// True if a commit, or an outermost forced pass, has begun and not ended.
  private var opensCommit = false
  private var opensForcedPass = false
  private var turnWritten = 0
  private var turns = 0

  init(loop: TurnLoop, writer: TraceWriter, script: any RecordingScript) {
    session = (loop, script)
    pulse = loop.pulse
    self.writer = writer
  }

  // MARK: Beginning and end

  /// Writes the header and the snapshot.
  ///
  /// An override that is asked for a name may change anything, or end the recording. So all are asked
  /// first, and the snapshot is written without another question.
  func begin() {
    guard !isRecording, !isWriting, !hasStopped, !isOver, let (loop, script) = session else {
      return
    }
    isRecording = true
    writer.write(.header(script.header ?? TraceEvent.Header()))
    isWriting = true
    var names = SnapshotNames()
    withoutCounting { names.ask(loop) }
    isWriting = false
    guard isRecording else { return }
    // The effects of overrides are in the snapshot.
    let effects = postponed
    postponed = []
    withExtendedLifetime(effects) {}
    lastUnseenWork = loop.lastWork.rawValue
    write {
      for window in loop.windows { writeSnapshot(of: window, with: &names) }
      for window in loop.windows { writeConstraints(of: window, script) }
    }
  }

  /// Writes an event, and then the events that came meanwhile, in their order.
  ///
  /// A view may be named by an override in the app, which may do anything; an event within an event
  /// would be written before it.
  func write(_ event: () -> Void) {
    isWriting = true
    withoutCounting(event)
    isWriting = false
    guard !isCatchingUp else { return }
    isCatchingUp = true
    defer { isCatchingUp = false }
    while !postponed.isEmpty {
      let waiting = postponed
      postponed = []
      for event in waiting { observe(event) }
    }
  }

  /// Writes an event, or keeps it until the current one is complete.
  @inline(__always)
  func observe(_ event: @escaping () -> Void) {
    if writesNow(event) { event() }
  }

  /// True if an event can be written now; one that cannot is kept until the current one is complete.
  ///
  /// A closure is made only of one that is kept: frequent events need no memory for it.
  @inline(__always)
  private func writesNow(_ event: @autoclosure () -> () -> Void) -> Bool {
    guard isRecording else { return false }
    if isWriting { postponed.append(event()) }
    return !isWriting
  }

  /// Runs `body`, which may name views: layouts that an override causes meanwhile do not count for
  /// a hunt.
  private func withoutCounting(_ body: () -> Void) {
    // An override may end the recording, which releases the loop.
    guard let loop = session?.loop else { return body() }
    loop.pulse.whileMuted(body)
  }

  private func writeSnapshot(of root: View, with names: inout SnapshotNames) {
    var waiting: [(view: View, place: TraceEvent.Place, index: Int?)] = [(root, .root, nil)]
    while let (view, place, index) = waiting.popLast() {
      let name = names.takeName(of: view)
      let number = writeView(view, at: place, index: index, named: name, in: ViewState(view))
      for (index, subview) in view.subviews.enumerated().reversed() {
        waiting.append((subview, .inside(number), index))
      }
    }
  }

  func finish() throws(TraceError) {
    begin()
    if isRecording || isOver, session?.script.isComplete == true {
      closeLayouts { _ in time(of: .done) }
      closePass()
      if isRecording || isOver { writer.write(.end(turns: turns)) }
    }
    end()
    try writer.close()
  }

  /// Writes the last events of a replay, whose recording ended in the middle of what runs.
  ///
  /// - Parameter time: The `t` of the end of a layout, by the number of those inside of it.
  func endEvents(_ time: (Int) -> Int64?) {
    guard isRecording else { return }
    closeLayouts(time)
    isOver = isRecording
    isRecording = false
  }

  /// True if a pass goes on outside the windows, where observers are not told what happens.
  ///
  /// A view that has left them ends its layout or its part of the constraints phase, or the pass
  /// collects in a tree that has left.
  private func goesOnOutside(_ view: View) -> Bool {
    guard !changedOutside.isEmpty else { return false }
    return companion(of: view)?.lastSeen != nil || session?.loop.forcesOutside == true
  }

  /// Writes the ends of the running layouts and parts of the constraints phase: a recording may end
  /// inside one, and a turn may begin.
  private func closeLayouts(_ time: (Int) -> Int64?) {
    updates.removeLast(updates.count - writtenUpdates)
    var closed = 0
    // The work of the innermost one is known to be over; around it, a pass may have gone on.
    var isInnermost = true
    while !layingOut.isEmpty || !updates.isEmpty {
      if let update = updates.last, update.layouts >= layingOut.count {
        writer.write(.updated(view: update.view))
        updates.removeLast()
      } else {
        guard closeLayout(time: time(closed), isInnermost: isInnermost) else { return }
        closed += 1
      }
      isInnermost = false
    }
    writtenUpdates = 0
  }

  /// Writes the end of the innermost layout; false if code that was asked for a name ended the
  /// recording.
  private func closeLayout(time: Int64?, isInnermost: Bool) -> Bool {
    if isInnermost, !isWriting, let number = layingOut.last, let companion = companion(number),
      goesOnOutside(companion.view)
    {
      write { writeUnseenChanges() }
      guard isRecording, !layingOut.isEmpty else { return false }
    }
    writer.write(.done(view: layingOut.removeLast(), time: time))
    return true
  }

  /// Writes the end of the running pass, if it is at its limit, to which only that leads a replay.
  private func closePass() {
    guard !isWriting, let pass = session?.loop.runningPass, pass.summary.didHitLimit else { return }
    if opensCommit, pass.isCommit { commitEnded(pass.summary) }
    if opensForcedPass, !pass.isCommit { forcedPassEnded(pass.summary) }
  }

  /// Ends the recording without an `end` line.
  func stop() {
    end()
    // A failure could not be reported any more.
    try? writer.close()
  }

  /// Ends the recording, even if its last line is not written.
  func end() {
    hasStopped = true
    isRecording = false
    // These may hold the last reference to a loop or a view. A replay holds the views, and they
    // hold this.
    let old = (session, postponed, entering)
    (session, entering) = (nil, nil)
    postponed = []
    withExtendedLifetime(old) {}
  }

  // MARK: Views

  func companion(of view: View) -> Companion? {
    var next = view.companion
    while let companion = next as? Companion {
      if companion.core === self { return companion }
      next = companion.next
    }
    return nil
  }

  /// Returns the number of a view, which is announced first if the trace does not know it.
  func number(of view: View) -> Int {
    if let companion = companion(of: view) { return companion.number }
    let place = view.superview.map { TraceEvent.Place.inside(number(of: $0)) }
    return writeView(view, at: place ?? (view is Window ? .root : .nowhere), index: nil)
  }

  @discardableResult
  func writeView(_ view: View, at place: TraceEvent.Place, index: Int?) -> Int {
    // The line is about the view before an override in the app is called, whose effects follow it.
    let state = ViewState(view)
    let identifier = view.identifier
    // It may have ended lives and recordings, or moved views.
    if let companion = companion(of: view) { return companion.number }
    return writeView(view, at: place, index: index, named: identifier, in: state)
  }

  /// The state of a view in its line.
  private struct ViewState {
    var frame: CGRect
    var bounds: CGRect
    var transform: AffineTransform
    var anchor: CGPoint
    var isClean: Bool

    init(_ view: View) {
      (frame, bounds) = (view.untransformedFrame, view.bounds)
      (transform, anchor) = (view.transform, view.anchorPoint)
      isClean = !view.needsLayout
    }
  }

  private func writeView(
    _ view: View, at place: TraceEvent.Place, index: Int?, named name: String?, in state: ViewState
  ) -> Int {
    var place = place
    if case .inside(let parent) = place, companions[parent] == nil { place = .nowhere }
    let number: Int
    if let recorded = session?.script.number(of: view), !written.isUsed(recorded) {
      number = recorded
    } else {
      lastView += 1
      number = lastView
    }
    lastView = max(lastView, number)
    let companion = Companion(core: self, number: number, view: view)
    view.companion = companion
    companions[number] = .passUnretained(companion)
    let plainBounds = CGRect(origin: .zero, size: state.frame.size)
    put(
      .view(
        TraceEvent.NewView(
          view: number, className: view.displayedClassName(from: &classNames), name: name,
          place: place,
          index: index, frame: state.frame,
          bounds: state.bounds == plainBounds ? nil : state.bounds,
          transform: state.transform == .identity ? nil : TraceEvent.Transform(state.transform),
          anchor: state.anchor == RecorderCore.middle ? nil : state.anchor,
          isClean: state.isClean)))
    return number
  }

  /// The default anchor point, which is not written.
  private static let middle = CGPoint(x: 0.5, y: 0.5)

  func noteDeath(of companion: Companion) {
    companions[companion.number] = nil
    changedOutside.remove(companion.number)
    guard isRecording else { return }
    rememberOrphans(of: companion)
    beginTurnIfNeeded()
    put(.gone(view: companion.number))
  }

  // MARK: Turns

  /// Writes the line of the next turn early, because events between two turns belong to the second
  /// one.
  func beginTurnIfNeeded() {
    // Asked first without retaining the loop.
    guard session != nil, turnWritten != pulse.turn.load(ordering: .relaxed),
      let (loop, script) = session
    else { return }
    turnWritten = loop.turn
    turns += 1
    writer.write(.turn(number: loop.turn, time: script.time(of: .turn)))
  }

  func turnBegan(_ turn: Int, now: Duration) {
    begin()
    observe { [self] in
      closeLayouts { _ in time(of: .done) }
      beginTurnIfNeeded()
    }
  }

  func turnEnded(_ turn: Int) {
    if isRecording { writer.flush() }
  }

  func commitBegan() {
    observe { [self] in
      beginTurnIfNeeded()
      opensCommit = true
      put(.commit)
    }
  }

  func commitEnded(_ summary: TurnLoop.CommitSummary) {
    observe { [self] in
      opensCommit = false
      put(.committed(batches: summary.batches, didHitLimit: summary.didHitLimit))
    }
  }

  /// Writes the end of a forced pass at its limit; one that settled has no line.
  func forcedPassEnded(_ summary: TurnLoop.CommitSummary) {
    opensForcedPass = false
    guard summary.didHitLimit else { return }
    observe { [self] in
      beginTurnIfNeeded()
      put(.forced(batches: max(1, summary.batches)))
    }
  }

  func forcedLayoutRefused(_ view: View) {
    observe { [self] in put(.forced(batches: 0)) }
  }

  private func time(of moment: RecordingMoment) -> Int64? { session?.script.time(of: moment) }

  // MARK: Layout

  func layoutForced(_ view: View, by layingOut: View?) {
    observe { [self] in
      write {
        beginTurnIfNeeded()
        if self.layingOut.isEmpty, updates.isEmpty, !opensCommit { opensForcedPass = true }
        put(.force(view: number(of: view), by: self.layingOut.last, from: origin))
      }
    }
  }

  func layoutIsAhead(of view: View) {
    observe { [self] in entering = view }
  }

  func layoutEntered(_ view: View) {
    if writesNow({ [self] in writeEntry(of: view) }) { writeEntry(of: view) }
  }

  private func writeEntry(of view: View) {
    entering = nil
    write {
      beginTurnIfNeeded()
      let number = number(of: view)
      layingOut.append(number)
      put(.layout(view: number, time: time(of: .layout)))
    }
  }

  func layoutLeft(_ view: View) {
    if writesNow({ [self] in writeEnd(of: view) }) { writeEnd(of: view) }
  }

  private func writeEnd(of view: View) {
    guard let number = layingOut.last else { return }
    write {
      if goesOnOutside(view) { writeUnseenChanges() }
      // Code that was asked for a name may have ended the recording, and all layouts with it.
      guard isRecording else { return }
      layingOut.removeLast()
      put(.done(view: number, time: time(of: .done)))
    }
  }

  func constraintsEntered(_ view: View) {
    observe { [self] in
      write { updates.append((number(of: view), layingOut.count)) }
    }
  }

  func constraintsLeft(_ view: View) {
    observe { [self] in
      if !updates.isEmpty, goesOnOutside(view) { write { writeUnseenChanges() } }
      guard let number = updates.popLast()?.view, writtenUpdates > updates.count else { return }
      writtenUpdates = updates.count
      writer.write(.updated(view: number))
    }
  }

  /// Writes an event, preceded by the beginnings of the parts of the constraints phase around it.
  ///
  /// Most parts contain no events, and are not written; nor is it that a layout is ahead, if nothing
  /// happens before it.
  func put(_ event: consuming TraceEvent) {
    if let view = entering {
      entering = nil
      put(.enter(view: number(of: view)))
    }
    while writtenUpdates < updates.count {
      writer.write(.update(view: updates[writtenUpdates].view))
      writtenUpdates += 1
    }
    guard event.changesTree else { return writer.write(event) }
    if let event = entered(event) { writer.write(event) }
  }

  // MARK: Changes

  /// Writes an event of which no observer is told.
  func writeOutsideLayout(_ event: TraceEvent) {
    observe { [self] in
      beginTurnIfNeeded()
      put(event)
    }
  }

  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    writeDirty(view, reason, through: nil, again)
  }

  func viewDirtied(
    _ view: View, reason: DirtyReason, through subview: View, by layingOut: View?, again: Bool
  ) {
    writeDirty(view, reason, through: subview, again)
  }

  private func writeDirty(
    _ view: View, _ reason: DirtyReason, through subview: View?, _ again: Bool
  ) {
    guard isRecording else { return }
    let doer = reason.isConsequence ? .layout : pulse.doer
    if writesNow({ [self] in writeDirty(view, reason, through: subview, again, doer) }) {
      writeDirty(view, reason, through: subview, again, doer)
    }
  }

  private func writeDirty(
    _ view: View, _ reason: DirtyReason, through subview: View?, _ again: Bool, _ doer: LayoutDoer
  ) {
    write {
      beginTurnIfNeeded()
      put(
        .dirty(
          TraceEvent.Invalidation(
            view: number(of: view), why: reason.rawValue,
            receiver: subview.map { number(of: $0) }, by: layingOut.last, owner: owner(doer),
            from: origin, isAgain: again)))
    }
  }

  func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
    guard isRecording, change.new.isWritable, change.old.isWritable else { return }
    let doer = change.property.isConsequence ? .layout : pulse.doer
    let subject = change.constraint == nil ? nil : pulse.constraint
    if writesNow({ [self] in writeGeometry(of: view, change, subject, doer) }) {
      writeGeometry(of: view, change, subject, doer)
    }
  }

  private func writeGeometry(
    of view: View, _ change: GeometryChange, _ subject: ConstraintSubject?, _ doer: LayoutDoer
  ) {
    write {
      beginTurnIfNeeded()
      let number = number(of: view)
      let property = change.property
      let constraint = subject.flatMap { numberTold(of: $0, by: change) }
      if let new = TraceEvent.Value(property, change.new) {
        put(
          .geometry(
            TraceEvent.Geometry(
              view: number, new: new, old: TraceEvent.Value(property, change.old),
              by: layingOut.last, owner: owner(doer), from: origin)))
      } else if let new = change.new.traceText {
        put(
          .value(
            TraceEvent.Change(
              view: number, name: change.state ?? property.rawValue, new: new,
              old: change.old.traceText, constraint: change.constraint,
              constraintNumber: constraint,
              isState: change.state != nil, by: layingOut.last, owner: owner(doer),
              from: origin)))
      }
    }
  }

  func treeChanged(_ change: TreeChange, by layingOut: View?) {
    let doer = pulse.doer
    observe { [self] in
      write {
        beginTurnIfNeeded()
        mover = owner(doer)
        writeChange(change)
        mover = nil
      }
    }
  }

  private func writeChange(_ change: TreeChange) {
    switch change {
    case .opened(let window): writeView(window, at: .root, index: nil)
    case .added(let view, let superview, let index, let old):
      writeAddition(of: view, to: superview, at: index, isInWindow: old != nil)
    case .removed(let view, _):
      writeMove(of: number(of: view), to: nil)
      rememberDetached(view)
    case .reordered(let view, let superview, let index):
      writeMove(of: number(of: view), to: number(of: superview), at: index)
    }
  }

  /// Writes that a view moved into another, or, with nil, out of its superview.
  func writeMove(of view: Int, to parent: Int?, at index: Int? = nil) {
    put(
      .move(
        TraceEvent.Move(
          view: view, parent: parent, index: index, by: layingOut.last, owner: mover)))
  }

  /// The owner of a deed, unless it is the code of the innermost layout.
  private func owner(_ doer: LayoutDoer) -> TraceEvent.Owner? {
    switch doer {
    case .layout: return nil
    case .engine: return .engine
    case .member(let view): return .view(number(of: view))
    }
  }

  private var origin: String? { session?.script.origin }

  /// The script, while the recording runs.
  var script: (any RecordingScript)? { session?.script }

  // MARK: Work

  func workEnqueued(_ work: WorkID, kind: WorkKind, by layingOut: View?) {
    let doer = pulse.doer
    observe { [self] in
      write {
        beginTurnIfNeeded()
        put(
          .async(
            work: number(of: work), by: self.layingOut.last,
            via: session?.script.way(of: work, kind: kind), owner: owner(doer)))
      }
    }
  }

  private func number(of work: WorkID) -> Int {
    // Work that the recording does not contain gets a number far away.
    session?.script.number(of: work) ?? work.rawValue + (1 << 40)
  }

  func workBegan(_ work: WorkID) {
    observe { [self] in
      beginTurnIfNeeded()
      if work.rawValue <= lastUnseenWork, announcedWork.insert(work).inserted {
        // It was enqueued before the recording began, by unknown code.
        put(.async(work: number(of: work), by: nil, via: nil, owner: nil))
      }
      put(.run(work: number(of: work)))
    }
  }

  func workEnded(_ work: WorkID) {
    observe { [self] in
      put(.ran(work: number(of: work)))
    }
  }
}

extension GeometryValue {
  /// True if JSON can represent it: most insets are unchecked and may be infinite.
  fileprivate var isWritable: Bool {
    guard case .insets(let insets) = self else { return true }
    return [insets.top, insets.left, insets.bottom, insets.right].allSatisfy(\.isFinite)
  }
}
