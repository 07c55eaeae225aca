extension LayoutConstraint {
  /// Passes the nodes of the items to `body`, each once.
  @inline(__always)
  func forEachNode(_ body: (ConstraintNode) -> Void) {
    body(first.node)
    guard first.isDistance || second?.isDistance == true else {
      if let second, second.node !== first.node { body(second.node) }
      return
    }
    for node in nodesOfDistances.dropFirst() { body(node) }
  }

  /// The nodes of the items, each once.
  var nodes: [ConstraintNode] {
    var nodes: [ConstraintNode] = []
    forEachNode { nodes.append($0) }
    return nodes
  }

  @inline(never)
  private var nodesOfDistances: [ConstraintNode] {
    var nodes = [first.node]
    for node in [first.origin?.node, second?.node, second?.origin?.node] {
      if let node, !nodes.contains(where: { $0 === node }) { nodes.append(node) }
    }
    return nodes
  }

  /// Lets the nearest common ancestor of the items hold the constraint.
  ///
  /// A constraint with an item that is dead stays inactive.
  func activate() {
    guard container == nil else { return }
    require(
      first.attribute != .notAnAttribute,
      """
      NSLayoutConstraint for (null): Constraint must contain a first layout item. Give it items when you make it.
      """)
    var isWhole = true
    forEachNode { if !$0.isAlive { isWhole = false } }
    guard isWhole else { return }
    guard let ancestor = commonAncestor else {
      let names = [first, second].compactMap { $0?.text }.joined(separator: " and ")
      misuse(
        """
        Unable to activate constraint with anchors \(names) because they have no common ancestor.  Does \
        the constraint or its anchors reference items in different view hierarchies?  That's illegal.
        """)
    }
    install(on: ancestor)
  }

  /// The nearest view that holds all items; nil if they are in different trees.
  private var commonAncestor: View? {
    var ancestor = first.node.owner
    forEachNode { node in
      guard let view = node.owner else { return ancestor = nil }
      while let candidate = ancestor, !view.isDescendant(of: candidate) {
        ancestor = candidate.superview
      }
    }
    return ancestor?.view
  }

  /// Lets a view hold the constraint, which is not held by any.
  func install(on view: View) {
    // The engine comes first: a new one takes in all constraints that are held already.
    let engine = view.engineForChange
    let container = view.constraintNode
    container.hold(self)
    view.becomeConstrained()
    forEachNode { $0.owner?.with { $0.becomeConstrained() } }
    if original == nil { original = Shown(constant: constant, priority: priority) }
    if note(.isActive, .flag(false), .flag(true)) {
      // An observer may have deactivated it, activated it anew, or moved its views.
      guard self.container === container, lowered == nil, view.engineForChange === engine else {
        return
      }
    }
    guard let engine else { return view.invalidate(.solved) }
    engine.change(self) { engine.install(self) }
  }

  /// Lets no view hold the constraint any longer.
  ///
  /// - Parameter quietly: True while the tree is changed: the engine tells of new values later.
  func uninstall(quietly: Bool = false) {
    guard let container else { return }
    let engine = lowered?.engine
    container.release(self)
    engine?.remove(self)
    if quietly { return }
    note(.isActive, .flag(true), .flag(false))
    if let engine { engine.change(self) {} } else { container.view?.invalidate(.solved) }
  }

  /// Passes a change to the engine; without one, the next pass solves everything anew.
  func didChange(_ body: (LayoutEngine) -> Void) {
    guard let container else { return }
    if let engine = lowered?.engine {
      engine.change { body(engine) }
    } else {
      container.view?.invalidate(.solved)
    }
  }
}

extension View {
  /// The constraints that this view holds, in the order of their activation.
  ///
  /// Those of a stack are there from the first question on.
  public final var constraints: [LayoutConstraint] {
    constraintsWillBeShown()
    return storedNode?.installed ?? []
  }

  /// Activates a constraint, held by this view.
  ///
  /// Traps unless all items are this view or in it.
  ///
  /// - Parameter constraint: The constraint, which leaves the view that holds it now.
  public final func addConstraint(_ constraint: LayoutConstraint) {
    if let container = constraint.container, container === storedNode { return }
    let isPrepared = constraint.nodes.allSatisfy { $0.view?.isDescendant(of: self) == true }
    require(
      isPrepared,
      """
      The view hierarchy is not prepared for the constraint: \(constraint.notation) When added to a view, \
      the constraint's items must be descendants of that view (or the view itself). This will crash if the \
      constraint needs to be resolved before the view hierarchy is assembled.
      """)
    constraint.uninstall()
    constraint.install(on: self)
  }

  /// Activates constraints, held by this view.
  ///
  /// - Parameter constraints: The constraints.
  public final func addConstraints(_ constraints: [LayoutConstraint]) {
    LayoutEngine.batching(constraints) {
      for constraint in constraints { addConstraint(constraint) }
    }
  }

  /// Deactivates a constraint that this view holds; any other is ignored.
  ///
  /// - Parameter constraint: The constraint.
  public final func removeConstraint(_ constraint: LayoutConstraint) {
    guard let container = constraint.container, container === storedNode else { return }
    constraint.uninstall()
  }

  /// Deactivates those of some constraints that this view holds.
  ///
  /// - Parameter constraints: The constraints.
  public final func removeConstraints(_ constraints: [LayoutConstraint]) {
    LayoutEngine.batching(constraints) {
      for constraint in constraints { removeConstraint(constraint) }
    }
  }
}
