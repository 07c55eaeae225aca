import LayoutTrace
import ViewTree

extension ReportContents {
  /// The most properties in a report's history.
  private static let historyLimit = 12
  /// The most values of each property.
  private static let valueLimit = 8

  /// The last values that the cycle writes, beginning with those that decide it.
  func geometry(
    _ cycle: Cycle, _ written: WrittenValues, _ wording: EdgeWording
  ) -> [GeometryHistory] {
    var histories: [GeometryHistory] = []
    if let counts = subviewCounts(cycle, wording) { histories.append(counts) }
    // The culprit's writes first, then those of the drivers, then the rest.
    let culprit = analysis.edges.first { $0.key.isGeometry }?.key.target
    func rank(_ key: GeometryTrack.Key) -> Int {
      key.actor == culprit ? 0 : cycle.drivers.contains(key.actor) ? 1 : 2
    }
    // If the written value is shown, values that follow from it would only repeat it.
    let settings = Set(
      written.keys.lazy.filter { $0.property.isInset && !$0.property.isConsequence }.map(\.actor))
    // A view that is replaced in each round has no course of its own.
    let shown = written.keys.filter {
      !analysis.evidence.isMany($0.actor)
        && (!$0.property.isConsequence || !settings.contains($0.actor))
    }
    // Values that code writes come before those that follow from them.
    let keys = shown.enumerated().map { place, key in
      (place, element: key, rank: rank(key) + (written.isConsequence(key) ? 3 : 0))
    }.sorted { ($0.rank, $0.0) < ($1.rank, $1.0) }
    // Where a period has several rounds, a value may rest in some of them.
    var showsRounds = false
    if case .oscillating(let period) = analysis.finding.verdict { showsRounds = period > 1 }
    for key in keys.prefix(Self.historyLimit).map(\.element) {
      let evidence = analysis.evidence
      let view = wording.reference(evidence.holder(of: key.actor))
      let found = written.values(key, limit: Self.valueLimit, showsRounds: showsRounds)
      for (path, values) in found {
        var history = GeometryHistory(
          view: view, property: evidence.reported(path, of: key.actor), values: values)
        history.isConsequence = written.isConsequence(key)
        histories.append(history)
      }
    }
    return Array(histories.prefix(Self.historyLimit))
  }

  /// The number of subviews after each of the last rounds, if it grows or shrinks.
  private func subviewCounts(_ cycle: Cycle, _ wording: EdgeWording) -> GeometryHistory? {
    guard let edge = analysis.edges.first(where: { $0.key.isTree }),
      let view = analysis.evidence.view(of: edge.key.target)
    else { return nil }
    let history = analysis.evidence.history
    let target = edge.key.target
    var count = view.subviews.count
    var counts = [count]
    let rounds = cycle.explained.suffix(Self.valueLimit - 1)
    // Back from now, through the layout that is running, to the beginning of each round.
    var end = history.actions.count
    for round in rounds.reversed() {
      let start = history.actionRange(of: round).lowerBound
      for action in history.actions[start..<end] {
        guard action.kind.isOfTree, action.superview != action.from else { continue }
        if analysis.evidence.actors[action.superview] == target { count -= 1 }
        if analysis.evidence.actors[action.from] == target { count += 1 }
      }
      end = start
      counts.append(count)
    }
    guard Set(counts).count > 1 else { return nil }
    return GeometryHistory(
      view: wording.reference(target), property: .subviewCount,
      values: counts.reversed().map { .numbers([Double($0)]) })
  }

  /// Tells of the written views that are replaced in each round.
  func remarkOnReplacements(
    _ report: inout LoopReport, _ written: WrittenValues, _ wording: EdgeWording
  ) {
    let evidence = analysis.evidence
    let replaced = ActorSet(
      written.keys.map(\.actor).filter(evidence.isMany), limit: evidence.actors.count)
    for actor in replaced.members.prefix(3) {
      report.remarkList.append(
        .replacedViews(wording.reference(actor), count: evidence.actors.count { $0 == actor }))
    }
  }

  /// Names the writer of the drifting value, if it is not the culprit.
  func remarkOnDrift(
    _ report: inout LoopReport, _ cycle: Cycle, _ written: WrittenValues, _ wording: EdgeWording
  ) {
    guard case .drifting(let property, _) = report.verdict,
      case .geometry(let drifting, _) = property, analysis.edges.first?.key.isGeometry != true
    else { return }
    for key in written.keys where key.property == drifting {
      guard let writer = written.lastWriter(key), cycle.drivers.contains(key.actor) else {
        continue
      }
      let actor = analysis.evidence.actor(ofLayout: writer)
      // The culprit's call is the setter of that property.
      if let culprit = analysis.edges.first, culprit.key.writer == actor, !key.property.isGeometry,
        culprit.key.target == key.actor, culprit.key.isCall
      {
        return
      }
      let source = wording.reference(actor)
      let target = wording.reference(key.actor)
      report.remarkList.append(.driftWriter(property, of: target, by: source))
      return
    }
  }

  /// Describes the course of a value that changes with every turn.
  func remarkOnDriftAcrossTurns(_ report: inout LoopReport) {
    guard case .acrossTurns = report.verdict,
      case .drifting(let property, let perRound) = analysis.finding.verdict
    else { return }
    // A chain can lay a view out twice in a turn, or come back to it after some turns.
    let turns = turnsPerRound
    report.remarkList.append(
      .drift(
        property, perRound: perRound.map { turns < 1 ? $0 * (1 / turns).rounded() : $0 },
        turns: max(1, Int(turns.rounded()))))
  }

  /// The number of turns that a round of the cycle takes, on average; 1 where none begins in it.
  private var turnsPerRound: Double {
    guard let rounds = analysis.cycle?.explained, let first = rounds.first, let last = rounds.last
    else { return 1 }
    let span = first.lowerBound + 1...last.upperBound
    let turns = analysis.evidence.history.turns.count { span.contains($0.firstLayout) }
    return turns == 0 ? 1 : Double(turns) / Double(rounds.count)
  }

  func remarkOnPixels(
    _ report: inout LoopReport, _ written: WrittenValues, _ wording: EdgeWording
  ) {
    if case .drifting = report.verdict { return }
    for key in written.keys
    where !written.isConsequence(key) && (key.property.isGeometry || key.property.isInset) {
      guard report.remarkList.count < 4 else { return }
      guard let pair = written.lastPair(key) else { continue }
      let alternation = NumberAlternation(
        property: GeometryPath(key.property, parts: 1 << UInt8(pair.part)).reported,
        view: wording.reference(key.actor).name, first: pair.first, second: pair.second,
        scale: scale, hasSeveralWriters: pair.hasSeveralWriters)
      if alternation.isRemarkable { report.remarkList.append(.alternation(alternation)) }
    }
  }
}
