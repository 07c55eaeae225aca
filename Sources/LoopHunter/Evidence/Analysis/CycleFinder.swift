import ViewTree

/// Finds the cycle that keeps a hunted view going.
///
/// The view only selects the loop: the result is the same for all of its views.
struct CycleFinder {
  private let evidence: LoopEvidence
  private let hunted: Int
  private let namer: ViewNamer
  private let order: TreeOrder
  /// True if the hunted view crosses its threshold now: if it has settled, it was laid out less by itself.
  private let isCrossing: Bool
  private let history: CausalHistory
  /// The actor of each view number.
  private let actors: [Int]
  /// The actor by whose layouts those of others are measured: the hunted view's, or the busiest one if that
  /// was not laid out.
  private let measure: Int
  /// Where the later half of the evidence begins, as an index of a layout: the middle of the measure's.
  ///
  /// Others may have been laid out as often before the loop began, and are no evidence of it.
  private let middle: Int

  init(
    evidence: LoopEvidence, hunted: Int, namer: ViewNamer, order: TreeOrder,
    isCrossing: Bool = false
  ) {
    self.evidence = evidence
    self.hunted = hunted
    self.namer = namer
    self.order = order
    self.isCrossing = isCrossing
    history = evidence.history
    actors = evidence.actors
    let layouts = history.layouts
    let counts = Self.layoutCounts(layouts[...], actors)
    let own = actors[hunted]
    let measure = counts[own] > 0 ? own : counts.indices.max { counts[$0] < counts[$1] } ?? own
    var left = counts[measure] / 2
    let middle = layouts.firstIndex { [actors] layout in
      guard actors[layout.view] == measure, !layout.isPhantom else { return false }
      left -= 1
      return left < 0
    }
    (self.measure, self.middle) = (measure, middle ?? layouts.count / 2)
  }

  /// The most rounds that are examined, counted from the latest.
  static let roundLimit = 4096

  /// The cycle, or nil if the hunted view was not laid out twice.
  func find() -> Cycle? {
    let (drivers, isSteady, all) = findDrivers()
    let participants = findParticipants(drivers)
    guard let root = findRoot(drivers, participants) else { return nil }
    let starts = history.layouts.indices.filter {
      !history.layouts[$0].isPhantom && actor(ofLayout: $0) == root
    }
    let rounds = undisturbed(
      afterQuietTurns(
        zip(starts, starts.dropFirst()).map { $0..<$1 }.suffix(CycleFinder.roundLimit)))
    guard !rounds.isEmpty else { return nil }
    var orders = rounds.map { layouts(of: $0, participants) }
    var found = Periodicity.find(in: orders)
    // Views that are carried along only now and then must not hide the cycle: the drivers suffice
    // then.
    var isOfDrivers = false
    if !drivers.isEmpty, rounds.count >= CycleFinder.manyRounds, isByChance(found, in: orders) {
      let driven = rounds.map { layouts(of: $0, drivers) }
      let period = Periodicity.find(in: driven)
      if found == nil || period?.coverage ?? 0 > found?.coverage ?? 0 {
        (orders, found, isOfDrivers) = (driven, period, true)
      }
    }
    // Differences between rounds of the cycle belong to it; those before its first round are a
    // run-up.
    let explained = found.map { $0.isInterrupted(in: orders) ? rounds.count : $0.coverage }
    let length = found?.period ?? 1
    let turned = canonical(Array(orders.suffix(length)))
    return Cycle(
      drivers: drivers, participants: participants, root: root, rounds: Array(rounds),
      period: found?.period, explained: rounds.suffix(explained ?? rounds.count),
      isSteady: isSteady && (rounds.count >= CycleFinder.manyRounds || isSame(all(), drivers)),
      isOfDrivers: isOfDrivers && found != nil, order: turned.flatMap { $0 })
  }

  /// True if nothing repeats, or if what repeats may be a few equal rounds among others.
  private func isByChance(_ found: Periodicity.Result?, in orders: [[Int]]) -> Bool {
    guard let found else { return true }
    return found.coverage * 2 < orders.count
      && (found.coverage < CycleFinder.manyRounds || found.isInterrupted(in: orders))
  }

