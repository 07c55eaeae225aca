import Foundation
import ViewTree

extension RecorderCore {
  /// What a recorder knows of a view; it dies with the view, and that is how deaths are noticed.
  final class Companion {
    let core: RecorderCore
    let number: Int
    /// The companion of another recorder.
    let next: AnyObject?
    /// The number of its superview in the trace, 0 for none, and how many subviews it has there.
    fileprivate var parent = 0
    fileprivate var subviewCount = 0
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

  /// An event with an index that the trace has.
  ///
  /// An override that was asked for a name may have changed the tree beyond what is written.
  func placed(_ event: TraceEvent) -> TraceEvent {
    switch event {
    case .view(var view):
      guard case .inside(let parent) = view.place else { return event }
      view.index = enter(parent, view.view, at: view.index)
      return .view(view)
    case .move(var move):
      companion(move.view).map(leaveWrittenSuperview)
      guard let parent = move.parent else { return event }
      move.index = enter(parent, move.view, at: move.index)
      return .move(move)
    default: return event
    }
  }

  private func enter(_ parent: Int, _ view: Int, at index: Int?) -> Int? {
    guard let superview = companion(parent) else { return index }
    defer {
      superview.subviewCount += 1
      companion(view)?.parent = parent
    }
    return index.map { min($0, superview.subviewCount) }
  }

  /// Counts a view out of the superview that it has in the trace.
  func leaveWrittenSuperview(_ companion: Companion) {
    self.companion(companion.parent)?.subviewCount -= 1
    companion.parent = 0
  }

  /// The number of a view, if it has one.
  func knownNumber(of view: View) -> Int? { companion(of: view)?.number }

  /// The companion with a number, while its view lives.
  func companion(_ number: Int) -> Companion? {
    companions[number]?.takeUnretainedValue()
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
