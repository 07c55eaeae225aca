import Foundation
import ViewTree

extension RecorderCore {
  /// A recorder's data about a view; it dies with the view, which is how deaths are noticed.
  final class Companion: ViewCompanion {
    let core: RecorderCore
    let number: Int
    /// The companion of another recorder.
    let next: AnyObject?
    /// Its view, which outlives it.
    unowned(unsafe) let view: View
    /// The view's state when it left the windows; nil while it is in one.
    var lastSeen: DetachedState?
    /// The line of the trace that tells of it as a view that constraints place; nil for none.
    var toldItem: TraceEvent.Item?

    init(core: RecorderCore, number: Int, view: View) {
      self.core = core
      self.number = number
      self.view = view
      next = view.companion
    }

    deinit {
      core.noteDeath(of: self)
    }

    func viewChanged() { core.noteUnseenChange(of: self) }

    /// A replay of the pass takes the mark, or gives it back, as well; one of another loop does not know
    /// of it.
    func markMoved(by pulse: Pulse) {
      if pulse === core.pulse {
        // It may have been set since the last event: a replay must set it before it can take it.
        if lastSeen?.isDirty == false, !view.needsLayout { core.writeUnseenMark(of: self) }
        lastSeen?.isDirty = view.needsLayout
      } else if lastSeen == nil {
        core.writeMark(of: view)
      }
    }
  }

  /// Enters an event that changes the tree into that of the trace; nil if no reader would accept it there.
  ///
  /// An override that was asked for a name may have changed the tree beyond what is written: then
  /// the index is the nearest one.
  func entered(_ event: TraceEvent) -> TraceEvent? {
    switch event {
    case .view(var view):
      let slot = written.insert(view.view, isRoot: view.place == .root)
      guard case .inside(let parent) = view.place else { return event }
      guard enter(slot, into: written.slot(of: parent), at: &view.index) else { return nil }
      return .view(view)
    case .move(var move):
      let slot = written.slot(of: move.view)
      let old = written.parent(of: slot)
      if let parent = move.parent {
        let parentSlot = written.slot(of: parent)
        if written.childCount(slot) > 0, written.isAncestor(slot, of: parentSlot) {
          takeOut(of: slot, theTreeAround: parentSlot)
        }
        written.detach(slot)
        guard enter(slot, into: parentSlot, at: &move.index) else { return nil }
      } else {
        written.detach(slot)
      }
      noteMove(of: move.view, from: old, to: move.parent)
      return .move(move)
    case .gone(let view):
      written.remove(written.slot(of: view))
      return event
    default: return event
    }
  }

  /// Takes a tree out of a view that is about to move into it.
  ///
  /// Its root left its superview unseen: it is the first that is not where the trace has it.
  private func takeOut(of slot: Int, theTreeAround inner: Int) {
    var root = inner
    while written.slotOfParent(root) != slot,
      companion(written.number(in: root))?.view.superview
        === companion(written.parent(of: root))?.view
    {
      root = written.slotOfParent(root)
    }
    writeMove(of: written.number(in: root), to: nil)
  }

  /// Puts a view into a superview in the tree of the trace; ends the recording if it is too deep.
  private func enter(_ slot: Int, into parent: Int, at index: inout Int?) -> Bool {
    guard written.fits(slot, below: parent) else {
      writer.fail(
        TraceError.unwritable(
          "the trace", "views nest deeper than \(TraceTree.maximumDepth) levels",
          "nest fewer views, or end the recording before"))
      return false
    }
    index = index.map { min($0, written.childCount(parent)) }
    written.attach(slot, to: parent)
    return true
  }

  /// Writes that the pass of another loop took the mark of a view in a window, or gave it back.
  func writeMark(of view: View) {
    guard let number = knownNumber(of: view) else { return }
    writeOutsideLayout(
      view.needsLayout
        ? .dirty(TraceEvent.Invalidation(view: number, why: "explicit")) : .clean(view: number))
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
    var subviews: [Int]
  }
}

extension TraceEvent {
  /// True if a reader's tree is another one after the event.
  @inline(__always)
  var changesTree: Bool {
    switch self {
    case .view, .move, .gone: true
    default: false
    }
  }
}