  /// The rounds of the last turn, if the root was laid out no more than once in each before it.
  ///
  /// From such a layout to the first one of the loop it is no round: no driver may have acted in it.
  private func afterQuietTurns(_ rounds: ArraySlice<Range<Int>>) -> ArraySlice<Range<Int>> {
    guard let last = rounds.last,
      let turn = history.turns.last(where: { $0.firstLayout <= last.lowerBound })
    else { return rounds }
    let whole = rounds.drop { $0.lowerBound < turn.firstLayout }
    let earlier = rounds[..<whole.startIndex]
    var turns = history.turns[...]
    let areQuiet = earlier.allSatisfy { round in
      turns = turns.drop { $0.firstLayout <= round.lowerBound }
      return turns.first.map { $0.firstLayout <= round.upperBound } ?? false
    }
    return areQuiet && whole.count >= 3 ? whole : rounds
  }

  /// The longest stretch of rounds without interference by observers, the latest of several.
  ///
  /// Callbacks that force or dirty views can shift the phase of a loop, which must not affect its
  /// period.
  private func undisturbed(_ rounds: ArraySlice<Range<Int>>) -> ArraySlice<Range<Int>> {
    var waiting = history.disturbances[...]
    var best = rounds.prefix(0)
    var start = rounds.startIndex
    for (index, round) in zip(rounds.indices, rounds) {
      waiting = waiting.drop { $0 < round.lowerBound }
      if let next = waiting.first, round.contains(next) {
        start = index + 1
      } else if index + 1 - start >= best.count {
        best = rounds[start...index]
      }
    }
    return best.count >= 2 ? best : rounds
  }

  private func layouts(of round: Range<Int>, _ participants: ActorSet) -> [Int] {
    round.compactMap { index in
      let actor = actor(ofLayout: index)
      return !history.layouts[index].isPhantom && participants.contains(actor) ? actor : nil
    }
  }

  /// The rotation whose names sort first, so that a cycle looks the same wherever it was cut.
  func canonical(_ rounds: [[Int]]) -> [[Int]] {
    guard rounds.count > 1 else { return rounds }
    let names = rounds.map { round in round.map { namer.name(evidence.number(of: $0)) } }
    func precedes(_ first: Int, _ second: Int) -> Bool {
      for offset in rounds.indices {
        let left = (first + offset) % rounds.count
        let right = (second + offset) % rounds.count
        if names[left] != names[right] {
          return names[left].lexicographicallyPrecedes(names[right])
        }
        if rounds[left] != rounds[right] {
          return rounds[left].lexicographicallyPrecedes(rounds[right])
        }
      }
      return false
    }
    let first = rounds.indices.min(by: precedes) ?? 0
    return Array(rounds[first...] + rounds[..<first])
  }

  // MARK: Drivers

  /// The layouts that cause each other: the busiest of the circles that lead to the hunted view, that no other
  /// drives, and that explain its layouts.
  ///
  /// The causes of a loop depend neither on the hunted view nor on the beginning of the recording.
  /// Therefore causes count only if they were seen in both the earlier and the later half of the
  /// evidence; all of it is used only if there is too little.
  ///
  /// - Returns: the drivers, whether they were seen in both halves, and a function that finds those
  /// of all of the evidence.
  private func findDrivers() -> (drivers: ActorSet, isSteady: Bool, all: () -> ActorSet) {
    let layouts = history.layouts
    var earlier: [CausalGraph.Edge] = []
    var later: [CausalGraph.Edge] = []
    earlier.reserveCapacity(history.causes.count / 2)
    later.reserveCapacity(history.causes.count / 2)
    for index in layouts.indices {
      if index < middle {
        addEdges(ofLayout: index, to: &earlier)
      } else {
        addEdges(ofLayout: index, to: &later)
      }
    }
    let all = { [self, earlier, later] in self.drivers(earlier + later) }
    let steady = drivers(CausalGraph(limit: nodeLimit, edges: earlier).common(with: later))
    if !steady.isEmpty { return (steady, true, all) }
    let behind = drivers(steadyEdgesBehindHunted)
    return behind.isEmpty ? (all(), false, all) : (behind, true, all)
  }

  /// The edges that both halves of the hunted view's layouts go back to.
  ///
  /// Layouts that a loop brings about with a delay may go on after it.
  private var steadyEdgesBehindHunted: [CausalGraph.Edge] {
    guard measure == actors[hunted] else { return [] }
    let layouts = huntedLayouts
    var isKnown = [Bool](repeating: false, count: history.layouts.count)
    let halves = [layouts.prefix { $0 <= middle }, layouts.drop { $0 <= middle }].map { half in
      var edges: [CausalGraph.Edge] = []
      var waiting = Array(half)
      while let index = waiting.popLast() {
        guard !isKnown[index] else { continue }
        isKnown[index] = true
        addEdges(ofLayout: index, to: &edges)
        waiting += history.sources(of: index)
      }
      return edges
    }
    return CausalGraph(limit: nodeLimit, edges: halves[0]).common(with: halves[1])
  }

