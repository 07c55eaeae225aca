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

  @Test("goes by each way back alone")
  func ways() {
    /// Layouts of a view in turns with others, each third.
    let layouts = Array(stride(from: 0, to: 300, by: 3))
    func goesOn(_ way: @escaping (Int) -> WayBack) -> Bool { WayBack.hasGoneOn(layouts, way) }
    // Begun by the others at once, or by nobody, and touched now and then.
    for begin in [-1, 2] as [Int32] {
      for (period, answer) in [(1, false), (2, true), (20, true)] {
        #expect(
          goesOn { index in
            let touch = index / 3 / period * period * 3
            return WayBack(first: 2, begin: begin, touch: Int32(touch))
          } == answer, "\(begin), \(period)")
      }
    }
    // Each brought about by a layout of its own, a hundred layouts before.
    #expect(
      !goesOn { index in
        let begin = Int32(index - 100)
        return WayBack(first: begin + 1, begin: begin, touch: begin)
      })
    // Another loop follows the first, both begun by the others.
    #expect(
      goesOn { index in
        let begin: Int32 = index < 150 ? 1 : 50
        return WayBack(first: begin + 1, begin: begin, touch: begin)
      })
    // Laid out by nobody that was laid out before.
    #expect(!goesOn { WayBack(first: Int32($0), begin: -1, touch: -1) })
  }

  @Test("have settled if others brought about the last three")
  func settled() {
    let layouts = Array(0..<100)
    func goesOn(last: Int) -> Bool {
      WayBack.goesOn(latestFirst: layouts.reversed()) { index in
        WayBack(first: index < 100 - last ? 0 : Int32(index), begin: -1, touch: -1)
      }
    }
    for last in 0..<3 { #expect(goesOn(last: last)) }
    for last in 3..<6 { #expect(!goesOn(last: last)) }
  }
}
