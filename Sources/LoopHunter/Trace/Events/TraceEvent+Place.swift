extension TraceEvent {
  /// Where a new view is.
  public enum Place: Hashable, Sendable {
    /// At the top: a window. The key `in` is absent.
    case root
    /// In another view.
    case inside(Int)
    /// In no tree yet; a later `move` adds it. The key `in` is null.
    case nowhere
  }
}
