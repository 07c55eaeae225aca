import Foundation

/// A view or a guide as constraints know it; a view that none ever named has no node.
///
/// Constraints hold nodes, not views, so a view can die while constraints name it.
final class ConstraintNode {
  /// The view, or the view that owns the guide; nil once it is dead, or if the guide has no owner.
  var owner: ViewLink?
  /// The guide, if it isn't a view.
  private(set) weak var guide: LayoutGuide?
  let isGuide: Bool
  /// The insets from which a guide of the system follows.
  let area: SystemArea?

  /// The constraints that the view holds, and the active ones that name the item.
  @exclusivity(unchecked) private(set) var installed: [LayoutConstraint] = []
  @exclusivity(unchecked) private(set) var mentions: [LayoutConstraint] = []
  /// The item's variables, while an engine lasts in its tree.
  var member: EngineMember?
  /// The engine of a tree outside any window whose root this is.
  weak var engine: LayoutEngine?
  /// The view's own guides, and those of the system that were asked for, in the order of their areas.
  @exclusivity(unchecked) var guides: [LayoutGuide] = []
  @exclusivity(unchecked) var systemGuides: [LayoutGuide] = []
  @exclusivity(unchecked) var sizePriorities = SizePriorities()
  /// The number of guides that the view ever had, or the place of the guide among them, from 1.
  var ordinal = 0

  init(_ view: View) { (owner, isGuide, area) = (view.link, false, nil) }

  /// The missing item of a constraint without any.
  init() { (isGuide, area) = (false, nil) }

  init(_ guide: LayoutGuide, area: SystemArea?) {
    (self.guide, isGuide, self.area) = (guide, true, area)
  }

  /// The node of an item of a constraint.
  static func of(_ item: Any) -> ConstraintNode {
    switch item {
    case let view as View: return view.constraintNode
    case let guide as LayoutGuide: return guide.node
    default:
      misuse(
        """
        A constraint got \(item) as an item. Use a View or a LayoutGuide for the items of constraints.
        """)
    }
  }

  var view: View? { owner?.view }

  /// The view or the guide.
  var item: AnyObject? { isGuide ? guide : view }

  /// True while the view or the guide lives.
  var isAlive: Bool { isGuide ? guide != nil : owner != nil }

  // MARK: Constraints

  func hold(_ constraint: LayoutConstraint) {
    constraint.container = self
    installed.append(constraint)
    constraint.forEachNode { node in
      if node.mentions.isEmpty { node.mentions.reserveCapacity(ConstraintNode.usualMentions) }
      node.mentions.append(constraint)
      guard !node.isGuide else { return }
      node.owner?.with { view in
        view.wasNamed(by: constraint)
        view.superviewLink?.with { $0.subviewWasNamed(view, by: constraint) }
      }
    }
  }

  /// Room for the constraints that name an item usually.
  private static let usualMentions = 4

  func release(_ constraint: LayoutConstraint) {
    constraint.container = nil
    (constraint.isToldBroken, constraint.lastConflict) = (false, 0)
    ConstraintNode.remove(constraint, from: &installed)
    constraint.forEachNode { ConstraintNode.remove(constraint, from: &$0.mentions) }
  }

  private static func remove(
    _ constraint: LayoutConstraint, from constraints: inout [LayoutConstraint]
  ) {
    if let index = constraints.lastIndex(where: { $0 === constraint }) {
      constraints.remove(at: index)
    }
  }

  /// Deactivates everything that names the view, which is dying.
  func ownerDied() {
    // Taken out first, so that none is looked for in these lists.
    let (held, named) = (installed, mentions)
    (installed, mentions) = ([], [])
    for constraint in held { constraint.uninstall(quietly: true) }
    for constraint in named { constraint.uninstall(quietly: true) }
    engine?.dissolve()
    member?.engine.abandon([self])
    if !guides.isEmpty || !systemGuides.isEmpty {
      for guide in guides + systemGuides { guide.ownerDied() }
    }
    owner = nil
  }

  // MARK: Names

  /// The class and the identifier, for logs.
  var name: String {
    guard !isGuide else {
      return (guide.map { "\(type(of: $0))" } ?? "LayoutGuide") + suffix(guide?.identifier)
    }
    guard let view else { return "View" }
    return view.displayedClassName + suffix(view.identifier)
  }

  private func suffix(_ identifier: String?) -> String {
    identifier.map { $0.isEmpty ? "" : ":\(PlainText.line($0))" } ?? ""
  }
}

/// The priorities with which a view keeps its intrinsic size.
struct SizePriorities {
  var hugging = AxisPair(LayoutPriority.defaultLow)
  var compression = AxisPair(LayoutPriority.defaultHigh)
}

/// A value for each direction.
struct AxisPair<Value> {
  var horizontal: Value
  var vertical: Value

  init(_ both: Value) { (horizontal, vertical) = (both, both) }

  subscript(axis: LayoutConstraint.Axis) -> Value {
    get { axis == .horizontal ? horizontal : vertical }
    set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
  }
}

extension View {
  /// True if a constraint names the view, or its own constraints determine its size.
  final var isNamedByConstraints: Bool {
    isSizedByOwnConstraints || storedNode?.mentions.isEmpty == false
  }

  /// The view's node, made on first use.
  final var constraintNode: ConstraintNode {
    if let node = storedNode { return node }
    return makeConstraintNode()
  }

  @inline(never)
  private final func makeConstraintNode() -> ConstraintNode {
    let node = ConstraintNode(self)
    storedNode = node
    return node
  }

  /// Notes that constraints count for the view, so that its superviews look for it.
  final func becomeConstrained() {
    guard !flags.contains(.isConstrained) else { return }
    flags.insert(.isConstrained)
    superviewLink?.flags.insert(.hasConstrainedSubviews)
    markHoldingConstrained()
  }

  /// Marks the view and its ancestors, up to the first that is marked.
  final func markHoldingConstrained() {
    var next: ViewLink? = link
    while let view = next, !view.flags.contains(.holdsConstrained) {
      view.flags.insert(.holdsConstrained)
      next = view.superview
    }
  }

  /// The constrained views of the subtree, superviews first.
  final var constrainedSubtree: [View] {
    guard flags.contains(.holdsConstrained) else { return [] }
    var found: [View] = []
    found.reserveCapacity(storedSubviews.count + 1)
    var waiting = [link]
    while let next = waiting.popLast() {
      if next.flags.contains(.isConstrained) { found.append(next.view) }
      next.with { view in
        var index = view.storedSubviews.count
        while index > 0 {
          index -= 1
          let subview = view.storedSubviews[index].link
          if subview.flags.contains(.holdsConstrained) { waiting.append(subview) }
        }
      }
    }
    return found
  }
}
