import Foundation

/// A relation between two positions or lengths of views and guides, which the layout keeps.
///
/// It says `first (≤ = ≥) multiplier × second + constant`. It counts while it is active: then the view
/// that is the nearest common ancestor of both items holds it. It does not retain its items.
///
/// ```swift
/// let card = View()
/// card.translatesAutoresizingMaskIntoConstraints = false
/// window.addSubview(card)
/// LayoutConstraint.activate([
///   card.leadingAnchor.constraint(equalTo: window.leadingAnchor, constant: 16),
///   card.topAnchor.constraint(equalTo: window.topAnchor, constant: 20),
///   card.widthAnchor.constraint(equalToConstant: 120),
///   card.heightAnchor.constraint(equalTo: card.widthAnchor, multiplier: 0.5),
/// ])
/// loop.runUntilIdle()
/// print(card.frame)
/// ```
open class LayoutConstraint {
  let first: ConstraintSide
  let second: ConstraintSide?
  /// The comparison of the two sides.
  public final let relation: Relation
  /// The number by which the second side is multiplied.
  public final let multiplier: CGFloat
  private final var storedConstant: CGFloat
  private final var storedPriority = LayoutPriority.required
  /// The digest of the last conflict that was told because this constraint is broken; 0 for none.
  final var lastConflict: UInt32 = 0
  /// The view's node that holds the constraint while it is active.
  final var container: ConstraintNode?
  /// The engine in which the constraint counts, its number there, and the constant that it has there.
  final var lowered: LoweredConstraint?
  /// True if a stack made the constraint, which then gives way to nobody else's.
  final var isOfStack = false
  /// True if observers were told that others contradict it, and not that it holds again.
  final var isToldBroken = false
  /// The constant and the priority of its first activation, which its name in events shows.
  final var original: Shown?
  /// The notes of recorders about it, which die with it.
  package final var companion: AnyObject?
  /// A stable name for reports and logs.
  open var identifier: String?
  /// A mark of nib files, which don't exist here.
  open var shouldBeArchived = false

