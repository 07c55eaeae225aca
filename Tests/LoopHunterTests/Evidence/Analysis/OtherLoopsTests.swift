import LoopCorpus
import LoopHunter
import Testing
import ViewTree

/// Views that go on after their reports are judged again, at little cost.
@Suite("Other loops behind told ones")
struct OtherLoopsTests {
  /// The reports, and their cost, of a turn in which a card is dirty.
  private func hunt(_ card: View, in loop: TurnLoop) throws -> (reports: [LoopReport], work: Int) {
    let hunter = LoopHunter(loop: loop, killSwitch: KillSwitch(isEngaged: false))
    hunter.tellHiddenLoops()
    var reports: [LoopReport] = []
    try hunter.attach(to: card, threshold: 100) { reports.append($0) }
    card.setNeedsLayout()
    loop.runTurn()
    return (reports, hunter.reportWork)
  }

  /// The reports, and their cost, of a card that dirties itself and another row in each layout.
  ///
  /// After some layouts a row dirties it instead.
  private func hunt(_ layouts: Int, then later: Int = 0) throws -> (
    reports: [LoopReport], work: Int
  ) {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let rows = (0..<30).map { GeneratedView("row\($0)") }
    let card = GeneratedView("card")
    for view in rows + [card] { window.addSubview(view) }
    loop.runUntilIdle()
    card.layouts = 0
    card.onLayout = { card in
      if card.layouts < layouts {
        card.setNeedsLayout()
        rows[card.layouts % 30].setNeedsLayout()
      } else if card.layouts < layouts + later {
        rows[0].setNeedsLayout()
      }
    }
    rows[0].onLayout = { _ in
      if card.layouts >= layouts, card.layouts < layouts + later { card.setNeedsLayout() }
    }
    return try hunt(card, in: loop)
  }

  @Test("a loop that goes on as before is analysed a few times, however long it goes on")
  func cost() throws {
    let (short, long) = (try hunt(1_500), try hunt(6_000))
    #expect(short.reports.count == 1 && long.reports.count == 1)
    #expect(long.work < short.work * 3 / 2, "\(short.work), then \(long.work)")
  }

  @Test("another loop is told once, in the turn of the first one, also behind a long one")
  func another() throws {
    for first in [130, 1_000] {
      let reports = try hunt(first, then: 400).reports
      #expect(reports.map(\.verdict.kind).count == 2, "\(first): \(reports)")
      #expect(Set(reports.map(\.fingerprint)).count == 2)
    }
  }

  /// The continuation of a loop after 150 layouts, with the step that the report blames.
  enum Continuation: CaseIterable { case drift, longerCycle }

  @Test(
    "a loop with the step of a told one is another one if its values move in another way or it has further views",
    arguments: Continuation.allCases)
  func sameStep(continuation: Continuation) throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let card = GeneratedView("card")
    let rows = (0..<6).map { GeneratedView("row\($0)") }
    for view in [card] + rows { window.addSubview(view) }
    loop.runUntilIdle()
    card.layouts = 0
    card.onLayout = { card in
      guard card.layouts < 300 else { return }
      switch continuation {
      case .drift:
        card.frame.size.width += card.layouts > 150 || card.layouts % 2 == 0 ? 1 : -1
        card.setNeedsLayout()
      case .longerCycle: rows[0].setNeedsLayout()
      }
    }
    rows[0].onLayout = { _ in
      (card.layouts < 150 ? card : rows[1 + card.layouts % 5]).setNeedsLayout()
    }
    for row in rows.dropFirst() { row.onLayout = { _ in card.setNeedsLayout() } }
    let reports = try hunt(card, in: loop).reports
    #expect(Set(reports.map(\.fingerprint)).count == 2, "\(reports)")
  }
}
