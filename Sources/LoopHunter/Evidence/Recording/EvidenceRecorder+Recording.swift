import Foundation
import Synchronization
import ViewTree

extension EvidenceRecorder: LayoutObserver {
  package func turnBegan(_ turn: Int, now: Duration) {
    noteTurn(turn)
  }

  package func turnEnded(_ turn: Int) {
    turnsToKeep -= 1
    if turnsToKeep < 0, !keepsEvidence { disarm() }
  }

  package func commitBegan() {
    put(EvidenceHeader(.commitBegan))
  }

  package func layoutEntered(_ view: View) {
    // Too many views to number: what is kept could not be told apart any more.
    if register.isFull { forget() }
    let number = register.number(of: view)
    if updates.isRunning {
      announceUpdates()
      updates.enterLayout()
    }
    put(EvidenceHeader(.entered, flag: isObserving, view: number))
    if stackRequests.isOpen { stackRequests.entered(number) }
    if hasPlans { advancePlans(number) }
  }

  package func layoutLeft(_ view: View) {
    put(EvidenceHeader(.left, view: register.number(of: view)))
    if updates.isRunning { updates.leaveLayout() }
  }

  package func constraintsEntered(_ view: View) {
    // Nobody, 0, where there is no number to be had; the end must still find its beginning.
    let number = numbers { register.number(of: view) } ?? 0
    updates.enter(number)
    if stackRequests.isOpen { stackRequests.entered(number) }
  }

  package func constraintsLeft(_ view: View) {
    guard let number = updates.leave(), number != 0 else { return }
    put(EvidenceHeader(.updateEnded, view: number))
  }

  package func layoutForced(_ view: View, by layingOut: View?) {
    guard let (view, by) = numbers({ (register.number(of: view), number(layingOut)) }) else {
      return
    }
    put(EvidenceHeader(.forced, view: view, by: by))
    if stackRequests.isOpen { captureStack(action(.force, by, view)) }
  }

  package func viewDirtied(
    _ view: View, reason: DirtyReason, by layingOut: View?, again: Bool
  ) {
    guard let (view, by) = numbers({ (register.number(of: view), number(layingOut)) }) else {
      return
    }
    let reason = index(of: reason)
    put(EvidenceHeader(.dirtied, detail: reason, flag: again, view: view, by: by))
    if stackRequests.isOpen {
      captureStack(action(.call(reason: reason), by, view))
    }
  }

  package func viewDirtied(
    _ view: View, reason: DirtyReason, through subview: View, by layingOut: View?, again: Bool
  ) {
    let numbers = numbers {
      (register.number(of: view), register.number(of: subview), number(layingOut))
    }
    guard let (view, receiver, by) = numbers else { return }
    let reason = index(of: reason)
    put(
      EvidenceHeader(
        .dirtied, detail: reason, flag: again, hasReceiver: true, view: view, by: by), receiver)
    if stackRequests.isOpen {
      captureStack(action(.call(reason: reason), by, receiver))
    }
  }

