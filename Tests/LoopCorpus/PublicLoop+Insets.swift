import Foundation
import LoopScenarios
import ViewTree

private let github = "https://github.com/"

extension PublicLoop {
  /// Insets, offsets, constraints and arrangements: what is no frame.
  static let insets: [PublicLoop] = [
    PublicLoop(
      "content-inset", github + "TextureGroup/Texture/issues/164",
      "a node sets the inset of its feed in its layout, which moves the feed, which asks the node",
      Truth(
        .oscillating(period: 2),
        [.init("Feed", ["setNeedsLayout"], on: ["Node"], dirties: ["Node"])],
        beside: .init(
          "Node", ["bounds.origin", "contentInset", "contentOffset"], on: ["Feed"],
          dirties: ["Feed"]),
        accomplices: ["Node"]),
      because: """
        The offset is -20 after one round and 0 after the next. To set it is the node's business; the \
        feed's call goes against the flow. Since the values come back, the call is named first and the \
        write beside it.
        """
    ) {
      let feed = GeneratedScroll("Feed", CGRect(x: 0, y: 0, width: 390, height: 700))
      let node = GeneratedView("Node").with(feed)
      node.onLayout = { [unowned feed] _ in
        if feed.contentOffset.y == 0 {
          feed.contentInset.top = 20
          feed.contentOffset.y = -20
        } else {
          feed.contentInset.top = 0
        }
      }
      feed.onLayout = { if !Repair.isMade { $0.superview?.setNeedsLayout() } }
      return Stage(node, suspect: feed)
    },
    PublicLoop(
      "microscopic-inset", github + "dotnet/maui/pull/38197",
      "an inset alternates between nothing and a hundred-billionth, and each counts as a change",
      Truth(
        .oscillating(period: 2),
        [.init("Page", ["additionalSafeAreaInsets"], on: ["Page"], dirties: ["Page"])]),
      because: """
        The values differ by far less than a pixel, and come back after two rounds. The code writes \
        the controller's additional insets; the safe area follows from it.
        """
    ) {
      let page = GeneratedView("Page")
      let controller = GeneratedController(of: page)
      controller.onLayout = {
        guard !Repair.isMade else { return }
        $0.additionalSafeAreaInsets.bottom = $0.additionalSafeAreaInsets.bottom == 0 ? 1e-11 : 0
      }
      return Stage(page, suspect: page, props: [controller])
    },
    PublicLoop(
      "flexible-header", github + "material-components/material-components-ios/issues/2471",
      "a header is as high as the safe area and 56, and its height is added to the safe area",
      Truth(
        .drifting(
          ["safeAreaInsets", "additionalSafeAreaInsets", "frame.size.height"], perRound: 56),
        [.init("Catalog", ["additionalSafeAreaInsets"], on: ["Catalog"], dirties: ["Catalog"])],
        victims: ["Header"]),
      because: """
        The inset and the header grow by 56 in every round, so either may be named as what drifts. \
        The edge that goes round is the controller's write of its additional insets.
        """
    ) {
      let header = GeneratedView("Header")
      let catalog = GeneratedView("Catalog").with(header)
      let controller = GeneratedController(of: catalog)
      catalog.onLayout = {
        $0.subviews[0].frame = CGRect(
          x: 0, y: 0, width: 390, height: 56 + $0.safeAreaInsets.top)
      }
      controller.onLayout = {
        guard !Repair.isMade else { return }
        $0.additionalSafeAreaInsets.top = $0.view.subviews[0].frame.height
      }
      return Stage(catalog, suspect: catalog, props: [controller])
    },
    PublicLoop(
      "entry-constraints", github + "huri000/SwiftEntryKit/pull/74",
      "layout asks for the constraints phase, the constraints phase asks for layout",
      Truth(
        .redundant,
        [
          .init(
            "Wrapper", ["setNeedsLayout", "setNeedsUpdateConstraints"], on: ["Wrapper"],
            dirties: ["Wrapper"])
        ], victims: ["Screen"]),
      because: """
        Nothing changes. Both calls are Wrapper's, one in layoutSubviews, one in updateConstraints, \
        and the loop stops without either. Screen is dirtied by the constraints of its child.
        """
    ) {
      let wrapper = GeneratedView("Wrapper")
      wrapper.onLayout = { if !Repair.isMade { $0.setNeedsUpdateConstraints() } }
      wrapper.onConstraints = { $0.setNeedsLayout() }
      return Stage(GeneratedView("Screen").with(wrapper), suspect: wrapper)
    },
    PublicLoop(
      "constraint-passes", github + "Sequel-Ace/Sequel-Ace/issues/1774",
      "a table's updateConstraints moves the sidebar's edge, whose layout asks for constraints",
      Truth(
        .oscillating(period: 2),
        [.init("Table", ["frame.size.width"], on: ["Sidebar"], dirties: ["Sidebar"])],
        accomplices: ["Sidebar"], victims: ["Split"]),
      because: """
        What updateConstraints writes has a writer: the view whose updateConstraints runs, Table. \
        The width is 200, then 180, then 200. Split is dirtied by both and does nothing.
        """
    ) {
      let sidebar = GeneratedView("Sidebar", CGRect(x: 0, y: 0, width: 200, height: 400))
      let table = GeneratedView("Table", CGRect(x: 200, y: 0, width: 190, height: 400))
      sidebar.onLayout = { [unowned table] _ in table.setNeedsUpdateConstraints() }
      table.onConstraints = { [unowned sidebar] _ in
        if !Repair.isMade { sidebar.frame.size.width = sidebar.frame.width == 200 ? 180 : 200 }
      }
      return Stage(GeneratedView("Split").with(sidebar, table), suspect: sidebar)
    },
    PublicLoop(
      "truncated-text", github + "opencloud-eu/desktop/issues/690",
      "a button is shown when the text is cut, and with the button the text is not cut",
      Truth(
        .oscillating(period: 2),
        [.init("Message", ["isHidden"], on: ["More"], dirties: ["Column"])],
        accomplices: ["Column"], victims: ["More"]),
      because: """
        The text is 390 wide, then 330, then 390. Message's code writes isHidden of its sibling; \
        the arrangement is the consequence. A hidden arranged view is parked without length, so that \
        More is laid out again and does nothing.
        """
    ) {
      let message = GeneratedView("Message")
      let more = GeneratedView("More")
      more.naturalSize = CGSize(width: 60, height: 44)
      let column = StackView(arrangedSubviews: [message, more])
      column.identifier = "Column"
      message.onLayout = { [unowned more] in
        if !Repair.isMade { more.isHidden = $0.bounds.width < 350 }
      }
      return Stage(column, suspect: message)
    },
  ]
}
