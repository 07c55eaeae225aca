import LoopHunter
import Testing
import ViewTree

@Suite("Passes that code outside forces")
struct OutsidePassesTests {
  private let evidence = WrittenEvidence()

  @Test("layout that code outside dirties and forces again and again is thrashing")
  func thrashing() {
    evidence.rounds(12) { _ in evidence.force("cell", dirtying: "cell") }
    #expect(evidence.analyse().verdict == .thrashing(times: 12))
  }

  @Test("forcing twice is not thrashing, and neither is forcing a loop that goes on by itself")
  func noThrashing() {
    evidence.rounds(2) { _ in evidence.force("cell", dirtying: "cell") }
    #expect(evidence.analyse().verdict == .undetermined)
    evidence.restart()
    evidence.rounds(4) { _ in
      evidence.dirty("cell")
      evidence.recorder.layoutForced(evidence.views["cell"]!, by: nil)
      for _ in 0..<20 { evidence.layOut("cell") { evidence.dirty("cell") } }
    }
    #expect(evidence.analyse().verdict == .redundant)
  }

  @Test("a view that outside code dirties after each layout of one pass is feedback")
  func feedback() {
    evidence.dirty("cell")
    evidence.recorder.commitBegan()
    evidence.rounds { _ in
      evidence.layOut("cell")
      evidence.dirty("cell", reason: .content)
    }
    #expect(evidence.analyse().verdict == .feedback)
  }
}
