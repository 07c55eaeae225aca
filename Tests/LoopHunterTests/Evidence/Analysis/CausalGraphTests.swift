import LoopHunter
import TestSupport
import Testing

@Suite("The causal graph")
struct CausalGraphTests {
  private func graph(_ edges: (Int, Int)..., limit: Int = 8) -> CausalGraph {
    CausalGraph(limit: limit, edges: edges.map { CausalGraph.Edge(from: $0.0, to: $0.1) })
  }

  @Test("cycles that no other cycle drives are found, and an acyclic graph has none")
  func circles() {
    let line = graph((1, 2), (2, 3))
    #expect(line.isAcyclic)
    #expect(line.drivingCircles.isEmpty)
    // A cycle of three drives one that drives itself, through a node that is in neither.
    let driven = graph((1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 5), (5, 6))
    #expect(!driven.isAcyclic)
    #expect(driven.drivingCircles.map { Set($0) } == [[1, 2, 3]])
    #expect(Set(driven.reachable(from: [4]).members) == [4, 5, 6])
    let apart = graph((1, 1), (2, 3), (3, 2))
    #expect(Set(apart.drivingCircles.map { Set($0) }) == [[1], [2, 3]])
  }

  @Test("in random graphs, the cycles are those that following every path finds")
  func random() {
    let seed = firstSeed("CausalGraphTests")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let count = Int.random(in: 1...9, using: &generator)
      let edges = (0..<Int.random(in: 0...14, using: &generator)).map { _ in
        CausalGraph.Edge(
          from: Int.random(in: 0..<count, using: &generator),
          to: Int.random(in: 0..<count, using: &generator))
      }
      let graph = CausalGraph(limit: count, edges: edges)
      // The actors that each actor leads to in at least one step.
      let below = (0..<count).map { actor in
        Set(graph.reachable(from: graph.successors(of: actor)).members)
      }
      let circles = Set(
        (0..<count).filter { below[$0].contains($0) }.map { actor in
          Set((0..<count).filter { below[actor].contains($0) && below[$0].contains(actor) })
        })
      let driving = circles.filter { circle in
        !circles.contains { other in
          other != circle && !below[other.first!].isDisjoint(with: circle)
        }
      }
      #expect(Set(graph.drivingCircles.map { Set($0) }) == driving, "seed \(seed): \(edges)")
      #expect(graph.isAcyclic == circles.isEmpty, "seed \(seed): \(edges)")
    }
  }
}
