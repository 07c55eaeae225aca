import Foundation
import LayoutTrace
import Synchronization
import ViewTree

/// Records the events of a loop's windows while a hunt looks suspicious.
///
/// Nothing is recorded until `arm`, and nothing is kept past the end of the turn. Events are a few
/// words each in a bounded ring; views are numbers, so that none is kept alive. Strings, paths and
/// symbols are made for a report only.
package final class EvidenceRecorder {
  /// The limits of the recorded evidence.
  package struct Limits: Hashable, Sendable {
    /// The bytes of the ring: 2 MiB, in addition to at most 1.9 MiB for the names of 16 384 views.
    package var ringBytes = 2 << 20
    /// The call stacks that are captured for one detection.
    package var stacks = 8
    /// The frames of the culprit's call stack; the others have one.
    package var frames = 4
    /// The views that are numbered: with more, the evidence is forgotten.
    package var views = ViewRegister.usualCapacity

    package init() {}
  }

  // The loop holds its observers, so neither it nor its parts are held here.
  private weak var loop: TurnLoop?
  private unowned(unsafe) let pulse: Pulse
  /// Names the source line of the current code where the call stack cannot: in a replay.
  package var sourceLocation: (() -> String?)?

  let limits: Limits
  /// Catches call stacks.
  private let walker: StackWalker
  package let register: ViewRegister
  package let ring: EvidenceRing
  /// The texts of labels, and the words of settings.
  package let texts = EvidenceTexts()
  /// The reasons seen so far; an event holds the index.
  private(set) var reasons = ReasonIndex.known

  private var observation: ObservationToken?
  /// The states of the app that hunts watch; nil if none does.
  private var states: WatchedStates?
  /// The number of calls on the stack that read the evidence.
  private var readers = 0
  private var forgetsAfterwards = false
  /// The current namer, valid until a view dies or the tree changes.
  private var namerInForce: (namer: ViewNamer, deaths: Int, version: Int?)?
  /// Returns the number of a view in the trace of the current run, if there is one.
  ///
  /// With these numbers the claims of reports can be tested.
  package var traceNumber: ((View) -> Int?)?
  /// Returns a number that changes with the tree, if one is kept: until then names hold.
  package var treeVersion: (() -> Int?)?
  /// When the evidence of a hunted view is examined once, before its report.
  private struct Plan {
    var layoutsLeft: Int
    /// True if a chain across turns is expected.
    var isAcrossTurns: Bool
  }

  /// The plans of hunted views.
  private var plans: [Int: Plan] = [:] { didSet { hasPlans = !plans.isEmpty } }
  /// The parts of the constraints phase on the stack, and the layouts inside of them.
  private var updates = RunningUpdates() { didSet { isUpdating = updates.isRunning } }
  /// The actions whose next call stack is wanted.
  private(set) var stackRequests = StackRequests() { didSet { isCatching = stackRequests.isOpen } }
  // Answers that events ask for, readable without an exclusivity check.
  private var (hasPlans, isUpdating, isCatching) = (false, false, false)
  /// The number of further turns for which evidence is kept, for a chain across turns.
  private var turnsToKeep = 0
  /// Makes reports of the evidence.
  weak var reader: (any EvidenceReader)?

  /// Makes a recorder that is not armed.
  package init(loop: TurnLoop, limits: Limits = Limits(), walker: StackWalker = .system) {
    self.loop = loop
    pulse = loop.pulse
    register = ViewRegister(pulse: loop.pulse, capacity: limits.views)
    self.limits = limits
    self.walker = walker
    ring = EvidenceRing(byteLimit: limits.ringBytes)
  }

  // MARK: Arming

  /// True while events are recorded.
  package var isArmed: Bool { observation != nil }

  /// The position at which the next evidence will stand.
  var position: Int { ring.position }

  /// The bytes that evidence takes now, without captured call stacks.
  package var byteCount: Int { ring.byteCount + nameByteCount }

  /// The part of `byteCount` that the names of views take.
  package var nameByteCount: Int { register.byteCount }

  /// True if evidence is kept over the ends of turns until `disarm`.
  package var keepsEvidence = false

  /// Begins to record.
  package func arm() {
    guard observation == nil, let loop else { return }
    // In a replay, the recording's own observer defines the events, and comes first.
    observation =
      loop.replay == nil ? loop.addLayoutRecorder(self) : loop.addLayoutObserver(self)
    noteTurn(loop.turn, now: loop.now)
    states?.begin(loop)
  }

  /// Begins to record; a report on `view` is expected after `layouts` more layouts of it.
  package func arm(on view: View, reportAfter layouts: Int, acrossTurns: Bool = false) {
    arm()
    guard areNumbered(view), isArmed else { return }
    let number = register.number(of: view)
    guard layouts >= 2, plans[number] == nil else { return }
    plans[number] = Plan(layoutsLeft: (layouts + 1) / 2, isAcrossTurns: acrossTurns)
  }

  /// Begins to record, because a view was laid out more often than half its threshold allows.
  package func arm(on view: View, threshold: Int) {
    arm(on: view, reportAfter: threshold - max(2, threshold / 2 + 1) + 1)
  }

  /// Begins to record a chain that is reported after it came back `returns` more times, or goes on to.
  ///
  /// Called at each return: a chain that stays away for eight times as long as before is given up.
  ///
  /// - Parameters:
  ///   - view: The view to which the chain comes back.
  ///   - returns: The number of times that it must still come back.
  ///   - turns: The number of turns in which it came back last.
  package func armAcrossTurns(on view: View, returns: Int, turnsBetween turns: Int = 1) {
    arm(on: view, reportAfter: returns, acrossTurns: true)
    // Numbering the view may have ended the turn.
    guard isArmed else { return }
    turnsToKeep = max(turnsToKeep, 4 * returns + 2, 8 * turns + 2)
  }

  /// The number of the loop's turn.
  var turn: Int { loop?.turn ?? 0 }

  /// The summary of the loop's last commit.
  var lastCommit: TurnLoop.CommitSummary { loop?.lastCommit ?? TurnLoop.CommitSummary() }

  /// The number of passes that an app forced in the current turn.
  var forcedPasses: Int { loop?.forcedPasses ?? 0 }

  /// Names views; shared by all reports between two changes of the tree.
  var namer: ViewNamer {
    let version = treeVersion?()
    if let namerInForce, namerInForce.deaths == register.deaths, namerInForce.version == version,
      namerInForce.namer.size < EvidenceRecorder.mostNames
    {
      return namerInForce.namer
    }
    let namer = ViewNamer(register: register)
    if isArmed || version != nil { namerInForce = (namer, register.deaths, version) }
    return namer
  }

  /// The number of names from which on a namer is given up: they would fill the memory.
  private static let mostNames = 1 << 20

  /// Lets views be named again: their paths may have changed.
  private func forgetNames() { namerInForce = nil }

  /// A reference to a view; outside of a window its path may change without notice.
  package func reference(to view: View) -> ViewReference {
    view.window == nil && treeVersion?() == nil ? ViewReference(view) : namer.reference(view)
  }

  /// Watches states of the app for an owner, a hunt on a view.
  func watch(
    _ watched: [String: WatchedState], for owner: AnyObject,
    on view: @escaping () -> View?
  ) {
    guard let loop else { return }
    let states = states ?? WatchedStates(pulse: pulse)
    self.states = states
    states.add(watched, of: owner, view: view)
    if isArmed { states.begin(loop) }
  }

  /// Ends the watches of an owner, and returns their closures, to be released by the caller.
  func takeWatches(of owner: AnyObject) -> [WatchedState] {
    states?.take(of: owner) ?? []
  }

  /// Ends recording and forgets everything.
  package func disarm() {
    guard let observation else { return }
    observation.cancel()
    self.observation = nil
    states?.end()
    turnsToKeep = 0
    forget()
  }

  /// Runs `body`, which reads the evidence, and forgets nothing until it is done.
  ///
  /// Naming a view calls overrides in the app, which may force layouts, run turns and end hunts.
  /// The detector causes such layouts, so they do not count. It needs more room than a deep layout may leave
  /// on the stack.
  func reading<Result>(_ body: () -> Result) -> Result {
    readers += 1
    defer {
      readers -= 1
      if readers == 0, forgetsAfterwards { forget() }
    }
    return pulse.whileMuted { SpareStack.run(body) }
  }

  /// Forgets everything that was recorded, as soon as no call reads it.
  private func forget() {
    forgetsAfterwards = readers > 0
    if forgetsAfterwards { return }
    ring.removeAll()
    register.forget()
    texts.removeAll()
    updates = RunningUpdates()
    if namerInForce?.version == nil { forgetNames() }
    plans = [:]
    stackRequests = StackRequests()
    reader?.evidenceForgotten()
  }

  /// Requests the next call stack of an action; if detailed, with more than one frame.
  func ask(forStackOf action: ActionKey, isDetailed: Bool) {
    stackRequests.ask(for: action, frames: isDetailed ? limits.frames : 1, limit: limits.stacks)
  }

  // MARK: Recording

  @inline(__always)
  private func number(_ view: View?) -> Int {
    if isUpdating { announceUpdates() }
    return isObserving ? EvidenceHeader.observer : number(of: view)
  }

  /// Numbers the views of one event, all in one generation, and the one that did it if none observes.
  ///
  /// Numbering a view may call an override in the app, which may end the turn, and thereby the
  /// recording and all numbers. False if the recording is over, or if that happens repeatedly.
  @inline(__always)
  private func areNumbered(
    _ first: View?, _ second: View? = nil, _ third: View? = nil, owner: View? = nil,
    by layingOut: View? = nil
  ) -> Bool {
    let writer = isObserving ? nil : layingOut
    return isNumbered(first) && isNumbered(second) && isNumbered(third) && isNumbered(owner)
      && isNumbered(writer) || assignNumbers(first, second, third, owner, writer)
  }

  @inline(__always)
  private func isNumbered(_ view: View?) -> Bool {
    guard let view else { return true }
    return register.isNumbered(view)
  }

  /// The number of a view, 0 for none.
  @inline(__always)
  private func number(of view: View?) -> Int {
    guard let view else { return 0 }
    return register.number(of: view)
  }

  @inline(never)
  private func assignNumbers(
    _ first: View?, _ second: View?, _ third: View?, _ owner: View?, _ writer: View?
  ) -> Bool {
    for _ in 0..<4 {
      let generation = register.generation
      _ = (number(of: first), number(of: second), number(of: third))
      _ = (number(of: owner), number(of: writer))
      if register.generation == generation { return true }
      guard isArmed else {
        // They were assigned after the end.
        forget()
        return false
      }
    }
    return false
  }

  @inline(never)
  private func keepTexts(of change: GeometryChange) {
    for value in [change.old, change.new] { value.textBehindNumbers.map(texts.keep) }
  }

  /// Notes the parts of the constraints phase that do something.
  ///
  /// Most run only because a view below them asked, and do nothing.
  @inline(never)
  private func announceUpdates() {
    while let number = updates.nextSilent() {
      if number == 0 { continue }
      put(EvidenceHeader(.updateBegan, view: number))
    }
  }

  private func action(
    _ kind: LayoutAction, _ writer: Int, _ target: Int, owner: Int = 0
  ) -> ActionKey {
    ActionKey(
      writer: writer, owner: owner, kind: kind.inGeneral, target: target,
      isInConstraints: updates.isInnermost)
  }

  /// The view whose member the engine has called; nil for that of the layout itself.
  @inline(__always)
  private func member(in layingOut: View?) -> View? {
    guard case .member(let view) = pulse.doer, view !== layingOut else { return nil }
    return view
  }

  /// The number of that view, or of the engine; 0 for the code of the layout.
  @inline(__always)
  private func owner(in layingOut: View?) -> Int {
    switch pulse.doer {
    case .layout: 0
    case .engine: EvidenceHeader.engine
    case .member(let view): view === layingOut ? 0 : register.number(of: view)
    }
  }

  /// Puts a record, and the owner behind it if it is another view than the one in layout.
  @inline(__always)
  private func put(_ header: EvidenceHeader, _ second: Int? = nil, owner: Int) {
    let record = ring.append(header.count)
    record[0] = header.word
    if let second { record[1] = UInt64(truncatingIfNeeded: second) }
    if header.hasOwner { record[header.count - 1] = UInt64(truncatingIfNeeded: owner) }
  }

  /// True if the running code belongs to a callback or a sink: its effects accuse no view.
  @inline(__always) private var isObserving: Bool { pulse.muted.load(ordering: .relaxed) != 0 }

  @inline(__always)
  private func put(_ header: EvidenceHeader) {
    ring.append(1).pointee = header.word
  }

  @inline(__always)
  private func put(_ header: EvidenceHeader, _ second: Int) {
    let record = ring.append(2)
    record[0] = header.word
    record[1] = UInt64(truncatingIfNeeded: second)
  }

  private func noteTurn(_ turn: Int, now: Duration) {
    let record = ring.append(3)
    record[0] = EvidenceHeader(.turnBegan).word
    record[1] = UInt64(truncatingIfNeeded: turn)
    record[2] = UInt64(truncatingIfNeeded: now.nanoseconds / 1_000_000)
  }

  /// The index of a reason; the last one represents all that exceed the limit.
  @inline(__always)
  private func index(of reason: DirtyReason) -> Int {
    ReasonIndex.known.firstIndex(of: reason) ?? otherIndex(of: reason)
  }

  @inline(never)
  private func otherIndex(of reason: DirtyReason) -> Int {
    if let known = reasons.firstIndex(of: reason) { return known }
    guard reasons.count < 255 else { return 254 }
    reasons.append(reason)
    return reasons.count - 1
  }

  /// Examines the evidence and requests the call stacks that a report will need.
  @inline(never)
  private func advancePlans(_ view: Int) {
    guard let plan = plans[view] else { return }
    guard plan.layoutsLeft == 1 else {
      plans[view]?.layoutsLeft -= 1
      return
    }
    plans[view] = nil
    reading { reader?.layoutsHalved(of: view, acrossTurns: plan.isAcrossTurns) }
  }

  /// Captures the current call stack if it was requested for this action.
  @inline(never)
  private func captureStack(_ action: ActionKey, _ change: GeometryChange? = nil) {
    var action = action
    if stackRequests.hasRoles { action.role = register.role(of: action.target) }
    guard let request = stackRequests.take(action) else { return }
    let stack =
      sourceLocation.map { CaughtStack(location: $0()) }
      ?? CaughtStack(frames: request.frames, by: walker)
    stackRequests.add(
      .init(
        action: request.action, stack: stack,
        values: change.map { ($0.old.numbers, $0.new.numbers) }))
  }
}

