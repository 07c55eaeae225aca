import ViewTree

/// The minimal cycle of a loop, who drives it, and who is carried along.
struct Cycle {
  /// The actors whose layouts bring each other round and round; empty if no cause was seen.
  var drivers: Set<Int>
  /// The drivers and everybody whom they dirty.
  var participants: Set<Int>
  /// The top-most of those that are laid out in every round.
  var root: Int
  /// The rounds that are complete, oldest first: from one layout of the root to the next, as ranges
  /// of indexes into the history's layouts.
  var rounds: [Range<Int>]
  /// After how many rounds the order of layouts repeats; nil if it does not.
  var period: Int?
  /// The last rounds that the period explains; all of them if there is no period.
  var explained: ArraySlice<Range<Int>>
  /// The actors of the minimal cycle, in the order of their layouts.
  var order: [Int]
}

/// Finds the cycle that keeps a hunted view going.
///
/// It goes back from the view's last layout through everything that led to it. What is met far back
/// drives the loop; what is met only near the end is a branch that the hunted view sits on.
struct CycleFinder {
  let evidence: LoopEvidence
  let hunted: Int

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
    let rounds = zip(starts, starts.dropFirst()).map { $0..<$1 }.suffix(CycleFinder.roundLimit)
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

  private func order(of round: Range<Int>, _ participants: Set<Int>) -> [Int] {
    round.compactMap { index in
      let actor = evidence.actor(ofLayout: index)
      return !history.layouts[index].isPhantom && participants.contains(actor) ? actor : nil
    }
  }

  /// The rotation that comes first by names, so that a cycle looks the same wherever it was cut.
  private func canonical(_ rounds: [[Int]]) -> [[Int]] {
    guard rounds.count > 1 else { return rounds }
    let names = rounds.map { round in
      round.map { NameStep.name(of: evidence.number(of: $0), in: evidence.register) }
    }
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

  private func findDrivers() -> Set<Int> {
    let visited = layoutsThatLedToTheLast()
    guard let first = visited.first, let last = visited.last else { return [] }
    let middle = first + (last - first) * 6 / 10
    for end in [middle, last] {
      var graph = CausalGraph()
      var weight: [Int: Int] = [:]
      for index in visited where index <= end {
        let actor = evidence.actor(ofLayout: index)
        weight[actor, default: 0] += 1
        for cause in history.causes[history.layouts[index].causes] {
          let source = history.actions[cause.action].layout
          guard source >= 0 else { continue }
          graph.add(from: evidence.actor(ofLayout: source), to: actor)
        }
      }
      let circles = graph.circles
      if circles.isEmpty { continue }
      // Of several, one that no other drives; of several such, the busiest.
      let sources = circles.filter { circle in
        !circles.contains { other in
          other != circle && !graph.reachable(from: other).isDisjoint(with: circle)
        }
      }
      func busyness(_ circle: Set<Int>) -> Int { circle.reduce(0) { $0 + weight[$1, default: 0] } }
      return sources.max { busyness($0) < busyness($1) } ?? circles[0]
    }
    return []
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
  private func findParticipants(_ drivers: Set<Int>) -> Set<Int> {
    guard !drivers.isEmpty else {
      var counts: [Int: Int] = [:]
      for index in history.layouts.indices {
        counts[evidence.actor(ofLayout: index), default: 0] += 1
      }
      return Set(counts.filter { $0.value > 1 }.keys)
    }
    var graph = CausalGraph()
    for (index, layout) in history.layouts.enumerated() {
      let actor = evidence.actor(ofLayout: index)
      // A view that comes with its superview was born dirty.
      if layout.causes.isEmpty, evidence.isNew[layout.view] {
        let superview = evidence.register.notes[layout.view].superview
        if superview > 0 { graph.add(from: evidence.actors[superview], to: actor) }
      }
      for cause in history.causes[layout.causes] {
        let source = history.actions[cause.action].layout
        guard source >= 0 else { continue }
        graph.add(from: evidence.actor(ofLayout: source), to: actor)
      }
    }
    return graph.reachable(from: drivers)
  }

  /// The top-most participant that is laid out as often as the top-most driver.
  private func findRoot(_ drivers: Set<Int>, _ participants: Set<Int>) -> Int? {
    // By actor, so that large trees need no hashing here.
    var counted = [Int](repeating: 0, count: evidence.actors.count)
    var order = [Int](repeating: 0, count: evidence.actors.count)
    for (index, layout) in history.layouts.enumerated() where !layout.isPhantom {
      let actor = evidence.actors[layout.view]
      if counted[actor] == 0 { order[actor] = index }
      counted[actor] += 1
    }
    let counts = participants.reduce(into: [Int: Int]()) { counts, actor in
      if counted[actor] > 0 { counts[actor] = counted[actor] }
    }
    let depths = DepthCache(evidence)
    func isHigher(_ first: Int, _ second: Int) -> Bool {
      let (a, b) = (depths[first], depths[second])
      if a != b { return a < b }
      let (isFirst, isSecond) = (drivers.contains(first), drivers.contains(second))
      if isFirst != isSecond { return isFirst }
      return order[first] < order[second]
    }
    guard let leader = counts.keys.filter({ drivers.contains($0) }).min(by: isHigher) else {
      return counts.filter { $0.value > 1 }.keys.min(by: isHigher)
    }
    // One less: the window may have been opened between the two.
    return counts.filter { $0.value >= counts[leader]! - 1 && $0.value > 1 }.keys
      .min(by: isHigher) ?? leader
  }
}

/// How deep in the tree actors are.
final class DepthCache {
  private let evidence: LoopEvidence
  /// By actor; -1 where it was not measured yet.
  private var depths: [Int]
  /// The depths of superviews, which siblings share.
  private var superviews: [ObjectIdentifier: Int] = [:]

  init(_ evidence: LoopEvidence) {
    self.evidence = evidence
    depths = Array(repeating: -1, count: evidence.actors.count)
  }

  subscript(actor: Int) -> Int {
    if depths[actor] >= 0 { return depths[actor] }
    let depth = measure(evidence.number(of: actor))
    depths[actor] = depth
    return depth
  }

  /// A dead view's depth follows from that of its superview.
  private func measure(_ number: Int) -> Int {
    var number = number
    var depth = 0
    while number != 0 {
      if let view = evidence.register.view(number) {
        return depth + measure(view)
      }
      depth += 1
      number = evidence.register.notes[number].superview
    }
    return depth
  }

  private func measure(_ view: View) -> Int {
    guard let superview = view.superview else { return 0 }
    if let known = superviews[ObjectIdentifier(superview)] { return known + 1 }
    var depth = 0
    var next = superview.superview
    while let current = next {
      depth += 1
      next = current.superview
    }
    superviews[ObjectIdentifier(superview)] = depth
    return depth + 1
  }
}
