public import Foundation

extension TraceEvent {
  /// A view that the trace has not mentioned before.
  ///
  /// Before the first turn it belongs to the snapshot of the tree, which has no consequences. Later it
  /// is a new view, added by the rules of the tree.
  public struct NewView: Hashable, Sendable {
    /// The view's number.
    public var view: Int
    /// The class, without its module.
    public var className: String
    /// The identifier the view carries.
    public var name: String?
    /// Where the view is.
    public var place: TraceEvent.Place
    /// The place among the superview's subviews; nil means last.
    public var index: Int?
    /// The frame; where there is a transform, as it would be without it.
    public var frame: CGRect?
    /// The bounds, where they are not the frame's size at zero.
    public var bounds: CGRect?
    /// The transform, where it is not the identity.
    public var transform: TraceEvent.Transform?
    /// The anchor point, where it is not the middle.
    public var anchor: CGPoint?
    /// Whether no layout is pending for the view.
    public var isClean: Bool

    /// Describes a view; what is left out is as in a view that was just made.
    public init(
      view: Int, className: String, name: String? = nil, place: TraceEvent.Place = .root,
      index: Int? = nil, frame: CGRect? = nil, bounds: CGRect? = nil,
      transform: TraceEvent.Transform? = nil, anchor: CGPoint? = nil,
      isClean: Bool = false
    ) {
      self.view = view
      self.className = className
      self.name = name
      self.place = place
      self.index = index
      self.frame = frame
      self.bounds = bounds
      self.transform = transform
      self.anchor = anchor
      self.isClean = isClean
    }
  }
}
