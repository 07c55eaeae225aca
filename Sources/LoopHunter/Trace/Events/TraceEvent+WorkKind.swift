extension TraceEvent {
  /// How work reached the loop.
  public enum WorkKind: String, CaseIterable, Hashable, Sendable {
    case block
    case timer
  }
}
