import LoopScenarios
import ViewTree

/// Loops whose constraints change several at once.
extension ConstraintLoop {
  static let batches: [ConstraintLoop] = [
    // Two sets take turns. They differ in the header's height alone.
    ConstraintLoop(
      "swapped-sets", "two sets of constraints, of which one constraint differs", "oscillating",
      ["Screen"], ["isActive of constraint header-"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      swapHeights(of: screen.row("Header", at: screen.topAnchor), in: screen, isRepaired)
      stage.suspect = screen
      return stage
    },
    // The footer is told first, and no constraint of it changes: it hangs below the header.
    ConstraintLoop(
      "swapped-above", "two sets of constraints, which move a view that they do not name",
      "oscillating", ["Screen"], ["isActive of constraint header-"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let header = ConstrainedView("Header", in: screen)
      let footer = screen.row("Footer", at: header.bottomAnchor)
      footer.heightAnchor.constraint(equalToConstant: 9).isActive = true
      header.topAnchor.constraint(equalTo: screen.topAnchor).isActive = true
      swapHeights(of: header, in: screen, isRepaired)
      stage.suspect = screen
      return stage
    },
  ]

  /// Lets each layout of a screen give a header another height, and replace that of a badge by an equal one.
  private static func swapHeights(
    of header: View, in screen: ConstrainedView, _ isRepaired: Bool
  ) {
    let badge = screen.row("Badge", at: screen.topAnchor)
    let sets = [40.0, 60].map { height in
      let constraints = [
        header.heightAnchor.constraint(equalToConstant: height),
        badge.heightAnchor.constraint(equalToConstant: 9),
      ]
      (constraints[0].identifier, constraints[1].identifier) = ("header-\(height)", "badge")
      return constraints
    }
    LayoutConstraint.activate(sets[0])
    var place = 0
    screen.onLayout = { _ in
      guard !isRepaired else { return }
      LayoutConstraint.deactivate(sets[place])
      place = 1 - place
      LayoutConstraint.activate(sets[place])
    }
  }
}

extension ConstrainedView {
  /// A subview at the leading edge, without a height.
  fileprivate func row(_ name: String, at top: LayoutYAxisAnchor) -> ConstrainedView {
    let row = ConstrainedView(name, in: self)
    LayoutConstraint.activate([
      row.topAnchor.constraint(equalTo: top),
      row.leadingAnchor.constraint(equalTo: leadingAnchor),
      row.widthAnchor.constraint(equalToConstant: 50),
    ])
    return row
  }
}
