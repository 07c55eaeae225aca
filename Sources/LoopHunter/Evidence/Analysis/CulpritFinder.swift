import LayoutTrace
import ViewTree

/// Finds the edges between the drivers of a loop, and the one to fix first.
///
/// The direction of an edge, from the view whose code runs to the receiver of the write or call, comes
/// before its kind: placing and asking one's descendants is a parent's job. Within one direction a
/// write that leaves another value than it found outranks the call that announces it, because the
/// value is where the mistake is. Nothing here depends on the hunted view or on which of several
/// equal things was recorded first.
struct CulpritFinder {
  let evidence: LoopEvidence
  let cycle: Cycle
  let changes: NetChanges
  let order: TreeOrder

  private var history: CausalHistory { evidence.history }

  /// Finds and ranks the edges.
  func rank() -> EdgeRanking {
    var edges = collect()
    addAnnounced(to: &edges)
    let carried = carriedOn(by: edges)
    for index in edges.indices {
      edges[index].flow = flow(edges[index])
      edges[index].strangeness = strangeness(edges[index])
      edges[index].top = edges[index].dirtied.min(by: order.isHigher)!
      if case .write(let property) = edges[index].key.kind {
        edges[index].lastingParts = changes.parts(
          of: edges[index].key.writer, property, target: edges[index].key.target)
      }
      edges[index].guilt = guilt(edges[index], carried)
    }
    noteConstancy(of: &edges)
    let candidates = edges.indices.filter { edges[$0].guilt != .handing }
    // Deeds of code come before what rules make of them, even if they only lead on.
    let ofCode = edges.indices.filter { !isEngine(edges[$0]) }
    let ranked = ([candidates, ofCode].first { !$0.isEmpty } ?? Array(edges.indices))
      .sorted { isWorse(edges[$0], edges[$1]) }
    // Only the first edges are checked for being necessary: does the loop end without them?
    let graph = EdgeGraph(edges, limit: evidence.actors.count)
    for index in ranked.prefix(64) {
      let edge = edges[index]
      edges[index].isNecessary = graph.isAcyclic { other in
        other.key.writer == edge.key.writer
          && other.key.isInConstraints == edge.key.isInConstraints
          && (other.key.deed == edge.key.deed
            || other.key.asksForConstraints == edge.key.asksForConstraints
              && other.dirtied.isSubset(of: edge.dirtied))
      }
    }
    let suspects = ranked.sorted { isWorse(edges[$0], edges[$1]) }.map { edges[$0] }
    return EdgeRanking(
      all: edges, graph: graph, suspects: suspects, equals: equals(of: suspects),
      placement: suspects.first.flatMap { placement(announcedBy: $0, among: edges) })
  }

  /// Notes which edges do not happen in some period, or change nothing: the loop goes on without them.
  private func noteConstancy(of edges: inout [LoopEdge]) {
    let periods = periods
    guard periods.count >= 3 else { return }
    let single = lastRounds.map(history.actionRange)
    let recurrences = recurrences(of: edges) ?? periods
    // A rule of the engine follows values, of which a call may be the only trace.
    let hasRules = edges.contains(where: isEngine)
    for index in edges.indices where edges[index].announcement == nil {
      let edge = edges[index]
      let effects = hasRules && !isEngine(edge) ? edge.actions : edge.effects
      edges[index].isConstant = occur(edge.actions, inEach: periods)
      edges[index].recurs = occur(edge.actions, inEach: recurrences)
      edges[index].isEffective = occur(effects, inEach: single)
    }
    // Of a change that is announced only the latest are known: it comes with its call, and has changed a
    // value even where the call came too late to matter.
    let announced = edges.indices.filter { edges[$0].announcement != nil }
    guard !announced.isEmpty else { return }
    var calls: [LoopEdge.Key: Int] = [:]
    for index in edges.indices where edges[index].announcement == nil {
      calls[edges[index].key] = index
    }
    for index in announced {
      guard let call = edges[index].announcement.flatMap({ calls[$0] }) else { continue }
      (edges[index].isConstant, edges[index].recurs) = (edges[call].isConstant, edges[call].recurs)
      edges[index].isEffective = occur(edges[call].actions, inEach: single)
    }
  }

