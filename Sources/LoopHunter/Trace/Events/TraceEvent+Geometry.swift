extension TraceEvent {
  /// A setter that changed something.
  public struct Geometry: Hashable, Sendable {
    /// The number of the view that was written.
    public var view: Int
    /// The value that was set.
    public var new: TraceEvent.Value
    /// The value before.
    public var old: TraceEvent.Value?
    /// The innermost view in layout at that moment.
    public var by: Int?
    /// `File.swift:42` of the code that did it, if the recorder captured stacks.
    public var from: String?

    /// Describes a written value.
    ///
    /// - Parameters:
    ///   - view: The number of the view.
    ///   - new: The value that was written.
    ///   - old: The value before; by default nil, unknown.
    ///   - by: The number of the view whose layout wrote it; by default nil, none.
    ///   - from: The source location that wrote it; by default nil, unknown.
    public init(
      view: Int, new: TraceEvent.Value, old: TraceEvent.Value? = nil, by: Int? = nil,
      from: String? = nil
    ) {
      self.view = view
      self.new = new
      self.old = old
      self.by = by
      self.from = from
    }
  }
}
