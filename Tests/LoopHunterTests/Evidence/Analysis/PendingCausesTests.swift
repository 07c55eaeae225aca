import LoopHunter
import Testing
import ViewTree

@Suite("The causes of a layout that is to come")
struct PendingCausesTests {
  private let evidence = WrittenEvidence()

  @Test("everyone who marks a view before its layout has caused that layout")
  func severalCauses() throws {
    evidence.rounds { _ in
      evidence.layOut("feed") { evidence.dirty("cell") }
      evidence.layOut("side") { evidence.dirty("cell", again: true) }
      evidence.layOut("cell") { evidence.dirty("feed", "side") }
    }
    let cycle = try #require(evidence.analyse().cycle)
    #expect(Set(evidence.names(cycle.drivers.members)) == ["feed", "side", "cell"])
  }
}
