import Foundation
import LoopHunter
import LoopScenarios
import ViewTree

private let github = "https://github.com/"

/// A program that looks like a loop and settles, or never was one; most come from public issues.
package struct FoundInnocent: Sendable {
  package let name: String
  /// Where people wondered about it, or made it settle; nil for one that was thought up.
  package let source: String?
  /// Why it must not be reported.
  package let because: String
  package let build: @Sendable () -> Stage

  init(
    _ name: String, _ source: String?, because: String, build: @escaping @Sendable () -> Stage
  ) {
    self.name = name
    self.source = source
    self.because = because
    self.build = build
  }

  /// The reports of a hunt of the whole tree, and of an expectation: none.
  package func reports() throws -> [LoopReport] {
    try Innocent(name, because: because, build: build).reports()
  }

  /// Those that others met.
  package static let all: [FoundInnocent] = settling + overTurns

  /// Those that were thought up.
  package static let probes: [FoundInnocent] = probed

  /// They go round a few times, or many, and arrive.
  private static let settling: [FoundInnocent] = [
    FoundInnocent(
      "observer-settles", github + "w3c/csswg-drafts/issues/6173",
      because: "an element's observer changes the element once, and is content with the second pass"
    ) {
      let box = GeneratedView("Box")
      return Stage(GeneratedView("Host").with(box), suspect: box).observing(box) {
        $0.frame.size.height = 120
      }
    },
    FoundInnocent(
      "clamped-gutter", github + "geobrowser/geogenesis/pull/2155",
      because: "a gutter narrows the text that is measured for it; narrower can only overflow more"
    ) {
      let text = GeneratedView("Text")
      let wrapper = GeneratedView("Wrapper").with(text)
      let gutter = AppState<CGFloat>(0)
      wrapper.onLayout = { [unowned text] in
        text.frame = CGRect(x: 0, y: 0, width: $0.bounds.width - gutter.value, height: 60)
      }
      text.onLayout = {
        let wanted: CGFloat = 4000 / $0.bounds.width > 40 ? 44 : 0
        guard wanted != gutter.value else { return }
        gutter.value = wanted
        $0.superview?.setNeedsLayout()
      }
      return Stage(GeneratedView("Screen").with(wrapper), suspect: wrapper)
    },
    FoundInnocent(
      "rendered-twice", github + "amake/flutter_tex_js/pull/1",
      because: "an image that is rendered anew for another width has the same size the second time"
    ) {
      let image = GeneratedView("Image", .zero)
      let builder = GeneratedView("Builder").with(image)
      let rendered = AppState<CGFloat>(0)
      builder.onLayout = { [unowned image] builder in
        guard rendered.value != builder.bounds.width else { return }
        rendered.value = builder.bounds.width
        builder.window?.loop.async { [weak image, weak builder] in
          image?.frame.size = CGSize(width: 40, height: 20)
          builder?.setNeedsLayout()
        }
      }
      let stage = Stage(GeneratedView("Screen").with(builder), suspect: builder)
      stage.script = { $0.runUntilIdle(limit: 300) }
      return stage
    },
    FoundInnocent(
      "creeping-rectangle", github + "lvcabral/brs-engine/pull/1119",
      because: "a group creeps from 659 to its fixed point, where it stops"
    ) {
      let label = GeneratedView("Label", CGRect(x: 0, y: 0, width: 659, height: 20))
      let group = GeneratedView("Group").with(label)
      group.onLayout = { $0.subviews[0].setNeedsLayout() }
      label.onLayout = {
        let width = ($0.frame.width + 627) / 2
        $0.frame.size.width = width.rounded()
      }
      return Stage(GeneratedView("Screen").with(group), suspect: group)
    },
    FoundInnocent(
      "self-sizing-cells", github + "xmtplabs/convos-ios/issues/1349",
      because: "ninety cells are measured, each of which lays out the list once, and all converge"
    ) {
      let list = GeneratedView("List")
      for index in 0..<90 {
        let cell = GeneratedView("Cell", CGRect(x: 0, y: 0, width: 300, height: 44))
        cell.onLayout = { cell in
          guard cell.frame.height == 44 else { return }
          guard cell.layouts > index else { return cell.setNeedsLayout() }
          cell.frame.size.height = 60
        }
        list.addSubview(cell)
      }
      return Stage(list, suspect: list)
    },
    FoundInnocent(
      "header-if-changed", github + "roadfire/AutoLayoutTableHeaderView/issues/3",
      because: "a controller assigns the header's height in each layout, if it is another one"
    ) {
      let header = GeneratedView("Header")
      let table = GeneratedView("Table").with(header)
      let controller = GeneratedController(of: table)
      controller.onLayout = { controller in
        guard header.frame.height != 120 else { return }
        header.frame.size.height = 120
        controller.view.setNeedsLayout()
      }
      return Stage(GeneratedView("Screen").with(table), suspect: table, props: [controller])
    },
    FoundInnocent(
      "overflow-with-memory", github + "daintreehq/daintree/pull/8213",
      because: "an item that overflowed comes back only when there is more room than it needs"
    ) {
      let (last, more) = (GeneratedView("Last"), GeneratedView("More"))
      let items = [GeneratedView("First"), GeneratedView("Second"), last, more]
      for item in items { item.naturalSize = CGSize(width: 110, height: 44) }
      more.isHidden = true
      let bar = FoundStack("Bar", .horizontal, items)
      bar.frame = CGRect(x: 0, y: 0, width: 325, height: 44)
      bar.onLayout = { [unowned last, unowned more] in
        let needed: CGFloat = last.isHidden ? 330 + 32 : 330
        last.isHidden = needed > $0.bounds.width
        more.isHidden = !last.isHidden
      }
      return Stage(GeneratedView("Screen").with(bar), suspect: bar)
    },
    FoundInnocent(
      "mounted-once", github + "httptoolkit/react-reverse-portal/issues/15",
      because: "two portals exchange their nodes in one layout, and each finds its own in the next"
    ) {
      let nodes = [GeneratedView("NodeA"), GeneratedView("NodeB")]
      let portals = [
        GeneratedView("PortalA").with(nodes[1]), GeneratedView("PortalB").with(nodes[0]),
      ]
      for (portal, node) in zip(portals, nodes) {
        portal.onLayout = { [unowned node] in
          if node.superview !== $0 { $0.addSubview(node) }
        }
      }
      let screen = GeneratedView("Screen").with(portals[0], portals[1])
      return Stage(screen, suspect: portals[0])
    },
    FoundInnocent(
      "searched-font", github + "STRML/textFit/issues/17",
      because:
        "a search for the largest font that fits sets it seven times in one layout, and no more"
    ) {
      let label = FoundLabel("Label", "a text of some words", size: 60)
      let card = GeneratedView("Card").with(label)
      card.onLayout = { [unowned label] _ in
        guard label.intrinsicContentSize.width > 300 else { return }
        var (low, high) = (4, 60)
        while high - low > 1 {
          let middle = (low + high) / 2
          label.font = .systemFont(ofSize: CGFloat(middle))
          if label.intrinsicContentSize.width > 300 { high = middle } else { low = middle }
        }
        label.font = .systemFont(ofSize: CGFloat(low))
      }
      label.onLayout = { label in label.frame.size = label.intrinsicContentSize }
      return Stage(GeneratedView("Screen").with(card), suspect: card)
    },
  ]

  /// They are laid out in very many turns, once or a few times in each, by what comes from outside.
  private static let overTurns: [FoundInnocent] = [
    FoundInnocent(
      "late-images", github + "desandro/masonry/issues/907",
      because: "150 images arrive one after the other, and the grid is laid out for each"
    ) {
      let grid = GeneratedView("Grid")
      for _ in 0..<150 { grid.addSubview(GeneratedView("Image", .zero)) }
      grid.onLayout = { grid in
        var y: CGFloat = 0
        for image in grid.subviews {
          image.frame.origin.y = y
          y += image.frame.height
        }
      }
      let stage = Stage(grid, suspect: grid)
      stage.script = { [unowned grid] loop in
        for (index, image) in grid.subviews.enumerated() {
          loop.after(.milliseconds(10 * (index + 1))) { [weak image] in
            image?.frame.size.height = 80
          }
        }
        loop.advance(by: .seconds(3))
      }
      return stage
    },
    FoundInnocent(
      "estimated-total", github + "TanStack/virtual/issues/243",
      because: "the content's estimated height changes with each of 200 scrolls, as it must"
    ) {
      let list = GeneratedScroll("List", .zero)
      list.contentSize = CGSize(width: 390, height: 40_000)
      list.onLayout = { list in
        let measured = (list.contentOffset.y / 100).rounded(.down)
        list.contentSize.height = 40_000 + measured * 7
      }
      let stage = Stage(list, suspect: list)
      stage.script = { [unowned list] loop in
        loop.runTurn()
        for turn in 1...200 {
          loop.event { [unowned list] in list.contentOffset.y = CGFloat(turn) * 60 }
          loop.runTurn()
        }
      }
      return stage
    },
    FoundInnocent(
      "sliding-sheet", github + "dotnet/maui/issues/32586",
      because: "a sheet slides for 150 turns, and its insets differ by less than a pixel in each"
    ) {
      let sheet = GeneratedView("Sheet")
      let stage = Stage(GeneratedView("Screen").with(sheet), suspect: sheet)
      stage.window.safeAreaInsets = EdgeInsets(top: 44)
      stage.script = { [unowned sheet] loop in
        loop.runTurn()
        for turn in 0..<150 {
          loop.event { [unowned sheet] in sheet.frame.origin.y = CGFloat(turn) * 0.2 }
          loop.runTurn()
        }
      }
      return stage
    },
    FoundInnocent(
      "dead-zone", github + "benjaminkott/bootstrap_package/issues/1468",
      because: "a header shrinks beyond 150 and grows before 90 while somebody scrolls up and down"
    ) {
      let header = GeneratedView("Header", CGRect(x: 0, y: 0, width: 390, height: 100))
      let page = GeneratedScroll("Page", .zero)
      page.addSubview(header)
      page.contentSize = CGSize(width: 390, height: 3000)
      page.onLayout = { [unowned header] page in
        let isSmall = header.frame.height == 40
        let offset = page.contentOffset.y
        guard isSmall ? offset < 90 : offset > 150 else { return }
        header.frame.size.height = isSmall ? 100 : 40
        page.contentSize.height += isSmall ? 60 : -60
      }
      let stage = Stage(page, suspect: page)
      stage.script = { [unowned page] loop in
        loop.runTurn()
        for turn in 0..<200 {
          loop.event { [unowned page] in page.contentOffset.y = CGFloat(abs(turn % 40 - 20)) * 10 }
          loop.runTurn()
        }
      }
      return stage
    },
  ]
}
