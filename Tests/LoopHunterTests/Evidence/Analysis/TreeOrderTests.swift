import Foundation
import HuntSupport
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("The order in which a cycle is told")
struct TreeOrderTests {
  @Test("a cycle begins at the same view in every hunt, even if the view joined late")
  func beginning() throws {
    try expectRight(Quarry(generated: 77_610_319), seed: 0)
  }

  @Test(
    "the cycle of a long loop begins with its top-most view, wherever the evidence was cut",
    arguments: sample(Array(0..<6), oneIn: 3, seed: firstSeed("TreeOrderTests")))
  func longLoop(_ leaves: Int) throws {
    let loop = TurnLoop()
    loop.passLimit = 4_100
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    // The shell is only laid out because its page changes its size.
    let (shell, page, card) = (GeneratedView("shell"), GeneratedView("page"), GeneratedView("card"))
    window.addSubview(shell)
    shell.addSubview(page)
    page.addSubview(card)
    for index in 0..<leaves { card.addSubview(GeneratedView("leaf\(index)")) }
    page.onLayout = { page in
      card.setNeedsLayout()
      page.frame.size.height = page.frame.height == 90 ? 91 : 90
    }
    card.onLayout = { card in
      for leaf in card.subviews { leaf.setNeedsLayout() }
      card.superview?.setNeedsLayout()
    }
    var reports: [LoopReport] = []
    let hunter = LoopHunter(
      loop: loop, configuration: .init(stackLimit: 0, evidenceBytes: 128 << 10))
    try hunter.attach(to: card, threshold: 4_000) { reports.append($0) }
    loop.runTurn()
    for view in [page, card] { view.onLayout = nil }
    let report = try #require(reports.first)
    #expect(report.cycle.first?.name == "shell", "\(report)")
    #expect(report.cycle.map(\.name).prefix(3) == ["shell", "page", "card"], "\(report)")
    #expect(report.verdict == .oscillating(period: 2))
  }
}
