import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// The values in a report's text.
@Suite("The table of values in a report")
struct ReportTableTests {
  /// The lines under `Values` in the report on a view of this name that goes back and forth.
  private func values(_ name: String, width: Int) throws -> [String] {
    let loop = TurnLoop(clock: .virtual)
    loop.passLimit = 100
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    let page = GeneratedView("page")
    let card = GeneratedView(name)
    window.addSubview(page)
    page.addSubview(card)
    card.onLayout = { card in
      card.frame.size.height = card.frame.height == 90 ? 91 : 90
      card.superview?.setNeedsLayout()
    }
    page.onLayout = { _ in card.setNeedsLayout() }
    defer { for view in [page, card] { view.onLayout = nil } }
    var reports: [LoopReport] = []
    try LoopHunter(loop: loop).attach(to: page, threshold: 20) { reports.append($0) }
    loop.runTurn()
    return try #require(reports.first).section("Values", width: width)
  }

  @Test("values stand beside view and property as long as these take three fifths of a line")
  func beside() throws {
    // Two spaces before and after each: 2 + 10 + 2 + 17 + 2 = 33 columns.
    let lines = try values("abcdefghij", width: 55)
    #expect(lines[0].hasPrefix("  abcdefghij  frame.size.height  9"), "\(lines)")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(String(repeating: " ", count: 33)) })
    #expect(lines.allSatisfy { $0.count <= 55 })
  }

  @Test("where view and property take more, values stand below them")
  func below() throws {
    let lines = try values("abcdefghij", width: 54)
    #expect(lines[0] == "  abcdefghij frame.size.height", "\(lines)")
    #expect(lines.count > 1 && lines.dropFirst().allSatisfy { $0.hasPrefix("    9") }, "\(lines)")
    #expect(lines.allSatisfy { $0.count <= 54 })
  }

  @Test(
    "a view is called by the end of its path, and by all of it where another of the cycle ends so",
    arguments: [("other", "card"), ("card", "Window/left/card")])
  func twins(name: String, shown: String) throws {
    let loop = TurnLoop(clock: .virtual)
    loop.passLimit = 100
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    let cards = [GeneratedView("card"), GeneratedView(name)]
    for (side, card) in zip(["left", "right"], cards) {
      let box = View()
      box.identifier = side
      window.addSubview(box)
      box.addSubview(card)
    }
    cards[0].onLayout = { card in
      card.frame.size.height = card.frame.height == 90 ? 91 : 90
      cards[1].setNeedsLayout()
    }
    cards[1].onLayout = { _ in cards[0].setNeedsLayout() }
    defer { for card in cards { card.onLayout = nil } }
    var reports: [LoopReport] = []
    try LoopHunter(loop: loop).attach(to: cards[0], threshold: 20) { reports.append($0) }
    loop.runTurn()
    let lines = try #require(reports.first).section("Values", width: 80)
    #expect(lines[0].hasPrefix("  \(shown)  frame.size.height  9"), "\(lines)")
  }
}
