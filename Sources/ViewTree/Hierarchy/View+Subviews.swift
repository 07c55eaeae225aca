import Foundation

extension View {
  // MARK: Reading

  /// The view that holds this one.
  public final var superview: View? { storedSuperview }

  /// The views in this one, from back to front.
  public final var subviews: [View] { storedSubviews }

  /// The window at the root of the tree; nil outside any.
  ///
  /// A window is its own window.
  public final var window: Window? { storedWindow }

  /// True if the view is `view` or in its subtree.
  ///
  /// - Parameter view: The root of the subtree.
  public final func isDescendant(of view: View) -> Bool {
    link.isDescendant(of: view.link)
  }

  /// The outermost superview, or the view itself.
  package final var topOfTree: View { link.top.view }

  /// Returns the index of a subview.
  ///
  /// If the remembered index is wrong, the array is searched.
  package final func index(of subview: View) -> Int {
    let hint = Int(subview.indexHint)
    if hint < storedSubviews.count, storedSubviews[hint] === subview { return hint }
    if storedSubviews.first === subview { return 0 }
    return storedSubviews.lastIndex { $0 === subview } ?? 0
  }

  /// Remembers the indexes of all subviews.
  package final func renewIndexHints() {
    for (index, subview) in storedSubviews.enumerated() { subview.indexHint = Int32(index) }
    flags.remove(.hasStaleIndexHints)
  }

  // MARK: Adding

  final func insert(_ view: View, at requestedIndex: Int) {
    checkInsertion(of: view, at: requestedIndex)
    if view.storedSuperview === self {
      return reorder(view, to: min(requestedIndex, storedSubviews.count - 1))
    }
    if !view.isIn(storedWindow) { view.announceWindow(storedWindow) }
    view.called(in: view.pass ?? pass) { view.willMove(toSuperview: self) }
    if let old = view.storedSuperview {
      old.called { old.willRemoveSubview(view) }
      if view.flags.contains(.holdsConstrained), view.storedSuperview !== self {
        view.announceLeavingConstraints()
      }
    }
    // The callbacks may have changed the tree, and may even have done what was requested.
    checkInsertion(of: view, at: requestedIndex)
    if view.storedSuperview === self {
      return reorder(view, to: min(requestedIndex, storedSubviews.count - 1))
    }
    moveIn(view, at: requestedIndex)
  }

  /// Takes a view that isn't a subview from where it is, and tells everybody.
  private final func moveIn(_ view: View, at place: Int) {
    let oldSuperview = view.storedSuperview
    let oldWindow = view.storedWindow
    let newWindow = storedWindow
    let oldFollowers = oldSuperview?.followersOfTree ?? []
    let left = view.flags.contains(.holdsConstrained) ? view.leaveEngine() : nil
    oldSuperview?.takeOut(view)
    let index = store(view, at: place)
    let followers = view.noteMove(from: oldFollowers, to: followersOfTree)
    if view.leadsToPendingWork { view.linkIntoAncestors() }
    if view.flags.contains(.needsUpdateConstraints) { markForConstraints() }
    if view.flags.contains(.followsMargins) { flags.insert(.hasMarginFollowers) }
    let moved = oldWindow === newWindow ? [] : view.adoptWindow(newWindow)
    if let newWindow {
      View.markForFirstUpdate(of: moved, evenIfUnrequired: newWindow.layoutEngine != nil)
    }
    newWindow?.pass?.noteArrival(of: moved)

    if let newWindow, newWindow.loop === oldWindow?.loop {
      noteTree(.added(view, to: self, at: index, from: oldSuperview), in: newWindow)
    } else {
      if let oldSuperview { noteTree(.removed(view, from: oldSuperview), in: oldWindow) }
      noteTree(.added(view, to: self, at: index, from: nil), in: newWindow)
    }
    oldSuperview?.invalidate(.subviews)
    invalidate(.subviews)
    view.invalidate(.subviews)
    // After what follows from the move itself: in a recording, a deed of constraints comes behind it.
    left?.engine?.change {}
    if view.flags.contains(.holdsConstrained), view.storedSuperview === self { view.enterEngine() }
    for follower in followers { follower.catchUp() }

    for view in moved where view.isIn(newWindow) {
      view.called { view.tellWindow(from: oldWindow) }
    }
    view.called { view.didMoveToSuperview() }
    called { didAddSubview(view) }
    view.updateSafeArea()
    View.updateSafeAreas(ofControlled: moved)
    withExtendedLifetime(left) {}
  }

