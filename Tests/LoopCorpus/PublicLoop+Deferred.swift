import Foundation
import LoopScenarios
import ViewTree

private let github = "https://github.com/"

extension PublicLoop {
  /// One layout per turn, each caused by the one before.
  static let deferred: [PublicLoop] = [
    PublicLoop(
      "centered-view", github + "react/react-native/issues/31876",
      "a view's layout is told a turn later, which moves its holder and rounds its width anew",
      Truth(
        .acrossTurns,
        [.init("Content", ["frame.size.width"], on: ["Content"], dirties: ["Content"])],
        victims: ["Holder"]),
      because: """
        The block that Content's layout enqueued writes the width that lays Content out again. The \
        holder is moved, which dirties nobody, and is dirtied by its child's width.
        """
    ) {
      let content = GeneratedView("Content", CGRect(x: 0, y: 0, width: 571.5, height: 100))
      let holder = GeneratedView("Holder").with(content)
      content.onLayout = { content in
        content.window?.loop.async { [weak content] in
          guard let content else { return }
          content.superview?.frame.origin.x = 50 - content.frame.width / 2
          let width: CGFloat = content.frame.width == 571.5 ? 571 : 571.5
          if !Repair.isMade { content.frame.size.width = width }
        }
      }
      return endless(Stage(GeneratedView("Screen").with(holder), suspect: content))
    },
    PublicLoop(
      "post-frame-callback", github + "NIAEFEUP/uni/issues/1544",
      "a bar asks for its page's layout after the frame, and the page lays out its bar",
      Truth(
        .acrossTurns,
        [.init("AppBar", ["setNeedsLayout"], on: ["HomePage"], dirties: ["HomePage"])],
        accomplices: ["HomePage"]),
      because: """
        The bar's layout enqueues the callback; the page only lays out what stands in it, without \
        which the loop would stop as well.
        """
    ) {
      let bar = GeneratedView("AppBar")
      let page = GeneratedView("HomePage").with(bar)
      page.onLayout = { $0.subviews[0].setNeedsLayout() }
      bar.onLayout = { bar in
        bar.window?.loop.async { [weak bar] in
          if !Repair.isMade { bar?.superview?.setNeedsLayout() }
        }
      }
      return endless(Stage(page, suspect: page))
    },
    PublicLoop(
      "badge-wrapper", github + "MetaMask/metamask-design-system/pull/1471",
      "a badge's measured size swaps between two values 0.4 apart, a turn after each layout",
      Truth(
        .acrossTurns,
        [.init("Badge", ["frame.size.width"], on: ["Wrapper"], dirties: ["Wrapper"])],
        accomplices: ["Wrapper"], victims: ["Avatar"]),
      because: """
        The block from Badge's layout writes its wrapper upstream; the wrapper sizes the badge, \
        which is its job. Avatar, around both, is dirtied by the wrapper's size.
        """
    ) {
      let badge = GeneratedView("Badge", CGRect(x: 0, y: 0, width: 36, height: 36))
      let wrapper = GeneratedView("Wrapper", CGRect(x: 0, y: 0, width: 40, height: 40)).with(badge)
      let avatar = GeneratedView("Avatar").with(wrapper)
      wrapper.onLayout = { $0.subviews[0].frame.size.width = $0.bounds.width - 4 }
      badge.onLayout = { badge in
        badge.window?.loop.async { [weak badge] in
          guard let wrapper = badge?.superview, !Repair.isMade else { return }
          wrapper.frame.size.width = wrapper.frame.width == 40 ? 40.4 : 40
        }
      }
      return endless(Stage(avatar, suspect: wrapper))
    },
    PublicLoop(
      "image-in-layout", github + "SDWebImage/SDWebImage/issues/2097",
      "a cell loads its image in layoutSubviews, and the image's arrival lays the cell out",
      Truth(
        .acrossTurns, [.init("Cell", ["setNeedsLayout"], on: ["Cell"], dirties: ["Cell"])]),
      because: "A timer armed by each layout dirties the cell again ten milliseconds later."
    ) {
      let cell = GeneratedView("Cell")
      cell.onLayout = { cell in
        cell.window?.loop.after(.milliseconds(10)) { [weak cell] in
          if !Repair.isMade { cell?.setNeedsLayout() }
        }
      }
      return endless(Stage(GeneratedView("List").with(cell), suspect: cell))
    },
  ]

  /// Lets a stage run for 200 turns, and end without leaving work behind.
  private static func endless(_ stage: Stage) -> Stage {
    stage.script = { [unowned stage] loop in
      loop.runUntilIdle(limit: 200)
      for subview in stage.window.subviews { subview.removeFromSuperview() }
      loop.runUntilIdle(limit: 10)
    }
    return stage
  }
}
