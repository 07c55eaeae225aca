/// Questions for debugging.
extension View {
  /// True if constraints leave a choice for the view's frame, so that any of several would be right.
  ///
  /// It is for debugging, and doesn't see everything.
  public final var hasAmbiguousLayout: Bool { storedNode?.isAmbiguous ?? false }

  /// True if the layout is ambiguous in the engine that lasts in the view's tree.
  final var isVisiblyAmbiguous: Bool {
    guard !isPlacedByCode, let node = storedNode, node.member != nil else {
      return false
    }
    return node.isAmbiguous
  }

  /// Lists active constraints on which the view's place in one direction depends.
  ///
  /// Those of masks, insets and intrinsic sizes are not listed.
  ///
  /// - Parameter axis: The direction.
  public final func constraintsAffectingLayout(
    for axis: LayoutConstraint.Axis
  ) -> [LayoutConstraint] {
    storedNode?.constraints(affecting: axis) ?? []
  }
}

extension LayoutGuide {
  /// True if constraints leave a choice for the guide's rectangle.
  public final var hasAmbiguousLayout: Bool { node.isAmbiguous }

  /// Lists active constraints on which the guide's place in one direction depends.
  ///
  /// - Parameter axis: The direction.
  public final func constraintsAffectingLayout(
    for axis: LayoutConstraint.Axis
  ) -> [LayoutConstraint] { node.constraints(affecting: axis) }
}

extension ConstraintNode {
  fileprivate var isAmbiguous: Bool {
    inEngine { engine, member in
      !engine.isGiven(member)
        && engine.solver.isAmbiguous([member.x, member.y, member.width, member.height])
    } ?? false
  }

  fileprivate func constraints(affecting axis: LayoutConstraint.Axis) -> [LayoutConstraint] {
    inEngine { engine, member in
      let variables = [member.position(axis), member.length(axis)]
      return engine.solver.constraints(affecting: variables).compactMap {
        if case .written(let constraint, _) = engine.source(of: $0) { constraint } else { nil }
      }
    } ?? []
  }

  /// Calls `body` with the item's engine; outside windows and passes, with one made for this.
  private func inEngine<Result>(_ body: (LayoutEngine, EngineMember) -> Result) -> Result? {
    if let member { return body(member.engine, member) }
    guard let view, !mentions.isEmpty || view.flags.contains(.ignoresMask) else { return nil }
    let top = view.topOfTree
    top.renewStacks(in: nil)
    let engine = LayoutEngine(root: top, isBound: false)
    engine.change { engine.takeIn(top) }
    engine.settle()
    return body(engine, engine.member(of: self))
  }
}
