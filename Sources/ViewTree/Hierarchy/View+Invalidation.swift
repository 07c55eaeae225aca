import Foundation

// Dirty views are found without looking at clean ones: every view that is dirty, or leads to a
// dirty view, is linked into its superview's list of pending subviews. The climb from a dirty view
// stops at the first ancestor that is already linked.

extension View {
  /// True if layout is pending for the view itself.
  public final var needsLayout: Bool { flags.contains(.isDirty) }

  /// The number of layouts of this view on the stack.
  package final var layoutsOnStack: Int { Int(runningLayouts) }

  /// Marks the view for layout and says why.
  ///
  /// - Parameter reason: The reason that reports and traces show, such as `text`.
  public final func setNeedsLayout(because reason: DirtyReason) { invalidate(reason) }

  /// Marks the view for layout because of a call on a subview, in a replay.
  package final func setNeedsLayout(because reason: DirtyReason, through subview: View) {
    invalidate(reason, through: subview)
  }

  /// Marks the superview for layout, because of something that this view asks of it.
  @_spi(UIKit) public final func askSuperview(because reason: DirtyReason) {
    storedSuperview?.invalidate(reason, through: self)
  }

  /// Marks the view dirty, links it, and tells observers, also of the subview whose call caused it.
  @inline(__always)
  final func invalidate(_ reason: @autoclosure () -> DirtyReason, through subview: View? = nil) {
    if flags.contains(.isDirty) {
      if isWatched || flags.contains(.hasCause) {
        pass?.noteDirtied(self, reason(), through: subview, again: true)
      }
      return
    }
    flags.insert(.isDirty)
    if !flags.contains(.isLinked) { linkIntoAncestors() }
    noteUnseenChange()
    if isWatched { pass?.noteDirtied(self, reason(), through: subview, again: false) }
  }

  /// Restores the mark of a view that was collected but could not be laid out.
  final func restoreDirtyMark() {
    flags.insert(.isDirty)
    linkIntoAncestors()
    noteUnseenChange()
  }

  // MARK: The list of pending subviews

  /// Links the view and its ancestors, up to the first that is already linked.
  ///
  /// If the climb reaches a window, the window waits for a commit from then on.
  final func linkIntoAncestors() {
    var view = link
    while !view.flags.contains(.isLinked) {
      guard let superview = view.superview else {
        if !view.flags.contains(.isEnlisted), view.flags.contains(.isWindow) {
          view.with { $0.enlistWindow() }
        }
        return
      }
      view.flags.insert(.isLinked)
      let next = superview.firstPending
      view.nextPending = next
      next?.previousPending = view
      superview.firstPending = view
      view = superview
    }
  }

  @inline(never)
  private final func enlistWindow() {
    pass?.pendingWindows.add(unsafeDowncast(self, to: Window.self))
  }

  /// Takes the view out of its superview's list.
  final func unlinkFromSuperview() {
    guard flags.contains(.isLinked) else { return }
    flags.remove(.isLinked)
    if let previousPendingLink {
      previousPendingLink.nextPending = nextPendingLink
    } else {
      superviewLink?.firstPending = nextPendingLink
    }
    nextPendingLink?.previousPending = previousPendingLink
    nextPendingLink = nil
    previousPendingLink = nil
  }

  /// True if the view must be linked, because something in its subtree is pending.
  final var leadsToPendingWork: Bool {
    flags.contains(.isDirty) || flags.contains(.needsUpdateConstraints) || firstPendingLink != nil
  }

  // MARK: Collecting

