import Foundation
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
}
