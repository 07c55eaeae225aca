extension TraceEvent {
  /// A change of the tree.
  public struct Move: Hashable, Sendable {
    /// The number of the view that moved.
    public var view: Int
    /// The new superview; nil when the view was removed.
    public var parent: Int?
    /// The place among the superview's subviews afterwards; nil means last.
    public var index: Int?
    /// The innermost view in layout at that moment.
    public var by: Int?

    /// Describes a move; without an index the view is added as the last subview.
    public init(view: Int, parent: Int?, index: Int? = nil, by: Int? = nil) {
      self.view = view
      self.parent = parent
      self.index = index
      self.by = by
    }
  }
}