  /// The layouts of the hunted view's actor, in order.
  private var huntedLayouts: [Int] {
    history.layouts.indices.filter {
      actor(ofLayout: $0) == actors[hunted] && !history.layouts[$0].isPhantom
    }
  }

  /// The number of rounds from which on causes seen in one half only are a run-up.
  private static let manyRounds = 13

  private func isSame(_ first: ActorSet, _ second: ActorSet) -> Bool {
    first.members.count == second.members.count && first.members.allSatisfy(second.contains)
  }

  /// The driving circle that explains the hunted view's layouts.
  ///
  /// One without which the later half of them goes on explains few: it may only have brought the view along. If they
  /// go on without any of the circles, none is the loop of the view.
  private func drivers(_ edges: [CausalGraph.Edge]) -> ActorSet {
    let first = busiestCircle(edges)
    var (edges, found, without) = (edges, first, first)
    while goesOn(without: found) {
      edges.removeAll {
        found.contains($0.from % actors.count) || found.contains($0.to % actors.count)
      }
      found = busiestCircle(edges)
      if found.isEmpty { return goesOn(without: without) ? found : first }
      for actor in found.members { without.insert(actor) }
    }
    return found
  }

  /// True if the later half of the hunted view's layouts goes on without some drivers.
  private func goesOn(without drivers: ActorSet) -> Bool {
    guard !drivers.isEmpty, measure == actors[hunted], !drivers.contains(measure) else {
      return false
    }
    let ways = WaysBack(
      without: Set(actors.indices.filter { drivers.contains(actors[$0]) }))
    func way(_ index: Int) -> WayBack { ways.way(of: index, in: history) }
    return isCrossing
      ? WayBack.goesOn(latestFirst: huntedLayouts.reversed(), way)
      : WayBack.hasGoneOn(huntedLayouts, way)
  }

  /// The busiest of the driving circles that lead to the hunted view.
  private func busiestCircle(_ edges: [CausalGraph.Edge]) -> ActorSet {
    let limit = actors.count
    let upstream = CausalGraph(limit: nodeLimit, edges: edges, isReversed: true)
      .reachable(from: origins)
    var busyness = [Int](repeating: 0, count: limit)
    for layout in history.layouts { busyness[actors[layout.view]] += 1 }
    var best: (busyness: Int, circle: [Int])?
    for nodes in CausalGraph(limit: nodeLimit, edges: edges).drivingCircles
    where upstream.contains(nodes[0]) {
      let circle =
        history.hasUpdates ? ActorSet(nodes.lazy.map { $0 % limit }, limit: limit).members : nodes
      let sum = circle.reduce(0) { $0 + busyness[$1] }
      if let found = best {
        if sum < found.busyness { continue }
        if sum == found.busyness, !isHigher(circle, found.circle) { continue }
      }
      best = (sum, circle)
    }
    return ActorSet(best?.circle ?? [], limit: limit)
  }

  private func isHigher(_ circle: [Int], _ other: [Int]) -> Bool {
    order.isHigher(circle.min(by: order.isHigher)!, other.min(by: order.isHigher)!)
  }

  /// The hunted view, and those with which it came into the tree: it has no cause of its own.
  private var origins: [Int] {
    sequence(first: hunted, next: evidence.carrier).map { actors[$0] }
  }

  // A view's layout and its part of the constraints phase are two nodes of the graph: an edge from
  // one to the other implies none in return.

  private func actor(ofLayout index: Int) -> Int { actors[history.layouts[index].view] }

  private var nodeLimit: Int { actors.count * (history.hasUpdates ? 2 : 1) }

  private func node(ofLayout index: Int) -> Int {
    actor(ofLayout: index)
      + (history.layouts[index].isUpdate ? actors.count : 0)
  }

  /// Adds edges from the actors that caused a layout.
  private func addEdges(ofLayout index: Int, to edges: inout [CausalGraph.Edge]) {
    for place in history.layouts[index].causes {
      let source = history.actions[history.causes[place].action].layout
      guard source >= 0 else { continue }
      edges.append(CausalGraph.Edge(from: node(ofLayout: source), to: node(ofLayout: index)))
    }
  }

  // MARK: Participants

