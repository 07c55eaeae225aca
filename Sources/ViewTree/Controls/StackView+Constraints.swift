import Foundation

/// A stack of whose views nobody else's constraints speak computes their places; any other uses
/// constraints, from the first such constraint on, and also once somebody asked for them.
extension StackView {
  /// Lets constraints arrange the views from now on.
  final func adoptConstraints() {
    guard !usesConstraints, !isScripted else { return }
    usesConstraints = true
    for view in arrangedSubviews { view.flags.remove(.isArranged) }
    becomeConstrained()
    arrangementDidChange()
  }

  /// Notes that the constraints are those of an older arrangement.
  final func arrangementDidChange() {
    guard usesConstraints else { return }
    arrangementVersion += 1
    if hasStaleConstraints { return engine?.awaitOwnConstraintsAgain(of: self) ?? () }
    hasStaleConstraints = true
    engine?.awaitOwnConstraints(of: self)
  }

  /// True if a constraint is one of those that this stack made.
  private func made(_ constraint: LayoutConstraint) -> Bool {
    constraint.isOfStack && constraint.container === storedNode
  }

  /// Uses constraints because of one that somebody else made.
  final func noteForeign(_ constraint: LayoutConstraint) {
    if !usesConstraints, !made(constraint) { adoptConstraints() }
  }

  /// Replaces the constraints that differ from those that the arrangement needs.
  final func renewConstraints(in engine: LayoutEngine?) {
    guard hasStaleConstraints else { return }
    hasStaleConstraints = false
    let version = arrangementVersion
    var rules = makeRules()
    let needed = rules.make()
    // Views are asked for sizes and baselines: what they change has its own renewal.
    guard version == arrangementVersion else { return }
    let views = arrangedSubviews.filter { $0.superview === self }
    for view in views { view.becomeConstrained() }
    if let engine { for view in views { engine.settleArranged(view) } }
    var old: [RuleKey: [LayoutConstraint]] = [:]
    for constraint in ownConstraints where made(constraint) {
      old[RuleKey(constraint), default: []].append(constraint)
    }
    var kept: [LayoutConstraint] = []
    var fresh: [LayoutConstraint] = []
    for rule in needed {
      let known = old[RuleKey(rule)]?.popLast()
      let constraint = known ?? LayoutConstraint.make(rule)
      kept.append(constraint)
      if known == nil { fresh.append(constraint) }
    }
    for constraint in ownConstraints where old[RuleKey(constraint)]?.contains(constraint) == true {
      letGo(constraint)
    }
    ownConstraints = kept
    for constraint in fresh { take(constraint, engine) }
    // Of equal priorities, those of the first view give way, whatever came before.
    if let engine { engine.renewNaturalSizes(of: views) }
    dropUnusedGuides(rules)
    if engine == nil, !fresh.isEmpty { invalidate(.solved) }
  }

  private func take(_ constraint: LayoutConstraint, _ engine: LayoutEngine?) {
    constraintNode.hold(constraint)
    constraint.forEachNode { $0.view?.becomeConstrained() }
    engine?.install(constraint)
  }

  private func letGo(_ constraint: LayoutConstraint) {
    let engine = constraint.lowered?.engine
    constraintNode.release(constraint)
    engine?.remove(constraint)
  }

  // MARK: Rules

  private func makeRules() -> StackRules {
    let items = arrangedSubviews.filter { $0.superview === self }.map { view in
      let own = customSpacing(after: view)
      return StackRules.Item(
        view: view, spacing: own == StackView.spacingUseDefault ? spacing : own)
    }
    let isRelative = isLayoutMarginsRelativeArrangement
    // The rules live no longer than the call. A stack that dies has none but unsafe references to give.
    return StackRules(
      items: items, stack: constraintNode,
      canvas: isRelative ? layoutMarginsGuide.node : constraintNode, axis: axis,
      distribution: distribution, alignment: alignment,
      gap: { [unowned(unsafe) self] in guide("UISV-distributing-\($0)").node },
      spanner: { [unowned(unsafe) self] in guide("UISV-alignment-spanner").node })
  }

  /// The stack's own guide of a name.
  private func guide(_ identifier: String) -> LayoutGuide {
    let known = layoutGuides.first { $0.isOfStack && $0.identifier == identifier }
    if let known { return known }
    let guide = LayoutGuide()
    guide.isOfStack = true
    guide.identifier = identifier
    addLayoutGuide(guide)
    return guide
  }

  private func dropUnusedGuides(_ rules: StackRules) {
    for guide in layoutGuides where guide.isOfStack {
      let isUsed = rules.rules.contains {
        $0.first.node === guide.node || $0.second?.node === guide.node
      }
      if !isUsed { removeLayoutGuide(guide) }
    }
  }
}

extension LayoutConstraint {
  /// Makes the constraint of a stack's rule.
  fileprivate static func make(_ rule: StackRules.Rule) -> LayoutConstraint {
    let constraint = make(
      rule.first, rule.relation, rule.second, multiplier: rule.multiplier, constant: rule.constant)
    constraint.identifier = rule.identifier
    constraint.priority = rule.priority
    constraint.isOfStack = true
    return constraint
  }
}

/// The parts of a constraint of a stack by which two are the same.
private struct RuleKey: Hashable {
  struct Side: Hashable {
    let node: ObjectIdentifier
    let attribute: LayoutConstraint.Attribute
    let origin: ObjectIdentifier?

    init(_ side: ConstraintSide) {
      (node, attribute) = (ObjectIdentifier(side.node), side.attribute)
      origin = side.origin.map { ObjectIdentifier($0.node) }
    }
  }

  let identifier: String?
  let first: Side
  let relation: LayoutConstraint.Relation
  let second: Side?
  let numbers: [CGFloat]
  let priority: LayoutPriority

  init(_ rule: StackRules.Rule) {
    (identifier, first, relation) = (rule.identifier, Side(rule.first), rule.relation)
    (second, numbers) = (rule.second.map(Side.init), [rule.multiplier, rule.constant])
    priority = rule.priority
  }

  init(_ constraint: LayoutConstraint) {
    (identifier, first) = (constraint.identifier, Side(constraint.first))
    (relation, second) = (constraint.relation, constraint.second.map(Side.init))
    numbers = [constraint.multiplier, constraint.constant]
    priority = constraint.priority
  }
}
