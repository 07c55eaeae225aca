import ViewTree

/// Everything that can be concluded from the evidence about one hunted view.
struct LoopAnalysis {
  let evidence: LoopEvidence
  let namer: ViewNamer
  let hunted: Int
  /// Nil where the view was not laid out twice since recording began.
  let cycle: Cycle?
  /// The suspicious edges, best first.
  let edges: [LoopEdge]
  private let depths: DepthCache

  init(_ recorder: EvidenceRecorder, hunted: Int) {
    evidence = LoopEvidence(recorder)
    namer = ViewNamer(register: recorder.register)
    depths = DepthCache(evidence)
    self.hunted = hunted
    cycle = CycleFinder(evidence: evidence, hunted: hunted, namer: namer, depths: depths).find()
    edges =
      cycle.map { [evidence, depths] in
        CulpritFinder(evidence: evidence, cycle: $0, depths: depths).rank()
      } ?? []
  }

  /// Puts edges into words.
  func wording(_ cycle: Cycle) -> EdgeWording {
    EdgeWording(evidence: evidence, cycle: cycle, namer: namer, depths: depths)
  }

  /// The actors of the cycle, each once, in the order of their first layouts.
  var members: [Int] {
    ActorSet(cycle?.order ?? [], limit: evidence.actors.count).members
  }

  /// Those that are at neither end of the culprit edge.
  var victims: [Int] {
    guard let culprit = edges.first else { return members }
    let dirtied = culprit.topDirtied(depths)
    return members.filter { $0 != culprit.key.writer && $0 != dirtied }
  }

  /// The same for the same bug: see `Fingerprint`.
  func fingerprint(_ verdict: Verdict) -> String {
    func name(_ actor: Int) -> String { namer.name(evidence.number(of: actor)) }
    guard let cycle, let culprit = edges.first else {
      let drivers = cycle?.drivers.isEmpty == false ? members : [evidence.actors[hunted]]
      return Fingerprint.make(verdict: verdict, drivers: drivers.map(name), culprit: [])
    }
    let wording = wording(cycle)
    return Fingerprint.make(
      verdict: verdict, drivers: members.filter { cycle.drivers.contains($0) }.map(name),
      culprit: [
        name(culprit.key.writer), wording.action(culprit), wording.direction(culprit),
        name(culprit.topDirtied(depths)),
      ])
  }
}

extension EvidenceRecorder {
  /// Asks for the call stacks of the edges that look suspicious now.
  func requestStacks(for hunted: Int) {
    guard !stackRequests.isFull(limit: limits.stacks) else { return }
    let analysis = LoopAnalysis(self, hunted: hunted)
    for (rank, edge) in analysis.edges.prefix(limits.stacks).enumerated() {
      stackRequests.ask(
        for: stackRequest(edge, analysis), frames: rank == 0 ? limits.frames : 1,
        limit: limits.stacks)
    }
  }

  /// The action of an edge as the recorder will see it.
  func stackRequest(_ edge: LoopEdge, _ analysis: LoopAnalysis) -> ActionKey {
    func number(_ actor: Int) -> Int {
      analysis.evidence.isMany(actor) ? ActionKey.any : actor
    }
    return ActionKey(
      writer: edge.isDeferred ? 0 : number(edge.key.writer), kind: edge.key.kind,
      target: number(edge.key.target))
  }
}
