import Foundation

extension View {
  /// True if the view's frame and mask say where it is; false if constraints alone do.
  ///
  /// The default is true. Set it to false before activating constraints that place the view.
  public final var translatesAutoresizingMaskIntoConstraints: Bool {
    get { !flags.contains(.ignoresMask) }
    set {
      guard newValue != translatesAutoresizingMaskIntoConstraints else { return }
      flags = flags.with(.ignoresMask, !newValue)
      if !newValue { becomeConstrained() }
      placementDidChange()
    }
  }

  /// The priority with which the view resists being made larger than its intrinsic size.
  ///
  /// - Parameter axis: The direction.
  public final func contentHuggingPriority(for axis: LayoutConstraint.Axis) -> LayoutPriority {
    storedNode?.sizePriorities.hugging[axis] ?? .defaultLow
  }

  /// Sets the priority with which the view resists being made larger than its intrinsic size.
  ///
  /// - Parameters:
  ///   - priority: The priority; 250 by default, and 0 for none.
  ///   - axis: The direction.
  public final func setContentHuggingPriority(
    _ priority: LayoutPriority, for axis: LayoutConstraint.Axis
  ) {
    guard priority.checkedForContent() != contentHuggingPriority(for: axis) else { return }
    constraintNode.sizePriorities.hugging[axis] = priority
    intrinsicSizeDidChange()
  }

  /// The priority with which the view resists being made smaller than its intrinsic size.
  ///
  /// - Parameter axis: The direction.
  public final func contentCompressionResistancePriority(
    for axis: LayoutConstraint.Axis
  ) -> LayoutPriority {
    storedNode?.sizePriorities.compression[axis] ?? .defaultHigh
  }

  /// Sets the priority with which the view resists being made smaller than its intrinsic size.
  ///
  /// - Parameters:
  ///   - priority: The priority; 750 by default, and 0 for none.
  ///   - axis: The direction.
  public final func setContentCompressionResistancePriority(
    _ priority: LayoutPriority, for axis: LayoutConstraint.Axis
  ) {
    let former = contentCompressionResistancePriority(for: axis)
    guard priority.checkedForContent() != former else { return }
    constraintNode.sizePriorities.compression[axis] = priority
    intrinsicSizeDidChange()
  }

  /// The alignment rectangle of a frame: the frame without `alignmentRectInsets`.
  ///
  /// - Parameter frame: The frame.
  public final func alignmentRect(forFrame frame: CGRect) -> CGRect {
    frame.inset(by: alignmentRectInsets)
  }

  /// The frame of an alignment rectangle: the rectangle with `alignmentRectInsets` around it.
  ///
  /// - Parameter alignmentRect: The alignment rectangle.
  public final func frame(forAlignmentRect alignmentRect: CGRect) -> CGRect {
    let insets = alignmentRectInsets
    return alignmentRect.inset(
      by: EdgeInsets(
        top: -insets.top, left: -insets.left, bottom: -insets.bottom, right: -insets.right))
  }
}

// MARK: Engines

extension View {
  /// True if code sets the view's frame, or a stack does.
  final var isPlacedByCode: Bool { flags.arePlacedByCode }

  /// The engine that solves this tree now, if one lasts.
  final var engine: LayoutEngine? {
    if let window = storedWindow { return window.layoutEngine }
    return DetachedLayout.current == nil ? nil : topOfTree.storedNode?.engine
  }

  /// The engine for a change of a constraint; nil outside windows and passes.
  final var engineForChange: LayoutEngine? {
    if let window = storedWindow {
      if let engine = window.layoutEngine { return engine }
      window.renewStacks(in: nil)
      let engine = LayoutEngine(root: window, isBound: true)
      window.layoutEngine = engine
      engine.begin(with: window)
      return engine
    }
    // Outside windows, an engine lasts for a pass.
    guard let pass = DetachedLayout.current else { return nil }
    let link = link.top
    if let engine = link.with({ $0.storedNode?.engine }) { return engine }
    let top = link.view
    top.renewStacks(in: nil)
    let engine = LayoutEngine(root: top, isBound: true)
    top.constraintNode.engine = engine
    pass.keep(engine)
    engine.begin(with: top)
    return engine
  }