  /// The last complete rounds: the layouts that the very last leads to are not all part of the evidence.
  private var lastRounds: [Range<Int>] {
    Array(cycle.explained.dropLast().suffix(16 * (cycle.period ?? 1)))
  }

  /// The actions of each period of these rounds.
  private var periods: [Range<Int>] {
    let (rounds, length) = (lastRounds, cycle.period ?? 1)
    return stride(from: rounds.count % length, to: rounds.count, by: length).map { start in
      history.actionRange(of: rounds[start].lowerBound..<rounds[start + length - 1].upperBound)
    }
  }

  /// The actions of each period of the deeds in these rounds; nil if they do not repeat three times.
  ///
  /// Views that are laid out in the same order in each round may act only in every second one.
  private func recurrences(of edges: [LoopEdge]) -> [Range<Int>]? {
    let rounds = lastRounds.map(history.actionRange)
    var deeds = Array(repeating: [Int](), count: rounds.count)
    for (place, edge) in edges.enumerated() where edge.announcement == nil {
      var round = rounds.count - 1
      for action in edge.actions.reversed() {
        while round >= 0, action < rounds[round].lowerBound { round -= 1 }
        guard round >= 0 else { break }
        if rounds[round].contains(action), deeds[round].last != place { deeds[round].append(place) }
      }
    }
    guard let found = Periodicity.find(in: deeds), found.coverage == rounds.count,
      rounds.count >= 3 * found.period
    else { return nil }
    let start = rounds.count % found.period
    return stride(from: start, to: rounds.count, by: found.period).map {
      rounds[$0].lowerBound..<rounds[$0 + found.period - 1].upperBound
    }
  }

  /// True if each period holds one of the actions.
  private func occur(_ actions: [Int], inEach periods: [Range<Int>]) -> Bool {
    var left = periods.count
    for action in actions.reversed() {
      guard left > 0 else { return true }
      if action >= periods[left - 1].upperBound { continue }
      guard action >= periods[left - 1].lowerBound else { return false }
      left -= 1
    }
    return left == 0
  }

  // MARK: Ties and pairs

  /// The edges by which views of different branches do the same to each other, in a ring, or to one value, as
  /// the first suspect does, with the suspect, in the order of the tree; none where it is the only one.
  private func equals(of suspects: [LoopEdge]) -> [LoopEdge] {
    guard let first = suspects.first, first.flow == .against else { return [] }
    let alike = suspects.prefix(Self.mostAlike).filter {
      $0.guilt == first.guilt && ($0.isConstant == first.isConstant || $0.recurs && first.recurs)
        && $0.key.isGeometry == first.key.isGeometry && $0.isDeferred == first.isDeferred
    }
    guard alike.count > 1 else { return [] }
    let across = Set(alike.lazy.filter(isAcross).map(\.key))
    // Those that follow from the first, and lead back to it.
    func leads(_ edge: LoopEdge, _ next: LoopEdge) -> Bool {
      across.contains(edge.key) && across.contains(next.key)
        && evidence.isBelow(reach(edge), next.key.owner) || fight(edge, next)
    }
    let after = reachable(from: first, in: alike, by: leads)
    let tied = reachable(from: first, in: after) { leads($1, $0) }
    var owners: Set<Int> = []
    let equals = tied.filter { owners.insert($0.key.owner).inserted }
      .sorted { order.isListedBefore($0.key.owner, $1.key.owner) }
    return equals.count > 1 ? Array(equals.prefix(Self.mostEquals)) : []
  }

  /// The number of suspects among which ties are sought, and the most that a report names.
  private static let (mostAlike, mostEquals) = (64, 8)

  /// The edge, and the others to which steps lead from it, in their order.
  private func reachable(
    from first: LoopEdge, in edges: [LoopEdge], by isStep: (LoopEdge, LoopEdge) -> Bool
  ) -> [LoopEdge] {
    var open = [first]
    var isFound = edges.map { $0.key == first.key }
    while let edge = open.popLast() {
      for index in edges.indices where !isFound[index] && isStep(edge, edges[index]) {
        isFound[index] = true
        open.append(edges[index])
      }
    }
    return edges.indices.filter { isFound[$0] }.map { edges[$0] }
  }

