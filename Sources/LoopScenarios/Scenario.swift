import Foundation
import LoopHunter
import ViewTree

/// Leaves out the guilty lines of scenarios that are made and run meanwhile: they settle then.
package enum Repair {
  /// True while the lines are left out.
  @TaskLocal package static var isMade = false
}

/// A small tree that does one thing wrong, or only looks as if it did, with the expected finding.
///
/// Each loop comes from a real, public bug. They are deterministic and serve as documentation: the
/// mistake is in one or two lines of a view's own code.
package struct Scenario: Sendable {
  /// The name in commands and tests.
  package let name: String
  /// A summary of the problem, in one line.
  package let summary: String
  /// The threshold to hunt with.
  package let threshold: Int
  /// The loop that a hunter must find; nil for a tree that must never be reported.
  package let finding: ExpectedFinding?
  /// Makes the tree, not laid out yet.
  package let build: @Sendable () -> Stage

  init(
    _ name: String, _ summary: String, threshold: Int = 100, finding: ExpectedFinding? = nil,
    build: @escaping @Sendable () -> Stage
  ) {
    (self.name, self.summary, self.threshold) = (name, summary, threshold)
    (self.finding, self.build) = (finding, build)
  }

  /// All scenarios: the loops first, then the trees that must not be mistaken for one.
  package static let all: [Scenario] =
    [
      upstreamBounds, intrinsicSelfSize, cumulativeInset, addInLayout, headerReassign, didSetDirty,
      scrollBarFlip, pixelSnap, layoutIfNeeded, asyncBounce,
    ] + loopsOfConstraints + [
      twoPassLabel, carefulLabel, settlesAfterHundreds, animation, wideTree, shrinkingDepth,
    ]

  /// The loops that go through constraints.
  package static let loopsOfConstraints: [Scenario] = [
    stackInStack, preferredWidth, fractionalMessage, selfSizingCell, safeAreaPanel, headerInset,
    reassignedHeader, reassignedAnchors, keyboardInset, ambiguousX, promisedWidth, mutualLayout,
  ]

  /// The scenario of this name.
  package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }
}

/// The finding that a hunter must report for a scenario.
///
/// Views are named by path.
package struct ExpectedFinding: Sendable {
  /// The verdict with its details; a re-entrant one's depth is not compared.
  package let verdict: Verdict
  /// The minimal cycle, in the order of its layouts.
  package let cycle: [String]
  /// The view whose layout code is guilty.
  package let writer: String
  /// The property that it writes or the method that it calls.
  package let action: String
  /// The view that this dirties.
  package let dirtied: String
  /// The other views that drive the loop, in any order.
  package var accomplices: Set<String> = []
  /// The views that are merely laid out again, in any order.
  package var victims: Set<String> = []
  /// The view that is written, or whose constraint is, if it is laid out in no round of the cycle.
  package var written: String?
  /// The view in whose layout the guilty code runs, if that isn't its own view's.
  package var layout: String?
}

/// A scenario's tree, ready to run.
package final class Stage {
  /// The loop that lays the tree out.
  package let loop = TurnLoop()
  /// The root of the tree.
  package let window: Window
  /// The view to hunt: the guilty one, or the busiest of an innocent tree.
  package var suspect: View
  /// Runs the scenario from its start to its end.
  package var script: (TurnLoop) -> Void = { $0.runTurn() }
  /// Objects that only the stage holds: controllers, delegates, models.
  package var props: [AnyObject] = []

  /// Makes an empty window of a phone's size.
  package init() {
    window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
    // An unbroken loop ends here: late enough for every threshold, yet soon.
    loop.passLimit = 420
    suspect = window
  }

  /// Makes a window with one subview that fills it.
  package convenience init(_ root: View) {
    self.init()
    root.frame = window.bounds
    window.addSubview(root)
    suspect = root
  }

  /// Runs the scenario.
  package func run() { script(loop) }
}
