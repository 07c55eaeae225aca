/// What hangs on one view to watch its layouts.
package protocol ViewInstrument: AnyObject {
  /// The view dies; called once, when the `deinit` of its subclasses is over.
  ///
  /// A cause may keep the instrument itself for longer.
  func viewDied()

  /// The cause of what the view's running layout leads to, if `source` led to that layout.
  ///
  /// Asked only when something is dirtied or enqueued, by the loop whose pulse this is: each loop
  /// has turns of its own.
  func cause(after source: LayoutCause?, in pulse: Pulse) -> LayoutCause

  /// The cause of what a controller's callback after `layoutSubviews` leads to.
  func causeAfterLayout(_ source: LayoutCause?, in pulse: Pulse) -> LayoutCause?

  /// Whether the layout that begins is left out, and with it the controller's callbacks.
  func leavesOutLayout(in pulse: Pulse) -> Bool

  /// Whether the view lives and is watched; a chain drops members for which this is false.
  var isWatching: Bool { get }

  /// The cause that was made last for a layout of this view, while it lives; only causes change it.
  var newestCause: Unmanaged<LayoutCause>? { get set }
}

extension ViewInstrument {
  package func causeAfterLayout(_ source: LayoutCause?, in pulse: Pulse) -> LayoutCause? { source }
  package func leavesOutLayout(in pulse: Pulse) -> Bool { false }
}
