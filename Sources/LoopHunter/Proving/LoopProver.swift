import LayoutTrace

/// Tests the claims of reports: replays a loop's turn without one edge, and judges the outcome.
///
/// The limit is a number of replayed events, not a time, so that two runs give equal results.
package struct LoopProver {
  /// The most candidates of a loop that are tested.
  private static let mostCandidates = 8
  /// The most events that all tests of a trace replay.
  private static let mostEvents = 10_000_000
  /// The most of them that a live hunt may replay for one loop.
  package static let mostEventsLive = 1_000_000

  let interrupt: TraceInterrupt?
  private var eventsLeft: Int

  /// - Parameters:
  ///   - interrupt: Ends all tests early; by default nothing does.
  ///   - events: The most events that all tests may replay.
  package init(interrupt: TraceInterrupt? = nil, replayingAtMost events: Int? = nil) {
    self.interrupt = interrupt
    eventsLeft = events ?? LoopProver.mostEvents
  }

  /// The layouts of the hunted view that the turn needs: leaving out a deed may reorder them.
  package static func layoutsNeeded(threshold: Int) -> Int { 4 * (threshold + 1) }

  /// The report with the verdicts on its edges.
  ///
  /// - Parameters:
  ///   - report: A report with its claims.
  ///   - view: The number of its view in the trace.
  ///   - events: The turns of the loop; nil if there are none.
  ///   - reason: The reason if there are none.
  package mutating func proving(
    _ report: LoopReport, of view: Int, in events: [TraceEvent]?,
    otherwise reason: UntestedReason = .noTrace
  ) -> LoopReport {
    verdicts(on: report, of: view, in: events, otherwise: reason).map(report.judged) ?? report
  }

  /// The verdicts on a report's edges; nil if it has none.
  mutating func verdicts(
    on report: LoopReport, of view: Int, in events: [TraceEvent]?, otherwise reason: UntestedReason
  ) -> LoopVerdicts? {
    guard !report.claims.edges.isEmpty else { return nil }
    guard let events else { return .untested(reason) }
    var limit: (view: Int, layouts: Int)?
    var streak: Int?
    if case .acrossTurns(let turns) = report.verdict {
      // A chain need not come back in every turn.
      streak = turns / 4
    } else {
      limit = (view, LoopProver.layoutsNeeded(threshold: report.provingThreshold))
    }
    let trace = TurnTrace(events, endingAfter: limit)
    let replay = Counterfactual(
      cycle: report.claims.cycle.union([view]), threshold: report.provingThreshold, streak: streak,
      interrupt: interrupt)
    guard pay(for: trace) else { return .untested(.spent) }
    guard case .continues? = replay.run(trace) else { return .untested(.noLoopInReplay) }
    var verdicts = conclude(report.claims, trace, replay)
    verdicts.remedy = remedy(report, verdicts, trace, replay)
    return verdicts
  }

  /// Takes a replay of a trace from the remaining events.
  mutating func pay(for trace: TurnTrace) -> Bool {
    guard eventsLeft >= trace.count else { return false }
    eventsLeft -= trace.count
    return true
  }

  /// Leaves out one candidate after the other.
  private mutating func conclude(
    _ claims: LoopClaims, _ trace: TurnTrace, _ replay: Counterfactual
  ) -> LoopVerdicts {
    var left = LoopProver.mostCandidates
    var verdicts = LoopVerdicts()
    func test(_ prover: inout LoopProver, without deeds: [TraceDeed]) -> EdgeProof {
      left -= 1
      return prover.prove(without: deeds, trace, replay, claims)
    }
    // One test is kept for each other kind: the force, all edges together, an accomplice, a victim.
    let others = [claims.force.isEmpty, claims.accomplices.isEmpty, claims.victims.isEmpty]
    let kept = 1 + others.count { !$0 }
    let tested = claims.edges.prefix(left - kept)
    for edge in tested { verdicts.edges.append(test(&self, without: edge.deeds)) }
    if !claims.force.isEmpty { verdicts.force = test(&self, without: claims.force) }
    let isOpen = (verdicts.edges + [verdicts.force].compactMap { $0 }).allSatisfy(\.leavesOpen)
    verdicts.edges += repeatElement(
      .untested(.manyCandidates(limit: LoopProver.mostCandidates)),
      count: claims.edges.count - tested.count)
    if isOpen {
      if !claims.accused.isEmpty, left > kept {
        verdicts.accused = test(&self, without: claims.accused)
      }
      if claims.edges.count > 1, verdicts.accused?.isProved != true {
        verdicts.together = test(&self, without: claims.edges.flatMap(\.deeds))
      }
    }
    let accomplices = claims.accomplices.prefix(max(0, left - (claims.victims.isEmpty ? 0 : 1)))
    for (place, accomplice) in accomplices.enumerated() {
      verdicts.accomplices.append(test(&self, without: accomplice.deeds))
      guard isOpen, verdicts.accused?.isRefuted == true, left > 0, verdicts.needed == nil,
        verdicts.accomplices.last?.isProved == true, let edge = accomplice.edge
      else { continue }
      verdicts.needed = (place, test(&self, without: edge.deeds))
    }
    for victim in claims.victims.prefix(max(0, left)) {
      if case .proved = test(&self, without: victim.deeds) { verdicts.drivers.append(victim.view) }
    }
    return verdicts
  }

  /// The proof that a replay without some deeds gives.
  private mutating func prove(
    without deeds: [TraceDeed], _ trace: TurnTrace, _ replay: Counterfactual, _ claims: LoopClaims
  ) -> EdgeProof {
    guard let rest = trace.leavingOut(deeds) else { return .untested(.missingEdge) }
    guard !rest.hasMixedValues else { return .untested(.mixedValues) }
    guard pay(for: rest) else { return .untested(.spent) }
    switch outcome(of: rest, replay) {
    case .settled(let layouts): return .proved(layouts: layouts)
    case .open: return .untested(.openOrder)
    case .repeating: return .untested(.repeatedWrites)
    case .continues(let view): return .refuted(through: claims.names[view])
    case .exhausted(let view): return .untested(.exhausted(view: view.flatMap { claims.names[$0] }))
    case .interrupted: return .untested(.interrupted)
    case nil: return .untested(.brokenReplay)
    }
  }

  /// The outcome of a replay that is paid for; if it settles, others must settle, too.
  ///
  /// Without an edge a view may be laid out fewer times in a round. Then a recorded layout may come in which
  /// it did nothing, although it always acts on such an occasion. And a value that was written in vain
  /// may be another one without the edge.
  mutating func outcome(of trace: TurnTrace, _ replay: Counterfactual) -> Counterfactual.Outcome? {
    let outcome = replay.run(trace)
    guard case .settled? = outcome else { return outcome }
    let doubts: [(trace: TurnTrace?, outcome: Counterfactual.Outcome)] = [
      (trace.followingHabits(), .open), (trace.repeatingWrites(), .repeating),
    ]
    for case let (other?, doubt) in doubts {
      guard pay(for: other) else { return doubt }
      switch replay.run(other) {
      case .settled?: continue
      case .interrupted?: return .interrupted
      default: return doubt
      }
    }
    return outcome
  }
}
