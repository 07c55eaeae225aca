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
      let header = screen.row("Header", at: screen.topAnchor)
      swap(in: screen, isRepaired) { constant in
        let height = header.heightAnchor.constraint(equalToConstant: constant)
        height.identifier = "header-\(constant)"
        return height
      }
      stage.suspect = screen
      return stage
    },
    // The footer moves, which is the second item of the constraint that changes: the first one is the screen.
    ConstraintLoop(
      "swapped-bottom", "two sets of constraints, which move the second item of one", "oscillating",
      ["Screen"], ["isActive of constraint bottom-"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let footer = screen.row("Footer", at: nil)
      footer.heightAnchor.constraint(equalToConstant: 9).isActive = true
      swap(in: screen, isRepaired) { constant in
        let bottom = screen.bottomAnchor.constraint(
          equalTo: footer.bottomAnchor, constant: constant)
        bottom.identifier = "bottom-\(constant)"
        return bottom
      }
      stage.suspect = screen
      return stage
    },
  ]

  /// Lets each layout of a screen replace a constraint, and the height of a badge by an equal one.
  private static func swap(
    in screen: ConstrainedView, _ isRepaired: Bool,
    _ constraint: (_ constant: Double) -> LayoutConstraint
  ) {
    let badge = screen.row("Badge", at: screen.topAnchor)
    let sets = [40.0, 60].map { constant in
      let height = badge.heightAnchor.constraint(equalToConstant: 9)
      height.identifier = "badge"
      return [constraint(constant), height]
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
  fileprivate func row(_ name: String, at top: LayoutYAxisAnchor?) -> ConstrainedView {
    let row = ConstrainedView(name, in: self)
    if let top { row.topAnchor.constraint(equalTo: top).isActive = true }
    LayoutConstraint.activate([
      row.leadingAnchor.constraint(equalTo: leadingAnchor),
      row.widthAnchor.constraint(equalToConstant: 50),
    ])
    return row
  }
}
