import LayoutTrace
import ViewTree

/// Writes an analysis into a report: cycle, roles, culprit, values and the tree.
struct ReportContents {
  let analysis: LoopAnalysis
  /// The captured call stacks.
  let stacks: StackRequests
  /// The most call stacks, and the most edges in addition to the culprit, in a report.
  let stackLimit: Int
  /// Pixels per point.
  let scale: Double
  /// The number of passes that an app forced in the turn.
  let forcedPasses: Int
  /// The number of a view in the trace of the current run, if there is one.
  let traceNumber: ((View) -> Int?)?

  /// The most views of a cycle that a report lists; its length tells their number.
  private static let listLimit = 500

  /// Writes the findings into a report.
  func fill(_ report: inout LoopReport) {
    guard let cycle = analysis.cycle else {
      report.remarkList.append(.fewLayouts(analysis.evidence.remedy))
      return
    }
    decide(&report)
    let wording = analysis.wording(cycle)
    report.cycle = cycle.order.prefix(Self.listLimit).map(wording.reference)
    report.cycleLength = cycle.order.count
    // A chain across turns was followed from cause to cause.
    let isClosed = analysis.isClosed || report.verdict != .undetermined
    if isClosed {
      report.accomplices = analysis.accomplices.prefix(Self.listLimit)
        .map(wording.reference)
      report.victims = analysis.victims.prefix(Self.listLimit).map(wording.reference)
    }
    if let thrashing = analysis.thrashing {
      accuse(&report, thrashing, wording)
      claim(&report, thrashing, cycle, wording)
      let written = WrittenValues(analysis.evidence, cycle, outside: thrashing.deeds)
      remarkOnReplacements(&report, written, wording)
      if cycle.period == nil {
        report.remarkList.append(.differingRounds(cycle.rounds.count))
      }
      report.geometry = geometry(cycle, written, wording)
      report.tree = dump(cycle)
      return
    }
    if isClosed { accuse(&report, wording) }
    if analysis.hasOccasionalParticipants {
      report.remarkList.append(.occasionalViews(rounds: cycle.rounds.count))
    }
    if let period = cycle.period, period > 1 { report.remarkList.append(.severalRounds(period)) }
    let written = WrittenValues(analysis.evidence, cycle)
    remarkOnDrift(&report, cycle, written, wording)
    remarkOnDriftAcrossTurns(&report)
    remarkOnReplacements(&report, written, wording)
    report.geometry = geometry(cycle, written, wording)
    remarkOnPixels(&report, written, wording)
    remarkOnConstraints(&report, cycle, wording)
    report.tree = dump(cycle)
  }

  private func decide(_ report: inout LoopReport) {
    if case .acrossTurns = report.verdict { return }
    report.verdict = analysis.finding.verdict
    if let thrashing = analysis.thrashing, thrashing.force != nil {
      report.verdict = .thrashing(times: thrashing.times(of: forcedPasses))
    }
    analysis.finding.remarks.forEach { report.remarkList.append($0) }
  }

  // MARK: The culprit

