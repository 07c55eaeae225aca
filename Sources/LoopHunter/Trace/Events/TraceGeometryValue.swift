public import Foundation
public import ViewTree

/// The property a setter wrote, with a value of its kind.
public enum TraceGeometryValue: Hashable, Sendable {
  case frame(CGRect)
  case bounds(CGRect)
  case center(CGPoint)
  case transform(TraceTransform)
  /// The anchor point, in units of the size of the bounds.
  case anchor(CGPoint)
  /// One of the insets, or what follows from them.
  case inset(GeometryProperty, EdgeInsets)
}