  /// Gives the subviews the places that constraints determine, after the update phase.
  final func applyConstraints() {
    guard !flags.contains(.isScripted), engineForChange != nil else { return }
    updatePendingConstraints(in: pass)
    // That may have moved the view to another tree.
    guard let engine else { return }
    byEngine {
      engine.settle()
      engine.readMoved()
      adoptValues(of: engine)
    }
  }

  private final func adoptValues(of engine: LayoutEngine) {
    if let size = storedNode?.member?.contentSize { adoptContentSize(size) }
    let grid = PixelGrid(of: storedWindow)
    for subview in storedSubviews where subview.flags.contains(.isConstrained) {
      guard !subview.isPlacedByCode, subview.superview === self,
        let member = subview.storedNode?.member, member.engine === engine
      else { continue }
      subview.adoptPlace(engine.frame(of: member, on: grid))
    }
  }

  /// Moves the view as UIKit's engine does: by bounds and center, whatever its transform.
  private final func adoptPlace(_ frame: CGRect) {
    if storedBounds.size != frame.size { placed { bounds.size = frame.size } }
    let anchor = anchorOffset
    let place = CGPoint(x: frame.origin.x + anchor.x, y: frame.origin.y + anchor.y)
    if place != currentCenter { placed { center = place } }
  }

  /// Lets the stacks of the subtree make their constraints, those that others need included.
  ///
  /// - Returns: The constrained views of the subtree, superviews first.
  @discardableResult
  final func renewStacks(in engine: LayoutEngine?) -> [View] {
    for _ in 0..<LayoutEngine.deepestStacks {
      var isDone = true
      let views = constrainedSubtree
      for view in views where view.renewOwnConstraints(in: engine) { isDone = false }
      if isDone { return views }
    }
    return constrainedSubtree
  }

  // MARK: News for the engine

  /// Lets the constraints of the view's place follow its frame or its mask.
  final func placementDidChange() {
    guard flags.contains(.isConstrained), let engine = engineForChange else { return }
    engine.change {
      let member = engine.member(of: constraintNode)
      engine.settlePlace(of: member)
      engine.awaitMeasure(of: member)
      member.told = nil
      engine.queue(member)
    }
  }

  /// Lets the constraints of the view's place follow its frame, which code has set.
  final func frameDidChange() {
    guard let node = storedNode, let member = node.member else { return }
    let engine = member.engine
    guard engine.isGiven(member) || member.offset != nil || !node.systemGuides.isEmpty else {
      return
    }
    engine.change {
      engine.settlePlace(of: member)
      for guide in node.systemGuides { guide.placeDidChange(in: engine) }
    }
  }

  /// Lets these constraints follow, and tells of what they change after the consequences of the frame
  /// itself: in a recording, deeds of constraints stand behind these.
  final func frameDidChange(and consequences: () -> Void) {
    guard let engine = storedNode?.member?.engine else { return consequences() }
    engine.change {
      frameDidChange()
      consequences()
    }
  }

  /// Does what changes several places of the subtree, and judges conflicts only then.
  final func judgingConflictsOnce(_ body: () -> Void) {
    guard flags.contains(.holdsConstrained), let engine else { return body() }
    engine.grouping(body)
  }

  /// Lets the guides of the system follow the view's insets.
  final func insetsDidChange() {
    guard let node = storedNode, let engine = node.member?.engine,
      !node.systemGuides.isEmpty
    else { return }
    engine.change { for guide in node.systemGuides { guide.placeDidChange(in: engine) } }
  }

  /// Lets the stack or the engine place the view, from now on.
  ///
  /// - Parameters:
  ///   - isArranged: True if a stack arranges the view.
  ///   - byConstraints: True if it does so by constraints.
  final func noteArrangement(_ isArranged: Bool, byConstraints: Bool = false) {
    let wasPlaced = isPlacedByCode
    flags = flags.with(.isArranged, isArranged && !byConstraints)
    if isArranged { flags.insert(.ignoresMask) }
    if flags.contains(.isConstrained), wasPlaced != isPlacedByCode || isArranged {
      placementDidChange()
    }
  }