  /// The actors that take part; without a driver, all that are laid out about as often as the measure,
  /// to the end.
  private func findParticipants(_ drivers: ActorSet) -> ActorSet {
    let limit = actors.count
    guard !drivers.isEmpty else {
      let counts = Self.layoutCounts(history.layouts[...], actors)
      let later = Self.layoutCounts(history.layouts.suffix(from: middle), actors)
      let busy = counts.indices.filter {
        counts[$0] >= max(2, counts[measure] / 4) && later[$0] >= later[measure] / 4
      }
      return ActorSet(busy, limit: limit)
    }
    var edges: [CausalGraph.Edge] = []
    edges.reserveCapacity(history.causes.count)
    // To climb from a view takes long: once for each.
    var carriers: [Int: Int?] = [:]
    for (index, layout) in history.layouts.enumerated() {
      // A view that comes with its superview is dirty from the start.
      if layout.causes.isEmpty, history.hasNewViews {
        let carrier = carriers[layout.view] ?? evidence.carrier(of: layout.view)
        carriers[layout.view] = .some(carrier)
        if let carrier {
          edges.append(CausalGraph.Edge(from: actors[carrier], to: actor(ofLayout: index)))
        }
      }
      addEdges(ofLayout: index, to: &edges)
    }
    let independent = independent(of: drivers, edges)
    if !independent.isEmpty { edges.removeAll { independent.contains($0.to % limit) } }
    let graph = CausalGraph(limit: nodeLimit, edges: edges)
    guard history.hasUpdates else { return graph.reachable(from: drivers.members) }
    let nodes = graph.reachable(from: drivers.members + drivers.members.map { $0 + limit })
    return ActorSet(nodes.members.lazy.map { $0 % limit }, limit: limit)
  }

  /// The actors other than the measure that have gone on without the drivers, in a circle of their own.
  private func independent(of drivers: ActorSet, _ edges: [CausalGraph.Edge]) -> ActorSet {
    let limit = actors.count
    var found = ActorSet(limit: limit)
    let others = edges.filter {
      !drivers.contains($0.from % limit) && !drivers.contains($0.to % limit)
    }
    // Mostly all that the drivers bring about ends in each round.
    guard !CausalGraph(limit: nodeLimit, edges: others).isAcyclic else { return found }
    var ways: [WayBack] = []
    ways.reserveCapacity(history.layouts.count)
    var layouts = Groups<Int>()
    for (index, layout) in history.layouts.enumerated() {
      ways.append(
        history.way(of: index, without: { drivers.contains(actors[$0]) }) { ways[$0] })
      if !layout.isPhantom { layouts.append(index, to: actors[layout.view]) }
    }
    for actor in 0..<limit where actor != measure && !drivers.contains(actor) {
      if WayBack.hasGoneOn(Array(layouts[actor]), { ways[$0] }) { found.insert(actor) }
    }
    return found
  }

  /// The top-most participant that is laid out as often as the top-most driver.
  ///
  /// The run-up does not count if the later half is enough to decide: some views join in late.
  private func findRoot(_ drivers: ActorSet, _ participants: ActorSet) -> Int? {
    func isHigher(_ first: Int, _ second: Int) -> Bool {
      let (a, b) = (order.depths[first], order.depths[second])
      if a != b { return a < b }
      let (isFirst, isSecond) = (drivers.contains(first), drivers.contains(second))
      if isFirst != isSecond { return isFirst }
      return order.precedes(first, second)
    }
    let layouts = history.layouts[...]
    var counts = Self.layoutCounts(layouts, actors)
    let leader = drivers.members.filter { counts[$0] > 0 }.min(by: isHigher)
    let later = Self.layoutCounts(layouts.suffix(from: middle), actors)
    if let leader, later[leader] >= CycleFinder.manyRounds { counts = later }
    // One less than the leader: the evidence may begin between the two.
    let least = max(2, leader.map { counts[$0] - 1 } ?? 2)
    let busy = participants.members.filter { counts[$0] >= least }
    // Of thousands most are deeper than the top-most ones, which alone must be compared.
    let depths = busy.map { order.depths[$0] }
    let top = depths.min()
    return zip(busy, depths).filter { $0.1 == top }.map(\.0).min(by: isHigher) ?? leader
  }

  /// The number of layouts of each actor.
  private static func layoutCounts(
    _ layouts: ArraySlice<CausalHistory.Layout>, _ actors: [Int]
  ) -> [Int] {
    var counts = [Int](repeating: 0, count: actors.count)
    for layout in layouts where !layout.isPhantom { counts[actors[layout.view]] += 1 }
    return counts
  }
}
