/// A repeated act in a trace; the target of a change of the hierarchy is the superview.
package typealias TraceDeed = LayoutDeed<TraceViews, Never>

/// Views of a trace: some by number, and those that a loop makes in their place again and again.
package struct TraceViews: Hashable, Sendable {
  /// The properties of views that take each other's place.
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
    (self.numbers, self.kind) = (numbers, kind)
  }

  /// Adds a view of the trace that is of the kind.
  mutating func adopt(_ view: TraceEvent.NewView) {
    guard let kind, case .inside(let parent) = view.place, kind.superviews.contains(parent),
      view.className == kind.className, kind.name == nil || view.name == kind.name
    else { return }
    numbers.insert(view.view)
  }
}
