import Foundation

/// A position or a length of a view or a guide, from which constraints are made.
///
/// Its kind keeps positions across, positions down and lengths apart: code that compares them does not
/// compile.
open class LayoutAnchor<AnchorType: AnyObject> {
  final let side: ConstraintSide

  init(_ side: ConstraintSide) { self.side = side }

  /// The view or the guide; nil once it is dead.
  public final var item: AnyObject? { side.node.item }

  /// The item and the attribute.
  open var name: String { side.text }

  /// Makes a constraint that sets this anchor equal to another.
  ///
  /// - Parameters:
  ///   - anchor: The other anchor.
  ///   - constant: The distance; by default 0.
  public final func constraint(
    equalTo anchor: LayoutAnchor<AnchorType>, constant: CGFloat = 0
  ) -> LayoutConstraint {
    LayoutConstraint.make(side, .equal, anchor.side, constant: constant)
  }

  /// Makes a constraint that sets this anchor to at least another.
  ///
  /// - Parameters:
  ///   - anchor: The other anchor.
  ///   - constant: The least distance; by default 0.
  public final func constraint(
    greaterThanOrEqualTo anchor: LayoutAnchor<AnchorType>, constant: CGFloat = 0
  ) -> LayoutConstraint {
    LayoutConstraint.make(side, .greaterThanOrEqual, anchor.side, constant: constant)
  }

  /// Makes a constraint that sets this anchor to at most another.
  ///
  /// - Parameters:
  ///   - anchor: The other anchor.
  ///   - constant: The largest distance; by default 0.
  public final func constraint(
    lessThanOrEqualTo anchor: LayoutAnchor<AnchorType>, constant: CGFloat = 0
  ) -> LayoutConstraint {
    LayoutConstraint.make(side, .lessThanOrEqual, anchor.side, constant: constant)
  }

  /// Makes a constraint to a number of the system's spacings of 8 points.
  fileprivate final func constraint(
    _ relation: LayoutConstraint.Relation, _ anchor: LayoutAnchor<AnchorType>, spacings: CGFloat
  ) -> LayoutConstraint {
    LayoutConstraint.make(side, relation, anchor.side, constant: 8 * spacings)
  }
}

extension LayoutAnchor: Hashable, CustomStringConvertible {
  /// True if both anchors are the same position or length of one item.
  ///
  /// - Parameters:
  ///   - lhs: One anchor.
  ///   - rhs: The other anchor.
  public static func == (lhs: LayoutAnchor, rhs: LayoutAnchor) -> Bool { lhs.side == rhs.side }

  /// True if both anchors are the same position or length of one item, whatever their types say.
  ///
  /// - Parameters:
  ///   - lhs: One anchor.
  ///   - rhs: The other anchor.
  public static func == <Other>(lhs: LayoutAnchor, rhs: LayoutAnchor<Other>) -> Bool {
    lhs.side == rhs.side
  }

  /// True unless both anchors are the same position or length of one item, whatever their types say.
  ///
  /// - Parameters:
  ///   - lhs: One anchor.
  ///   - rhs: The other anchor.
  public static func != <Other>(lhs: LayoutAnchor, rhs: LayoutAnchor<Other>) -> Bool {
    lhs.side != rhs.side
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(side) }

  /// The item and the attribute.
  public var description: String { name }
}

/// A position across.
public final class LayoutXAxisAnchor: LayoutAnchor<LayoutXAxisAnchor> {
  /// Makes the distance from this anchor to another, for constraints on it.
  ///
  /// - Parameter otherAnchor: The end of the distance.
  public func anchorWithOffset(to otherAnchor: LayoutXAxisAnchor) -> LayoutDimension {
    LayoutDimension(ConstraintSide(from: side, to: otherAnchor.side))
  }

  /// Makes a constraint that puts this anchor a system spacing after another.
  ///
  /// - Parameters:
  ///   - anchor: The other anchor.
  ///   - multiplier: The number of spacings, of 8 points; by default 1.
  public func constraint(
    equalToSystemSpacingAfter anchor: LayoutXAxisAnchor, multiplier: CGFloat = 1
  ) -> LayoutConstraint { constraint(.equal, anchor, spacings: multiplier) }

  /// Makes a constraint that puts this anchor at least a system spacing after another.
  ///
  /// - Parameters:
  ///   - anchor: The other anchor.
  ///   - multiplier: The number of spacings, of 8 points; by default 1.
  public func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: LayoutXAxisAnchor, multiplier: CGFloat = 1
  ) -> LayoutConstraint { constraint(.greaterThanOrEqual, anchor, spacings: multiplier) }

  /// Makes a constraint that puts this anchor at most a system spacing after another.
  ///
  /// - Parameters:
  ///   - anchor: The other anchor.
  ///   - multiplier: The number of spacings, of 8 points; by default 1.
  public func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: LayoutXAxisAnchor, multiplier: CGFloat = 1
  ) -> LayoutConstraint { constraint(.lessThanOrEqual, anchor, spacings: multiplier) }
}

