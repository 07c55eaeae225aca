import Foundation
import LoopHunter
import Testing

@Suite("An edge of a loop")
struct LoopEdgeTests {
  private let evidence = WrittenEvidence()

  /// The suspicious edges of two views that dirty each other.
  private func edges(_ first: String, _ second: String) -> [LoopEdge] {
    evidence.rounds { _ in
      evidence.layOut(first) { evidence.dirty(second) }
      evidence.layOut(second) { evidence.dirty(first) }
    }
    return evidence.analyse(first).edges
  }

  @Test("of a view and an ancestor that call each other, the view's call leads up and is suspected")
  func upstream() {
    let edges = edges("feed", "badge")
    #expect(evidence.names(edges.map(\.key.writer)) == ["badge"])
    #expect(edges.map(\.direction) == [.upstream] && edges.map(\.guilt) == [.call])
  }

  @Test("of two branches that call each other, the one that a pass reaches later is suspected")
  func backwards() {
    let edges = edges("badge", "side")
    #expect(edges.map(\.direction) == [.backwards] && edges.map(\.guilt) == [.call])
  }

  @Test("a lasting write of a superview into its subtree is its duty")
  func duty() {
    evidence.rounds { index in
      evidence.layOut("feed") { evidence.write("cell", CGFloat(index), CGFloat(index + 1)) }
      evidence.layOut("cell") { evidence.dirty("feed") }
    }
    #expect(evidence.analyse().edges.map(\.guilt) == [.duty, .call])
  }
}
