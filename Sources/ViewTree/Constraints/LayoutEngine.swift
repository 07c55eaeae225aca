import Foundation

/// Solves the constraints of a tree: of a window for as long as it lives, of any other during one pass.
///
/// A change reaches it at once. It then dirties the superviews of the views that would move, and nothing
/// else; the superviews apply the values in their layout.
final class LayoutEngine {
  // Nobody is called while one of these changes, so accesses need no dynamic exclusivity checks.
  @exclusivity(unchecked) var solver = ConstraintSolver()
  /// The view at the top, whose size is given; it stays alive during a change.
  let root: ViewLink
  /// True if the root has died: nothing changes any longer.
  private var isDissolved = false
  /// True if the nodes lead to their members here; a fitting has members that nobody else sees.
  let isBound: Bool
  /// True if the size of the root is to be found.
  let isFitting: Bool

  @exclusivity(unchecked) private(set) var members: [EngineMember] = []
  private var guests: [ObjectIdentifier: EngineMember] = [:]
  /// The source of each constraint, by their numbers.
  @exclusivity(unchecked) private var sources: [ConstraintSource?] = []
  /// Room for the terms of the constraint that is being lowered.
  @exclusivity(unchecked) private var scratch = LinearSum()

  /// Members that wait for their sizes, and those with new values.
  @exclusivity(unchecked) var unmeasured: [EngineMember] = []
  @exclusivity(unchecked) var unwrapped: [EngineMember] = []
  /// Stacks that wait for their constraints.
  var unarranged: [(stack: ConstraintNode, cause: PendingCause?)] = []
  @exclusivity(unchecked) private var moved: [EngineMember] = []
  /// Members whose values were read for one of several changed constraints, and are to be looked at again.
  @exclusivity(unchecked) private var movedEarly: [EngineMember] = []
  @exclusivity(unchecked) private var movedVariables:
    [(variable: ConstraintSolver.Variable, owner: Int32)] = []
  /// True if one of these may wait for a cause.
  var hasCauses = false
  /// The cause of what is being settled, if somebody follows causes.
  @exclusivity(unchecked) var settling: PendingCause?
  /// The view that is asked for its size, or the stack that makes its constraints.
  @exclusivity(unchecked) var settlingItem: ConstraintNode?
  /// The items that are asked after it, and whose moves are not read yet.
  @exclusivity(unchecked) var unread: [ConstraintNode] = []
  /// The number of moved values that may still be read again for single items.
  @exclusivity(unchecked) var roomForReading = 0
  /// The cause of all that was settled in the running change.
  @exclusivity(unchecked) var settled: PendingCause?
  /// Members with a length below zero.
  @exclusivity(unchecked) private var negative: [EngineMember] = []
  /// Constraints that count for nothing because others contradict them.
  @exclusivity(unchecked) var broken: [BrokenConstraint] = []
  /// Constraints that observers take for broken, and that nothing contradicts any longer.
  @exclusivity(unchecked) var mended: [LayoutConstraint] = []
  private var mayMend = false
  /// True if a constraint was broken or mended in the running change.
  var awaitsJudgement = false
  /// The number of groups of changes that are being made, of which the last one alone is judged.
  private var groups = 0
  /// The number of constraints that were taken in so far.
  private var written = 0
  /// The number of changes that are being made.
  private var changes = 0
  /// Counts whatever leaves the system: code that asked an override looks here if its members still count.
  private var departures = 0

  init(root: View, isBound: Bool, isFitting: Bool = false) {
    (self.root, self.isBound, self.isFitting) = (root.link, isBound, isFitting)
  }

  deinit { if isBound { for member in members { forget(member) } } }

  /// The values of a member on the grid of pixels, each rounded for itself.
  func frame(of member: EngineMember) -> CGRect {
    frame(of: member, on: PixelGrid(of: member.node.view?.window))
  }

  func frame(of member: EngineMember, on grid: PixelGrid) -> CGRect {
    let values = values(of: member)
    return CGRect(
      x: grid.edge(values.origin.x), y: grid.edge(values.origin.y),
      width: grid.length(max(0, values.size.width)),
      height: grid.length(max(0, values.size.height)))
  }

