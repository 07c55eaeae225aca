import Foundation
import LoopHunter
import Testing
import ViewTree

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

  @Test("of a view and an ancestor that call each other, the view's call goes against the flow")
  func against() {
    let edges = edges("feed", "badge")
    #expect(evidence.names(edges.map(\.key.writer)) == ["badge"])
    #expect(edges.map(\.flow) == [.against] && edges.map(\.guilt) == [.call])
  }

  @Test("of two branches that call each other, both calls go against the flow")
  func across() {
    let edges = edges("badge", "side")
    #expect(edges.map(\.flow) == [.against, .against] && edges.map(\.guilt) == [.call, .call])
  }

  @Test("a lasting write of a superview into its subtree is its job: with the flow")
  func placing() {
    evidence.rounds { index in
      evidence.layOut("feed") { evidence.write("cell", CGFloat(index), CGFloat(index + 1)) }
      evidence.layOut("cell") { evidence.dirty("feed") }
    }
    let edges = evidence.analyse().edges
    #expect(Set(edges.map(\.flow)) == [.with, .against])
    #expect(edges.filter { $0.flow == .against }.map(\.guilt) == [.call])
  }

  @Test("layout that waited while its tree came into a window is nobody's deed")
  func waiting() {
    evidence.rounds { _ in
      evidence.layOut("badge") { evidence.dirty("cell", reason: .pending) }
      evidence.layOut("cell") { evidence.dirty("badge") }
    }
    #expect(evidence.analyse("badge").edges.isEmpty)
  }
}
