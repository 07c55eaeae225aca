import Foundation

/// A constraint as a recording tells it: what it says of which views, in words and numbers.
package struct ConstraintOutline {
  /// A position or a length of a view or of one of its guides.
  package struct Side {
    /// The view, or the owner of the guide.
    package let view: View
    /// The attribute, behind the kind of the guide: `leading`, `safeArea.top`, `guide1.width`.
    package let words: String
  }

  package let first: Side
  /// The other side; nil for a constant length.
  package let second: Side?
  /// The comparison: `==`, `<=` or `>=`.
  package let relation: String
  package let multiplier: Double
  package let constant: Double
  package let priority: Double
  /// The name in events.
  package let name: String
}

extension LayoutConstraint {
  /// The constraint as a recording tells it.
  ///
  /// Nil for one that a stack makes, as it will again, for one between distances, and for one with a dead item.
  package final var outline: ConstraintOutline? {
    guard !isOfStack, let first = first.told else { return nil }
    let second = second.map(\.told)
    if case .some(nil) = second { return nil }
    return ConstraintOutline(
      first: first, second: second ?? nil, relation: relation.text,
      multiplier: Double(multiplier), constant: Double(constant),
      priority: Double(priority.rawValue), name: eventName)
  }
}

extension ConstraintSide {
  /// The side as a recording tells it; nil for a distance, or once the item is dead.
  fileprivate var told: ConstraintOutline.Side? {
    guard !isDistance, let view = node.view else { return nil }
    guard node.isGuide else { return ConstraintOutline.Side(view: view, words: "\(attribute)") }
    guard let kind = node.kindOfGuide else { return nil }
    return ConstraintOutline.Side(view: view, words: "\(kind).\(attribute)")
  }
}

extension ConstraintNode {
  /// The area that a guide shows, or its place among all that its view ever had; nil without a view.
  fileprivate var kindOfGuide: String? {
    if let area { return "\(area)" }
    return ordinal > 0 ? "guide\(ordinal)" : nil
  }
}

extension View {
  /// The active constraints of the subtree that others than stacks made, in the order in which they count.
  package final var toldConstraints: [LayoutConstraint] {
    constrainedSubtree.flatMap { view in
      view.storedNode?.installed.filter { !$0.isOfStack } ?? []
    }
  }

  /// The views of the subtree that constraints place.
  package final var viewsPlacedByConstraints: [View] {
    constrainedSubtree.filter { $0.isPlacedByConstraints }
  }

  /// True if constraints alone say where the view is, and one of them counted at some time.
  package final var isPlacedByConstraints: Bool {
    flags.contains(.isConstrained) && !isPlacedByCode
  }

  /// The intrinsic size that constraints count with; nil before the view was asked, or if it has none.
  package final var measuredSize: CGSize? {
    guard let size = storedNode?.member?.measured else { return nil }
    return size.width < 0 && size.height < 0 ? nil : size
  }

  /// The priorities of the intrinsic size, across and upright; nil for the usual ones.
  package final var toldSizePriorities: (hugging: AxisPriorities?, compression: AxisPriorities?) {
    guard let priorities = storedNode?.sizePriorities else { return (nil, nil) }
    return (
      AxisPriorities(priorities.hugging, unless: .defaultLow),
      AxisPriorities(priorities.compression, unless: .defaultHigh)
    )
  }
}

/// The priorities of a view in the two directions.
package struct AxisPriorities: Hashable, Sendable {
  package let horizontal: Double
  package let vertical: Double

  /// Makes priorities.
  package init(horizontal: Double, vertical: Double) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  /// Nil if both are the usual one.
  fileprivate init?(_ pair: AxisPair<LayoutPriority>, unless usual: LayoutPriority) {
    guard pair.horizontal != usual || pair.vertical != usual else { return nil }
    self.init(
      horizontal: Double(pair.horizontal.rawValue), vertical: Double(pair.vertical.rawValue))
  }
}

/// The constraint whose change observers are being told of, for recorders, which number constraints.
package enum ConstraintSubject {
  /// A constraint of the tree.
  case live(LayoutConstraint)
  /// A constraint of a recording that is replayed, by its number.
  case recorded(Int)
}
