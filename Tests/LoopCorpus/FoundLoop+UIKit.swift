import Foundation
import LoopScenarios
import ViewTree

private let github = "https://github.com/"

extension FoundLoop {
  /// Frames and calls in UIKit, AppKit and what stands on them.
  static let uiKit: [FoundLoop] = [
    FoundLoop(
      "tag-cloud", github + "Morbix/CloudTagView/issues/20",
      "a cloud of tags takes the height of its tags in its own layout, its form gives it 40 points",
      FoundTruth(
        .oscillating(period: 1), [.init("Cloud", ["frame.size.height"], on: ["Cloud"])],
        values: ["Cloud.frame.size.height"], members: ["Form", "Cloud"], accomplices: ["Form"],
        remedy: .keepOneOwnersValue, not: [.blame("Form")]),
      because: "A view writes its own height, its parent resets it: the parent's write is its job."
    ) { isRepaired in
      let cloud = GeneratedView("Cloud")
      let form = GeneratedView("Form").with(cloud)
      form.onLayout = { $0.subviews[0].frame = CGRect(x: 0, y: 0, width: 300, height: 40) }
      cloud.onLayout = {
        guard !isRepaired else { return }
        $0.frame = CGRect(x: 0, y: 0, width: 300, height: 58)  // culprit: tag-cloud
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(form), suspect: cloud))
    },
    FoundLoop(
      "floating-panel", github + "scenee/FloatingPanel/issues/179",
      "a panel's content moves itself below the bar, and its new insets lay out the panel",
      FoundTruth(
        .oscillating(period: 1), [.init("Content", ["frame.origin.y"], on: ["Content"])],
        values: ["Content.frame.origin.y"], members: ["Panel", "Content"], accomplices: ["Panel"],
        proof: [.proved, .untested], remedy: .keepOneOwnersValue, not: [.blame("Panel")]),
      because: """
        Content writes itself and asks its panel in the callback of its insets: both against the \
        flow, and the write comes before the call that announces it. A replay without the write still \
        makes the callback's call, so that going on would prove nothing.
        """
    ) { isRepaired in
      final class Content: GeneratedView {
        override func safeAreaInsetsDidChange() { superview?.setNeedsLayout() }
      }
      let content = Content("Content")
      let panel = GeneratedView("Panel").with(content)
      panel.onLayout = { [unowned content] _ in content.frame.origin.y = 0 }
      content.onLayout = {
        guard !isRepaired else { return }
        $0.frame = $0.frame.offsetBy(dx: 0, dy: 20 - $0.frame.minY)  // culprit: floating-panel
      }
      let stage = Stage(panel, suspect: content)
      stage.window.safeAreaInsets = EdgeInsets(top: 44)
      return FoundProgram(stage)
    },
    FoundLoop(
      "popup-bar", github + "LeoNatan/LNPopupController/issues/459",
      "a message that is pinned to a bar makes it higher, and the tabs' controller makes it low again",
      FoundTruth(
        .oscillating(period: 1), [.init("Message", ["frame"], on: ["Bar"])],
        values: ["Bar.frame"], members: ["Tabs", "Message", "Bar"],
        accomplices: ["Tabs", "Bar"], remedy: .keepOneOwnersValue, not: [.blame("Tabs")]),
      because: """
        Message writes its sibling; the bar only tells it of its layouts. What the controller does in \
        its did is the tabs' placing of its own subview.
        """
    ) { isRepaired in
      let (bar, message) = (GeneratedView("Bar"), GeneratedView("Message"))
      let tabs = GeneratedView("Tabs").with(bar, message)
      let controller = GeneratedController(of: tabs)
      controller.onLayout = { [unowned bar] _ in
        bar.frame = CGRect(x: 0, y: 795, width: 390, height: 49)
      }
      bar.onLayout = { [unowned message] _ in message.setNeedsLayout() }
      message.onLayout = { [unowned bar] _ in
        guard !isRepaired else { return }
        bar.frame = CGRect(x: 0, y: 761, width: 390, height: 83)  // culprit: popup-bar
      }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(tabs), suspect: tabs, props: [controller]))
    },
    FoundLoop(
      "input-bar", github + "MessageKit/MessageKit/issues/349",
      "an input bar counts the inset into its natural height every other time, and says that it changed",
      FoundTruth(
        .oscillating(period: 2),
        [.init("InputBar", ["invalidateIntrinsicContentSize"], on: ["InputBar"], by: "Column")],
        values: ["InputBar.frame.size.height"], members: ["Column", "InputBar", "Messages"],
        accomplices: ["Column"], victims: ["Messages"], not: [.blame("Column"), .blame("Messages")]),
      because: """
        A stack asks a view that answers differently each time: the view that was asked. What the \
        stack writes is a consequence, which nobody can change there.
        """
    ) { isRepaired in
      final class InputBar: GeneratedView {
        override var intrinsicContentSize: CGSize {
          CGSize(width: View.noIntrinsicMetric, height: bounds.height >= 84 ? 50 : 84)
        }
      }
      let (messages, bar) = (GeneratedView("Messages"), InputBar("InputBar", .zero))
      bar.onLayout = {
        guard !isRepaired else { return }
        $0.invalidateIntrinsicContentSize()  // culprit: input-bar
      }
      return FoundProgram(Stage(FoundStack("Column", .vertical, [messages, bar]), suspect: bar))
    },
    FoundLoop(
      "editor-margin", github + "dotnet/maui/issues/1531",
      "a border measures its editor with the margin and adds the margin again in each layout",
      FoundTruth(
        .drifting(["frame.size.height": 16]),
        [.init("Border", ["frame.size.height"], on: ["Border"])],
        values: ["Border.frame.size.height"], members: ["Page", "Border", "Editor"],
        victims: ["Page", "Editor"], remedy: .oncePerTurn,
        not: [.blame("Page"), .blame("Editor")]),
      because: """
        Write and call are both on itself; the call in the didSet announces the write. The page is \
        told of the size and does nothing, the editor is placed.
        """
    ) { isRepaired in
      final class Border: GeneratedView {
        override var frame: CGRect {
          didSet { if frame.size != oldValue.size { setNeedsLayout() } }
        }
      }
      let border = Border("Border").with(GeneratedView("Editor"))
      border.onLayout = {
        let inner = $0.bounds.insetBy(dx: 8, dy: 8)
        $0.subviews[0].frame = inner
        guard !isRepaired else { return }
        let height = inner.height + 32
        $0.frame = CGRect(x: 0, y: 0, width: 90, height: height)  // culprit: editor-margin
      }
      let page = GeneratedView("Page").with(border)
      return FoundProgram(Stage(GeneratedView("Screen").with(page), suspect: border))
    },
    FoundLoop(
      "exact-cell", github + "xmtplabs/convos-ios/pull/1366",
      "a cell of an exact height compares that with the height it would like, and asks again",
      FoundTruth(
        .redundant, [.init("Cell", ["setNeedsLayout"], on: ["List"])],
        members: ["List", "Cell"], accomplices: ["List"],
        not: [.blame("List"), .words("set it back")]),
      because: """
        More than a hundred passes with 0 changes each: the list writes the height that is there. The \
        cell's call leads up; the list's call on its cell is its job.
        """
    ) { isRepaired in
      let cell = GeneratedView("Cell")
      let list = GeneratedView("List").with(cell)
      list.onLayout = {
        $0.subviews[0].frame.size.height = 120
        $0.subviews[0].setNeedsLayout()
      }
      cell.onLayout = {
        guard !isRepaired, $0.bounds.height != 154 else { return }
        $0.superview?.setNeedsLayout()  // culprit: exact-cell
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(list), suspect: cell))
    },
    FoundLoop(
      "token-field", github + "iina/iina/issues/2806",
      "a field of tokens makes itself two lines high in updateConstraints, its box one line",
      FoundTruth(
        .oscillating(period: 1), [.init("Tokens", ["frame"], on: ["Tokens"])],
        values: ["Tokens.frame.size.height"], members: ["Box", "Tokens"], accomplices: ["Box"],
        remedy: .keepOneOwnersValue, not: [.blame("Box")]),
      because: "updateConstraints is its view's code; a write on itself comes before its calls."
    ) { isRepaired in
      let tokens = GeneratedView("Tokens")
      let box = GeneratedView("Box").with(tokens)
      box.onLayout = { $0.subviews[0].frame = CGRect(x: 0, y: 0, width: 200, height: 22) }
      tokens.onLayout = { $0.setNeedsUpdateConstraints() }
      tokens.onConstraints = {
        guard !isRepaired else { return }
        $0.frame = CGRect(x: 0, y: 0, width: 200, height: 44)  // culprit: token-field
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(box), suspect: tokens))
    },
    FoundLoop(
      "onboarding", github + "lascic/UIOnboarding/pull/2",
      "a controller updates its page in viewDidLayoutSubviews and lays it out at once",
      FoundTruth(
        .reentrant, [.init("Page", ["setNeedsLayout", "layoutIfNeeded"], on: ["Page"])],
        members: ["Page"], proof: [.proved, .untested]),
      because:
        "The controller's did is its view's code; both calls are on itself, and belong together."
    ) { isRepaired in
      let page = GeneratedView("Page")
      let controller = GeneratedController(of: page)
      controller.onLayout = {
        guard !isRepaired else { return }
        $0.view.setNeedsLayout()  // culprit: onboarding
        $0.view.layoutIfNeeded()  // culprit: onboarding
      }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(page), suspect: page, props: [controller]))
    },
    FoundLoop(
      "safe-area-twice", github + "dotnet/maui/pull/34024",
      "a page moves its grid out of the safe area, and the grid, which has none now, asks to go back",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init("Grid", ["setNeedsLayout"], on: ["Page"]),
          .init("Page", ["frame.origin.y"], on: ["Grid"]),
        ], naming: .both, values: ["Grid.frame.origin.y"], members: ["Page", "Grid"],
        others: ["Page", "Grid"]),
      because: """
        The callback of the insets is the grid's, its call leads up; the page places the grid at 0 and \
        44 in turn. Values come back, so the call is named first and the write with it.
        """
    ) { isRepaired in
      final class Grid: GeneratedView {
        var asks = true
        override func safeAreaInsetsDidChange() {
          if asks { superview?.setNeedsLayout() }  // culprit: safe-area-twice
        }
      }
      let grid = Grid("Grid")
      grid.asks = !isRepaired
      let page = GeneratedView("Page").with(grid)
      page.onLayout = { [unowned grid] _ in
        let y: CGFloat = grid.safeAreaInsets.top > 0 ? 44 : 0
        grid.frame = CGRect(x: 0, y: y, width: 90, height: 200)  // culprit: safe-area-twice
      }
      let stage = Stage(page, suspect: page)
      stage.window.safeAreaInsets = EdgeInsets(top: 44)
      return FoundProgram(stage)
    },
    FoundLoop(
      "flyout-header", github + "dotnet/maui/pull/8569",
      "a container places its header, whose setNeedsLayout passes every request on to the container",
      FoundTruth(
        .redundant, [.init("Container", ["setNeedsLayout"], on: ["Container"])],
        members: ["Container", "Header"], victims: ["Header"], not: [.words("set it back")]),
      because: """
        The header's override runs in the container's layout, so the container owns the call on \
        itself; the line is in the override. The container's other call goes down.
        """
    ) { isRepaired in
      final class Header: GeneratedView {
        var passesOn = true
        override func setNeedsLayout() {
          super.setNeedsLayout()
          if passesOn { superview?.setNeedsLayout() }  // culprit: flyout-header
        }
      }
      let header = Header("Header")
      header.passesOn = !isRepaired
      let container = GeneratedView("Container").with(header)
      container.onLayout = { [unowned header] in
        header.frame = $0.bounds
        header.setNeedsLayout()
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(container), suspect: container))
    },
    FoundLoop(
      "split-reassert", github + "manaflow-ai/bonsplit/pull/16",
      "a split view divides itself evenly, and asserts the saved position again a turn later",
      FoundTruth(
        .acrossTurns, [.init("Split", ["frame.size.width", "frame"], on: ["Left"])],
        values: ["Left.frame.size.width"], members: ["Split", "Left"], victims: ["Left"],
        proof: [.proved, .untested], not: [.blame("Left")]),
      because: """
        Both writes are the split's, with the flow. The one in the block comes back to its writer, \
        because a new size dirties the superview; the pane does nothing. One owner has no other one to \
        leave the value to.
        """
    ) { isRepaired in
      let left = GeneratedView("Left")
      let split = GeneratedView("Split").with(left)
      split.onLayout = { [unowned left] split in
        left.frame = CGRect(x: 0, y: 0, width: 200, height: 90)
        guard !isRepaired else { return }
        split.window?.loop.async { [weak left] in
          left?.frame = CGRect(x: 0, y: 0, width: 180, height: 90)  // culprit: split-reassert
        }
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(split), suspect: split).overTurns())
    },
    FoundLoop(
      "layout-kit-order", github + "LinkedInAttic/LayoutKit/pull/69",
      "an arrangement adds all views again in each layout, so that their order is certain",
      FoundTruth(
        .redundant,
        [.init("Host", ["addSubview", "reorderSubviews"], on: ["Host", "Title", "Photo"])],
        members: ["Host"], remedy: .writeOnlyIfDifferent, not: [.words("set it back")]),
      because: """
        Adding a view again brings it to the front; after the last one the order is what it was. One \
        owner, no fight: nothing differs at the end of a round.
        """
    ) { isRepaired in
      let host = GeneratedView("Host").with(GeneratedView("Title"), GeneratedView("Photo"))
      let views = host.subviews
      host.onLayout = { host in
        guard !isRepaired else { return }
        for view in views { host.addSubview(view) }  // culprit: layout-kit-order
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(host), suspect: host))
    },
    FoundLoop(
      "web-view-again", github + "gilesvangruisen/Swift-YouTube-Player/issues/185",
      "a player takes its web view out and adds it again in each layout",
      FoundTruth(
        .redundant,
        [.init("Player", ["removeFromSuperview", "addSubview"], on: ["Player", "Web"])],
        members: ["Player", "Web"], victims: ["Web"], remedy: .oncePerTurn,
        not: [.blame("Web")]),
      because: """
        Both are the player's handling of its own subview, and both dirty it. The web view is laid out \
        because it is new each time.
        """
    ) { isRepaired in
      let web = GeneratedView("Web")
      let player = GeneratedView("Player").with(web)
      player.onLayout = {
        guard !isRepaired else { return }
        web.removeFromSuperview()  // culprit: web-view-again
        web.frame = $0.bounds
        $0.addSubview(web)  // culprit: web-view-again
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(player), suspect: player))
    },
  ]
}
