import Foundation
import LoopScenarios
import ViewTree

extension InventedLoop {
  /// The owners of deeds where the engine acts: its rules have none, and the members that it calls are their
  /// views'.
  static let engine: [InventedLoop] = [
    InventedLoop(
      "helper-writes-deep",
      Truth(
        .drifting(["text", "frame.size.width", "bounds.size.width"], perRound: 8.5),
        [.init("Panel", ["text"], on: ["Title"], dirties: ["Panel", "Bar"])],
        others: ["Panel", "Bar", "Title"]),
      because: """
        A helper that the panel's layout calls makes the text of a label in an inner stack longer. \
        Nobody goes against the flow: label and inner stack are the engine's, and tell the panel, which \
        is a stack, too, of the new size.
        """
    ) {
      class Panel: StackView {
        override func layoutSubviews() {
          super.layoutSubviews()
          if let title = subviews[0].subviews[0] as? Label { lengthen(title) }
        }
        func lengthen(_ label: Label) {
          if !Repair.isMade { label.text = (label.text ?? "") + "n" }
        }
      }
      let title = Label()
      title.identifier = "Title"
      let bar = StackView(arrangedSubviews: [title])
      bar.identifier = "Bar"
      let panel = Panel(arrangedSubviews: [bar])
      panel.identifier = "Panel"
      (panel.axis, panel.alignment) = (.vertical, .leading)
      panel.frame = CGRect(x: 0, y: 0, width: 100_000, height: 40)
      let stage = Stage(GeneratedView("Screen").with(panel), suspect: panel)
      stage.script = { [unowned panel] loop in
        loop.runTurn()
        panel.setNeedsLayout()
        loop.runTurn()
      }
      return stage
    },
    InventedLoop(
      "asked-size",
      Truth(
        .oscillating(period: 2),
        [.init("Item", ["setNeedsLayout"], on: ["Column"], dirties: ["Column"])],
        accomplices: ["Column"], others: ["Spacer"]),
      because: """
        A stack asks a view for its natural size, which answers differently each time and asks the stack \
        for layout. The call is in the stack's layout, but it is the code of the view that was asked.
        """
    ) {
      final class Item: GeneratedView {
        override var intrinsicContentSize: CGSize {
          if !Repair.isMade { superview?.setNeedsLayout() }
          return CGSize(width: 90, height: bounds.height >= 40 ? 20 : 40)
        }
      }
      let column = StackView(arrangedSubviews: [Item("Item"), GeneratedView("Spacer")])
      column.identifier = "Column"
      (column.axis, column.alignment) = (.vertical, .leading)
      column.frame = CGRect(x: 0, y: 0, width: 200, height: 400)
      return Stage(GeneratedView("Screen").with(column), suspect: column)
    },
    InventedLoop(
      "stack-placed-tells",
      Truth(
        .redundant, [.init("Child", ["setNeedsLayout"], on: ["Panel"], dirties: ["Panel"])],
        accomplices: ["Panel"]),
      because: """
        The panel is a stack, whose `super.layoutSubviews()` gives the child its place again: the \
        engine's code. The child's setter asks for layout, which is the child's.
        """
    ) {
      class Panel: StackView {
        override func layoutSubviews() { super.layoutSubviews() }
      }
      class Child: View {
        override var frame: CGRect { didSet { if !Repair.isMade { superview?.setNeedsLayout() } } }
      }
      let child = Child()
      child.identifier = "Child"
      let panel = Panel(arrangedSubviews: [child])
      panel.identifier = "Panel"
      panel.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
      return Stage(GeneratedView("Screen").with(panel), suspect: panel)
    },
    InventedLoop(
      "mask-follows",
      Truth(
        .drifting(["frame.size.height", "frame"], perRound: 1),
        [.init("Box", ["frame.size.height"], on: ["Box"], dirties: ["Inner", "Box"])],
        accomplices: ["Inner"], others: ["Screen"]),
      because: """
        The box writes its own height; that its subview follows by its mask is the engine's rule, and no \
        write of the box. The subview's call only asks again.
        """
    ) {
      let inner = GeneratedView("Inner")
      inner.autoresizingMask = [.flexibleHeight]
      let box = GeneratedView("Box").with(inner)
      box.onLayout = { if !Repair.isMade { $0.frame.size.height += 1 } }
      inner.onLayout = { $0.superview?.setNeedsLayout() }
      return Stage(GeneratedView("Screen").with(box), suspect: box)
    },
    InventedLoop(
      "moved-badge",
      Truth(
        .redundant, [.init("Badge", ["setNeedsLayout"], on: ["Host"], dirties: ["Host"])],
        accomplices: ["Host"], others: ["Tray", "Badge"]),
      because: """
        The host takes its badge out of the tray and puts it back, with the flow. The badge hears of it \
        and asks the host for layout: that is its own callback, though the host's layout runs.
        """
    ) {
      final class Badge: GeneratedView {
        override func didMoveToSuperview() {
          if !Repair.isMade { superview?.superview?.setNeedsLayout() }
        }
      }
      let badge = Badge("Badge")
      let tray = GeneratedView("Tray").with(badge)
      let host = GeneratedView("Host").with(tray)
      host.onLayout = { [unowned tray] _ in
        badge.removeFromSuperview()
        tray.addSubview(badge)
      }
      return Stage(GeneratedView("Screen").with(host), suspect: host)
    },
    InventedLoop(
      "inset-callback",
      Truth(
        .drifting(["frame.origin.y"], perRound: 1),
        [.init("Page", ["frame.origin.y"], on: ["Grid"], dirties: ["Page", "Grid"])],
        beside: .init("Grid", ["setNeedsLayout"], on: ["Page"], dirties: ["Page"]),
        others: ["Grid"]),
      because: """
        The page moves its grid a point out of the safe area in each layout, and the grid's callback asks \
        the page for layout. The page accumulates, so that its write comes first.
        """
    ) {
      final class Grid: GeneratedView {
        override func safeAreaInsetsDidChange() { superview?.setNeedsLayout() }
      }
      let grid = Grid("Grid")
      let page = GeneratedView("Page").with(grid)
      page.onLayout = { [unowned grid] _ in if !Repair.isMade { grid.frame.origin.y += 1 } }
      let stage = Stage(page, suspect: page)
      stage.window.safeAreaInsets = EdgeInsets(top: 100_000)
      return stage
    },
  ]
}