  private func accuse(_ report: inout LoopReport, _ wording: EdgeWording) {
    guard let culprit = analysis.edges.first else {
      report.remarkList.append(.noEdge)
      return
    }
    let evidence = analysis.evidence
    let sites = EdgeSites(culprit, evidence)
    let caught = answer(culprit, sites.main)
    var accused = wording.culprit(culprit, caught, at: sites.main)
    accused.rivals = analysis.rivals.map { worded($0, wording) }
    accused.companion = analysis.companion.map { worded($0, wording) }
    report.culprit = accused.naming(victims: analysis.victims.count)
    // The other lines of the same edge come first.
    var others = sites.others.map {
      wording.edge(culprit, answer(culprit, $0), at: $0)
    }
    claim(&report, accused, sites: others, wording)
    let rest = analysis.edges.dropFirst().prefix(stackLimit)
      .map { (key: $0.key, worded: worded($0, wording)) }
    let named = (analysis.rivals + [analysis.companion].compactMap(\.self)).map(\.key)
    others += rest.filter { !named.contains($0.key) }.map(\.worded)
    report.otherEdges = Array(others.prefix(stackLimit))
    if analysis.goesOnWithoutCulprit(orThose: { _ in false }) {
      // Each edge alone, and all of them: those that stop the loop together with the culprit.
      let groups = (rest.map { [$0] } + [rest]).filter { group in
        !group.isEmpty
          && !analysis.goesOnWithoutCulprit { edge in group.contains { $0.key == edge.key } }
      }
      report.remarkList.appendSeveralEdges(
        culprit: CodePlace(caught?.stack), groups: groups.map { $0.map(\.worded.place) })
    }
    if let edge = report.culprit?.edge { report.remarkList.appendAbsence(of: edge) }
    let stacks = analysis.edges.prefix(stackLimit).compactMap { edge in
      answer(edge, EdgeSites(edge, evidence).main).map {
        (wording.reference(edge.top), $0.stack)
      }
    }
    let silent = analysis.driversInConstraints.filter { $0 != culprit.key.owner }
    for actor in silent.prefix(3) {
      report.remarkList.append(.drivenByConstraints(wording.reference(actor)))
    }
    report.caughtStacks = CaughtStacks(stacks)
    if stacks.contains(where: { !$0.1.isWalked }) {
      report.remarkList.append(.noStack)
    }
  }

  private func worded(_ edge: LoopEdge, _ wording: EdgeWording) -> InvalidationEdge {
    let site = EdgeSites(edge, analysis.evidence).main
    return wording.edge(edge, answer(edge, site), at: site)
  }

  private func answer(_ edge: LoopEdge, _ site: EdgeSites.Site) -> StackRequests.Catch? {
    stacks.answer(to: analysis.action(edge, site))
  }

  // MARK: The tree

  private func dump(_ cycle: Cycle) -> String {
    let evidence = analysis.evidence
    let views = analysis.members.compactMap { evidence.view(of: $0) }
    guard let root = evidence.view(of: cycle.root) ?? views.first else { return "" }
    var placesOfActor = Groups<Int>()
    placesOfActor.makeRoom(forGroups: evidence.actors.count, items: cycle.order.count)
    for (index, actor) in cycle.order.enumerated() { placesOfActor.append(index + 1, to: actor) }
    func places(_ view: View) -> [Int] {
      // An override that was asked for a name may have added the view after the evidence was read.
      guard let number = evidence.register.knownNumber(of: view),
        let actor = evidence.actor(numbered: number), evidence.number(of: actor) == number
      else { return [] }
      return Array(placesOfActor[actor].prefix(4))
    }
    return TreeDump(namer: analysis.namer, cycle: views, places: places).draw(root)
  }
}

extension ReportContents {
  /// The most other edges in a report of forced layouts.
  private static let otherDeedLimit = 8

  private func answer(_ deed: Thrashing.Edge) -> StackRequests.Catch? {
    stacks.answer(to: deed.action)
  }

  /// Names the writer, and the code that forces layout, if there is any.
  func accuse(_ report: inout LoopReport, _ thrashing: Thrashing, _ wording: EdgeWording) {
    let caught = answer(thrashing.deeds[0])
    let edge = wording.edge(thrashing.deeds[0], caught)
    let force = thrashing.force.map { wording.edge($0, answer($0)) }
    report.culprit = wording.culprit(thrashing.deeds[0], edge, force)
    report.remarkList.appendAbsence(of: edge)
    report.otherEdges = thrashing.deeds.dropFirst().prefix(Self.otherDeedLimit).map {
      wording.edge($0, answer($0))
    }
    report.caughtStacks = CaughtStacks(
      thrashing.deeds.prefix(stackLimit).compactMap { deed in
        answer(deed).map { (wording.reference(deed.edge.top), $0.stack) }
      })
  }
}
