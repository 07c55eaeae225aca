import LayoutTrace
import ViewTree

/// All conclusions from the evidence about the loop of one hunted view.
package struct LoopAnalysis {
  let evidence: LoopEvidence
  let namer: ViewNamer
  let hunted: Int
  /// The repeated actions of code outside layout, if they explain everything.
  let thrashing: Thrashing?
  /// The cycle; nil if the view was not laid out twice since recording began.
  package let cycle: Cycle?
  /// The suspicious edges, best first.
  package let edges: [LoopEdge]
  /// The edge that is as good an answer as the first: two views do the same to each other.
  let rivals: [LoopEdge]
  /// The edge that belongs to the first: a call that announces a write, or that write.
  let companion: LoopEdge?
  /// The kind of the loop; `undetermined` without a cycle.
  let finding: VerdictFinder.Finding
  let order: TreeOrder
  private let changes: NetChanges?
  /// All edges, including those that are not suspicious.
  private let allEdges: [LoopEdge]
  /// The graph that they form.
  private let graph: EdgeGraph

  /// - Parameters:
  ///   - shared: the evidence and conclusions that the reports of the turn share.
  ///   - depth: the number of layouts of the hunted view on the stack at the report.
  ///   - passes: the least number of forced passes that count as a loop.
  ///   - isCrossing: true if the view crosses its threshold now.
  init(
    _ shared: SharedEvidence, of recorder: EvidenceRecorder, hunted: Int, depth: Int?, passes: Int,
    isCrossing: Bool = false
  ) {
    let whole = shared.evidence(of: recorder)
    namer = recorder.namer
    self.hunted = hunted
    // Forced layout shows in its effects on all views.
    thrashing = ThrashingFinder(
      evidence: whole, outside: shared.outside, hunted: hunted, namer: namer
    ).find(least: passes)
    evidence = thrashing == nil ? shared.part(of: whole, around: hunted) : whole
    order = TreeOrder(evidence)
    if let thrashing {
      cycle = thrashing.cycle
      (edges, allEdges, changes) = ([], [], nil)
      graph = EdgeGraph([], limit: 0)
      (rivals, companion) = ([], nil)
      finding = .init(
        verdict: thrashing.force.map { .thrashing(times: $0.passes) } ?? .feedback)
      return
    }
    cycle = CycleFinder(
      evidence: evidence, hunted: evidence.view(numbered: hunted) ?? 0, namer: namer, order: order,
      isCrossing: isCrossing
    ).find()
    guard let cycle else {
      (edges, allEdges, changes) = ([], [], nil)
      graph = EdgeGraph([], limit: 0)
      (rivals, companion) = ([], nil)
      finding = .init(verdict: .undetermined)
      return
    }
    let changes = NetChanges(evidence, cycle)
    let finder = CulpritFinder(evidence: evidence, cycle: cycle, changes: changes, order: order)
    let ranking = finder.rank()
    (allEdges, graph) = (ranking.all, ranking.graph)
    finding =
      VerdictFinder(
        evidence: evidence, cycle: cycle, edges: ranking.suspects, changes: changes, order: order,
        depth: depth ?? evidence.register.view(hunted)?.layoutsOnStack ?? 0
      ).decide()
    self.changes = changes
    let blame = ranking.blame(finding.verdict, force: finder.force)
    (edges, rivals, companion) = (blame.edges, blame.rivals, blame.companion)
  }

  /// True if no driver was found: the fingerprint then contains the name of the hunted view.
  var isNameless: Bool { thrashing == nil && (cycle?.drivers.isEmpty ?? true) }

  /// True if the conclusions hold for other views, too, before there is a verdict.
  var isShared: Bool { !isNameless || !evidence.hasNewViews }

  /// Concludes from everything that a recorder holds now, without a report.
  package init(_ recorder: EvidenceRecorder, hunted view: View) {
    self.init(
      SharedEvidence(), of: recorder, hunted: recorder.register.number(of: view), depth: nil,
      passes: ThrashingFinder.leastPasses)
  }

  /// The kind of loop.
  package var verdict: Verdict { finding.verdict }

  /// The numbers of the views that the cycle keeps going.
  var carried: [Int] { numbers(of: cycle?.participants) }

  /// The numbers of the views that drive the cycle.
  var driving: [Int] { numbers(of: cycle?.drivers) }

  private func numbers(of views: ActorSet?) -> [Int] {
    guard let views else { return [] }
    guard evidence.hasNewViews else { return views.members.map(evidence.number(ofView:)) }
    return evidence.actors.indices.filter { views.contains(evidence.actors[$0]) }
  }

  /// The actor of the hunted view.
  var huntedActor: Int { evidence.actor(numbered: hunted) ?? 0 }

  /// False if the hunted view is not in the cycle, and no driver dirties it.
  var leadsToHunted: Bool {
    guard thrashing == nil, let cycle else { return true }
    guard cycle.drivers.isEmpty else { return cycle.participants.contains(huntedActor) }
    return cycle.order.contains(huntedActor)
  }

  /// Writes edges as sentences.
  func wording(_ cycle: Cycle) -> EdgeWording {
    EdgeWording(
      evidence: evidence, cycle: cycle, changes: changes, verdict: finding.verdict, namer: namer)
  }

  /// True if views take part whose layouts follow no pattern that was seen.
  var hasOccasionalParticipants: Bool { cycle?.isOfDrivers ?? false }

  /// The actors of the cycle, each once, in the order of their first layouts.
  var members: [Int] {
    ActorSet(cycle?.order ?? [], limit: evidence.actors.count).members
  }

  /// The actors that drive the loop; those without layouts in it come last.
  private var drivers: [Int] {
    guard let cycle else { return [] }
    return members.filter { cycle.drivers.contains($0) } + driversInConstraints
  }

  /// The drivers that the cycle does not lay out: their `updateConstraints` drives it.
  var driversInConstraints: [Int] {
    guard let cycle, evidence.history.hasUpdates else { return [] }
    let laidOut = ActorSet(cycle.order, limit: evidence.actors.count)
    return cycle.drivers.members.filter { !laidOut.contains($0) }
  }

  /// The owners of the edges between which nothing decides: the culprit's, and those of its rivals.
  private var accused: Set<Int> {
    Set((edges.prefix(1) + rivals).map(\.key.owner))
  }

  /// The drivers other than the culprit: their layouts pass the loop on.
  var accomplices: [Int] {
    let named = accused
    return named.isEmpty ? [] : drivers.filter { !named.contains($0) }
  }

  /// The likeliest edge of a driver, which may also only hand the loop on.
  func likeliestEdge(of driver: Int) -> LoopEdge? {
    edges.first { $0.key.writer == driver }
      ?? allEdges.filter { $0.key.writer == driver }.min { $0.guilt.rawValue < $1.guilt.rawValue }
  }

  /// True if the cycle was seen to close often enough to name a culprit.
  var isClosed: Bool {
    guard let cycle else { return false }
    return finding.verdict != .undetermined
      || cycle.isSteady && cycle.rounds.count >= GeometryTrack.leastRounds
  }

  /// The views that are merely laid out again; unknown if no edge closes the cycle.
  var victims: [Int] {
    guard let cycle, thrashing != nil || !edges.isEmpty else { return [] }
    if let thrashing {
      return members.filter { !thrashing.forcedActors(evidence).contains($0) }
    }
    let named = accused
    return members.filter { !cycle.drivers.contains($0) && !named.contains($0) }
  }

  /// True if the loop would continue without the first edge and all others that satisfy `isSame`.
  func goesOnWithoutCulprit(orThose isSame: (LoopEdge) -> Bool) -> Bool {
    guard let culprit = edges.first, culprit.key.kind != .force else { return false }
    return !graph.isAcyclic {
      $0.key.deed == culprit.key.deed || $0.key == culprit.announcement || isSame($0)
    }
  }

  /// The fingerprint, which is equal for the same bug: see `Fingerprint`.
  func fingerprint(_ verdict: Verdict) -> String {
    func name(_ actor: Int) -> String { namer.name(evidence.number(of: actor)) }
    if let thrashing, let cycle {
      return Fingerprint.make(
        verdict: thrashing.force == nil ? .feedback : .thrashing(times: 0), drivers: [],
        culprit: wording(cycle).fingerprint(thrashing))
    }
    guard let cycle, let culprit = edges.first else {
      return fingerprint(verdict, ofActors: unblamedActors)
    }
    let wording = wording(cycle)
    func parts(_ edge: LoopEdge) -> [String] {
      // The notation of a constraint contains numbers.
      let path = evidence.constraint(of: edge.key.target) == nil ? nil : wording.path(edge)
      let action = path?.reported.name ?? wording.action(edge).name
      return [name(edge.key.owner), action, wording.direction(edge), name(edge.top)]
    }
    // Of equal edges none comes first.
    let named = ([culprit] + rivals).map(parts)
    return Fingerprint.make(
      verdict: verdict, drivers: drivers.map(name),
      culprit: named.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 })
  }
}

