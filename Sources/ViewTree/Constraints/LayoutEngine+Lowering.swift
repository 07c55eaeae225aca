import Foundation

/// From attributes to terms of variables.
extension LayoutEngine {
  /// The terms of `first - multiplier × second`, and the part of it that is constant.
  func lower(_ constraint: LayoutConstraint, in container: View) -> LinearSum {
    let isDirectional = constraint.first.isDirectional || constraint.second?.isDirectional == true
    let isMirrored =
      isDirectional && container.effectiveUserInterfaceLayoutDirection == .rightToLeft
    var lowering = Lowering(engine: self, container: container, isMirrored: isMirrored)
    lowering.add(constraint.first, times: 1)
    if let second = constraint.second {
      lowering.add(second, times: -Double(constraint.multiplier))
    }
    lowering.addWidthOfMirror()
    return lowering.sum
  }

  /// The constant that counts: enormous ones are replaced, as in UIKit.
  func effective(_ constant: CGFloat) -> Double {
    let limit = LayoutEngine.largestConstant
    return min(max(Double(constant), -limit), limit)
  }

  /// The largest constant; larger ones would leave no digits for fractions.
  static let largestConstant = 1e7
}

/// Variables with coefficients, and a constant.
struct LinearSum {
  private(set) var terms: [ConstraintSolver.Term] = []
  private(set) var constant = 0.0

  mutating func add(_ variable: ConstraintSolver.Variable, _ coefficient: Double) {
    for index in terms.indices where terms[index].variable == variable {
      terms[index].coefficient += coefficient
      return
    }
    terms.append((variable, coefficient))
  }

  mutating func add(_ amount: Double) { constant += amount }
}

/// The lowering of one constraint, whose positions count in the coordinates of its container.
private struct Lowering {
  typealias Attribute = LayoutConstraint.Attribute
  typealias Axis = LayoutConstraint.Axis

  let engine: LayoutEngine
  let container: View
  /// True if positions across are measured from the right edge.
  let isMirrored: Bool
  var sum = LinearSum()
  /// The coefficient of the width of the container, from whose right edge positions are measured.
  private var mirrorWidth = 0.0

  init(engine: LayoutEngine, container: View, isMirrored: Bool) {
    (self.engine, self.container, self.isMirrored) = (engine, container, isMirrored)
  }

  mutating func add(_ side: ConstraintSide, times factor: Double) {
    add(side.attribute, of: side.node, times: factor)
    if let origin = side.origin { add(origin.attribute, of: origin.node, times: -factor) }
  }

  mutating func addWidthOfMirror() {
    guard mirrorWidth != 0 else { return }
    sum.add(engine.member(of: container.constraintNode).width, mirrorWidth)
  }

  private mutating func add(_ attribute: Attribute, of node: ConstraintNode, times factor: Double) {
    if let inner = attribute.withinMargins, let view = node.view {
      return add(inner, of: node.isGuide ? node : view.systemGuide(.margins).node, times: factor)
    }
    if attribute == .firstBaseline || attribute == .lastBaseline {
      return addBaseline(attribute, of: node, times: factor)
    }
    let insets = engine.member(of: node).alignment
    switch attribute {
    case .width:
      sum.add(engine.member(of: node).width, factor)
      sum.add(-factor * Double(insets.left + insets.right))
    case .height:
      sum.add(engine.member(of: node).height, factor)
      sum.add(-factor * Double(insets.top + insets.bottom))
    case .left: addX(node, 0, insets.left, factor)
    case .right: addX(node, 1, -insets.right, factor)
    case .leading where isMirrored: addX(node, 1, -insets.right, factor)
    case .trailing where isMirrored: addX(node, 0, insets.left, factor)
    case .leading: addX(node, 0, insets.left, factor)
    case .trailing: addX(node, 1, -insets.right, factor)
    case .centerX: addX(node, 0.5, (insets.left - insets.right) / 2, factor)
    case .top: addPoint(.vertical, node, 0, insets.top, factor)
    case .bottom: addPoint(.vertical, node, 1, -insets.bottom, factor)
    case .centerY: addPoint(.vertical, node, 0.5, (insets.top - insets.bottom) / 2, factor)
    default: break
    }
  }

  /// Adds the baseline of a text, or the lower edge of what has none.
  private mutating func addBaseline(
    _ attribute: Attribute, of node: ConstraintNode, times factor: Double
  ) {
    guard !node.isGuide, let view = node.view else { return add(.bottom, of: node, times: factor) }
    let speaker =
      attribute == .firstBaseline ? view.forFirstBaselineLayout : view.forLastBaselineLayout
    let item = speaker.isDescendant(of: container) ? speaker : view
    guard let distances = item.baselineDistances else {
      return add(.bottom, of: item.constraintNode, times: factor)
    }
    if attribute == .firstBaseline {
      addPoint(.vertical, item.constraintNode, 0, distances.first, factor)
    } else {
      addPoint(.vertical, item.constraintNode, 1, -distances.last, factor)
    }
  }

  /// Adds a position across, measured from the edge where reading begins.
  private mutating func addX(
    _ node: ConstraintNode, _ part: Double, _ offset: CGFloat, _ factor: Double
  ) {
    if isMirrored { mirrorWidth += factor }
    addPoint(.horizontal, node, part, offset, isMirrored ? -factor : factor)
  }

  /// Adds the position of a point of an item: a part of its length and an offset after its start.
  private mutating func addPoint(
    _ axis: Axis, _ node: ConstraintNode, _ part: Double, _ offset: CGFloat, _ factor: Double
  ) {
    sum.add(factor * Double(offset))
    let member = engine.member(of: node)
    guard !node.isGuide, node.view === container else {
      addPosition(of: node, axis, factor)
      return add(member.length(axis), part * factor)
    }
    guard container.contentExtent != nil else { return add(member.length(axis), part * factor) }
    // Edges of a scroll view are those of its content for what lies in it, its middle is that of its frame.
    if part == 0.5 {
      add(engine.offset(of: member)[axis], factor)
      add(member.length(axis), part * factor)
    } else {
      add(engine.content(of: member)[axis], part * factor)
    }
  }

  private mutating func add(_ variable: ConstraintSolver.Variable, _ coefficient: Double) {
    if coefficient != 0 { sum.add(variable, coefficient) }
  }

  /// Adds the position of an item in the coordinates of the container, superview by superview.
  private mutating func addPosition(of node: ConstraintNode, _ axis: Axis, _ factor: Double) {
    var node = node
    while true {
      add(engine.member(of: node).position(axis), factor)
      guard let superview = node.isGuide ? node.view : node.view?.superview,
        superview !== container
      else { return }
      if superview.contentExtent != nil {
        let scroller = engine.member(of: superview.constraintNode)
        add(engine.offset(of: scroller)[axis], -factor)
      }
      node = superview.constraintNode
    }
  }
}