  /// Moves the dirty views of the subtree into `batch`, retained, and clears their marks.
  ///
  /// Views are collected in pre-order, the last sibling's subtree first.
  final func collectDirty(into batch: inout [ViewLink]) {
    unlinkFromSuperview()
    // Views marked during the update of constraints wait for the next round, and stay findable.
    var marked: [ViewLink] = []
    // The siblings at which to continue when a subtree is done, one for each level.
    var waiting: [ViewLink] = []
    var next: ViewLink? = link
    while let view = next {
      let flags = view.flags
      view.flags = flags.with(.isDirty | .isLinked, false)
      if flags.contains(.isDirty) {
        view.retain()
        batch.append(view)
        if flags.contains(.isRemembered) { view.with { $0.noteUnseenChange() } }
      }
      if flags.contains(.needsUpdateConstraints) { marked.append(view) }
      let sibling = view.nextPending
      view.nextPending = nil
      view.previousPending = nil
      if view.firstPending != nil {
        if let sibling { waiting.append(sibling) }
        next = view.with { $0.takePendingSubviews() }
      } else {
        next = sibling ?? waiting.popLast()
      }
    }
    for view in marked { view.with { $0.linkIntoAncestors() } }
  }

  /// Empties the list of pending subviews and returns its head; the last sibling comes first.
  private final func takePendingSubviews() -> ViewLink? {
    let first = firstPendingLink
    firstPendingLink = nil
    guard first?.nextPending != nil else { return first }
    if flags.contains(.hasStaleIndexHints) { renewIndexHints() }
    // The list has the newest first: views that were marked from first to last are in order.
    var previous = first
    while let view = previous, let next = view.nextPending {
      if next.indexHint > view.indexHint { return sortPending(first) }
      previous = next
    }
    return first
  }

  /// Puts a list of pending subviews in order and returns its new head.
  private final func sortPending(_ first: ViewLink?) -> ViewLink? {
    var views: [ViewLink] = []
    var pending = first
    while let view = pending {
      views.append(view)
      pending = view.nextPending
    }
    views.sort { $0.indexHint < $1.indexHint }
    var head: ViewLink?
    for view in views {
      view.nextPending = head
      head = view
    }
    return head
  }

  /// True if a pass on this subtree would have something to do.
  final var hasPendingLayout: Bool { holdsView(with: .isDirty | .needsUpdateConstraints) }

  /// True if the view, or a pending one below it, has one of these marks.
  final func holdsView(with marks: ViewFlags) -> Bool {
    guard firstPendingLink != nil else { return !flags.isDisjoint(with: marks) }
    var waiting = [link]
    while let view = waiting.popLast() {
      if !view.flags.isDisjoint(with: marks) { return true }
      var pending = view.firstPending
      while let subview = pending {
        waiting.append(subview)
        pending = subview.nextPending
      }
    }
    return false
  }

  // MARK: Forcing

  /// Lays out the subtree now, if layout is pending in it.
  ///
  /// The call climbs from this view as long as the superview is dirty, and begins at the last one.
  /// You may call it in layout, up to the loop's `nestingLimit`.
  public final func layoutIfNeeded() { forceLayout(in: pass, evenIfClean: false) }

  /// The view at which a forced layout of this one begins.
  package final var rootOfForcedLayout: View {
    var root = self
    while let superview = root.storedSuperview, superview.needsLayout { root = superview }
    return root
  }

  /// Lays out pending views in a pass, or in a borrowed one; in a replay, observers are told of a
  /// recorded call in any case.
  final func forceLayout(in pass: LayoutPass?, evenIfClean: Bool) {
    // Constraints may dirty superviews first.
    if flags.contains(.holdsConstrained) { engine?.tellNow() }
    let root = rootOfForcedLayout
    guard evenIfClean || root.hasPendingLayout else { return }
    if let pass {
      let layingOut = pass.layingOut
      pass.tell { $0.layoutForced(self, by: layingOut) }
      if !pass.force(root) { pass.tell { $0.forcedLayoutRefused(self) } }
    } else {
      DetachedLayout.withPass { pass in
        if root.flags.contains(.holdsConstrained) { _ = root.engineForChange }
        if !pass.force(root) { pass.tell { $0.forcedLayoutRefused(self) } }
      }
    }
  }
}
