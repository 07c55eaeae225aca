import Foundation
import LoopScenarios
import ViewTree

extension InventedLoop {
  /// Loops whose rounds are not all alike, or not all in one place.
  static let rounds: [InventedLoop] = [
    InventedLoop(
      "two-windows",
      Truth(
        .redundant,
        [
          .init("Page", ["setNeedsLayout"], on: ["Hint"], dirties: ["Hint"]),
          .init("Hint", ["setNeedsLayout"], on: ["Page"], dirties: ["Page"]),
        ], others: ["Page", "Hint"]),
      because: """
        A page and a hint in another window of the same loop tell each other. Neither changes anything, \
        and without either call it would end.
        """
    ) {
      let page = GeneratedView("Page")
      let hint = GeneratedView("Hint")
      let stage = Stage(GeneratedView("Screen").with(page), suspect: page)
      let overlay = Window(frame: CGRect(x: 0, y: 0, width: 90, height: 90), loop: stage.loop)
      overlay.identifier = "Overlay"
      overlay.addSubview(hint)
      stage.props = [overlay]
      page.onLayout = { [unowned hint] _ in if !Repair.isMade { hint.setNeedsLayout() } }
      hint.onLayout = { [unowned page] _ in page.setNeedsLayout() }
      return stage
    },
    InventedLoop(
      "saw-of-a-field",
      Truth(
        .oscillating(period: 3),
        [.init("Field", ["frame.size.height"], on: ["Field"], dirties: ["Form"])],
        accomplices: ["Form"]),
      because: """
        A field grows by a point until it is 13 high, and then its form makes it 10 again, as it may, \
        and it grows in the same round: 11, 12, 13. The field's own size is what goes upwards.
        """
    ) {
      let field = GeneratedView("Field", CGRect(x: 0, y: 0, width: 90, height: 10))
      let form = GeneratedView("Form").with(field)
      form.onLayout = {
        let field = $0.subviews[0]
        if field.frame.height >= 13 { field.frame.size.height = 10 } else { field.setNeedsLayout() }
      }
      field.onLayout = { if !Repair.isMade { $0.frame.size.height += 1 } }
      return Stage(GeneratedView("Screen").with(form), suspect: field)
    },
    InventedLoop(
      "swapped-tiles",
      Truth(
        .oscillating(period: 2),
        [.init("Board", ["setNeedsLayout"], on: ["Board"], dirties: ["Board"])],
        others: ["Left", "Right"]),
      because: """
        A board swaps the places of two tiles in each layout, which dirties nobody, and calls for \
        another: its call is what goes round.
        """
    ) {
      let left = GeneratedView("Left", CGRect(x: 0, y: 0, width: 40, height: 40))
      let right = GeneratedView("Right", CGRect(x: 40, y: 0, width: 40, height: 40))
      let board = GeneratedView("Board").with(left, right)
      board.onLayout = {
        let (one, other) = ($0.subviews[0], $0.subviews[1])
        (one.center, other.center) = (other.center, one.center)
        if !Repair.isMade { $0.setNeedsLayout() }
      }
      return Stage(GeneratedView("Screen").with(board), suspect: board)
    },
    InventedLoop(
      "taking-turns",
      Truth(
        .oscillating(period: 2),
        [
          .init("Left", ["frame.size.height"], on: ["Card"], dirties: ["Deck"]),
          .init("Right", ["frame.size.height"], on: ["Card"], dirties: ["Deck"]),
        ], accomplices: ["Deck", "Card"], others: ["Left", "Right"]),
      because: """
        Two children make their card higher, one in odd rounds and one in even ones, and the deck sets \
        it back in all. Without either the loop would end a round later.
        """
    ) {
      let (left, right) = (GeneratedView("Left"), GeneratedView("Right"))
      let card = GeneratedView("Card").with(left, right)
      let deck = GeneratedView("Deck").with(card)
      deck.onLayout = { $0.subviews[0].frame.size.height = 100 }
      card.onLayout = { $0.subviews[$0.layouts % 2].setNeedsLayout() }
      left.onLayout = { if !Repair.isMade { $0.superview?.frame.size.height = 120 } }
      right.onLayout = { if !Repair.isMade { $0.superview?.frame.size.height = 130 } }
      return Stage(GeneratedView("Screen").with(deck), suspect: card)
    },
    InventedLoop(
      "rows-now-and-then",
      Truth(
        .redundant, [.init("Footer", ["setNeedsLayout"], on: ["Table"], dirties: ["Table"])],
        accomplices: ["Table"], others: ["Row2", "Row3", "Row5", "Row7"]),
      because: """
        A footer asks for its table, which lays out its footer in every round and some rows in every \
        second, third, fifth and seventh: it takes 210 rounds until the order of layouts comes back. No \
        geometry ever changes, so that every round ends as the one before.
        """
    ) {
      let footer = GeneratedView("Footer")
      let table = GeneratedView("Table").with(footer)
      for period in [2, 3, 5, 7] { table.addSubview(GeneratedView("Row\(period)")) }
      table.onLayout = {
        $0.subviews[0].setNeedsLayout()
        for (row, period) in zip($0.subviews.dropFirst(), [2, 3, 5, 7])
        where $0.layouts % period == 0 { row.setNeedsLayout() }
      }
      footer.onLayout = { if !Repair.isMade { $0.superview?.setNeedsLayout() } }
      return Stage(GeneratedView("Screen").with(table), suspect: table)
    },
    InventedLoop(
      "half-deferred",
      Truth(
        .acrossTurns,
        [
          .init("First", ["setNeedsLayout"], on: ["Second"], dirties: ["Second"]),
          .init("Second", ["setNeedsLayout"], on: ["First"], dirties: ["First"]),
        ], others: ["First", "Second"]),
      because: """
        The first asks for the second a turn later, the second for the first at once: a chain through \
        all turns, of which each call is a link.
        """
    ) {
      let (first, second) = (GeneratedView("First"), GeneratedView("Second"))
      first.onLayout = { first in
        first.window?.loop.async { [weak second] in second?.setNeedsLayout() }
      }
      second.onLayout = { [unowned first] _ in if !Repair.isMade { first.setNeedsLayout() } }
      let stage = Stage(GeneratedView("Screen").with(first, second), suspect: first)
      stage.script = { [unowned stage] loop in
        loop.runUntilIdle(limit: 300)
        for subview in stage.window.subviews { subview.removeFromSuperview() }
        loop.runUntilIdle(limit: 10)
      }
      return stage
    },
    InventedLoop(
      "three-owners",
      Truth(
        .oscillating(period: 1),
        [
          .init("Theme", ["frame.size.width"], on: ["Panel"], dirties: ["Panel", "Screen"]),
          .init("Ruler", ["frame.size.width"], on: ["Panel"], dirties: ["Panel", "Screen"]),
        ], others: ["Screen", "Panel", "Theme", "Ruler"]),
      because: """
        A screen, a theme and a ruler each want another width of one panel. Screen owns it; of the two \
        others each is as guilty.
        """
    ) {
      let panel = GeneratedView("Panel")
      let (theme, ruler) = (GeneratedView("Theme"), GeneratedView("Ruler"))
      let screen = GeneratedView("Screen").with(panel, theme, ruler)
      screen.onLayout = { [unowned panel, unowned theme] _ in
        panel.frame.size.width = 100
        theme.setNeedsLayout()
      }
      theme.onLayout = { [unowned panel, unowned ruler] _ in
        if !Repair.isMade { panel.frame.size.width = 110 }
        ruler.setNeedsLayout()
      }
      ruler.onLayout = { [unowned panel] _ in if !Repair.isMade { panel.frame.size.width = 120 } }
      return Stage(screen, suspect: screen)
    },
  ]
}
