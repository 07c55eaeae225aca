import Foundation

/// Intrinsic sizes, which become optional constraints.
extension LayoutEngine {
  /// Lets a view be asked for its intrinsic size in the next update phase.
  func awaitMeasure(of member: EngineMember) {
    guard !member.node.isGuide else { return }
    if followsCauses {
      let again = member.isUnmeasured && !member.waitsForStack
      member.sizeCause = cause(after: member.sizeCause, again: again)
    }
    member.waitsForStack = false
    guard !member.isUnmeasured else { return }
    member.isUnmeasured = true
    unmeasured.append(member)
  }

  /// Lets a text be measured at the width that it has got.
  func unwrap(_ member: EngineMember) {
    if followsCauses {
      member.wrapCause = cause(after: member.wrapCause, again: member.isUnwrapped)
    }
    guard !member.isUnwrapped else { return }
    member.isUnwrapped = true
    unwrapped.append(member)
  }

  /// Asks views for their sizes, and texts a second time, at the widths that they have got.
  func settle() {
    guard !unmeasured.isEmpty || !unwrapped.isEmpty || !unarranged.isEmpty else { return }
    change { attributingMoves(settleAll) }
  }

  private func settleAll() {
    renewStacks()
    // The last comes first, so that of equal priorities those of the first view give way, as measured.
    measureAll()
    if !unarranged.isEmpty {
      renewStacks()
      measureAll()
    }
    readMoved()
    let waiting = unwrapped
    unwrapped.removeAll(keepingCapacity: true)
    for member in waiting where member.isUnwrapped {
      asConsequence(of: member.takeWrapCause(), of: member.node, asks: true) { wrap(member) }
    }
  }

  /// Asks all that wait, and those that come to wait meanwhile.
  ///
  /// Views that wait again whenever they were asked are left for another layout of their superviews, so that
  /// the pass ends at its limit.
  private func measureAll() {
    var left = unmeasured.count + max(100, members.count)
    while left > 0, let member = unmeasured.popLast() {
      left -= 1
      guard member.isUnmeasured else { continue }
      asConsequence(of: member.takeSizeCause(), of: member.node, asks: true) { measure(member) }
    }
    for member in unmeasured where member.isUnmeasured {
      asConsequence(of: member.takeSizeCause(), of: member.node) {
        member.node.view?.superview?.invalidate(.solved)
      }
    }
  }

  /// Lets a stack make its constraints in the next update phase.
  func awaitOwnConstraints(of stack: View) {
    unarranged.append((stack.constraintNode, followsCauses ? cause(after: nil) : nil))
  }

  /// Notes that a stack that waits for its constraints does so for another cause, too.
  func awaitOwnConstraintsAgain(of stack: View) {
    guard followsCauses else { return }
    let node = stack.storedNode
    guard let place = unarranged.lastIndex(where: { $0.stack === node }) else { return }
    unarranged[place].cause = cause(after: unarranged[place].cause, again: true)
  }

  /// Lets stacks make their constraints, and then those that hold or are held by them.
  ///
  /// A stack that changes whenever its views are asked for their sizes waits for the next phase.
  private func renewStacks() {
    var rounds = 0
    while !unarranged.isEmpty, rounds < LayoutEngine.deepestStacks {
      rounds += 1
      let waiting = unarranged
      unarranged = []
      for (node, cause) in waiting.reversed() {
        guard let stack = node.view, stack.engine === self else { continue }
        asConsequence(of: cause, of: node) { _ = stack.renewOwnConstraints(in: self) }
      }
    }
  }

  /// The largest number of rounds in which stacks make others need constraints.
  static let deepestStacks = 100

  /// Lets views be asked for their sizes as if they were new.
  ///
  /// The answer of a view changes for a reason of its own: one that waits anyway, or is to wait for another
  /// reason, too, does so for that one.
  func renewNaturalSizes(of views: [View]) {
    for view in views {
      let member = member(of: view.constraintNode)
      guard holds(member) else { continue }
      let (waits, cause) = (member.isUnmeasured && !member.waitsForStack, member.sizeCause)
      if member.isUnmeasured { unmeasured.removeAll { $0 === member } }
      member.isUnmeasured = false
      awaitMeasure(of: member)
      if waits { member.sizeCause = cause }
      (member.isRenewed, member.waitsForStack) = (true, !waits)
    }
  }

  /// Lets constraints place a view that a stack placed before.
  func settleArranged(_ view: View) {
    let member = member(of: view.constraintNode)
    guard holds(member), !member.place.isEmpty else { return }
    settlePlace(of: member)
    awaitMeasure(of: member)
    queue(member)
  }

