extension TraceEvent {
  /// Where a new view is.
  public enum Place: Hashable, Sendable {
    /// At the top: a window. The key `in` is absent.
    case root
    /// In another view.
    case inside(Int)
    /// In no tree yet; a `move` will say where. The key `in` is null.
    case nowhere
  }
}