extension EvidenceRecorder: LayoutObserver {
  package func turnBegan(_ turn: Int, now: Duration) { noteTurn(turn, now: now) }

  package func turnEnded(_ turn: Int) {
    turnsToKeep -= 1
    if turnsToKeep < 0, !keepsEvidence { disarm() } else { reader?.turnEnded(turn) }
  }

  package func commitBegan() { put(EvidenceHeader(.commitBegan)) }

  package func layoutEntered(_ view: View) {
    // Too many views to number: the evidence would become ambiguous.
    if register.isFull { forget() }
    guard areNumbered(view) else { return }
    let number = register.number(of: view)
    if isUpdating {
      announceUpdates()
      updates.enterLayout()
    }
    put(EvidenceHeader(.entered, flag: isObserving, view: number))
    if isCatching { stackRequests.entered(number) }
    if hasPlans { advancePlans(number) }
  }

  package func layoutLeft(_ view: View) {
    guard areNumbered(view) else { return }
    put(EvidenceHeader(.left, view: register.number(of: view)))
    if isUpdating { updates.leaveLayout() }
  }

  package func constraintsEntered(_ view: View) {
    guard areNumbered(view) else { return }
    let number = register.number(of: view)
    // Also with 0, if there is no number left: the end must find its beginning.
    updates.enter(number)
    if isCatching { stackRequests.entered(number) }
  }