  /// True if two views of different branches write one value.
  private func fight(_ edge: LoopEdge, _ other: LoopEdge) -> Bool {
    let (one, two) = (edge.key, other.key)
    return one.target == two.target && one.kind == two.kind && edge.guilt == .change
      && edge.strangeness == other.strangeness
      && !evidence.isBelow(one.owner, two.owner) && !evidence.isBelow(two.owner, one.owner)
  }

  /// True if neither end of an edge lies in the other.
  private func isAcross(_ edge: LoopEdge) -> Bool {
    let (owner, reach) = (edge.key.owner, reach(edge))
    return !evidence.isBelow(reach, owner) && !evidence.isBelow(owner, reach)
  }

  /// The view that an edge does something to: for a view that is moved, the one that loses it.
  private func reach(_ edge: LoopEdge) -> Int {
    let action = history.actions[edge.sample]
    return edge.key.isTree && action.from != 0 ? evidence.actors[action.from] : edge.key.target
  }

  /// The write of a parent that a call against the flow announces: of the caller, or of a subview in
  /// whose setter the parent called.
  private func placement(announcedBy call: LoopEdge, among edges: [LoopEdge]) -> LoopEdge? {
    guard call.guilt == .call, call.key.isCall else { return nil }
    let placements = edges.filter { edge in
      edge.flow == .with && edge.lastingParts != 0 && !edge.isDeferred
        && edge.key.target == call.key.owner && !edge.key.isEngine
    }
    // One writer may write another property in each round.
    let periods = periods
    let lasting = placements.filter { edge in
      let actions = placements.lazy.filter { $0.key.owner == edge.key.owner }.flatMap(\.actions)
      return edge.isConstant || occur(actions.sorted(), inEach: periods)
    }
    return lasting.min(by: isWorse) ?? setter(around: call) ?? move(around: call)
  }

  /// The change of a subview's subviews that comes right before a call of that subview on the one that
  /// changes them: the call is in a callback of the change.
  private func move(around call: LoopEdge) -> LoopEdge? {
    let (caller, writer) = (call.key.owner, call.key.writer)
    guard call.key.target == writer, caller != writer, !call.isDeferred else { return nil }
    let layout = history.actions[call.sample].layout
    for index in (max(0, call.sample - 64)..<call.sample).reversed() {
      let action = history.actions[index]
      let place = evidence.actors[action.place]
      guard action.layout == layout, evidence.isBelow(place, caller) else { return nil }
      guard action.kind.isOfTree, action.owner == 0, place == caller else { continue }
      var key = LoopEdge.Key(action, writer: writer, actors: evidence.actors)
      key.isInConstraints = call.key.isInConstraints
      var edge = LoopEdge(key: key, dirtied: [place], actions: [index], announcement: call.key)
      (edge.top, edge.isEffective) = (place, call.isEffective)
      return edge
    }
    return nil
  }

  /// The write of a subview that comes right before a call on its writer, with nothing in between but
  /// what happens in that subview: the call is in its setter, or in a callback of its.
  private func setter(around call: LoopEdge) -> LoopEdge? {
    let (caller, writer) = (call.key.owner, call.key.writer)
    guard call.key.target == writer, !call.isDeferred else { return nil }
    let layout = history.actions[call.sample].layout
    let change = changes.changes.last { change in
      change.isOfGeometry && change.writer == call.key.writer
        && history.actions[change.last].layout == layout
        && change.last < call.sample && change.target != change.writer
        && !history.actions[change.last].isEngine
        && evidence.isBelow(change.target, change.writer)
        && (caller == writer || evidence.isBelow(caller, change.target))
    }
    guard let change,
      history.actions[(change.last + 1)..<call.sample].allSatisfy({
        evidence.isBelow(evidence.actors[$0.place], change.target)
      })
    else { return nil }
    let key = LoopEdge.Key(
      writer: change.writer, owner: change.writer, kind: .write(change.property),
      target: change.target, isInConstraints: call.key.isInConstraints)
    var edge = LoopEdge(
      key: key, dirtied: [change.target], actions: [change.last], announcement: call.key)
    edge.lastingParts = changes.parts(of: change.writer, change.property, target: change.target)
    (edge.top, edge.isEffective) = (change.target, call.isEffective)
    return edge
  }