  /// The solved values of a member, which are not rounded.
  func values(of member: EngineMember) -> CGRect {
    solver.computeValues()
    return CGRect(
      x: place(member.x), y: place(member.y), width: place(member.width),
      height: place(member.height))
  }

  /// A value as a coordinate: multipliers can lead to numbers that no frame holds.
  private func place(_ variable: ConstraintSolver.Variable) -> Double {
    let value = value(variable)
    return abs(value) <= Self.farthest
      ? value : value.isNaN ? 0 : value < 0 ? -Self.farthest : Self.farthest
  }

  /// The farthest coordinate that the engine gives to a view.
  private static let farthest = 1e12

  // MARK: Changing

  /// Makes changes, after which views with new values dirty their superviews.
  ///
  /// In an engine whose root has died, there is nothing left to change.
  func change(_ body: () -> Void) {
    if isDissolved { return }
    begin()
    body()
    end()
  }

  /// Changes a constraint.
  ///
  /// If it is one of several, the members that it moves are noted as moved by its first item.
  func change(_ constraint: LayoutConstraint, _ body: () -> Void) {
    change {
      body()
      if changes > 1, settling == nil, followsCauses { readMoved(by: constraint.first.node) }
    }
  }

  private func begin() {
    if changes == 0, !isDissolved { root.retain() }
    changes += 1
    solver.defersValues = true
  }

  private func end() {
    changes -= 1
    guard changes == 0 else { return }
    if isDissolved { return }
    finish()
    solver.defersValues = false
    // Must be last: the engine may die with the root.
    root.release()
  }

  /// Makes changes of several constraints as one.
  static func batching(_ constraints: [LayoutConstraint], _ body: () -> Void) {
    var engines: [LayoutEngine] = []
    var top: ViewLink?
    for constraint in constraints {
      if constraint.lowered == nil {
        // All in one tree have one engine, or none.
        let other = constraint.first.node.owner?.top
        if other == top { continue }
        top = other
      }
      guard let engine = constraint.lowered?.engine ?? constraint.first.node.view?.engineForChange,
        !engines.contains(where: { $0 === engine })
      else { continue }
      engines.append(engine)
      engine.begin()
    }
    body()
    for engine in engines { engine.end() }
  }

  /// Tells of what changed so far, although more changes are being made.
  func tellNow() { if changes > 0 { finish() } }

  private func finish() {
    let outer = settling
    if outer == nil { (settling, settled) = (settled, nil) }
    readMoved()
    var rounds = 0
    while rounds < Self.mostRounds, !negative.isEmpty || mayMend && !broken.isEmpty {
      rounds += 1
      while let member = negative.popLast() { forbidNegative(member) }
      mend()
      readMoved()
    }
    settling = outer
    mayMend = false
    if awaitsJudgement, groups == 0 { judge() }
    tellMoved()
  }

  /// Makes several changes that code made as one: each of them alone may contradict constraints.
  func grouping(_ body: () -> Void) {
    groups += 1
    body()
    groups -= 1
    if awaitsJudgement, groups == 0, changes == 0 { change {} }
  }

  /// The most rounds of a change: overrides that take something out whenever they are asked must not make it
  /// endless.
  private static let mostRounds = 100

  func value(_ variable: ConstraintSolver.Variable) -> Double { solver.value(of: variable) }

  // MARK: Members

  /// The variables of a view or a guide, which become part of the system with it.
  func member(of node: ConstraintNode) -> EngineMember {
    if let member = knownMember(of: node) { return member }
    let alignment = node.isGuide ? .zero : node.view?.alignmentRectInsets ?? .zero
    // The override may have done anything.
    if let member = knownMember(of: node) { return member }
    if let other = node.member, isBound {
      // The view is in another engine's tree by now: what is lowered with its member is thrown away.
      guard node.view.map(belongs) == true else { return EngineMember(node, in: self, at: 0) }
      other.engine.abandon([node])
    }
    if isBound, !node.isGuide { node.owner?.with { $0.becomeConstrained() } }
    let member = EngineMember(node, in: self, at: members.count)
    member.alignment = alignment
    members.append(member)
    if isBound { node.member = member } else { guests[ObjectIdentifier(node)] = member }
    settlePlace(of: member)
    awaitMeasure(of: member)
    queue(member)
    return member
  }

