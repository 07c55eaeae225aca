import Foundation
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

@Suite("The cycle of a hunted view")
struct CycleFinderTests {
  private let evidence = WrittenEvidence()
  private let tree = HuntedTree()

  @Test("views that dirty each other are the drivers, and a view that is only dirtied takes part")
  func drivers() throws {
    evidence.rounds { _ in
      evidence.layOut("feed") { evidence.dirty("cell", "side") }
      evidence.layOut("side")
      evidence.layOut("cell") { evidence.dirty("feed") }
    }
    for hunted in ["feed", "cell", "side"] {
      let cycle = try #require(evidence.analyse(hunted).cycle)
      #expect(Set(evidence.names(cycle.drivers.members)) == ["feed", "cell"])
      #expect(Set(evidence.names(cycle.participants.members)) == ["feed", "cell", "side"])
      #expect(evidence.names([cycle.root]) == ["feed"])
      #expect(cycle.period == 1 && cycle.isSteady)
      #expect(evidence.names(cycle.order) == ["feed", "side", "cell"])
    }
  }

  @Test("rounds that differ in turn are one cycle of several rounds")
  func period() throws {
    evidence.rounds { index in
      let other = index.isMultiple(of: 2) ? "cell" : "side"
      evidence.layOut("feed") { evidence.dirty(other) }
      evidence.layOut(other) { evidence.dirty("feed") }
    }
    let cycle = try #require(evidence.analyse("feed").cycle)
    #expect(cycle.period == 2)
    #expect(cycle.order.count == 4)
    #expect(Set(evidence.names(cycle.drivers.members)) == ["feed", "cell", "side"])
  }

  @Test("of two cycles the one that drives the other is the loop, whichever is hunted")
  func drivingCircle() throws {
    evidence.rounds { _ in
      evidence.layOut("feed") { evidence.dirty("feed", "cell") }
      evidence.layOut("cell") { evidence.dirty("badge") }
      evidence.layOut("badge") { evidence.dirty("cell") }
    }
    for hunted in ["feed", "badge"] {
      #expect(
        evidence.names(try #require(evidence.analyse(hunted).cycle).drivers.members) == ["feed"])
    }
  }

  @Test("events before the first round are not part of the cycle")
  func runUp() throws {
    evidence.layOut("side") { evidence.dirty("feed", "badge") }
    evidence.layOut("badge") { evidence.dirty("feed") }
    evidence.rounds { _ in
      evidence.layOut("feed") { evidence.dirty("cell") }
      evidence.layOut("cell") { evidence.dirty("feed") }
    }
    let cycle = try #require(evidence.analyse("feed").cycle)
    #expect(Set(evidence.names(cycle.participants.members)) == ["feed", "cell"])
    #expect(evidence.names(cycle.order) == ["feed", "cell"])
  }

  @Test("views that were laid out as often before the loop hide no driver of it")
  func quietBefore() throws {
    for _ in 1...40 { for name in ["feed", "side"] { evidence.layOut(name) } }
    evidence.rounds { _ in evidence.layOut("badge") { evidence.dirty("badge") } }
    let cycle = try #require(evidence.analyse("badge").cycle)
    #expect(evidence.names(cycle.drivers.members) == ["badge"])
    #expect(cycle.isSteady)
  }

  @Test("of a loop that nobody is seen to drive, only views that are laid out to its end take part")
  func quietBeside() throws {
    for _ in 1...3 { for name in ["side", "badge", "cell"] { evidence.layOut(name) } }
    evidence.rounds { _ in for name in ["cell", "badge"] { evidence.layOut(name) } }
    // The feed is not laid out, as a window that is hunted for a pass at its limit.
    for hunted in ["badge", "cell", "feed"] {
      let cycle = try #require(evidence.analyse(hunted).cycle)
      #expect(cycle.drivers.members.isEmpty)
      #expect(Set(evidence.names(cycle.participants.members)) == ["badge", "cell"])
      #expect(evidence.names(cycle.order) == ["cell", "badge"])
    }
  }

  @Test("a view that was laid out once is in no cycle")
  func noCycle() {
    evidence.layOut("cell") { evidence.dirty("badge") }
    #expect(evidence.analyse().cycle == nil)
    #expect(evidence.analyse().verdict == .undetermined)
  }

  // MARK: In a hunt

  @Test("the run-up of a loop is not part of its report")
  func runUpOfReport() throws {
    let presenter = tree.make("presenter")
    let text = tree.make("text", in: presenter)
    // At first it shrinks from 90 to 40, and its width changes once.
    presenter.onLayout = {
      text.frame = CGRect(x: 0, y: 0, width: 200, height: CGFloat($0.layouts) * 20 + 20)
    }
    text.onLayout = { $0.superview?.setNeedsLayout() }
    let early = #expect(throws: LoopDetected.self) {
      try tree.loop.expectNoLayoutLoops(threshold: 40) { _ = tree.loop.runTurn() }
    }
    let late = try tree.hunt(text, threshold: 40).first
    #expect(early?.reports.first?.fingerprint == late.fingerprint)
    #expect(early?.reports.first?.culprit?.edge.action.name == "frame.size.height")
  }
}