  /// Puts a view that is in no tree among the subviews; returns its place.
  private final func store(_ view: View, at place: Int) -> Int {
    let index = min(place, storedSubviews.count)
    if index == storedSubviews.count {
      storedSubviews.append(view)
    } else {
      storedSubviews.insert(view, at: index)
      flags.insert(.hasStaleIndexHints)
    }
    view.indexHint = Int32(truncatingIfNeeded: index)
    view.storedSuperview = self
    noteUnseenChange()
    return index
  }

  final func insert(_ view: View, next sibling: View, offset: Int) {
    guard sibling.storedSuperview === self, sibling !== view else {
      return insert(view, at: storedSubviews.count)
    }
    var index = index(of: sibling) + offset
    // A view that is already here first leaves its place, and the siblings behind it move up.
    if view.storedSuperview === self, self.index(of: view) < index { index -= 1 }
    insert(view, at: index)
  }

  private final func checkInsertion(of view: View, at index: Int) {
    require(view !== self, "A view cannot be its own subview. Add it to another view.")
    require(
      !view.flags.contains(.isWindow),
      "A window is the root of its tree and cannot be a subview. Add a plain view.")
    require(
      index >= 0,
      "insertSubview(_:at:) got the index \(index). Use an index from 0 to subviews.count.")
    // A view without subviews isn't a superview: no need to climb.
    require(
      view.storedSubviews.isEmpty || !isDescendant(of: view),
      "A view cannot become a subview of its own descendant. Remove the descendant first.")
  }

  // MARK: Reordering

  final func reorder(_ view: View, to index: Int) {
    guard view.storedSuperview === self else { return }
    let old = self.index(of: view)
    guard old != index else { return }
    storedSubviews.remove(at: old)
    storedSubviews.insert(view, at: index)
    flags.insert(.hasStaleIndexHints)
    noteUnseenChange()
    noteTree(.reordered(view, in: self, at: index), in: storedWindow)
    invalidate(.subviews)
  }

  final func exchange(_ first: Int, _ second: Int) {
    for index in [first, second] where !storedSubviews.indices.contains(index) {
      misuse(
        """
        exchangeSubview(at:withSubviewAt:) got the index \(index) of \(storedSubviews.count) \
        subviews. Use indexes from 0 to subviews.count - 1.
        """)
    }
    guard first != second else { return }
    let (low, high) = (min(first, second), max(first, second))
    let (lower, upper) = (storedSubviews[low], storedSubviews[high])
    storedSubviews.swapAt(low, high)
    lower.indexHint = Int32(high)
    upper.indexHint = Int32(low)
    noteUnseenChange()
    // Two moves, each with the index that it would have on its own; neighbours need only one.
    noteTree(.reordered(upper, in: self, at: low), in: storedWindow)
    invalidate(.subviews)
    // An observer may have removed it.
    guard high - low > 1, lower.storedSuperview === self else { return }
    noteTree(.reordered(lower, in: self, at: high), in: storedWindow)
    invalidate(.subviews)
  }

  // MARK: Removing

