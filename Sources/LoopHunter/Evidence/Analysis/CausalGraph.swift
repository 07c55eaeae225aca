/// A directed graph of actors, with an edge where one actor's layout causes another's.
///
/// A cycle can have ten thousand actors, and their edges recur in every round: everything here is
/// an array by actor, and an edge may occur any number of times.
package struct CausalGraph {
  /// An edge from an actor to another whose layout it causes.
  package struct Edge {
    package var from: Int
    package var to: Int

    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// The number of actors; all actors are below it.
  package let limit: Int
  /// The ends of all edges, ordered by their beginnings.
  fileprivate var targets: [Int]
  /// For each actor the index of its first edge in `targets`, followed by the number of edges.
  fileprivate var starts: [Int]

  /// Makes the graph of the given edges between actors below `limit`, or of these edges turned around.
  package init(limit: Int, edges: [Edge], isReversed: Bool = false) {
    self.limit = limit
    starts = Array(repeating: 0, count: limit + 1)
    for edge in edges { starts[(isReversed ? edge.to : edge.from) + 1] += 1 }
    for actor in 0..<limit { starts[actor + 1] += starts[actor] }
    targets = Array(repeating: 0, count: edges.count)
    var next = starts
    for edge in edges {
      let (from, to) = isReversed ? (edge.to, edge.from) : (edge.from, edge.to)
      targets[next[from]] = to
      next[from] += 1
    }
  }

  /// The actors to which an actor's edges lead.
  package func successors(of actor: Int) -> ArraySlice<Int> {
    targets[starts[actor]..<starts[actor + 1]]
  }

  /// The actors that can be reached from `origins`, including these.
  package func reachable(from origins: some Sequence<Int>) -> ActorSet {
    var reached = ActorSet(origins, limit: limit)
    var waiting = reached.members
    while let actor = waiting.popLast() {
      for next in successors(of: actor) where reached.insert(next) { waiting.append(next) }
    }
    return reached
  }

  /// The edges among `edges` that the graph has, too, repeated as in `edges`.
  package func common(with edges: [Edge]) -> [Edge] {
    let other = CausalGraph(limit: limit, edges: edges)
    /// For each actor the last one found to lead to it.
    var origins = [Int](repeating: -1, count: limit)
    var common: [Edge] = []
    for actor in 0..<limit where !other.successors(of: actor).isEmpty {
      for target in successors(of: actor) { origins[target] = actor }
      for target in other.successors(of: actor) where origins[target] == actor {
        common.append(Edge(from: actor, to: target))
      }
    }
    return common
  }

  /// True if no path leads back to its beginning.
  package var isAcyclic: Bool {
    var incoming = [Int](repeating: 0, count: limit)
    for target in targets { incoming[target] += 1 }
    var waiting: [Int] = []
    for actor in 0..<limit where incoming[actor] == 0 { waiting.append(actor) }
    var removed = 0
    while let actor = waiting.popLast() {
      removed += 1
      for edge in starts[actor]..<starts[actor + 1] {
        let next = targets[edge]
        incoming[next] -= 1
        if incoming[next] == 0 { waiting.append(next) }
      }
    }
    return removed == limit
  }

  /// The groups whose members all lead to each other or themselves, unless another one drives them.
  package var drivingCircles: [[Int]] {
    var search = CircleSearch(graph: self)
    // A cycle begins at an actor that has edges; most actors have none.
    for actor in 0..<limit where starts[actor] < starts[actor + 1] { search.visit(actor) }
    var isDriven = [Bool](repeating: false, count: limit)
    var circles: [[Int]] = []
    var end = search.closed.count
    // Drivers come before the actors that they drive.
    for start in search.starts.reversed() {
      let component = search.closed[start..<end]
      end = start
      let isDrivenHere = component.contains { isDriven[$0] }
      let first = component[start]
      let isCircle = component.count > 1 || successors(of: first).contains(first)
      guard isDrivenHere || isCircle else { continue }
      for actor in component {
        for next in successors(of: actor) { isDriven[next] = true }
      }
      if !isDrivenHere { circles.append(Array(component)) }
    }
    return circles
  }
}

/// Tarjan's search for strongly connected components, without recursion.
private struct CircleSearch {
  let graph: CausalGraph
  /// The actors of one component after the other; drivers come after the actors that they drive.
  var closed: [Int] = []
  /// The place in `closed` where each component starts.
  var starts: [Int] = []
  /// For each actor the order in which it was visited, from 1; 0 if it was not.
  private var numbers: [Int]
  private var lowest: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var met = 0
  /// The path to the current actor, each actor with the index of its next edge to follow.
  private var path: [(actor: Int, edge: Int)] = []

  init(graph: CausalGraph) {
    self.graph = graph
    numbers = Array(repeating: 0, count: graph.limit)
    lowest = numbers
    isOpen = Array(repeating: false, count: graph.limit)
  }

  mutating func visit(_ start: Int) {
    guard numbers[start] == 0 else { return }
    enter(start)
    while let (actor, edge) = path.last {
      if edge < graph.starts[actor + 1] {
        path[path.count - 1].edge += 1
        let next = graph.targets[edge]
        if numbers[next] == 0 {
          // An actor without edges is no circle, and drives none.
          if graph.starts[next] < graph.starts[next + 1] { enter(next) }
        } else if isOpen[next] {
          lowest[actor] = min(lowest[actor], numbers[next])
        }
      } else {
        path.removeLast()
        if let outer = path.last?.actor { lowest[outer] = min(lowest[outer], lowest[actor]) }
        if lowest[actor] == numbers[actor] { close(actor) }
      }
    }
  }

  private mutating func enter(_ actor: Int) {
    met += 1
    numbers[actor] = met
    lowest[actor] = met
    open.append(actor)
    isOpen[actor] = true
    path.append((actor, graph.starts[actor]))
  }

  private mutating func close(_ root: Int) {
    let start = open.lastIndex(of: root)!  // `enter` opened it.
    starts.append(closed.count)
    for place in start..<open.count {
      closed.append(open[place])
      isOpen[open[place]] = false
    }
    open.removeLast(open.count - start)
  }
}
