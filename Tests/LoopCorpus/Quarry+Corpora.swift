import LoopHunter
import LoopScenarios
import TestSupport
import ViewTree

extension Quarry {
  /// A loop from a public issue, hunted at every view that takes part.
  package init(_ loop: PublicLoop) {
    self.init(loop.name, loop.truth, build: loop.build)
  }

  /// A loop that is written down, hunted at every view that takes part.
  init(_ name: String, _ truth: Truth, build: @escaping @Sendable () -> Stage) {
    let cycle = NaturalCycle(of: build())
    let isAcross = truth.kind == .acrossTurns
    // A layout that comes once per turn is caused by itself only in who drives.
    let drivers = truth.accomplices.union(truth.others)
      .union(truth.culprits.compactMap(\.writer))
    let first = build().suspect.name
    // Of what code outside layout repeats only one view is laid out often for sure, and what
    // is made anew in every round cannot be hunted beforehand.
    let window = build().window
    let isFromOutside = [.thrashing, .feedback].contains(truth.kind)
    let others =
      isFromOutside
      ? []
      : cycle.members.subtracting([first]).filter { window.firstView(named: $0) != nil }
    self.init(
      title: name, truth: truth,
      suspects: ([first] + others.sorted()).filter { !isAcross || drivers.contains($0) }
        .map { Suspect($0, threshold: PublicLoop.threshold) },
      isWithinATurn: !isAcross, isKnownInTheEnd: true,
      make: { Run(build()) },
      cycle: isAcross || truth.kind == .reentrant || isFromOutside ? nil : cycle)
    guard !isAcross else { return }
    otherThresholds = [5, 8, 12, 20, 40, 80].map {
      Suspect(first, threshold: $0, isEvidenceShort: $0 < 40)
    }
  }

  /// A built-in scenario with a finding, hunted at every view of its cycle; its roles are those that
  /// the scenario names.
  package init?(_ scenario: Scenario) {
    guard let finding = scenario.finding else { return nil }
    let kind: Truth.Kind =
      switch finding.verdict {
      case .oscillating(let period): .oscillating(period: period)
      case .drifting(let property, let perRound):
        .drifting([property.name], perRound: perRound ?? 0)
      case .redundant: .redundant
      case .reentrant: .reentrant
      case .acrossTurns: .acrossTurns
      case .feedback: .feedback
      default: .undetermined
      }
    // `Cell[3]` in a path is called `Cell`.
    func name(_ path: String) -> String {
      String(path.split(separator: "/").last!.prefix { $0 != "[" })
    }
    let victims = Set(finding.victims.map(name))
    let views = Set(finding.cycle.map(name))
    // A finding names the written view only if it is none of the cycle's.
    let deed = Truth.Deed(
      name(finding.writer), [finding.action],
      on: finding.written.map { [name($0)] } ?? views, dirties: [name(finding.dirtied)])
    let stage = scenario.build()
    let first = stage.suspect.name
    // Views that a loop creates in every round cannot be hunted beforehand, and a view that is only
    // laid out along across turns has no chain that comes back to it.
    let members = views.subtracting(kind == .acrossTurns ? victims : [])
      .filter { stage.window.firstView(named: $0) != nil }
    self.init(
      title: scenario.name,
      truth: Truth(
        kind, [deed], accomplices: Set(finding.accomplices.map(name)), victims: victims,
        others: views.subtracting(victims)),
      suspects: ([first] + members.subtracting([first]).sorted())
        .map { Suspect($0, threshold: scenario.threshold) },
      isWithinATurn: kind != .acrossTurns, isKnownInTheEnd: true,
      make: { Run(scenario.build()) }, cycle: nil)
  }

  /// A generated loop, hunted at every view that takes part.
  ///
  /// With `isAmple` the threshold leaves room for three whole periods and the run-up; else it is the
  /// loop's own, from 5 to 200.
  package init(generated seed: UInt64, isAmple: Bool = false) {
    let loop = GeneratedLoop(seed: seed)
    let run = LayoutRates(of: GeneratedLoop(seed: seed))
    var generator = SeededGenerator(seed: ~seed)
    let names = loop.suspectNames(run.cycle).shuffled(using: &generator)
    var suspects: [Suspect] = []
    for name in names {
      suspects.append(run.suspect(name, in: loop, isAmple: isAmple))
    }
    // The anchor comes as often as the loop goes round.
    let anchor = run.suspect(loop.anchor.name, in: loop, isAmple: isAmple)
    suspects = [anchor] + suspects.filter { $0.name != anchor.name }
    self.init(
      title: loop.summary, truth: loop.truth, suspects: suspects,
      isWithinATurn: loop.kind != .hops, isKnownInTheEnd: loop.isSteady,
      make: {
        let loop = GeneratedLoop(seed: seed)
        // The run holds the loop, whose closures do not.
        return Run(loop.stage) { loop.isOver = true }
      }, cycle: loop.isSteady ? run.cycle : nil)
    guard loop.isSteady else { return }
    otherThresholds = GeneratedLoop.thresholds.filter { $0 != anchor.threshold }
      .map { run.suspect(loop.anchor.name, in: loop, at: $0) }
  }
}

