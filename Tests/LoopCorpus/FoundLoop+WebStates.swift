import Foundation
import LoopScenarios
import ViewTree

private let github = "https://github.com/"

extension FoundLoop {
  /// The web, where an app's state decides the loop, or views are made anew.
  static let webStates: [FoundLoop] = [
    FoundLoop(
      "toolbar-rounding", github + "daintreehq/daintree/issues/8157",
      "a toolbar rounds its width to see how many items fit, and its width depends on their number",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init("Toolbar", ["setNeedsLayout"], on: ["Header"]),
          .init("Header", ["frame.size.width", "frame"], on: ["Toolbar"]),
        ], naming: .both, values: ["Toolbar.frame.size.width", "visibleCount"],
        members: ["Header", "Toolbar"], others: ["Header", "Toolbar"],
        proof: [.proved, .untested], remedy: .roundToPixel),
      because: """
        The toolbar's call leads up, the header answers with 300.4 or 300.6: values come back, so the \
        call is named first and the write with it. Less than half a pixel apart.
        """
    ) { isRepaired in
      let toolbar = GeneratedView("Toolbar")
      let header = GeneratedView("Header").with(toolbar)
      let visibleCount = AppState(3)
      header.onLayout = { [unowned toolbar] _ in
        let width = visibleCount.value == 4 ? 300.4 : 300.6
        toolbar.frame = CGRect(x: 0, y: 0, width: width, height: 40)  // culprit: toolbar-rounding
      }
      toolbar.onLayout = {
        let count = $0.bounds.width.rounded() >= 301 ? 4 : 3
        guard count != visibleCount.value else { return }
        visibleCount.value = count
        if !isRepaired { $0.superview?.setNeedsLayout() }  // culprit: toolbar-rounding
      }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(header), suspect: header),
        watching: ["visibleCount": { "\(visibleCount.value)" }])
    },
    FoundLoop(
      "unstable-item", github + "caseywebdev/react-list/issues/169",
      "items measure 300 with four of them and 301 with five, and a list of 1204 needs five or four",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init("List", ["subviews", "addSubview", "removeFromSuperview"], on: ["List", "Fifth"])
        ],
        values: ["List.subviews", "count"], members: ["List"], others: ["Fifth"],
        proof: [.proved, .untested], remedy: .oncePerTurn,
        not: [.blame("Fifth"), .words("every round ends with the same geometry")]),
      because: """
        The list adds its own fifth item in one round and removes it in the next; who its subviews are \
        is a value that comes back. Adding and removing dirty the list itself.
        """
    ) { isRepaired in
      let fifth = GeneratedView("Fifth")
      let list = GeneratedView("List")
      for _ in 0..<4 { list.addSubview(GeneratedView("Item")) }
      let count = AppState(4)
      list.onLayout = { list in
        let height: CGFloat = count.value == 4 ? 300 : 301
        count.value = Int((1204 / height).rounded(.up))
        guard !isRepaired, count.value != list.subviews.count else { return }
        if count.value == 5 {
          list.addSubview(fifth)  // culprit: unstable-item
        } else {
          fifth.removeFromSuperview()  // culprit: unstable-item
        }
      }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(list), suspect: list),
        watching: ["count": { "\(count.value)" }])
    },
    FoundLoop(
      "show-more", github + "nkbt/react-height/issues/39",
      "a card whose text is too high is collapsed, and a collapsed one is not too high",
      FoundTruth(
        .oscillating(period: 2), [.init("Card", ["setNeedsLayout"], on: ["Card"])],
        values: ["Text.frame.size.height", "isCollapsed"], members: ["Card", "Text"],
        victims: ["Text"], proof: [.proved, .untested], remedy: .oncePerTurn, not: [.blame("Text")]),
      because: """
        The state's didSet asks for the layout of the card, in the card's layout: a call on itself. The \
        height of the text follows from the state, with the flow.
        """
    ) { isRepaired in
      let text = GeneratedView("Text")
      let card = GeneratedView("Card").with(text)
      let isCollapsed = AppState(false)
      isCollapsed.didSet = { [unowned card] in
        if !isRepaired { card.setNeedsLayout() }  // culprit: show-more
      }
      card.onLayout = { [unowned text] _ in
        text.frame.size.height = isCollapsed.value ? 100 : 180
        isCollapsed.value = text.frame.height > 120
      }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(card), suspect: card),
        watching: ["isCollapsed": { "\(isCollapsed.value)" }])
    },
    FoundLoop(
      "hover-attributes", github + "tldraw/tldraw/issues/8528",
      "a toolbar marks its items when anything about them changes, also the mark",
      FoundTruth(
        .oscillating(period: 2), [.init("Toolbar", ["setNeedsLayout"], on: ["Toolbar"])],
        values: ["isMarked"], members: ["Toolbar", "Item"], victims: ["Item"],
        proof: [.proved, .untested], not: [.blame("Item"), .words("set it back")]),
      because: """
        No frame ever changes: what comes back is the mark, true and false. The observer's call runs \
        in the toolbar's layout; the item is only laid out because it is asked to be.
        """
    ) { isRepaired in
      let item = GeneratedView("Item")
      let toolbar = GeneratedView("Toolbar").with(item)
      let isMarked = AppState(false)
      isMarked.didSet = { [unowned toolbar] in
        if !isRepaired { toolbar.setNeedsLayout() }  // culprit: hover-attributes
      }
      toolbar.onLayout = { [unowned item] _ in
        isMarked.value.toggle()
        item.setNeedsLayout()
      }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(toolbar), suspect: toolbar),
        watching: ["isMarked": { "\(isMarked.value)" }])
    },
    FoundLoop(
      "masonry", github + "dermotduffy/advanced-camera-card/pull/2411",
      "a grid makes its tiles anew when its width changes, which takes its height and so the scroll bar",
      FoundTruth(
        .oscillating(period: 2), [.init("Grid", ["frame.size.height"], on: ["Grid"])],
        values: ["Grid.frame.size.height"], members: ["Host", "Grid", "Tile"],
        accomplices: ["Host"], victims: ["Tile"], proof: [.proved, .untested], remedy: .oncePerTurn,
        not: [.blame("Host"), .blame("Tile"), .history(of: "Tile")]),
      because: """
        The grid writes its own height, 0 and 1000, before it asks by its new tiles. The host gives it \
        380 beside the bar and 390 without, which is its job. The tiles are others in each round.
        """
    ) { isRepaired in
      let grid = GeneratedView("Grid")
      let host = GeneratedView("Host").with(grid)
      host.onLayout = { [unowned grid] _ in
        grid.frame.size.width = grid.frame.height > 800 ? 380 : 390
      }
      let width = AppState<CGFloat>(0)
      grid.onLayout = { grid in
        func become(_ height: CGFloat) {
          let frame = CGRect(x: 0, y: 0, width: grid.frame.width, height: height)
          if !isRepaired { grid.frame = frame }  // culprit: masonry
        }
        guard grid.bounds.width != width.value else { return become(1000) }
        width.value = grid.bounds.width
        for tile in grid.subviews { tile.removeFromSuperview() }
        become(0)
        for _ in 0..<3 { grid.addSubview(GeneratedView("Tile")) }
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(host), suspect: grid))
    },
  ]
}
