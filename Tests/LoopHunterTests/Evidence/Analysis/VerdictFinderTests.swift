import Foundation
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

@Suite("The verdict on a loop")
struct VerdictFinderTests {
  private let evidence = WrittenEvidence()
  private let tree = HuntedTree()

  private func verdict(rounds count: Int = 20, _ value: (Int) -> CGFloat) -> Verdict {
    evidence.rounds(count) { index in
      evidence.layOut("cell") { evidence.write("cell", value(index), value(index + 1)) }
    }
    return evidence.analyse().verdict
  }

  @Test("values that come back after two rounds oscillate")
  func oscillating() {
    #expect(verdict { $0.isMultiple(of: 2) ? 44 : 45 } == .oscillating(period: 2))
  }

  @Test("a value that grows by the same in each round drifts")
  func drifting() {
    #expect(
      verdict { 44 + CGFloat($0) / 2 } == .drifting(property: "frame.size.height", perRound: 0.5))
  }

  @Test("a value without a pattern, or seen in three rounds, is undetermined")
  func undetermined() {
    #expect(verdict { CGFloat(($0 * $0 * 7919) % 1009) } == .undetermined)
    evidence.restart()
    #expect(verdict(rounds: 3) { 44 + CGFloat($0) } == .undetermined)
  }

  @Test("calls alone are redundant")
  func redundant() {
    evidence.rounds { _ in evidence.layOut("cell") { evidence.dirty("cell") } }
    #expect(evidence.analyse().verdict == .redundant)
  }

  @Test("a subview more in each round drifts, and a view nested three times is re-entrant")
  func otherVerdicts() {
    evidence.rounds { _ in
      evidence.layOut("cell") { evidence.add(View(), to: "cell") }
    }
    #expect(evidence.analyse().verdict == .drifting(property: "subviews", perRound: 1))
    evidence.restart()
    evidence.rounds { _ in
      evidence.layOut("cell") {
        evidence.dirty("cell")
        evidence.layOut("cell") {
          evidence.dirty("cell")
          evidence.layOut("cell") { evidence.dirty("cell") }
        }
      }
    }
    #expect(evidence.analyse().verdict == .reentrant(depth: 3))
  }

  // MARK: With little evidence

  @Test(
    "with little evidence, values that come back later are not called redundant or drifting",
    arguments: [(2, 5), (2, 6), (2, 8), (3, 10), (7, 12), (12, 20), (30, 50), (30, 100)])
  func littleEvidence(_ period: Int, _ threshold: Int) throws {
    let view = tree.make("wave")
    let leaf = tree.make("leaf", in: view)
    view.onLayout = {
      leaf.frame.size.height = CGFloat(10 + 11 * $0.layouts % period)
      $0.setNeedsLayout()
    }
    let (first, last) = try tree.hunt(view, threshold: threshold)
    #expect([.undetermined, .oscillating(period: period)].contains(first.verdict), "\(first)")
    #expect(last.verdict == .oscillating(period: period), "\(last)")
  }

  /// A view that calls for itself, and whose leaf is another in one of many rounds.
  private func rareChange(every period: Int, at phase: Int) -> GeneratedView {
    let view = tree.make("rare")
    let leaf = tree.make("leaf", in: view)
    view.onLayout = {
      leaf.frame.size.height = $0.layouts % period == phase ? 11 : 10
      $0.setNeedsLayout()
    }
    return view
  }

  @Test("a long run of equal rounds after one that differs is not called redundant")
  func interrupted() throws {
    let (first, last) = try tree.hunt(rareChange(every: 45, at: 15))
    #expect(first.verdict == .undetermined, "\(first)")
    #expect(last.verdict == .oscillating(period: 45), "\(last)")
  }

  @Test("a long run of equal rounds before one that differs is analysed again at the end")
  func interruptedLater() throws {
    let (first, last) = try tree.hunt(rareChange(every: 45, at: 40), threshold: 20)
    #expect(first.verdict == .redundant, "\(first)")
    #expect(last.verdict == .oscillating(period: 45), "\(last)")
    #expect(last.fingerprint == first.fingerprint)
    #expect(last.remarks.first == .wholeTurn, "\(last)")
  }

  @Test("a loop that is redundant to the end stays so, and so does one that settles with a change")
  func redundantInTheEnd() throws {
    let view = tree.make("view")
    view.onLayout = { $0.setNeedsLayout() }
    let looping = try tree.hunt(view)
    #expect(looping.last.verdict == .redundant)
    #expect(!looping.last.remarks.contains { $0.description.contains("whole turn") })
    let settling = tree.make("settling")
    let leaf = tree.make("leaf", in: settling)
    settling.onLayout = {
      if $0.layouts < 200 { $0.setNeedsLayout() } else { leaf.frame.size.height = 11 }
    }
    let settled = try tree.hunt(settling)
    #expect(settled.first.verdict == .redundant && settled.last.verdict == .redundant)
    #expect(settled.last.isSettled == true)
  }

  @Test(
    "a saw tooth is not a drift until a whole tooth could be seen", arguments: [10, 16, 20, 24])
  func sawTooth(_ threshold: Int) throws {
    let view = tree.make("saw")
    let leaf = tree.make("leaf", in: view)
    view.onLayout = {
      leaf.frame.size.height = CGFloat(10 + $0.layouts % 12)
      $0.setNeedsLayout()
    }
    let (first, last) = try tree.hunt(view, threshold: threshold)
    #expect(first.verdict == .undetermined, "\(first)")
    #expect(last.verdict == .oscillating(period: 12), "\(last)")
  }

  @Test(
    "a bug has one verdict and one fingerprint at all thresholds at which it has a verdict",
    arguments: [5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50, 99, 200])
  func thresholds(_ threshold: Int) throws {
    let card = tree.make("card")
    let badge = tree.make("badge", in: card)
    card.onLayout = { _ in badge.frame.size = CGSize(width: 20, height: 20) }
    badge.onLayout = { $0.frame.size.height = 24 + CGFloat($0.layouts % 3) }
    let report = try tree.hunt(badge, threshold: threshold).first
    guard report.verdict != .undetermined else {
      #expect(threshold < 20)
      return
    }
    #expect(report.verdict == .oscillating(period: 3))
    #expect(report.culprit?.edge.writer?.name == "badge")
  }

  @Test(
    "a piece of a long round accuses no view, and the end of the turn gives the verdict",
    arguments: [5, 6, 8])
  func pieces(_ threshold: Int) throws {
    let ring = (0..<12).map { tree.make("ring\($0)") }
    for (view, next) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      view.onLayout = { _ in next.setNeedsLayout() }
    }
    // Once in each round the sixth asks the fifth again, which asks the sixth: that comes to rest.
    var heard = 0
    ring[5].onLayout = { _ in
      ring[6].setNeedsLayout()
      if heard != ring[0].layouts { ring[4].setNeedsLayout() }
      heard = ring[0].layouts
    }
    let (first, last) = try tree.hunt(ring[5], threshold: threshold)
    guard first.verdict == .undetermined else {
      #expect(first.accomplices.count + (first.culprit?.rivals.count ?? 0) == 11)
      return
    }
    #expect(first.culprit == nil, "\(first)")
    #expect(first.accomplices.isEmpty && first.victims.isEmpty && first.otherEdges.isEmpty)
    #expect(
      last.culprit.map { last.accomplices.count + $0.rivals.count } == 11,
      "\(last)")
  }

  @Test("too few added subviews for a drift are not called redundant")
  func fewSubviews() throws {
    let list = tree.make("list")
    list.onLayout = {
      $0.addSubview(View())
      $0.setNeedsLayout()
    }
    let (first, last) = try tree.hunt(list, threshold: 12)
    #expect(first.verdict == .undetermined, "\(first)")
    #expect(last.verdict == .drifting(property: "subviews", perRound: 1), "\(last)")
  }
}
