import Foundation

// The phase runs in UIKit's order, the innermost views first and before layout.

extension View {
  /// True if `updateConstraints` is pending, as it is for a new view.
  ///
  /// A pass calls it if it was requested, if the class sets `requiresConstraintBasedLayout`, or
  /// once for each view in a tree with constraints, but not merely because a view is new.
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
  public final func updateConstraintsIfNeeded() { updatePendingConstraints(in: pass) }

  /// Marks the view and its ancestors, and dirties the superview, which positions the view.
  final func markNeedsUpdateConstraints(because reason: DirtyReason) {
    if !flags.contains(.needsUpdateConstraints) {
      flags.insert(.needsUpdateConstraints)
      linkIntoAncestors()
      storedSuperview?.markForConstraints()
    }
    storedSuperview?.invalidate(reason, through: self)
  }

  /// Marks those views, new in a window, whose classes rely on a first update, or all new ones.
  static func markForFirstUpdate(of views: [View], evenIfUnrequired: Bool = false) {
    for view in views where view.flags.contains(.neverUpdatedConstraints) {
      guard evenIfUnrequired || type(of: view).requiresConstraintBasedLayout else { continue }
      view.linkIntoAncestors()
      view.markForConstraints()
    }
  }

  /// Marks this view and its ancestors, up to the first that is already marked.
  final func markForConstraints() {
    var view: ViewLink? = link
    while let current = view, !current.flags.contains(.needsUpdateConstraints) {
      current.flags.insert(.needsUpdateConstraints)
      view = current.superview
    }
  }

  /// Runs the constraints phase of the subtree: calls, then sizes that constraints wait for.
  ///
  /// The pass tells its observers of views that are in no window, or leave theirs meanwhile.
  final func updatePendingConstraints(in pass: LayoutPass?) {
    if flags.contains(.needsUpdateConstraints) { callPendingUpdates(in: pass) }
    if flags.contains(.holdsConstrained) { engine?.settle() }
  }

  /// Calls `updateConstraints` on the marked views of the subtree, the innermost first.
  private final func callPendingUpdates(in pass: LayoutPass?) {
    var order: [View] = []
    var waiting = [link]
    while let view = waiting.popLast() {
      order.append(view.view)
      // Cleared before any call: a mark set meanwhile counts for the next round.
      view.flags.remove(.needsUpdateConstraints | .neverUpdatedConstraints)
      var pending = view.firstPending
      while let subview = pending {
        if subview.flags.contains(.needsUpdateConstraints) { waiting.append(subview) }
        pending = subview.nextPending
      }
    }
    for view in order.reversed() {
      view.flags.insert(.isUpdatingConstraints)
      defer { view.flags.remove(.isUpdatingConstraints) }
      view.runConstraints(in: pass) { view.callUpdateConstraints() }
    }
  }

  private final func callUpdateConstraints() {
    guard flags.contains(.holdsConstrained), let engine else { return callUpdate() }
    engine.change { callUpdate() }
  }

  private final func callUpdate() {
    if flags.contains(.isControlled), let controller {
      controller.updateViewConstraints()
    } else {
      updateConstraints()
    }
  }

  /// Runs `body` as this view's part of the constraints phase; a replay runs the recorded one.
  final func runConstraints(in pass: LayoutPass?, _ body: () -> Void) {
    if let pass = self.pass ?? pass { pass.updateConstraints(of: self, body) } else { body() }
  }
}
