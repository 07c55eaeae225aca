import Foundation
import LoopScenarios
import ViewTree

extension FoundLoop {
  /// Thought up: several owners, callbacks, stacks in stacks, scroll views and labels.
  static let probedOwners: [FoundLoop] = [
    FoundLoop(
      "three-heights", nil,
      "three panes of a board each give its panel a height of their own",
      FoundTruth(
        .oscillating(period: 1),
        [
          .init("Red", ["frame.size.height"], on: ["Panel"]),
          .init("Green", ["frame.size.height"], on: ["Panel"]),
          .init("Blue", ["frame.size.height"], on: ["Panel"]),
        ], naming: .tie, values: ["Panel.frame.size.height"],
        members: ["Board", "Red", "Green", "Blue", "Panel"],
        accomplices: ["Board"], victims: ["Panel"], others: ["Red", "Green", "Blue"],
        proof: [.untested, .refuted], not: [.blame("Board"), .blame("Panel")]),
      because: """
        Three siblings write a fourth one, across the tree: each is as good an answer. Without one of \
        them the other two go on, which no recorded round shows.
        """
    ) { isRepaired in
      let panel = GeneratedView("Panel")
      let panes = ["Red", "Green", "Blue"].map { GeneratedView($0) }
      let board = GeneratedView("Board").with(panes[0], panes[1], panes[2], panel)
      board.onLayout = { for view in $0.subviews.prefix(3) { view.setNeedsLayout() } }
      for (pane, height) in zip(panes, [40, 50, 60]) {
        pane.onLayout = { [unowned panel] _ in
          guard !isRepaired else { return }
          panel.frame.size.height = CGFloat(height)  // culprit: three-heights
        }
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(board), suspect: board))
    },
    FoundLoop(
      "three-shelves", nil, "three shelves each take one book",
      FoundTruth(
        .oscillating(period: 1),
        [
          .init("ShelfA", ["addSubview"], on: ["ShelfA"]),
          .init("ShelfB", ["addSubview"], on: ["ShelfB"]),
          .init("ShelfC", ["addSubview"], on: ["ShelfC"]),
        ], naming: .tie, values: ["Book.superview"],
        members: ["ShelfA", "ShelfB", "ShelfC", "Book"],
        victims: ["Book"], others: ["ShelfA", "ShelfB", "ShelfC", "Book"],
        proof: [.untested, .refuted, .proved], not: [.blame("Book"), .blame("Screen")]),
      because: """
        Who the book's superview is goes round in each round, and three siblings are equally to blame. \
        The book is laid out because it is moved.
        """
    ) { isRepaired in
      let book = GeneratedView("Book")
      let shelves = ["ShelfA", "ShelfB", "ShelfC"].map { GeneratedView($0) }
      shelves[0].addSubview(book)
      for shelf in shelves {
        shelf.onLayout = { [unowned book] shelf in
          guard !isRepaired, book.superview !== shelf else { return }
          shelf.addSubview(book)  // culprit: three-shelves
        }
      }
      let screen = GeneratedView("Screen").with(shelves[0], shelves[1], shelves[2])
      return FoundProgram(Stage(screen, suspect: shelves[0]))
    },
    FoundLoop(
      "nested-axis", nil,
      "a footer in an inner stack turns the outer stack round, by the width that this gives it",
      FoundTruth(
        .oscillating(period: 2), [.init("Footer", ["axis"], on: ["Outer"])],
        values: ["Outer.axis"], members: ["Outer", "Inner", "Side", "Header", "Footer"],
        accomplices: ["Outer", "Inner"], victims: ["Side", "Header"], remedy: .oncePerTurn,
        not: [.blame("Inner"), .blame("Outer")]),
      because: """
        The footer writes a setting of the stack above its own one; both stacks only arrange, and carry \
        the new width to the footer.
        """
    ) { isRepaired in
      let footer = GeneratedView("Footer")
      let inner = FoundStack("Inner", .vertical, [GeneratedView("Header"), footer])
      let outer = FoundStack("Outer", .horizontal, [inner, GeneratedView("Side")])
      for stack in [inner, outer] { stack.distribution = .fillEqually }
      footer.onLayout = { [unowned outer] footer in
        guard !isRepaired else { return }
        let isNarrow = footer.bounds.width < 200
        outer.axis = isNarrow ? .vertical : .horizontal  // culprit: nested-axis
      }
      return FoundProgram(Stage(outer, suspect: footer))
    },
    FoundLoop(
      "self-inset", nil,
      "a scroll view sets its top inset when it has none, and takes it away when it has",
      FoundTruth(
        .oscillating(period: 2), [.init("Gallery", ["contentInset"], on: ["Gallery"])],
        values: ["Gallery.contentInset.top"], members: ["Gallery"], not: [.blame("Screen")]),
      because: """
        An inset dirties nobody as long as the offset stays: the gallery's own call announces it. Both are \
        on itself, and the write comes before the call.
        """
    ) { isRepaired in
      let gallery = GeneratedScroll("Gallery", CGRect(x: 0, y: 0, width: 300, height: 300))
      gallery.contentSize = CGSize(width: 300, height: 200)
      gallery.onLayout = {
        let isInset = $0.contentInset.top > 0
        $0.contentInset.top = isInset ? 0 : 50  // culprit: self-inset
        if !isRepaired { $0.setNeedsLayout() }  // culprit: self-inset
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(gallery), suspect: gallery))
    },
    FoundLoop(
      "footer-text", nil,
      "a footer's controller gives a label a long or a short text by the height that is left",
      FoundTruth(
        .oscillating(period: 2), [.init("Footer", ["text"], on: ["Label"], by: "Column")],
        values: ["Label.text"], members: ["Column", "Label", "Footer"], accomplices: ["Column"],
        victims: ["Label"], others: ["Label"], remedy: .oncePerTurn,
        not: [.blame("Column"), .blame("Label")]),
      because: """
        The controller's did is its view's code: the footer writes its sibling's text. The stack gives \
        the label another height and the footer what is left.
        """
    ) { isRepaired in
      let label = FoundLabel("Label", "short")
      label.numberOfLines = 0
      let footer = GeneratedView("Footer")
      let column = FoundStack("Column", .vertical, [label, footer])
      column.frame = CGRect(x: 0, y: 0, width: 120, height: 400)
      let controller = GeneratedController(of: footer)
      controller.onLayout = { [unowned label] controller in
        guard !isRepaired else { return }
        let isHigh = controller.view.bounds.height > 360
        let long = "a text of so many words that it takes several lines"
        label.text = isHigh ? long : "short"  // culprit: footer-text
      }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(column), suspect: footer, props: [controller]))
    },
    FoundLoop(
      "margin-flag", nil,
      "a child lets its panel take over the screen's margins, and not, in turn",
      FoundTruth(
        .oscillating(period: 2),
        [.init("Child", ["preservesSuperviewLayoutMargins"], on: ["Panel"])],
        values: ["Panel.preservesSuperviewLayoutMargins"], members: ["Panel", "Child"],
        accomplices: ["Panel"], remedy: .oncePerTurn, not: [.blame("Panel"), .blame("Screen")]),
      because: """
        The child writes a flag of its superview; what the panel calls in the callback of its margins \
        follows from that, and its call on its child is its job.
        """
    ) { isRepaired in
      final class Panel: GeneratedView {
        override func layoutMarginsDidChange() { setNeedsLayout() }
      }
      let child = GeneratedView("Child")
      let panel = Panel("Panel").with(child)
      panel.layoutMargins = EdgeInsets(top: 4, left: 4, bottom: 4, right: 4)
      panel.onLayout = { [unowned child] _ in child.setNeedsLayout() }
      child.onLayout = {
        guard !isRepaired, let panel = $0.superview else { return }
        panel.preservesSuperviewLayoutMargins.toggle()  // culprit: margin-flag
      }
      let screen = GeneratedView("Screen").with(panel)
      screen.layoutMargins = EdgeInsets(top: 30, left: 30, bottom: 30, right: 30)
      return FoundProgram(Stage(screen, suspect: panel))
    },
    FoundLoop(
      "rotating-deck", nil, "a deck puts its undermost card on top in each of its layouts",
      FoundTruth(
        .oscillating(period: 4),
        [.init("Deck", ["reorderSubviews", "subviews", "addSubview"], on: ["Deck"])],
        values: ["Deck.subviews"], members: ["Deck"], remedy: .oncePerTurn,
        not: [.words("every round ends with the same")]),
      because: "Four cards are in the same order again after four rounds; the order is the deck's."
    ) { isRepaired in
      let deck = GeneratedView("Deck").with(
        GeneratedView("Ace"), GeneratedView("King"), GeneratedView("Queen"), GeneratedView("Jack"))
      deck.onLayout = {
        guard !isRepaired else { return }
        $0.bringSubviewToFront($0.subviews[0])  // culprit: rotating-deck
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(deck), suspect: deck))
    },
    FoundLoop(
      "two-anchors", nil, "a wheel and its dial each set another anchor point of the wheel",
      FoundTruth(
        .oscillating(period: 1), [.init("Wheel", ["anchorPoint"], on: ["Wheel"])],
        values: ["Wheel.anchorPoint"], members: ["Dial", "Wheel"], accomplices: ["Dial"],
        remedy: .keepOneOwnersValue, not: [.blame("Dial")]),
      because: """
        An anchor point dirties no view; the wheel's call announces that it has set its own. The dial's \
        write and call lead down to its subview.
        """
    ) { isRepaired in
      let wheel = GeneratedView("Wheel")
      let dial = GeneratedView("Dial").with(wheel)
      dial.onLayout = { [unowned wheel] _ in
        wheel.anchorPoint = .zero
        wheel.setNeedsLayout()
      }
      wheel.onLayout = { wheel in
        guard !isRepaired else { return }
        wheel.anchorPoint = CGPoint(x: 0.5, y: 0.5)  // culprit: two-anchors
        wheel.superview?.setNeedsLayout()  // culprit: two-anchors
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(dial), suspect: wheel))
    },
    FoundLoop(
      "chasing-content", nil,
      "a page makes the content size eight points more than itself, and the scroll view fills that with it",
      FoundTruth(
        .drifting(["contentSize.height": 8, "frame.size.height": 8]),
        [.init("Page", ["contentSize"], on: ["Scroll"])],
        values: ["Scroll.contentSize.height"], members: ["Scroll", "Page"], accomplices: ["Scroll"],
        proof: [.proved, .untested], remedy: .oncePerTurn, not: [.blame("Scroll")]),
      because: """
        The page's write leads up and lasts; the scroll view places its own subview. Its heights were \
        recorded with the write, so that a replay may go on for them.
        """
    ) { isRepaired in
      let page = GeneratedView("Page")
      let scroll = GeneratedScroll("Scroll", CGRect(x: 0, y: 0, width: 300, height: 300))
      scroll.addSubview(page)
      scroll.contentSize = CGSize(width: 300, height: 400)
      scroll.onLayout = { [unowned page] in
        page.frame = CGRect(x: 0, y: 0, width: 300, height: $0.contentSize.height)
      }
      page.onLayout = { [unowned scroll] in
        guard !isRepaired else { return }
        scroll.contentSize.height = $0.frame.height + 8  // culprit: chasing-content
        scroll.setNeedsLayout()
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(scroll), suspect: page))
    },
    FoundLoop(
      "lines-in-stacks", nil,
      "a label in a row in a column wants two lines where it has one, and one where it has two",
      FoundTruth(
        .oscillating(period: 2), [.init("Label", ["numberOfLines"], on: ["Label"], by: "Row")],
        values: ["Label.numberOfLines"], members: ["Column", "Row", "Label"],
        accomplices: ["Row"], others: ["Column"], remedy: .oncePerTurn,
        not: [.blame("Column"), .blame("Row")]),
      because: """
        The label writes its own setting in its own layout. Both stacks arrange, and the row gives the \
        label its new height.
        """
    ) { isRepaired in
      let label = FoundLabel("Label", "a text of so many words that it takes several lines")
      label.preferredMaxLayoutWidth = 100
      let row = FoundStack("Row", .horizontal, [label])
      let column = FoundStack("Column", .vertical, [row])
      for stack in [row, column] {
        (stack.alignment, stack.distribution) = (.top, .equalSpacing)
      }
      column.frame = CGRect(x: 0, y: 0, width: 160, height: 300)
      label.onLayout = {
        guard !isRepaired else { return }
        $0.numberOfLines = $0.bounds.height > 30 ? 1 : 2  // culprit: lines-in-stacks
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(column), suspect: label))
    },
    FoundLoop(
      "will-layout", nil,
      "a controller makes its view's superview higher before its view is laid out",
      FoundTruth(
        .oscillating(period: 1), [.init("Content", ["frame.size.height"], on: ["Sheet"])],
        values: ["Sheet.frame.size.height"], members: ["Host", "Sheet", "Content"],
        accomplices: ["Host", "Sheet"], remedy: .keepOneOwnersValue, not: [.blame("Host")]),
      because: "A controller's will is its view's code, and writes up; the host places its subview."
    ) { isRepaired in
      final class Willing: ViewController {
        var isRepaired = false
        override func viewWillLayoutSubviews() {
          guard !isRepaired else { return }
          view.superview?.frame.size.height = 310  // culprit: will-layout
        }
      }
      let content = GeneratedView("Content")
      let sheet = GeneratedView("Sheet").with(content)
      let host = GeneratedView("Host").with(sheet)
      let controller = Willing()
      controller.isRepaired = isRepaired
      controller.view = content
      host.onLayout = { $0.subviews[0].frame = CGRect(x: 0, y: 0, width: 300, height: 300) }
      sheet.onLayout = { $0.subviews[0].setNeedsLayout() }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(host), suspect: content, props: [controller]))
    },
    FoundLoop(
      "wider-by-tenths", nil, "a child makes its panel wider by a tenth of its width each time",
      FoundTruth(
        .accelerating(["frame.size.width"]),
        [.init("Child", ["frame.size.width"], on: ["Panel"])],
        values: ["Panel.frame.size.width"], members: ["Screen", "Panel", "Child"],
        accomplices: ["Panel"], victims: ["Screen"], remedy: .oncePerTurn,
        not: [.blame("Panel"), .words("per round")]),
      because: """
        The child writes its superview, which tells its child of the new width. The screen is dirtied by \
        the size and does nothing. A tenth is more each time: no amount per round is true.
        """
    ) { isRepaired in
      let child = GeneratedView("Child")
      let panel = GeneratedView("Panel", CGRect(x: 0, y: 0, width: 60, height: 90)).with(child)
      panel.onLayout = { $0.subviews[0].setNeedsLayout() }
      child.onLayout = {
        guard !isRepaired else { return }
        $0.superview?.frame.size.width *= 1.01  // culprit: wider-by-tenths
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(panel), suspect: child))
    },
    FoundLoop(
      "peeking-origin", nil,
      "a list scrolls itself to measure, scrolls back, and asks for layout because it scrolled",
      FoundTruth(
        .redundant, [.init("List", ["setNeedsLayout", "bounds.origin"], on: ["List"])],
        members: ["List"], not: [.words("set it back"), .words("oscillating")]),
      because: """
        What the list undoes within its own layout is nobody's fight, and every round ends as it began. \
        Writes and call are all its own, on itself.
        """
    ) { isRepaired in
      let list = GeneratedView("List")
      list.onLayout = {
        guard !isRepaired else { return }
        $0.bounds.origin.y = 30
        $0.bounds.origin.y = 0
        $0.setNeedsLayout()  // culprit: peeking-origin
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(list), suspect: list))
    },
    FoundLoop(
      "measuring-cell", nil,
      "a list asks a cell how large it is, and the cell asks the list for layout",
      FoundTruth(
        .redundant, [.init("List", ["setNeedsLayout"], on: ["List"])],
        members: ["List"], not: [.blame("Cell"), .words("set it back")]),
      because: """
        The cell's override is called by the list's code: all that a layout calls is its view's, and \
        the line is in the override.
        """
    ) { isRepaired in
      final class Cell: GeneratedView {
        var asks = true
        override func sizeThatFits(_ size: CGSize) -> CGSize {
          if asks { superview?.setNeedsLayout() }  // culprit: measuring-cell
          return CGSize(width: 90, height: 44)
        }
      }
      let cell = Cell("Cell")
      cell.asks = !isRepaired
      let list = GeneratedView("List").with(cell)
      list.onLayout = { [unowned cell] in
        cell.frame = CGRect(origin: .zero, size: cell.sizeThatFits($0.bounds.size))
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(list), suspect: list))
    },
    FoundLoop(
      "forcing-child", nil, "a child asks for the layout of its panel and forces it at once",
      FoundTruth(
        .reentrant, [.init("Child", ["setNeedsLayout", "layoutIfNeeded"], on: ["Panel"])],
        members: ["Panel", "Child"], accomplices: ["Panel"], proof: [.proved, .untested],
        not: [.blame("Panel")]),
      because: "Both calls are the child's and lead up; the panel tells its own subview."
    ) { isRepaired in
      let child = GeneratedView("Child")
      let panel = GeneratedView("Panel").with(child)
      panel.onLayout = { $0.subviews[0].setNeedsLayout() }
      child.onLayout = {
        guard !isRepaired else { return }
        $0.superview?.setNeedsLayout()  // culprit: forcing-child
        $0.superview?.layoutIfNeeded()  // culprit: forcing-child
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(panel), suspect: child))
    },
    FoundLoop(
      "masked-sheet", nil,
      "a sheet that is told of each layout swings between two widths, and two masks follow",
      FoundTruth(
        .oscillating(period: 2), [.init("Sheet", ["frame.size.width"], on: ["Sheet"])],
        values: ["Sheet.frame.size.width"], members: ["Host", "Sheet", "Middle", "Inner"],
        accomplices: ["Host"], victims: ["Middle", "Inner"], remedy: .oncePerTurn,
        not: [
          .blame("Middle"), .blame("Inner"), .blame("Host"),
          .words("wrote `frame.size.width` of its subview"),
        ]),
      because: "The sheet writes its own width. What the masks make of that is the engine's."
    ) { isRepaired in
      let inner = GeneratedView("Inner")
      let middle = GeneratedView("Middle").with(inner)
      let sheet = GeneratedView("Sheet").with(middle)
      for view in [inner, middle] { view.autoresizingMask = .flexibleWidth }
      let host = GeneratedView("Host").with(sheet)
      host.onLayout = { $0.subviews[0].setNeedsLayout() }
      sheet.onLayout = {
        guard !isRepaired else { return }
        $0.frame.size.width = $0.frame.width == 200 ? 210 : 200  // culprit: masked-sheet
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(host), suspect: sheet))
    },
  ]
}
