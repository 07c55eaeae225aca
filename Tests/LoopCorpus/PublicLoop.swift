import LoopScenarios
import ViewTree

/// A loop that was met and reported in public by others, modelled in a few lines of our own.
///
/// The truth, and why it is the truth, was written down before the detector saw the loop for the
/// first time. If the detector disagrees, the detector is wrong, until a reason shows that the
/// truth is.
package struct PublicLoop: Sendable {
  package let name: String
  /// Where it was reported.
  package let source: String
  /// The bug, in a line.
  package let summary: String
  package let truth: Truth
  /// Why this is the truth.
  package let because: String
  /// Makes the tree; its suspect is the view to hunt first.
  package let build: @Sendable () -> Stage

  init(
    _ name: String, _ source: String, _ summary: String, _ truth: Truth, because: String,
    build: @escaping @Sendable () -> Stage
  ) {
    self.name = name
    self.source = source
    self.summary = summary
    self.truth = truth
    self.because = because
    self.build = build
  }

  /// All of them.
  package static let all: [PublicLoop] = geometry + calls + insets + nested + deferred

  /// The threshold that they are hunted with.
  package static let threshold = 100
}

extension Stage {
  /// Makes a stage of a tree of which one view is suspected.
  convenience init(_ root: View, suspect: View, props: [AnyObject] = []) {
    self.init(root)
    self.suspect = suspect
    self.props = props
  }
}

extension View {
  /// Adds subviews and returns itself.
  func with(_ subviews: View...) -> Self {
    for subview in subviews { addSubview(subview) }
    return self
  }
}
