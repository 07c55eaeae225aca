import Foundation

extension LayoutConstraint {
  /// The notation of UIKit's logs, with names instead of addresses.
  var notation: String {
    var text = "<NSLayoutConstraint"
    if let identifier { text += " '\(PlainText.line(identifier))'" }
    let shown = Shown(constant: constant, priority: priority)
    text += " \(formula(shown))   ("
    text += isActive ? "active" : "inactive"
    if let superview = spacing(shown)?.superview {
      text += ", names: '|':\(superview.name) "
    }
    return text + ")>"
  }

  /// The name in events: the identifier, or the notation with the numbers of its first activation.
  var eventName: String {
    if let identifier, !identifier.isEmpty { return PlainText.line(identifier) }
    return formula(original ?? Shown(constant: constant, priority: priority))
  }

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
  private func formula(_ shown: Shown) -> String {
    let (constant, priority) = (shown.constant, shown.priority)
    if second == nil, first.origin == nil {
      let length = relationPrefix + constant.shortText + shown.suffix
      return "\(axisLetter):[\(first.node.name)(\(length))]"
    }
    if let spacing = spacing(shown) { return spacing.text }
    var text = "\(first.text) \(relation.text) "
    if let second {
      if multiplier != 1 { text += "\(multiplier.shortText)*" }
      text += second.text
      if constant != 0 { text += constant < 0 ? " - " : " + " }
      if constant != 0 { text += abs(constant).shortText }
    } else {
      text += constant.shortText
    }
    return priority.isRequired ? text : "\(text) @\(priority.text)"
  }

  private var axisLetter: String { first.attribute.axis == .horizontal ? "H" : "V" }
  private var relationPrefix: String { relation == .equal ? "" : relation.text }

  /// The constraint as a distance in the visual notation, if it is one.
  private func spacing(_ shown: Shown) -> (text: String, superview: ConstraintNode?)? {
    let (constant, priority) = (shown.constant, shown.priority)
    guard let second, multiplier == 1, first.origin == nil, second.origin == nil else { return nil }
    let isSuper = second.node.view === first.node.view?.superview && !first.node.isGuide
    let (a, b) = ("[\(first.node.name)]", isSuper ? "|" : "[\(second.node.name)]")
    let superview = isSuper ? second.node : nil
    func gap(_ length: CGFloat, reversed: Bool) -> String {
      let sign = relation == .equal ? "" : (relation == .lessThanOrEqual) == reversed ? ">=" : "<="
      if length == 0, sign.isEmpty, priority.isRequired { return "" }
      return "-(\(sign)\(length.shortText)\(shown.suffix))-"
    }
    switch (first.attribute, second.attribute) {
    case (.leading, .leading), (.left, .left), (.top, .top):
      guard isSuper else { return nil }
      return ("\(axisLetter):\(b)\(gap(constant, reversed: false))\(a)", superview)
    case (.trailing, .trailing), (.right, .right), (.bottom, .bottom):
      guard isSuper else { return nil }
      return ("\(axisLetter):\(a)\(gap(-constant, reversed: true))\(b)", superview)
    case (.leading, .trailing), (.left, .right), (.top, .bottom):
      guard !isSuper else { return nil }
      return ("\(axisLetter):\(b)\(gap(constant, reversed: false))\(a)", nil)
    case (.trailing, .leading), (.right, .left), (.bottom, .top):
      guard !isSuper else { return nil }
      return ("\(axisLetter):\(a)\(gap(-constant, reversed: true))\(b)", nil)
    default: return nil
    }
  }
}

extension ConstraintSide {
  /// The item and the attribute, as in `Card.leading`.
  var text: String {
    let position = "\(node.name).\(attribute)"
    return origin.map { "(\(position) - \($0.node.name).\($0.attribute))" } ?? position
  }
}
