import Foundation
import LoopScenarios
import ViewTree

extension FoundLoop {
  /// Thought up: views in a ring, and several owners of one value.
  static let probedTies: [FoundLoop] = [
    FoundLoop(
      "ring-of-tiles", nil, "three tiles each make the next one higher or lower",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init("TileA", ["frame.size.height"], on: ["TileB"]),
          .init("TileB", ["frame.size.height"], on: ["TileC"]),
          .init("TileC", ["frame.size.height"], on: ["TileA"]),
        ], naming: .tie, values: ["TileA.frame.size.height"],
        members: ["Screen", "TileA", "TileB", "TileC"], victims: ["Screen"],
        not: [.blame("Screen")]),
      because: "Each write is as needed as the others, and all go to a sibling."
    ) { isRepaired in
      let tiles = ["TileA", "TileB", "TileC"].map { GeneratedView($0) }
      for (tile, next) in zip(tiles, tiles.dropFirst() + tiles.prefix(1)) {
        tile.onLayout = { [unowned next] _ in
          guard !isRepaired else { return }
          next.frame.size.height = next.frame.height == 90 ? 80 : 90  // culprit: ring-of-tiles
        }
      }
      let screen = GeneratedView("Screen").with(tiles[0], tiles[1], tiles[2])
      return FoundProgram(Stage(screen, suspect: tiles[1]))
    },
    FoundLoop(
      "ring-of-calls", nil, "four panes each ask the next one for layout",
      FoundTruth(
        .redundant,
        [
          .init("North", ["setNeedsLayout"], on: ["East"]),
          .init("East", ["setNeedsLayout"], on: ["South"]),
          .init("South", ["setNeedsLayout"], on: ["West"]),
          .init("West", ["setNeedsLayout"], on: ["North"]),
        ], naming: .tie, members: ["North", "East", "South", "West"], not: [.blame("Screen")]),
      because: "Nothing changes, and none of the four calls differs from the others."
    ) { isRepaired in
      let panes = ["North", "East", "South", "West"].map { GeneratedView($0) }
      for (pane, next) in zip(panes, panes.dropFirst() + panes.prefix(1)) {
        pane.onLayout = { [unowned next] _ in
          if !isRepaired { next.setNeedsLayout() }  // culprit: ring-of-calls
        }
      }
      let screen = GeneratedView("Screen").with(panes[0], panes[1], panes[2], panes[3])
      return FoundProgram(Stage(screen, suspect: panes[2]))
    },
    FoundLoop(
      "ring-of-blocks", nil, "three panes each give the next one another width in a block",
      FoundTruth(
        .acrossTurns,
        [
          .init("PaneA", ["frame.size.width"], on: ["PaneB"]),
          .init("PaneB", ["frame.size.width"], on: ["PaneC"]),
          .init("PaneC", ["frame.size.width"], on: ["PaneA"]),
        ], naming: .tie, members: ["PaneA", "PaneB", "PaneC"], victims: ["Screen"],
        others: ["Screen", "PaneA", "PaneB", "PaneC"], proof: [.proved, .untested],
        not: [.blame("Screen"), .words("came back in 180 turns")]),
      because: "The chain goes round through three siblings, each by a block of its own layout."
    ) { isRepaired in
      let panes = ["PaneA", "PaneB", "PaneC"].map { GeneratedView($0) }
      for (pane, next) in zip(panes, panes.dropFirst() + panes.prefix(1)) {
        pane.onLayout = { [unowned next] pane in
          guard !isRepaired else { return }
          pane.window?.loop.async { [weak next] in
            guard let next else { return }
            next.frame.size.width = next.frame.width == 90 ? 100 : 90  // culprit: ring-of-blocks
          }
        }
      }
      let screen = GeneratedView("Screen").with(panes[0], panes[1], panes[2])
      return FoundProgram(Stage(screen, suspect: panes[0]).overTurns())
    },
    FoundLoop(
      "mixed-ring", nil,
      "a pane sizes a second one, which calls a third one, which sizes the first",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init("First", ["frame.size.height"], on: ["Second"]),
          .init("Third", ["frame.size.height"], on: ["First"]),
        ], values: ["First.frame.size.height"], members: ["Screen", "First", "Second", "Third"],
        accomplices: ["Second"], victims: ["Screen"],
        others: ["First", "Third"], not: [.blame("Screen"), .blame("Second")]),
      because: "A write comes before a call; each of the two writes is as good an answer."
    ) { isRepaired in
      let panes = ["First", "Second", "Third"].map { GeneratedView($0) }
      for (pane, next) in [(panes[0], panes[1]), (panes[2], panes[0])] {
        pane.onLayout = { [unowned next] _ in
          guard !isRepaired else { return }
          next.frame.size.height = next.frame.height == 90 ? 80 : 90  // culprit: mixed-ring
        }
      }
      panes[1].onLayout = { [unowned third = panes[2]] _ in third.setNeedsLayout() }
      let screen = GeneratedView("Screen").with(panes[0], panes[1], panes[2])
      return FoundProgram(Stage(screen, suspect: panes[1]))
    },
    FoundLoop(
      "two-heights-above", nil, "two panes each give their board another height",
      FoundTruth(
        .oscillating(period: 1),
        [
          .init("Left", ["frame.size.height"], on: ["Board"]),
          .init("Right", ["frame.size.height"], on: ["Board"]),
        ], naming: .tie, values: ["Board.frame.size.height"],
        members: ["Screen", "Board", "Left", "Right"], accomplices: ["Board"],
        victims: ["Screen"], others: ["Left", "Right"], proof: [.proved, .untested],
        not: [.blame("Screen"), .blame("Board")]),
      because: "Both write their superview, so neither is nearer to the flow than the other."
    ) { isRepaired in
      let (left, right) = (GeneratedView("Left"), GeneratedView("Right"))
      let board = GeneratedView("Board").with(left, right)
      board.onLayout = { for view in $0.subviews { view.setNeedsLayout() } }
      for (pane, height) in [(left, 40), (right, 50)] {
        pane.onLayout = { [unowned board] _ in
          guard !isRepaired else { return }
          board.frame.size.height = CGFloat(height)  // culprit: two-heights-above
        }
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(board), suspect: left))
    },
    FoundLoop(
      "offset-fight", nil, "a header and a footer each scroll the list to a place of their own",
      FoundTruth(
        .oscillating(period: 1),
        [
          .init("Header", ["bounds.origin", "contentOffset"], on: ["List"]),
          .init("Footer", ["bounds.origin", "contentOffset"], on: ["List"]),
        ], naming: .tie, members: ["List", "Header", "Footer"], accomplices: ["List"],
        others: ["Header", "Footer"], proof: [.proved, .untested], not: [.blame("List")]),
      because: "Two siblings write the offset of a third one, which only tells them that it moved."
    ) { isRepaired in
      let list = GeneratedScroll("List", CGRect(x: 0, y: 0, width: 300, height: 300))
      list.contentSize = CGSize(width: 300, height: 2_000)
      let (header, footer) = (GeneratedView("Header"), GeneratedView("Footer"))
      list.onLayout = { [unowned header, unowned footer] _ in
        for view in [header, footer] { view.setNeedsLayout() }
      }
      for (view, offset) in [(header, 100), (footer, 200)] {
        view.onLayout = { [unowned list] _ in
          guard !isRepaired else { return }
          list.contentOffset.y = CGFloat(offset)  // culprit: offset-fight
        }
      }
      let screen = GeneratedView("Screen").with(header, list, footer)
      return FoundProgram(Stage(screen, suspect: list))
    },
    FoundLoop(
      "front-fight", nil, "two cards of a deck each bring themselves to the front",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init("CardA", ["reorderSubviews", "subviews"], on: ["Deck"]),
          .init("CardB", ["reorderSubviews", "subviews"], on: ["Deck"]),
        ], naming: .tie, members: ["Deck", "CardA", "CardB"], accomplices: ["Deck"],
        others: ["CardA", "CardB"], proof: [.proved, .untested], not: [.blame("Deck")]),
      because: """
        Both change the order of the deck's subviews, which is the deck's. The card in front is laid out \
        first and changes nothing; then the other comes to the front, so that two rounds make a period.
        """
    ) { isRepaired in
      let cards = ["CardA", "CardB"].map { GeneratedView($0) }
      let deck = GeneratedView("Deck").with(cards[0], cards[1])
      deck.onLayout = { [unowned a = cards[0], unowned b = cards[1]] _ in
        for card in [a, b] { card.setNeedsLayout() }
      }
      for card in cards {
        card.onLayout = {
          if !isRepaired { $0.superview?.bringSubviewToFront($0) }  // culprit: front-fight
        }
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(deck), suspect: deck))
    },
    FoundLoop(
      "growing-content", nil, "an article makes its page's content longer in each layout",
      FoundTruth(
        .drifting(["contentSize.height": 1.5]), [.init("Article", ["contentSize"], on: ["Page"])],
        values: ["Page.contentSize.height"], members: ["Page", "Article"], accomplices: ["Page"],
        proof: [.proved, .untested], not: [.blame("Page")]),
      because: "The article writes its ancestor; the page only asks its own content for layout."
    ) { isRepaired in
      let page = GeneratedScroll("Page", CGRect(x: 0, y: 0, width: 300, height: 300))
      let article = GeneratedView("Article")
      page.addSubview(article)
      page.onLayout = { [unowned article] _ in article.setNeedsLayout() }
      article.onLayout = { [unowned page] _ in
        guard !isRepaired else { return }
        page.contentSize.height += 1.5  // culprit: growing-content
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(page), suspect: article))
    },
    FoundLoop(
      "pair-and-rows", nil, "two panes size each other while a list lays out a thousand rows",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init("Left", ["frame.size.height"], on: ["Right"]),
          .init("Right", ["frame.size.height"], on: ["Left"]),
        ], naming: .tie, values: ["Left.frame.size.height"], members: ["Screen", "Left", "Right"],
        victims: ["Screen"], not: [.blame("Screen"), .words("Row")]),
      because: "The rows are laid out once, and have no part in the loop of the two panes."
    ) { isRepaired in
      let (left, right) = (GeneratedView("Left"), GeneratedView("Right"))
      let list = GeneratedView("List")
      for _ in 0..<1_000 { list.addSubview(GeneratedView("Row")) }
      for (view, other) in [(left, right), (right, left)] {
        view.onLayout = { [unowned other] _ in
          guard !isRepaired else { return }
          other.frame.size.height = other.frame.height == 90 ? 80 : 90  // culprit: pair-and-rows
        }
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(list, left, right), suspect: left))
    },
    FoundLoop(
      "deep-fight", nil, "a view in a column and one beside the column size each other",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init("Inner", ["frame.size.width"], on: ["Outer"]),
          .init("Outer", ["frame.size.width"], on: ["Inner"]),
        ], naming: .tie, values: ["Outer.frame.size.width"],
        members: ["Screen", "Column", "Inner", "Outer"], victims: ["Screen", "Column"],
        not: [.blame("Screen"), .blame("Column")]),
      because: "Neither is in the other, at whatever depth; each superview hears of a size."
    ) { isRepaired in
      let (inner, outer) = (GeneratedView("Inner"), GeneratedView("Outer"))
      for (view, other) in [(inner, outer), (outer, inner)] {
        view.onLayout = { [unowned other] _ in
          guard !isRepaired else { return }
          other.frame.size.width = other.frame.width == 90 ? 80 : 90  // culprit: deep-fight
        }
      }
      let column = GeneratedView("Column").with(inner)
      return FoundProgram(Stage(GeneratedView("Screen").with(column, outer), suspect: outer))
    },
  ]
}
