/// Sees everything that happens in the windows of a loop, in its order.
///
/// Every requirement has an empty default. `layingOut` is the innermost view whose layout, or whose
/// `updateConstraints`, is running, nil outside both. An observer may change the tree; what it
/// dirties is laid out as usual. It does not see trees outside any window.
public protocol LayoutObserver: AnyObject {
  /// A turn begins. What happened between two turns belongs to the coming one.
  func turnBegan(_ turn: Int, now: Duration)
  /// The turn is over: commit and the observers after it are done.
  func turnEnded(_ turn: Int)
  /// The layout of all windows begins.
  func commitBegan()
  /// The layout of all windows ended, by settling or at a limit.
  func commitEnded(_ summary: TurnLoop.CommitSummary)

  /// `layoutIfNeeded` was called on `view` and had something to do.
  func layoutForced(_ view: View, by layingOut: View?)
  /// A view's layout begins: its controller's callbacks and `layoutSubviews`.
  func layoutEntered(_ view: View)
  /// A view's layout ended.
  func layoutLeft(_ view: View)
  /// A view's part of the constraints phase begins: its controller's `updateViewConstraints`, or its
  /// `updateConstraints`.
  func constraintsEntered(_ view: View)
  /// A view's part of the constraints phase ended.
  func constraintsLeft(_ view: View)

  /// A view was dirtied; `again` when it was dirty already.
  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool)
  /// A view was dirtied by what was called on its subview, or set of it: `isHidden`.
  ///
  /// The default tells it as any other dirtying.
  func viewDirtied(
    _ view: View, reason: DirtyReason, through subview: View, by layingOut: View?, again: Bool)
  /// A geometry setter changed something, or an inset did. Told before its consequences.
  func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?)
  /// The hierarchy changed. Told before its consequences.
  func treeChanged(_ change: TreeChange, by layingOut: View?)

  /// A block or a timer was handed to the loop; a repeating timer is told once.
  func workEnqueued(_ work: WorkID, kind: WorkKind, by layingOut: View?)
  /// A block or a timer's handler begins to run.
  func workBegan(_ work: WorkID)
  /// It ended.
  func workEnded(_ work: WorkID)
}

extension LayoutObserver {
  public func turnBegan(_ turn: Int, now: Duration) {}
  public func turnEnded(_ turn: Int) {}
  public func commitBegan() {}
  public func commitEnded(_ summary: TurnLoop.CommitSummary) {}
  public func layoutForced(_ view: View, by layingOut: View?) {}
  public func layoutEntered(_ view: View) {}
  public func layoutLeft(_ view: View) {}
  public func constraintsEntered(_ view: View) {}
  public func constraintsLeft(_ view: View) {}
  public func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {}
  public func viewDirtied(
    _ view: View, reason: DirtyReason, through subview: View, by layingOut: View?, again: Bool
  ) {
    viewDirtied(view, reason: reason, by: layingOut, again: again)
  }
  public func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {}
  public func treeChanged(_ change: TreeChange, by layingOut: View?) {}
  public func workEnqueued(_ work: WorkID, kind: WorkKind, by layingOut: View?) {}
  public func workBegan(_ work: WorkID) {}
  public func workEnded(_ work: WorkID) {}
}

/// Names one piece of work of a loop; never used twice.
public struct WorkID: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// How a piece of work reaches its time.
public enum WorkKind: String, Hashable, Sendable {
  /// `async`: the next drain.
  case block
  /// `after` and `every`: a deadline.
  case timer
}