  func knownMember(of node: ConstraintNode) -> EngineMember? {
    guard isBound else { return guests[ObjectIdentifier(node)] }
    guard let member = node.member, member.engine === self else { return nil }
    return member
  }

  /// True if a node has a member here; for engines to which nodes lead.
  @inline(__always)
  private func knows(_ node: ConstraintNode) -> Bool { node.member?.engine === self }

  /// True if a member was not forgotten.
  @inline(__always)
  func holds(_ member: EngineMember) -> Bool {
    isBound ? member.node.member === member : knownMember(of: member.node) === member
  }

  /// Takes in the constraints of a subtree, whose views come first in their order.
  func takeIn(_ view: View) { takeIn(view.constrainedSubtree) }

  /// Takes in the constraints of views.
  func takeIn(_ views: [View]) {
    var holders: [View] = []
    let before = departures
    for view in views where departures == before || belongs(view) {
      let node = view.constraintNode
      _ = member(of: node)
      if !node.installed.isEmpty { holders.append(view) }
    }
    for view in holders where departures == before || belongs(view) {
      let node = view.constraintNode
      for constraint in node.installed where !isBound || constraint.lowered == nil {
        // Somebody who is told of a break may deactivate it.
        if constraint.container === node { install(constraint, of: node, in: view) }
      }
    }
  }

  /// True if the engine solves the tree of a view.
  private func belongs(_ view: View) -> Bool { !isBound || view.engine === self }

  /// Lets the nodes of a subtree that leaves go, with the constraints that its views hold.
  func letGo(_ view: View) {
    departures += 1
    var nodes: [ConstraintNode] = []
    for view in view.constrainedSubtree {
      guard let node = view.storedNode else { continue }
      for constraint in node.installed { remove(constraint) }
      nodes.append(node)
      for guide in node.guides + node.systemGuides { nodes.append(guide.node) }
    }
    abandon(nodes)
    if view.link == root { view.storedNode?.engine = nil }
  }

  /// Lets everything go, because the root dies.
  func dissolve() {
    isDissolved = true
    departures += 1
    for member in members { forget(member) }
    members = []
    (unmeasured, unwrapped, moved, negative, broken) = ([], [], [], [], [])
    (unarranged, movedEarly) = ([], [])
    (sources, solver) = ([], ConstraintSolver())
  }

  /// Lets members go that no constraint names any longer.
  func abandon(_ nodes: [ConstraintNode]) {
    departures += 1
    let leaving = nodes.compactMap { knownMember(of: $0) }
    for member in leaving {
      member.forEachImplicit { if let handle = $0.handle { drop(handle) } }
    }
    for member in leaving {
      member.forEachVariable { solver.remove($0) }
      let last = members.removeLast()
      if last !== member {
        members[member.index] = last
        last.index = member.index
        last.forEachVariable { solver.setOwner(of: $0, to: Int32(last.index)) }
      }
      forget(member)
    }
  }

  private func forget(_ member: EngineMember) {
    guard isBound, member.node.member === member else { return }
    if member.node.isGuide { member.node.guide?.lastFrame = frame(of: member) }
    for constraint in member.node.installed { constraint.lowered = nil }
    member.node.member = nil
  }

  // MARK: Constraints

  /// Takes in a constraint that a view holds; one that others contradict is broken.
  ///
  /// The overrides that are asked for insets, baselines, margins or the constant may take out views or the
  /// constraint: then all of them are asked again.
  func install(_ constraint: LayoutConstraint) {
    guard let node = constraint.container, let container = node.view, belongs(container) else {
      return
    }
    install(constraint, of: node, in: container)
  }

  private func install(
    _ constraint: LayoutConstraint, of node: ConstraintNode, in container: View
  ) {
    for _ in 0..<Self.mostRounds {
      let before = departures
      if isBound, !knows(node), !holds(member(of: node)) { return }
      let isDone = lowering(constraint, in: container) { terms, offset in
        let constant = effective(constraint.constant) - offset
        let priority = constraint.priority.value
        guard departures == before, constraint.container === node else { return false }
        if isBound, constraint.lowered != nil { return true }
        install(constraint, terms, constant, offset, priority)
        return true
      }
      if isDone || constraint.container !== node || !belongs(container)
        || isBound && constraint.lowered != nil
      {
        return
      }
    }
  }

