import Foundation
import ViewTree

extension RecorderCore {
  /// What a recorder knows of a view; it dies with the view, and that is how deaths are noticed.
  final class Companion {
    let core: RecorderCore
    let number: Int
    /// The companion of another recorder.
    let next: AnyObject?
    /// What the view was when it left the windows; nil while it is in one.
    var lastSeen: DetachedState?

    init(core: RecorderCore, number: Int, next: AnyObject?) {
      self.core = core
      self.number = number
      self.next = next
    }

    deinit {
      core.noteDeath(of: self)
    }
  }

  /// The state of a view outside any window, where it is not observed.
  struct DetachedState {
    var frame: CGRect
    var bounds: CGRect
    var transform: AffineTransform
    var anchor: CGPoint
    /// Whether it is dirty in a replay of what was written; nil if that is not known.
    var isDirty: Bool?
    /// The superview's number; 0 for none.
    var parent: Int
    var subviews: [Int]
  }
}