  // MARK: Collecting

  /// The edges between drivers in the explained rounds, in a lasting order.
  func collect() -> [LoopEdge] {
    guard let first = cycle.explained.first, let last = cycle.explained.last else { return [] }
    // In the run-up another action may have been the first to set a mark.
    let later = cycle.later.first.map { history.layouts[$0.lowerBound].firstAction } ?? 0
    var edges = EdgeTable()
    for index in first.lowerBound..<min(last.upperBound + 1, history.layouts.count) {
      let actor = evidence.actor(ofLayout: index)
      guard cycle.drivers.contains(actor) else { continue }
      for cause in history.causes[history.layouts[index].causes] {
        let action = history.actions[cause.action]
        guard action.layout >= 0 else { continue }
        let writer = evidence.actor(ofLayout: action.layout)
        guard cycle.drivers.contains(writer) else { continue }
        var key = LoopEdge.Key(action, writer: writer, actors: evidence.actors)
        key.isInConstraints = history.layouts[action.layout].isUpdate
        key.asksForConstraints = history.layouts[index].isUpdate
        let place = edges.place(of: key)
        edges.all[place].add(
          cause, dirtied: actor, isFirst: !cause.again && cause.action >= later)
        if action.isDeferred { edges.all[place].isDeferred = true }
      }
    }
    // Actions that happened once while others recurred, or only in the run-up, do not belong to the
    // cycle.
    let rounds = cycle.explained.count
    let often = edges.all.filter { rounds < 4 || $0.actions.count > 1 && $0.sample >= later }
    return often.sorted { $0.actions[0] < $1.actions[0] }
  }

  /// Adds the writes that dirty no view, but that their writer announces by a call.
  ///
  /// A new origin dirties no view. If two drivers fight over one, or one keeps moving, the calls
  /// that go with it keep the loop going, and the write is the mistake to look at. A call by which a
  /// property changes is a mistake of its own, and announces no other.
  private func addAnnounced(to edges: inout [LoopEdge]) {
    let calls = edges.filter {
      $0.key.isCall && !isPropertyChange($0) && !$0.isDeferred && !$0.key.isEngine
    }
    guard !calls.isEmpty else { return }
    let limit = evidence.actors.count
    let spoken = Set(edges.lazy.map(\.key).filter { $0.isCall && !$0.isAnnouncement }.map(\.deed))
    /// True for a change that dirties nobody by a word of its own.
    func isSilent(_ change: NetChanges.Change) -> Bool {
      if change.isOfGeometry { return true }
      guard evidence.constraint(of: change.target) == nil, change.property.isSetByCode else {
        return false
      }
      let word = DirtyReason(change.property)
      return !spoken.contains { $0.kind == .call(word) && $0.writer == change.writer }
    }
    let contested = changes.contested(by: cycle.drivers, limit: limit, where: isSilent)
    var callers = ActorSet(limit: limit)
    for call in calls { callers.insert(call.key.writer) }
    /// The relevant writes of each layout.
    var writes: [Int: [NetChanges.Change]] = [:]
    for change in changes.changes
    where isSilent(change) && callers.contains(change.writer)
      && !history.actions[change.last].isEngine
    {
      let isContested = contested.contains(change.target)
      guard isContested || cycle.drivers.contains(change.target) else { continue }
      writes[history.actions[change.first].layout, default: []].append(change)
    }
    guard !writes.isEmpty else { return }
    var places: [LoopEdge.Key: Int] = [:]
    for (index, edge) in edges.enumerated() { places[edge.key] = index }
    for call in calls {
      for action in call.actions {
        for change in writes[history.actions[action].layout] ?? [] {
          let key = LoopEdge.Key(
            writer: change.writer, owner: owner(of: change), kind: .write(change.property),
            target: change.target, isInConstraints: call.key.isInConstraints,
            asksForConstraints: call.key.asksForConstraints)
          if let place = places[key] {
            guard edges[place].announcement != nil else { continue }
            edges[place].dirtied.formUnion(call.dirtied)
            if edges[place].sample < change.last {
              edges[place].actions.append(change.last)
              edges[place].effects.append(change.last)
            }
          } else {
            places[key] = edges.count
            edges.append(
              LoopEdge(
                key: key, dirtied: call.dirtied, actions: [change.last], effects: [change.last],
                isFirst: call.isFirst, announcement: call.key))
          }
        }
      }
    }
  }

