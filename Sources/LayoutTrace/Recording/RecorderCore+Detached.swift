import Foundation
import ViewTree

// Observers are not told about a tree outside any window. So a recorder remembers a tree that
// leaves. When the tree comes back, the recorder writes the changes made meanwhile before the
// addition itself: a replay makes the same changes to its own tree while that is outside and
// unobserved as well.

extension RecorderCore {
  func rememberDetached(_ root: View) {
    for (view, _) in Subtree(of: root) {
      companion(of: view)?.lastSeen = state(
        of: view, subviews: view.subviews.compactMap { companion(of: $0)?.number })
    }
  }

  /// The current state of a view, with some of its subviews, to be remembered.
  private func state(of view: View, subviews: [Int] = []) -> DetachedState {
    DetachedState(
      frame: view.untransformedFrame, bounds: view.bounds, transform: view.transform,
      anchor: view.anchorPoint,
      isDirty: view.needsLayout,
      parent: view.superview.flatMap { companion(of: $0)?.number } ?? 0, subviews: subviews)
  }

  /// Removes a remembered view from its remembered superview, as a move does.
  ///
  /// A death dirties no view in a replay.
  func leaveRememberedSuperview(_ companion: Companion, dirtying: Bool = true) {
    guard let parent = companion.lastSeen?.parent, let former = self.companion(parent) else {
      return
    }
    companion.lastSeen?.parent = 0
    former.lastSeen?.subviews.removeAll { $0 == companion.number }
    if dirtying { former.lastSeen?.isDirty = true }
  }

  func writeAddition(of view: View, to superview: View, at index: Int, isInWindow: Bool) {
    let parent = number(of: superview)
    if !isInWindow {
      if companion(of: view) == nil, view.subviews.isEmpty {
        writeView(view, at: .inside(parent), index: index)
        return
      }
      writeChanges(below: view)
    }
    put(
      .move(
        TraceEvent.Move(view: number(of: view), parent: parent, index: index, by: layingOut.last)))
  }

  /// Writes the unobserved changes to the tree of a view outside any window, and remembers its new
  /// state.
  func writeUnseenChanges(around view: View) {
    var root = view
    while let superview = root.superview { root = superview }
    writeChanges(below: root)
    rememberDetached(root)
  }

  /// Writes the changes to a tree while it was outside the windows.
  private func writeChanges(below root: View) {
    if let companion = companion(of: root) {
      leaveRememberedSuperview(companion)
    } else {
      writeView(root, at: .nowhere, index: nil)
      companion(of: root)?.lastSeen = state(of: root)
    }
    let known = root.subtree
    for view in known { writeChangedSubviews(of: view) }
    for view in known { writeChangedGeometry(of: view) }
    for view in known {
      guard let companion = companion(of: view), let last = companion.lastSeen else { continue }
      if last.isDirty != false && !view.needsLayout {
        put(.clean(view: companion.number))
      } else if last.isDirty != true && view.needsLayout {
        put(
          .dirty(
            TraceEvent.Invalidation(view: companion.number, why: "explicit", by: layingOut.last)))
      }
      companion.lastSeen = nil
    }
  }

  private func writeChangedSubviews(of view: View) {
    guard let companion = companion(of: view), var last = companion.lastSeen else { return }
    let present = view.subviews
    let numbers = present.map { self.companion(of: $0)?.number ?? 0 }
    let isPresent = Set(numbers)
    // Subviews that left and are alive: dead ones have left already.
    for number in last.subviews where !isPresent.contains(number) {
      guard let left = self.companion(number) else { continue }
      put(.move(TraceEvent.Move(view: number, parent: nil, by: layingOut.last)))
      left.lastSeen?.parent = 0
      last.isDirty = true
    }
    var order = last.subviews.filter { isPresent.contains($0) }
    for (index, subview) in present.enumerated() {
      let number = numbers[index]
      if index < order.count, order[index] == number { continue }
      if number == 0 {
        let new = writeView(subview, at: .inside(companion.number), index: index)
        // Adding a view dirties it; `clean` follows if this one is not dirty.
        var state = state(of: subview)
        state.isDirty = true
        self.companion(of: subview)?.lastSeen = state
        order.insert(new, at: min(index, order.count))
      } else {
        put(
          .move(
            TraceEvent.Move(
              view: number, parent: companion.number, index: index, by: layingOut.last)))
        // A move within one superview dirties only that, a move from another both it and the view.
        if let moved = self.companion(number), !order.contains(number) {
          leaveRememberedSuperview(moved)
          moved.lastSeen?.parent = companion.number
          moved.lastSeen?.isDirty = true
        }
        order.removeAll { $0 == number }
        order.insert(number, at: min(index, order.count))
      }
      last.isDirty = true
    }
    last.subviews = order
    companion.lastSeen = last
  }

  private func writeChangedGeometry(of view: View) {
    guard let companion = companion(of: view), var last = companion.lastSeen else { return }
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
      // Neither is dirtied while its own layout is running.
      if last.frame.size != frame.size || last.bounds.origin != view.bounds.origin {
        last.isDirty = view.isInLayout ? nil : true
      }
      if last.frame.size != frame.size, let superview = view.superview {
        self.companion(of: superview)?.lastSeen?.isDirty = superview.isInLayout ? nil : true
      }
      if last.bounds.origin != view.bounds.origin { write(.bounds(view.bounds)) }
    }
    if last.transform != view.transform { write(.transform(TraceEvent.Transform(view.transform))) }
    companion.lastSeen = last
  }
}