/// A position down.
public final class LayoutYAxisAnchor: LayoutAnchor<LayoutYAxisAnchor> {
  /// Makes the distance from this anchor to another, for constraints on it.
  ///
  /// - Parameter otherAnchor: The end of the distance.
  public func anchorWithOffset(to otherAnchor: LayoutYAxisAnchor) -> LayoutDimension {
    LayoutDimension(ConstraintSide(from: side, to: otherAnchor.side))
  }

  /// Makes a constraint that puts this anchor a system spacing below another.
  ///
  /// - Parameters:
  ///   - anchor: The other anchor.
  ///   - multiplier: The number of spacings, of 8 points; by default 1.
  public func constraint(
    equalToSystemSpacingBelow anchor: LayoutYAxisAnchor, multiplier: CGFloat = 1
  ) -> LayoutConstraint { constraint(.equal, anchor, spacings: multiplier) }

  /// Makes a constraint that puts this anchor at least a system spacing below another.
  ///
  /// - Parameters:
  ///   - anchor: The other anchor.
  ///   - multiplier: The number of spacings, of 8 points; by default 1.
  public func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: LayoutYAxisAnchor, multiplier: CGFloat = 1
  ) -> LayoutConstraint { constraint(.greaterThanOrEqual, anchor, spacings: multiplier) }

  /// Makes a constraint that puts this anchor at most a system spacing below another.
  ///
  /// - Parameters:
  ///   - anchor: The other anchor.
  ///   - multiplier: The number of spacings, of 8 points; by default 1.
  public func constraint(
    lessThanOrEqualToSystemSpacingBelow anchor: LayoutYAxisAnchor, multiplier: CGFloat = 1
  ) -> LayoutConstraint { constraint(.lessThanOrEqual, anchor, spacings: multiplier) }
}

/// A width, a height, or a distance.
public final class LayoutDimension: LayoutAnchor<LayoutDimension> {
  /// Makes a constraint that gives this length a value.
  ///
  /// - Parameter constant: The length.
  public func constraint(equalToConstant constant: CGFloat) -> LayoutConstraint {
    LayoutConstraint.make(side, .equal, nil, constant: constant)
  }

  /// Makes a constraint that gives this length a least value.
  ///
  /// - Parameter constant: The least length.
  public func constraint(greaterThanOrEqualToConstant constant: CGFloat) -> LayoutConstraint {
    LayoutConstraint.make(side, .greaterThanOrEqual, nil, constant: constant)
  }

  /// Makes a constraint that gives this length a largest value.
  ///
  /// - Parameter constant: The largest length.
  public func constraint(lessThanOrEqualToConstant constant: CGFloat) -> LayoutConstraint {
    LayoutConstraint.make(side, .lessThanOrEqual, nil, constant: constant)
  }

  /// Makes a constraint that sets this length equal to a multiple of another.
  ///
  /// - Parameters:
  ///   - anchor: The other length.
  ///   - multiplier: The factor.
  ///   - constant: The number that is added; by default 0.
  public func constraint(
    equalTo anchor: LayoutDimension, multiplier: CGFloat, constant: CGFloat = 0
  ) -> LayoutConstraint {
    LayoutConstraint.make(side, .equal, anchor.side, multiplier: multiplier, constant: constant)
  }

  /// Makes a constraint that sets this length to at least a multiple of another.
  ///
  /// - Parameters:
  ///   - anchor: The other length.
  ///   - multiplier: The factor.
  ///   - constant: The number that is added; by default 0.
  public func constraint(
    greaterThanOrEqualTo anchor: LayoutDimension, multiplier: CGFloat, constant: CGFloat = 0
  ) -> LayoutConstraint {
    LayoutConstraint.make(
      side, .greaterThanOrEqual, anchor.side, multiplier: multiplier, constant: constant)
  }

  /// Makes a constraint that sets this length to at most a multiple of another.
  ///
  /// - Parameters:
  ///   - anchor: The other length.
  ///   - multiplier: The factor.
  ///   - constant: The number that is added; by default 0.
  public func constraint(
    lessThanOrEqualTo anchor: LayoutDimension, multiplier: CGFloat, constant: CGFloat = 0
  ) -> LayoutConstraint {
    LayoutConstraint.make(
      side, .lessThanOrEqual, anchor.side, multiplier: multiplier, constant: constant)
  }
}

/// An item with the edges of a rectangle: a view or a guide.
protocol AnchoredItem {
  var constraintNode: ConstraintNode { get }
}

extension AnchoredItem {
  func x(_ attribute: LayoutConstraint.Attribute) -> LayoutXAxisAnchor {
    LayoutXAxisAnchor(ConstraintSide(constraintNode, attribute))
  }

  func y(_ attribute: LayoutConstraint.Attribute) -> LayoutYAxisAnchor {
    LayoutYAxisAnchor(ConstraintSide(constraintNode, attribute))
  }

  func length(_ attribute: LayoutConstraint.Attribute) -> LayoutDimension {
    LayoutDimension(ConstraintSide(constraintNode, attribute))
  }
}

extension View: AnchoredItem {}
