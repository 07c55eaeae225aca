import Foundation
import LoopScenarios
import ViewTree

extension InventedLoop {
  /// Views that have to agree and do not: controllers, panes, scroll views, overlays.
  static let agreements: [InventedLoop] = [
    InventedLoop(
      "texts-one-by-one",
      Truth(
        .thrashing, [.init(nil, ["text"], on: ["Title"], dirties: ["Title", "Row"])],
        others: ["Title", "Row"]),
      because: """
        A block sets 120 texts and lets the row be laid out after each, to measure it. The \
        writer is the block, and it wrote the text.
        """
    ) {
      let title = Label()
      title.identifier = "Title"
      let row = GeneratedView("Row").with(title)
      let stage = Stage(GeneratedView("Screen").with(row), suspect: row)
      stage.script = { loop in
        loop.runTurn()
        loop.async { [unowned title, unowned row] in
          for index in 0..<120 {
            if !Repair.isMade { title.text = "row \(index)" }
            row.layoutIfNeeded()
          }
        }
        loop.runUntilIdle(limit: 10)
      }
      return stage
    },
    InventedLoop(
      "asking-controllers",
      Truth(
        .redundant, [.init("Child", ["setNeedsLayout"], on: ["Parent"], dirties: ["Parent"])],
        accomplices: ["Parent"]),
      because: """
        A child controller asks its parent's view for layout before its own, and the parent lays its \
        child out after its own. A controller's actions count as its view's; up is the wrong way.
        """
    ) {
      class Child: ViewController {
        override func viewWillLayoutSubviews() {
          if !Repair.isMade { view.superview?.setNeedsLayout() }
        }
      }
      let child = GeneratedView("Child")
      let parent = GeneratedView("Parent").with(child)
      let (outer, inner) = (GeneratedController(of: parent), Child())
      inner.view = child
      outer.addChild(inner)
      outer.onLayout = { $0.view.subviews[0].setNeedsLayout() }
      return Stage(GeneratedView("Screen").with(parent), suspect: parent, props: [outer, inner])
    },
    InventedLoop(
      "split-panes",
      Truth(
        .oscillating(period: 2),
        [
          .init("Left", ["setNeedsLayout"], on: ["Split"], dirties: ["Split"]),
          .init("Right", ["setNeedsLayout"], on: ["Split"], dirties: ["Split"]),
        ],
        beside: .init(
          "Split", ["frame.size.width", "frame"], on: ["Left", "Right"],
          dirties: ["Split", "Left", "Right"]),
        others: ["Left", "Right", "Split"]),
      because: """
        Two panes want 100 and 220 of 300 points, and each moves the divider and asks the split view, \
        against the flow. Either pane is as good an answer; the split view's widths come back, so they \
        are the answer and come second.
        """
    ) {
      let (left, right) = (GeneratedView("Left"), GeneratedView("Right"))
      let split = GeneratedView("Split", CGRect(x: 0, y: 0, width: 300, height: 90))
        .with(left, right)
      let divider = Divider()
      split.onLayout = { [unowned left, unowned right] _ in
        left.frame = CGRect(x: 0, y: 0, width: divider.place, height: 90)
        right.frame = CGRect(x: divider.place, y: 0, width: 300 - divider.place, height: 90)
      }
      left.onLayout = { [unowned split] in
        guard $0.bounds.width < 100, !Repair.isMade else { return }
        divider.place += 30
        split.setNeedsLayout()
      }
      right.onLayout = { [unowned split] in
        guard $0.bounds.width < 220, !Repair.isMade else { return }
        divider.place -= 30
        split.setNeedsLayout()
      }
      return Stage(GeneratedView("Screen").with(split), suspect: split)
    },
    InventedLoop(
      "synchronous-scrolls",
      Truth(
        .drifting(["bounds.origin.y"], perRound: 1),
        [.init("Inner", ["bounds.origin", "contentOffset"], on: ["Outer"], dirties: ["Outer"])],
        accomplices: ["Outer"]),
      because: """
        Two scroll views follow each other, one of them a point ahead. The outer one may scroll what \
        is in it; the inner one writes upwards.
        """
    ) {
      let inner = GeneratedScroll("Inner", CGRect(x: 0, y: 0, width: 100, height: 100))
      let outer = GeneratedScroll("Outer", CGRect(x: 0, y: 0, width: 100, height: 100))
      outer.addSubview(inner)
      outer.onLayout = { [unowned inner] in inner.contentOffset.y = $0.contentOffset.y }
      inner.onLayout = { [unowned outer] in
        if !Repair.isMade { outer.contentOffset.y = $0.contentOffset.y + 1 }
      }
      // The first scroll begins it.
      outer.contentOffset.y = 5
      return Stage(GeneratedView("Screen").with(outer), suspect: inner)
    },
    InventedLoop(
      "both-in-front",
      Truth(
        .oscillating(period: 2),
        [
          .init("Banner", ["reorderSubviews"], on: ["Host"], dirties: ["Host"]),
          .init("Toast", ["reorderSubviews"], on: ["Host"], dirties: ["Host"]),
        ], accomplices: ["Host"], others: ["Banner", "Toast"]),
      because: """
        Two overlays each bring themselves to the front. The order of subviews comes back after two \
        rounds. Without either the other one stays in front.
        """
    ) {
      let (banner, toast) = (GeneratedView("Banner"), GeneratedView("Toast"))
      let host = GeneratedView("Host").with(banner, toast)
      host.onLayout = { for view in $0.subviews { view.setNeedsLayout() } }
      for view in [banner, toast] {
        view.onLayout = { if !Repair.isMade { $0.superview?.bringSubviewToFront($0) } }
      }
      return Stage(GeneratedView("Screen").with(host), suspect: host)
    },
    InventedLoop(
      "hiding-tabs",
      Truth(
        .oscillating(period: 2),
        [
          .init(
            "Child", ["additionalSafeAreaInsets"], on: ["Parent"], dirties: ["Parent", "Child"])
        ], victims: ["Parent"]),
      because: """
        A child hides its parent's tab bar while there is one, and shows it while there is none, by \
        the parent's additional insets, which reach it at once. Parent is laid out again and does \
        nothing.
        """
    ) {
      let child = GeneratedView("Child", CGRect(x: 0, y: 0, width: 390, height: 844))
      let parent = GeneratedView("Parent", CGRect(x: 0, y: 0, width: 390, height: 844))
        .with(child)
      let controller = GeneratedController(of: parent)
      child.onLayout = { [unowned controller] in
        guard !Repair.isMade else { return }
        controller.additionalSafeAreaInsets.bottom = $0.safeAreaInsets.bottom > 20 ? 0 : 49
      }
      return Stage(parent, suspect: child, props: [controller])
    },
    InventedLoop(
      "counting-title",
      Truth(
        .drifting(["text.number"], perRound: 1),
        [.init("Header", ["text"], on: ["Title"], dirties: ["Header", "Title"])],
        victims: ["Title"]),
      because: """
        A header counts its layouts in the text of its title. The title tells its superview that its \
        size may be another; no frame changes, but the number in the text does.
        """
    ) {
      let title = Label()
      title.identifier = "Title"
      let header = GeneratedView("Header").with(title)
      header.onLayout = { [unowned title] in
        if !Repair.isMade { title.text = "layout \($0.layouts)" }
      }
      return Stage(GeneratedView("Screen").with(header), suspect: header)
    },
    InventedLoop(
      "growing-note",
      Truth(
        .drifting(["frame.size.height"], perRound: 1),
        [.init("Note", ["frame.size.height"], on: ["Note"], dirties: ["Sheet"])],
        accomplices: ["Sheet"]),
      because: """
        A note is one point higher than its content, and the sheet says that the content is as high \
        as the note. The note's size dirties the sheet; the content's size is no geometry.
        """
    ) {
      let note = GeneratedScroll("Note", CGRect(x: 0, y: 0, width: 100, height: 100))
      let sheet = GeneratedView("Sheet")
      sheet.addSubview(note)
      sheet.onLayout = { [unowned note] _ in
        note.contentSize = CGSize(width: 100, height: note.frame.height)
      }
      note.onLayout = { if !Repair.isMade { $0.frame.size.height = $0.contentSize.height + 1 } }
      return Stage(GeneratedView("Screen").with(sheet), suspect: note)
    },
    InventedLoop(
      "collapsing-bar",
      Truth(
        .oscillating(period: 2),
        [
          .init("List", ["frame.size.height"], on: ["Bar"], dirties: ["Bar", "Screen"]),
          .init("Bar", ["bounds.origin", "contentOffset"], on: ["List"], dirties: ["List"]),
        ], victims: ["Screen"], others: ["Bar", "List"]),
      because: """
        The bar is as high as the list is scrolled, and the list is scrolled by what the bar leaves of \
        150: 100, 50, 100. Siblings that write each other; the screen does nothing.
        """
    ) {
      let bar = GeneratedView("Bar", CGRect(x: 0, y: 0, width: 390, height: 100))
      let list = GeneratedScroll("List", CGRect(x: 0, y: 100, width: 390, height: 700))
      bar.onLayout = { [unowned list] in list.contentOffset.y = 150 - $0.bounds.height }
      list.onLayout = { [unowned bar] in
        if !Repair.isMade { bar.frame.size.height = $0.contentOffset.y }
      }
      return Stage(GeneratedView("Screen").with(bar, list), suspect: list)
    },
    InventedLoop(
      "two-for-one",
      Truth(
        .drifting(["subviews"], perRound: 1),
        [.init("List", ["addSubview", "removeFromSuperview"], on: ["List"], dirties: ["List"])],
        others: ["Row"]),
      because: """
        A list recycles its first row and makes two, because rows without height never fill it: one \
        more after each round.
        """
    ) {
      let list = GeneratedView("List")
      list.onLayout = {
        guard !Repair.isMade else { return }
        $0.subviews.first?.removeFromSuperview()
        for _ in 0..<2 { $0.addSubview(GeneratedView("Row", .zero)) }
      }
      return Stage(GeneratedView("Screen").with(list), suspect: list)
    },
    InventedLoop(
      "controller-constraints",
      Truth(
        .oscillating(period: 2),
        [.init("Page", ["frame.size.height"], on: ["Page"], dirties: ["Page", "Screen"])],
        victims: ["Screen"]),
      because: """
        A controller's updateViewConstraints gives its view another height, which lays it out, and \
        its layout asks for the phase. The controller's part of the phase is its view's doing.
        """
    ) {
      class Controller: ViewController {
        override func updateViewConstraints() {
          super.updateViewConstraints()
          if !Repair.isMade { view.frame.size.height = view.frame.height == 90 ? 100 : 90 }
        }
      }
      let page = GeneratedView("Page")
      let controller = Controller()
      controller.view = page
      page.onLayout = { $0.setNeedsUpdateConstraints() }
      return Stage(GeneratedView("Screen").with(page), suspect: page, props: [controller])
    },
    InventedLoop(
      "forced-in-constraints",
      Truth(
        .redundant,
        [
          .init("Text", ["setNeedsUpdateConstraints"], on: ["Card"], dirties: ["Card", "Screen"]),
          .init("Card", ["setNeedsLayout"], on: ["Text"], dirties: ["Text"]),
        ], victims: ["Screen"], others: ["Text", "Card"]),
      because: """
        A card's updateConstraints dirties its text and forces it, to measure it; the text's layout \
        asks for the card's constraints. One level deep each time: no recursion.
        """
    ) {
      let text = GeneratedView("Text")
      let card = GeneratedView("Card").with(text)
      card.onConstraints = {
        $0.subviews[0].setNeedsLayout()
        $0.subviews[0].layoutIfNeeded()
      }
      text.onLayout = { if !Repair.isMade { $0.superview?.setNeedsUpdateConstraints() } }
      return Stage(GeneratedView("Screen").with(card), suspect: text)
    },
  ]
}

/// Where a split view is divided.
private final class Divider {
  var place: CGFloat = 100
}
