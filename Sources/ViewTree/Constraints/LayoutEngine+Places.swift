import Foundation

/// Constraints that nobody wrote: of places that code sets, of insets and of scroll views.
extension LayoutEngine {
  typealias Form = ImplicitConstraint.Form

  /// True if the constraints don't determine the place: code does, or an inset.
  func isGiven(_ member: EngineMember) -> Bool {
    let node = member.node
    guard !node.isGuide else { return node.area != nil }
    guard let owner = node.owner else { return true }
    guard owner == root else { return owner.flags.arePlacedByCode }
    return !isFitting && (owner.flags.contains(.isWindow) || owner.flags.arePlacedByCode)
  }

  /// Lets the constraints of a place say what code or an inset says now.
  func settlePlace(of member: EngineMember) {
    // Constraints alone place most views.
    if member.place.isEmpty, member.offset == nil, !isGiven(member) { return }
    guard let view = member.node.view else { return }
    var place: [ImplicitConstraint] = []
    if let area = member.node.area {
      place = self.place(of: area, in: view, for: member)
    } else if !member.node.isGuide {
      if isGiven(member) { place = self.place(of: view, for: member) }
      if holds(member) { settleOffset(of: member, view) }
    }
    // It may have left while views were asked.
    guard holds(member), !place.isEmpty || !member.place.isEmpty else { return }
    replace(member.place, by: place, of: member.node) { member.place = $0 }
  }

  private func place(of view: View, for member: EngineMember) -> [ImplicitConstraint] {
    let frame = view.untransformedFrame
    guard view.link != root, let superview = view.superview else {
      return [
        ImplicitConstraint(Form(variable: member.width), Double(frame.width)),
        ImplicitConstraint(Form(variable: member.height), Double(frame.height)),
      ]
    }
    let isArranged = view.flags.contains(.isArranged)
    let mask = isArranged ? [] : view.storedMask
    let priority = isArranged ? LayoutEngine.arranged : ConstraintSolver.required
    let space = mask.isEmpty ? nil : self.member(of: superview.constraintNode)
    let across = mask.horizontal.constraints(
      member.x, member.width, frame.minX, frame.width, of: space?.width, superview.bounds.width)
    let down = mask.vertical.constraints(
      member.y, member.height, frame.minY, frame.height, of: space?.height,
      superview.bounds.height)
    return (across + down).map { ImplicitConstraint($0, $1, priority: priority) }
  }

  /// The priority at which a stack's views keep the places that it gave them.
  private static let arranged = 999.9

  private func place(
    of area: SystemArea, in view: View, for member: EngineMember
  ) -> [ImplicitConstraint] {
    let owner = self.member(of: view.constraintNode)
    let insets = area.insets(in: view)
    guard holds(owner), holds(member) else { return [] }
    let scrolls = view.contentExtent != nil
    var place: [ImplicitConstraint] = []
    let sides: [(LayoutConstraint.Axis, CGFloat, CGFloat)] = [
      (.horizontal, insets.left, insets.right), (.vertical, insets.top, insets.bottom),
    ]
    for (axis, start, end) in sides {
      let isContent = area == .content
      let length = isContent ? content(of: owner)[axis] : owner.length(axis)
      var position = Form(variable: member.position(axis))
      if scrolls, !isContent { (position.other, position.factor) = (offset(of: owner)[axis], 1) }
      place.append(ImplicitConstraint(position, Double(start)))
      place.append(
        ImplicitConstraint(
          Form(variable: member.length(axis), other: length, factor: 1), -Double(start + end)))
    }
    return place
  }

  // MARK: Scroll views

  /// The lengths of a scroll view's content.
  func content(of member: EngineMember) -> AxisPair<ConstraintSolver.Variable> {
    if let content = member.content { return content }
    guard holds(member) else { return Self.pairOfDeparted(member) }
    let content = makePair(of: member)
    member.content = content
    queue(member)
    return content
  }

  /// The offset of a scroll view's content.
  func offset(of member: EngineMember) -> AxisPair<ConstraintSolver.Variable> {
    if let offset = member.offset { return offset }
    guard holds(member) else { return Self.pairOfDeparted(member) }
    let offset = makePair(of: member)
    member.offset = offset
    if let view = member.node.view { settleOffset(of: member, view) }
    return offset
  }

