import Foundation
import ViewTree

// Observers are not told about a tree outside any window. So a recorder remembers a tree that
// leaves. When the tree comes back, the recorder writes the changes made meanwhile before the
// addition itself: a replay makes the same changes to its own tree while that is outside and
// unobserved as well.

extension RecorderCore {
  func rememberDetached(_ root: View) {
    for (view, _) in Subtree(of: root) { companion(of: view)?.lastSeen = state(of: view) }
  }

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
      companion.lastSeen = state(of: companion.view)
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
      superview.lastSeen?.isDirty = true
    }
    // A move within one superview dirties only that.
    guard let new, new != old else { return }
    companion(new)?.lastSeen?.isDirty = true
    companion(view)?.lastSeen?.isDirty = true
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
    writeMove(of: number(of: view), to: parent, at: index)
  }

  /// Writes the unobserved changes to the tree of a view outside any window, and remembers its new
  /// state.
  func writeUnseenChanges(around view: View) {
    let root = view.topOfTree
    if let number = knownNumber(of: root), written.slotOfParent(written.slot(of: number)) >= 0 {
      writeMove(of: number, to: nil)
    }
    writeChanges(below: root)
    rememberDetached(root)
  }

  /// Notes that a pass goes on in a tree outside any window: it took the marks of the views that it
  /// is about to lay out, as it does in a replay, and these may be set again unseen.
  func noteCollected(around view: View) {
    for (view, _) in Subtree(of: view.topOfTree) where !view.needsLayout {
      guard let companion = companion(of: view), companion.lastSeen?.isDirty == true else {
        continue
      }
      companion.lastSeen?.isDirty = nil
    }
  }

  /// Writes the changes to a tree while it was outside the windows.
  private func writeChanges(below root: View) {
    if companion(of: root) == nil {
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
    guard let companion = companion(of: view), let last = companion.lastSeen?.subviews else {
      return
    }
    let present = view.subviews
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
        self.companion(of: subview)?.lastSeen = state(of: subview)
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
      // Neither is dirtied while its own layout is running, of which the end is not yet written.
      if last.frame.size != frame.size || last.bounds.origin != view.bounds.origin {
        last.isDirty = layingOut.contains(number) ? nil : true
      }
      if last.frame.size != frame.size, let superview = view.superview,
        let companion = self.companion(of: superview)
      {
        companion.lastSeen?.isDirty = layingOut.contains(companion.number) ? nil : true
      }
      if last.bounds.origin != view.bounds.origin { write(.bounds(view.bounds)) }
    }
    if last.transform != view.transform { write(.transform(TraceEvent.Transform(view.transform))) }
    companion.lastSeen = last
  }
}
