import LoopHunter
import Testing
import ViewTree

@Suite("The evidence of a detection")
struct LoopEvidenceTests {
  private let evidence = WrittenEvidence()

  private func makeRows(_ identifier: (Int) -> String) {
    evidence.rounds { index in
      let row = View()
      row.identifier = identifier(index)
      evidence.layOut("cell") { evidence.add(row, to: "cell") }
      evidence.layOut(row) { evidence.dirty("cell") }
    }
  }

  @Test("views of one identifier that a loop makes in each round are one actor")
  func newViews() throws {
    makeRows { _ in "row" }
    let cycle = try #require(evidence.analyse().cycle)
    #expect(Set(evidence.names(cycle.participants.members)) == ["cell", "row"])
    #expect(cycle.participants.members.count == 2)
  }

  @Test("views that were there before are one actor each, whatever they are called")
  func oldViews() throws {
    evidence.views["side"]?.identifier = "cell"
    evidence.rounds { _ in
      evidence.layOut("cell") { evidence.dirty("side") }
      evidence.layOut("side") { evidence.dirty("cell") }
    }
    #expect(try #require(evidence.analyse().cycle).drivers.members.count == 2)
  }
}
