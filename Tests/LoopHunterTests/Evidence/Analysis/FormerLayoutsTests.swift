import LoopHunter
import Testing
import ViewTree

@Suite("Views that go on without the loop that dirtied them")
struct FormerLayoutsTests {
  /// The drivers of the cycle of a cell that a looping feed dirties each time after some rounds, and that dirties
  /// itself as long as `goesOn` is true.
  private func drivers(touchedEach period: Int, _ goesOn: (Int) -> Bool) throws -> [String] {
    let evidence = WrittenEvidence()
    var isDirty = false
    evidence.rounds(60) { round in
      evidence.layOut("feed") {
        evidence.dirty("feed")
        guard round % period == 0 else { return }
        evidence.dirty("cell", again: isDirty)
        isDirty = true
      }
      guard isDirty else { return }
      isDirty = goesOn(round)
      evidence.layOut("cell") { if isDirty { evidence.dirty("cell") } }
    }
    let cycle = try #require(evidence.analyse("cell").cycle)
    return evidence.names(cycle.drivers.members)
  }

  @Test("have a loop of their own, and others have that one")
  func drivers() throws {
    for period in [1_000, 20, 3] {
      #expect(try drivers(touchedEach: period) { _ in true } == ["cell"], "\(period)")
    }
    #expect(try drivers(touchedEach: 1) { _ in true } == ["feed"])
    for period in [4, 12] {
      #expect(try drivers(touchedEach: period) { $0 % period < period / 2 } == ["feed"])
    }
  }
}
