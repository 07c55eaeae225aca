import LoopHunter
import LoopScenarios
import ViewTree

/// A loop with all that is true of it, and a variant without the culprit's statement, which settles.
///
/// Most come from public issues; the code is ours, written after what the issue tells. The truth, and why
/// it is the truth, was written down before the detector saw the loop for the first time. A comment `culprit: NAME` stands
/// at each statement that a report may point at.
package struct FoundLoop: Sendable {
  package let name: String
  /// Where it was reported; nil for a loop that was thought up.
  package let source: String?
  /// The problem, in a line.
  package let summary: String
  package let truth: FoundTruth
  /// Why this is the truth.
  package let because: String
  /// The file with the marked statements.
  package let file: String
  /// Makes the tree; its suspect is the view to hunt first.
  package let build: @Sendable (_ isRepaired: Bool) -> FoundProgram

  init(
    _ name: String, _ source: String?, _ summary: String, _ truth: FoundTruth, because: String,
    file: String = #filePath, build: @escaping @Sendable (_ isRepaired: Bool) -> FoundProgram
  ) {
    self.name = name
    self.source = source
    self.summary = summary
    self.truth = truth
    self.because = because
    self.file = file
    self.build = build
  }

  /// Those that others met.
  package static let all: [FoundLoop] =
    uiKit + uiKitValues + android + web + webStates + desktop

  /// Those that were thought up, of mechanisms that the others lack.
  package static let probes: [FoundLoop] =
    probedOwners + probedPlaces + probedDelays + probedTies + probedSentences
    + probedSettings

  /// The threshold that they are hunted with.
  package static let threshold = 100
}

/// A stage, with the app's state that decides its loop.
package final class FoundProgram {
  package let stage: Stage
  /// The state by name, as a hunter could be told to watch it.
  package let states: [String: WatchedState]

  init(_ stage: Stage, watching states: [String: WatchedState] = [:]) {
    self.stage = stage
    self.states = states
  }
}

/// A place in the app that no view owns.
final class AppState<Value> {
  var value: Value { didSet { didSet?() } }
  var didSet: (() -> Void)?

  init(_ value: Value) {
    self.value = value
  }
}

/// A label whose layout code is a closure.
final class FoundLabel: Label {
  var onLayout: ((FoundLabel) -> Void)?

  convenience init(_ name: String, _ text: String, size: CGFloat = 17) {
    self.init(frame: .zero)
    identifier = name
    self.text = text
    font = .systemFont(ofSize: size)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    onLayout?(self)
  }
}

/// A stack with closures before and after it arranges.
final class FoundStack: StackView {
  var beforeLayout: ((FoundStack) -> Void)?
  var onLayout: ((FoundStack) -> Void)?

  convenience init(_ name: String, _ axis: Axis, _ views: [View]) {
    self.init(arrangedSubviews: views)
    identifier = name
    self.axis = axis
  }

  override func layoutSubviews() {
    beforeLayout?(self)
    super.layoutSubviews()
    onLayout?(self)
  }
}

extension Stage {
  /// Lets a chain run for 200 turns, and end without leaving work behind.
  func overTurns() -> Stage {
    script = { [unowned self] loop in
      loop.runUntilIdle(limit: 200)
      for subview in window.subviews { subview.removeFromSuperview() }
      loop.runUntilIdle(limit: 10)
    }
    return self
  }
}
