import LayoutTrace

/// The results of replays of a loop, in which one edge or view after the other was left out.
struct LoopVerdicts {
  /// The reason why nothing was tested.
  var reason: UntestedReason?
  /// The results without each edge, by rank.
  var edges: [EdgeProof] = []
  /// The result without the calls that force layouts from outside.
  var force: EdgeProof?
  /// The result without all edges at once, if none of them alone stops the loop.
  var together: EdgeProof?
  /// The result without all deeds of the accused view's layouts, if no edge alone stops the loop.
  var accused: EdgeProof?
  /// The results without all deeds of each accomplice's layouts, in their order.
  var accomplices: [EdgeProof] = []
  /// The result without one edge of the first accomplice without which the loop stops, with the
  /// index of that accomplice.
  ///
  /// Present only if no other tested omission stops the loop.
  var needed: (accomplice: Int, proof: EdgeProof)?
  /// The supposed victims without whose layouts the loop stops.
  var drivers: [ViewReference] = []
  /// The smallest repair with which the turn settles.
  var remedy: Remedy?

  /// True if no single edge stops the loop, so that more than one was left out at a time.
  fileprivate var isMoreNeeded: Bool { accused?.isProved == true || together != nil }

  /// The proof of an edge, by rank.
  ///
  /// A replay repeats what was recorded, also what may depend on the edge that it leaves out: that it
  /// goes on says something only of an edge without which a recorded round went on.
  func proof(of rank: Int, in claims: LoopClaims) -> EdgeProof {
    edges[rank].isRefuted && claims.edges[rank].isEffective
      ? .untested(.dependentRest) : edges[rank]
  }

  /// The rank of the edge that is the culprit by the replays.
  ///
  /// An edge that does not stop the loop is no culprit if another one does, or may; but a line in the code
  /// is not exchanged for nothing.
  func culprit(among claims: LoopClaims) -> Int {
    let proofs = (0..<min(edges.count, claims.edges.count)).map { proof(of: $0, in: claims) }
    guard claims.force.isEmpty, proofs.first?.isRefuted == true,
      let better = proofs.firstIndex(where: \.isProved)
        ?? (isMoreNeeded ? nil : proofs.firstIndex(where: \.isUntested)),
      claims.edges[better].mayReplace(claims.edges[0])
    else { return 0 }
    return better
  }

  /// Nothing is known, for one reason.
  static func untested(_ reason: UntestedReason) -> LoopVerdicts { LoopVerdicts(reason: reason) }
}

extension LoopReport {
  /// The report with one answer for all its edges.
  func answered(_ proof: EdgeProof) -> LoopReport {
    var report = self
    report.culprit?.edge.proof = proof
    report.culprit?.force?.proof = proof
    for index in otherEdges.indices { report.otherEdges[index].proof = proof }
    return report
  }

  /// The report with the culprit and the roles according to the replays.
  ///
  /// The fingerprint stays: it is the same whether or not anything was tested.
  func judged(by verdicts: LoopVerdicts) -> LoopReport {
    if let reason = verdicts.reason { return answered(.untested(reason)) }
    var report = self
    let count = min(claims.edges.count, verdicts.edges.count)
    var edges = (0..<count).map { rank in
      var edge = claims.edges[rank]
      let proof = verdicts.proof(of: rank, in: claims)
      edge.culprit.edge.proof = proof
      edge.culprit.force?.proof = verdicts.force
      for index in edge.sites.indices { edge.sites[index].proof = proof }
      return edge
    }
    guard let accused = edges.first, var culprit else { return self }
    culprit.edge.proof = accused.culprit.edge.proof
    culprit.force?.proof = verdicts.force
    let isRefuted = accused.culprit.edge.proof?.isRefuted == true
    let better = verdicts.culprit(among: claims)
    if better > 0 {
      let new = edges.remove(at: better)
      edges.insert(new, at: 0)
      report.remarkList.append(.replacedCulprit)
      report.exchange(accused.culprit.edge.writer, for: new.culprit.edge.writer)
      culprit = new.culprit.naming(victims: claims.victimCount)
    } else if isRefuted, let needed = verdicts.needed,
      var edge = claims.accomplices[needed.accomplice].edge, edge.mayReplace(accused)
    {
      edges.removeAll { $0.culprit.edge == edge.culprit.edge }
      edge.culprit.edge.proof = needed.proof
      edges.insert(edge, at: 0)
      report.exchange(accused.culprit.edge.writer, for: claims.accomplices[needed.accomplice].view)
      culprit = edge.culprit.naming(victims: claims.victimCount)
    }
    // The edges that the sentence names beside the culprit were tested among the others.
    for edge in edges.map(\.culprit.edge) {
      for index in culprit.rivals.indices where culprit.rivals[index].isSameStep(as: edge) {
        culprit.rivals[index].proof = edge.proof
      }
      if culprit.companion?.isSameStep(as: edge) == true { culprit.companion?.proof = edge.proof }
    }
    for view in verdicts.drivers where report.victims.contains(view) {
      report.victims.removeAll { $0 == view }
      report.accomplices.append(view)
    }
    let promoted = victims.count - report.victims.count
    if promoted > 0 {
      culprit = edges[0].culprit.naming(victims: max(0, claims.victimCount - promoted))
    }
    report.culprit = culprit
    report.otherEdges = Array(
      (edges[0].sites + edges.dropFirst().map(\.culprit.edge))
        .filter { !culprit.names($0) }.prefix(claims.listLimit))
    if edges[0].stops { report.remarkList.dropSeveralEdges() }
    report.remark(on: edges, verdicts)
    report.remedy = verdicts.remedy
    return report
  }

  private mutating func exchange(_ old: ViewReference?, for new: ViewReference?) {
    guard let old, let new, old != new else { return }
    accomplices.removeAll { $0 == new }
    if !accomplices.contains(old) { accomplices.insert(old, at: 0) }
  }

  private mutating func remark(on edges: [LoopClaims.Edge], _ verdicts: LoopVerdicts) {
    // The number is that of the edges that the report names.
    let named = [culprit?.edge, culprit?.companion].compactMap(\.self) + (culprit?.rivals ?? [])
    let stopping = edges.count { edge in
      edge.stops && (named + otherEdges).contains { $0.isSameStep(as: edge.culprit.edge) }
    }
    if stopping > 1 { remarkList.append(.edgesThatStop(count: stopping)) }
    let needed = zip(claims.accomplices, verdicts.accomplices).filter { $1.isProved }.map(\.0.view)
    if case .proved(let layouts)? = verdicts.accused, let writer = culprit?.edge.writer {
      remarkList.dropSeveralEdges()
      remarkList.append(.wholeView(writer, layouts: layouts))
    } else if case .proved(let layouts)? = verdicts.together {
      remarkList.dropSeveralEdges()
      remarkList.append(.allEdges(count: edges.count, layouts: layouts))
    }
    if !needed.isEmpty { remarkList.append(.otherViews(needed)) }
  }
}

extension LoopClaims.Edge {
  /// True unless a place in the code would be exchanged for none.
  fileprivate func mayReplace(_ accused: Self) -> Bool {
    !accused.culprit.edge.place.isCaught || culprit.edge.place.isCaught
  }

  /// True if the loop stops without it.
  fileprivate var stops: Bool { culprit.edge.proof?.isProved == true }
}
