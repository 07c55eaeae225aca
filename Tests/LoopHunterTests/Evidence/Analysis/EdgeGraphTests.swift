import Foundation
import LoopHunter
import Testing

@Suite("The graph of a cycle's edges")
struct EdgeGraphTests {
  private let evidence = WrittenEvidence()

  @Test("two edges that dirty each other's writers form a cycle, and none without either of them")
  func calls() {
    evidence.rounds { _ in
      evidence.layOut("badge") { evidence.dirty("side") }
      evidence.layOut("side") { evidence.dirty("badge") }
    }
    let edges = evidence.analyse("badge").edges
    #expect(edges.count == 2)
    let graph = EdgeGraph(edges, limit: 32)
    #expect(!graph.isAcyclic { _ in false })
    for edge in edges { #expect(graph.isAcyclic { $0.key == edge.key }) }
    #expect(EdgeGraph([], limit: 0).isAcyclic { _ in false })
  }
}