extension GeneratedLoop {
  /// The views that a hunt must find, whichever it is on.
  fileprivate func suspectNames(_ cycle: NaturalCycle) -> [String] {
    switch kind {
    case .recursion, .hops:
      // A view that is only laid out along has no chain that comes back to it.
      return truth.others.union(truth.accomplices).union(truth.culprits.compactMap(\.writer))
        .sorted()
    case .thrashing: return [anchor.name]
    default: return cycle.members.sorted()
    }
  }
}

/// The layouts of each view of a generated loop in a round, counted in a run without a hunter.
package struct LayoutRates {
  package let cycle: NaturalCycle
  /// Layouts per round, which has one of the anchor.
  package private(set) var rates: [String: Double] = [:]
  private var batchesPerRound = 1.0

  /// Runs a loop for eight periods or so.
  package init(of loop: GeneratedLoop) {
    guard loop.isSteady else {
      cycle = NaturalCycle(of: loop.stage)
      return
    }
    let drivers = loop.truth.accomplices.count + 5
    let batches = drivers * loop.roundsToRepeat * 8 + 60
    loop.stage.loop.passLimit = batches
    let journal = OrderJournal()
    let observation = loop.stage.loop.addLayoutObserver(journal)
    loop.stage.run()
    observation.cancel()
    cycle = NaturalCycle(in: journal.names)
    let tail = journal.names.suffix(journal.names.count / 2)
    let counts = tail.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let rounds = Double(max(1, counts[loop.anchor.name] ?? 1))
    rates = counts.mapValues { Double($0) / rounds }
    batchesPerRound = Double(batches) / 2 / rounds
  }

  /// A threshold of which one half has room for three periods and the run-up.
  package func ampleThreshold(for name: String, in loop: GeneratedLoop) -> Int {
    Int((rates[name] ?? 1) * Double(loop.roundsToRepeat) * 8) + 20
  }

  /// The hunt of a view: one that is laid out rarely has a lower threshold.
  ///
  /// - Parameter given: the threshold to hunt with in any case.
  package func suspect(
    _ name: String, in loop: GeneratedLoop, isAmple: Bool = false, at given: Int? = nil
  ) -> Quarry.Suspect {
    guard loop.isSteady else {
      return Quarry.Suspect(
        name, threshold: loop.threshold, isEvidenceShort: loop.threshold < 12)
    }
    let rate = max(0.01, rates[name] ?? 1)
    // Those that come rarely would be seen too late with the loop's own.
    let own = rate >= 0.4 ? loop.threshold : max(5, Int(Double(loop.threshold) * rate))
    let threshold = given ?? (isAmple ? ampleThreshold(for: name, in: loop) : own)
    // Evidence begins at half of the threshold, and the run-up may be in it. A value that comes back
    // must be seen to do so; seeing no change takes five whole rounds and two pieces; telling growth
    // from a part of a longer period takes thirteen.
    let recorded = threshold + 1 - max(2, threshold / 2 + 1)
    let steady = min(recorded, threshold + 1 - (cycle.runUp[name] ?? 0))
    let repeats = max(loop.roundsToRepeat, cycle.order.count { $0 == loop.anchor.name })
    let isDrift = if case .drifting = loop.truth.kind { true } else { false }
    let isShort =
      threshold < 12 || steady * 3 < recorded * 2
      || Double(steady) / rate < (isDrift ? 16 : max(7, 4 * Double(repeats)))
    let rounds = Double(threshold + 2) / rate + Double(6 * loop.roundsToRepeat + 12)
    return Quarry.Suspect(
      name, threshold: threshold, isEvidenceShort: isShort,
      // Waves of the run-up may still be about, with more than one round in a batch.
      passLimit: Int(rounds * batchesPerRound * 4) + 200)
  }
}
