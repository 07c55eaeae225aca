import ViewTree

/// Something that one view's code, or code outside any layout, does again and again in a trace.
package struct TraceDeed: Hashable, Sendable {
  /// What is done.
  package enum Action: Hashable, Sendable {
    /// A geometry setter.
    case write(GeometryProperty)
    /// A call that dirties, by the word of its reason.
    case call(DirtyReason)
    /// A subview is added, removed or moved among its siblings.
    case add, remove, reorder
    /// `layoutIfNeeded`.
    case force
    /// Everything that changes, dirties, forces or enqueues anything.
    case anything
  }

  /// The views whose layouts do it; nil for code outside any layout.
  package var writer: TraceViews?
  /// Whether the writer's `updateConstraints` does it; nil if either may.
  package var isInConstraints: Bool?
  package var action: Action
  /// The views to which it is done, the superview for what is done to the hierarchy; nil for any.
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
  /// What views that take each other's place have in common.
  package struct Kind: Hashable, Sendable {
    /// The numbers that their superview can have.
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

  /// Adds a view of the trace that is of the kind.
  mutating func adopt(_ view: TraceEvent.NewView) {
    guard let kind, case .inside(let parent) = view.place, kind.superviews.contains(parent),
      view.className == kind.className, kind.name == nil || view.name == kind.name
    else { return }
    numbers.insert(view.view)
  }
}
