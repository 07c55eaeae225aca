import ViewTree

/// The properties of constraints without what is left out, and the tree in which they can be active.
struct PresentConstraints {
  private struct Property: Hashable {
    var constraint: Int
    var name: String
  }

  /// The views of each constraint.
  private var views: [Int: (first: Int, second: Int?)] = [:]
  /// The values that are others than the recorded ones, now and before the changes that come at once.
  private var values: [Property: String] = [:]
  private var former: [Property: String] = [:]
  /// The superviews; nil as long as no change of the tree is left out.
  private var superviews: [Int: Int]?

  /// Follows a line about the tree or of a constraint, which may be left out.
  ///
  /// - Parameter parents: The recorded superviews before the line.
  mutating func follow(_ event: TraceEvent, isLost: Bool, _ parents: [Int: Int]) {
    let (view, superview): (Int, Int?)
    switch event {
    case .constraint(let constraint):
      views[constraint.number] = (constraint.view, constraint.otherView)
      return
    case .move(let move): (view, superview) = (move.view, move.parent)
    case .view(let new):
      guard case .inside(let parent) = new.place else { return }
      (view, superview) = (new.view, parent)
    default: return
    }
    if isLost {
      if superviews == nil { superviews = parents }
    } else {
      superviews?[view] = superview
    }
  }

  /// Begins changes that came at once.
  mutating func beginChanges() { former = values }

  /// Leaves out the changes that came at once, even if some were noted already: the values before them stay.
  mutating func lose(_ changes: some Sequence<TraceEvent>) {
    values = former
    for case .value(let change) in changes {
      guard let property = property(change) else { continue }
      guard let value = values[property] ?? change.old else { continue }
      values[property] = value == change.new ? nil : value
    }
  }

  /// Notes another change; false if it changes nothing, or cannot come: what has no common ancestor cannot be
  /// constrained.
  mutating func keep(_ change: TraceEvent.Change) -> Bool {
    guard let property = property(change) else { return true }
    if case (.isActive, _, .flag(true))? = change.change, !isPossible(property.constraint) {
      values[property] = change.old
      return false
    }
    return values.removeValue(forKey: property) != change.new
  }

  private func property(_ change: TraceEvent.Change) -> Property? {
    change.constraintNumber.map { Property(constraint: $0, name: change.name) }
  }

  private func isPossible(_ constraint: Int) -> Bool {
    guard let superviews, let (first, second) = views[constraint], let second else { return true }
    func root(_ view: Int) -> Int {
      var top = view
      while let superview = superviews[top] { top = superview }
      return top
    }
    return root(first) == root(second)
  }
}
