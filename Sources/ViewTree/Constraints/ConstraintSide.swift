/// One side of a constraint: a position or a length of an item, or the distance of two positions.
struct ConstraintSide {
  let node: ConstraintNode
  private let originNode: ConstraintNode?
  let attribute: LayoutConstraint.Attribute
  private let originAttribute: LayoutConstraint.Attribute

  init(_ node: ConstraintNode, _ attribute: LayoutConstraint.Attribute) {
    (self.node, self.attribute) = (node, attribute)
    (originNode, originAttribute) = (nil, .notAnAttribute)
  }

  /// The position from which the distance is measured, if the side is one.
  var origin: (node: ConstraintNode, attribute: LayoutConstraint.Attribute)? {
    originNode.map { ($0, originAttribute) }
  }

  /// The side that an item and an attribute make; a side stands for itself.
  static func of(_ item: Any, _ attribute: LayoutConstraint.Attribute) -> ConstraintSide {
    if let unretained = unretained(item) { return ConstraintSide(unretained) }
    return ConstraintSide(ConstraintNode.of(item), attribute)
  }

  /// The unretained side in a box; a comparison of types is far cheaper than a cast.
  private static func unretained<Item>(_ item: Item) -> Unretained? {
    Item.self == Unretained.self ? unsafeBitCast(item, to: Unretained.self) : nil
  }

  private init(_ unretained: Unretained) {
    (node, attribute) = (unretained.node.takeUnretainedValue(), unretained.attribute)
    originNode = unretained.originNode?.takeUnretainedValue()
    originAttribute = unretained.originAttribute
  }

  /// A side on its way to an initialiser, while somebody else holds it: it needs no box and no counts.
  struct Unretained {
    fileprivate let node: Unmanaged<ConstraintNode>
    fileprivate let originNode: Unmanaged<ConstraintNode>?
    // The attributes come last, so that the whole fits into an existential.
    let attribute: LayoutConstraint.Attribute
    fileprivate let originAttribute: LayoutConstraint.Attribute

    init(_ side: ConstraintSide) {
      node = .passUnretained(side.node)
      originNode = side.originNode.map(Unmanaged.passUnretained)
      (attribute, originAttribute) = (side.attribute, side.originAttribute)
    }
  }

  /// Makes the distance from one position to another.
  init(from start: ConstraintSide, to end: ConstraintSide) {
    (node, attribute) = (end.node, end.attribute)
    (originNode, originAttribute) = (start.node, start.attribute)
  }

  /// True for lengths and distances.
  var isLength: Bool { attribute.isLength || isDistance }

  /// True for the distance of two positions.
  var isDistance: Bool { originNode != nil }

  /// True if the direction of reading decides what is meant.
  var isDirectional: Bool { attribute.isDirectional || originAttribute.isDirectional }
}

extension ConstraintSide: Hashable {
  static func == (lhs: ConstraintSide, rhs: ConstraintSide) -> Bool {
    lhs.node === rhs.node && lhs.attribute == rhs.attribute
      && lhs.originNode === rhs.originNode && lhs.originAttribute == rhs.originAttribute
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(node))
    hasher.combine(attribute)
  }
}

/// A constraint as its engine knows it: its number and the constant that it has there.
struct LoweredConstraint {
  /// The engine, whose end makes the constraint forget it.
  unowned(unsafe) let engine: LayoutEngine
  /// The number; nil while the constraint is broken, because others contradict it.
  var handle: ConstraintSolver.Constraint?
  var constant: Double
  /// The part of the constant that comes from insets and baselines.
  var offset: Double
}
