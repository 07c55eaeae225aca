import Foundation

/// The constraints by which a stack arranges its views, with UIKit's identifiers and priorities.
struct StackRules {
  /// One of these constraints, which a stack makes or finds among those that it has.
  struct Rule {
    let identifier: String
    let first: ConstraintSide
    let relation: LayoutConstraint.Relation
    let second: ConstraintSide?
    let multiplier: CGFloat
    let constant: CGFloat
    let priority: LayoutPriority
  }

  /// The attributes of one direction.
  struct Direction {
    let axis: LayoutConstraint.Axis

    var start: LayoutConstraint.Attribute { axis == .horizontal ? .leading : .top }
    var end: LayoutConstraint.Attribute { axis == .horizontal ? .trailing : .bottom }
    var length: LayoutConstraint.Attribute { axis == .horizontal ? .width : .height }
    var middle: LayoutConstraint.Attribute { axis == .horizontal ? .centerX : .centerY }
  }

  /// An arranged view and the distance after it.
  struct Item {
    let view: View
    let spacing: CGFloat

    var isHidden: Bool { view.flags.contains(.isHidden) }
    var node: ConstraintNode { view.constraintNode }
  }

  let items: [Item]
  /// The stack, and the area that its views fill: itself, or its margins.
  let stack: ConstraintNode
  let canvas: ConstraintNode
  let axis: StackView.Axis
  let distribution: StackView.Distribution
  let alignment: StackView.Alignment
  /// Makes the guide for the gap of a number, and the one that spans the views across.
  let gap: (Int) -> ConstraintNode
  let spanner: () -> ConstraintNode

  var rules: [Rule] = []

  var along: Direction { Direction(axis: axis) }
  var across: Direction { Direction(axis: axis == .horizontal ? .vertical : .horizontal) }

  /// All constraints, for as long as nothing about the stack changes.
  mutating func make() -> [Rule] {
    guard let first = items.first else { return [] }
    let visible = items.filter { !$0.isHidden }
    addEnds(visible)
    addChain()
    for item in items where item.isHidden { add("UISV-hiding", item.node, along.length, 0) }
    addDistribution(visible)
    addAlignment(visible.first ?? first)
    return rules
  }

  // MARK: Along the axis

  /// Ties the first and the last view to the edges; without a visible one, the stack has no length.
  private mutating func addEnds(_ visible: [Item]) {
    guard let first = visible.first, let last = visible.last else {
      add("UISV-canvas-connection", items[0].node, along.start, canvas, along.start)
      return add("UISV-canvas-fit", stack, along.length, 0, at: StackRules.canvasFit)
    }
    add("UISV-canvas-connection", first.node, along.start, canvas, along.start)
    add("UISV-canvas-connection", canvas, along.end, last.node, along.end)
  }

  /// Ties each view to the one before; hidden ones wait in the middle of their gap.
  private mutating func addChain() {
    let isStretching = distribution == .equalSpacing || distribution == .equalCentering
    var before: Item?
    var parked: [Item] = []
    for item in items {
      guard !item.isHidden else {
        parked.append(item)
        continue
      }
      defer { (before, parked) = (item, []) }
      guard let before else {
        addRow(parked, then: item, spacing: 0)
        continue
      }
      if isStretching {
        addGap(
          "UISV-spacing", before, item, .greaterThanOrEqual, before.spacing)
        guard let first = parked.first, let last = parked.last else { continue }
        addRow(parked, then: nil, spacing: 0)
        let start = ConstraintSide(
          from: side(before, along.end), to: side(first, along.start))
        let end = ConstraintSide(from: side(last, along.end), to: side(item, along.start))
        add("UISV-spacing", start, .equal, end, 0)
      } else if let first = parked.first, let last = parked.last {
        addGap("UISV-spacing", before, first, .equal, before.spacing / 2)
        addRow(parked, then: nil, spacing: 0)
        addGap("UISV-spacing", last, item, .equal, before.spacing / 2)
      } else {
        addGap("UISV-spacing", before, item, .equal, before.spacing)
      }
    }
    if let before, let first = parked.first { addGap("UISV-spacing", before, first, .equal, 0) }
    addRow(parked, then: nil, spacing: 0)
  }

  private mutating func addRow(_ row: [Item], then last: Item?, spacing: CGFloat) {
    let all = row + [last].compactMap { $0 }
    for (one, next) in zip(all, all.dropFirst()) {
      addGap("UISV-spacing", one, next, .equal, spacing)
    }
  }