  final func leaveSuperview() {
    guard storedSuperview != nil else { return }
    if storedWindow != nil { announceWindow(nil) }
    called { willMove(toSuperview: nil) }
    if let superview = storedSuperview {
      superview.called { superview.willRemoveSubview(self) }
      if flags.contains(.holdsConstrained) { announceLeavingConstraints() }
    }
    // The callbacks may have changed the tree.
    guard let superview = storedSuperview else { return }
    let oldWindow = storedWindow
    let oldFollowers = superview.followersOfTree
    let left = flags.contains(.holdsConstrained) ? leaveEngine() : nil
    superview.takeOut(self)
    let followers = noteMove(from: oldFollowers, to: [])
    let moved = oldWindow == nil ? [] : adoptWindow(nil)
    noteTree(.removed(self, from: superview), in: oldWindow)
    superview.invalidate(.subviews)
    left?.engine?.change {}
    for follower in followers { follower.catchUp() }
    let pass = oldWindow?.pass
    for view in moved where view.isIn(nil) {
      view.called(in: pass) { view.tellWindow(from: oldWindow) }
    }
    called(in: pass) { didMoveToSuperview() }
    updateSafeArea()
    View.updateSafeAreas(ofControlled: moved)
    withExtendedLifetime(left) {}
  }

  /// Updates the root views of controllers, whose own insets count in a window only.
  private static func updateSafeAreas(ofControlled moved: [View]) {
    for view in moved where view.flags.contains(.isControlled) { view.updateSafeArea() }
  }

  /// Cuts the links between the view and a subview.
  ///
  /// It calls no user code, so nothing interferes.
  private final func takeOut(_ subview: View) {
    subview.unlinkFromSuperview()
    let index = index(of: subview)
    storedSubviews.remove(at: index)
    if index < storedSubviews.count { flags.insert(.hasStaleIndexHints) }
    subview.storedSuperview = nil
    noteUnseenChange()
    forgetSubview(subview)
  }

  // MARK: Windows

  /// Tells the subtree, top down, that its window is about to change.
  private final func announceWindow(_ window: Window?) {
    let pass = pass ?? window?.pass
    for view in storedSubviews.isEmpty ? [self] : subtree {
      view.called(in: pass) {
        if view.flags.contains(.isControlled) { view.controller?.announceWindow(window) }
        view.willMove(toWindow: window)
      }
    }
  }

  /// Tells the view, and the controller whose root view it is, that the window has changed.
  private final func tellWindow(from oldWindow: Window?) {
    didMoveToWindow()
    guard flags.contains(.isControlled) else { return }
    let window = storedWindow
    controller?.noteWindow(window, from: oldWindow)
  }

  /// Passes the window down the subtree and returns the views to tell, top down.
  private final func adoptWindow(_ window: Window?) -> [View] {
    guard !storedSubviews.isEmpty else {
      link(to: window)
      return [self]
    }
    let moved = subtree
    link(to: window)
    for index in 1..<moved.count {
      moved[index].windowLink = windowLink
      moved[index].passLink = passLink
    }
    return moved
  }

  /// Tells the observers of `window` of a change that has been made.
  private final func noteTree(_ change: TreeChange, in window: Window?) {
    guard let pass = window?.pass, pass.isWatched else { return }
    let layingOut = pass.layingOut
    pass.tell { $0.treeChanged(change, by: layingOut) }
  }

  // MARK: Dying

  /// Cuts the links from the subviews to the view, which is dying.
  ///
  /// From here on, the view cannot be reached through its tree, whatever is called.
  final func orphanSubviews() {
    guard !storedSubviews.isEmpty else { return }
    for subview in storedSubviews {
      subview.storedSuperview = nil
      subview.flags.remove(.isLinked)
      subview.nextPendingLink = nil
      subview.previousPendingLink = nil
      guard subview.windowLink != nil else { continue }
      if subview.storedSubviews.isEmpty {
        subview.link(to: nil)
      } else {
        _ = subview.adoptWindow(nil)
      }
    }
    firstPendingLink = nil
  }

  /// Does what the end of the view's life does to others, although somebody may still hold it.
  package final func endLife() {
    orphanSubviews()
    companion = nil
    releaseSubviews()
  }

  /// Lets all subviews go, as a dying view does.
  package final func letSubviewsGo() {
    orphanSubviews()
    releaseSubviews()
  }

  /// Releases the orphaned subviews, without recursion however deep the tree is.
  final func releaseSubviews() {
    guard !storedSubviews.isEmpty else { return }
    ReleaseQueue.release { take in take(&storedSubviews) }
  }
}