extension LoopAnalysis {
  /// The actions whose call stacks a report will need, the most important first; `isDetailed` asks
  /// for all frames.
  func actionsToCatch(limit: Int) -> [(action: ActionKey, isDetailed: Bool)] {
    if let thrashing {
      // The force first: without it the mistake is not visible.
      let force = thrashing.force.map { [$0] } ?? []
      return (force + thrashing.deeds).prefix(limit).enumerated()
        .map { ($1.action, $0 < 2) }
    }
    return edges.prefix(limit).enumerated().flatMap { rank, edge in
      let sites = EdgeSites(edge, evidence)
      return ([sites.main] + sites.others).enumerated().map {
        (action(edge, $1), rank == 0 && $0 == 0)
      }
    }
  }

  /// The action of an edge in the recorder's form.
  func action(_ edge: LoopEdge, _ site: EdgeSites.Site) -> ActionKey {
    func number(_ actor: Int) -> Int {
      evidence.isMany(actor) ? ActionKey.any : evidence.number(ofView: actor)
    }
    let isAny = evidence.isMany(edge.key.target)
    return ActionKey(
      writer: edge.isDeferred ? 0 : number(edge.key.writer),
      owner: edge.key.isEngine
        ? EvidenceHeader.engine
        : edge.key.owner == edge.key.writer ? 0 : number(edge.key.owner),
      kind: edge.key.kind, target: number(edge.key.target),
      ordinal: isAny ? site.ordinalOnAny : site.ordinal,
      isInConstraints: edge.key.isInConstraints && !edge.isDeferred)
  }
}
