import ViewTree

/// Decides what kind of loop a cycle is, by what its geometry does from round to round.
///
/// First it looks at the drivers and at what they write to each other. Where nothing changes there,
/// it looks at everything that they write.
struct VerdictFinder {
  let evidence: LoopEvidence
  let cycle: Cycle
  let edges: [LoopEdge]
  /// How many layouts of the hunted view were on the stack at the report.
  let depth: Int

  private var history: CausalHistory { evidence.history }

  /// A verdict, and what a reader should know about it.
  struct Finding {
    var verdict: Verdict
    var remarks: [String] = []
  }

  func decide() -> Finding {
    if let depth = recursionDepth { return Finding(verdict: .reentrant(depth: depth)) }
    if let drift = subviewDrift() { return Finding(verdict: drift) }
    let isWritten = edges.first?.key.isGeometry == true
    let fought = ActorSet(
      cycle.drivers.members + edges.map(\.key.target), limit: evidence.actors.count)
    let inner = GeometryTrack(evidence, cycle) { fought.contains(evidence.actors[$0.target]) }
    if !inner.keys.isEmpty, let finding = judge(inner, isWritten: isWritten) { return finding }
    let outer = GeometryTrack(evidence, cycle) { action in
      action.layout >= 0 && cycle.participants.contains(evidence.actor(ofLayout: action.layout))
    }
    if let finding = judge(outer, isWritten: isWritten) { return finding }
    if cycle.period != nil, !isWritten, !edges.isEmpty {
      return Finding(verdict: .redundant, remarks: [restlessGeometry])
    }
    return Finding(verdict: .undetermined, remarks: [missingEvidence])
  }

  private var restlessGeometry: String {
    let head = "Geometry beside the loop changes without a pattern"
    guard cycle.rounds.count < 8 else { return "\(head); the loop does not need it." }
    return "\(head) in \(cycle.rounds.count.counted("round")): \(evidence.remedy)."
  }

  private var missingEvidence: String {
    let rounds = cycle.rounds.count
    if rounds < 3 {
      return """
        Only \(rounds.counted("complete round")) of the cycle \(rounds == 1 ? "was" : "were") \
        recorded: \(evidence.remedy).
        """
    }
    return "Neither the order of layouts nor the geometry repeated in \(rounds.grouped) rounds."
  }

  // MARK: Re-entrance

  /// How deep layouts of one driver are nested, if that is what goes on.
  private var recursionDepth: Int? {
    let depth = max(depth, evidence.view(of: cycle.root)?.layoutsOnStack ?? 0)
    var nested = 0
    var total = 0
    var deepest = depth
    for layout in history.layouts where !layout.isPhantom {
      guard evidence.actors[layout.view] == cycle.root else { continue }
      total += 1
      if layout.depth > 1 { nested += 1 }
      deepest = max(deepest, layout.depth)
    }
    // One level inside another again and again is a loop that happens to force layout.
    guard deepest >= 3, depth >= 3 || nested * 2 > total else { return nil }
    return max(depth, deepest)
  }

  // MARK: Subviews

  private func subviewDrift() -> Verdict? {
    var changes: [Int: [Int]] = [:]
    let explained = Array(cycle.explained)
    guard explained.count >= 2 else { return nil }
    for (round, range) in explained.enumerated() {
      for index in history.actionRange(of: range) {
        let action = history.actions[index]
        guard case .tree = action.kind, action.superview != action.from, action.layout >= 0,
          cycle.participants.contains(evidence.actor(ofLayout: action.layout))
        else { continue }
        for (superview, change) in [(action.superview, 1), (action.from, -1)] where superview > 0 {
          let actor = evidence.actors[superview]
          changes[actor, default: Array(repeating: 0, count: explained.count)][round] += change
        }
      }
    }
    let step = cycle.period ?? 1
    for actor in changes.keys.sorted() {
      let sums = sums(of: changes[actor]!, step)
      guard sums.count >= 2, let first = sums.first, first != 0,
        sums.allSatisfy({ $0.signum() == first.signum() })
      else { continue }
      let perRound = Double(sums.reduce(0, +)) / Double(sums.count * step)
      return .drifting(property: "subviews", perRound: perRound)
    }
    return nil
  }

  /// The sums of the last whole periods.
  private func sums(of changes: [Int], _ step: Int) -> [Int] {
    let count = changes.count / step
    let start = changes.count - count * step
    return (0..<count).map { changes[(start + $0 * step)..<(start + ($0 + 1) * step)].reduce(0, +) }
  }

  // MARK: Geometry

  private func judge(_ track: GeometryTrack, isWritten: Bool) -> Finding? {
    if let period = track.period {
      if period.period > 1 { return Finding(verdict: .oscillating(period: period.period)) }
      if isWritten, !track.keys.isEmpty { return Finding(verdict: .oscillating(period: 1)) }
      if edges.isEmpty { return nil }
      return Finding(verdict: .redundant)
    }
    let target = edges.first { $0.key.isGeometry }?.key.target
    return track.drift(step: cycle.period ?? 1, preferring: target).map {
      Finding(verdict: .drifting(property: $0.property, perRound: $0.perRound))
    }
  }
}
