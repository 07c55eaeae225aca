import Foundation
import Synchronization
import ViewTree

/// Records what happens in a loop's windows while a hunt looks suspicious.
///
/// Nothing is recorded until `arm`, and nothing is kept past the end of the turn. Events are a few
/// words each in a bounded ring; views are numbers, so that none is kept alive. Strings, paths and
/// symbols are made for a report only.
package final class EvidenceRecorder {
  /// The limits of what is kept.
  package struct Limits: Hashable, Sendable {
    /// The bytes of the ring: 2 MiB, beside at most 1.9 MiB for the names of 16 384 views.
    package var ringBytes = 2 << 20
    /// The call stacks that are captured for one detection.
    package var stacks = 8
    /// The frames of the culprit's call stack; the others have one.
    package var frames = 4

    package init() {}
  }

  // The loop holds its observers, so that neither it nor its parts are held here.
  private weak var loop: TurnLoop?
  private unowned(unsafe) let pulse: Pulse
  /// Pixels per point, for words about differences that nobody can see.
  package var scale: Double = 2
  /// Names the source line of the present code where the call stack cannot: in a replay.
  package var sourceLocation: (() -> String?)?

  let limits: Limits
  let register = ViewRegister()
  let ring: EvidenceRing
  /// The reasons that were seen; an event holds the index.
  private(set) var reasons = ReasonIndex.known

  private var observation: Observation?
  /// The hunted views for which the evidence is looked through once before the report.
  private var plans: [(view: Int, layoutsLeft: Int)] = []
  private var hasPlans = false
  /// The actions whose next call stack is wanted.
  var stackRequests = StackRequests()
  /// The numbers of views whose reports of this turn have no verdict.
  var undecided: [ViewReference: Int] = [:]
  /// For how many more turns evidence is kept, for a chain across turns.
  var turnsToKeep = 0

  /// Makes a recorder that is not armed.
  package init(loop: TurnLoop, limits: Limits = Limits()) {
    self.loop = loop
    pulse = loop.pulse
    self.limits = limits
    ring = EvidenceRing(byteLimit: limits.ringBytes)
  }

  // MARK: Arming

  /// Whether events are recorded.
  package var isArmed: Bool { observation != nil }

  /// The bytes that evidence takes now, without captured call stacks.
  package var byteCount: Int { ring.byteCount + nameByteCount }

  /// The bytes of these that the names of views take.
  package var nameByteCount: Int { register.byteCount }

  /// Whether evidence is kept over the ends of turns until `disarm`.
  package var keepsEvidence = false

  /// Begins to record.
  package func arm() {
    guard observation == nil, let loop else { return }
    observation = loop.addLayoutObserver(self)
    noteTurn(loop.turn)
  }

  /// Begins to record; a report on `view` is expected after `layouts` more layouts of it.
  package func arm(on view: View, reportAfter layouts: Int) {
    arm()
    let number = register.number(of: view)
    guard layouts >= 2, !plans.contains(where: { $0.view == number }) else { return }
    plans.append((number, (layouts + 1) / 2))
    hasPlans = true
  }

  /// What the last commit of the loop did.
  var lastCommit: TurnLoop.CommitSummary { loop?.lastCommit ?? TurnLoop.CommitSummary() }

  /// Ends recording and forgets everything.
  package func disarm() {
    guard let observation else { return }
    observation.cancel()
    self.observation = nil
    turnsToKeep = 0
    forget()
  }

  private func forget() {
    ring.removeAll()
    register.forget()
    plans = []
    hasPlans = false
    undecided = [:]
    stackRequests = StackRequests()
  }

  // MARK: Recording

  @inline(__always)
  private func number(_ view: View?) -> Int {
    if isObserving { return EvidenceHeader.observer }
    guard let view else { return 0 }
    return register.number(of: view)
  }

  /// Whether the code that runs now belongs to a callback or a sink: what it does is nobody's fault.
  @inline(__always)
  private var isObserving: Bool { pulse.muted.load(ordering: .relaxed) != 0 }

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

  private func noteTurn(_ turn: Int) {
    put(EvidenceHeader(.turnBegan), turn)
  }

  /// The number of a reason; the last one stands for all that are too many.
  @inline(__always)
  private func index(of reason: DirtyReason) -> Int {
    for index in reasons.indices where reasons[index] == reason { return index }
    return addReason(reason)
  }

  private func addReason(_ reason: DirtyReason) -> Int {
    guard reasons.count < 255 else { return 254 }
    reasons.append(reason)
    return reasons.count - 1
  }

  /// Looks through the evidence and asks for the call stacks that a report will want.
  @inline(never)
  private func advancePlans(_ view: Int) {
    guard let index = plans.firstIndex(where: { $0.view == view }) else { return }
    plans[index].layoutsLeft -= 1
    guard plans[index].layoutsLeft == 0 else { return }
    plans.remove(at: index)
    hasPlans = !plans.isEmpty
    requestStacks(for: view)
  }
}

