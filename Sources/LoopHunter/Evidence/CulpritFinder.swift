import ViewTree

/// One way in which a loop's drivers dirty each other: an actor does something to a target again and
/// again.
struct LoopEdge {
  /// What makes two actions the same edge.
  struct Key: Hashable {
    var writer: Int
    var kind: ActionKey.Kind
    /// The written actor; for the hierarchy the superview.
    var target: Int
  }

  let key: Key
  /// The drivers that become dirty by it.
  var dirtied: Set<Int> = []
  /// The actions, oldest first.
  var actions: [Int] = []
  /// Whether it was ever what set the mark, not only one more to set it.
  var isFirst = false
  /// Whether a block or a timer did it that the writer's layout had enqueued.
  var isDeferred = false
  /// Whether it leads upstream.
  var leadsUpstream = false
  /// Whether the loop would end without it.
  var isNecessary = false
}

/// Finds the edges that lead upstream, and among them the one without which the loop would end.
///
/// Upstream is an ancestor of the writer, the writer itself, or whoever the pass reaches before the
/// writer. A superview that sizes its subviews acts downstream and is never guilty.
struct CulpritFinder {
  let evidence: LoopEvidence
  let cycle: Cycle
  let depths: DepthCache

  private var history: CausalHistory { evidence.history }

  /// The suspicious edges, best first.
  func rank() -> [LoopEdge] {
    var edges = collect()
    let order = firstPlaces()
    for index in edges.indices {
      edges[index].leadsUpstream = edges[index].dirtied.contains {
        isUpstream($0, of: edges[index], order)
      }
    }
    let upstream = edges.indices.filter { edges[$0].leadsUpstream }
    let candidates = upstream.isEmpty ? Array(edges.indices) : upstream
    for index in candidates.prefix(64) {
      edges[index].isNecessary = isAcyclic(edges, without: edges[index].key)
    }
    return candidates.map { edges[$0] }.sorted { isWorse($0, $1) }
  }

  // MARK: Collecting

  /// The edges between drivers in the explained rounds.
  private func collect() -> [LoopEdge] {
    guard let first = cycle.explained.first, let last = cycle.explained.last else { return [] }
    var edges: [LoopEdge.Key: LoopEdge] = [:]
    for index in first.lowerBound..<min(last.upperBound + 1, history.layouts.count) {
      let actor = evidence.actor(ofLayout: index)
      guard cycle.drivers.contains(actor) else { continue }
      for cause in history.causes[history.layouts[index].causes] {
        let action = history.actions[cause.action]
        guard action.layout >= 0 else { continue }
        let writer = evidence.actor(ofLayout: action.layout)
        guard cycle.drivers.contains(writer) else { continue }
        let key = LoopEdge.Key(action, writer: writer, actors: evidence.actors)
        var edge = edges[key] ?? LoopEdge(key: key)
        edge.dirtied.insert(actor)
        if edge.actions.last.map({ $0 < cause.action }) ?? true {
          edge.actions.append(cause.action)
        }
        if !cause.again { edge.isFirst = true }
        if action.isDeferred { edge.isDeferred = true }
        edges[key] = edge
      }
    }
    // What happened once while others went round is no part of the circle.
    let rounds = cycle.explained.count
    let often = edges.values.filter { rounds < 4 || $0.actions.count > 1 }
    return often.sorted { $0.actions[0] < $1.actions[0] }
  }

  // MARK: Upstream

  /// Where each actor stands in the order of the cycle.
  private func firstPlaces() -> [Int] {
    var places = [Int](repeating: 0, count: evidence.actors.count)
    for (place, actor) in cycle.order.enumerated().reversed() { places[actor] = place }
    return places
  }

  private func isUpstream(_ dirtied: Int, of edge: LoopEdge, _ order: [Int]) -> Bool {
    let writer = edge.key.writer
    // A block leads to a later turn, in which everything comes after its writer again.
    if dirtied == writer || edge.isDeferred { return true }
    guard let lower = evidence.view(of: writer), let upper = evidence.view(of: dirtied) else {
      return order[dirtied] <= order[writer]
    }
    if lower.isDescendant(of: upper) { return true }
    if upper.isDescendant(of: lower) { return false }
    return order[dirtied] <= order[writer]
  }

  // MARK: Ranking

  private func isAcyclic(_ edges: [LoopEdge], without key: LoopEdge.Key) -> Bool {
    let others = edges.lazy.filter { $0.key != key }.flatMap { edge in
      edge.dirtied.map { CausalGraph.Edge(from: edge.key.writer, to: $0) }
    }
    return CausalGraph(limit: evidence.actors.count, edges: Array(others)).isAcyclic
  }

  /// Whether the first edge is the better culprit.
  private func isWorse(_ first: LoopEdge, _ second: LoopEdge) -> Bool {
    if first.isNecessary != second.isNecessary { return first.isNecessary }
    if first.isFirst != second.isFirst { return first.isFirst }
    let roots = (first.dirtied.contains(cycle.root), second.dirtied.contains(cycle.root))
    if roots.0 != roots.1 { return roots.0 }
    func top(_ edge: LoopEdge) -> Int { edge.dirtied.map { depths[$0] }.min() ?? 0 }
    if top(first) != top(second) { return top(first) < top(second) }
    if first.key.isGeometry != second.key.isGeometry { return first.key.isGeometry }
    return first.actions[0] < second.actions[0]
  }
}

extension LoopEdge {
  /// The action that shows best what the edge does: the latest.
  var sample: Int { actions.last! }

  /// The top-most of the drivers that become dirty by it.
  func topDirtied(_ depths: DepthCache) -> Int {
    dirtied.min { (depths[$0], $0) < (depths[$1], $1) }!
  }
}

extension LoopEdge.Key {
  init(_ action: CausalHistory.Action, writer: Int, actors: [Int]) {
    self.writer = writer
    kind = action.kind
    target = actors[action.place]
  }

  var isGeometry: Bool {
    if case .write = kind { true } else { false }
  }
}
