import Foundation
import LayoutTrace
import ViewTree

extension EvidenceRecorder {
  package func arm(on view: View, threshold: Int) {
    arm(on: view, reportAfter: threshold - max(2, threshold / 2 + 1) + 1)
  }

  package func armAcrossTurns(on view: View, returns: Int) {
    arm(on: view, reportAfter: returns)
    // Turns may come between the returns.
    turnsToKeep = max(turnsToKeep, 4 * returns + 2)
  }

  /// A report without a verdict gets a second look: the turn went on, and left more evidence.
  ///
  /// So does one that says that nothing changes, if the turn did not settle.
  /// Its fingerprint stays, by which the detection is known already.
  package func conclude(_ report: LoopReport, layouts: Int) -> LoopReport {
    let second = reading { secondLook(at: report) }
    return recounted(second ?? report)
      .concluded(layouts: layouts, commit: lastCommit)
  }
}

extension EvidenceRecorder {
  /// How many views a report lists of a cycle; its length says how many there are.
  static let listLimit = 500
  /// How many properties a report's history has.
  static let historyLimit = 12
  /// How many values of each.
  static let valueLimit = 8

  /// Makes the report of a detection from what was recorded so far.
  package func report(on detection: Detection) -> LoopReport {
    reading { makeReport(detection) }
  }

  private func makeReport(_ detection: Detection) -> LoopReport {
    var report = LoopReport(countsOf: detection, on: reference(to: detection.view))
    guard isArmed else {
      // What follows in the turn may be enough for the second look.
      arm()
      undecided[report.view] = register.number(of: detection.view)
      report.remarks = [
        "Nothing was recorded before the threshold: it leaves no room for evidence."
      ]
      report.fingerprint = Fingerprint.make(
        verdict: report.verdict, drivers: [report.view.name], culprit: [])
      return report
    }
    let hunted = register.number(of: detection.view)
    // Reports of one cycle are one report.
    if let known = shared.report(for: hunted, like: detection) {
      return recounted(known.of(detection, on: report.view))
    }
    // A chain across turns is another thing than what is forced within one.
    let isCrossing = report.verdict == .undetermined
    let analysis = LoopAnalysis(
      self, hunted: hunted, depth: detection.depth,
      passes: isCrossing ? ThrashingFinder.leastPasses : .max)
    fill(&report, with: analysis)
    report.fingerprint = analysis.fingerprint(report.verdict)
    thrashings[report.fingerprint] = analysis.thrashing
    if report.verdict == .undetermined || report.verdict == .redundant {
      undecided[report.view] = hunted
    }
    if report.verdict != .undetermined, case .crossing = detection.kind {
      shared.keep(report, for: analysis.carried)
    }
    return report
  }

  /// The report with what is known at the end of its turn, if that gives it a verdict.
  private func secondLook(at report: LoopReport) -> LoopReport? {
    guard isArmed, let hunted = undecided[report.view] else { return nil }
    let isOpen = report.verdict == .undetermined
    // Equal rounds may have been the beginning of a long one.
    guard isOpen || report.verdict == .redundant && mayCheck(report) else { return nil }
    var second = report
    second.remarks = [
      isOpen
        ? "The verdict was found at the end of the turn, with more evidence."
        : "Nothing had changed until the report; the verdict is that of the whole turn."
    ]
    (second.culprit, second.otherEdges, second.stacks) = (nil, [], [])
    let analysis = LoopAnalysis(self, hunted: hunted, depth: report.depth)
    if !isOpen {
      checkedReports += 1
      if analysis.finding.verdict == .redundant { return nil }
    }
    fill(&second, with: analysis)
    thrashings[second.fingerprint] = analysis.thrashing
    return isOpen && second.verdict == .undetermined ? nil : second
  }

  /// Whether a report that says that nothing changes is worth another look: the loop went on.
  private func mayCheck(_ report: LoopReport) -> Bool {
    !report.broken && lastCommit.hitLimit && checkedReports < EvidenceRecorder.checkLimit
  }

  /// How many such reports are looked at again in one turn.
  private static let checkLimit = 8

  private func fill(_ report: inout LoopReport, with analysis: LoopAnalysis) {
    guard let cycle = analysis.cycle else {
      let remedy = analysis.evidence.remedy
      report.remarkList.append("The view was not laid out twice in what was recorded: \(remedy).")
      return
    }
    decide(&report, analysis)
    let wording = analysis.wording(cycle)
    report.cycle = cycle.order.prefix(EvidenceRecorder.listLimit).map(wording.reference)
    report.cycleLength = cycle.order.count
    // What led over turns was followed from cause to cause.
    let isClosed = analysis.isClosed || report.verdict != .undetermined
    if isClosed {
      report.accomplices = analysis.accomplices.prefix(EvidenceRecorder.listLimit)
        .map(wording.reference)
      report.victims = analysis.victims.prefix(EvidenceRecorder.listLimit).map(wording.reference)
    }
    if let thrashing = analysis.thrashing {
      accuse(&report, thrashing, wording)
      let written = WrittenValues(analysis.evidence, cycle, includesOutside: true)
      report.geometry = geometry(analysis, cycle, written, wording)
      report.tree = dump(analysis, cycle)
      return
    }
    if isClosed { accuse(&report, analysis, wording) }
    let written = WrittenValues(analysis.evidence, cycle)
    remarkOnDrift(&report, analysis, cycle, written, wording)
    remarkOnDriftAcrossTurns(&report, analysis)
    report.geometry = geometry(analysis, cycle, written, wording)
    remarkOnPixels(&report, written, wording)
    report.tree = dump(analysis, cycle)
  }

