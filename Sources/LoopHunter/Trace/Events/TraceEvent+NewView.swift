public import Foundation

extension TraceEvent {
  /// A view that the trace has not mentioned before.
  ///
  /// Before the first turn it belongs to the snapshot of the tree, which has no consequences. Later
  /// it is a new view, added by the rules of the tree.
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
    /// The bounds, if they are not the frame's size at zero.
    public var bounds: CGRect?
    /// The transform, if it is not the identity.
    public var transform: TraceEvent.Transform?
    /// The anchor point, if it is not the middle.
    public var anchor: CGPoint?
    /// Whether no layout is pending for the view.
    public var isClean: Bool

    /// Describes a view.
    ///
    /// - Parameters:
    ///   - view: The number that other events use.
    ///   - className: The name of its class.
    ///   - name: Its identifier; by default nil, none.
    ///   - place: Where in the tree it is; by default a root outside any window.
    ///   - index: The place among the subviews; by default nil, the last.
    ///   - frame: Its frame; by default nil, empty.
    ///   - bounds: Its bounds; by default nil, as the frame says.
    ///   - transform: Its transform; by default nil, none.
    ///   - anchor: Its anchor point; by default nil, the middle.
    ///   - isClean: Whether it needs no layout; by default false, as in a new view.
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
