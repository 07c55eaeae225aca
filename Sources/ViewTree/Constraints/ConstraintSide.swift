/// One side of a constraint: a position or a length of an item, or the distance of two positions.
struct ConstraintSide {
  let node: ConstraintNode
  let attribute: LayoutConstraint.Attribute
  /// The position from which the distance is measured, if the side is one.
  let origin: (node: ConstraintNode, attribute: LayoutConstraint.Attribute)?

  init(_ node: ConstraintNode, _ attribute: LayoutConstraint.Attribute) {
    (self.node, self.attribute, origin) = (node, attribute, nil)
  }

  /// The side that an item and an attribute make; a side stands for itself.
  static func of(_ item: Any, _ attribute: LayoutConstraint.Attribute) -> ConstraintSide {
    item as? ConstraintSide ?? ConstraintSide(ConstraintNode.of(item), attribute)
  }

  /// Makes the distance from one position to another.
  init(from start: ConstraintSide, to end: ConstraintSide) {
    (node, attribute, origin) = (end.node, end.attribute, (start.node, start.attribute))
  }

  /// True for lengths and distances.
  var isLength: Bool { attribute.isLength || origin != nil }

  /// True if the direction of reading decides what is meant.
  var isDirectional: Bool { attribute.isDirectional || origin?.attribute.isDirectional == true }
}

/// A constraint as its engine knows it: its number and the constant that it has there.
struct LoweredConstraint {
  unowned let engine: LayoutEngine
  /// The number; nil while the constraint is broken, because others contradict it.
  var handle: ConstraintSolver.Constraint?
  var constant: Double
  /// The part of the constant that comes from insets and baselines.
  var offset: Double
}
