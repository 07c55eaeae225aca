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
    var edges = provedEdges(by: verdicts)
    guard !edges.isEmpty, culprit != nil else { return self }
    var report = self
    report.culprit?.edge.proof = edges[0].culprit.edge.proof
    report.culprit?.force?.proof = verdicts.force
    report.accuse(&edges, by: verdicts)
    report.promote(verdicts.drivers, beside: edges[0])
    report.takeProofs(of: edges)
    report.otherEdges = Array(
      (edges[0].sites + edges.dropFirst().map(\.culprit.edge))
        .filter { report.culprit?.names($0) != true }.prefix(claims.listLimit))
    if edges[0].stops { report.remarkList.dropSeveralEdges() }
    report.remark(on: edges, verdicts)
    report.remedy = verdicts.remedy
    return report
  }

  /// The edges that the report claims, by rank, with the results of their replays.
  private func provedEdges(by verdicts: LoopVerdicts) -> [LoopClaims.Edge] {
    (0..<min(claims.edges.count, verdicts.edges.count)).map { rank in
      var edge = claims.edges[rank]
      let proof = verdicts.proof(of: rank, in: claims)
      edge.culprit.edge.proof = proof
      edge.culprit.force?.proof = verdicts.force
      for index in edge.sites.indices { edge.sites[index].proof = proof }
      return edge
    }
  }

  /// Puts another edge in the place of the accused one, if the replays acquit that.
  private mutating func accuse(_ edges: inout [LoopClaims.Edge], by verdicts: LoopVerdicts) {
    let accused = edges[0]
    let better = verdicts.culprit(among: claims)
    if better > 0 {
      let new = edges.remove(at: better)
      edges.insert(new, at: 0)
      remarkList.append(.replacedCulprit)
      exchange(accused.culprit.edge.writer, for: new.culprit.edge.writer)
    } else if accused.culprit.edge.proof?.isRefuted == true, let needed = verdicts.needed,
      var edge = claims.accomplices[needed.accomplice].edge, edge.mayReplace(accused)
    {
      edges.removeAll { $0.culprit.edge == edge.culprit.edge }
      edge.culprit.edge.proof = needed.proof
      edges.insert(edge, at: 0)
      exchange(accused.culprit.edge.writer, for: claims.accomplices[needed.accomplice].view)
    } else {
      return
    }
    culprit = edges[0].culprit.naming(victims: claims.victimCount)
  }

  /// Makes accomplices of the supposed victims without whose layouts the loop stops.
  private mutating func promote(_ drivers: [ViewReference], beside accused: LoopClaims.Edge) {
    let count = victims.count
    for view in drivers where victims.contains(view) {
      victims.removeAll { $0 == view }
      accomplices.append(view)
    }
    let promoted = count - victims.count
    if promoted > 0 {
      culprit = accused.culprit.naming(victims: max(0, claims.victimCount - promoted))
    }
  }

  /// Gives the edges that the sentence names beside the culprit their proofs: they were tested among
  /// the others.
  private mutating func takeProofs(of edges: [LoopClaims.Edge]) {
    guard var culprit else { return }
    for edge in edges.map(\.culprit.edge) {
      for index in culprit.rivals.indices where culprit.rivals[index].isSameStep(as: edge) {
        culprit.rivals[index].proof = edge.proof
      }
      if culprit.companion?.isSameStep(as: edge) == true { culprit.companion?.proof = edge.proof }
    }
    self.culprit = culprit
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
