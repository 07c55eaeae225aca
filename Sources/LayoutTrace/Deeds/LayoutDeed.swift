import ViewTree

/// An act of code on a view or on the hierarchy that can lead to layout.
///
/// Each teller names views and work in its own way: by numbers, by roles in a program, by sets.
package struct LayoutDeed<Name, Work> {
  /// The view whose layout does it; nil for code outside any layout.
  package var writer: Name?
  /// The view whose member the engine called in that layout; nil if it is the writer's own code.
  package var owner: Name?
  /// True if a rule of the engine does it.
  package var isEngine = false
  /// True for the writer's `updateConstraints`, false for its layout, nil for either.
  package var isInConstraints: Bool?
  package var action: LayoutAction
  /// The view to which it is done; nil for any view, or for none.
  package var target: Name?
  /// The superview that the target is added to or leaves, or that becomes dirty in its place.
  package var superview: Name?
  /// The place among its siblings; nil for the last, or where it is unknown.
  package var index: Int?
  /// The constraint on the target whose property is written; nil for a property of the target.
  package var constraint: String?
  /// The numbers that are written, and those before; of a new view the frame.
  package var new: [Double] = []
  package var old: [Double]?
  /// The work handed to the loop.
  package var work: Work?
  /// The place of the code.
  package var place: String?

  package init(
    by writer: Name?, isInConstraints: Bool? = nil, _ action: LayoutAction, to target: Name? = nil,
    in superview: Name? = nil, work: Work? = nil, at place: String? = nil
  ) {
    (self.writer, self.isInConstraints, self.action) = (writer, isInConstraints, action)
    (self.target, self.superview) = (target, superview)
    (self.work, self.place) = (work, place)
  }
}

extension LayoutDeed: Sendable where Name: Sendable, Work: Sendable {}

/// An action that can lead to layout: what a deed does.
package enum LayoutAction: Hashable, Sendable {
  /// A geometry setter, or one of the insets that can be set.
  case write(GeometryProperty)
  /// A call that dirties, by the word of its reason.
  case call(DirtyReason)
  /// A call on a view whose superview becomes dirty by it.
  case announce(DirtyReason)
  /// A view is made and added (a window opens), added, removed, or moved among its siblings.
  case make, add, remove, reorder
  /// `layoutIfNeeded`.
  case force
  /// Work is handed to the loop.
  case enqueue(TraceEvent.WorkKind)
  /// Everything that changes, dirties, forces or enqueues anything.
  case anything

  /// True for changes of the hierarchy.
  package var isOfTree: Bool {
    switch self {
    case .make, .add, .remove, .reorder: true
    default: false
    }
  }

  /// The action, alike for calls on a view and on its subview, and for new and old views.
  package var inGeneral: LayoutAction {
    switch self {
    case .announce(let reason): .call(reason)
    case .make: .add
    default: self
    }
  }
}

extension GeometryProperty {
  /// True for a setting that shows only in what follows from it: in insets, or in a request for constraints.
  package var isToldByConsequences: Bool { isSettingOfInsets || self == .preferredMaxLayoutWidth }

  /// True for a setting of a scroll view that decides over its adjusted inset.
  package var isSettingOfInsets: Bool {
    switch self {
    case .contentInsetAdjustmentBehavior, .alwaysBounceVertical, .alwaysBounceHorizontal: true
    default: false
    }
  }
}

extension TraceEvent.Owner {
  /// True if it is one of these views.
  func isView(in views: Set<Int>) -> Bool {
    if case .view(let view) = self { views.contains(view) } else { false }
  }
}

extension TraceEvent {
  /// The deed that the event tells, in the numbers of the trace; nil for consequences and the like.
  ///
  /// It leaves out the written numbers: a proof looks at millions of events.
  ///
  /// - Parameter parents: The superviews before the event.
  package func deed(_ parents: [Int: Int]) -> LayoutDeed<Int, Int>? {
    var deed = deedOfCode(parents)
    switch owner {
    case nil: break
    case .engine: deed?.isEngine = true
    case .view(let view): deed?.owner = view
    }
    return deed
  }

  /// The owner of the deed that the event tells, unless it is the code of the innermost layout.
  private var owner: Owner? {
    switch self {
    case .geometry(let geometry): geometry.owner
    case .dirty(let dirty): dirty.owner
    case .move(let move): move.owner
    case .value(let value): value.owner
    default: nil
    }
  }

  private func deedOfCode(_ parents: [Int: Int]) -> LayoutDeed<Int, Int>? {
    switch self {
    case .geometry(let geometry):
      let property = geometry.new.property
      guard !property.isConsequence else { return nil }
      return LayoutDeed(by: geometry.by, .write(property), to: geometry.view, at: geometry.from)
    case .value(let value):
      // Other properties announce themselves by the word of a reason.
      guard let name = value.constraint, let property = value.property, property.isOfConstraint
      else { return nil }
      var deed = LayoutDeed<Int, Int>(
        by: value.by, .write(property), to: value.view, at: value.from)
      deed.constraint = name
      return deed
    case .dirty(let dirty):
      let reason = dirty.reason
      guard !reason.isConsequence else { return nil }
      guard let receiver = dirty.receiver, receiver != dirty.view else {
        return LayoutDeed(by: dirty.by, .call(reason), to: dirty.view, at: dirty.from)
      }
      return LayoutDeed(
        by: dirty.by, .announce(reason), to: receiver, in: dirty.view, at: dirty.from)
    case .view(let view):
      var deed = LayoutDeed<Int, Int>(by: nil, .make, to: view.view)
      if case .inside(let parent) = view.place { deed.superview = parent }
      deed.index = view.index
      return deed
    case .move(let move):
      let parent = parents[move.view]
      var deed = LayoutDeed<Int, Int>(by: move.by, .remove, to: move.view, in: parent)
      guard let new = move.parent else { return deed }
      deed.action = new == parent ? .reorder : .add
      (deed.superview, deed.index) = (new, move.index)
      return deed
    case .force(let view, let by, let place): return LayoutDeed(by: by, .force, to: view, at: place)
    case .async(let work, let by, let kind, _):
      return LayoutDeed(by: by, .enqueue(kind ?? .block), work: work)
    default: return nil
    }
  }
}
