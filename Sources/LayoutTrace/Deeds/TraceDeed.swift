import ViewTree

/// A repeated action of one view's code, or of code outside any layout, in a trace.
package struct TraceDeed: Hashable, Sendable {
  /// The kind of action.
  package enum Action: Hashable, Sendable {
    /// A geometry setter.
    case write(GeometryProperty)
    /// A call that dirties, identified by its reason.
    case call(DirtyReason)
    /// A subview is added, removed or moved among its siblings.
    case add, remove, reorder
    /// `layoutIfNeeded`.
    case force
    /// Every action that changes, dirties, forces or enqueues anything.
    case anything
  }

  /// The views whose layouts do it; nil for code outside any layout.
  package var writer: TraceViews?
  /// True if the writer's `updateConstraints` does it; nil if either may.
  package var isInConstraints: Bool?
  package var action: Action
  /// The views that are affected, or the superview for a change of the hierarchy; nil for any.
  package var target: TraceViews?

  package init(
    by writer: TraceViews?, isInConstraints: Bool? = nil, _ action: Action,
    to target: TraceViews? = nil
  ) {
    self.writer = writer
    self.isInConstraints = isInConstraints
    self.action = action
    self.target = target
  }
}

/// Views of a trace: some by number, and those that a loop makes in their place again and again.
package struct TraceViews: Hashable, Sendable {
  /// The common properties of views that replace each other.
  package struct Kind: Hashable, Sendable {
    /// The possible numbers of their superview.
    package var superviews: Set<Int>
    package var className: String
    /// The identifier; nil for any, or for none.
    package var name: String?

    package init(superviews: Set<Int>, className: String, name: String?) {
      (self.superviews, self.className, self.name) = (superviews, className, name)
    }
  }

  package var numbers: Set<Int>
  package var kind: Kind?

  package init(_ numbers: Set<Int>, kind: Kind? = nil) {
    self.numbers = numbers
    self.kind = kind
  }

  /// Adds a view of the trace if it is of the kind.
  mutating func adopt(_ view: TraceEvent.NewView) {
    guard let kind, case .inside(let parent) = view.place, kind.superviews.contains(parent),
      view.className == kind.className, kind.name == nil || view.name == kind.name
    else { return }
    numbers.insert(view.view)
  }
}