  private func decide(_ report: inout LoopReport, _ analysis: LoopAnalysis) {
    if case .acrossTurns = report.verdict { return }
    report.verdict = analysis.finding.verdict
    if let thrashing = analysis.thrashing {
      report.verdict = .thrashing(times: thrashing.times(of: forcedPasses))
    }
    analysis.finding.remarks.forEach { report.remarkList.append($0) }
  }

  // MARK: The culprit

  private func accuse(
    _ report: inout LoopReport, _ analysis: LoopAnalysis, _ wording: EdgeWording
  ) {
    guard let culprit = analysis.edges.first else {
      report.remarkList.append(
        """
        No layout was seen to dirty a view of the cycle. Code that a pass runs outside any layout can: \
        look at updateConstraints.
        """)
      return
    }
    let evidence = analysis.evidence
    let sites = EdgeSites(culprit, evidence)
    let caught = answer(culprit, sites.main, analysis)
    report.culprit = Culprit(
      wording: wording.sentence(culprit, caught, victims: analysis.victims.count),
      edge: wording.edge(culprit, caught, at: sites.main),
      opponent: wording.opponent(of: culprit).map(wording.reference))
    // The other lines of the same edge come first: they stand beside the guilty one.
    var others = sites.others.map {
      wording.edge(culprit, answer(culprit, $0, analysis), at: $0)
    }
    let rest = analysis.edges.dropFirst().prefix(limits.stacks).map { edge in
      let site = EdgeSites(edge, evidence).main
      return (key: edge.key, worded: wording.edge(edge, answer(edge, site, analysis), at: site))
    }
    others += rest.map(\.worded)
    report.otherEdges = Array(others.prefix(limits.stacks))
    if analysis.goesOnWithoutCulprit(orThose: { _ in false }) {
      // Each edge alone, and all of them: those that stop it beside the culprit.
      let groups = (rest.map { [$0] } + [rest]).filter { group in
        !group.isEmpty
          && !analysis.goesOnWithoutCulprit { edge in group.contains { $0.key == edge.key } }
      }
      report.remarkList.appendSeveralEdges(
        culprit: CodePlace(caught?.stack), groups: groups.map { $0.map(\.worded.place) })
    }
    if let place = report.culprit?.edge.place { report.remarkList.appendAbsence(of: place) }
    let stacks = analysis.edges.prefix(limits.stacks).compactMap { edge in
      answer(edge, EdgeSites(edge, evidence).main, analysis).map {
        (wording.reference(edge.top), $0.stack)
      }
    }
    let silent = analysis.driversInConstraints.filter { $0 != culprit.key.writer }
    for actor in silent.prefix(3) {
      let view = wording.reference(actor)
      report.remarkList.append(
        """
        `\(view.name)` (\(view.shownPath)) drives the loop by its updateConstraints; the cycle does not \
        lay it out.
        """)
    }
    report.caughtStacks = CaughtStacks(stacks)
    if stacks.contains(where: { !$0.1.isWalked }) {
      report.remarkList.append(
        "The call stack cannot be walked in this process, so that no lines are known.")
    }
  }

  private func answer(
    _ edge: LoopEdge, _ site: EdgeSites.Site, _ analysis: LoopAnalysis
  ) -> StackRequests.Catch? {
    stackRequests.answer(to: stackRequest(edge, site, analysis))
  }

  // MARK: The tree

  private func dump(_ analysis: LoopAnalysis, _ cycle: Cycle) -> String {
    let evidence = analysis.evidence
    let views = analysis.members.compactMap { evidence.view(of: $0) }
    guard let root = evidence.view(of: cycle.root) ?? views.first else { return "" }
    // Few views are drawn, and a cycle can be long: looked for where it is asked for.
    func places(_ view: View) -> [Int] {
      // An override that was asked for a name may have added the view after the evidence was read.
      guard let number = evidence.register.knownNumber(of: view), number < evidence.actors.count,
        case let actor = evidence.actors[number], evidence.number(of: actor) == number
      else { return [] }
      return Array(
        cycle.order.indices.lazy.filter { cycle.order[$0] == actor }.map { $0 + 1 }.prefix(4))
    }
    return TreeDump(namer: analysis.namer, cycle: views, places: places).draw(root)
  }
}
