/// A recorder's state for a view.
///
/// A recorder is not told of what happens to a view outside the windows of its loop. It remembers such a
/// view as it is, and its companion is told of the first change since then.
package protocol ViewCompanion: AnyObject {
  /// The companion of another recorder.
  var next: AnyObject? { get }

  /// The view is not any more as it was when `isRemembered` was set.
  func viewChanged()

  /// A pass that goes on in a tree outside the windows took the view's mark, or gave it back.
  func markMoved(by pulse: Pulse)
}

extension View {
  /// True while the view is as a recorder has seen it; any change clears it.
  package final var isRemembered: Bool {
    get { flags.contains(.isRemembered) }
    set { flags = flags.with(.isRemembered, newValue) }
  }

  /// Tells recorders of the first change of what they remember: geometry, mark or subviews.
  @inline(__always)
  final func noteUnseenChange() { if flags.contains(.isRemembered) { endRemembering() } }

  @inline(never)
  private final func endRemembering() {
    flags.remove(.isRemembered)
    tellCompanions { $0.viewChanged() }
  }

  /// Tells recorders that a pass took the view's mark, or gave it back.
  final func noteMarkMoved(by pass: LayoutPass) { tellCompanions { $0.markMoved(by: pass) } }

  private final func tellCompanions(_ event: (any ViewCompanion) -> Void) {
    var next = companion
    while let companion = next as? any ViewCompanion {
      event(companion)
      next = companion.next
    }
  }
}
