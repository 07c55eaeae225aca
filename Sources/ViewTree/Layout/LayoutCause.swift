/// Why a layout happens: an opaque token that the engine carries from a layout to what it causes.
///
/// Every dirtying and every piece of enqueued work stores the cause that is current at that moment,
/// and runs later with that cause current. The engine never looks inside.
package class LayoutCause {
  package init() {}

  /// The cause that what happens now shall carry; asked once per dirtying or enqueueing.
  ///
  /// A cause that changes while its layout runs returns a lasting one instead of itself.
  package func captured() -> LayoutCause { self }
}

/// An object bound to the life of one view, which may stand as the cause of what its layout does.
package class ViewInstrument: LayoutCause {
  /// The view is in its `deinit`: its subclasses' are over, its fields are still there.
  package func viewDied() {}
}
