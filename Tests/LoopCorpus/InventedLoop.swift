import LoopScenarios
import ViewTree

/// A loop that was thought up to break a rule of the detector, with the answer that is right.
///
/// Truth and reason were written down before the first hunt, as those of public loops.
package struct InventedLoop: Sendable {
  package let name: String
  package let truth: Truth
  /// Why this is the truth.
  package let because: String
  /// Makes the tree; its suspect is the view to hunt first.
  package let build: @Sendable () -> Stage

  init(_ name: String, _ truth: Truth, because: String, build: @escaping @Sendable () -> Stage) {
    self.name = name
    self.truth = truth
    self.because = because
    self.build = build
  }

  /// All of them.
  package static let all: [InventedLoop] =
    fights + announced + hierarchy + forced + feedback
    + frameworks + agreements + rounds + blame + engine
}

extension Quarry {
  /// An invented loop, hunted at every view that takes part.
  package init(_ loop: InventedLoop) {
    self.init(loop.name, loop.truth, build: loop.build)
  }
}
