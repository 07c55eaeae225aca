import LayoutTrace

extension LoopProver {
  /// The smallest of the usual repairs of the culprit with which the turn settles.
  mutating func remedy(
    _ report: LoopReport, _ verdicts: LoopVerdicts, _ trace: TurnTrace, _ replay: Counterfactual
  ) -> Remedy? {
    let claims = report.claims
    guard claims.force.isEmpty, !claims.edges.isEmpty else { return nil }
    let rank = verdicts.culprit(among: claims)
    let accused = claims.edges[rank]
    let proof = verdicts.proof(of: rank, in: claims)
    // None of the edges stops the loop, nor may one.
    if proof.isRefuted { return nil }
    // Where nothing differs from round to round, the call would never be made.
    if case .redundant = report.verdict, case .proved(let layouts) = proof,
      accused.action.isAnnouncement || accused.action == .call(.reorderSubviews)
    {
      return accused.remedy(.onlyIfDifferent, layouts)
    }
    // The culprit, and the edge that its sentence names with it.
    let named = claims.edges.filter { edge in
      accused.culprit.companion.map(edge.culprit.edge.isSameStep) ?? false
    }
    // Sums of rounded steps grow on, unless each step is rounded away.
    let least = if case .drifting = report.verdict { 0.5 / claims.scale } else { 1.0 }
    for edge in [accused] + named where edge.isBelow(least) {
      let rounded = trace.rounding(edge.deeds, scale: claims.scale)
      if let layouts = settle(rounded, replay) { return edge.remedy(.roundToPixel, layouts) }
    }
    if case .proved(let layouts) = proof, let owner = accused.otherOwner(among: claims.edges) {
      return accused.remedy(.leaveTo(owner), layouts)
    }
    // A loop across turns acts once in each of them anyway.
    if case .acrossTurns = report.verdict { return nil }
    for edge in [accused] + named {
      // A view may do the same to several others, in turn.
      let alike = claims.edges.filter { $0.isAlike(edge) }.flatMap(\.deeds)
      for deeds in alike.count > edge.deeds.count ? [edge.deeds, alike] : [edge.deeds] {
        let once = trace.leavingOut(deeds, keepsFirst: true)
        if let layouts = settle(once, replay) { return edge.remedy(.oncePerTurn, layouts) }
      }
    }
    return nil
  }

  /// The number of layouts after which a changed trace settles; nil if it does not.
  private mutating func settle(_ trace: TurnTrace?, _ replay: Counterfactual) -> Int? {
    guard let trace, pay(for: trace), case .settled(let layouts)? = outcome(of: trace, replay)
    else { return nil }
    return layouts
  }
}

extension LoopClaims.Edge {
  fileprivate var action: EdgeAction { culprit.edge.action }

  /// The repair of the edge; nil for code outside any layout.
  fileprivate func remedy(_ repair: Remedy.Repair, _ layouts: Int) -> Remedy? {
    var announcement: EdgeAction?
    // Rounding leaves the call as it is.
    if repair != .roundToPixel, case .inLayout(let deed) = culprit.account,
      case .announced(let call, _) = deed.consequence
    {
      announcement = call
    }
    return culprit.edge.writer.map {
      Remedy(
        repair: repair, of: $0, action, on: culprit.edge.target, announcedBy: announcement,
        layouts: layouts)
    }
  }

  /// True if it wrote geometry that differs by less than a length.
  fileprivate func isBelow(_ length: Double) -> Bool {
    guard case .write(.geometry) = action, let old = culprit.edge.old?.numbers,
      let new = culprit.edge.new?.numbers
    else { return false }
    return zip(old, new).allSatisfy { ($0 - $1).magnitude < length }
  }

  /// Another view that sets the same value of the same view, or takes the same view.
  fileprivate func otherOwner(among edges: [LoopClaims.Edge]) -> ViewReference? {
    guard !action.isCall || action.isOfTree else { return nil }
    if action.isOfTree, let rival = culprit.rivals.first, rival.action == action {
      return rival.writer
    }
    let others = edges.filter {
      $0.action == action && $0.culprit.edge.target == culprit.edge.target
    }
    let owner =
      culprit.opponent ?? others.lazy.map(\.culprit.edge.writer).first { writer in
        writer != culprit.edge.writer
      } ?? nil
    return owner == culprit.edge.writer ? nil : owner
  }

  /// True if the same view does the same, to whatever view.
  fileprivate func isAlike(_ other: LoopClaims.Edge) -> Bool {
    culprit.edge.writer == other.culprit.edge.writer && action == other.action
  }
}
