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