  package func constraintsLeft(_ view: View) {
    guard let number = updates.leave(), number != 0 else { return }
    put(EvidenceHeader(.updateEnded, view: number))
  }

  package func layoutForced(_ view: View, by layingOut: View?) {
    guard areNumbered(view, by: layingOut) else { return }
    let (view, by) = (register.number(of: view), number(layingOut))
    put(EvidenceHeader(.forced, view: view, by: by))
    if isCatching { captureStack(action(.force, by, view)) }
  }

  package func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    guard areNumbered(view, owner: member(in: layingOut), by: layingOut) else { return }
    let detail = index(of: reason)
    // The layout was waiting before, for a reason that was told then.
    if detail == ReasonIndex.pending { return }
    let owner = ReasonIndex.isConsequence(detail) ? 0 : owner(in: layingOut)
    let (view, by) = (register.number(of: view), number(layingOut))
    put(
      EvidenceHeader(.dirtied, detail: detail, flag: again, view: view, by: by, owner: owner),
      owner: owner)
    if isCatching { captureStack(action(.call(reasons[detail]), by, view, owner: owner)) }
  }

  package func viewDirtied(
    _ view: View, reason: DirtyReason, through subview: View, by layingOut: View?, again: Bool
  ) {
    guard areNumbered(view, subview, owner: member(in: layingOut), by: layingOut) else { return }
    let (view, receiver) = (register.number(of: view), register.number(of: subview))
    let (by, owner) = (number(layingOut), owner(in: layingOut))
    let detail = index(of: reason)
    let header = EvidenceHeader(
      .dirtied, detail: detail, flag: again, hasReceiver: true, view: view, by: by, owner: owner)
    put(header, receiver, owner: owner)
    if isCatching { captureStack(action(.call(reasons[detail]), by, receiver, owner: owner)) }
  }

  package func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
    let superview = view.superview
    guard areNumbered(superview, view, owner: member(in: layingOut), by: layingOut) else { return }
    var place = number(of: superview)
    let by = number(layingOut)
    let owner = change.property.isConsequence ? 0 : owner(in: layingOut)
    var view = register.number(of: view)
    if let name = change.state ?? change.constraint {
      place = view
      let part: ViewRegister.Part = change.state == nil ? .constraint : .state
      view = register.number(of: part, named: name, of: view)
    }
    let header = EvidenceHeader(
      .written, detail: change.property.index, view: view, by: by, owner: owner)
    let count = header.countWithoutOwner
    let record = ring.append(header.hasOwner ? count + 1 : count)
    record[0] = header.word
    record[1] = UInt64(truncatingIfNeeded: place)
    change.old.store(at: record + 2)
    change.new.store(at: record + 2 + (count - 2) / 2)
    if header.hasOwner { record[count] = UInt64(truncatingIfNeeded: owner) }
    if !change.property.isGeometry { keepTexts(of: change) }
    if isCatching { captureStack(action(.write(change.property), by, view, owner: owner), change) }
  }

  package func treeChanged(_ change: TreeChange, by layingOut: View?) {
    forgetNames()
    let step: LayoutAction
    let views: (view: View, superview: View?, from: View?)
    var index = 0
    switch change {
    case .opened(let window): (step, views) = (.make, (window, nil, nil))
    case .added(let view, let superview, _, let from):
      (step, views) = (.add, (view, superview, from))
    case .removed(let view, let superview): (step, views) = (.remove, (view, nil, superview))
    case .reordered(let view, let superview, let place):
      (step, views, index) = (.reorder, (view, superview, superview), min(place, 0xFFFF))
    }
    let member = member(in: layingOut)
    guard areNumbered(views.view, views.superview, views.from, owner: member, by: layingOut),
      let detail = LayoutAction.ofTree.firstIndex(of: step)
    else { return }
    let (view, by) = (register.number(of: views.view), number(layingOut))
    let (superview, from) = (number(of: views.superview), number(of: views.from))
    let owner = owner(in: layingOut)
    put(
      EvidenceHeader(.moved, detail: detail, view: view, by: by, owner: owner),
      superview | from << 24 | index << 48, owner: owner)
    if isCatching {
      captureStack(action(step, by, superview == 0 ? from : superview, owner: owner))
    }
  }

  package func workEnqueued(_ work: WorkID, kind: WorkKind, by layingOut: View?) {
    guard areNumbered(nil, by: layingOut) else { return }
    let header = EvidenceHeader(
      .enqueued, detail: kind == .observer ? 1 : 0, flag: kind == .timer, by: number(layingOut))
    put(header, work.rawValue)
  }

  package func workBegan(_ work: WorkID) { put(EvidenceHeader(.workBegan), work.rawValue) }

  package func workEnded(_ work: WorkID) { put(EvidenceHeader(.workEnded), work.rawValue) }
}

