extension TraceEvent {
  /// An invalidation.
  public struct Invalidation: Hashable, Sendable {
    /// The number of the view that became dirty.
    public var view: Int
    /// The subview on which was called, or of which was set, what dirtied the view.
    public var receiver: Int?
    /// `size`, `bounds`, `subviews` for consequences, `explicit`, or a control's own word.
    public var why: String
    /// The innermost view in layout at that moment.
    public var by: Int?
    /// `File.swift:42` of the code that did it, if the recorder captured stacks.
    public var from: String?
    /// Whether the view was dirty already.
    public var isAgain: Bool

    /// Describes an invalidation.
    ///
    /// - Parameters:
    ///   - view: The number of the view that was dirtied.
    ///   - why: The reason, as `size` or `text`.
    ///   - receiver: The number of the view on which something was called; by default nil, the same
    ///     view.
    ///   - by: The number of the view whose layout did it; by default nil, none.
    ///   - from: The source location that did it; by default nil, unknown.
    ///   - isAgain: Whether the view was dirty already; by default false.
    public init(
      view: Int, why: String, receiver: Int? = nil, by: Int? = nil, from: String? = nil,
      isAgain: Bool = false
    ) {
      self.view = view
      self.why = why
      self.receiver = receiver
      self.by = by
      self.from = from
      self.isAgain = isAgain
    }
  }
}
