import Foundation

/// The ways to write a view's geometry.
public enum GeometryProperty: String, Hashable, Sendable, CaseIterable {
  case frame, bounds, center, transform, anchorPoint
}

/// A value of one of them.
public enum GeometryValue: Hashable, Sendable {
  case rect(CGRect)
  case point(CGPoint)
  case transform(AffineTransform)
}

/// One call of a geometry setter that changed something.
public struct GeometryChange: Hashable, Sendable {
  /// The setter.
  public let property: GeometryProperty
  /// The value before.
  public let old: GeometryValue
  /// The value that was set.
  ///
  /// Setting it again from the same state gives the same geometry.
  public let new: GeometryValue
}
