import Foundation
import LoopHunter
import ViewTree

// Constraints that code changes, or whose views it moves, in each layout.

extension Scenario {
  /// Each marks the other and lays it out from its own layout, so that neither ever ends.
  package static let mutualLayout = Scenario(
    "mutual-layout",
    "a view and its superview lay each other out from their layouts",
    finding: ExpectedFinding(
      verdict: .reentrant(depth: 102),
      cycle: ["Window/Screen", "Window/Screen/Entry"],
      writer: "Window/Screen/Entry", action: "layoutIfNeeded",
      dirtied: "Window/Screen",
      accomplices: ["Window/Screen"])
  ) {
    let isRepaired = Repair.isMade
    let (stage, screen) = Stage.screen()
    let entry = ConstrainedView("Entry", in: screen)
    entry.pinCorner()
    let size = entry.heightAnchor.constraint(equalToConstant: 80)
    size.isActive = true
    entry.onLayout = { [unowned screen] _ in
      guard !isRepaired else { return }
      screen.setNeedsLayout()
      screen.layoutIfNeeded()
    }
    screen.onLayout = { [unowned entry] _ in
      size.constant = 80
      guard !isRepaired else { return }
      entry.setNeedsLayout()
      entry.layoutIfNeeded()
    }
    stage.suspect = entry
    return stage
  }

  /// The panel makes room for the bar that covers it, and then no bar covers it any more.
  package static let safeAreaPanel = Scenario(
    "safe-area-panel",
    "a panel moves below the bar that covers it, and then none covers it",
    finding: ExpectedFinding(
      verdict: .oscillating(period: 2),
      cycle: ["Window/Screen", "Window/Screen/Panel"],
      writer: "Window/Screen/Panel",
      action: "constant of constraint V:|-(0)-[ConstrainedView:Panel]",
      dirtied: "Window/Screen",
      accomplices: ["Window/Screen"],
      layout: "Window/Screen")
  ) {
    let isRepaired = Repair.isMade
    let (stage, screen) = Stage.screen()
    let (panel, top) = ConstrainedView.panel(in: screen)
    panel.onSafeArea = { panel in
      if !isRepaired { top.constant = panel.safeAreaInsets.top > 0 ? 60 : 0 }
    }
    // The bar appears when the panel already listens.
    stage.window.safeAreaInsets = EdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
    stage.suspect = screen
    return stage
  }

  /// The header lies in the safe area, which the controller enlarges by the height of the header.
  package static let headerInset = Scenario(
    "header-inset",
    "a header in the safe area, which grows by the header's height",
    finding: ExpectedFinding(
      verdict: .drifting(property: "additionalSafeAreaInsets.top", perRound: 10),
      cycle: ["Window/Screen", "Window/Screen/Header"],
      writer: "Window/Screen", action: "additionalSafeAreaInsets.top",
      dirtied: "Window/Screen",
      victims: ["Window/Screen/Header"])
  ) {
    let isRepaired = Repair.isMade
    let (stage, screen) = Stage.screen()
    let controller = ViewController()
    controller.view = screen
    let header = ConstrainedView.header(in: screen)
    screen.onLayout = { [unowned header, unowned controller] _ in
      if !isRepaired { controller.additionalSafeAreaInsets.top = header.frame.maxY }
    }
    stage.props = [controller]
    stage.suspect = screen
    return stage
  }

  /// A header that is put in again asks for a layout even if its height is the same.
  package static let reassignedHeader = Scenario(
    "reassigned-header",
    "a table puts its header in again, as high as before",
    finding: ExpectedFinding(
      verdict: .redundant,
      cycle: ["Window/Screen/Table", "Window/Screen/Table/Header"],
      writer: "Window/Screen/Table", action: "addSubview",
      dirtied: "Window/Screen/Table",
      victims: ["Window/Screen/Table/Header"])
  ) {
    let isRepaired = Repair.isMade
    let (stage, screen) = Stage.screen()
    let table = ConstrainedView("Table", in: screen)
    table.fillSuperview()
    let header = ConstrainedView("Header", in: table)
    header.translatesAutoresizingMaskIntoConstraints = true
    header.frame = CGRect(x: 0, y: 0, width: 300, height: 44)
    let title = ConstrainedView("Text", in: header)
    title.fillSuperview()
    table.onLayout = { [header] table in
      guard !isRepaired else { return }
      let size = header.systemLayoutSizeFitting(CGSize(width: 300, height: 0))
      header.bounds.size.height = max(44, size.height)
      header.removeFromSuperview()
      table.addSubview(header)
    }
    stage.suspect = table
    return stage
  }

