extension TraceEvent {
  /// The kind of work.
  public enum WorkKind: String, CaseIterable, Hashable, Sendable {
    /// A block, handed to `async`.
    case block
    /// A timer, made by `after` or `every`.
    case timer
  }
}
