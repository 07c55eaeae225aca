import Foundation

/// Constraints that nobody wrote, as UIKit's logs write them.
extension LayoutEngine {
  /// The lines of such a constraint, and true for one of a mask; nil if it keeps a length from being negative.
  func notation(
    of form: ImplicitConstraint.Form, _ constant: Double, _ node: ConstraintNode
  ) -> (lines: [String], isOfMask: Bool)? {
    guard let member = knownMember(of: node),
      !member.bounds.contains(where: { $0.form == form }),
      let quantity = Quantity(form.variable, of: member)
    else { return nil }
    if form.relation != .equal { return ([sizeLine(quantity, constant, node)], false) }
    let sum = equation(quantity, form, constant, node)
    if let area = node.area {
      return (lines(of: area, quantity, node) ?? [sum.line("NSLayoutConstraint")], false)
    }
    guard let view = node.view, view.link != root else {
      return ([sum.line("NSLayoutConstraint 'UIWindow-\(quantity.name)'")], false)
    }
    return ([sum.line("NSAutoresizingMaskLayoutConstraint \(view.storedMask.springs)")], true)
  }

  /// The quantity of an item that a variable stands for.
  private struct Quantity {
    let name: String
    let axis: LayoutConstraint.Axis
    let isPosition: Bool

    /// Nil for a variable of another item.
    init?(_ variable: ConstraintSolver.Variable, of member: EngineMember) {
      func name(on axis: LayoutConstraint.Axis) -> String? {
        let isAcross = axis == .horizontal
        switch variable {
        case member.position(axis): return isAcross ? "minX" : "minY"
        case member.length(axis): return isAcross ? "width" : "height"
        case member.offset?[axis]: return isAcross ? "contentOffset.x" : "contentOffset.y"
        case member.content?[axis]: return isAcross ? "contentSize.width" : "contentSize.height"
        default: return nil
        }
      }
      guard let axis = LayoutConstraint.Axis.allCases.first(where: { name(on: $0) != nil }),
        let name = name(on: axis)
      else { return nil }
      (self.name, self.axis) = (name, axis)
      isPosition = variable == member.position(axis)
    }
  }

  /// A place as an equation, with the quantity of the superview on which it depends.
  private func equation(
    _ quantity: Quantity, _ form: ImplicitConstraint.Form, _ constant: Double,
    _ node: ConstraintNode
  ) -> ConstraintFormula {
    let number = CGFloat(constant)
    let text = "\(node.name).\(quantity.name) == "
    let outer = (node.isGuide ? node.view : node.view?.superview)?.constraintNode
    let container = quantity.isPosition && !node.isGuide ? outer : nil
    guard let other = form.other, let outer,
      let base = knownMember(of: outer).flatMap({ Quantity(other, of: $0) })
    else { return ConstraintFormula(text: text + number.shortText, in: container) }
    let factor = form.factor == 1 ? "" : "\(CGFloat(form.factor).shortText)*"
    let rest = number == 0 ? "" : "\(number < 0 ? " - " : " + ")\(abs(number).shortText)"
    return ConstraintFormula(
      text: "\(text)\(factor)\(outer.name).\(base.name)\(rest)", in: container)
  }

  /// The line of an intrinsic size.
  private func sizeLine(_ quantity: Quantity, _ constant: Double, _ node: ConstraintNode) -> String
  {
    let priorities = node.sizePriorities
    let text =
      "\(node.name).\(quantity.name) == \(CGFloat(constant).shortText) "
      + "Hug:\(priorities.hugging[quantity.axis].text) "
      + "CompressionResistance:\(priorities.compression[quantity.axis].text)"
    return ConstraintFormula(text: text).line("NSContentSizeLayoutConstraint")
  }

  /// The lines of the insets between a view and one of its areas; nil for an area of a scroll view.
  ///
  /// The length follows from the insets at both ends.
  private func lines(
    of area: SystemArea, _ quantity: Quantity, _ node: ConstraintNode
  ) -> [String]? {
    guard let view = node.view, area != .content, area != .frame else { return nil }
    let (insets, owner) = (area.insets(in: view), view.constraintNode)
    let (start, end): (LayoutConstraint.Attribute, LayoutConstraint.Attribute) =
      quantity.axis == .horizontal ? (.left, .right) : (.top, .bottom)
    return (quantity.isPosition ? [start] : [start, end]).map { side in
      ConstraintFormula(
        from: side == start ? .edge(of: owner) : .item(node),
        to: side == start ? .item(node) : .edge(of: owner),
        length: insets.length(at: side).shortText, along: side
      ).line("NSLayoutConstraint '\(area.constraintIdentifier(at: side))'")
    }
  }
}

extension EdgeInsets {
  fileprivate func length(at side: LayoutConstraint.Attribute) -> CGFloat {
    switch side {
    case .left: left
    case .right: right
    case .top: top
    default: bottom
    }
  }
}

extension SystemArea {
  /// The identifier of the constraint of an inset.
  fileprivate func constraintIdentifier(at side: LayoutConstraint.Attribute) -> String {
    self == .margins ? "UIView-\(side)Margin-guide-constraint" : "\(identifier)-\(side)"
  }
}

extension AutoresizingMask {
  /// The mask in UIKit's logs: fixed parts as `-`, flexible ones as `&`, in the order margin, length, margin.
  ///
  /// Without a flexible part, the place keeps its distance from the beginning.
  fileprivate var springs: String {
    func text(_ axis: AutoresizingAxis) -> String {
      var parts = [axis.leadingIsFlexible, axis.lengthIsFlexible, axis.trailingIsFlexible]
      if !parts.contains(true) { parts[2] = true }
      return parts.map { $0 ? "&" : "-" }.joined()
    }
    return "h=\(text(horizontal)) v=\(text(vertical))"
  }
}
