import LoopHunter
import Testing

@Suite("The rounds of a cycle")
struct CycleTests {
  @Test("the later rounds are half of the explained ones, but all of up to four")
  func later() throws {
    for count in [4, 5, 8, 9, 20] {
      let evidence = WrittenEvidence()
      evidence.rounds(count) { _ in
        evidence.layOut("feed") { evidence.dirty("cell") }
        evidence.layOut("cell") { evidence.dirty("feed") }
      }
      let cycle = try #require(evidence.analyse("feed").cycle)
      #expect(cycle.later.endIndex == cycle.explained.endIndex)
      let half = (cycle.explained.count + 1) / 2
      #expect(cycle.later.count == min(cycle.explained.count, max(4, half)), "\(count)")
      #expect(cycle.rounds.count <= count && cycle.explained.count >= 3)
    }
  }
}
