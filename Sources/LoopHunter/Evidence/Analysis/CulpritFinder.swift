import LayoutTrace
import ViewTree

/// Finds the edges between the drivers of a loop, and the one to fix first.
///
/// A write that changes a value outranks the call that announces it, because the mistake is in the
/// value. Among writes one that leads upstream comes first: a superview that sizes its subviews
/// does its duty. Nothing here depends on the hunted view or on which of several equal records came
/// first.
struct CulpritFinder {
  let evidence: LoopEvidence
  let cycle: Cycle
  let changes: NetChanges
  let order: TreeOrder

  private var history: CausalHistory { evidence.history }

  /// All edges, and the suspicious ones among them, best first.
  func rank() -> (all: [LoopEdge], ranked: [LoopEdge]) {
    var edges = collect()
    addAnnounced(to: &edges)
    for index in edges.indices {
      edges[index].direction = direction(of: edges[index])
      edges[index].strangeness = strangeness(edges[index])
      edges[index].top = edges[index].dirtied.min(by: order.isHigher)!
      if case .write(let property) = edges[index].key.kind {
        edges[index].lastingParts = changes.parts(
          of: edges[index].key.writer, property, target: edges[index].key.target)
      }
      edges[index].guilt = guilt(edges[index])
    }
    // Sizing one's own subviews is suspicious only if nothing else changes anything.
    let hasChange = edges.contains { $0.guilt == .change }
    let candidates = edges.indices.filter {
      edges[$0].guilt != .handing && !(hasChange && edges[$0].guilt == .duty)
    }
    let ranked = (candidates.isEmpty ? Array(edges.indices) : candidates)
      .sorted { isWorse(edges[$0], edges[$1]) }
    // Only the first edges are checked for being necessary: does the loop end without them?
    for index in ranked.prefix(64) {
      let edge = edges[index]
      edges[index].isNecessary = CulpritFinder.isAcyclic(
        edges, limit: evidence.actors.count
      ) {
        $0.key.writer == edge.key.writer && $0.key.isInConstraints == edge.key.isInConstraints
          && ($0.key.deed == edge.key.deed
            || $0.key.asksForConstraints == edge.key.asksForConstraints
              && $0.dirtied.isSubset(of: edge.dirtied))
      }
    }
    return (edges, ranked.map { edges[$0] }.sorted(by: isWorse))
  }

  /// True if some edges form no cycle without those that `isLeftOut`.
  static func isAcyclic(
    _ edges: [LoopEdge], limit: Int, isLeftOut: (LoopEdge) -> Bool
  ) -> Bool {
    // The edge of a call stands for the change that it announces. A view's layout and its part of
    // the constraints phase are two nodes.
    let others = edges.filter { $0.announcement == nil && !isLeftOut($0) }.flatMap { edge in
      edge.dirtied.map {
        CausalGraph.Edge(
          from: edge.key.writer + (edge.key.isInConstraints ? limit : 0),
          to: $0 + (edge.key.asksForConstraints ? limit : 0))
      }
    }
    let hasPhase = edges.contains { $0.key.isInConstraints || $0.key.asksForConstraints }
    return CausalGraph(limit: hasPhase ? 2 * limit : limit, edges: others).isAcyclic
  }

  // MARK: Collecting