  /// Two variables in place of those of a member that left: what is lowered with them is thrown away.
  private static func pairOfDeparted(
    _ member: EngineMember
  ) -> AxisPair<ConstraintSolver.Variable> {
    AxisPair(member.x)
  }

  private func makePair(of member: EngineMember) -> AxisPair<ConstraintSolver.Variable> {
    var pair = AxisPair(solver.makeVariable(of: Int32(member.index)))
    pair.vertical = solver.makeVariable(of: Int32(member.index))
    return pair
  }

  private func settleOffset(of member: EngineMember, _ view: View) {
    guard let offset = member.offset else { return }
    let origin = view.bounds.origin
    let place = [
      ImplicitConstraint(Form(variable: offset.horizontal), Double(origin.x)),
      ImplicitConstraint(Form(variable: offset.vertical), Double(origin.y)),
    ]
    replace(member.offsetPlace, by: place, of: member.node) { member.offsetPlace = $0 }
  }

  // MARK: Adding and changing

  /// Keeps a length from being negative; nothing needs that until one would be.
  func forbidNegative(_ member: EngineMember) {
    for axis in LayoutConstraint.Axis.allCases {
      let length = member.length(axis)
      guard value(length) < -1e-6, !member.bounds.contains(where: { $0.form.variable == length })
      else { continue }
      var bound = ImplicitConstraint(Form(variable: length, relation: .greaterOrEqual), 0)
      add(&bound, of: member.node)
      member.bounds.append(bound)
    }
  }

  /// Replaces implicit constraints by others; only constants move where nothing else differs.
  func replace(
    _ old: [ImplicitConstraint], by new: consuming [ImplicitConstraint], of node: ConstraintNode,
    keep: ([ImplicitConstraint]) -> Void
  ) {
    var new = new
    let isSame =
      old.count == new.count
      && zip(old, new).allSatisfy {
        $0.form.isNear($1.form) && $0.priority == $1.priority && $0.below == $1.below
      }
    guard isSame else {
      for constraint in old { if let handle = constraint.handle { drop(handle) } }
      for index in new.indices { add(&new[index], of: node) }
      return keep(new)
    }
    for index in new.indices {
      let constant = new[index].constant
      new[index] = old[index]
      move(&new[index], to: constant, of: node)
    }
    keep(new)
  }

  /// Adds an implicit constraint; written ones that contradict it are broken.
  private func add(_ constraint: inout ImplicitConstraint, of node: ConstraintNode) {
    let form = constraint.form
    constraint.handle = withScratch { sum in
      form.add(to: &sum)
      while true {
        let (handle, outcome) = solver.add(
          sum.terms, form.relation, constraint.constant, priority: constraint.priority,
          below: constraint.below)
        guard case .conflict(let others) = outcome else { return handle }
        guard breakOne(of: others) else { return nil }
      }
    }
    if let handle = constraint.handle { note(.implicit(node, form, constraint.constant), handle) }
  }

  private func move(
    _ constraint: inout ImplicitConstraint, to constant: Double, of node: ConstraintNode
  ) {
    let delta = constant - constraint.constant
    guard abs(delta) > 1e-9 * max(1, abs(constant)) else { return }
    constraint.constant = constant
    guard let handle = constraint.handle else { return add(&constraint, of: node) }
    while case .conflict(let others) = solver.change(handle, by: delta) {
      guard breakOne(of: others) else {
        drop(handle)
        constraint.handle = nil
        return
      }
    }
    note(.implicit(node, constraint.form, constant), handle)
    noteRelief()
  }
}

extension AutoresizingAxis {
  /// The constraints of a position and a length by the springs of one axis.
  fileprivate func constraints(
    _ position: ConstraintSolver.Variable, _ length: ConstraintSolver.Variable, _ start: CGFloat,
    _ extent: CGFloat, of space: ConstraintSolver.Variable?, _ room: CGFloat
  ) -> [(ImplicitConstraint.Form, Double)] {
    // The place is linear in the room: two rooms show the shares.
    let wider = resolve(position: start, length: extent, old: room, new: room + 1)
    let shares = [(position, start, wider.position), (length, extent, wider.length)]
    return shares.map { variable, now, then in
      let share = space == nil ? 0 : Double(then - now)
      let form = ImplicitConstraint.Form(
        variable: variable, other: share == 0 ? nil : space, factor: share)
      return (form, Double(now) - share * Double(room))
    }
  }
}