  /// Makes an inactive constraint.
  ///
  /// Traps if the attributes cannot be compared.
  ///
  /// - Parameters:
  ///   - view1: A view or a guide.
  ///   - attr1: Its position or length.
  ///   - relation: The comparison.
  ///   - view2: Another view or guide; nil for a constant length.
  ///   - attr2: Its position or length; `notAnAttribute` for a constant length.
  ///   - multiplier: The number by which the second side is multiplied.
  ///   - constant: The number that is added to it.
  public init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
    attribute attr2: Attribute, multiplier: CGFloat, constant: CGFloat
  ) {
    first = ConstraintSide.of(view1, attr1)
    second = view2.map { ConstraintSide.of($0, attr2) }
    self.relation = relation
    (self.multiplier, storedConstant) = (multiplier, constant)
    requireFinite(multiplier, constant, "LayoutConstraint")
    checkPairing()
  }

  /// Makes a constraint without items, which holds the place of one that is made later: activating it traps.
  public init() {
    (first, second) = (ConstraintSide(ConstraintNode(), .notAnAttribute), nil)
    (relation, multiplier, storedConstant) = (.equal, 1, 0)
  }

  /// Makes an inactive constraint of two sides.
  ///
  /// All designated initialisers are public, so that subclasses of an app inherit them.
  static func make(
    _ first: ConstraintSide, _ relation: Relation, _ second: ConstraintSide?,
    multiplier: CGFloat = 1, constant: CGFloat = 0
  ) -> LayoutConstraint {
    LayoutConstraint(
      item: ConstraintSide.Unretained(first), attribute: first.attribute, relatedBy: relation,
      toItem: second.map { ConstraintSide.Unretained($0) },
      attribute: second?.attribute ?? .notAnAttribute, multiplier: multiplier, constant: constant)
  }

  // MARK: Sides

  /// The view or the guide of the first side; nil once it is dead.
  public final var firstItem: AnyObject? { first.node.item }

  /// The view or the guide of the second side; nil if there is none, or once it is dead.
  public final var secondItem: AnyObject? { second?.node.item }

  /// The position or the length of the first item.
  public final var firstAttribute: Attribute { first.attribute }

  /// The position or the length of the second item; `notAnAttribute` if there is none.
  public final var secondAttribute: Attribute { second?.attribute ?? .notAnAttribute }

  /// The anchor of the first side.
  public final var firstAnchor: LayoutAnchor<AnyObject> { LayoutAnchor(first) }

  /// The anchor of the second side; nil if there is none.
  public final var secondAnchor: LayoutAnchor<AnyObject>? { second.map(LayoutAnchor.init) }

  // MARK: Changes

  /// The number that is added to the second side.
  open var constant: CGFloat {
    get { storedConstant }
    set {
      requireFinite([newValue], "LayoutConstraint.constant")
      let old = storedConstant
      guard newValue != old else { return }
      storedConstant = newValue
      note(.constant, .number(old), .number(newValue))
      didChange { $0.constantDidChange(of: self) }
    }
  }

  /// The importance; an active constraint cannot become required, nor stop being so.
  open var priority: LayoutPriority {
    get { storedPriority }
    set {
      let (old, new) = (storedPriority, newValue.checked())
      guard new != old else { return }
      require(
        container == nil || old.isRequired == new.isRequired,
        """
        Mutating a priority from required to not on an installed constraint (or vice-versa) is not \
        supported. You passed priority \(new.text) and the existing priority was \(old.text). \
        Deactivate \(description) first.
        """)
      storedPriority = new
      note(.priority, .number(CGFloat(old.rawValue)), .number(CGFloat(new.rawValue)))
      didChange { $0.priorityDidChange(of: self) }
    }
  }

  /// True while the constraint counts.
  ///
  /// Activation traps if the items have no common ancestor.
  open var isActive: Bool {
    get { container != nil }
    set { if newValue { activate() } else { uninstall() } }
  }

  /// Activates constraints; views are told of new values once, at the end.
  ///
  /// - Parameter constraints: The constraints.
  open class func activate(_ constraints: [LayoutConstraint]) {
    LayoutEngine.batching(constraints) {
      for constraint in constraints { constraint.isActive = true }
    }
  }

  /// Deactivates constraints; views are told of new values once, at the end.
  ///
  /// - Parameter constraints: The constraints.
  open class func deactivate(_ constraints: [LayoutConstraint]) {
    LayoutEngine.batching(constraints) {
      for constraint in constraints { constraint.isActive = false }
    }
  }

  /// The constraint in the notation of UIKit's logs, without addresses.
  open var description: String { notation }
}

extension LayoutConstraint: Hashable, CustomStringConvertible {
  public static func == (lhs: LayoutConstraint, rhs: LayoutConstraint) -> Bool { lhs === rhs }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension LayoutConstraint {
  /// Traps if a position stands alone, or the attributes cannot be compared.
  private func checkPairing() {
    require(
      first.attribute != .notAnAttribute && second?.attribute != .notAnAttribute,
      "Invalid pairing of layout attributes. Name an attribute for each item of a constraint.")
    let other = multiplier != 0 ? second?.attribute : nil
    guard let other else {
      return require(
        first.isLength,
        """
        NSLayoutConstraint for \(first.node.name): A multiplier of 0 or a nil second item together with \
        a location for the first attribute creates an illegal constraint of a location equal to a \
        constant. Location attributes must be specified in pairs.
        """)
    }
    let pair = (first.attribute, other)
    require(
      first.isLength == second?.isLength && !(pair.0.isDirectional && pair.1.isAbsoluteSide)
        && !(pair.0.isAbsoluteSide && pair.1.isDirectional),
      """
      NSLayoutConstraint for \(first.node.name): Invalid pairing of layout attributes \(pair.0) and \
      \(pair.1). Pair lengths with lengths, and leading or trailing with either, not with left or right.
      """)
  }
}
