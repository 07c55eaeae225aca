extension LayoutConstraint {
  /// The positions and lengths of a view or a guide, with UIKit's numbers.
  public enum Attribute: Int, Hashable, Sendable, CaseIterable {
    /// No attribute: the place of a second one that is absent.
    case notAnAttribute = 0
    /// The edges of the alignment rectangle.
    case left, right, top, bottom
    /// The edges where a line of text begins and where it ends.
    case leading, trailing
    /// The lengths of the alignment rectangle.
    case width, height
    /// The middle of the alignment rectangle.
    case centerX, centerY
    /// The baselines of the text, of the last line and of the first; without text, the lower edge.
    case lastBaseline, firstBaseline
    /// The edges of the area within the margins.
    case leftMargin, rightMargin, topMargin, bottomMargin
    /// The edges of that area in reading order.
    case leadingMargin, trailingMargin
    /// The middle of that area.
    case centerXWithinMargins, centerYWithinMargins
  }

  /// The ways in which the two sides of a constraint compare.
  public enum Relation: Int, Hashable, Sendable, CaseIterable {
    /// The first side is at most the second.
    case lessThanOrEqual = -1
    /// Both sides are equal.
    case equal
    /// The first side is at least the second.
    case greaterThanOrEqual
  }

  /// A direction.
  public enum Axis: Int, Hashable, Sendable, CaseIterable {
    /// The two directions.
    case horizontal, vertical
  }
}

extension LayoutConstraint.Relation {
  var forSolver: ConstraintSolver.Relation {
    switch self {
    case .lessThanOrEqual: .lessOrEqual
    case .equal: .equal
    case .greaterThanOrEqual: .greaterOrEqual
    }
  }

  var text: String {
    switch self {
    case .lessThanOrEqual: "<="
    case .equal: "=="
    case .greaterThanOrEqual: ">="
    }
  }
}

extension LayoutConstraint.Attribute {
  /// True for a length, which needs no second side.
  var isLength: Bool { self == .width || self == .height }

  /// True for an attribute that depends on the direction of reading.
  var isDirectional: Bool {
    switch self {
    case .leading, .trailing, .leadingMargin, .trailingMargin: true
    default: false
    }
  }

  /// True for a position across that does not depend on the direction of reading.
  var isAbsoluteSide: Bool {
    switch self {
    case .left, .right, .leftMargin, .rightMargin: true
    default: false
    }
  }

  /// True for a position that depends on a text.
  var isBaseline: Bool { self == .firstBaseline || self == .lastBaseline }

  var axis: LayoutConstraint.Axis {
    switch self {
    case .top, .bottom, .height, .centerY, .lastBaseline, .firstBaseline, .topMargin,
      .bottomMargin, .centerYWithinMargins:
      .vertical
    default: .horizontal
    }
  }

  /// The attribute of the margins' guide that this one stands for; nil for one of the view's own.
  var withinMargins: LayoutConstraint.Attribute? {
    switch self {
    case .leftMargin: .left
    case .rightMargin: .right
    case .topMargin: .top
    case .bottomMargin: .bottom
    case .leadingMargin: .leading
    case .trailingMargin: .trailing
    case .centerXWithinMargins: .centerX
    case .centerYWithinMargins: .centerY
    default: nil
    }
  }
}