  /// Lets the engine ask for the intrinsic size in the next update phase.
  final func awaitMeasure() {
    if let member = storedNode?.member { member.engine.awaitMeasure(of: member) }
  }

  /// Dirties the superviews of views that constraints place, whose pixels are others now.
  final func dirtyConstrained() {
    for view in constrainedSubtree where !view.isPlacedByCode {
      view.superview?.invalidate(.solved)
    }
  }

  /// Lets the engine ask for the intrinsic size again.
  final func intrinsicSizeDidChange() {
    guard let member = storedNode?.member else {
      if flags.contains(.isConstrained) { storedSuperview?.invalidate(.solved) }
      return
    }
    member.engine.change {
      member.engine.awaitMeasure(of: member)
      member.engine.queue(member)
    }
  }

  /// Lowers the constraints anew that depend on the direction of reading.
  final func directionDidChange() {
    guard let node = storedNode, let engine = node.member?.engine else { return }
    engine.change {
      for constraint in node.installed
      where constraint.first.isDirectional || constraint.second?.isDirectional == true {
        engine.renew(constraint)
      }
    }
  }

  // MARK: Moves in the tree

  /// Deactivates the constraints that lead out of the subtree, which is about to leave, and tells observers
  /// of each.
  ///
  /// They may change the tree, or even the superview.
  final func announceLeavingConstraints() {
    guard isWatched else { return }
    for constraint in constraintsLeadingOut where constraint.container != nil {
      constraint.uninstall(quietly: true)
      constraint.note(.isActive, .flag(true), .flag(false))
    }
  }

  /// The engine that a subtree left, and the constraints that led out of it.
  ///
  /// It lives until the move is over: the tree may have held the last reference to a constraint, and what dies
  /// with that may act on the tree.
  struct LeftEngine {
    let engine: LayoutEngine?
    let constraints: [LayoutConstraint]
  }

  /// Deactivates the constraints that lead out of the subtree, and leaves the engine, silently.
  final func leaveEngine() -> LeftEngine {
    let left = LeftEngine(engine: engine, constraints: constraintsLeadingOut)
    for constraint in left.constraints { constraint.uninstall(quietly: true) }
    left.engine?.letGo(self)
    return left
  }

  /// The active constraints that name something in the subtree, and that a view outside it holds; one can be
  /// listed twice.
  private final var constraintsLeadingOut: [LayoutConstraint] {
    guard storedSuperview != nil else { return [] }
    var found: [LayoutConstraint] = []
    for view in constrainedSubtree {
      guard let node = view.storedNode else { continue }
      let guides = node.guides + node.systemGuides
      for constraint in node.mentions + guides.flatMap(\.node.mentions) {
        guard let container = constraint.container?.view, !container.isDescendant(of: self) else {
          continue
        }
        found.append(constraint)
      }
    }
    return found
  }

  /// Enters the engine of the tree, if there is one or the view brings constraints into a window.
  final func enterEngine() {
    if flags.contains(.isConstrained) { superviewLink?.flags.insert(.hasConstrainedSubviews) }
    superviewLink?.with { $0.markHoldingConstrained() }
    // A new engine takes in the whole tree.
    guard let engine else { return _ = engineForChange }
    let views = renewStacks(in: nil)
    engine.change { engine.takeIn(views) }
  }
}

extension LayoutGuide {
  final func placeDidChange(in engine: LayoutEngine) {
    if let member = node.member, member.engine === engine { engine.settlePlace(of: member) }
  }
}

extension LayoutEngine {
  /// Takes in a whole tree, and lets each of its views be asked for its constraints once.
  func begin(with view: View) {
    change { takeIn(view) }
    View.markForFirstUpdate(of: view.subtree, evenIfUnrequired: true)
  }
}
