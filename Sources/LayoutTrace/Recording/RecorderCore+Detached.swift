import Foundation
import ViewTree

// Observers are not told about a tree outside any window. So a recorder remembers a tree that
// leaves, and its views say when they change. When the tree comes back, or a pass goes on outside
// the windows, the recorder writes the changes: a replay makes the same changes to its own tree
// while that is outside and unobserved as well.

extension RecorderCore {
  func rememberDetached(_ root: View) {
    for (view, _) in Subtree(of: root) { remember(view) }
  }

  /// Remembers how a view is outside the windows.
  private func remember(_ view: View) {
    guard let companion = companion(of: view) else { return }
    let state = state(of: view)
    companion.lastSeen = state
    view.isRemembered = true
    changedOutside.remove(companion.number)
    if state.subviews.count != view.subviews.count { changedOutside.insert(companion.number) }
  }

  /// Forgets how a view was outside the windows, into which it comes.
  private func forget(_ view: View) {
    guard let companion = companion(of: view) else { return }
    companion.lastSeen = nil
    changedOutside.remove(companion.number)
  }

  /// Notes that a view is not any more as it was seen, or in a replay not as it is.
  func noteUnseenChange(of companion: Companion) {
    if isRecording, companion.lastSeen != nil { changedOutside.insert(companion.number) }
  }

  /// The views outside the windows that changed, in the order of their numbers.
  private var changedViews: [View] { changedOutside.sorted().compactMap { companion($0)?.view } }

  /// Remembers the views that a dying window leaves behind, at the first death among its views.
  ///
  /// Any other superview is outside the windows when it dies, and its subviews are remembered.
  func rememberOrphans(of dying: Companion) {
    guard dying.lastSeen == nil, written.childCount(written.slot(of: dying.number)) > 0 else {
      return
    }
    for reference in companions.values {
      let companion = reference.takeUnretainedValue()
      guard companion.lastSeen == nil, companion.view.window == nil,
        !written.isRoot(written.slot(of: companion.number))
      else { continue }
      remember(companion.view)
    }
  }

  /// The current state of a view, to be remembered, with those of its subviews that are written.
  private func state(of view: View) -> DetachedState {
    let number = knownNumber(of: view)
    return DetachedState(
      frame: view.untransformedFrame, bounds: view.bounds, transform: view.transform,
      anchor: view.anchorPoint, isDirty: view.needsLayout,
      subviews: view.subviews.compactMap { knownNumber(of: $0) }
        .filter { written.parent(of: written.slot(of: $0)) == number })
  }

  /// Notes the effects of a written move on remembered views, which it dirties in a replay.
  func noteMove(of view: Int, from old: Int, to new: Int?) {
    if let superview = companion(old) {
      superview.lastSeen?.subviews.removeAll { $0 == view }
      noteMark(of: superview, isDirty: true)
    }
    // A move within one superview dirties only that.
    guard let new, new != old else { return }
    for number in [new, view] { companion(number).map { noteMark(of: $0, isDirty: true) } }
  }

  /// Notes that a written event dirties a remembered view in a replay; nil if that is unknown.
  private func noteMark(of companion: Companion, isDirty: Bool?) {
    companion.lastSeen?.isDirty = isDirty
    noteUnseenChange(of: companion)
  }

  func writeAddition(of view: View, to superview: View, at index: Int, isInWindow: Bool) {
    let parent = number(of: superview)
    if !isInWindow {
      let arriving = script?.arrivingConstraints(with: view) ?? []
      if mover == nil, companion(of: view) == nil, view.subviews.isEmpty, arriving.isEmpty {
        writeView(view, at: .inside(parent), index: index)
        return
      }
      writeArrival(of: view)
      for told in arriving { write(told) }
    }
    writeMove(of: number(of: view), to: parent, at: index)
  }

  /// Writes the unobserved changes to views that stay outside the windows, and remembers their new
  /// state.
  func writeUnseenChanges() {
    var waiting: [View] = changedViews.reversed()
    while let view = waiting.popLast() { waiting += writeChangedSubviews(of: view).reversed() }
    for view in changedViews { writeChangedGeometry(of: view) }
    let marked = changedViews
    for view in marked { writeChangedMark(of: view) }
    for view in marked { remember(view) }
  }

  /// Writes the changes to a tree while it was outside the windows, into which it comes.
  private func writeArrival(of root: View) {
    for view in writeChanges(below: root) { forget(view) }
  }

