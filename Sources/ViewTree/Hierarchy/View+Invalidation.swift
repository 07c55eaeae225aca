import Foundation

// Dirty views are found without a look at clean ones: every view that is dirty, or leads to a
// dirty view, is linked into its superview's list of pending subviews. The climb from a dirty view
// stops at the first ancestor that is linked already.

extension View {
  /// Whether layout is pending for the view itself.
  public final var needsLayout: Bool { flags.contains(.isDirty) }

  /// How many layouts of this view are on the stack.
  package final var layoutsOnStack: Int { Int(runningLayouts) }

  /// Marks the view for layout and says why, for reports: a control's own word, as `text`.
  public final func setNeedsLayout(because reason: DirtyReason) {
    invalidate(reason)
  }

  /// Marks the view dirty, tells observers, and links it.
  @inline(__always)
  final func invalidate(_ reason: @autoclosure () -> DirtyReason) {
    let wasDirty = flags.contains(.isDirty)
    if wasDirty && !isWatched { return }
    mark(reason, wasDirty: wasDirty)
  }

  /// Whether somebody must be told of what happens to the view.
  @inline(__always)
  private final var isWatched: Bool {
    guard let window = storedWindow else { return false }
    return window.pass.isWatched
  }

  @inline(never)
  private final func mark(_ reason: () -> DirtyReason, wasDirty: Bool) {
    if !wasDirty {
      flags.insert(.isDirty)
      linkIntoAncestors()
    }
    if isWatched { storedWindow?.pass.noteDirtied(self, reason(), again: wasDirty) }
  }

  /// Gives the mark back to a view that was collected and could not be laid out.
  final func restoreDirtyMark() {
    flags.insert(.isDirty)
    linkIntoAncestors()
  }

  // MARK: The list of pending subviews

  /// Links the view and its ancestors, up to the first that is linked already.
  final func linkIntoAncestors() {
    var view = self
    while !view.flags.contains(.isLinked), let superview = view.storedSuperview {
      view.flags.insert(.isLinked)
      view.nextPending = superview.firstPendingSubview
      superview.firstPendingSubview?.previousPending = view
      superview.firstPendingSubview = view
      view = superview
    }
  }

  /// Takes the view out of its superview's list.
  final func unlinkFromSuperview() {
    guard flags.contains(.isLinked) else { return }
    flags.remove(.isLinked)
    if let previousPending {
      previousPending.nextPending = nextPending
    } else {
      storedSuperview?.firstPendingSubview = nextPending
    }
    nextPending?.previousPending = previousPending
    nextPending = nil
    previousPending = nil
  }

  /// Whether the view must be linked: something in its subtree is pending.
  final var leadsToPendingWork: Bool {
    flags.contains(.isDirty) || flags.contains(.needsUpdateConstraints)
      || firstPendingSubview != nil
  }

  // MARK: Collecting

  /// Moves the dirty views of the subtree into `batch` and clears their marks.
  ///
  /// In pre-order, the last sibling's subtree first.
  final func collectDirty(into batch: inout [View]) {
    unlinkFromSuperview()
    // Marked while constraints were updated: these wait for the next round, and stay findable.
    var marked: [View] = []
    var waiting: [View] = []
    var next: View? = self
    while let view = next {
      if view.flags.contains(.isDirty) {
        view.flags.remove(.isDirty)
        batch.append(view)
      }
      if view.flags.contains(.needsUpdateConstraints) { marked.append(view) }
      if view.firstPendingSubview != nil { view.takePendingSubviews(into: &waiting) }
      next = waiting.popLast()
    }
    for view in marked { view.linkIntoAncestors() }
  }

  /// Empties the list of pending subviews onto `waiting`, ordered by index.
  private final func takePendingSubviews(into waiting: inout [View]) {
    let start = waiting.count
    var isOrdered = true
    var pending = firstPendingSubview
    firstPendingSubview = nil
    while let subview = pending {
      pending = subview.nextPending
      subview.nextPending = nil
      subview.previousPending = nil
      subview.flags.remove(.isLinked)
      if waiting.count > start, subview.index > waiting[waiting.count - 1].indexHint {
        isOrdered = false
      } else if waiting.count == start {
        _ = subview.index
      }
      waiting.append(subview)
    }
    if isOrdered {
      // The list has the newest first. Marked from first to last, it is in descending order.
      waiting[start...].reverse()
    } else {
      waiting[start...].sort { $0.indexHint < $1.indexHint }
    }
  }

  /// Whether a pass on this subtree would have something to do.
  final var hasPendingLayout: Bool {
    guard leadsToPendingWork else { return false }
    var waiting: [View] = [self]
    while let view = waiting.popLast() {
      if view.flags.contains(.isDirty) || view.flags.contains(.needsUpdateConstraints) {
        return true
      }
      var pending = view.firstPendingSubview
      while let subview = pending {
        waiting.append(subview)
        pending = subview.nextPending
      }
    }
    return false
  }

  // MARK: Forcing

  /// Lays out what is pending in the subtree, now.
  ///
  /// It begins at the top-most of the ancestors that are dirty without a gap above this view. It
  /// may be called from within layout, up to the loop's `nestingLimit`.
  public final func layoutIfNeeded() {
    var root = self
    while let superview = root.storedSuperview, superview.needsLayout { root = superview }
    guard root.hasPendingLayout else { return }
    if let pass = storedWindow?.pass {
      let layingOut = pass.layingOut
      pass.observers?.forEach { $0.layoutForced(self, by: layingOut) }
      pass.force(root)
    } else {
      DetachedLayout.withPass { _ = $0.force(root) }
    }
  }
}
