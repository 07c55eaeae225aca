import Foundation
import LayoutTrace
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

@Suite("The contents of a report")
struct ReportContentsTests {
  private let tree = HuntedTree()

  @Test("five values from one place need no second place that rounds")
  func fiveValues() throws {
    let card = tree.make("card")
    let badge = tree.make("badge", in: card)
    card.onLayout = { _ in badge.setNeedsLayout() }
    badge.onLayout = { $0.frame.size.height = 20.3 + CGFloat($0.layouts % 5) * 0.7 }
    let report = try tree.hunt(badge).first
    #expect(report.verdict == .oscillating(period: 5))
    #expect(!report.remarks.contains { if case .alternation = $0 { true } else { false } })
  }

  @Test("a value that rests for some rounds of a period is told with the number of these")
  func restingValues() throws {
    let gauge = tree.make("gauge")
    gauge.onLayout = { gauge in
      gauge.frame.size.height = gauge.layouts % 4 == 0 ? 400 : 300
      gauge.setNeedsLayout()
    }
    let report = try tree.hunt(gauge).first
    #expect(report.verdict == .oscillating(period: 4))
    let line = "  gauge  frame.size.height  400 → 300, three times, → 400 → …"
    #expect(try report.section("Values", width: 80) == [line], "\(report)")
  }

  @Test("where rounds of a period differ in their views a note says so, and only there")
  func differingRounds() throws {
    let page = tree.make("page")
    let card = tree.make("card", in: page)
    page.onLayout = { _ in card.setNeedsLayout() }
    let rows = (0..<3).map { tree.make("row\($0)", in: card) }
    card.onLayout = { card in
      rows[card.layouts % 3].setNeedsLayout()
      page.setNeedsLayout()
    }
    let report = try tree.hunt(page).first
    #expect(report.cycleLength == 9, "\(report)")
    #expect(report.remarks.contains(.severalRounds(3)), "\(report)")
    page.onLayout = { _ in card.setNeedsLayout() }
    card.onLayout = { _ in page.setNeedsLayout() }
    #expect(!(try tree.hunt(page).last.remarks.contains(.severalRounds(3))))
  }

  @Test("a note tells how many views took each other's place, and none of them has a history")
  func replacedViews() throws {
    let list = tree.make("list")
    var made = 0
    list.onLayout = { list in
      for row in list.subviews { row.removeFromSuperview() }
      for _ in 0..<2 {
        made += 1
        let row = GeneratedView("row")
        row.frame.size.height = CGFloat(made)
        list.addSubview(row)
        row.frame.origin.y = CGFloat(made)
      }
      list.setNeedsLayout()
    }
    let report = try tree.hunt(list).first
    let count = try #require(
      report.remarks.lazy.compactMap {
        if case .replacedViews(let view, let count) = $0, view.name == "row" { count } else { nil }
      }.first, "\(report)")
    // Evidence is recorded from the first layout past half of the threshold on.
    let isExact = count == 2 * (report.count - 1 - report.threshold / 2)
    #expect(isExact, "\(count) of \(made) with \(report.count) layouts: \(report)")
    #expect(!report.geometry.contains { $0.view.name == "row" }, "\(report)")
    #expect("\(report)".contains("`row` stands for \(count) different views"))
  }

  @Test("views of some rounds only are no members, even if the last rounds are equal")
  func equalByChance() throws {
    let page = tree.make("page")
    let rows = (0..<4).map { tree.make("row\($0)", in: page) }
    let badge = tree.make("badge", in: page)
    var state = UInt32(7)
    page.onLayout = { page in
      state = state &* 1_664_525 &+ 1_013_904_223
      // The last rounds before the threshold are all of one row.
      rows[page.layouts > 58 ? 0 : Int(state >> 16) % 4].setNeedsLayout()
      badge.setNeedsLayout()
    }
    badge.onLayout = { _ in page.setNeedsLayout() }
    let report = try tree.hunt(page, threshold: 60).first
    #expect(Set(report.cycle.map(\.name)) == ["page", "badge"], "\(report)")
    #expect(report.verdict == .redundant)
    let isTold = report.remarks.contains {
      if case .occasionalViews = $0 { true } else { false }
    }
    #expect(isTold, "\(report)")
  }

  @Test(
    "of the edges that stop a loop a note counts those that the report names", arguments: [0, 8])
  func countedEdges(stackLimit: Int) throws {
    let (left, right) = (tree.make("left"), tree.make("right"))
    left.onLayout = { _ in right.frame.size.height += 1 }
    right.onLayout = { view in
      view.setNeedsLayout()
      left.frame.size.height += 1
    }
    let recorder = try TraceRecorder(tree.loop, to: .memory)
    var configuration = LoopHunter.Configuration.default
    configuration.stackLimit = stackLimit
    let hunter = LoopHunter(loop: tree.loop, configuration: configuration)
    let hunt = try hunter.attach(to: left, threshold: 30) { _ in }
    tree.loop.runTurn()
    let report = try #require(hunt.lastReport)
    try recorder.finish()
    let culprit = try #require(report.culprit)
    let named = [culprit.edge] + culprit.rivals + [culprit.companion].compactMap(\.self)
    let proved = (named + report.otherEdges).count { $0.proof?.kind == "proved" }
    for case .edgesThatStop(let count) in report.remarks { #expect(count == proved, "\(report)") }
    withExtendedLifetime(hunter) {}
  }
}
