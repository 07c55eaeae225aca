import ViewTree

extension EdgeWording {
  /// The view to which something is done from outside; of several that share a name, the name.
  func reference(_ deed: Thrashing.Deed) -> ViewReference {
    var reference = reference(deed.edge.key.target)
    guard deed.targets.count > 1, Set(deed.targets.map(namer.name)).count == 1 else {
      return reference
    }
    let superview = deed.role.superview
    let path = superview == 0 ? nil : self.reference(evidence.actors[superview]).path
    reference.path = path.map { "\($0)/\(reference.name)" } ?? reference.name
    return reference
  }

  /// The coded form of what code outside layout does.
  func edge(_ deed: Thrashing.Deed, _ caught: StackRequests.Catch?) -> InvalidationEdge {
    let last = EdgeSites.Site(ordinal: 0, action: deed.edge.sample)
    let values = texts(deed.edge, caught, last)
    let target = reference(deed)
    return InvalidationEdge(
      writer: nil, target: target, action: action(deed.edge), old: values?.old, new: values?.new,
      dirtied: deed.edge.key.kind == .force ? target : reference(deed.edge.top),
      place: CodePlace(caught?.stack))
  }

  /// One sentence: what is written, and what is forced, or that nobody forces it.
  func sentence(
    _ thrashing: Thrashing, _ edge: InvalidationEdge, _ force: InvalidationEdge?
  ) -> PlacedText {
    var text = PlacedText("Code outside any layout \(deed(thrashing.deeds[0], edge))")
    text.append(edge.place)
    guard let force else {
      text.append(" again after each layout of one pass; nobody forced these layouts.")
      return text
    }
    let forced =
      force.target == edge.target
      ? "it" : "`\(force.target.name)` (\(force.target.shownPath))"
    text.append(" and forced \(forced) by `layoutIfNeeded`")
    text.append(force.place)
    text.append(", again and again in one turn.")
    return text
  }

  /// What was done, to whom.
  private func deed(_ deed: Thrashing.Deed, _ edge: InvalidationEdge) -> String {
    let isOneName = Set(deed.targets.map(namer.name)).count == 1
    let whose =
      "`\(edge.target.name)` (\(edge.target.shownPath))" + (isOneName ? "" : " and others")
    switch deed.edge.key.kind {
    case .write:
      let change = edge.old.flatMap { old in edge.new.map { " \(old) → \($0)" } } ?? ""
      return "wrote `\(edge.action)` of \(whose)\(change)"
    case .tree(let step):
      switch step {
      case .opened, .added: return "added a subview to \(whose)"
      case .removed: return "removed a subview from \(whose)"
      case .reordered: return "reordered the subviews of \(whose)"
      }
    case .force, .call:
      // A trace need not say on which subview was called what dirtied its superview.
      if !isThrough(deed.edge) {
        if edge.action == "invalidateIntrinsicContentSize" {
          return "called `\(edge.action)` on a subview of \(whose)"
        }
        if edge.action == "isHidden" {
          return "changed `isHidden` of an arranged view of \(whose)"
        }
      }
      return edge.action.isCall
        ? "called `\(edge.action)` on \(whose)" : "changed `\(edge.action)` of \(whose)"
    }
  }

  /// The parts of the fingerprint: what is done to which class, and what is forced.
  func fingerprint(_ thrashing: Thrashing) -> [String] {
    let deed = thrashing.deeds[0]
    guard let force = thrashing.force else { return [action(deed.edge), deed.role.className] }
    let names = Set(force.targets.map(namer.name))
    return [
      action(deed.edge), deed.role.className,
      names.count == 1 ? names.first! : force.role.className,
    ]
  }
}
