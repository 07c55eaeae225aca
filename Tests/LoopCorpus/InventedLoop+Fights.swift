import Foundation
import LoopScenarios
import ViewTree

extension InventedLoop {
  /// Several views write one thing, or each the next one's.
  static let fights: [InventedLoop] = [
    InventedLoop(
      "ring-of-widths",
      Truth(
        .oscillating(period: 2),
        [
          .init("A", ["frame.size.width"], on: ["B"], dirties: ["B"]),
          .init("B", ["frame.size.width"], on: ["C"], dirties: ["C"]),
          .init("C", ["frame.size.width"], on: ["A"], dirties: ["A"]),
        ], victims: ["Left", "Middle", "Right"], others: ["A", "B", "C"]),
      because: """
        Three views in three branches size each other in a ring; each is as guilty, none a victim. \
        Their superviews are dirtied by the sizes and do nothing.
        """
    ) {
      let (a, b, c) = (GeneratedView("A"), GeneratedView("B"), GeneratedView("C"))
      for (view, next) in [(a, b), (b, c), (c, a)] {
        view.onLayout = { [unowned next] view in
          if !Repair.isMade { next.frame.size.width = view.layouts % 2 == 0 ? 50 : 60 }
        }
      }
      let screen = GeneratedView("Screen").with(
        GeneratedView("Left").with(a), GeneratedView("Middle").with(b),
        GeneratedView("Right").with(c))
      return Stage(screen, suspect: a)
    },
    InventedLoop(
      "frame-against-bounds",
      Truth(
        .drifting(["frame.origin.y"], perRound: -10),
        [.init("Theme", ["bounds.size.height"], on: ["Card"], dirties: ["Feed"])],
        accomplices: ["Feed"], victims: ["Card"]),
      because: """
        The feed sizes its card by the frame, a theme in another branch by the bounds: one height with \
        two owners, of whom the feed owns its card. Bounds grow around the center and a frame's size \
        from its origin, so that the card climbs by ten points in each round, for ever.
        """
    ) {
      let card = GeneratedView("Card")
      let feed = GeneratedView("Feed").with(card)
      let theme = GeneratedView("Theme")
      feed.onLayout = { [unowned card, unowned theme] _ in
        card.frame.size = CGSize(width: 90, height: 100)
        theme.setNeedsLayout()
      }
      theme.onLayout = { [unowned card] _ in if !Repair.isMade { card.bounds.size.height = 120 } }
      return Stage(GeneratedView("Screen").with(feed, theme), suspect: feed)
    },
    InventedLoop(
      "two-players",
      Truth(
        .oscillating(period: 1),
        [
          .init("Player", ["frame.size.height"], on: ["Card"], dirties: ["Feed"]),
          .init("Badge", ["frame.size.height"], on: ["Card"], dirties: ["Feed"]),
        ], others: ["Feed", "Card", "Player", "Badge"]),
      because: """
        Two children make their card higher, each by its own number; without either the loop goes on, \
        so that both drive and either may be named.
        """
    ) {
      let (player, badge) = (GeneratedView("Player"), GeneratedView("Badge"))
      let card = GeneratedView("Card").with(player, badge)
      let feed = GeneratedView("Feed").with(card)
      feed.onLayout = { $0.subviews[0].frame.size = CGSize(width: 90, height: 100) }
      card.onLayout = { for view in $0.subviews { view.setNeedsLayout() } }
      player.onLayout = { if !Repair.isMade { $0.superview?.frame.size.height = 120 } }
      badge.onLayout = { if !Repair.isMade { $0.superview?.frame.size.height = 130 } }
      return Stage(feed, suspect: player)
    },
    InventedLoop(
      "last-of-four",
      Truth(
        .drifting(["frame.size.height"], perRound: 3),
        [.init("D", ["frame.size.height"], on: ["Note"], dirties: ["A"])],
        accomplices: ["A", "B", "C"], victims: ["Note"]),
      because: """
        A tells B, B tells C, C tells D, all in other branches, and D makes A's note grow. Only D \
        changes anything; each of the others is needed.
        """
    ) {
      let note = GeneratedView("Note")
      let a = GeneratedView("A").with(note)
      let (b, c, d) = (GeneratedView("B"), GeneratedView("C"), GeneratedView("D"))
      for (view, next) in [(a, b), (b, c), (c, d)] {
        view.onLayout = { [unowned next] _ in next.setNeedsLayout() }
      }
      d.onLayout = { [unowned note] _ in if !Repair.isMade { note.frame.size.height += 3 } }
      let screen = GeneratedView("Screen").with(
        d, GeneratedView("Room").with(GeneratedView("Corner").with(b)), a,
        GeneratedView("Hall").with(c))
      return Stage(screen, suspect: c)
    },
    InventedLoop(
      "nearly-still",
      Truth(
        .oscillating(period: 4),
        [.init("Dial", ["frame.size.width"], on: ["Dial"], dirties: ["Panel"])],
        accomplices: ["Panel"]),
      because: """
        Widths 40, 42, 40, 43: every other round is the same, and one in four is another. It is four \
        rounds until everything is as it was.
        """
    ) {
      let dial = GeneratedView("Dial")
      let panel = GeneratedView("Panel").with(dial)
      panel.onLayout = { $0.subviews[0].setNeedsLayout() }
      dial.onLayout = {
        if !Repair.isMade { $0.frame.size.width = [40, 42, 40, 43][$0.layouts % 4] }
      }
      return Stage(panel, suspect: dial)
    },
    InventedLoop(
      "give-and-take",
      Truth(
        .drifting(["frame.size.width"], perRound: 2),
        [.init("Divider", ["frame.size.width"], on: ["Left"], dirties: ["Split"])],
        accomplices: ["Split"], victims: ["Left", "Right"]),
      because: """
        What the divider gives to the left it takes from the right, so that the sum stays. Both widths \
        run away, the left by 2, the right by -2; the first one in the tree is named.
        """
    ) {
      let (left, right) = (
        GeneratedView("Left"), GeneratedView("Right", CGRect(x: 90, y: 0, width: 9_000, height: 90))
      )
      let divider = GeneratedView("Divider")
      let split = GeneratedView("Split").with(left, right, divider)
      split.onLayout = { [unowned divider] _ in divider.setNeedsLayout() }
      divider.onLayout = { [unowned left, unowned right] _ in
        guard !Repair.isMade else { return }
        left.frame.size.width += 2
        right.frame.size.width -= 2
      }
      return Stage(split, suspect: divider)
    },
    InventedLoop(
      "transforms",
      Truth(
        .oscillating(period: 1),
        [.init("Zoom", ["transform"], on: ["Photo"], dirties: ["Album"])],
        accomplices: ["Album"]),
      because: """
        The album resets its photo's transform, the zoom control sets it: one value with two owners. \
        A transform dirties no view; their calls repeat. The zoom should not touch the photo.
        """
    ) {
      let photo = GeneratedView("Photo")
      let album = GeneratedView("Album").with(photo)
      let zoom = GeneratedView("Zoom")
      album.onLayout = { [unowned zoom] in
        $0.subviews[0].transform = .identity
        zoom.setNeedsLayout()
      }
      zoom.onLayout = { [unowned photo, unowned album] _ in
        guard !Repair.isMade else { return }
        photo.transform = AffineTransform(scaleX: 2, y: 2)
        album.setNeedsLayout()
      }
      return Stage(GeneratedView("Screen").with(album, zoom), suspect: album)
    },
    InventedLoop(
      "resized-content",
      Truth(
        .oscillating(period: 2),
        [.init("Toggle", ["frame.size.height"], on: ["Box"], dirties: ["Box"])],
        accomplices: ["Box"], victims: ["Bar", "Foot", "Screen"]),
      because: """
        Bar and foot are resized with the box by their autoresizing masks: that is the engine's doing, \
        a consequence of the one write that the toggle makes upstream. The screen is dirtied by the \
        size of its child and does nothing about it.
        """
    ) {
      let (bar, foot) = (GeneratedView("Bar"), GeneratedView("Foot"))
      bar.autoresizingMask = [.flexibleHeight]
      foot.autoresizingMask = [.flexibleHeight]
      let toggle = GeneratedView("Toggle")
      let box = GeneratedView("Box").with(bar, foot, toggle)
      box.onLayout = { $0.subviews[2].setNeedsLayout() }
      toggle.onLayout = {
        guard let box = $0.superview, !Repair.isMade else { return }
        box.frame.size.height = box.frame.height == 90 ? 130 : 90
      }
      let screen = GeneratedView("Screen")
      box.autoresizingMask = []
      return Stage(screen.with(box), suspect: toggle)
    },
    InventedLoop(
      "late-writer",
      Truth(
        .oscillating(period: 2),
        [.init("Page", ["setNeedsLayout"], on: ["Page"], dirties: ["Page"])],
        victims: ["Header"]),
      because: """
        The controller writes its header in viewDidLayoutSubviews, which is inside of its view's \
        layout and its right; that dirties the header, not the page. The call repeats.
        """
    ) {
      let page = GeneratedView("Page").with(GeneratedView("Header"))
      let controller = GeneratedController(of: page)
      controller.onLayout = {
        let header = $0.view.subviews[0]
        header.frame.size.height = header.frame.height == 44 ? 52 : 44
        if !Repair.isMade { $0.view.setNeedsLayout() }
      }
      return Stage(page, suspect: page, props: [controller])
    },
    InventedLoop(
      "one-of-many-rows",
      Truth(
        .oscillating(period: 1),
        [.init("Odd", ["frame.size.height"], on: ["Odd"], dirties: ["List"])],
        accomplices: ["List"], victims: ["Row"]),
      because: """
        A list gives all of its 60 rows one height; one of them wants another. The others are sized \
        once and laid out again by the list's call.
        """
    ) {
      let list = GeneratedView("List")
      for _ in 0..<30 { list.addSubview(GeneratedView("Row")) }
      let odd = GeneratedView("Odd")
      list.addSubview(odd)
      for _ in 0..<30 { list.addSubview(GeneratedView("Row")) }
      list.onLayout = {
        for row in $0.subviews {
          row.frame.size.height = 44
          row.setNeedsLayout()
        }
      }
      odd.onLayout = { if !Repair.isMade { $0.frame.size.height = 51.5 } }
      return Stage(list, suspect: odd)
    },
  ]
}
