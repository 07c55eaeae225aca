import Foundation
import LoopScenarios
import ViewTree

extension InventedLoop {
  /// The direction of an edge comes before its kind: the smallest programs of each rule.
  static let blame: [InventedLoop] = [
    InventedLoop(
      "own-height",
      Truth(
        .oscillating(period: 1),
        [.init("Cell", ["frame.size.height"], on: ["Cell"], dirties: ["Cell", "Table"])],
        accomplices: ["Table"]),
      because: """
        The cell writes its own height, against the flow; the table sets back what is its own to place.
        """
    ) {
      let cell = GeneratedView("Cell")
      let table = GeneratedView("Table").with(cell)
      table.onLayout = { $0.subviews[0].frame.size.height = 44 }
      cell.onLayout = { if !Repair.isMade { $0.frame.size.height = 45 } }
      return Stage(GeneratedView("Screen").with(table), suspect: cell)
    },
    InventedLoop(
      "placed-child-tells",
      Truth(
        .redundant,
        [.init("Parent", ["setNeedsLayout"], on: ["Parent"], dirties: ["Parent"])],
        others: ["Child"]),
      because: """
        The parent gives its child the same place each time, which changes nothing. The child's setter \
        asks the parent for layout all the same: that call goes round.
        """
    ) {
      class Child: View {
        override var frame: CGRect { didSet { if !Repair.isMade { superview?.setNeedsLayout() } } }
      }
      let child = Child()
      child.identifier = "Child"
      let parent = GeneratedView("Parent").with(child)
      parent.onLayout = { $0.subviews[0].frame = CGRect(x: 0, y: 0, width: 80, height: 20) }
      return Stage(GeneratedView("Screen").with(parent), suspect: parent)
    },
    InventedLoop(
      "placed-child-grows",
      Truth(
        .drifting(["frame.size.height"], perRound: 1),
        [.init("Parent", ["frame.size.height"], on: ["Child"], dirties: ["Parent", "Child"])],
        beside: .init("Parent", ["setNeedsLayout"], on: ["Parent"], dirties: ["Parent"]),
        others: ["Child"]),
      because: """
        The parent adds a point to its child in each layout, and the child's setter asks the parent for \
        layout: the parent accumulates, so its write comes first, and the call is named beside it.
        """
    ) {
      class Child: View {
        override var frame: CGRect {
          didSet { if frame.size != oldValue.size { superview?.setNeedsLayout() } }
        }
      }
      let child = Child(frame: CGRect(x: 0, y: 0, width: 80, height: 20))
      child.identifier = "Child"
      let parent = GeneratedView("Parent").with(child)
      parent.onLayout = { if !Repair.isMade { $0.subviews[0].frame.size.height += 1 } }
      return Stage(GeneratedView("Screen").with(parent), suspect: parent)
    },
    InventedLoop(
      "growing-child",
      Truth(
        .drifting(["frame.size.height"], perRound: 2),
        [.init("Parent", ["frame.size.height"], on: ["Child"], dirties: ["Parent", "Child"])],
        beside: .init("Child", ["setNeedsLayout"], on: ["Parent"], dirties: ["Parent"]),
        accomplices: ["Child"]),
      because: """
        The parent lets its child grow, and the child announces it. Values drift: the parent's \
        addition is the mistake, the call its engine.
        """
    ) {
      let child = GeneratedView("Child")
      let parent = GeneratedView("Parent").with(child)
      parent.onLayout = { if !Repair.isMade { $0.subviews[0].frame.size.height += 2 } }
      child.onLayout = { $0.superview?.setNeedsLayout() }
      return Stage(GeneratedView("Screen").with(parent), suspect: child)
    },
    InventedLoop(
      "answering-parent",
      Truth(
        .oscillating(period: 2),
        [.init("Child", ["setNeedsLayout"], on: ["Parent"], dirties: ["Parent"])],
        beside: .init(
          "Parent", ["frame.size.width"], on: ["Child"], dirties: ["Parent", "Child"]),
        accomplices: ["Parent"]),
      because: """
        The child asks for layout in each of its own, and the parent answers with another width. The \
        values come back: the child's call is against the flow, the parent only answers.
        """
    ) {
      let child = GeneratedView("Child")
      let parent = GeneratedView("Parent").with(child)
      parent.onLayout = {
        $0.subviews[0].frame.size.width = $0.layouts % 2 == 0 ? 300 : 400
      }
      child.onLayout = { if !Repair.isMade { $0.superview?.setNeedsLayout() } }
      return Stage(GeneratedView("Screen").with(parent), suspect: parent)
    },
    InventedLoop(
      "forcing-parent",
      Truth(
        .redundant,
        [.init("Child", ["setNeedsLayout"], on: ["Parent"], dirties: ["Parent"])],
        accomplices: ["Parent"]),
      because: """
        The parent dirties its child and forces it: both are with the flow. The child's call on its \
        parent is against it.
        """
    ) {
      let child = GeneratedView("Child")
      let parent = GeneratedView("Parent").with(child)
      parent.onLayout = {
        $0.subviews[0].setNeedsLayout()
        $0.subviews[0].layoutIfNeeded()
      }
      child.onLayout = { if !Repair.isMade { $0.superview?.setNeedsLayout() } }
      return Stage(GeneratedView("Screen").with(parent), suspect: parent)
    },
    InventedLoop(
      "child-controller-insets",
      Truth(
        .drifting(["additionalSafeAreaInsets.top"], perRound: 1),
        [
          .init(
            "Inner", ["additionalSafeAreaInsets.top"], on: ["Outer"], dirties: ["Outer", "Inner"])
        ],
        others: ["Outer", "Inner"]),
      because: """
        The child's controller writes an inset of its parent, which is against the flow; what a \
        controller does is its view's doing.
        """
    ) {
      let (inner, outer) = (GeneratedView("Inner"), GeneratedView("Outer"))
      let (child, parent) = (GeneratedController(of: inner), GeneratedController(of: outer))
      parent.addChild(child)
      outer.addSubview(inner)
      child.onLayout = { if !Repair.isMade { $0.parent?.additionalSafeAreaInsets.top += 1 } }
      return Stage(GeneratedView("Screen").with(outer), suspect: inner, props: [parent, child])
    },
    InventedLoop(
      "two-siblings",
      Truth(
        .drifting(["frame.size.height"], perRound: 1),
        [.init("Left", ["frame.size.height"], on: ["Right"], dirties: ["Right", "Screen"])],
        beside: .init("Right", ["frame.size.height"], on: ["Left"], dirties: ["Left", "Screen"]),
        others: ["Left", "Right", "Screen"]),
      because: """
        Two siblings make each other higher: nothing tells them apart but their order in the tree.
        """
    ) {
      let (left, right) = (GeneratedView("Left"), GeneratedView("Right"))
      left.onLayout = { [unowned right] _ in if !Repair.isMade { right.frame.size.height += 1 } }
      right.onLayout = { [unowned left] _ in if !Repair.isMade { left.frame.size.height += 1 } }
      return Stage(GeneratedView("Screen").with(left, right), suspect: left)
    },
  ]
}
