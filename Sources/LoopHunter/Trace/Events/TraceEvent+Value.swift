public import Foundation
public import ViewTree

extension TraceEvent {
  /// The property that a setter wrote, with its value.
  public enum Value: Hashable, Sendable {
    /// A frame, in the superview's coordinates.
    case frame(CGRect)
    /// Bounds, in the view's own coordinates.
    case bounds(CGRect)
    /// The place of the anchor point in the superview's coordinates.
    case center(CGPoint)
    /// A transform.
    case transform(TraceEvent.Transform)
    /// The anchor point, in units of the size of the bounds.
    case anchor(CGPoint)
    /// One of the insets, or what follows from them.
    case inset(GeometryProperty, EdgeInsets)
  }
}

extension TraceEvent.Value {
  /// What a setter of the tree wrote.
  init(_ property: GeometryProperty, _ value: GeometryValue) {
    switch value {
    case .rect(let rect): self = property == .bounds ? .bounds(rect) : .frame(rect)
    case .point(let point):
      self = property == .anchorPoint ? .anchor(point) : .center(point)
    case .transform(let transform): self = .transform(TraceEvent.Transform(transform))
    case .insets(let insets): self = .inset(property, insets)
    }
  }
}
