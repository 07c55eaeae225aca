import Foundation

extension LayoutConstraint {
  /// The notation of UIKit's logs, with names instead of addresses.
  var notation: String {
    var head = type(of: self) == LayoutConstraint.self ? "NSLayoutConstraint" : "\(type(of: self))"
    if let identifier { head += " '\(PlainText.line(identifier))'" }
    guard first.attribute != .notAnAttribute else { return "<\(head) without items>" }
    let formula = formula(Shown(constant: constant, priority: priority))
    return formula.line(head, isActive: isActive)
  }

  /// The name in events: the identifier, or the notation with the numbers of its first activation.
  var eventName: String {
    if let identifier, isIdentified { return PlainText.line(identifier) }
    return formula(original ?? Shown(constant: constant, priority: priority)).text
  }

  /// True if its name in events is the identifier.
  var isIdentified: Bool { identifier?.isEmpty == false }

  /// Tells observers of a change of the constraint, as one of the view of its first item; false without
  /// observers.
  @discardableResult
  func note(
    _ property: GeometryProperty, _ old: @autoclosure () -> GeometryValue,
    _ new: @autoclosure () -> GeometryValue
  ) -> Bool {
    guard container != nil || property == .isActive,
      let link = first.node.owner ?? container?.owner, link.with({ $0.isWatched })
    else { return false }
    let view = link.view
    view.noteConstraint(eventName, .live(self), property, from: old(), to: new())
    return true
  }

  /// The numbers that a notation shows.
  struct Shown {
    var constant: CGFloat
    var priority: LayoutPriority

    fileprivate var suffix: String { priority.isRequired ? "" : "@\(priority.text)" }
  }

  /// The relation alone, as in `H:|-(8)-[Label:title]` or `Card.centerX == Window.centerX + 10`.
  ///
  /// UIKit draws a distance only if the first item comes after the second one, and writes an equation otherwise.
  private func formula(_ shown: Shown) -> ConstraintFormula {
    if let distance = distance(shown) { return distance }
    let (constant, priority) = (shown.constant, shown.priority)
    var text = "\(first.text) \(relation.text) "
    if let second {
      if multiplier != 1 { text += "\(multiplier.shortText)*" }
      text += second.text
      if constant != 0 { text += constant < 0 ? " - " : " + " }
      if constant != 0 { text += abs(constant).shortText }
    } else {
      text += constant.shortText
    }
    return ConstraintFormula(text: priority.isRequired ? text : "\(text) @\(priority.text)")
  }

  /// The constraint as a distance from its second item to its first one, if it is such a one.
  private func distance(_ shown: Shown) -> ConstraintFormula? {
    guard let second, multiplier == 1, first.origin == nil, second.origin == nil else { return nil }
    let (later, earlier) = (first.node, second.node)
    let (isInside, isAround) = (earlier.holds(later), later.holds(earlier))
    switch (first.attribute, second.attribute) {
    case (.leading, .leading), (.left, .left), (.top, .top):
      guard isInside else { return nil }
    case (.trailing, .trailing), (.right, .right), (.bottom, .bottom):
      guard isAround else { return nil }
    case (.leading, .trailing), (.left, .right), (.top, .bottom):
      guard !isInside, !isAround else { return nil }
    default: return nil
    }
    let sign = relation == .equal ? "" : relation.text
    return ConstraintFormula(
      from: isInside ? .edge(of: earlier) : .item(earlier),
      to: isAround ? .edge(of: later) : .item(later),
      length: "\(sign)\(shown.constant.shortText)\(shown.suffix)", along: first.attribute)
  }
}

extension ConstraintSide {
  /// The item and the attribute, as in `Card.leading`.
  var text: String {
    let position = "\(node.name).\(attribute)"
    return origin.map { "(\(position) - \($0.node.name).\($0.attribute))" } ?? position
  }
}

extension ConstraintNode {
  /// True if it is the superview of a view, or the view that owns a guide.
  fileprivate func holds(_ other: ConstraintNode) -> Bool {
    guard !isGuide, let view, let inner = other.view else { return false }
    return view === (other.isGuide ? inner : inner.superview)
  }
}
