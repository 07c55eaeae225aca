import ViewTree

/// Finds the cycle that keeps a hunted view going.
///
/// It goes back from the view's last layout through everything that led to it. What is met far back
/// drives the loop; what is met only near the end is a branch that the hunted view sits on.
struct CycleFinder {
  let evidence: LoopEvidence
  let hunted: Int
  let namer: ViewNamer
  let depths: DepthCache

  private var history: CausalHistory { evidence.history }

  /// How many rounds are looked at, the latest ones.
  static let roundLimit = 4096

  /// The cycle, or nil if the hunted view was not laid out twice.
  func find() -> Cycle? {
    let drivers = findDrivers()
    let participants = findParticipants(drivers)
    guard let root = findRoot(drivers, participants) else { return nil }
    let starts = history.layouts.indices.filter {
      !history.layouts[$0].isPhantom && evidence.actor(ofLayout: $0) == root
    }
    let rounds = undisturbed(
      zip(starts, starts.dropFirst()).map { $0..<$1 }.suffix(CycleFinder.roundLimit))
    guard !rounds.isEmpty else { return nil }
    let orders = rounds.map { order(of: $0, participants) }
    let found = Periodicity.find(in: orders)
    let length = found?.period ?? 1
    let turned = canonical(Array(orders.suffix(length)))
    return Cycle(
      drivers: drivers, participants: participants, root: root, rounds: Array(rounds),
      period: found?.period, explained: rounds.suffix(found?.coverage ?? rounds.count),
      order: turned.flatMap { $0 })
  }

  /// The longest stretch of rounds in which no observer took a hand, the latest of several.
  ///
  /// What a callback forces or dirties can change the phase of a loop, and its period must not
  /// suffer from that.
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

  private func order(of round: Range<Int>, _ participants: ActorSet) -> [Int] {
    round.compactMap { index in
      let actor = evidence.actor(ofLayout: index)
      return !history.layouts[index].isPhantom && participants.contains(actor) ? actor : nil
    }
  }

  /// The rotation that comes first by names, so that a cycle looks the same wherever it was cut.
  private func canonical(_ rounds: [[Int]]) -> [[Int]] {
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

  private func findDrivers() -> ActorSet {
    let limit = evidence.actors.count
    let visited = layoutsThatLedToTheLast()
    guard let first = visited.first, let last = visited.last else { return ActorSet(limit: limit) }
    let middle = first + (last - first) * 6 / 10
    for end in [middle, last] {
      var edges: [CausalGraph.Edge] = []
      var weight = [Int](repeating: 0, count: limit)
      for index in visited where index <= end {
        weight[evidence.actor(ofLayout: index)] += 1
        addEdges(ofLayout: index, to: &edges)
      }
      // Of several circles that no other drives, the busiest.
      func busyness(_ circle: [Int]) -> Int { circle.reduce(0) { $0 + weight[$1] } }
      let circles = CausalGraph(limit: limit, edges: edges).drivingCircles
      if let circle = circles.max(by: { busyness($0) < busyness($1) }) {
        return ActorSet(circle, limit: limit)
      }
    }
    return ActorSet(limit: limit)
  }

  /// Adds who brought a layout.
  private func addEdges(ofLayout index: Int, to edges: inout [CausalGraph.Edge]) {
    let layout = history.layouts[index]
    for cause in history.causes[layout.causes] {
      let source = history.actions[cause.action].layout
      guard source >= 0 else { continue }
      edges.append(
        CausalGraph.Edge(
          from: evidence.actor(ofLayout: source), to: evidence.actors[layout.view]))
    }
  }

  /// Everything that led to the hunted view's last layout, oldest first.
  private func layoutsThatLedToTheLast() -> [Int] {
    guard let start = history.layouts.lastIndex(where: { $0.view == hunted }) else { return [] }
    var isVisited = [Bool](repeating: false, count: history.layouts.count)
    isVisited[start] = true
    var waiting = [start]
    while let index = waiting.popLast() {
      for cause in history.causes[history.layouts[index].causes] {
        let source = history.actions[cause.action].layout
        guard source >= 0, !isVisited[source] else { continue }
        isVisited[source] = true
        waiting.append(source)
      }
    }
    return isVisited.indices.filter { isVisited[$0] }
  }

  // MARK: Participants

  /// Without a driver everybody who was laid out twice takes part.
  private func findParticipants(_ drivers: ActorSet) -> ActorSet {
    let limit = evidence.actors.count
    guard !drivers.isEmpty else {
      var counts = [Int](repeating: 0, count: limit)
      for layout in history.layouts { counts[evidence.actors[layout.view]] += 1 }
      return ActorSet(counts.indices.filter { counts[$0] > 1 }, limit: limit)
    }
    var edges: [CausalGraph.Edge] = []
    for (index, layout) in history.layouts.enumerated() {
      // A view that comes with its superview was born dirty.
      if layout.causes.isEmpty, evidence.isNew[layout.view] {
        let superview = evidence.register.notes[layout.view].superview
        if superview > 0 {
          edges.append(
            CausalGraph.Edge(
              from: evidence.actors[superview], to: evidence.actor(ofLayout: index)))
        }
      }
      addEdges(ofLayout: index, to: &edges)
    }
    return CausalGraph(limit: limit, edges: edges).reachable(from: drivers.members)
  }

  /// The top-most participant that is laid out as often as the top-most driver.
  private func findRoot(_ drivers: ActorSet, _ participants: ActorSet) -> Int? {
    var counts = [Int](repeating: 0, count: evidence.actors.count)
    var firsts = counts
    for (index, layout) in history.layouts.enumerated() where !layout.isPhantom {
      let actor = evidence.actors[layout.view]
      if counts[actor] == 0 { firsts[actor] = index }
      counts[actor] += 1
    }
    func isHigher(_ first: Int, _ second: Int) -> Bool {
      let (a, b) = (depths[first], depths[second])
      if a != b { return a < b }
      let (isFirst, isSecond) = (drivers.contains(first), drivers.contains(second))
      if isFirst != isSecond { return isFirst }
      return firsts[first] < firsts[second]
    }
    let leader = drivers.members.filter { counts[$0] > 0 }.min(by: isHigher)
    // One less than the leader: the window may have been opened between the two.
    let least = max(2, leader.map { counts[$0] - 1 } ?? 2)
    return participants.members.filter { counts[$0] >= least }.min(by: isHigher) ?? leader
  }
}