  private mutating func addGap(
    _ identifier: String, _ one: Item, _ next: Item, _ relation: LayoutConstraint.Relation,
    _ spacing: CGFloat
  ) {
    add(identifier, side(next, along.start), relation, side(one, along.end), spacing)
  }

  private mutating func addDistribution(_ visible: [Item]) {
    guard let first = visible.first else { return }
    switch distribution {
    case .fill: break
    case .fillEqually: addEqualLengths(visible)
    case .fillProportionally: addShares(visible)
    case .equalSpacing, .equalCentering:
      let isCentering = distribution == .equalCentering
      let (from, to) = isCentering ? (along.middle, along.middle) : (along.end, along.start)
      for (index, (one, next)) in zip(visible, visible.dropFirst()).enumerated() {
        let gap = gap(index)
        add("UISV-distributing-edge", gap, along.start, one.node, from)
        add("UISV-distributing-edge", gap, along.end, next.node, to)
        guard index > 0 else { continue }
        add(
          "UISV-fill-equally", gap, along.length, self.gap(0), along.length,
          at: isCentering ? StackRules.equalCentering : .required)
      }
      if first.view !== visible.last?.view {
        add("UISV-canvas-fit", stack, along.length, 0, at: StackRules.canvasFit)
      }
    }
  }

  private mutating func addEqualLengths(_ visible: [Item]) {
    for item in visible.dropFirst() {
      add("UISV-fill-equally", item.node, along.length, visible[0].node, along.length)
    }
  }

  /// Gives each view its share of the stack's length, the first views before the others.
  private mutating func addShares(_ visible: [Item]) {
    let none = View.noIntrinsicMetric
    let lengths = visible.map { item in
      let size = item.view.called { item.view.intrinsicContentSize }
      return axis == .horizontal ? size.width : size.height
    }
    guard lengths.contains(where: { $0 != none }) else { return addEqualLengths(visible) }
    let gaps = visible.dropLast().reduce(0) { $0 + $1.spacing }
    let sum = lengths.reduce(gaps) { $0 + max(0, $1) }
    guard sum > 0 else { return }
    for (index, item) in visible.enumerated() {
      let isAlone = visible.count == 1 && gaps == 0
      let priority =
        isAlone ? LayoutPriority.required : LayoutPriority(Float(max(1, 999 - index)))
      let name = "UISV-fill-proportionally"
      if lengths[index] == none {
        add(name, item.node, along.length, 0, at: priority)
      } else {
        add(
          name, item.node, along.length, canvas, along.length,
          times: max(0, lengths[index]) / sum, at: priority)
      }
    }
  }

  // MARK: Rules

  /// The priorities that UIKit's stacks use.
  static let canvasFit = LayoutPriority(49)
  static let equalCentering = LayoutPriority(149)
  static let spanningFit = LayoutPriority(51)
  static let strongBoundary = LayoutPriority(999.5)
  static let suppression = LayoutPriority(25)

  func side(_ item: Item, _ attribute: LayoutConstraint.Attribute) -> ConstraintSide {
    ConstraintSide(item.node, attribute)
  }

  mutating func add(
    _ identifier: String, _ node: ConstraintNode, _ attribute: LayoutConstraint.Attribute,
    _ other: ConstraintNode, _ attributeOfOther: LayoutConstraint.Attribute,
    times multiplier: CGFloat = 1, at priority: LayoutPriority = .required
  ) {
    add(
      identifier, ConstraintSide(node, attribute), .equal,
      ConstraintSide(other, attributeOfOther), 0, times: multiplier, at: priority)
  }

  mutating func add(
    _ identifier: String, _ node: ConstraintNode, _ attribute: LayoutConstraint.Attribute,
    _ constant: CGFloat, at priority: LayoutPriority = .required
  ) {
    add(identifier, ConstraintSide(node, attribute), .equal, nil, constant, at: priority)
  }

  mutating func add(
    _ identifier: String, _ first: ConstraintSide, _ relation: LayoutConstraint.Relation,
    _ second: ConstraintSide?, _ constant: CGFloat, times multiplier: CGFloat = 1,
    at priority: LayoutPriority = .required
  ) {
    rules.append(
      Rule(
        identifier: identifier, first: first, relation: relation, second: second,
        multiplier: multiplier, constant: constant, priority: priority))
  }
}
