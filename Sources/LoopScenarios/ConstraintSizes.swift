import Foundation
import LoopHunter
import ViewTree

// Constraints whose sizes come from views: each answer makes another question.

extension Scenario {
  /// The inner stack asks for itself again in each layout, and each time has another size.
  package static let stackInStack = Scenario(
    "stack-in-stack",
    "a stack in a stack asks for its size in each layout: 40.5, 41, 40.5",
    finding: ExpectedFinding(
      verdict: .oscillating(period: 2),
      cycle: ["Window/Screen", "Window/Screen/Outer", "Window/Screen/Outer/Inner"],
      writer: "Window/Screen/Outer/Inner", action: "invalidateIntrinsicContentSize",
      dirtied: "Window/Screen",
      accomplices: ["Window/Screen", "Window/Screen/Outer"])
  ) {
    let isRepaired = Repair.isMade
    let (stage, screen) = Stage.screen()
    let outer = ConstrainedView("Outer", in: screen)
    outer.pinCorner()
    let inner = ConstrainedView("Inner", in: outer)
    inner.fillSuperview()
    // At larger text sizes the height that was laid out and the natural one differ by half a point.
    inner.natural = { CGSize(width: 120, height: $0.bounds.height == 40.5 ? 41 : 40.5) }
    inner.onLayout = { if !isRepaired { $0.invalidateIntrinsicContentSize() } }
    stage.suspect = inner
    return stage
  }

  /// The label wraps at the width that it has; then it has a smaller width, and wraps at none.
  package static let preferredWidth = Scenario(
    "preferred-width",
    "a label wraps at the width that it has, and has another width then",
    finding: ExpectedFinding(
      verdict: .oscillating(period: 2),
      cycle: ["Window/Screen", "Window/Screen/Title"],
      writer: "Window/Screen/Title", action: "preferredMaxLayoutWidth",
      dirtied: "Window/Screen",
      accomplices: ["Window/Screen"])
  ) {
    let isRepaired = Repair.isMade
    let (stage, screen) = Stage.screen()
    let label = WrappingLabel("Title", in: screen)
    label.leadingAnchor.constraint(equalTo: screen.leadingAnchor).isActive = true
    label.topAnchor.constraint(equalTo: screen.topAnchor).isActive = true
    label.trailingAnchor.constraint(lessThanOrEqualTo: screen.trailingAnchor).isActive = true
    label.numberOfLines = 0
    label.text = "A title that is much longer than half of the width of the screen"
    label.onLayout = { label in
      if !isRepaired { label.preferredMaxLayoutWidth = label.bounds.width > 200 ? 180 : 0 }
    }
    stage.suspect = label
    return stage
  }

  /// The scroll view rounds its height up to ask for it, and its content rounds it down.
  package static let fractionalMessage = Scenario(
    "fractional-message",
    "a scroll view rounds its height up, and its content rounds it down",
    finding: ExpectedFinding(
      verdict: .oscillating(period: 2),
      cycle: ["Window/Screen", "Window/Screen/Scroll"],
      writer: "Window/Screen/Scroll", action: "invalidateIntrinsicContentSize",
      dirtied: "Window/Screen",
      accomplices: ["Window/Screen"])
  ) {
    let isRepaired = Repair.isMade
    let (stage, screen) = Stage.screen()
    let scroll = ConstrainedView("Scroll", in: screen)
    scroll.pinCorner()
    let line: CGFloat = 19.3
    scroll.natural = { scroll in
      let content = 4 * line
      let isRoundedUp = scroll.bounds.height == content.rounded(.up)
      return CGSize(width: 270, height: isRoundedUp ? content : content.rounded(.up))
    }
    scroll.onLayout = { if !isRepaired { $0.invalidateIntrinsicContentSize() } }
    stage.suspect = scroll
    return stage
  }

  /// The cell's height differs at each width between pixels; the list stores what it measures.
  package static let selfSizingCell = Scenario(
    "self-sizing-cell",
    "a list stores the height of a cell, which then measures another one",
    finding: ExpectedFinding(
      verdict: .oscillating(period: 2),
      cycle: ["Window/Screen/List", "Window/Screen/List/Cell"],
      writer: "Window/Screen/List",
      action: "constant of constraint ConstrainedView:Cell.height == 44",
      dirtied: "Window/Screen/List",
      victims: ["Window/Screen/List/Cell"])
  ) {
    let isRepaired = Repair.isMade
    let (stage, screen) = Stage.screen()
    let list = ConstrainedView("List", in: screen)
    list.fillSuperview()
    let cell = ConstrainedView.cell(in: list)
    let stored = cell.heightAnchor.constraint(equalToConstant: 44)
    stored.isActive = true
    list.onLayout = { [unowned cell] _ in
      let measured: CGFloat = cell.bounds.height == 44 ? 44.5 : 44
      if !isRepaired { stored.constant = measured }
    }
    stage.suspect = list
    return stage
  }

  /// The cell promises a width that the label cannot get, and the label corrects it: without either it
  /// ends.
  package static let promisedWidth = Scenario(
    "promised-width",
    "a cell promises its label a width that the label cannot get",
    finding: ExpectedFinding(
      // The screen is dirty each time that the label has another height, and gives it to the cell: two
      // heights in turn.
      verdict: .oscillating(period: 2),
      cycle: [
        "Window/Screen", "Window/Screen/Cell", "Window/Screen", "Window/Screen/Cell",
        "Window/Screen/Cell/Title", "Window/Screen", "Window/Screen/Cell",
        "Window/Screen/Cell/Title", "Window/Screen/Cell", "Window/Screen/Cell/Title",
        "Window/Screen/Cell", "Window/Screen", "Window/Screen/Cell", "Window/Screen/Cell",
        "Window/Screen/Cell/Title",
      ],
      writer: "Window/Screen/Cell/Title", action: "preferredMaxLayoutWidth",
      dirtied: "Window/Screen",
      accomplices: ["Window/Screen", "Window/Screen/Cell"])
  ) {
    let isRepaired = Repair.isMade
    let (stage, screen) = Stage.screen()
    let cell = ConstrainedView.cell(in: screen)
    let label = WrappingLabel("Title", in: cell)
    label.numberOfLines = 0
    label.text = "A title of several words that need two lines or three lines or more of them"
    label.leadingAnchor.constraint(equalTo: cell.leadingAnchor).isActive = true
    label.topAnchor.constraint(equalTo: cell.topAnchor).isActive = true
    label.bottomAnchor.constraint(equalTo: cell.bottomAnchor).isActive = true
    cell.onLayout = { [unowned label] cell in
      if !isRepaired { label.preferredMaxLayoutWidth = cell.bounds.width - 20 }
    }
    label.onLayout = { label in label.preferredMaxLayoutWidth = 120 }
    stage.suspect = cell
    return stage
  }
}
