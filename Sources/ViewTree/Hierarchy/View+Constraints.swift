import Foundation

// The phase exists and runs in UIKit's order, the innermost views first and before layout. There
// is no solver behind it.

extension View {
  /// Whether `updateConstraints` is pending.
  public final func needsUpdateConstraints() -> Bool {
    flags.contains(.needsUpdateConstraints)
  }

  /// Runs the constraints phase of the subtree now, without layout.
  public final func updateConstraintsIfNeeded() {
    updatePendingConstraints()
  }

  /// Marks the view and its ancestors, and dirties the superview, which places the view.
  final func markNeedsUpdateConstraints() {
    if !flags.contains(.needsUpdateConstraints) {
      flags.insert(.needsUpdateConstraints)
      linkIntoAncestors()
      storedSuperview?.markForConstraints()
    }
    storedSuperview?.invalidate(.constraints)
  }

  /// Marks this view and its ancestors up to the first that is marked already.
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
      // Cleared before any is called: a mark that is set meanwhile counts for the next round.
      view.flags.remove(.needsUpdateConstraints)
      var pending = view.firstPendingLink
      while let subview = pending {
        if subview.flags.contains(.needsUpdateConstraints) { waiting.append(subview.view) }
        pending = subview.nextPending
      }
    }
    for view in order.reversed() {
      if view.flags.contains(.isControlled), let controller = view.controller {
        controller.updateViewConstraints()
      } else {
        view.updateConstraints()
      }
    }
  }
}
