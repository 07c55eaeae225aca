import Foundation

// The phase runs in UIKit's order, the innermost views first and before layout, without a solver.

extension View {
  /// True if `updateConstraints` is pending, as it is for a new view.
  ///
  /// A pass calls it only if it was requested, or if the class sets
  /// `requiresConstraintBasedLayout`, but not merely because a view is new: in UIKit the phase
  /// begins with the first constraint of a window, and there are none here.
  public final func needsUpdateConstraints() -> Bool {
    !flags.isDisjoint(with: .needsUpdateConstraints | .neverUpdatedConstraints)
  }

  /// Clears the marks that a direct call of `updateConstraints` served.
  ///
  /// A pass clears them before the call, so that one set meanwhile counts for the next round.
  final func noteUpdatedConstraints() {
    flags.remove(.neverUpdatedConstraints)
    if !flags.contains(.isUpdatingConstraints) { flags.remove(.needsUpdateConstraints) }
  }

  /// Runs the constraints phase of the subtree now, without layout.
  public final func updateConstraintsIfNeeded() { updatePendingConstraints() }

  /// Marks the view and its ancestors, and dirties the superview, which positions the view.
  final func markNeedsUpdateConstraints(because reason: DirtyReason) {
    if !flags.contains(.needsUpdateConstraints) {
      flags.insert(.needsUpdateConstraints)
      linkIntoAncestors()
      storedSuperview?.markForConstraints()
    }
    storedSuperview?.invalidate(reason, through: self)
  }

  /// Marks those views, new in a window, whose classes rely on a first update.
  static func markForFirstUpdate(of views: [View]) {
    for view in views where view.flags.contains(.neverUpdatedConstraints) {
      guard type(of: view).requiresConstraintBasedLayout else { continue }
      view.linkIntoAncestors()
      view.markForConstraints()
    }
  }

  /// Marks this view and its ancestors, up to the first that is already marked.
  final func markForConstraints() {
    var view: View? = self
    while let current = view, !current.flags.contains(.needsUpdateConstraints) {
      current.flags.insert(.needsUpdateConstraints)
      view = current.storedSuperview
    }
  }

  /// Calls `updateConstraints` on the marked views of the subtree, the innermost first.
  final func updatePendingConstraints() {
    guard flags.contains(.needsUpdateConstraints) else { return }
    var order: [View] = []
    var waiting: [View] = [self]
    while let view = waiting.popLast() {
      order.append(view)
      // Cleared before any call: a mark set meanwhile counts for the next round.
      view.flags.remove(.needsUpdateConstraints | .neverUpdatedConstraints)
      var pending = view.firstPendingLink
      while let subview = pending {
        if subview.flags.contains(.needsUpdateConstraints) { waiting.append(subview.view) }
        pending = subview.nextPending
      }
    }
    for view in order.reversed() {
      view.flags.insert(.isUpdatingConstraints)
      defer { view.flags.remove(.isUpdatingConstraints) }
      view.runConstraints { view.callUpdateConstraints() }
    }
  }

  private final func callUpdateConstraints() {
    if flags.contains(.isControlled), let controller {
      controller.updateViewConstraints()
    } else {
      updateConstraints()
    }
  }

  /// Runs `body` as this view's part of the constraints phase; a replay runs the recorded one.
  package final func runConstraints(_ body: () -> Void) {
    if let pass { pass.updateConstraints(of: self, body) } else { body() }
  }
}
