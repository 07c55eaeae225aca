import LayoutTrace
import ViewTree

/// Turns an edge into parts of a report.
struct EdgeWording {
  let evidence: LoopEvidence
  let cycle: Cycle
  let changes: NetChanges?
  let verdict: Verdict
  let namer: ViewNamer

  private var history: CausalHistory { evidence.history }

  /// The coded form of the edge, or of one of its writes or calls.
  ///
  /// If the call stack of one was captured, its values come from the same moment.
  func edge(
    _ edge: LoopEdge, _ caught: StackRequests.Catch?, at site: EdgeSites.Site? = nil
  ) -> InvalidationEdge {
    let values = values(edge, caught, site)
    return InvalidationEdge(
      writer: reference(edge.key.owner), target: target(edge), action: action(edge),
      old: values?.old, new: values?.new, dirtied: reference(edge.top),
      place: CodePlace(caught?.stack))
  }

  /// The actor by path; an actor for several views has no index.
  func reference(_ actor: Int) -> ViewReference {
    let number = evidence.number(of: actor)
    let reference = namer.reference(number)
    guard evidence.isMany(actor) else { return reference }
    return withoutIndex(reference, in: evidence.register.notes[number].superview)
  }

  /// The reference to several subviews of one name; the superview is a number of the register.
  func withoutIndex(_ reference: ViewReference, in superview: Int) -> ViewReference {
    let superview = evidence.actors[superview]
    return ViewReference(
      steps: (superview == 0 ? [] : self.reference(superview).steps) + [reference.name],
      className: reference.className, identifier: reference.identifier)
  }

  // MARK: Parts

  /// The lasting changes that all actions of the edge wrote together; if none lasts, all changes.
  func path(_ edge: LoopEdge) -> GeometryPath? {
    guard case .write(let property) = edge.key.kind else { return nil }
    if edge.announcement != nil { return GeometryPath(property, parts: edge.lastingParts) }
    var parts: UInt8 = 0
    for index in steadyActions(edge) {
      guard let values = history.values(of: history.actions[index]) else { continue }
      parts |= GeometryPath(property, old: values.old, new: values.new).parts
    }
    let lasting = parts & edge.lastingParts
    return GeometryPath(property, parts: lasting == 0 ? parts : lasting)
  }

  /// The edge's actions without those of the loop's run-up, which may be of another kind.
  private func steadyActions(_ edge: LoopEdge) -> ArraySlice<Int> {
    let first = cycle.later.first.map { history.layouts[$0.lowerBound].firstAction } ?? 0
    let later = edge.actions.suffix(4096).drop { $0 < first }
    return later.isEmpty ? edge.actions.suffix(1) : later
  }

  /// The call, or the written property.
  func action(_ edge: LoopEdge) -> EdgeAction {
    if let path = path(edge), evidence.constraint(of: edge.key.target) != nil {
      return .write(evidence.reported(path, of: edge.key.target))
    }
    return EdgeAction(edge.key.kind, path(edge))
  }

  /// The view that was written, or on which the call was made.
  private func target(_ edge: LoopEdge) -> ViewReference {
    let writer = reference(edge.key.owner)
    // A call on a subview dirties its superview. If a trace does not name the subview, the writer
    // itself is the likeliest.
    if action(edge) == .call(.invalidateIntrinsicContentSize), !isThrough(edge),
      isSubview(edge.key.owner, edge.key.target)
    {
      return writer
    }
    return reference(evidence.holder(of: edge.key.target))
  }

  /// True if the evidence names the subview whose call or setter dirtied its superview.
  func isThrough(_ edge: LoopEdge) -> Bool {
    if case .announce = history.actions[edge.sample].kind { true } else { false }
  }

  private func isSubview(_ actor: Int, _ superview: Int) -> Bool {
    guard let view = evidence.view(of: actor) else { return false }
    return view.superview === evidence.view(of: superview)
  }

  /// The values before and after a write.
  func values(
    _ edge: LoopEdge, _ caught: StackRequests.Catch?, _ site: EdgeSites.Site?
  ) -> (old: LoopValue, new: LoopValue)? {
    guard let path = path(edge) else { return nil }
    func value(_ numbers: some Collection<Double>) -> LoopValue {
      evidence.reported(ArraySlice(numbers), path)
    }
    if let values = caught?.values { return (value(values.old), value(values.new)) }
    let action = site?.action ?? EdgeSites(edge, evidence).main.action
    return history.values(of: history.actions[action]).map { (value($0.old), value($0.new)) }
  }

