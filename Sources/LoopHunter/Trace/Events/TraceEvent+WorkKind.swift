extension TraceEvent {
  /// How work reached the loop.
  public enum WorkKind: String, Hashable, Sendable {
    case block
    case timer
  }
}
