import Foundation
import ViewTree

/// Constraints of random runs, which come only with the feature `relations`.
extension RandomRun {
  /// Makes, changes, activates or deactivates a constraint, or lets constraints place a view.
  func relate(_ view: View) {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...2: addRelation(of: view)
    case 3, 4:
      let constant = CGFloat(Int.random(in: 0..<60, using: &generator))
      relations.randomElement(using: &generator)?.constant = constant
    case 5:
      guard let relation = relations.randomElement(using: &generator) else { return }
      if relation.isActive { relation.isActive = false } else { activate(relation) }
    case 6:
      guard let relation = relations.randomElement(using: &generator) else { return }
      if relation.priority != .required {
        relation.priority = LayoutPriority(Float(Int.random(in: 1..<1000, using: &generator)))
      }
    default:
      if view !== window { view.translatesAutoresizingMaskIntoConstraints.toggle() }
    }
  }

  /// Relates a view to its superview, to a sibling, or to a length.
  private func addRelation(of view: View) {
    guard let superview = view.superview else { return }
    if Bool.random(using: &generator) { view.translatesAutoresizingMaskIntoConstraints = false }
    let other = Bool.random(using: &generator) ? superview : superview.subviews[0]
    let constant = CGFloat(Int.random(in: 0..<60, using: &generator))
    let relation: LayoutConstraint
    switch other === view ? 4 : Int.random(in: 0..<6, using: &generator) {
    case 0:
      relation = view.leadingAnchor.constraint(equalTo: other.leadingAnchor, constant: constant)
    case 1: relation = view.topAnchor.constraint(equalTo: other.topAnchor, constant: constant)
    case 2: relation = view.topAnchor.constraint(equalTo: other.bottomAnchor, constant: constant)
    case 3:
      relation = view.trailingAnchor.constraint(lessThanOrEqualTo: other.trailingAnchor)
    case 4: relation = view.heightAnchor.constraint(equalToConstant: constant)
    default: relation = view.widthAnchor.constraint(equalTo: other.widthAnchor, multiplier: 0.5)
    }
    // Optional, so that a run logs no conflicts.
    relation.priority = LayoutPriority(Float(Int.random(in: 1..<1000, using: &generator)))
    relations.append(relation)
    activate(relation)
  }

  /// Activates a constraint whose items are in one tree.
  private func activate(_ relation: LayoutConstraint) {
    guard let first = relation.firstItem as? View else { return }
    if relation.secondAttribute != .notAnAttribute {
      guard let second = relation.secondItem as? View, first.topOfTree === second.topOfTree else {
        return
      }
    }
    relation.isActive = true
  }
}