  private func measure(_ member: EngineMember) {
    member.isUnmeasured = false
    guard let view = member.node.view, holds(member) else { return }
    renewAlignment(of: member, view)
    guard holds(member) else { return }
    // Only now: the views that depend on it do not move in between.
    if member.isRenewed { takeOutNatural(of: member) }
    guard !isGiven(member), !view.isSizedByOwnConstraints else {
      return takeOutNatural(of: member)
    }
    let isText = view.isMeasuredTwice
    let size = view.called {
      isText
        ? view.intrinsicContentSize(wrappedAt: LayoutEngine.unlimitedWidth)
        : view.intrinsicContentSize
    }
    // The view may have left while it was asked.
    guard holds(member) else { return }
    if isText { member.textWidth = size.width }
    guard isText || told(size, of: member, view) else { return }
    setNatural(.horizontal, size.width, of: member)
    setNatural(.vertical, size.height, of: member)
    if view.flags.contains(.ignoresMask) { view.superview?.arrangedViewWasMeasured() }
    if isText { unwrap(member) }
  }

  private func takeOutNatural(of member: EngineMember) {
    member.isRenewed = false
    setNatural(.horizontal, View.noIntrinsicMetric, of: member)
    setNatural(.vertical, View.noIntrinsicMetric, of: member)
  }

  /// The width at which a text is asked first.
  static let unlimitedWidth: CGFloat = 0x4000_0000

  private func wrap(_ member: EngineMember) {
    member.isUnwrapped = false
    guard let view = member.node.view, holds(member), !isGiven(member),
      view.isMeasuredTwice
    else { return }
    let width = CGFloat(value(member.width)) - member.alignment.left - member.alignment.right
    guard width > 0 else { return }
    let height = view.called { view.intrinsicContentSize(wrappedAt: width).height }
    guard holds(member) else { return }
    let size = CGSize(width: member.textWidth, height: height)
    guard told(size, of: member, view) else { return }
    setNatural(.vertical, height, of: member)
  }

  /// Tells observers of an intrinsic size that differs from the last one; false if the view then left.
  private func told(_ size: CGSize, of member: EngineMember, _ view: View) -> Bool {
    let old = member.measured
    guard isBound, size != old, size.width.isUsable, size.height.isUsable else { return true }
    member.measured = size
    view.called { view.noteChange(.intrinsicContentSize, .size(old), .size(size)) }
    return holds(member)
  }

  /// Lets the optional constraints of one direction speak of a length, or of none.
  private func setNatural(
    _ axis: LayoutConstraint.Axis, _ length: CGFloat, of member: EngineMember
  ) {
    guard length >= 0 || !member.natural[axis].isEmpty else { return }
    var natural: [ImplicitConstraint] = []
    if length >= 0, length.isUsable {
      let insets = member.alignment
      let margins = axis == .horizontal ? insets.left + insets.right : insets.top + insets.bottom
      let priorities = member.node.sizePriorities
      natural = self.natural(
        member.length(axis), Double(length + margins),
        hugging: priorities.hugging[axis].value, compression: priorities.compression[axis].value)
    }
    replace(member.natural[axis], by: natural, of: member.node) { member.natural[axis] = $0 }
  }

  /// The constraints of a natural length: one with two priorities, or two if one of these is required or 0.
  private func natural(
    _ variable: ConstraintSolver.Variable, _ length: Double, hugging: Double, compression: Double
  ) -> [ImplicitConstraint] {
    let isUsual = min(hugging, compression) > 0
    guard !isUsual || max(hugging, compression) >= ConstraintSolver.required else {
      var natural = ImplicitConstraint(Form(variable: variable), length, priority: hugging)
      natural.below = compression
      return [natural]
    }
    let (most, least) = (
      Form(variable: variable, relation: .lessOrEqual),
      Form(variable: variable, relation: .greaterOrEqual)
    )
    return [
      ImplicitConstraint(most, length, priority: hugging),
      ImplicitConstraint(least, length, priority: compression),
    ].filter { $0.priority > 0 }
  }

  /// Lowers constraints anew if the alignment rectangle or a baseline has moved in a view.
  private func renewAlignment(of member: EngineMember, _ view: View) {
    let insets = view.alignmentRectInsets
    let isAligned = insets == member.alignment
    member.alignment = insets
    guard isBound, !isAligned || view.baselineDistances != nil else { return }
    for constraint in member.node.mentions {
      guard !isAligned || constraint.namesBaseline, let container = constraint.container?.view,
        let old = constraint.lowered?.offset,
        lowering(constraint, in: container, { $1 }) != old
      else { continue }
      renew(constraint)
    }
  }
}

extension LayoutConstraint {
  fileprivate var namesBaseline: Bool {
    first.attribute.isBaseline || second?.attribute.isBaseline == true
  }
}
