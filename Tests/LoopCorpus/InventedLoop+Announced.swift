import Foundation
import LoopScenarios
import ViewTree

extension InventedLoop {
  /// Writes beside calls, and calls alone.
  static let announced: [InventedLoop] = [
    InventedLoop(
      "write-and-announce",
      Truth(
        .oscillating(period: 1),
        [.init("Text", ["frame.size.height"], on: ["Cell"], dirties: ["Table"])],
        accomplices: ["Table", "Cell"]),
      because: """
        Text makes its cell higher, and then tells the table twice that it did. The calls are the \
        announcement: they come from the same code, and the fix belongs at the write.
        """
    ) {
      let text = GeneratedView("Text")
      let cell = GeneratedView("Cell").with(text)
      let table = GeneratedView("Table").with(cell)
      table.onLayout = { $0.subviews[0].frame.size = CGSize(width: 90, height: 44) }
      cell.onLayout = { $0.subviews[0].setNeedsLayout() }
      text.onLayout = { [unowned table] in
        guard !Repair.isMade else { return }
        $0.superview?.frame.size.height = 60
        $0.invalidateIntrinsicContentSize()
        table.setNeedsLayout()
      }
      return Stage(table, suspect: text)
    },
    InventedLoop(
      "odd-rounds",
      Truth(
        .redundant,
        [
          .init("Panel", ["setNeedsLayout"], on: ["Panel"], dirties: ["Panel"]),
          .init("Knob", ["setNeedsLayout"], on: ["Panel"], dirties: ["Panel"]),
        ], others: ["Panel", "Knob"]),
      because: """
        In even rounds the panel asks its knob, which asks the panel; in odd ones the panel asks \
        itself. Nothing is ever written. Without either call the other rounds would stop it.
        """
    ) {
      let knob = GeneratedView("Knob")
      let panel = GeneratedView("Panel").with(knob)
      panel.onLayout = {
        guard !Repair.isMade else { return }
        if $0.layouts % 2 == 0 { $0.subviews[0].setNeedsLayout() } else { $0.setNeedsLayout() }
      }
      knob.onLayout = { $0.superview?.setNeedsLayout() }
      return Stage(panel, suspect: panel)
    },
    InventedLoop(
      "agreeing-owners",
      Truth(
        .redundant,
        [
          .init("First", ["setNeedsLayout"], on: ["Second"], dirties: ["Second"]),
          .init("Second", ["setNeedsLayout"], on: ["First"], dirties: ["First"]),
        ], others: ["First", "Second"]),
      because: """
        Both owners write the same place, so that nothing changes after the first round: there is no \
        fight, only the calls go on.
        """
    ) {
      let moved = GeneratedView("Moved")
      let (first, second) = (GeneratedView("First"), GeneratedView("Second"))
      first.addSubview(moved)
      first.onLayout = { [unowned second, unowned moved] _ in
        moved.frame.origin.y = 20
        if !Repair.isMade { second.setNeedsLayout() }
      }
      second.onLayout = { [unowned first, unowned moved] _ in
        moved.frame.origin.y = 20
        first.setNeedsLayout()
      }
      return Stage(GeneratedView("Screen").with(first, second), suspect: first)
    },
    InventedLoop(
      "wiggling-stranger",
      Truth(
        .redundant,
        [
          .init("Ruler", ["frame.size.height"], on: ["Field"], dirties: ["Field", "Form"]),
          .init("Form", ["setNeedsLayout"], on: ["Ruler"], dirties: ["Ruler"]),
        ], accomplices: [], victims: ["Field"], others: ["Form", "Ruler"]),
      because: """
        A ruler in another branch measures the form's field: it makes it high and takes that back \
        before its layout ends. Each round ends with the same geometry. Its detour dirties the form; \
        the form's call brings the ruler. Neither changes anything, so either is the place.
        """
    ) {
      let field = GeneratedView("Field")
      let form = GeneratedView("Form").with(field)
      let ruler = GeneratedView("Ruler")
      form.onLayout = { [unowned ruler] _ in ruler.setNeedsLayout() }
      ruler.onLayout = { [unowned field] _ in
        let size = field.frame.size
        guard !Repair.isMade else { return }
        field.frame.size.height = 1_000
        field.frame.size = size
      }
      return Stage(GeneratedView("Screen").with(form, ruler), suspect: form)
    },
    InventedLoop(
      "invisible",
      Truth(
        .oscillating(period: 2),
        [.init("Screen", ["setNeedsLayout"], on: ["Screen"], dirties: ["Screen"])]),
      because: """
        The screen hides and shows its hint and fades it. Neither dirties anybody: the call is what \
        goes round; but what is hidden comes back after two rounds.
        """
    ) {
      let screen = GeneratedView("Screen").with(GeneratedView("Hint"))
      screen.onLayout = {
        let hint = $0.subviews[0]
        hint.isHidden = $0.layouts % 2 == 0
        hint.alpha = hint.isHidden ? 0 : 1
        if !Repair.isMade { $0.setNeedsLayout() }
      }
      return Stage(screen, suspect: screen)
    },
    InventedLoop(
      "creeping-place",
      Truth(
        .drifting(["frame.origin.x"], perRound: 1),
        [.init("Ticker", ["setNeedsLayout"], on: ["Ticker"], dirties: ["Ticker"])]),
      because: """
        The text creeps on by a point in each round, which dirties nobody: without that write the \
        ticker's call would keep the loop going all the same, so the call is the place.
        """
    ) {
      let ticker = GeneratedView("Ticker").with(GeneratedView("Text"))
      ticker.onLayout = {
        $0.subviews[0].frame.origin.x += 1
        if !Repair.isMade { $0.setNeedsLayout() }
      }
      return Stage(ticker, suspect: ticker)
    },
    InventedLoop(
      "told-grandparent",
      Truth(
        .redundant,
        [.init("Leaf", ["setNeedsLayout"], on: ["Top"], dirties: ["Top"])],
        accomplices: ["Top", "Branch"], victims: ["Neighbour", "Mirror"]),
      because: """
        Leaf's call leads upstream past its superview; top and branch hand layout down. Neighbour is \
        dirtied by the leaf and mirror by the neighbour: a side arm that leads nowhere.
        """
    ) {
      let leaf = GeneratedView("Leaf")
      let branch = GeneratedView("Branch").with(leaf)
      let (neighbour, mirror) = (GeneratedView("Neighbour"), GeneratedView("Mirror"))
      let top = GeneratedView("Top").with(neighbour, branch, mirror)
      top.onLayout = { [unowned branch] _ in branch.setNeedsLayout() }
      branch.onLayout = { $0.subviews[0].setNeedsLayout() }
      leaf.onLayout = { [unowned top, unowned neighbour] _ in
        neighbour.setNeedsLayout()
        if !Repair.isMade { top.setNeedsLayout() }
      }
      neighbour.onLayout = { [unowned mirror] _ in mirror.setNeedsLayout() }
      return Stage(top, suspect: leaf)
    },
  ]
}
