import LoopHunter
import Testing
import ViewTree

@Suite("Lasting changes of a layout")
struct NetChangesTests {
  private let evidence = WrittenEvidence()

  @Test("a layout that sets a value and sets it back is not blamed for the value")
  func measuring() throws {
    evidence.rounds { _ in
      evidence.layOut("cell") {
        evidence.write("cell", 44, 60)
        evidence.write("cell", 60, 44)
      }
    }
    let analysis = evidence.analyse()
    #expect(analysis.edges.allSatisfy { $0.lastingParts == 0 && $0.guilt != .change })
    #expect(analysis.verdict == .redundant)
  }
}