  /// The direction of the edge's values: `up`, `down`, `both`, or nothing for a call.
  ///
  /// The first of a few actions may have replaced a value from before the loop.
  func direction(_ edge: LoopEdge) -> String {
    guard let path = path(edge) else { return "" }
    var directions: Set<String> = []
    let actions = steadyActions(edge)
    let isWhole = cycle.later.count == cycle.rounds.count && actions.count > 3
    for index in isWhole ? actions.dropFirst() : actions {
      guard let values = history.values(of: history.actions[index]) else { continue }
      let change = GeometryPath(path.property, old: values.old, new: values.new)
      guard change.parts & path.parts != 0 else { continue }
      directions.insert(path.direction(old: values.old, new: values.new))
      if directions.count > 1 { break }
    }
    return (directions.count == 1 ? directions.first : nil) ?? "both"
  }

  /// The actor that undoes the edge's write: the loop's last other view whose layout gives the same
  /// number another value, the one that the edge replaces.
  ///
  /// A drifting value is never undone.
  func opponent(of edge: LoopEdge) -> Int? {
    if case .drifting = verdict { return nil }
    guard let changes, case .write(let property) = edge.key.kind, edge.lastingParts != 0 else {
      return nil
    }
    let own = changes.changes.filter {
      $0.writer == edge.key.writer && $0.target == edge.key.target && $0.property == property
    }
    return changes.changes.last { change in
      guard change.target == edge.key.target, change.writer != edge.key.writer,
        change.property == property
      else { return false }
      return own.contains { sets(change, back: $0) }
    }?.writer
  }

  /// True if one change undoes another in one of its numbers.
  private func sets(_ change: NetChanges.Change, back other: NetChanges.Change) -> Bool {
    guard let before = history.values(of: history.actions[change.first])?.old,
      let after = history.values(of: history.actions[change.last])?.new,
      let replaced = history.values(of: history.actions[other.first])?.old,
      let set = history.values(of: history.actions[other.last])?.new
    else { return false }
    let parts = change.parts & other.parts
    return zip(zip(before, after), zip(replaced, set)).enumerated().contains { part, numbers in
      guard parts >> UInt8(part) & 1 == 1 else { return false }
      let ((from, to), (old, new)) = numbers
      return (to - from).sign != (new - old).sign && (to - old).magnitude <= 1.0 / 1024
    }
  }

  // MARK: The account

  /// The edge as a culprit.
  func culprit(_ edge: LoopEdge, _ caught: StackRequests.Catch?, at site: EdgeSites.Site) -> Culprit
  {
    Culprit(
      edge: self.edge(edge, caught, at: site), opponent: opponent(of: edge).map(reference),
      account: .inLayout(deed(edge)))
  }

  /// The circumstances of the deed.
  private func deed(_ edge: LoopEdge) -> CulpritAccount.InLayout {
    var deed = CulpritAccount.InLayout(relation: relation(edge), consequence: consequence(edge))
    deed.isInConstraints = edge.key.isInConstraints
    deed.isDeferred = edge.isDeferred
    let sample = history.actions[edge.sample]
    if edge.isDeferred, sample.delay >= 0 { deed.delay = Int(sample.delay) }
    deed.isOfObserver = edge.isDeferred && sample.isOfObserver
    if edge.key.owner != edge.key.writer { deed.caller = reference(edge.key.writer) }
    if edge.key.isTree {
      let moved = evidence.number(ofView: sample.target)
      deed.moved = namer.reference(moved).name
    }
    if evidence.constraint(of: edge.key.target) != nil, sample.from != 0 {
      deed.moved = namer.reference(evidence.number(ofView: sample.from)).name
    }
    // The stack becomes dirty; the property belongs to a view in it.
    deed.isOfArrangedView = action(edge).isHiding && !isThrough(edge)
    return deed
  }

  private func consequence(_ edge: LoopEdge) -> CulpritAccount.Consequence {
    if edge.key.kind == .force { return .nestedLayout }
    if let announcement = edge.announcement, announcement.owner == edge.key.owner {
      return .announced(action(LoopEdge(key: announcement)), on: reference(announcement.target))
    }
    return edge.key.asksForConstraints ? .updateConstraints : .dirtied
  }

  /// The target's relation to the writer.
  private func relation(_ edge: LoopEdge) -> CulpritAccount.Relation {
    let place = evidence.holder(of: edge.key.target)
    if place == edge.key.owner { return .itself }
    if !edge.key.isTree, target(edge) == reference(edge.key.owner) { return .itself }
    guard let writer = evidence.view(of: edge.key.owner),
      let view = evidence.view(of: place)
    else { return .stranger }
    if writer.superview === view { return .superview }
    if view.superview === writer { return .subview }
    return view.superview != nil && view.superview === writer.superview ? .sibling : .stranger
  }
}