/// Uses the evidence that a recorder collects.
protocol EvidenceReader: AnyObject {
  /// The hunted view with this number had half of the layouts that are left until its report.
  ///
  /// Stacks that are requested from the recorder now are captured before the report.
  func layoutsHalved(of view: Int, acrossTurns: Bool)
  /// A turn ended, and its evidence is kept.
  func turnEnded(_ turn: Int)
  /// The recorder forgot its evidence.
  func evidenceForgotten()
}

#if DEBUG
extension EvidenceRecorder {
  /// Describes a flaw of the ring, its records or the register; nil if there is none.
  package func checkInvariants() -> String? {
    if let fault = ring.checkInvariants() ?? register.checkInvariants() { return fault }
    if !isArmed, !keepsEvidence, ring.position > 0 { return "evidence outlives its recording" }
    if !isArmed, !keepsEvidence, !plans.isEmpty || turnsToKeep > 0 || updates.isRunning {
      return "plans outlive their recording"
    }
    if hasPlans == plans.isEmpty || isUpdating != updates.isRunning
      || isCatching != stackRequests.isOpen
    {
      return "a flag contradicts what it tells of"
    }
    var fault: String?
    ring.forEachChunk { chunk in
      var index = 0
      while index < chunk.count, fault == nil {
        let header = EvidenceHeader(word: chunk[index])
        guard EvidenceHeader.Kind(rawValue: header.word & 0xF) != nil else {
          fault = "a record begins without a header"
          return
        }
        let isKnown = header.by == EvidenceHeader.observer || header.by < register.notes.count
        if header.view >= register.notes.count || !isKnown {
          fault = "a record names an unknown view"
        }
        index += header.count
      }
      if index != chunk.count { fault = fault ?? "a record straddles two chunks" }
    }
    return fault
  }
}
#endif