  /// The edges between drivers in the explained rounds, in a lasting order.
  func collect() -> [LoopEdge] {
    guard let first = cycle.explained.first, let last = cycle.explained.last else { return [] }
    // In the run-up another action may have been the first to set a mark.
    let later = cycle.later.first.map { history.layouts[$0.lowerBound].firstAction } ?? 0
    var edges: [LoopEdge.Key: LoopEdge] = [:]
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
        var edge = edges[key] ?? LoopEdge(key: key)
        edge.dirtied.insert(actor)
        if edge.actions.last.map({ $0 < cause.action }) ?? true {
          edge.actions.append(cause.action)
        }
        if !cause.again, cause.action >= later { edge.isFirst = true }
        if action.isDeferred { edge.isDeferred = true }
        edges[key] = edge
      }
    }
    // Actions that happened once while others recurred, or only in the run-up, do not belong to the
    // cycle.
    let rounds = cycle.explained.count
    let often = edges.values.filter { rounds < 4 || $0.actions.count > 1 && $0.sample >= later }
    return often.sorted { $0.actions[0] < $1.actions[0] }
  }

  /// Adds the writes that dirty no view, but that their writer announces by a call.
  ///
  /// A new origin dirties no view. If two drivers fight over one, or one keeps moving, the calls
  /// that go with it keep the loop going, and the write is the mistake to look at. Insets that
  /// follow from another property, such as margins from the direction of reading, are not written
  /// at all.
  private func addAnnounced(to edges: inout [LoopEdge]) {
    let calls = edges.filter { $0.key.isCall && !$0.isDeferred }
    guard !calls.isEmpty else { return }
    let limit = evidence.actors.count
    let contested = changes.contested(by: cycle.drivers, limit: limit)
    var callers = ActorSet(limit: limit)
    for call in calls { callers.insert(call.key.writer) }
    /// The relevant writes of each layout.
    var writes: [Int: [NetChanges.Change]] = [:]
    for change in changes.changes where callers.contains(change.writer) {
      let isContested = contested.contains(change.target)
      guard isContested || cycle.drivers.contains(change.target) else { continue }
      writes[history.actions[change.first].layout, default: []].append(change)
    }
    guard !writes.isEmpty else { return }
    var places: [LoopEdge.Key: Int] = [:]
    for (index, edge) in edges.enumerated() { places[edge.key] = index }
    for call in calls {
      for action in call.actions {
        for change in writes[history.actions[action].layout] ?? []
        where !(change.property.isInset && isPropertyChange(call)) {
          let key = LoopEdge.Key(
            writer: change.writer, kind: .write(change.property), target: change.target,
            isInConstraints: call.key.isInConstraints,
            asksForConstraints: call.key.asksForConstraints)
          if let place = places[key] {
            guard edges[place].announcement != nil else { continue }
            edges[place].dirtied.formUnion(call.dirtied)
            if edges[place].sample < change.last { edges[place].actions.append(change.last) }
          } else {
            places[key] = edges.count
            edges.append(
              LoopEdge(
                key: key, dirtied: call.dirtied, actions: [change.last], isFirst: call.isFirst,
                announcement: call.key))
          }
        }
      }
    }
  }

  /// The call of `layoutIfNeeded` that nests layouts of the drivers: a frequent one, preferably one
  /// that leads upstream or across.
  func force() -> LoopEdge? {
    var edges: [LoopEdge.Key: LoopEdge] = [:]
    for (index, action) in history.actions.enumerated() {
      guard case .force = action.kind, action.layout >= 0 else { continue }
      let writer = evidence.actor(ofLayout: action.layout)
      guard cycle.drivers.contains(writer) else { continue }
      let key = LoopEdge.Key(action, writer: writer, actors: evidence.actors)
      var edge = edges[key] ?? LoopEdge(key: key, isFirst: true, isNecessary: true)
      edge.actions.append(index)
      edges[key] = edge
    }
    let most = edges.values.map(\.actions.count).max() ?? 0
    // Views that force each other do so about equally often; a superview forces its own subviews.
    let often = edges.values.filter { $0.actions.count * 2 >= most }
    func isUpstream(_ edge: LoopEdge) -> Bool {
      direction(from: edge.key.writer, to: edge.key.target) != .downstream
    }
    let best = often.min { first, second in
      let directions = (isUpstream(first), isUpstream(second))
      if directions.0 != directions.1 { return directions.0 }
      return first.key.writer == second.key.writer
        ? order.isHigher(first.key.target, second.key.target)
        : order.isHigher(first.key.writer, second.key.writer)
    }
    guard var edge = best else { return nil }
    let below = cycle.drivers.contains(edge.key.target) ? edge.key.target : cycle.root
    edge.dirtied = [below]
    edge.top = below
    edge.direction = .upstream
    return edge
  }

  // MARK: Direction

  private func direction(of edge: LoopEdge) -> LoopEdge.Direction {
    // A block leads to a later turn, in which every view comes after its writer again.
    if edge.isDeferred { return .upstream }
    // The constraints phase comes before the layouts: it takes another round.
    if edge.key.asksForConstraints { return .upstream }
    var best = LoopEdge.Direction.downstream
    for dirtied in edge.dirtied {
      switch direction(from: edge.key.writer, to: dirtied) {
      case .upstream: return .upstream
      case .backwards: best = .backwards
      case .forwards: if best == .downstream { best = .forwards }
      case .downstream: break
      }
    }
    return best
  }

  private func direction(from writer: Int, to dirtied: Int) -> LoopEdge.Direction {
    guard dirtied != writer else { return .upstream }
    if let lower = evidence.view(of: writer), let upper = evidence.view(of: dirtied) {
      if lower.isDescendant(of: upper) { return .upstream }
      if upper.isDescendant(of: lower) { return .downstream }
    }
    return order.precedes(dirtied, writer) ? .backwards : .forwards
  }

  // MARK: Ranking

  private func guilt(_ edge: LoopEdge) -> LoopEdge.Guilt {
    let leadsBack = edge.direction == .upstream || edge.direction == .backwards
    if edge.key.isTree || isPropertyChange(edge) { return leadsBack ? .change : .handing }
    if edge.lastingParts != 0 { return edge.direction == .downstream ? .duty : .change }
    // Changing an unrelated view is suspicious wherever in the pass that view comes.
    let isMeddling = edge.strangeness == LoopEdge.stranger && edge.direction == .forwards
    return leadsBack || isMeddling ? .call : .handing
  }

  /// True if a property other than geometry changed, such as `isHidden`.
  ///
  /// `setNeedsLayout` and `invalidateIntrinsicContentSize` only announce.
  private func isPropertyChange(_ edge: LoopEdge) -> Bool {
    if case .call(let reason) = edge.key.kind { !reason.isAnnouncement } else { false }
  }

  private func strangeness(_ edge: LoopEdge) -> Int {
    guard edge.key.isGeometry else { return 0 }
    if edge.key.writer == edge.key.target { return 2 }
    guard let writer = evidence.view(of: edge.key.writer),
      let target = evidence.view(of: edge.key.target)
    else { return LoopEdge.stranger }
    if target.superview === writer { return 0 }
    return target.isDescendant(of: writer) ? 1 : LoopEdge.stranger
  }

  /// True if the first edge is the better culprit.
  private func isWorse(_ first: LoopEdge, _ second: LoopEdge) -> Bool {
    if first.guilt != second.guilt { return first.guilt.rawValue < second.guilt.rawValue }
    if first.strangeness != second.strangeness { return first.strangeness > second.strangeness }
    if first.isNecessary != second.isNecessary { return first.isNecessary }
    if first.isFirst != second.isFirst { return first.isFirst }
    // Layout that asks for the earlier phase leads back; the phase that asks for layout leads on.
    let asks = (first.key.asksForConstraints, second.key.asksForConstraints)
    if asks.0 != asks.1 { return asks.0 }
    let roots = (first.dirtied.contains(cycle.root), second.dirtied.contains(cycle.root))
    if roots.0 != roots.1 { return roots.0 }
    if first.key.isGeometry != second.key.isGeometry { return first.key.isGeometry }
    if first.top != second.top { return order.isHigher(first.top, second.top) }
    let (one, other) = (first.key, second.key)
    if one.writer != other.writer { return order.isHigher(one.writer, other.writer) }
    if one.target != other.target { return order.isHigher(one.target, other.target) }
    return first.actions[0] < second.actions[0]
  }
}
