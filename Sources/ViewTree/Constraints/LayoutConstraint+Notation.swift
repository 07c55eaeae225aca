import Foundation

extension LayoutConstraint {
  /// The notation of UIKit's logs, with names instead of addresses.
  var notation: String {
    var text = "<NSLayoutConstraint"
    if let identifier { text += " '\(PlainText.line(identifier))'" }
    text += " \(formula)   ("
    text += isActive ? "active" : "inactive"
    if formula.contains("|"), let superview = spacing?.superview {
      text += ", names: '|':\(superview.name) "
    }
    return text + ")>"
  }

  /// The relation alone, as in `H:|-(8)-[Label:title]` or `Card.centerX == Window.centerX + 10`.
  private var formula: String {
    if second == nil, first.origin == nil {
      let length = relationPrefix + constant.shortText + prioritySuffix
      return "\(axisLetter):[\(first.node.name)(\(length))]"
    }
    if let spacing { return spacing.text }
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
  private var prioritySuffix: String { priority.isRequired ? "" : "@\(priority.text)" }

  /// The constraint as a distance in the visual notation, if it is one.
  private var spacing: (text: String, superview: ConstraintNode?)? {
    guard let second, multiplier == 1, first.origin == nil, second.origin == nil else { return nil }
    let isSuper = second.node.view === first.node.view?.superview && !first.node.isGuide
    let (a, b) = ("[\(first.node.name)]", isSuper ? "|" : "[\(second.node.name)]")
    let superview = isSuper ? second.node : nil
    func gap(_ length: CGFloat, reversed: Bool) -> String {
      let sign = relation == .equal ? "" : (relation == .lessThanOrEqual) == reversed ? ">=" : "<="
      if length == 0, sign.isEmpty, priority.isRequired { return "" }
      return "-(\(sign)\(length.shortText)\(prioritySuffix))-"
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
