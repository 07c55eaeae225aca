import Foundation
import LoopScenarios
import ViewTree

private let github = "https://github.com/"

extension PublicLoop {
  /// A view writes a frame that another view owns, or that grows with each write.
  static let geometry: [PublicLoop] = [
    PublicLoop(
      "layout-node", github + "nicklockwood/layout/issues/184",
      "a view takes its intrinsic size in its own layout, its host gives it the whole room again",
      Truth(
        .oscillating(period: 1),
        [.init("Node", ["frame.size"], on: ["Node"], dirties: ["Host"])], accomplices: ["Host"]),
      because: """
        Node undoes within each round what its host decided. A view's own size is its superview's \
        business, so the line to change is in Node; Host sets it back and has to.
        """
    ) {
      let node = GeneratedView("Node")
      let host = GeneratedView("Host").with(node.with(GeneratedView("Content")))
      host.onLayout = { [unowned node] in node.frame = $0.bounds }
      node.onLayout = {
        $0.subviews[0].frame = $0.bounds
        if !Repair.isMade { $0.frame.size = CGSize(width: 320, height: 200) }
      }
      return Stage(host, suspect: node)
    },
    PublicLoop(
      "index-background", github + "mindz-eye/MYTableViewIndex/issues/33",
      "an index and the owner of its background both decide on the background's frame",
      Truth(
        .oscillating(period: 1),
        [.init("Background", ["frame"], on: ["Background"], dirties: ["Index"])],
        accomplices: ["Index"]),
      because: """
        Two owners write one frame; the one below writes upstream. The reporter found that the \
        trouble was that he modified the background's frame himself too.
        """
    ) {
      let background = GeneratedView("Background")
      let index = GeneratedView("Index").with(background)
      index.onLayout = { $0.subviews[0].frame = CGRect(x: 0, y: 0, width: 20, height: 400) }
      background.onLayout = {
        if !Repair.isMade { $0.frame = CGRect(x: 2, y: 0, width: 16, height: 400) }
      }
      return Stage(GeneratedView("Screen").with(index), suspect: background)
    },
    PublicLoop(
      "safe-area-growth", github + "microsoft/fluentui-apple/pull/2099",
      "a notification that is slid off the edge grows by the safe area, and is slid further",
      Truth(
        .drifting(["frame.size.height"], perRound: 44),
        [.init("Notification", ["frame.size.height"], on: ["Notification"], dirties: ["Host"])],
        accomplices: ["Host"]),
      because: """
        The height grows by 44 for ever because Notification adds the inset to what it has. Host \
        only moves it, which dirties nobody, and asks for its layout.
        """
    ) {
      let notification = GeneratedView("Notification")
      let host = GeneratedView("Host").with(notification)
      host.onLayout = { [unowned notification] _ in
        notification.frame.origin.y = -notification.frame.height
        notification.setNeedsLayout()
      }
      notification.onLayout = { if !Repair.isMade { $0.frame.size.height += 44 } }
      return Stage(host, suspect: notification)
    },
    PublicLoop(
      "random-cell", github + "mokagio/UICollectionViewLeftAlignedLayout/issues/17",
      "a cell prefers another random width each time it is asked",
      Truth(
        .undetermined, [.init("Cell", ["frame.size.width"], on: ["Cell"], dirties: ["List"])],
        accomplices: ["List"]),
      because: """
        The widths have no period and no direction, so neither oscillating nor drifting is true, and \
        redundant is false. The culprit is clear all the same.
        """
    ) {
      let cell = GeneratedView("Cell")
      let list = GeneratedView("List").with(cell)
      list.onLayout = { $0.subviews[0].setNeedsLayout() }
      nonisolated(unsafe) var state: UInt32 = 7
      cell.onLayout = {
        state = state &* 1_664_525 &+ 1_013_904_223
        guard !Repair.isMade else { return }
        $0.frame.size.width = 60 + CGFloat(state >> 16 & 127) + ($0.bounds.width == 60 ? 1 : 0)
      }
      return Stage(list, suspect: cell)
    },
    PublicLoop(
      "canvas-growth", github + "CrazyTim/spin-wheel/issues/46",
      "a canvas fills its container, whose height is that of the canvas and a gap",
      Truth(
        .drifting(["frame.size.height"], perRound: 4),
        [.init("Canvas", ["frame.size.height"], on: ["Container"], dirties: ["Container"])],
        accomplices: ["Container"], victims: ["Page"]),
      because: """
        The upstream write is Canvas's to its container. The container sizes its child, which is its \
        job. Page is dirtied by the size of its child and does nothing about it.
        """
    ) {
      let canvas = GeneratedView("Canvas")
      let container = GeneratedView("Container").with(canvas)
      container.onLayout = { $0.subviews[0].frame = $0.bounds }
      canvas.onLayout = {
        if !Repair.isMade { $0.superview?.frame.size.height = $0.frame.height + 4 }
      }
      return Stage(GeneratedView("Page").with(container), suspect: container)
    },
    PublicLoop(
      "hidden-region", github + "highcharts/highcharts/pull/21349",
      "a hidden region in another branch makes the chart higher whenever the chart reflows",
      Truth(
        .drifting(["frame.size.height"], perRound: 16),
        [.init("Region", ["frame.size.height"], on: ["Chart"], dirties: ["Chart"])],
        accomplices: ["Chart"], victims: ["Page"]),
      because: """
        Region writes across branches; without that write nothing changes and nobody is dirtied. \
        Chart tells the region of each reflow, so the loop would stop there as well.
        """
    ) {
      let chart = GeneratedView("Chart")
      let region = GeneratedView("Region")
      let page = GeneratedView("Page").with(chart, GeneratedView("Regions").with(region))
      chart.onLayout = { [unowned region] _ in region.setNeedsLayout() }
      region.onLayout = { [unowned chart] _ in
        if !Repair.isMade { chart.frame.size.height += 16 }
      }
      return Stage(page, suspect: chart)
    },
    PublicLoop(
      "two-refreshers", github + "telly/TLYShyNavBar/issues/133",
      "a pull-to-refresh control and a shy bar each scroll the feed to their own place",
      Truth(
        .oscillating(period: 1),
        [
          .init("Refresh", ["bounds.origin", "contentOffset"], on: ["Feed"], dirties: ["Feed"]),
          .init("ShyBar", ["bounds.origin", "contentOffset"], on: ["Feed"], dirties: ["Feed"]),
        ], others: ["Feed", "Refresh", "ShyBar"]),
      because: """
        Two owners of one offset fight; either is the place to fix, and neither is a victim. The \
        feed only tells them that it scrolled.
        """
    ) {
      let feed = GeneratedScroll("Feed", CGRect(x: 0, y: 0, width: 390, height: 700))
      let refresh = GeneratedView("Refresh")
      let bar = GeneratedView("ShyBar")
      feed.onLayout = { [unowned refresh, unowned bar] _ in
        refresh.setNeedsLayout()
        bar.setNeedsLayout()
      }
      refresh.onLayout = { [unowned feed] _ in
        if !Repair.isMade { feed.contentOffset.y = -60 }
      }
      bar.onLayout = { [unowned feed] _ in feed.contentOffset.y = -44 }
      return Stage(GeneratedView("Screen").with(feed, refresh, bar), suspect: feed)
    },
    PublicLoop(
      "inlines", github + "microsoft/microsoft-ui-xaml/issues/6642",
      "a text block adds a line in its layout, its presenter gives it the height for it",
      Truth(
        .drifting(["frame.size.height"], perRound: 20),
        [
          .init("Presenter", ["frame.size.height"], on: ["Block"], dirties: ["Block"]),
          .init(
            "Block", ["invalidateIntrinsicContentSize"], on: ["Block"], dirties: ["Presenter"]),
        ], others: ["Presenter", "Block"]),
      because: """
        Nothing but the presenter's write changes geometry, and it outranks the call that announces \
        it. A person would go to Block, which adds the line; that is no geometry, so its call is \
        accepted too. Both drive, and neither is a victim.
        """
    ) {
      let block = GeneratedView("Block")
      let presenter = GeneratedView("Presenter").with(block)
      nonisolated(unsafe) var lines = 1
      presenter.onLayout = { $0.subviews[0].frame.size.height = CGFloat(lines) * 20 }
      block.onLayout = {
        lines += 1
        if !Repair.isMade { $0.invalidateIntrinsicContentSize() }
      }
      return Stage(presenter, suspect: block)
    },
    PublicLoop(
      "rounding-shrink", github + "react/yoga/issues/824",
      "a text shrinks by half a point on each pass, and its root lays it out on each pass",
      Truth(
        .drifting(["frame.size.height"], perRound: -0.5),
        [.init("Text", ["frame.size.height"], on: ["Text"], dirties: ["Column"])],
        accomplices: ["Column", "Root"]),
      because: """
        The rounding in Text loses half a point of what it had. Column asks Root, and Root lays the \
        text out again: each is needed, and neither changes anything.
        """
    ) {
      let text = GeneratedView("Text", CGRect(x: 0, y: 0, width: 100, height: 900))
      let column = GeneratedView("Column").with(text)
      let root = GeneratedView("Root").with(column)
      root.onLayout = { [unowned text] _ in text.setNeedsLayout() }
      column.onLayout = { $0.superview?.setNeedsLayout() }
      text.onLayout = { if !Repair.isMade { $0.frame.size.height -= 0.5 } }
      return Stage(root, suspect: text)
    },
    PublicLoop(
      "three-widths", github + "ebi-webcomponents/nightingale/issues/132",
      "a track over-adjusts its width in a zoomed table and comes round after three steps",
      Truth(
        .oscillating(period: 3),
        [.init("Track", ["frame.size.width"], on: ["Track"], dirties: ["Table"])],
        accomplices: ["Table"]),
      because: """
        300, 301, 299 and 300 again: three rounds, of which three in a row may look like a drift. \
        Only Track writes.
        """
    ) {
      let track = GeneratedView("Track", CGRect(x: 0, y: 0, width: 300, height: 40))
      let table = GeneratedView("Table").with(track)
      table.onLayout = { $0.subviews[0].setNeedsLayout() }
      track.onLayout = {
        let next: [CGFloat: CGFloat] = [300: 301, 301: 299, 299: 300]
        if !Repair.isMade { $0.frame.size.width = next[$0.frame.width] ?? 300 }
      }
      return Stage(table, suspect: table)
    },
  ]
}
