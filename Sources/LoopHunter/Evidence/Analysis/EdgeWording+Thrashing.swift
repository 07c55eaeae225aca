import LayoutTrace
import ViewTree

extension EdgeWording {
  /// The view to which something is done from outside; of several that share a name, the name.
  func reference(_ deed: Thrashing.Edge) -> ViewReference {
    let reference = reference(deed.edge.key.target)
    guard deed.targets.count > 1, Set(deed.targets.map(namer.name)).count == 1 else {
      return reference
    }
    return withoutIndex(reference, in: deed.role.superview)
  }

  /// The coded form of what code outside layout does.
  func edge(_ deed: Thrashing.Edge, _ caught: StackRequests.Catch?) -> InvalidationEdge {
    let last = EdgeSites.Site(ordinal: 0, ordinalOnAny: 0, action: deed.edge.sample)
    let values = values(deed.edge, caught, last)
    let target = reference(deed)
    return InvalidationEdge(
      writer: nil, target: target, action: action(deed.edge), old: values?.old, new: values?.new,
      dirtied: deed.edge.key.kind == .force ? target : reference(deed.edge.top),
      place: CodePlace(caught?.stack))
  }

  /// A deed by code outside layout, as a culprit.
  func culprit(
    _ deed: Thrashing.Edge, _ edge: InvalidationEdge, _ force: InvalidationEdge?
  ) -> Culprit {
    let isOfSubview =
      !isThrough(deed.edge)
      && (edge.action == .call(.invalidateIntrinsicContentSize) || edge.action.isHiding)
    let account = CulpritAccount.Outside(
      hasOthers: Set(deed.targets.map(namer.name)).count != 1, isOfSubview: isOfSubview)
    return Culprit(edge: edge, force: force, account: .outside(account))
  }

  /// The parts of the fingerprint: each deed with the class of its target, and the forced classes.
  func fingerprint(_ thrashing: Thrashing) -> [String] {
    let deed = thrashing.deeds[0]
    guard let force = thrashing.force else { return [action(deed.edge).name, deed.role.className] }
    let names = Set(force.targets.map(namer.name))
    return [
      action(deed.edge).name, deed.role.className,
      (names.count == 1 ? names.first : nil) ?? force.role.className,
    ]
  }
}
