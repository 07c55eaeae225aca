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

    /// Describes a move.
    ///
    /// - Parameters:
    ///   - view: The number of the view.
    ///   - parent: The number of the new superview, or nil if the view was removed.
    ///   - index: The place among the subviews; by default nil, the last.
    ///   - by: The number of the view whose layout moved it; by default nil, none.
    public init(view: Int, parent: Int?, index: Int? = nil, by: Int? = nil) {
      self.view = view
      self.parent = parent
      self.index = index
      self.by = by
    }
  }
}
