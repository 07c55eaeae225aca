import LayoutTrace
import ViewTree

/// The claims of a report, in the numbers of the replayed trace.
extension ReportContents {
  /// The most edges, and the most victims, that can be tested.
  private static let edgeLimit = 8
  private static let accompliceLimit = 6
  private static let victimLimit = 6
  /// The most views of a cycle that are named.
  private static let nameLimit = 500

  /// Notes the testable claims about a loop that layouts keep going.
  func claim(
    _ report: inout LoopReport, _ accused: Culprit, sites: [InvalidationEdge],
    _ wording: EdgeWording
  ) {
    guard let numbers = TraceNumbering(analysis.evidence, traceNumber), let cycle = analysis.cycle
    else { return }
    var claims = LoopClaims()
    claims.edges = analysis.edges.prefix(Self.edgeLimit).enumerated().map { rank, edge in
      LoopClaims.Edge(
        culprit: rank == 0 ? accused : culprit(edge, wording), deeds: numbers.deeds(edge),
        isEffective: edge.isEffective, sites: rank == 0 ? sites : [])
    }
    if let owner = analysis.edges.first?.key.owner {
      claims.accused = [TraceDeed(by: numbers.views(of: owner), .anything)]
    }
    claims.accomplices = analysis.accomplices.prefix(Self.accompliceLimit).map { actor in
      LoopClaims.Member(
        view: wording.reference(actor), deeds: [TraceDeed(by: numbers.views(of: actor), .anything)],
        edge: analysis.likeliestEdge(of: actor).map {
          LoopClaims.Edge(
            culprit: culprit($0, wording), deeds: numbers.deeds($0), isEffective: $0.isEffective)
        })
    }
    claims.victims = analysis.victims.prefix(Self.victimLimit).map {
      LoopClaims.Member(
        view: wording.reference($0), deeds: [TraceDeed(by: numbers.views(of: $0), .anything)])
    }
    name(cycle, in: &claims, numbers, wording)
    claims.victimCount = analysis.victims.count
    (claims.listLimit, claims.scale) = (stackLimit, scale)
    report.claims = claims
  }

  private func culprit(_ edge: LoopEdge, _ wording: EdgeWording) -> Culprit {
    let site = EdgeSites(edge, analysis.evidence).main
    let caught = stacks.answer(to: analysis.action(edge, site))
    return wording.culprit(edge, caught, at: site)
  }

  /// Notes the testable claims about repeated actions of code outside layout.
  func claim(
    _ report: inout LoopReport, _ thrashing: Thrashing, _ cycle: Cycle, _ wording: EdgeWording
  ) {
    guard let numbers = TraceNumbering(analysis.evidence, traceNumber), let culprit = report.culprit
    else { return }
    var claims = LoopClaims()
    claims.edges = thrashing.deeds.prefix(Self.edgeLimit).enumerated().map { rank, deed in
      let edge = rank == 0 ? culprit.edge : wording.edge(deed, stacks.answer(to: deed.action))
      return LoopClaims.Edge(
        culprit: wording.culprit(deed, edge, culprit.force),
        deeds: [numbers.deed(deed)], isEffective: true)
    }
    if let force = thrashing.force { claims.force = [numbers.deed(force)] }
    name(cycle, in: &claims, numbers, wording)
    claims.listLimit = report.otherEdges.count
    report.claims = claims
  }

  private func name(
    _ cycle: Cycle, in claims: inout LoopClaims, _ numbers: TraceNumbering, _ wording: EdgeWording
  ) {
    for actor in analysis.members {
      let views = numbers.views(of: actor).numbers
      claims.cycle.formUnion(views)
      guard claims.names.count < Self.nameLimit else { continue }
      let name = wording.reference(actor)
      for view in views { claims.names[view] = name }
    }
  }
}

/// Translates the views of the evidence into the numbers of a trace.
private struct TraceNumbering {
  private let evidence: LoopEvidence
  private let number: (View) -> Int?

  init?(_ evidence: LoopEvidence, _ number: ((View) -> Int?)?) {
    guard let number else { return nil }
    (self.evidence, self.number) = (evidence, number)
  }

  /// The views of an actor, together with those that replace them.
  func views(of actor: Int) -> TraceViews {
    guard evidence.isMany(actor) || evidence.isNew[actor] else {
      return TraceViews(numbers(of: [evidence.number(of: actor)]))
    }
    let members = evidence.actors.indices.filter { evidence.actors[$0] == actor }
    let note = evidence.register.notes[actor]
    let superview = evidence.actors[note.superview]
    let superviews = evidence.actors.indices.filter { $0 > 0 && evidence.actors[$0] == superview }
    return TraceViews(
      numbers(of: members),
      kind: TraceViews.Kind(
        superviews: numbers(of: superviews), className: evidence.register.role(of: actor).className,
        name: note.identifier))
  }

  /// The action of an edge, and the call that announces it.
  func deeds(_ edge: LoopEdge) -> [TraceDeed] {
    ([edge.key] + (edge.announcement.map { [$0] } ?? [])).map { key in
      var deed = TraceDeed(
        by: views(of: key.writer), isInConstraints: key.isInConstraints, key.kind,
        to: views(of: evidence.holder(of: key.target)))
      deed.constraint = evidence.constraint(of: key.target)
      if key.owner != key.writer { deed.owner = views(of: key.owner) }
      deed.isEngine = key.isEngine
      return deed
    }
  }

  /// The deed of code outside layout on the views of one role.
  func deed(_ deed: Thrashing.Edge) -> TraceDeed {
    let kind = TraceViews.Kind(
      superviews: numbers(of: [deed.role.superview]), className: deed.role.className, name: nil)
    return TraceDeed(
      by: nil, deed.edge.key.kind, to: TraceViews(numbers(of: Array(deed.targets)), kind: kind))
  }

  private func numbers(of views: [Int]) -> Set<Int> {
    Set(views.compactMap { $0 > 0 ? evidence.register.view($0).flatMap(number) : nil })
  }
}