  private func owner(of change: NetChanges.Change) -> Int {
    let owner = history.actions[change.last].owner
    return owner == 0 ? change.writer : evidence.actors[owner]
  }

  /// The call of `layoutIfNeeded` that nests layouts of the drivers: a frequent one, preferably one
  /// that leads upstream or across.
  func force() -> LoopEdge? {
    var edges = EdgeTable()
    for (index, action) in history.actions.enumerated() {
      guard case .force = action.kind, action.layout >= 0 else { continue }
      let writer = evidence.actor(ofLayout: action.layout)
      guard cycle.drivers.contains(writer) else { continue }
      let key = LoopEdge.Key(action, writer: writer, actors: evidence.actors)
      let place = edges.place(of: key)
      edges.all[place].actions.append(index)
      (edges.all[place].isFirst, edges.all[place].isNecessary) = (true, true)
    }
    let most = edges.all.map(\.actions.count).max() ?? 0
    // Views that force each other do so about equally often; a superview forces its own subviews.
    let often = edges.all.filter { $0.actions.count * 2 >= most }
    let best = often.min { first, second in
      let flows = (flow(first), flow(second))
      if flows.0 != flows.1 { return flows.0 == .against }
      return first.key.owner == second.key.owner
        ? order.isHigher(first.key.target, second.key.target)
        : order.isHigher(first.key.owner, second.key.owner)
    }
    guard var edge = best else { return nil }
    let below = cycle.drivers.contains(edge.key.target) ? edge.key.target : cycle.root
    edge.dirtied = [below]
    edge.top = below
    edge.flow = .against
    return edge
  }

  // MARK: Direction

  private func flow(_ edge: LoopEdge) -> LoopEdge.Flow {
    let target = reached(edge)
    return target != edge.key.owner && evidence.isBelow(target, edge.key.owner) ? .with : .against
  }

  /// The receiver of an edge: for a constraint the top-most view that has to place others.
  private func reached(_ edge: LoopEdge) -> Int {
    guard evidence.constraint(of: edge.key.target) != nil else { return edge.key.target }
    return edge.dirtied.min(by: order.isHigher) ?? evidence.holder(of: edge.key.target)
  }

  /// True if no code of the app does it.
  private func isEngine(_ edge: LoopEdge) -> Bool {
    edge.key.isEngine || evidence.isCodeless(edge.key.owner)
  }

  /// By view without code of the app the views that its layout makes dirty, also through others.
  private func carriedOn(by edges: [LoopEdge]) -> [Int: Set<Int>] {
    var carried: [Int: Set<Int>] = [:]
    for edge in edges where isEngine(edge) {
      carried[edge.key.writer, default: []].formUnion(edge.dirtied)
    }
    var hasGrown = !carried.isEmpty
    while hasGrown {
      hasGrown = false
      for (view, dirtied) in carried {
        let all = dirtied.union(dirtied.flatMap { carried[$0] ?? [] })
        if all.count > dirtied.count { (carried[view], hasGrown) = (all, true) }
      }
    }
    return carried
  }

  /// True if the consequence of an edge leads back to its writer, directly or through views without
  /// code of the app.
  private func leadsBack(_ edge: LoopEdge, through carried: [Int: Set<Int>]) -> Bool {
    // A block leads to a later turn, in which everything comes after its writer again. The
    // constraints phase comes before the layouts: it takes another round.
    if edge.isDeferred || edge.key.asksForConstraints { return true }
    let further: [Int] = carried.isEmpty ? [] : edge.dirtied.flatMap { carried[$0] ?? [] }
    return edge.dirtied.union(further).contains { dirtied in
      evidence.isBelow(edge.key.writer, dirtied)
        || !evidence.isBelow(dirtied, edge.key.writer)
          && order.precedes(dirtied, edge.key.writer)
    }
  }

