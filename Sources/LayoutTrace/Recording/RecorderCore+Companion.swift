import Foundation
import ViewTree

extension RecorderCore {
  /// A recorder's data about a view; it dies with the view, which is how deaths are noticed.
  final class Companion {
    let core: RecorderCore
    let number: Int
    /// The companion of another recorder.
    let next: AnyObject?
    /// The number of its superview in the trace, 0 for none, and the number of its subviews there.
    fileprivate var parent = 0
    fileprivate var subviewCount = 0
    /// The view's state when it left the windows; nil while it is in one.
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

  /// Adjusts the index of an event to the tree in the trace.
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

  /// Counts a view out of its superview in the trace.
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
    /// True if it is dirty in a replay of the written events; nil if that is unknown.
    var isDirty: Bool?
    /// The superview's number; 0 for none.
    var parent: Int
    var subviews: [Int]
  }
}
