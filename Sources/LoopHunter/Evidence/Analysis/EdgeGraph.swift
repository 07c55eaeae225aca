/// The graph of a cycle's edges, from which some can be left out.
///
/// A view's layout and its part of the constraints phase are two nodes. The edge of a call stands
/// for the change that it announces.
package struct EdgeGraph {
  private let edges: [LoopEdge]
  /// The steps from a writer to each view that it dirties, with the place of their edge.
  private var steps: [(edge: Int, step: CausalGraph.Edge)] = []
  private let limit: Int

  /// Makes the graph of edges between actors below `limit`.
  package init(_ edges: [LoopEdge], limit: Int) {
    self.edges = edges
    let hasPhase = edges.contains { $0.key.isInConstraints || $0.key.asksForConstraints }
    self.limit = hasPhase ? 2 * limit : limit
    for place in edges.indices where edges[place].announcement == nil {
      let key = edges[place].key
      let writer = key.writer + (key.isInConstraints ? limit : 0)
      for dirtied in edges[place].dirtied {
        let step = CausalGraph.Edge(
          from: writer, to: dirtied + (key.asksForConstraints ? limit : 0))
        steps.append((place, step))
      }
    }
  }

  /// True if the edges form no cycle without those that `isLeftOut`.
  package func isAcyclic(without isLeftOut: (LoopEdge) -> Bool) -> Bool {
    let isIn = edges.map { !isLeftOut($0) }
    return CausalGraph(limit: limit, edges: steps.filter { isIn[$0.edge] }.map(\.step)).isAcyclic
  }
}
