import Foundation

/// The properties of a view that layout can depend on: its geometry, its insets, and all others.
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

  /// The size of a scroll view's content.
  case contentSize
  /// The contents and the settings of a label; a font is known by its size.
  case text, font, numberOfLines, preferredMaxLayoutWidth
  /// The settings of a stack.
  case axis, distribution, alignment, spacing, isLayoutMarginsRelativeArrangement
  /// The distance after an arranged view, and its place among the arranged views; -1 for none.
  case customSpacing, arrangedIndex
  /// The flags of any view.
  case isHidden, insetsLayoutMarginsFromSafeArea, preservesSuperviewLayoutMargins
  /// The direction of a view's content.
  case semanticContentAttribute
  /// The way in which subviews follow the size of their superview.
  case autoresizingMask, autoresizesSubviews
  /// The settings of a scroll view that decide over its adjusted inset.
  case contentInsetAdjustmentBehavior, alwaysBounceVertical, alwaysBounceHorizontal
  /// The pixels per point of a window.
  case displayScale
  /// The order of a view's subviews, known by the subview that moved last and its place.
  ///
  /// Observers are told of it, and of the next one, as a `TreeChange`.
  case subviewOrder = "subviews.order"
  /// The view that holds a view.
  case superview
  /// A value of the app that a hunt watches.
  case state
  /// The intrinsic size that constraints count with; -1 for a length that the view leaves open.
  case intrinsicContentSize
  /// The constant, the priority and the activity of a constraint.
  case constant, priority, isActive
  /// True for a constraint that counts for nothing, because others contradict it.
  case isBroken

  /// The forms of values.
  public enum Form: Hashable, Sendable {
    /// An array of numbers.
    case rect, point, transform, insets, size
    /// One number, a flag, a text, or a word of an enumeration.
    case number, flag, text, word
    /// A view and its place among others, a view, and a value of the app.
    case order, owner, state
  }

  /// The form of its values.
  public var form: Form {
    switch self {
    case .frame, .bounds: .rect
    case .center, .anchorPoint: .point
    case .transform: .transform
    case .additionalSafeAreaInsets, .contentInset, .layoutMargins, .safeAreaInsets,
      .adjustedContentInset:
      .insets
    case .contentSize, .intrinsicContentSize: .size
    case .font, .numberOfLines, .preferredMaxLayoutWidth, .spacing, .customSpacing, .arrangedIndex,
      .autoresizingMask, .displayScale, .constant, .priority:
      .number
    case .isHidden, .isLayoutMarginsRelativeArrangement, .insetsLayoutMarginsFromSafeArea,
      .preservesSuperviewLayoutMargins, .autoresizesSubviews, .alwaysBounceVertical,
      .alwaysBounceHorizontal, .isActive, .isBroken:
      .flag
    case .text: .text
    case .axis, .distribution, .alignment, .semanticContentAttribute,
      .contentInsetAdjustmentBehavior:
      .word
    case .subviewOrder: .order
    case .superview: .owner
    case .state: .state
    }
  }

  /// True if the property is a part of the view's geometry.
  public var isGeometry: Bool {
    switch self {
    case .frame, .bounds, .center, .transform, .anchorPoint: true
    default: false
    }
  }

  /// True if the property is an inset.
  public var isInset: Bool { form == .insets }

  /// True for a property of a constraint, which a change names.
  public var isOfConstraint: Bool {
    switch self {
    case .constant, .priority, .isActive, .isBroken: true
    default: false
    }
  }

  /// True if it only follows from something else that was written, except a window's safe area.
  public var isConsequence: Bool { self == .safeAreaInsets || self == .adjustedContentInset }
}

/// A value of a property.
public enum GeometryValue: Hashable, Sendable {
  /// A frame or bounds.
  case rect(CGRect)
  /// A center or an anchor point.
  case point(CGPoint)
  /// A transform.
  case transform(AffineTransform)
  /// Any inset.
  case insets(EdgeInsets)
  /// The size of some content.
  case size(CGSize)
  /// A distance, a size of a font or a count.
  case number(CGFloat)
  /// True or false.
  case flag(Bool)
  /// The text of a label, or a value of the app.
  case text(String)
  /// A case of an enumeration, by its name.
  case word(String)
}

/// One call of a setter that changed something, or an inset that changed.
public struct GeometryChange: Hashable, Sendable {
  /// The setter.
  public let property: GeometryProperty
  /// The value before.
  public let old: GeometryValue
  /// The value that was set.
  ///
  /// Setting it again from the same state produces the same geometry.
  public let new: GeometryValue
  /// The name of the app's value, if the property is `state`.
  public let state: String?
  /// The constraint whose property it is: its identifier, or its notation in UIKit's logs with the
  /// constant and the priority of its first activation.
  public let constraint: String?

  package init(
    property: GeometryProperty, old: GeometryValue, new: GeometryValue, state: String? = nil,
    constraint: String? = nil
  ) {
    (self.property, self.old, self.new) = (property, old, new)
    (self.state, self.constraint) = (state, constraint)
  }
}
