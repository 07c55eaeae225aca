import Foundation
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Loops beside many views that are laid out once: a burst is no evidence against a steady loop.
@Suite("Loops beside many views")
struct CrowdTests {
  @Test(
    "a loop beside many rows has its verdict and its culprit, whenever the rows come",
    arguments: [10, 210, 1_000, caseCount(20_000, inDebug: 4_000)], [false, true])
  func rows(count: Int, areLate: Bool) throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    let (list, card, badge) = (View(), GeneratedView("Card"), GeneratedView("Badge"))
    window.addSubview(list)
    window.addSubview(card)
    card.addSubview(badge)
    card.onLayout = { $0.subviews[0].frame.size.height = 44 }
    badge.onLayout = { $0.frame.size.height = 45 }
    func addRows() {
      for _ in 0..<count { list.addSubview(View(frame: CGRect(x: 0, y: 0, width: 9, height: 9))) }
    }
    if areLate {
      (card.onLayout, badge.onLayout) = (nil, nil)
      loop.runTurn()
      card.onLayout = { $0.subviews[0].frame.size.height = 44 }
      badge.onLayout = { $0.frame.size.height = 45 }
      card.setNeedsLayout()
    }
    addRows()
    let error = #expect(throws: LoopDetected.self) { try loop.expectNoLayoutLoops() }
    (card.onLayout, badge.onLayout) = (nil, nil)
    for report in error?.reports ?? [] {
      #expect(report.verdict == .oscillating(period: 1), "\(report)")
      #expect(report.culprit?.edge.writer?.name == "Badge", "\(report)")
      #expect(report.culprit?.edge.action.name == "frame.size.height", "\(report)")
    }
    withExtendedLifetime(window) {}
  }
}