  private func install(
    _ constraint: LayoutConstraint, _ terms: [ConstraintSolver.Term], _ constant: Double,
    _ offset: Double, _ priority: Double
  ) {
    let relation = constraint.relation.forSolver
    var (handle, outcome) = solver.add(terms, relation, constant, priority: priority)
    // A stack's constraint gives way to none that somebody wrote.
    while constraint.isOfStack, case .conflict(let others) = outcome,
      breakOne(of: others, sparingStacks: true)
    {
      (handle, outcome) = solver.add(terms, relation, constant, priority: priority)
    }
    var lowered = LoweredConstraint(
      engine: self, handle: handle, constant: constant, offset: offset)
    if case .conflict(let others) = outcome {
      lowered.handle = nil
      if isBound { constraint.lowered = lowered }
      written += 1
      broke(constraint, order: written, because: others)
    } else {
      noteWritten(constraint, handle)
      if isBound { constraint.lowered = lowered }
    }
  }

  /// Passes the terms of a constraint and the part of them that is constant to `body`.
  func lowering<Result>(
    _ constraint: LayoutConstraint, in container: View,
    _ body: ([ConstraintSolver.Term], Double) -> Result
  ) -> Result {
    withScratch {
      lower(constraint, in: container, into: &$0)
      return body($0.terms, $0.constant)
    }
  }

  /// Passes an empty sum to `body`, whose room is used again.
  @inline(__always)
  func withScratch<Result>(_ body: (inout LinearSum) -> Result) -> Result {
    // Taken out, because `body` can break constraints, of which somebody is told who lowers more.
    var sum = LinearSum()
    swap(&sum, &scratch)
    let result = body(&sum)
    sum.clear()
    swap(&sum, &scratch)
    return result
  }

  /// Takes a constraint out.
  func remove(_ constraint: LayoutConstraint) {
    guard let lowered = constraint.lowered, lowered.engine === self else { return }
    departures += 1
    constraint.lowered = nil
    if let handle = lowered.handle {
      drop(handle)
    } else {
      broken.removeAll { $0.constraint === constraint }
    }
  }

  /// Lowers a constraint anew, whose insets, baselines or direction changed.
  func renew(_ constraint: LayoutConstraint) {
    remove(constraint)
    install(constraint)
  }

  func constantDidChange(of constraint: LayoutConstraint) {
    let shown = effective(constraint.constant)
    guard let lowered = constraint.lowered, lowered.engine === self else { return }
    guard let handle = lowered.handle else { return mayMend = true }
    let constant = shown - lowered.offset
    if case .conflict(let others) = solver.change(handle, by: constant - lowered.constant) {
      let order = order(of: handle)
      drop(handle)
      constraint.lowered?.handle = nil
      broke(constraint, order: order, because: others)
    } else {
      constraint.lowered?.constant = constant
      mayMend = true
    }
  }

  func priorityDidChange(of constraint: LayoutConstraint) {
    let priority = constraint.priority.value
    guard let lowered = constraint.lowered, lowered.engine === self, let handle = lowered.handle
    else { return }
    solver.setPriority(of: handle, to: priority)
  }

  /// Notes the constraint of a number; one that a change broke meanwhile keeps its place in the order.
  private func noteWritten(
    _ constraint: LayoutConstraint, _ handle: ConstraintSolver.Constraint, order: Int? = nil
  ) {
    if order == nil { written += 1 }
    note(.written(constraint, order: order ?? written), handle)
    guard constraint.isToldBroken, isBound else { return }
    mended.append(constraint)
    awaitsJudgement = true
  }

  func note(_ source: ConstraintSource, _ handle: ConstraintSolver.Constraint) {
    let number = Int(handle.index)
    if number == sources.count { return sources.appendInLargeSteps(source) }
    while sources.count <= number { sources.append(nil) }
    sources[number] = source
  }

  func drop(_ handle: ConstraintSolver.Constraint) {
    solver.remove(handle)
    sources[Int(handle.index)] = nil
    mayMend = true
  }

