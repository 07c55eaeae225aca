import LayoutTrace

/// Tests what reports claim: replays the turn of a loop with one edge left out, and judges what comes of
/// it.
///
/// Bounded in the events that are replayed, not in time, so that two runs say the same.
package struct LoopProver {
  /// How many candidates of a loop are tested: edges first, then victims.
  private static let mostCandidates = 8
  private static let mostEdges = 5
  /// How many events all tests of a trace replay.
  private static let mostEvents = 10_000_000

  let interrupt: TraceInterrupt?
  private var eventsLeft = LoopProver.mostEvents

  package init(interrupt: TraceInterrupt? = nil) {
    self.interrupt = interrupt
  }

  /// How many layouts of the hunted view the turn needs: what is left out may change their order.
  package static func layoutsNeeded(threshold: Int) -> Int { 4 * (threshold + 1) }

  /// The report with what was found out about its edges.
  ///
  /// - Parameters:
  ///   - report: A report that knows what it claims.
  ///   - view: The number of its view in the trace.
  ///   - events: The turns of the loop; nil where there are none.
  ///   - reason: Why there are none.
  package mutating func proving(
    _ report: LoopReport, of view: Int, in events: [TraceEvent]?, otherwise reason: String = ""
  ) -> LoopReport {
    guard !report.claims.edges.isEmpty else { return report }
    guard let events else { return report.untested(reason) }
    var limit: (view: Int, layouts: Int)?
    var streak: Int?
    if case .acrossTurns(let turns) = report.verdict {
      // A chain need not come back in every turn.
      streak = max(2, turns / 4)
    } else {
      limit = (view, LoopProver.layoutsNeeded(threshold: report.threshold))
    }
    let trace = TurnTrace(events, endingAfter: limit)
    let replay = Counterfactual(
      cycle: report.claims.cycle.union([view]), threshold: report.threshold, streak: streak,
      interrupt: interrupt)
    guard pay(for: trace) else { return report.untested(LoopProver.spent) }
    guard case .continues? = replay.run(trace) else {
      return report.untested("the turn does not loop again by what the trace holds")
    }
    return conclude(report, trace, replay)
  }

  private static let spent = "the proofs of this trace are too long"

  /// Takes a replay of a trace from what may be spent.
  private mutating func pay(for trace: TurnTrace) -> Bool {
    guard eventsLeft >= trace.count else { return false }
    eventsLeft -= trace.count
    return true
  }

  /// Leaves out one candidate after the other.
  private mutating func conclude(
    _ report: LoopReport, _ trace: TurnTrace, _ replay: Counterfactual
  ) -> LoopReport {
    let claims = report.claims
    let edges = claims.edges.prefix(LoopProver.mostEdges)
    var proofs = edges.map { prove(without: $0.deeds, trace, replay, claims) }
    var left = LoopProver.mostCandidates - edges.count
    var verdicts = LoopVerdicts()
    if !claims.force.isEmpty {
      verdicts.force = prove(without: claims.force, trace, replay, claims)
      left -= 1
    }
    for victim in claims.victims.prefix(left) {
      if case .proved = prove(without: victim.deeds, trace, replay, claims) {
        verdicts.drivers.append(victim.view)
      }
    }
    let isKnown = (proofs + [verdicts.force].compactMap { $0 }).contains { $0.kind != "refuted" }
    if edges.count > 1, !isKnown {
      verdicts.together = prove(
        without: claims.edges.flatMap(\.deeds), trace, replay, claims)
    }
    let rest = claims.edges.count - proofs.count
    proofs += repeatElement(
      .untested("only \(LoopProver.mostEdges) edges of a loop are tested"), count: rest)
    verdicts.edges = proofs
    return report.judged(by: verdicts)
  }

  /// What a replay without some deeds shows.
  private mutating func prove(
    without deeds: [TraceDeed], _ trace: TurnTrace, _ replay: Counterfactual, _ claims: LoopClaims
  ) -> EdgeProof {
    guard let rest = trace.leavingOut(deeds) else {
      return .untested("the trace of the turn does not hold it")
    }
    guard pay(for: rest) else { return .untested(LoopProver.spent) }
    switch replay.run(rest) {
    case .settled(let layouts): return .proved(layouts: layouts)
    case .continues(let view): return .refuted(through: claims.names[view])
    case .exhausted(let view):
      let name = view.flatMap { claims.names[$0] }.map { "`\($0.name)`" } ?? "a view"
      return .untested("without it \(name) is laid out more often than was recorded")
    case .interrupted: return .untested("the run was interrupted")
    case nil: return .untested("the trace cannot be replayed without it")
    }
  }
}
