import Foundation
import LoopHunter
import Testing
import ViewTree

@Suite("Views that go on without the loop that dirtied them")
struct FormerLayoutsTests {
  /// The drivers of the cycle of a cell that a looping feed dirties each time after some rounds, and that dirties
  /// itself as long as `goesOn` is true.
  ///
  /// - Parameter givesSize: true if the feed gives the cell another size each time.
  private func drivers(
    touchedEach period: Int, givesSize: Bool = false, _ goesOn: (Int) -> Bool
  ) throws -> [String] {
    let evidence = WrittenEvidence()
    var isDirty = false
    evidence.rounds(60) { round in
      evidence.layOut("feed") {
        evidence.dirty("feed")
        guard round % period == 0 else { return }
        if givesSize {
          evidence.write("cell", CGFloat(round), CGFloat(round + 1), again: isDirty)
        } else {
          evidence.dirty("cell", again: isDirty)
        }
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
    for period in [1_000, 20, 3, 2, 1] {
      #expect(try drivers(touchedEach: period) { _ in true } == ["cell"], "\(period)")
    }
    // The size may be the reason for which the cell dirties itself.
    #expect(try drivers(touchedEach: 3, givesSize: true) { _ in true } == ["cell"])
    #expect(try drivers(touchedEach: 1, givesSize: true) { _ in true } == ["feed"])
    for period in [4, 12] {
      #expect(try drivers(touchedEach: period) { $0 % period < period / 2 } == ["feed"])
    }
  }

  @Test("take no part in that loop, with their values, although they have settled")
  func independent() throws {
    let evidence = WrittenEvidence()
    evidence.dirty("feed")
    evidence.dirty("cell")
    evidence.rounds(60) { round in
      evidence.layOut("feed") {
        evidence.dirty("feed")
        if round % 20 == 19 { evidence.dirty("cell") }
      }
      guard round < 40 || round % 20 == 0 else { return }
      evidence.layOut("cell") { if round < 40 { evidence.write("badge", 5, 6, dirtying: "cell") } }
      evidence.layOut("badge") { evidence.write("badge", 6, 5) }
    }
    let analysis = evidence.analyse("feed")
    let cycle = try #require(analysis.cycle)
    #expect(evidence.names(cycle.drivers.members) == ["feed"])
    #expect(evidence.names(cycle.participants.members) == ["feed"])
    #expect(analysis.verdict == .redundant)
  }
}
