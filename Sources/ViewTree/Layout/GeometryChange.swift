import Foundation

/// The properties of a view's geometry, and the insets that limit its content.
public enum GeometryProperty: String, Hashable, Sendable, CaseIterable {
  /// The properties with these names.
  case frame, bounds, center, transform, anchorPoint
  /// The insets that the view's controller adds to the view's safe area.
  case additionalSafeAreaInsets
  /// The inset of a scroll view's content, as it was set.
  case contentInset
  /// The margins that were set, without the safe area.
  case layoutMargins
  /// The safe area, which follows from other insets and from frames.
  case safeAreaInsets
  /// The inset of a scroll view's content plus the share of the safe area.
  case adjustedContentInset

  /// True if the property is an inset.
  public var isInset: Bool {
    switch self {
    case .frame, .bounds, .center, .transform, .anchorPoint: false
    case .additionalSafeAreaInsets, .contentInset, .layoutMargins, .safeAreaInsets,
      .adjustedContentInset:
      true
    }
  }

  /// True if it only follows from something else that was written, except a window's safe area.
  public var isConsequence: Bool { self == .safeAreaInsets || self == .adjustedContentInset }
}

/// A value of a geometry property.
public enum GeometryValue: Hashable, Sendable {
  /// A frame or bounds.
  case rect(CGRect)
  /// A center or an anchor point.
  case point(CGPoint)
  /// A transform.
  case transform(AffineTransform)
  /// Any inset.
  case insets(EdgeInsets)
}

/// One call of a geometry setter that changed something, or an inset that changed.
public struct GeometryChange: Hashable, Sendable {
  /// The setter.
  public let property: GeometryProperty
  /// The value before.
  public let old: GeometryValue
  /// The value that was set.
  ///
  /// Setting it again from the same state produces the same geometry.
  public let new: GeometryValue

  package init(property: GeometryProperty, old: GeometryValue, new: GeometryValue) {
    (self.property, self.old, self.new) = (property, old, new)
  }
}
