import Foundation
import LayoutTrace
import LoopHunter
import LoopScenarios
import ViewTree

/// A loop with constraints in it, with a variant without the culprit's statement, which settles.
///
/// The code is ours, written after what a public report tells. The truth was written down before the
/// detector saw the loop for the first time.
package struct ConstraintLoop: Sendable, CustomStringConvertible {
  package let name: String
  /// Where it was reported, or the rule that it shows.
  package let source: String
  /// The word of the verdict, as in `Truth.Kind`.
  package let verdict: String
  /// The view whose code is guilty; of several each is as good an answer.
  package let writers: Set<String>
  /// The beginnings of right names for what it does.
  package let actions: [String]
  /// The kind of the remark that the report must have; nil for none.
  package var remark: String?
  /// Makes the tree; its suspect is the view to hunt.
  package let build: @Sendable (_ isRepaired: Bool) -> Stage

  package var description: String { name }

  init(
    _ name: String, _ source: String, _ verdict: String, _ writers: Set<String>,
    _ actions: [String],
    remark: String? = nil,
    build: @escaping @Sendable (_ isRepaired: Bool) -> Stage
  ) {
    (self.name, self.source, self.verdict) = (name, source, verdict)
    (self.writers, self.actions, self.remark, self.build) = (writers, actions, remark, build)
  }

  /// The number of layouts after which they are reported in recordings.
  package static let threshold = 60

  /// True if a program can be written of a loop: not of that of a view that acts when its safe area changes.
  package static func canBeWritten(_ name: String) -> Bool { name != "safe-area-panel" }

  /// The loops of which a program can be written, without those that are scenarios.
  package static let reproducible: [ConstraintLoop] = kinds + guided + batches

  /// A recording of the loop.
  package func recorded() throws -> [UInt8] {
    let stage = build(false)
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    stage.run()
    try recorder.finish()
    return recorder.bytes
  }

  /// Makes one of a scenario, whose guilty lines are left out where it is repaired.
  init(
    _ scenario: Scenario, _ source: String, _ verdict: String, _ writers: Set<String>,
    _ actions: [String], remark: String? = nil
  ) {
    self.init(
      scenario.name, source, verdict, writers, actions, remark: remark
    ) { isRepaired in Repair.$isMade.withValue(isRepaired) { scenario.build() } }
  }

  /// All of them.
  package static let all: [ConstraintLoop] = kinds + guided + batches + published
}

extension ConstraintLoop {
  /// One loop for each kind.
  private static let kinds: [ConstraintLoop] = [
    // The card is the only one who writes; its superview only applies what follows.
    ConstraintLoop(
      "flipping-constant", "a constant that flips", "oscillating", ["Card"],
      ["constant of constraint"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let card = ConstrainedView.card(in: screen)
      let height = card.heightAnchor.constraint(equalToConstant: 44)
      height.isActive = true
      let footer = ConstrainedView("Footer", in: screen)
      footer.topAnchor.constraint(equalTo: card.bottomAnchor).isActive = true
      footer.leadingAnchor.constraint(equalTo: screen.leadingAnchor).isActive = true
      card.onLayout = { _ in if !isRepaired { height.constant = height.constant == 44 ? 45 : 44 } }
      stage.suspect = card
      return stage
    },
    // Each layout adds a point to the constant, which gives the card another size.
    ConstraintLoop(
      "growing-constant", "a constant that grows", "drifting", ["Card"], ["constant of constraint"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let card = ConstrainedView.card(in: screen)
      let height = card.heightAnchor.constraint(equalToConstant: 44)
      (height.identifier, height.isActive) = ("card-height", true)
      card.onLayout = { _ in if !isRepaired { height.constant += 1 } }
      stage.suspect = card
      return stage
    },
    // All constraints go and come back; every round ends with equal values.
    ConstraintLoop(
      "churn", "W18: all constraints are removed and added again", "redundant", ["Screen"],
      ["isActive of constraint"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let card = ConstrainedView("Card", in: screen)
      let all = [
        card.leadingAnchor.constraint(equalTo: screen.leadingAnchor, constant: 8),
        card.topAnchor.constraint(equalTo: screen.topAnchor, constant: 8),
        card.widthAnchor.constraint(equalToConstant: 200),
        card.heightAnchor.constraint(equalToConstant: 44),
      ]
      LayoutConstraint.activate(all)
      screen.onLayout = { _ in
        guard !isRepaired else { return }
        LayoutConstraint.deactivate(all)
        LayoutConstraint.activate(all)
      }
      stage.suspect = screen
      return stage
    },
    // The heights contradict each other; each layout puts the other one last, so that it is broken.
    ConstraintLoop(
      "breaking-in-turn", "a conflict that breaks another constraint in each round", "oscillating",
      ["Card"], ["isActive of constraint"], remark: "brokenConstraints"
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let card = ConstrainedView.card(in: screen)
      let heights = [40, 60].map { card.heightAnchor.constraint(equalToConstant: $0) }
      heights[0].isActive = true
      var round = 0
      card.onLayout = { _ in
        guard !isRepaired else { return }
        LayoutConstraint.deactivate(heights)
        LayoutConstraint.activate(round % 2 == 0 ? heights.reversed() : heights)
        round += 1
      }
      stage.suspect = card
      return stage
    },
    // The priority decides which of two heights counts.
    ConstraintLoop(
      "flipping-priority", "a priority that flips", "oscillating", ["Card"],
      ["priority of constraint"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let card = ConstrainedView.card(in: screen)
      let low = card.heightAnchor.constraint(equalToConstant: 40)
      let high = card.heightAnchor.constraint(equalToConstant: 60)
      (low.priority, high.priority) = (.defaultHigh, LayoutPriority(800))
      LayoutConstraint.activate([low, high])
      card.onLayout = { _ in
        if !isRepaired { low.priority = LayoutPriority(low.priority.rawValue == 900 ? 750 : 900) }
      }
      stage.suspect = card
      return stage
    },
  ]
}
