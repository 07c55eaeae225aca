import Foundation
import LoopScenarios
import ViewTree

extension InventedLoop {
  /// Views that come and go, change places, or are arranged.
  static let hierarchy: [InventedLoop] = [
    InventedLoop(
      "add-and-remove",
      Truth(
        .redundant,
        [.init("List", ["addSubview", "removeFromSuperview"], on: ["List"], dirties: ["List"])],
        others: ["Cell"]),
      because: """
        Each layout adds a sizing cell and takes it out again. Afterwards everything is as it was, \
        and the change of the hierarchy has dirtied the list.
        """
    ) {
      let list = GeneratedView("List")
      list.onLayout = {
        guard !Repair.isMade else { return }
        let cell = GeneratedView("Cell")
        $0.addSubview(cell)
        cell.removeFromSuperview()
      }
      return Stage(list, suspect: list)
    },
    InventedLoop(
      "recycler",
      Truth(
        .redundant,
        [.init("List", ["addSubview", "removeFromSuperview"], on: ["List"], dirties: ["List"])],
        others: ["Cell"]),
      because: """
        The oldest of four cells goes and a new one comes in its place, so that the number of cells \
        stays; every round ends with the same geometry.
        """
    ) {
      let list = GeneratedView("List")
      for _ in 0..<4 { list.addSubview(GeneratedView("First")) }
      list.onLayout = {
        guard !Repair.isMade else { return }
        $0.subviews[0].removeFromSuperview()
        $0.addSubview(GeneratedView("Cell"))
      }
      return Stage(list, suspect: list)
    },
    InventedLoop(
      "moving-house",
      Truth(
        .oscillating(period: 2),
        [
          .init(
            "Screen", ["addSubview", "removeFromSuperview"], on: ["Left", "Right"],
            dirties: ["Left", "Right", "Screen"]),
          .init("Screen", ["setNeedsLayout"], on: ["Screen"], dirties: ["Screen"]),
        ], victims: ["Left", "Right"], others: ["Guest"]),
      because: """
        A guest is moved from one side to the other, and back again in the next round. No geometry \
        changes, but whose subview it is comes back. All of it is the screen's code.
        """
    ) {
      let guest = GeneratedView("Guest")
      let (left, right) = (GeneratedView("Left"), GeneratedView("Right"))
      left.addSubview(guest)
      let screen = GeneratedView("Screen").with(left, right)
      screen.onLayout = { [unowned left, unowned right, unowned guest] in
        guard !Repair.isMade else { return }
        (guest.superview === left ? right : left).addSubview(guest)
        $0.setNeedsLayout()
      }
      return Stage(screen, suspect: screen)
    },
    InventedLoop(
      "growing-stack",
      Truth(
        .drifting(["frame.size.width"], perRound: 4),
        [
          .init("Item", ["invalidateIntrinsicContentSize"], on: ["Item"], dirties: ["Stack"]),
          .init("Stack", ["frame.size.width"], on: ["Item"], dirties: ["Item"]),
        ], others: ["Item", "Stack", "Next"]),
      because: """
        An item wants four points more each time and says so. The stack's write is the only one, and \
        its duty; the item's call is where a person would look. Both drive.
        """
    ) {
      let item = GeneratedView("Item")
      item.naturalSize = CGSize(width: 20, height: 20)
      let next = GeneratedView("Next")
      next.naturalSize = CGSize(width: 30, height: 20)
      let stack = StackView(arrangedSubviews: [item, next])
      stack.identifier = "Stack"
      stack.alignment = .top
      stack.frame.size = CGSize(width: 100_000, height: 40)
      stack.distribution = .equalSpacing
      item.onLayout = {
        $0.naturalSize!.width += 4
        if !Repair.isMade { $0.invalidateIntrinsicContentSize() }
      }
      return Stage(GeneratedView("Screen").with(stack), suspect: item)
    },
    InventedLoop(
      "reborn-cell",
      Truth(
        .redundant,
        [.init("List", ["addSubview", "removeFromSuperview"], on: ["List"], dirties: ["List"])],
        others: ["Cell"]),
      because: """
        The list takes out its cell and makes a new one, which asks the list for layout in its first \
        layout. The list's own change has dirtied it already, and without it no cell would ask.
        """
    ) {
      let list = GeneratedView("List")
      list.onLayout = {
        guard !Repair.isMade else { return }
        $0.subviews.first?.removeFromSuperview()
        let cell = GeneratedView("Cell")
        cell.onLayout = { $0.superview?.setNeedsLayout() }
        $0.addSubview(cell)
      }
      return Stage(GeneratedView("Screen").with(list), suspect: list)
    },
    InventedLoop(
      "content-size",
      Truth(
        .oscillating(period: 2),
        [.init("Text", ["contentSize"], on: ["Scroll"], dirties: ["Scroll"])],
        accomplices: ["Scroll"]),
      because: """
        A text tells its scroll view one content size and then the other. No frame and no bounds \
        change, but the content size comes back. Text writes it, scroll hands layout on.
        """
    ) {
      let text = GeneratedView("Text")
      let scroll = GeneratedScroll("Scroll", CGRect(x: 0, y: 0, width: 100, height: 100))
      scroll.addSubview(text)
      scroll.onLayout = { [unowned text] _ in text.setNeedsLayout() }
      text.onLayout = { [unowned scroll] in
        guard !Repair.isMade else { return }
        scroll.contentSize = CGSize(width: 100, height: $0.layouts % 2 == 0 ? 900 : 901)
      }
      return Stage(GeneratedView("Screen").with(scroll), suspect: text)
    },
    InventedLoop(
      "two-clocks",
      Truth(
        .oscillating(period: 6),
        [
          .init("Second", ["frame.size.height"], on: ["Second"], dirties: ["Face"]),
          .init("First", ["frame.size.width"], on: ["First"], dirties: ["Face"]),
        ], others: ["First", "Second", "Face"]),
      because: """
        One hand has two widths, the other three heights: everything is as it was after six rounds. \
        Either hand alone would keep the loop going.
        """
    ) {
      let (first, second) = (GeneratedView("First"), GeneratedView("Second"))
      let face = GeneratedView("Face").with(first, second)
      face.onLayout = { for view in $0.subviews { view.setNeedsLayout() } }
      first.onLayout = { if !Repair.isMade { $0.frame.size.width = CGFloat(50 + $0.layouts % 2) } }
      second.onLayout = {
        if !Repair.isMade { $0.frame.size.height = CGFloat(50 + $0.layouts % 3) }
      }
      return Stage(GeneratedView("Screen").with(face), suspect: second)
    },
    InventedLoop(
      "page-turner",
      Truth(
        .oscillating(period: 3),
        [.init("Pager", ["bounds.origin", "contentOffset"], on: ["Scroll"], dirties: ["Scroll"])],
        accomplices: ["Scroll"]),
      because: """
        A pager turns to the next of three pages whenever the scroll view tells it that it was laid \
        out, and after the last to the first.
        """
    ) {
      let scroll = GeneratedScroll("Scroll", CGRect(x: 0, y: 0, width: 100, height: 100))
      let pager = GeneratedView("Pager")
      scroll.onLayout = { [unowned pager] _ in pager.setNeedsLayout() }
      pager.onLayout = { [unowned scroll] in
        if !Repair.isMade { scroll.contentOffset.x = CGFloat($0.layouts % 3) * 100 }
      }
      return Stage(GeneratedView("Screen").with(scroll, pager), suspect: scroll)
    },
  ]
}
