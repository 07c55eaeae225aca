/// Is told everything that happens in the windows of a loop, in order.
///
/// Every requirement has an empty default. `layingOut` is the innermost view whose layout or
/// `updateConstraints` is running, or nil outside both. An observer may change the tree; views that
/// it dirties are laid out as usual. Its actions at the beginning or the end of a layout are no part of
/// that layout. It is not told about trees outside a window.
///
/// ```swift
/// final class LayoutCounter: LayoutObserver {
///   var layouts = 0
///   func layoutEntered(_ view: View) { layouts += 1 }
/// }
///
/// let counter = LayoutCounter()
/// let observation = loop.addLayoutObserver(counter)
/// loop.runUntilIdle()
/// observation.cancel()
/// print("\(counter.layouts) layouts")
/// ```
public protocol LayoutObserver: AnyObject {
  /// A turn begins.
  ///
  /// Events between two turns belong to the second one.
  ///
  /// - Parameters:
  ///   - turn: Its number, 1 for the first.
  ///   - now: The time on the loop's clock.
  func turnBegan(_ turn: Int, now: Duration)
  /// A turn ended, with its commit and the observers after the commit.
  ///
  /// - Parameter turn: Its number.
  func turnEnded(_ turn: Int)
  /// The layout of all windows begins.
  func commitBegan()
  /// The layout of all windows ended, because it settled or reached a limit.
  ///
  /// - Parameter summary: The number of layouts it took, and the way it ended.
  func commitEnded(_ summary: TurnLoop.CommitSummary)
  /// A pass that `layoutIfNeeded` began outside any other ended, because it settled or reached a
  /// limit.
  ///
  /// - Parameter summary: The number of layouts it took, and the way it ended.
  func forcedPassEnded(_ summary: TurnLoop.CommitSummary)

  /// `layoutIfNeeded` was called and had something to do.
  ///
  /// - Parameters:
  ///   - view: The view on which it was called.
  ///   - layingOut: The view whose layout called it, if any.
  func layoutForced(_ view: View, by layingOut: View?)
  /// The layout that was just forced is refused, because passes nest as deep as
  /// `TurnLoop.nestingLimit` allows.
  ///
  /// - Parameter view: The view on which `layoutIfNeeded` was called.
  func forcedLayoutRefused(_ view: View)
  /// A view's layout begins: its controller's callbacks and `layoutSubviews`.
  ///
  /// - Parameter view: The view.
  func layoutEntered(_ view: View)
  /// A view's layout ended.
  ///
  /// - Parameter view: The view.
  func layoutLeft(_ view: View)
  /// A view's part of the constraints phase begins: `updateViewConstraints` of its controller, or
  /// its own `updateConstraints`.
  ///
  /// - Parameter view: The view.
  func constraintsEntered(_ view: View)
  /// A view's part of the constraints phase ended.
  ///
  /// - Parameter view: The view.
  func constraintsLeft(_ view: View)

  /// Constraints contradict each other, and one of them counts for nothing from now on.
  ///
  /// - Parameters:
  ///   - conflict: The constraints.
  ///   - layingOut: The view whose layout did it, if any.
  func constraintsConflicted(_ conflict: LayoutConflict, by layingOut: View?)

  /// A view was dirtied.
  ///
  /// - Parameters:
  ///   - view: The view that needs layout.
  ///   - reason: The reason.
  ///   - layingOut: The view whose layout did it, if any.
  ///   - again: `true` if the view was already dirty.
  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool)
  /// A view was dirtied by a call on its subview, such as setting `isHidden`, or because constraints
  /// gave the subview another place, under the reason `solved`.
  ///
  /// The default calls `viewDirtied(_:reason:by:again:)`.
  ///
  /// - Parameters:
  ///   - view: The view that needs layout.
  ///   - reason: The reason.
  ///   - subview: The subview on which something was called, or which gets another place.
  ///   - layingOut: The view whose layout did it, if any.
  ///   - again: `true` if the view was already dirty.
  func viewDirtied(
    _ view: View, reason: DirtyReason, through subview: View, by layingOut: View?, again: Bool)
  /// A setter changed something that layout can depend on, an inset changed, or a constraint; called
  /// before the consequences.
  ///
  /// - Parameters:
  ///   - view: The view whose geometry, inset or other property changed, or the first item's view of the
  ///     constraint that `change` names.
  ///   - change: The property with its old and new value.
  ///   - layingOut: The view whose layout did it, if any.
  func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?)
  /// The hierarchy changed; called before the consequences.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - layingOut: The view whose layout did it, if any.
  func treeChanged(_ change: TreeChange, by layingOut: View?)

  /// A block, a timer or an observer of a phase was handed to the loop; what runs often is reported once.
  ///
  /// An observer that code outside layout adds is not reported.
  ///
  /// - Parameters:
  ///   - work: Its number.
  ///   - kind: Block, timer or observer.
  ///   - layingOut: The view whose layout did it, if any.
  func workEnqueued(_ work: WorkID, kind: WorkKind, by layingOut: View?)
  /// A block, a timer's handler or a call of an observer of a phase begins.
  ///
  /// - Parameter work: Its number.
  func workBegan(_ work: WorkID)
  /// A block, a timer's handler or a call of an observer of a phase ended.
  ///
  /// - Parameter work: Its number.
  func workEnded(_ work: WorkID)
}

extension LayoutObserver {
  public func turnBegan(_ turn: Int, now: Duration) {}
  public func turnEnded(_ turn: Int) {}
  public func commitBegan() {}
  public func commitEnded(_ summary: TurnLoop.CommitSummary) {}
  public func forcedPassEnded(_ summary: TurnLoop.CommitSummary) {}
  public func layoutForced(_ view: View, by layingOut: View?) {}
  public func forcedLayoutRefused(_ view: View) {}
  public func layoutEntered(_ view: View) {}
  public func layoutLeft(_ view: View) {}
  public func constraintsEntered(_ view: View) {}
  public func constraintsLeft(_ view: View) {}
  public func constraintsConflicted(_ conflict: LayoutConflict, by layingOut: View?) {}
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

/// Identifies one piece of work of a loop; it is never used twice.
public struct WorkID: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// The kinds of work.
public enum WorkKind: String, Hashable, Sendable {
  /// Work from `async`: runs in the next drain.
  case block
  /// Work from `after` or `every`: runs at a deadline.
  case timer
  /// An observer of a phase that layout, or such work, added with `addObserver(at:)`: runs at each of its phases.
  case observer
}

/// One change of the hierarchy, reported after the change and before its consequences.
public enum TreeChange {
  /// A window was made for the observed loop.
  case opened(Window)
  /// `view` became the subview `index` of `superview`; `from` is the superview that lost it.
  case added(View, to: View, at: Int, from: View?)
  /// `view` left `superview` and has no superview now.
  case removed(View, from: View)
  /// `view` has a new index in the same superview.
  case reordered(View, in: View, at: Int)
}