  /// Notes that constraints may have become possible.
  func noteRelief() { mayMend = true }

  func source(of handle: ConstraintSolver.Constraint) -> ConstraintSource? {
    sources[Int(handle.index)]
  }

  // MARK: Conflicts

  /// Notes a constraint that is not in the solver because others contradict it.
  ///
  /// If they do so no longer when the change ends, nobody learns of it.
  private func broke(
    _ constraint: LayoutConstraint, order: Int, because others: [ConstraintSolver.Constraint]
  ) {
    let pass = root.view.pass
    broken.append(
      BrokenConstraint(
        constraint: constraint, order: order, others: others,
        layingOut: pass?.isWatched == true ? pass?.layingOut : nil))
    awaitsJudgement = true
  }

  /// Breaks the latest of the constraints in a conflict that somebody wrote; false without any.
  ///
  /// Those of a stack come last, or not at all.
  func breakOne(
    of others: [ConstraintSolver.Constraint], sparingStacks: Bool = false
  ) -> Bool {
    var latest: (constraint: LayoutConstraint, handle: ConstraintSolver.Constraint, rank: Int)?
    for handle in others {
      guard case .written(let constraint, let order) = source(of: handle) else { continue }
      if constraint.isOfStack, sparingStacks { continue }
      let rank = rank(of: constraint, order)
      if latest.map({ $0.rank < rank }) ?? true { latest = (constraint, handle, rank) }
    }
    guard let latest else { return false }
    let order = order(of: latest.handle)
    drop(latest.handle)
    if isBound { latest.constraint.lowered?.handle = nil }
    broke(latest.constraint, order: order, because: others.filter { $0 != latest.handle })
    return true
  }

  private func order(of handle: ConstraintSolver.Constraint) -> Int {
    if case .written(_, let order) = source(of: handle) { order } else { written }
  }

  /// The place of a constraint among those of which the last one is broken.
  private func rank(of constraint: LayoutConstraint, _ order: Int) -> Int {
    constraint.isOfStack ? order - written : order
  }

  /// Takes in broken constraints that nothing contradicts any longer.
  private func mend() {
    mayMend = false
    for one in brokenInOrder {
      let constraint = one.constraint
      guard !isBound || constraint.lowered != nil, let container = constraint.container?.view
      else { continue }
      let before = departures
      lowering(constraint, in: container) { terms, offset in
        let (constant, priority) = (
          effective(constraint.constant) - offset, constraint.priority.value
        )
        guard departures == before else { return }
        let (handle, outcome) = solver.add(
          terms, constraint.relation.forSolver, constant, priority: priority)
        if case .conflict(let others) = outcome { return one.note(others, in: &broken) }
        broken.removeAll { $0.constraint === constraint }
        noteWritten(constraint, handle, order: one.isJudged ? nil : one.order)
        guard isBound else { return }
        constraint.lowered = LoweredConstraint(
          engine: self, handle: handle, constant: constant, offset: offset)
      }
    }
  }

  /// The broken constraints, first those of the running change, which counted before it.
  private var brokenInOrder: [BrokenConstraint] {
    guard awaitsJudgement, broken.count > 1 else { return broken }
    let fresh = broken.filter { !$0.isJudged }.sorted {
      rank(of: $0.constraint, $0.order) < rank(of: $1.constraint, $1.order)
    }
    return fresh + broken.filter(\.isJudged)
  }

  // MARK: Telling

  /// Lets a member's superview be told, if its values differ from those that it knows.
  func queue(_ member: EngineMember) {
    if let settling, isBound { noteMove(of: member, because: settling) }
    guard isBound, !member.isMoved else { return }
    member.isMoved = true
    moved.append(member)
  }

  /// Finds the members whose variables moved.
  func readMoved() {
    solver.computeValues()
    guard solver.hasMoved || !movedEarly.isEmpty else { return }
    asSettled(queueMoved)
  }

  /// True for a member of whose values nobody was told, and to which nobody gave a place.
  private func isNew(_ member: EngineMember) -> Bool {
    !member.node.isGuide && member.told == nil && !isGiven(member)
  }

