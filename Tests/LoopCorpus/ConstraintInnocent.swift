import Foundation
import LoopScenarios
import ViewTree

/// A tree of constraints that looks like a loop, and settles.
package struct ConstraintInnocent: Sendable, CustomStringConvertible {
  package let name: String
  package let build: @Sendable () -> Stage

  package var description: String { name }

  /// All of them.
  package static let all: [ConstraintInnocent] = usual + twins

  private static let usual: [ConstraintInnocent] = [
    // applin-ios Label: the width is set only when it differs.
    ConstraintInnocent(name: Scenario.carefulLabel.name, build: Scenario.carefulLabel.build),
    // MoPub PreferredWidthLabel: it marks itself in every layout, but no value changes.
    ConstraintInnocent(name: "marking-label") {
      let (stage, screen) = Stage.screen()
      let label = WrappingLabel.title(in: screen)
      label.widthAnchor.constraint(equalToConstant: 200).isActive = true
      label.onLayout = { label in
        label.preferredMaxLayoutWidth = label.bounds.width
        label.setNeedsUpdateConstraints()
      }
      return stage
    },
    // WrapDemo: layout, width, layout again; one more application of the values.
    ConstraintInnocent(name: "two-step-label") {
      let (stage, screen) = Stage.screen()
      let label = WrappingLabel.title(in: screen)
      label.trailingAnchor.constraint(equalTo: screen.trailingAnchor).isActive = true
      screen.onLayout = { [unowned label] _ in
        label.preferredMaxLayoutWidth = label.bounds.width
      }
      return stage
    },
    // The constant is set before the values are applied, in each layout, to the same number.
    ConstraintInnocent(name: "constant-before-super") {
      let (stage, screen) = Stage.screen()
      let card = ConstrainedView("Card", in: screen)
      card.pinCorner()
      let width = card.widthAnchor.constraint(equalToConstant: 10)
      width.isActive = true
      card.heightAnchor.constraint(equalToConstant: 44).isActive = true
      screen.beforeLayout = { width.constant = $0.bounds.width / 2 }
      card.onLayout = { [unowned screen] _ in screen.setNeedsLayout() }
      stage.script = { loop in
        for width in 0..<20 {
          stage.window.frame.size.width = CGFloat(300 + width)
          loop.runTurn()
        }
      }
      return stage
    },
    // All constraints go and come back, but only when the width has changed.
    ConstraintInnocent(name: "churn-by-width") {
      let (stage, screen) = Stage.screen()
      let card = ConstrainedView("Card", in: screen)
      card.pinCorner()
      let sizes = [
        card.widthAnchor.constraint(equalToConstant: 100),
        card.heightAnchor.constraint(equalToConstant: 44),
      ]
      LayoutConstraint.activate(sizes)
      var known: CGFloat = 0
      screen.onLayout = { screen in
        guard screen.bounds.width != known else { return }
        known = screen.bounds.width
        LayoutConstraint.deactivate(sizes)
        LayoutConstraint.activate(sizes)
      }
      return stage
    },
    // A conflict that stays: one constraint is broken, once.
    ConstraintInnocent(name: "lasting-conflict") {
      let (stage, screen) = Stage.screen()
      let card = ConstrainedView("Card", in: screen)
      card.pinCorner()
      card.widthAnchor.constraint(equalToConstant: 100).isActive = true
      for height in [40, 60] {
        card.heightAnchor.constraint(equalToConstant: CGFloat(height)).isActive = true
      }
      card.onLayout = { $0.invalidateIntrinsicContentSize() }
      return stage
    },
    // A height that converges: each layout halves the distance, and pixels end it.
    ConstraintInnocent(name: "converging-constant") {
      let (stage, screen) = Stage.screen()
      let card = ConstrainedView("Card", in: screen)
      card.pinCorner()
      card.widthAnchor.constraint(equalToConstant: 100).isActive = true
      let height = card.heightAnchor.constraint(equalToConstant: 40)
      height.isActive = true
      card.onLayout = { _ in height.constant = ((height.constant + 60) / 2).rounded(.up) }
      return stage
    },
    // Ambiguous, but nobody adds the constraints again.
    ConstraintInnocent(name: "ambiguous-once") {
      let (stage, screen) = Stage.screen()
      let card = ConstrainedView("Card", in: screen)
      card.topAnchor.constraint(equalTo: screen.topAnchor).isActive = true
      card.heightAnchor.constraint(equalToConstant: 100).isActive = true
      for x in [120, 160] {
        let wish = card.leadingAnchor.constraint(
          equalTo: screen.leadingAnchor, constant: CGFloat(x))
        wish.priority = .defaultHigh
        wish.isActive = true
      }
      return stage
    },
  ]
}
