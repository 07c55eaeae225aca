extension LoopReport {
  /// The report with every text rewritten that comes from the program under test.
  ///
  /// The fingerprint and the verdict are kept: they are what reports are grouped by.
  func mapTexts(_ rewrite: @escaping @Sendable (String) -> String) -> LoopReport {
    var report = self
    report.view = view.mapTexts(rewrite)
    report.cycle = cycle.map { $0.mapTexts(rewrite) }
    report.culprit = culprit.map {
      Culprit(
        wording: $0.wording.rewritten(rewrite), edge: $0.edge.mapTexts(rewrite),
        opponent: $0.opponent?.mapTexts(rewrite), force: $0.force?.mapTexts(rewrite))
    }
    report.otherEdges = otherEdges.map { $0.mapTexts(rewrite) }
    report.accomplices = accomplices.map { $0.mapTexts(rewrite) }
    report.victims = victims.map { $0.mapTexts(rewrite) }
    report.geometry = geometry.map {
      GeometryHistory(
        view: $0.view.mapTexts(rewrite), property: $0.property, values: $0.values.map(rewrite))
    }
    report.remarkList = remarkList.rewritten(rewrite)
    report.caughtStacks = caughtStacks.rewritten { stack in
      CallStack(dirtied: stack.dirtied.mapTexts(rewrite), frames: stack.frames.map(rewrite))
    }
    report.viewToHunt = viewToHunt?.mapTexts(rewrite)
    report.tree = rewrite(tree)
    report.claims = LoopClaims()
    return report
  }
}

extension ViewReference {
  /// The reference with its path, class and identifier rewritten.
  fileprivate func mapTexts(_ rewrite: (String) -> String) -> ViewReference {
    ViewReference(
      path: rewrite(path), className: rewrite(className), identifier: identifier.map(rewrite))
  }
}

extension InvalidationEdge {
  /// The edge with everything rewritten but the name of the action.
  fileprivate func mapTexts(
    _ rewrite: @escaping @Sendable (String) -> String
  ) -> InvalidationEdge {
    var edge = InvalidationEdge(
      writer: writer?.mapTexts(rewrite), target: target.mapTexts(rewrite), action: action,
      old: old.map(rewrite), new: new.map(rewrite), dirtied: dirtied.mapTexts(rewrite),
      place: place.rewritten(rewrite))
    switch proof {
    case .refuted(let view?): edge.proof = .refuted(through: view.mapTexts(rewrite))
    // The reason may name a view.
    case .untested(let reason): edge.proof = .untested(rewrite(reason))
    case .proved, .refuted(nil), nil: edge.proof = proof
    }
    return edge
  }
}
