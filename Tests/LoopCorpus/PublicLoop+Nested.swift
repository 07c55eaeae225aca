import Foundation
import LoopScenarios
import ViewTree

private let github = "https://github.com/"

extension PublicLoop {
  /// Layout that is forced: by layout itself, or by code outside it.
  static let nested: [PublicLoop] = [
    PublicLoop(
      "self-sizing-recursion", github + "xmtplabs/convos-ios/issues/1349",
      "a cell's height never converges, and the list lays itself out inside of its layout for it",
      Truth(
        .reentrant,
        [
          .init(
            "Messages", ["setNeedsLayout", "layoutIfNeeded"], on: ["Messages"],
            dirties: ["Messages"])
        ], others: ["Cell"]),
      because: """
        The report had about 100 nested passes on the stack. The forced layout of Messages \
        by itself recurses; the cell's height is the reason, its layout does nothing.
        """
    ) {
      let cell = GeneratedView("Cell", CGRect(x: 0, y: 0, width: 300, height: 51))
      let messages = GeneratedView("Messages").with(cell)
      messages.onLayout = {
        let cell = $0.subviews[0]
        cell.frame.size.height = cell.frame.height == 51 ? 52 : 51
        if !Repair.isMade { $0.setNeedsLayout() }
        $0.layoutIfNeeded()
      }
      return Stage(messages, suspect: messages)
    },
    PublicLoop(
      "utility-buttons", github + "CEWendel/SWTableViewCell/issues/304",
      "a table configures its cell in its layout, and the cell's setter forces layout upwards",
      Truth(
        .reentrant,
        [
          .init("Table", ["setNeedsLayout"], on: ["Table"], dirties: ["Table"]),
          .init("Table", ["layoutIfNeeded"], on: ["Cell", "Table"], dirties: ["Table"]),
        ], others: ["Cell"]),
      because: """
        The setter runs in the table's layout: it dirties the table and forces the cell, which \
        climbs to the dirty table. The reporter's fix was setNeedsLayout in place of layoutIfNeeded.
        """
    ) {
      class Cell: View {
        var buttons = 0 {
          didSet {
            if !Repair.isMade { superview?.setNeedsLayout() }
            layoutIfNeeded()
          }
        }
      }
      let cell = Cell()
      let table = GeneratedView("Table").with(cell)
      table.onLayout = { [unowned cell] _ in cell.buttons = 2 }
      return Stage(table, suspect: table)
    },
    PublicLoop(
      "custom-refresh-view", github + "samvermette/SVPullToRefresh/issues/169",
      "a refresh view forces its custom view, whose layout forces the refresh view",
      Truth(
        .reentrant,
        [
          .init(
            "Custom", ["setNeedsLayout", "layoutIfNeeded"], on: ["Refresh"],
            dirties: ["Refresh"])
        ], accomplices: ["Refresh"]),
      because: """
        Two views force each other, ever deeper. Custom's force leads upstream; a superview may \
        force its subview, but here the recursion ends without that as well.
        """
    ) {
      let custom = GeneratedView("Custom")
      let refresh = GeneratedView("Refresh").with(custom)
      refresh.onLayout = {
        $0.subviews[0].setNeedsLayout()
        $0.subviews[0].layoutIfNeeded()
      }
      custom.onLayout = {
        if !Repair.isMade { $0.superview?.setNeedsLayout() }
        $0.superview?.layoutIfNeeded()
      }
      return Stage(refresh, suspect: refresh)
    },
    PublicLoop(
      "read-write-read", github + "aFarkas/lazysizes/issues/802",
      "an event sets the height of one row after the other, and asks for the layout after each",
      Truth(
        .thrashing,
        [
          .init(nil, ["frame.size.height"], on: ["Row"], dirties: ["List", "Row"])
        ], others: ["List", "Row"]),
      because: """
        No layout dirties anything: the event writes and forces 150 times. The \
        writer is code outside layout, and so is the forcing code.
        """
    ) {
      let list = GeneratedView("List")
      for _ in 0..<150 { list.addSubview(GeneratedView("Row")) }
      let stage = Stage(list, suspect: list)
      stage.script = { [unowned list] loop in
        loop.runTurn()
        loop.event { [unowned list] in
          for row in list.subviews {
            if !Repair.isMade { row.frame.size.height += 1 }
            list.layoutIfNeeded()
          }
        }
        loop.runTurn()
      }
      return stage
    },
    PublicLoop(
      "measured-prototype", github + "Rightpoint/RZCellSizeManager/issues/20",
      "a prototype cell is configured and laid out once for each of 150 rows, in a block",
      Truth(
        .thrashing,
        [.init(nil, ["setNeedsLayout"], on: ["Prototype"], dirties: ["Prototype"])],
        others: ["Prototype", "Label"]),
      because: """
        The block dirties the prototype by a call and forces it, 150 times. The prototype places \
        its label, which is its job.
        """
    ) {
      let prototype = GeneratedView("Prototype").with(GeneratedView("Label"))
      nonisolated(unsafe) var width: CGFloat = 10
      prototype.onLayout = { $0.subviews[0].frame.size.width = width }
      let stage = Stage(prototype, suspect: prototype)
      stage.script = { [unowned prototype] loop in
        loop.runTurn()
        loop.async { [unowned prototype] in
          for row in 0..<150 {
            width = CGFloat(10 + row % 7)
            if !Repair.isMade { prototype.setNeedsLayout() }
            prototype.layoutIfNeeded()
          }
        }
        loop.runTurn()
      }
      return stage
    },
    PublicLoop(
      "scenery-reads", github + "phetsims/scenery/issues/140",
      "a timer moves a scroll view step by step and wants to see each step laid out",
      Truth(
        .thrashing,
        [.init(nil, ["bounds.origin", "contentOffset"], on: ["Canvas"], dirties: ["Canvas"])],
        others: ["Canvas"]),
      because: "One timer's handler writes the offset and forces layout 120 times in one turn."
    ) {
      let canvas = GeneratedScroll("Canvas", CGRect(x: 0, y: 0, width: 390, height: 700))
      let stage = Stage(canvas, suspect: canvas)
      stage.script = { [unowned canvas] loop in
        loop.runTurn()
        loop.after(.milliseconds(5)) { [unowned canvas] in
          for step in 1...120 {
            if !Repair.isMade { canvas.contentOffset.y = CGFloat(step) }
            canvas.layoutIfNeeded()
          }
        }
        loop.runUntilIdle(limit: 10)
      }
      return stage
    },
  ]
}
