import Foundation
import LoopScenarios
import ViewTree

extension FoundInnocent {
  /// Thought up: much layout, of constraints, timers, windows and stacks, that arrives or is wanted.
  static let probed: [FoundInnocent] = [
    FoundInnocent(
      "sliding-constraint", nil,
      because: "a timer outside any layout moves a constraint in 150 turns, and each settles"
    ) {
      let (page, drawer) = (PlacedView("Page"), PlacedView("Drawer"))
      drawer.translatesAutoresizingMaskIntoConstraints = false
      page.addSubview(drawer)
      let width = drawer.widthAnchor.constraint(equalToConstant: 10)
      LayoutConstraint.activate([
        width, drawer.heightAnchor.constraint(equalTo: page.heightAnchor),
        drawer.leadingAnchor.constraint(equalTo: page.leadingAnchor),
        drawer.topAnchor.constraint(equalTo: page.topAnchor),
      ])
      let stage = Stage(page, suspect: drawer)
      stage.script = { loop in
        loop.runTurn()
        for turn in 1...150 {
          loop.event { width.constant = 10 + CGFloat(turn) }
          loop.runTurn()
        }
      }
      return stage
    },
    FoundInnocent(
      "ticking-clock", nil,
      because: "a timer that arms itself changes a text in 200 turns; no layout starts anything"
    ) {
      let label = FoundLabel("Clock", "0")
      let stage = Stage(FoundStack("Bar", .horizontal, [label]), suspect: label)
      stage.script = { loop in
        loop.runTurn()
        var ticks = 0
        func arm() {
          loop.after(.milliseconds(100)) { [weak label] in
            ticks += 1
            label?.text = "\(ticks)"
            if ticks < 200 { arm() }
          }
        }
        arm()
        loop.runUntilIdle(limit: 300)
      }
      return stage
    },
    FoundInnocent(
      "agreeing-halves", nil,
      because: "two siblings take half of what the other one leaves, until it is less than a point"
    ) {
      let (left, right) = (GeneratedView("Left"), GeneratedView("Right"))
      let row = GeneratedView("Row").with(left, right)
      row.onLayout = { for view in $0.subviews { view.setNeedsLayout() } }
      for (view, other) in [(left, right), (right, left)] {
        view.onLayout = { [unowned other] in
          let width = ((300 - $0.frame.width + other.frame.width) / 2).rounded()
          if abs(other.frame.width - width) >= 1 { other.frame.size.width = width }
        }
      }
      return Stage(GeneratedView("Screen").with(row), suspect: row)
    },
    FoundInnocent(
      "windows-by-the-dozen", nil,
      because: "sixty windows are each opened, laid out twice and closed, all in one turn"
    ) {
      let stage = Stage(GeneratedView("Screen"))
      stage.script = { [unowned stage] loop in
        loop.event {
          for index in 0..<60 {
            let frame = CGRect(x: 0, y: 0, width: 100, height: 100)
            let window = Window(frame: frame, loop: stage.loop)
            let view = GeneratedView("Tip")
            window.addSubview(view)
            window.layoutIfNeeded()
            view.frame.size.width = CGFloat(index)
            window.layoutIfNeeded()
            view.removeFromSuperview()
          }
        }
        loop.runTurn()
      }
      return stage
    },
    FoundInnocent(
      "sixty-stacks-deep", nil,
      because: "the text of a label in sixty stacks changes once, and each of them is laid out once"
    ) {
      let label = FoundLabel("Label", "a text")
      var inner: View = label
      for level in 0..<60 {
        inner = FoundStack("Stack\(level)", level % 2 == 0 ? .vertical : .horizontal, [inner])
      }
      let stage = Stage(inner, suspect: label)
      stage.script = { [unowned label] loop in
        loop.runTurn()
        loop.event { [unowned label] in label.text = "another text, which is longer" }
        loop.runTurn()
      }
      return stage
    },
    FoundInnocent(
      "tiles-one-by-one", nil,
      because:
        "ninety tiles that constraints place come in a turn each, to a list that grows with them"
    ) {
      let list = PlacedView("List")
      let stage = Stage(list)
      stage.script = { [unowned list] loop in
        var last: View?
        for index in 0..<90 {
          loop.event { [unowned list] in
            let tile = PlacedView("Tile")
            tile.translatesAutoresizingMaskIntoConstraints = false
            list.addSubview(tile)
            LayoutConstraint.activate([
              tile.topAnchor.constraint(equalTo: last?.bottomAnchor ?? list.topAnchor),
              tile.leadingAnchor.constraint(equalTo: list.leadingAnchor),
              tile.widthAnchor.constraint(equalTo: list.widthAnchor),
              tile.heightAnchor.constraint(equalToConstant: CGFloat(20 + index)),
            ])
            last = tile
          }
          loop.runTurn()
        }
      }
      return stage
    },
    FoundInnocent(
      "asked-while-clean", nil,
      because: "150 events force the layout of a clean tree, which lays out nothing"
    ) {
      let view = GeneratedView("View")
      let stage = Stage(GeneratedView("Screen").with(view), suspect: view)
      stage.script = { [unowned view] loop in
        for _ in 0..<150 { loop.event { [unowned view] in view.window?.layoutIfNeeded() } }
        loop.runTurn()
      }
      return stage
    },
    FoundInnocent(
      "told-to-hide", nil,
      because: "an event of each of 150 turns hides or shows a view of a stack, and each settles"
    ) {
      let tip = GeneratedView("Tip")
      let row = FoundStack("Row", .horizontal, [GeneratedView("Field"), tip])
      row.distribution = .fillEqually
      let stage = Stage(row, suspect: tip)
      stage.script = { [unowned tip] loop in
        loop.runTurn()
        for _ in 0..<150 {
          loop.event { [unowned tip] in tip.isHidden.toggle() }
          loop.runTurn()
        }
      }
      return stage
    },
    FoundInnocent(
      "sorting-shelf", nil,
      because: "a shelf brings one book to its place in each layout, until after forty all are"
    ) {
      let shelf = GeneratedView("Shelf")
      for index in (0..<40).reversed() { shelf.addSubview(GeneratedView("Book\(index)")) }
      shelf.onLayout = { shelf in
        for index in 0..<40 {
          guard let book = shelf.subviews.first(where: { $0.identifier == "Book\(index)" }),
            shelf.subviews[index] !== book
          else { continue }
          shelf.insertSubview(book, at: index)
          return shelf.setNeedsLayout()
        }
      }
      return Stage(GeneratedView("Screen").with(shelf), suspect: shelf)
    },
    FoundInnocent(
      "two-in-turn", nil,
      because: "a pane writes its neighbour's width in a block until both have the wanted one"
    ) {
      let (left, right) = (GeneratedView("Left"), GeneratedView("Right"))
      for (view, other) in [(left, right), (right, left)] {
        view.onLayout = { [unowned other] view in
          view.window?.loop.async { [weak other] in
            guard let other, other.frame.width < 130 else { return }
            other.frame.size.width += 2
          }
        }
      }
      let stage = Stage(GeneratedView("Screen").with(left, right), suspect: left)
      stage.script = { $0.runUntilIdle(limit: 300) }
      return stage
    },
    FoundInnocent(
      "forced-once-each", nil,
      because: "120 pages are each marked and forced once in one event; none is laid out again"
    ) {
      let book = GeneratedView("Book")
      for index in 0..<120 { book.addSubview(GeneratedView("Page\(index)")) }
      let stage = Stage(book)
      stage.script = { [unowned book] loop in
        loop.runTurn()
        loop.event { [unowned book] in
          for page in book.subviews {
            // A new size would dirty the book, which each pass would lay out.
            page.setNeedsLayout()
            page.layoutIfNeeded()
          }
        }
        loop.runTurn()
      }
      return stage
    },
  ]
}
