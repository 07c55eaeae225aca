/// Which actors' layouts bring which others: a small directed graph.
struct CausalGraph {
  private(set) var successors: [Int: Set<Int>] = [:]

  mutating func add(from: Int, to: Int) {
    successors[from, default: []].insert(to)
    if successors[to] == nil { successors[to] = [] }
  }

  /// Everything that can be reached from `starts`, themselves included.
  func reachable(from starts: some Sequence<Int>) -> Set<Int> {
    var reached = Set(starts)
    var waiting = Array(reached)
    while let node = waiting.popLast() {
      for next in successors[node] ?? [] where reached.insert(next).inserted {
        waiting.append(next)
      }
    }
    return reached
  }

  /// Whether no way leads back to where it began.
  var isAcyclic: Bool {
    var incoming: [Int: Int] = [:]
    for targets in successors.values {
      for target in targets { incoming[target, default: 0] += 1 }
    }
    var waiting = successors.keys.filter { incoming[$0, default: 0] == 0 }
    var removed = 0
    while let node = waiting.popLast() {
      removed += 1
      for next in successors[node] ?? [] {
        incoming[next]! -= 1
        if incoming[next] == 0 { waiting.append(next) }
      }
    }
    return removed == successors.count
  }

  /// The groups whose members all lead to each other and at least to themselves.
  ///
  /// In the order in which they lead to each other: one that drives another comes first.
  var circles: [Set<Int>] {
    var search = CircleSearch(graph: self)
    for node in successors.keys.sorted() { search.visit(node) }
    return search.components.reversed().filter { component in
      guard component.count == 1, let node = component.first else { return true }
      return successors[node]?.contains(node) == true
    }
  }
}

/// Tarjan's search for strongly connected components, without recursion.
private struct CircleSearch {
  let graph: CausalGraph
  /// What drives others comes after them.
  var components: [Set<Int>] = []
  private var numbers: [Int: Int] = [:]
  private var lowest: [Int: Int] = [:]
  private var open: [Int] = []
  private var isOpen: Set<Int> = []

  init(graph: CausalGraph) {
    self.graph = graph
  }

  mutating func visit(_ start: Int) {
    guard numbers[start] == nil else { return }
    var path: [(node: Int, rest: [Int])] = []
    enter(start, &path)
    while let (node, rest) = path.last {
      if let next = rest.last {
        path[path.count - 1].rest.removeLast()
        if numbers[next] == nil {
          enter(next, &path)
        } else if isOpen.contains(next) {
          lowest[node] = min(lowest[node]!, numbers[next]!)
        }
      } else {
        path.removeLast()
        if let outer = path.last?.node { lowest[outer] = min(lowest[outer]!, lowest[node]!) }
        if lowest[node] == numbers[node] { close(node) }
      }
    }
  }

  private mutating func enter(_ node: Int, _ path: inout [(node: Int, rest: [Int])]) {
    numbers[node] = numbers.count
    lowest[node] = numbers[node]
    open.append(node)
    isOpen.insert(node)
    path.append((node, Array(graph.successors[node] ?? [])))
  }

  private mutating func close(_ root: Int) {
    var component: Set<Int> = []
    while let node = open.popLast() {
      isOpen.remove(node)
      component.insert(node)
      if node == root { break }
    }
    components.append(component)
  }
}