  package func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
    let numbers = numbers {
      (
        view.superview.map { register.number(of: $0) } ?? 0, register.number(of: view),
        number(layingOut)
      )
    }
    guard let (superview, view, by) = numbers else { return }
    let header = EvidenceHeader(.written, detail: change.property.index, view: view, by: by)
    let record = ring.append(header.count)
    record[0] = header.word
    record[1] = UInt64(truncatingIfNeeded: superview)
    let half = (header.count - 2) / 2
    change.old.store(at: record + 2)
    change.new.store(at: record + 2 + half)
    if stackRequests.isOpen {
      captureStack(action(.write(change.property), by, view), change)
    }
  }

  package func treeChanged(_ change: TreeChange, by layingOut: View?) {
    forgetNames()
    let step: TreeStep
    let views: (view: View, superview: View?, from: View?)
    switch change {
    case .opened(let window): (step, views) = (.opened, (window, nil, nil))
    case .added(let view, let superview, _, let from):
      (step, views) = (.added, (view, superview, from))
    case .removed(let view, let superview): (step, views) = (.removed, (view, nil, superview))
    case .reordered(let view, let superview, _):
      (step, views) = (.reordered, (view, superview, superview))
    }
    let found = numbers {
      (
        view: register.number(of: views.view),
        superview: views.superview.map { register.number(of: $0) } ?? 0,
        from: views.from.map { register.number(of: $0) } ?? 0, by: number(layingOut)
      )
    }
    guard let numbers = found else { return }
    put(
      EvidenceHeader(.moved, detail: step.rawValue, view: numbers.view, by: numbers.by),
      numbers.superview | numbers.from << 24)
    if stackRequests.isOpen {
      let superview = numbers.superview == 0 ? numbers.from : numbers.superview
      captureStack(action(.tree(step), numbers.by, superview))
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

extension EvidenceRecorder {
  @inline(__always)
  fileprivate func number(_ view: View?) -> Int {
    if updates.isRunning { announceUpdates() }
    if isObserving { return EvidenceHeader.observer }
    guard let view else { return 0 }
    return register.number(of: view)
  }

  /// The numbers of the views of one event, all of one generation.
  ///
  /// A view that is numbered may be named by an override of the app's, which may do anything: end
  /// the turn, and so have all numbers forgotten. Nil where that happens again and again.
  @inline(__always)
  fileprivate func numbers<Numbers>(_ find: () -> Numbers) -> Numbers? {
    let generation = register.generation
    let numbers = find()
    return register.generation == generation ? numbers : numbersAnew(find)
  }

  @inline(never)
  private func numbersAnew<Numbers>(_ find: () -> Numbers) -> Numbers? {
    for _ in 0..<3 {
      let generation = register.generation
      let numbers = find()
      if register.generation == generation { return isArmed ? numbers : nil }
    }
    return nil
  }

  /// Notes the parts of the constraints phase that do something.
  ///
  /// Most are there because something below them asked, and do nothing.
  @inline(never)
  private func announceUpdates() {
    while let number = updates.nextSilent() {
      if number == 0 { continue }
      put(EvidenceHeader(.updateBegan, view: number))
    }
  }

  private func action(_ kind: ActionKey.Kind, _ writer: Int, _ target: Int) -> ActionKey {
    ActionKey(
      writer: writer, kind: kind, target: target, isInConstraints: updates.isInnermost)
  }

  /// Whether the code that runs now belongs to a callback or a sink: what it does is nobody's fault.
  @inline(__always)
  fileprivate var isObserving: Bool { pulse.muted.load(ordering: .relaxed) != 0 }

  @inline(__always)
  fileprivate func put(_ header: EvidenceHeader) {
    ring.append(1).pointee = header.word
  }

  @inline(__always)
  fileprivate func put(_ header: EvidenceHeader, _ second: Int) {
    let record = ring.append(2)
    record[0] = header.word
    record[1] = UInt64(truncatingIfNeeded: second)
  }

  func noteTurn(_ turn: Int) {
    put(EvidenceHeader(.turnBegan), turn)
  }

  /// The number of a reason; the last one stands for all that are too many.
  @inline(__always)
  fileprivate func index(of reason: DirtyReason) -> Int {
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
    guard let layoutsLeft = plans[view] else { return }
    guard layoutsLeft == 1 else {
      plans[view] = layoutsLeft - 1
      return
    }
    plans[view] = nil
    hasPlans = !plans.isEmpty
    reading { reader?.layoutsHalved(of: view) }
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
    case .insets(let insets):
      place[0] = Double(insets.top).bitPattern
      place[1] = Double(insets.left).bitPattern
      place[2] = Double(insets.bottom).bitPattern
      place[3] = Double(insets.right).bitPattern
    }
  }
}
