import Foundation

/// From attributes to terms of variables.
extension LayoutEngine {
  /// The terms of `first - multiplier × second`, and the part of it that is constant.
  func lower(_ constraint: LayoutConstraint, in container: View, into sum: inout LinearSum) {
    let isDirectional = constraint.first.isDirectional || constraint.second?.isDirectional == true
    let isMirrored =
      isDirectional && container.effectiveUserInterfaceLayoutDirection == .rightToLeft
    var lowering = Lowering(engine: self, container: container, isMirrored: isMirrored)
    swap(&lowering.sum, &sum)
    lowering.add(constraint.first, times: 1)
    if let second = constraint.second {
      lowering.add(second, times: -Double(constraint.multiplier))
    }
    lowering.addWidthOfMirror()
    swap(&lowering.sum, &sum)
  }

  /// The constant that counts: enormous ones are replaced, as in UIKit.
  func effective(_ constant: CGFloat) -> Double {
    let limit = LayoutEngine.largestConstant
    guard abs(Double(constant)) > limit else { return Double(constant) }
    if root.view.pass?.isSilent != true { LayoutEngine.warnOfHugeConstant() }
    return constant < 0 ? -limit : limit
  }

  /// Logs in UIKit's words, once in a process, that a constant is replaced.
  private static func warnOfHugeConstant() {
    let isFirst = hasWarnedOfHugeConstant.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    guard isFirst else { return }
    StandardError.write(
      """
      This NSLayoutConstraint is being configured with a constant that exceeds internal limits.  A smaller \
      value will be substituted, but this problem should be fixed. Break on BOOL \
      _NSLayoutConstraintNumberExceedsLimit(void) to debug.  This will be logged only once.  This may break \
      in the future.

      """)
  }

  private static let hasWarnedOfHugeConstant = Locked(false)

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

  /// Forgets all, and keeps the room.
  mutating func clear() {
    terms.removeAll(keepingCapacity: true)
    constant = 0
  }
}

/// The lowering of one constraint, whose positions count in the coordinates of its container.
private struct Lowering {
  typealias Attribute = LayoutConstraint.Attribute
  typealias Axis = LayoutConstraint.Axis

  // Both are held by whoever lowers.
  unowned(unsafe) let engine: LayoutEngine
  unowned(unsafe) let container: View
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
    let member = engine.member(of: node)
    let insets = member.alignment
    switch attribute {
    case .width:
      sum.add(member.width, factor)
      sum.add(-factor * Double(insets.left + insets.right))
    case .height:
      sum.add(member.height, factor)
      sum.add(-factor * Double(insets.top + insets.bottom))
    case .left: addX(member, 0, insets.left, factor)
    case .right: addX(member, 1, -insets.right, factor)
    case .leading where isMirrored: addX(member, 1, -insets.right, factor)
    case .trailing where isMirrored: addX(member, 0, insets.left, factor)
    case .leading: addX(member, 0, insets.left, factor)
    case .trailing: addX(member, 1, -insets.right, factor)
    case .centerX: addX(member, 0.5, (insets.left - insets.right) / 2, factor)
    case .top: addPoint(.vertical, member, 0, insets.top, factor)
    case .bottom: addPoint(.vertical, member, 1, -insets.bottom, factor)
    case .centerY: addPoint(.vertical, member, 0.5, (insets.top - insets.bottom) / 2, factor)
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
      addPoint(.vertical, engine.member(of: item.constraintNode), 0, distances.first, factor)
    } else {
      addPoint(.vertical, engine.member(of: item.constraintNode), 1, -distances.last, factor)
    }
  }

  /// Adds a position across, measured from the edge where reading begins.
  private mutating func addX(
    _ member: EngineMember, _ part: Double, _ offset: CGFloat, _ factor: Double
  ) {
    if isMirrored { mirrorWidth += factor }
    addPoint(.horizontal, member, part, offset, isMirrored ? -factor : factor)
  }

  /// Adds the position of a point of an item: a part of its length and an offset after its start.
  private mutating func addPoint(
    _ axis: Axis, _ member: EngineMember, _ part: Double, _ offset: CGFloat, _ factor: Double
  ) {
    sum.add(factor * Double(offset))
    guard !member.node.isGuide, member.node.owner == container.link else {
      return addPosition(of: member, axis, factor, part)
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

  /// Adds the position of an item in the coordinates of the container, superview by superview, and a part
  /// of its length.
  private mutating func addPosition(
    of member: EngineMember, _ axis: Axis, _ factor: Double, _ part: Double
  ) {
    add(member.position(axis), factor)
    let node = member.node
    var above = node.isGuide ? node.owner : node.owner?.superview
    while let superview = above?.view, superview !== container {
      let outer = engine.member(of: superview.constraintNode)
      if superview.contentExtent != nil { add(engine.offset(of: outer)[axis], -factor) }
      add(outer.position(axis), factor)
      above = superview.superviewLink
    }
    add(member.length(axis), part * factor)
  }
}
