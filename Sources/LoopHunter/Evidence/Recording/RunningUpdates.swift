/// The parts of the constraints phase that are on the stack, and the layouts inside of them.
package struct RunningUpdates {
  private enum Step {
    /// A view's `updateConstraints`.
    case update(view: Int)
    /// A layout that one of them forced.
    case layout
  }

  private var steps: [Step] = []
  /// The number of steps that are noted in the evidence, or are layouts.
  private var noted = 0

  /// Makes an empty stack.
  package init() {}

  /// True if a view's `updateConstraints` is on the stack.
  package var isRunning: Bool { !steps.isEmpty }

  /// True if `updateConstraints` is the innermost of the app's code.
  package var isInnermost: Bool { if case .update = steps.last { true } else { false } }

  package mutating func enter(_ view: Int) { steps.append(.update(view: view)) }

  /// Ends the innermost step, and returns its view if it is noted.
  package mutating func leave() -> Int? {
    guard case .update(let view) = steps.popLast() else { return nil }
    guard noted > steps.count else { return nil }
    noted = steps.count
    return view
  }

  package mutating func enterLayout() {
    steps.append(.layout)
    noted = steps.count
  }

  package mutating func leaveLayout() {
    guard case .layout = steps.last else { return }
    steps.removeLast()
    noted = min(noted, steps.count)
  }

  /// Returns the outermost view that is not noted yet, and marks it as noted.
  package mutating func nextSilent() -> Int? {
    while noted < steps.count {
      defer { noted += 1 }
      if case .update(let view) = steps[noted] { return view }
    }
    return nil
  }
}
