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
    /// `File.swift:42` of the code that did it, where the recorder captured stacks.
    public var from: String?
    /// Whether the view was dirty already.
    public var isAgain: Bool

    /// Describes an invalidation; what is left out is unknown.
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
