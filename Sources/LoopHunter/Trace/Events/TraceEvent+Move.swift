extension TraceEvent {
  /// A change of the tree.
  public struct Move: Hashable, Sendable {
    public var view: Int
    /// The new superview; nil when the view was removed.
    public var parent: Int?
    /// The place among the superview's subviews afterwards; nil means last.
    public var index: Int?
    /// The innermost view in layout at that moment.
    public var by: Int?

    public init(view: Int, parent: Int?, index: Int? = nil, by: Int? = nil) {
      self.view = view
      self.parent = parent
      self.index = index
      self.by = by
    }
  }
}