  /// Finds the members that a constraint of an item moved, one of several that change at once.
  ///
  /// Nobody was told of the values of a new view, which are not read for each of its constraints.
  private func readMoved(by node: ConstraintNode) {
    roomForReading = min(roomForReading, 0) + Self.movesPerItem
    guard roomForReading > 0, knownMember(of: node).map(isNew) != true else { return }
    solver.computeValues()
    guard solver.hasMoved else { return }
    solver.takeMoved(into: &movedVariables)
    roomForReading -= movedVariables.count
    for (_, owner) in movedVariables where Int(owner) < members.count {
      let member = members[Int(owner)]
      member.noteSource(node)
      queue(member)
      movedEarly.append(member)
    }
  }

  private func queueMoved() {
    solver.takeMoved(into: &movedVariables)
    let before = moved.count
    for index in movedVariables.indices {
      let (variable, owner) = movedVariables[index]
      // A variable of a view that left while it was asked belongs to nobody.
      guard Int(owner) < members.count else { continue }
      let member = members[Int(owner)]
      queue(member)
      lengthDidMove(variable, of: member)
    }
    // A view has four values.
    roomForReading -= max(0, movedVariables.count - 4 * (moved.count - before))
    guard !movedEarly.isEmpty else { return }
    for member in movedEarly where holds(member) {
      lengthDidMove(member.width, of: member)
      lengthDidMove(member.height, of: member)
    }
    movedEarly.removeAll(keepingCapacity: true)
  }

  /// Looks at a new length of a member; positions are passed over.
  private func lengthDidMove(_ variable: ConstraintSolver.Variable, of member: EngineMember) {
    guard variable == member.width || variable == member.height else { return }
    if value(variable) < -1e-6, member.bounds.count < 2, !isGiven(member) {
      negative.append(member)
    }
    if variable == member.width, !member.isUnmeasured, !isGiven(member),
      member.node.view?.isMeasuredTwice == true
    {
      unwrap(member)
    }
  }

  /// Dirties the superviews of the members that moved.
  private func tellMoved() {
    guard !moved.isEmpty else { return }
    var told: [EngineMember] = []
    swap(&moved, &told)
    let grid = PixelGrid(of: root.view.window)
    for index in told.indices {
      let member = told[index]
      member.isMoved = false
      let (cause, source) = (member.takeMoveCause(), member.takeMoveSource())
      guard cause != nil || source != nil, let pass = root.view.pass else {
        tell(of: member, on: grid)
        continue
      }
      let doer = source.flatMap { $0 === member.node ? nil : $0.view }
      let tell = {
        pass.acting(as: doer.map { .member($0) } ?? pass.doer) { self.tell(of: member, on: grid) }
      }
      if let cause { cause.run(in: pass, tell) } else { tell() }
    }
    guard moved.isEmpty else { return }
    told.removeAll(keepingCapacity: true)
    swap(&moved, &told)
  }

  private func tell(of member: EngineMember, on grid: PixelGrid) {
    guard holds(member), let view = member.node.owner else { return }
    if member.content != nil { tellOfContent(member, view.view) }
    guard !member.node.isGuide, !isGiven(member), let superview = view.superview else { return }
    let values = values(of: member)
    let told = member.told
    member.told = values
    // Nobody would learn of another mark.
    guard !superview.isQuietlyDirty else { return }
    let isKnown =
      told?.isNear(values)
      ?? (frame(of: member, on: grid) == view.with { $0.untransformedFrame })
    if !isKnown || member.isUnmeasured || member.isUnwrapped {
      superview.view.invalidate(.solved, through: view.view)
    }
  }

  private func tellOfContent(_ member: EngineMember, _ view: View) {
    if let content = member.contentSize, content != view.contentExtent { view.invalidate(.solved) }
  }
}

/// The origin of a constraint in the solver.
enum ConstraintSource {
  case written(LayoutConstraint, order: Int)
  case implicit(ConstraintNode, ImplicitConstraint.Form, Double)
}

extension CGRect {
  /// True if only rounding errors lie between two rectangles.
  fileprivate func isNear(_ other: CGRect) -> Bool {
    abs(origin.x - other.origin.x) < 1e-7 && abs(origin.y - other.origin.y) < 1e-7
      && abs(size.width - other.size.width) < 1e-7
      && abs(size.height - other.size.height) < 1e-7
  }
}
