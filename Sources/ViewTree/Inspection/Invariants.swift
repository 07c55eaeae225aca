#if DEBUG
extension View {
  /// Describes an error in the links and the lists of pending views of the tree from this view on.
  ///
  /// The result is nil if there is none, as must be the case whenever no code of this module runs.
  package final func checkInvariants() -> String? {
    if storedSuperview == nil, flags.contains(.isLinked) {
      return "\(displayedClassName): it has no superview and is in a list of pending views"
    }
    var waiting: [View] = [self]
    while let view = waiting.popLast() {
      if let fault = view.faultOfMarks ?? view.faultOfPendingList ?? view.faultOfSubviews {
        return "\(view.displayedClassName): \(fault)"
      }
      waiting += view.storedSubviews
    }
    return nil
  }

  private final var faultOfMarks: String? {
    if flags.contains(.hasCause) != (layoutCause != nil) { return "its mark of a cause is wrong" }
    if flags.contains(.isWindow), leadsToPendingWork, !flags.contains(.isEnlisted) {
      return "it leads to pending work, and no commit will look at it"
    }
    return nil
  }

  private final var faultOfPendingList: String? {
    var count = 0
    var previous: ViewLink?
    var next = firstPendingLink
    while let current = next {
      count += 1
      if count > storedSubviews.count { return "its list of pending subviews is too long" }
      if current.superview != link { return "a view in its list isn't a subview" }
      if !current.flags.contains(.isLinked) { return "a view in its list is not marked as linked" }
      if current.previousPending != previous { return "its list does not lead back" }
      previous = current
      next = current.nextPending
    }
    let linked = storedSubviews.count { $0.flags.contains(.isLinked) }
    return linked == count ? nil : "\(linked) subviews are marked as linked, \(count) are"
  }

  private final var faultOfSubviews: String? {
    let hintsAreValid = !flags.contains(.hasStaleIndexHints)
    for (index, subview) in storedSubviews.enumerated() {
      if subview.storedSuperview !== self { return "a subview has another superview" }
      if subview.storedWindow !== storedWindow || subview.pass !== pass {
        return "a subview has another window or pass"
      }
      if subview.leadsToPendingWork, !subview.flags.contains(.isLinked) {
        return "a subview leads to pending work and is not in the list"
      }
      if hintsAreValid, Int(subview.indexHint) != index { return "the place of a subview is wrong" }
    }
    return nil
  }
}

extension TurnLoop {
  /// Describes an error in the loop's lists of windows and timers, or in the tree of a window.
  ///
  /// The result is nil if there is none, as must be the case between two turns.
  package func checkInvariants() -> String? {
    if pass.depth != 0 || pass.layingOut != nil { return "a pass is still running" }
    let windows = windows
    if let fault = pass.pendingWindows.checkInvariants(windows) ?? timers.checkInvariants() {
      return fault
    }
    for window in windows {
      if let fault = window.checkInvariants() { return fault }
    }
    return nil
  }
}
#endif