  /// A header is put in again, and its constraints, which went with it, are made active again.
  package static let reassignedAnchors = Scenario(
    "reassigned-anchors",
    "a list puts its header in again, and activates its constraints",
    finding: ExpectedFinding(
      verdict: .redundant,
      cycle: ["Window/Screen/List", "Window/Screen/List/Header"],
      writer: "Window/Screen/List", action: "addSubview",
      dirtied: "Window/Screen/List",
      victims: ["Window/Screen/List/Header"])
  ) {
    let isRepaired = Repair.isMade
    let (stage, screen) = Stage.screen()
    let list = ConstrainedView("List", in: screen)
    list.fillSuperview()
    let header = ConstrainedView("Header", in: list)
    let places = [
      header.leadingAnchor.constraint(equalTo: list.leadingAnchor),
      header.topAnchor.constraint(equalTo: list.topAnchor),
      header.widthAnchor.constraint(equalTo: list.widthAnchor),
    ]
    LayoutConstraint.activate(places + [header.heightAnchor.constraint(equalToConstant: 44)])
    list.onLayout = { [header] list in
      guard !isRepaired else { return }
      header.removeFromSuperview()
      list.addSubview(header)
      LayoutConstraint.activate(places)
    }
    stage.suspect = list
    return stage
  }

  /// The bar moves away from what covers it, and takes its host along.
  package static let keyboardInset = Scenario(
    "keyboard-inset",
    "a bar moves away from what covers it, and takes its host along",
    finding: ExpectedFinding(
      verdict: .drifting(property: "constant of constraint host-bottom", perRound: 8),
      cycle: [
        "Window/Screen", "Window/Screen/Host", "Window/Screen/Host/Bar",
        "Window/Screen/Host/Bar/Filler",
      ],
      writer: "Window/Screen/Host/Bar", action: "constant of constraint host-bottom",
      dirtied: "Window/Screen/Host/Bar",
      victims: ["Window/Screen", "Window/Screen/Host", "Window/Screen/Host/Bar/Filler"])
  ) {
    let isRepaired = Repair.isMade
    let (stage, screen) = Stage.screen()
    let host = ConstrainedView("Host", in: screen)
    host.pinCorner()
    host.widthAnchor.constraint(equalToConstant: 300).isActive = true
    let bar = ConstrainedView("Bar", in: host)
    bar.leadingAnchor.constraint(equalTo: host.leadingAnchor).isActive = true
    bar.widthAnchor.constraint(equalTo: host.widthAnchor).isActive = true
    bar.heightAnchor.constraint(equalToConstant: 40).isActive = true
    bar.topAnchor.constraint(equalTo: host.topAnchor, constant: 10).isActive = true
    let bottom = host.bottomAnchor.constraint(equalTo: bar.bottomAnchor, constant: 0)
    (bottom.identifier, bottom.isActive) = ("host-bottom", true)
    let filler = ConstrainedView("Filler", in: bar)
    filler.heightAnchor.constraint(equalTo: host.heightAnchor).isActive = true
    filler.topAnchor.constraint(equalTo: bar.topAnchor).isActive = true
    bar.onLayout = { _ in if !isRepaired { bottom.constant += 8 } }
    stage.suspect = bar
    return stage
  }

  /// Two equal wishes; whichever was added last counts, and each layout adds them in another order.
  package static let ambiguousX = Scenario(
    "ambiguous-x",
    "two equal wishes are activated in another order each time",
    finding: ExpectedFinding(
      verdict: .oscillating(period: 2),
      cycle: ["Window/Screen"],
      writer: "Window/Screen",
      action: "isActive of constraint H:|-(160@750)-[ConstrainedView:Card]",
      dirtied: "Window/Screen",
      written: "Window/Screen/Card")
  ) {
    let isRepaired = Repair.isMade
    let (stage, screen) = Stage.screen()
    let card = ConstrainedView("Card", in: screen)
    card.topAnchor.constraint(equalTo: screen.topAnchor).isActive = true
    card.widthAnchor.constraint(equalToConstant: 100).isActive = true
    card.heightAnchor.constraint(equalToConstant: 100).isActive = true
    let wishes = [120, 160].map { x in
      card.leadingAnchor.constraint(equalTo: screen.leadingAnchor, constant: x)
    }
    for wish in wishes { wish.priority = .defaultHigh }
    LayoutConstraint.activate(wishes)
    var round = 0
    screen.onLayout = { _ in
      guard !isRepaired else { return }
      LayoutConstraint.deactivate(wishes)
      LayoutConstraint.activate(round % 2 == 0 ? wishes.reversed() : wishes)
      round += 1
    }
    stage.suspect = screen
    return stage
  }
}