  // MARK: Ranking

  private func guilt(_ edge: LoopEdge, _ carried: [Int: Set<Int>]) -> LoopEdge.Guilt {
    // Without code of the app everything is a consequence.
    if isEngine(edge) { return .handing }
    let isChange = edge.key.isTree || isPropertyChange(edge) || edge.lastingParts != 0
    if edge.flow == .against { return isChange ? .change : .call }
    guard leadsBack(edge, through: carried) else { return .handing }
    return isChange ? .carriedChange : .carriedCall
  }

  /// True if a property other than geometry changed, such as `isHidden`.
  ///
  /// `setNeedsLayout` and `invalidateIntrinsicContentSize` only announce.
  private func isPropertyChange(_ edge: LoopEdge) -> Bool {
    edge.key.isCall && !edge.key.isAnnouncement
  }

  private func strangeness(_ edge: LoopEdge) -> Int {
    guard edge.key.isGeometry || edge.key.isTree || isPropertyChange(edge) && edge.flow == .with
    else { return 0 }
    let place = evidence.holder(of: edge.key.target)
    if edge.key.owner == place { return edge.key.isTree ? 0 : 2 }
    guard let writer = evidence.view(of: edge.key.owner), let target = evidence.view(of: place)
    else { return LoopEdge.stranger }
    if target.superview === writer { return 0 }
    return target.isDescendant(of: writer) ? 1 : LoopEdge.stranger
  }

  /// True if an edge changes constraints of a view that another one adds or takes out in the same code: they
  /// come and go with it.
  private func follows(_ edge: LoopEdge, from other: LoopEdge) -> Bool {
    guard other.key.isTree, evidence.constraint(of: edge.key.target) != nil,
      edge.key.owner == other.key.owner
    else { return false }
    let view = evidence.holder(of: edge.key.target)
    return other.actions.contains {
      evidence.actors[evidence.history.actions[$0].target] == view
    }
  }

  /// True if the first edge is the better culprit.
  private func isWorse(_ first: LoopEdge, _ second: LoopEdge) -> Bool {
    if first.isConstant != second.isConstant { return first.isConstant }
    if follows(first, from: second) { return false }
    if follows(second, from: first) { return true }
    if first.guilt != second.guilt { return first.guilt.rawValue < second.guilt.rawValue }
    if first.strangeness != second.strangeness { return first.strangeness > second.strangeness }
    if first.isNecessary != second.isNecessary { return first.isNecessary }
    // Of a view that is replaced in each round, the new one is what is made.
    let removals = (first.key.isRemoval, second.key.isRemoval)
    if removals.0 != removals.1 { return removals.1 }
    if first.isFirst != second.isFirst { return first.isFirst }
    // Layout that asks for the earlier phase leads back; the phase that asks for layout leads on.
    let asks = (first.key.asksForConstraints, second.key.asksForConstraints)
    if asks.0 != asks.1 { return asks.0 }
    let roots = (first.dirtied.contains(cycle.root), second.dirtied.contains(cycle.root))
    if roots.0 != roots.1 { return roots.0 }
    if first.key.isGeometry != second.key.isGeometry { return first.key.isGeometry }
    if first.top != second.top { return order.isHigher(first.top, second.top) }
    let (one, other) = (first.key, second.key)
    if one.owner != other.owner { return order.isHigher(one.owner, other.owner) }
    if one.target != other.target { return order.isHigher(one.target, other.target) }
    return first.actions[0] < second.actions[0]
  }
}

extension GeometryProperty {
  /// True if code sets it: it neither follows from something else nor has an action of its own.
  fileprivate var isSetByCode: Bool {
    switch form {
    case .order, .owner, .state: false
    default: !isConsequence && !isOfConstraint && self != .intrinsicContentSize
    }
  }
}
