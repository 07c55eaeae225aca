/// An object attached to one view to watch its layouts.
package protocol ViewInstrument: AnyObject {
  /// The view dies; called once, when the `deinit` of its subclasses is over.
  ///
  /// A cause may keep the instrument itself for longer.
  func viewDied()

  /// The cause of everything that the view's running layout brings about, if `source` led to it.
  ///
  /// It is requested when something is dirtied or enqueued, by the loop whose pulse this is.
  func cause(after source: LayoutCause?, in pulse: Pulse) -> LayoutCause

  /// The cause of everything that a controller's callback after `layoutSubviews` brings about.
  func causeAfterLayout(_ source: LayoutCause?, in pulse: Pulse) -> LayoutCause?

  /// True if the layout that begins is to be left out, together with the controller's callbacks.
  func leavesOutLayout(in pulse: Pulse) -> Bool

  /// True if the view lives and is watched; a chain drops members for which this is false.
  var isWatching: Bool { get }

  /// True if a hunter watches the view, and not only a gate, which watches all.
  var isOfHunter: Bool { get }

  /// The latest cause made for a layout of this view, while it lives; only causes change it.
  var newestCause: Unmanaged<LayoutCause>? { get set }
}

extension ViewInstrument {
  package func causeAfterLayout(_ source: LayoutCause?, in pulse: Pulse) -> LayoutCause? { source }
  package func leavesOutLayout(in pulse: Pulse) -> Bool { false }
  package var isOfHunter: Bool { true }
}