extension EvidenceRecorder: LayoutObserver {
  package func turnBegan(_ turn: Int, now: Duration) {
    noteTurn(turn)
  }

  package func turnEnded(_ turn: Int) {
    turnsToKeep -= 1
    if turnsToKeep < 0, !keepsEvidence { disarm() }
  }

  package func layoutEntered(_ view: View) {
    // Too many views to number: what is kept could not be told apart any more.
    if register.isFull { forget() }
    let number = register.number(of: view)
    put(EvidenceHeader(.entered, flag: isObserving, view: number))
    if hasPlans { advancePlans(number) }
  }

  package func layoutLeft(_ view: View) {
    put(EvidenceHeader(.left, view: register.number(of: view)))
  }

  package func layoutForced(_ view: View, by layingOut: View?) {
    put(EvidenceHeader(.forced, view: register.number(of: view), by: number(layingOut)))
  }

  package func viewDirtied(
    _ view: View, reason: DirtyReason, by layingOut: View?, again: Bool
  ) {
    let reason = index(of: reason)
    let view = register.number(of: view)
    let by = number(layingOut)
    put(EvidenceHeader(.dirtied, detail: reason, flag: again, view: view, by: by))
    if stackRequests.isOpen {
      captureStack(.init(writer: by, kind: .call(reason: reason), target: view))
    }
  }

  package func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
    let superview = view.superview.map { register.number(of: $0) } ?? 0
    let view = register.number(of: view)
    let by = number(layingOut)
    let header = EvidenceHeader(.written, detail: change.property.index, view: view, by: by)
    let record = ring.append(header.count)
    record[0] = header.word
    record[1] = UInt64(truncatingIfNeeded: superview)
    let half = (header.count - 2) / 2
    change.old.store(at: record + 2)
    change.new.store(at: record + 2 + half)
    if stackRequests.isOpen {
      captureStack(.init(writer: by, kind: .write(change.property), target: view))
    }
  }

  package func treeChanged(_ change: TreeChange, by layingOut: View?) {
    let by = number(layingOut)
    let step: TreeStep
    var numbers = (view: 0, superview: 0, from: 0)
    switch change {
    case .opened(let window):
      (step, numbers.view) = (.opened, register.number(of: window))
    case .added(let view, let superview, _, let from):
      step = .added
      numbers = (
        register.number(of: view), register.number(of: superview),
        from.map { register.number(of: $0) } ?? 0
      )
    case .removed(let view, let superview):
      step = .removed
      numbers = (register.number(of: view), 0, register.number(of: superview))
    case .reordered(let view, let superview, _):
      step = .reordered
      let superview = register.number(of: superview)
      numbers = (register.number(of: view), superview, superview)
    }
    put(
      EvidenceHeader(.moved, detail: step.rawValue, view: numbers.view, by: by),
      numbers.superview | numbers.from << 24)
    if stackRequests.isOpen {
      let superview = numbers.superview == 0 ? numbers.from : numbers.superview
      captureStack(.init(writer: by, kind: .tree(step), target: superview))
    }
  }

  package func workEnqueued(_ work: WorkID, kind: WorkKind, by layingOut: View?) {
    put(EvidenceHeader(.enqueued, by: number(layingOut)), work.rawValue)
  }

  package func workBegan(_ work: WorkID) {
    put(EvidenceHeader(.workBegan), work.rawValue)
  }

  package func workEnded(_ work: WorkID) {
    put(EvidenceHeader(.workEnded), work.rawValue)
  }
}

extension GeometryValue {
  /// Stores the value's numbers, as many as `EvidenceHeader.valueCount` says.
  @inline(__always)
  func store(at place: UnsafeMutablePointer<UInt64>) {
    switch self {
    case .rect(let rect):
      place[0] = Double(rect.origin.x).bitPattern
      place[1] = Double(rect.origin.y).bitPattern
      place[2] = Double(rect.size.width).bitPattern
      place[3] = Double(rect.size.height).bitPattern
    case .point(let point):
      place[0] = Double(point.x).bitPattern
      place[1] = Double(point.y).bitPattern
    case .transform(let transform):
      place[0] = Double(transform.m11).bitPattern
      place[1] = Double(transform.m12).bitPattern
      place[2] = Double(transform.m21).bitPattern
      place[3] = Double(transform.m22).bitPattern
      place[4] = Double(transform.tX).bitPattern
      place[5] = Double(transform.tY).bitPattern
    }
  }
}