  /// Writes the changes to a tree that stays outside the windows, or of which only a part comes into one.
  func writeChangesOutside(below root: View) {
    for view in writeChanges(below: root) { remember(view) }
  }

  /// Writes the changes to a tree while it was outside the windows, and returns its views.
  private func writeChanges(below root: View) -> [View] {
    if companion(of: root) == nil {
      writeView(root, at: .nowhere, index: nil)
      remember(root)
    }
    let views = root.subtree
    for view in views { writeChangedSubviews(of: view) }
    for view in views { writeChangedGeometry(of: view) }
    for view in views { writeChangedMark(of: view) }
    return views
  }

  /// The companion of a view outside the windows that changed.
  private func changedCompanion(of view: View) -> Companion? {
    guard !changedOutside.isEmpty, let companion = companion(of: view),
      changedOutside.contains(companion.number)
    else { return nil }
    return companion
  }

  private func writeChangedMark(of view: View) {
    guard let companion = changedCompanion(of: view), let last = companion.lastSeen else { return }
    let isDirty = view.needsLayout
    if last.isDirty != false && !isDirty {
      put(.clean(view: companion.number))
    } else if last.isDirty != true && isDirty {
      writeUnseenMark(of: companion)
    }
  }

  /// Writes that a view outside the windows was marked, for which nobody can tell the reason.
  func writeUnseenMark(of companion: Companion) {
    put(
      .dirty(TraceEvent.Invalidation(view: companion.number, why: "explicit", by: layingOut.last)))
  }

  /// Writes the subviews that came, went or moved; returns those that are new in the trace.
  @discardableResult
  private func writeChangedSubviews(of view: View) -> [View] {
    guard let companion = changedCompanion(of: view), let last = companion.lastSeen?.subviews else {
      return []
    }
    let present = view.subviews
    var arrivals: [View] = []
    let numbers = present.map { self.companion(of: $0)?.number ?? 0 }
    let isPresent = Set(numbers)
    // Subviews that left and are alive: dead ones have left already.
    for number in last where !isPresent.contains(number) && self.companion(number) != nil {
      writeMove(of: number, to: nil)
    }
    var order = last.filter { isPresent.contains($0) }
    for (index, subview) in present.enumerated() {
      let number = numbers[index]
      if index < order.count, order[index] == number { continue }
      if number == 0 {
        let new = writeView(subview, at: .inside(companion.number), index: index)
        remember(subview)
        arrivals.append(subview)
        // It is dirty now; `clean` follows if the new view is not.
        noteMove(of: new, from: 0, to: companion.number)
        order.insert(new, at: min(index, order.count))
      } else {
        writeMove(of: number, to: companion.number, at: index)
        order.removeAll { $0 == number }
        order.insert(number, at: min(index, order.count))
      }
    }
    companion.lastSeen?.subviews = order
    return arrivals
  }

  private func writeChangedGeometry(of view: View) {
    guard let companion = changedCompanion(of: view), var last = companion.lastSeen else { return }
    let number = companion.number
    func write(_ new: TraceEvent.Value) {
      put(.geometry(TraceEvent.Geometry(view: number, new: new, by: layingOut.last)))
    }
    let frame = view.untransformedFrame
    let isAnchoredAnew = last.anchor != view.anchorPoint
    if last.frame != frame || last.bounds != view.bounds || isAnchoredAnew {
      // The setters are exact without a transform, so it is removed for them.
      if last.transform != .identity {
        write(.transform(TraceEvent.Transform(.identity)))
        last.transform = .identity
      }
      if isAnchoredAnew { write(.anchor(view.anchorPoint)) }
      // An anchor point keeps the center and moves the frame.
      if last.frame != frame || isAnchoredAnew { write(.frame(frame)) }
      // Neither is dirtied while its own layout is running, of which the end is not yet written.
      if last.frame.size != frame.size || last.bounds.origin != view.bounds.origin {
        last.isDirty = layingOut.contains(number) ? nil : true
      }
      if last.frame.size != frame.size, let superview = view.superview,
        let companion = self.companion(of: superview)
      {
        noteMark(of: companion, isDirty: layingOut.contains(companion.number) ? nil : true)
      }
      if last.bounds.origin != view.bounds.origin { write(.bounds(view.bounds)) }
    }
    if last.transform != view.transform { write(.transform(TraceEvent.Transform(view.transform))) }
    companion.lastSeen = last
  }
}
