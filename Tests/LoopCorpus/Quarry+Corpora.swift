import LoopHunter
import LoopScenarios
import TestSupport
import ViewTree

extension Quarry {
  /// A loop from a public issue, hunted at every view that takes part.
  package init(_ loop: PublicLoop) {
    let cycle = NaturalCycle(of: loop.build())
    let isAcross = loop.truth.kind == .acrossTurns
    // A layout that comes once per turn is caused by itself only in who drives.
    let drivers = loop.truth.accomplices.union(loop.truth.others)
      .union(loop.truth.culprits.compactMap(\.writer))
    let first = loop.build().suspect.name
    // Of what is forced from outside only the one that is forced is laid out often for sure.
    let others = loop.truth.kind == .thrashing ? [] : cycle.members.subtracting([first])
    let names = [first] + others.sorted()
    self.init(
      title: loop.name, truth: loop.truth,
      suspects: names.filter { !isAcross || drivers.contains($0) }
        .map { Suspect($0, threshold: PublicLoop.threshold) },
      isWithinATurn: !isAcross, isKnownInTheEnd: true,
      make: { Run(loop.build()) },
      cycle: isAcross || loop.truth.kind == .reentrant || loop.truth.kind == .thrashing
        ? nil : cycle)
  }

  /// A built-in scenario with a finding, hunted at its suspect; its roles are those that the
  /// scenario names.
  package init?(_ scenario: Scenario) {
    guard let finding = scenario.finding else { return nil }
    let kind: Truth.Kind =
      switch finding.verdict {
      case .oscillating(let period): .oscillating(period: period)
      case .drifting(let property, let perRound): .drifting([property], perRound: perRound)
      case .redundant: .redundant
      case .reentrant: .reentrant
      case .acrossTurns: .acrossTurns
      default: .undetermined
      }
    // `Cell[3]` in a path is called `Cell`.
    func name(_ path: String) -> String {
      String(path.split(separator: "/").last!.prefix { $0 != "[" })
    }
    let victims = Set(finding.victims.map(name))
    let views = Set(finding.cycle.map(name))
    // Which view is written, a finding does not say.
    let deed = Truth.Deed(
      name(finding.writer), [finding.action], on: views, dirties: [name(finding.dirtied)])
    self.init(
      title: scenario.name,
      truth: Truth(kind, [deed], victims: victims, others: views.subtracting(victims)),
      suspects: [Suspect(scenario.build().suspect.name, threshold: scenario.threshold)],
      isWithinATurn: kind != .acrossTurns, isKnownInTheEnd: true,
      make: { Run(scenario.build()) }, cycle: nil)
  }

  /// A generated loop, hunted at every view that takes part, or at some of them.
  ///
  /// With `isAmple` the threshold leaves room for three whole periods and the run-up; else it is the
  /// loop's own, from 5 to 200.
  package init(generated seed: UInt64, hunts: Int = .max, isAmple: Bool = false) {
    let loop = GeneratedLoop(seed: seed)
    let run = LayoutRates(of: GeneratedLoop(seed: seed))
    var generator = SeededGenerator(seed: ~seed)
    let names = loop.suspectNames(run.cycle).shuffled(using: &generator)
    var suspects: [Suspect] = []
    for name in names.prefix(hunts) {
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
  }
}

extension GeneratedLoop {
  /// The views that a hunt must find, whichever it is on.
  fileprivate func suspectNames(_ cycle: NaturalCycle) -> [String] {
    switch kind {
    case .recursion, .hops:
      // Who is merely carried along has no chain that comes back to it.
      return truth.others.union(truth.accomplices).union(truth.culprits.compactMap(\.writer))
        .sorted()
    case .thrashing: return [anchor.name]
    default: return cycle.members.sorted()
    }
  }
}

/// How often each view of a generated loop is laid out in a round, seen in a run without a hunter.
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

  /// How to hunt a view: those that come rarely with a lower threshold.
  package func suspect(
    _ name: String, in loop: GeneratedLoop, isAmple: Bool = false
  ) -> Quarry.Suspect {
    guard loop.isSteady else {
      return Quarry.Suspect(
        name, threshold: loop.threshold, isEvidenceShort: loop.threshold < 12)
    }
    let rate = max(0.01, rates[name] ?? 1)
    let threshold =
      isAmple
      ? ampleThreshold(for: name, in: loop)
      : rate >= 0.4 ? loop.threshold : max(5, Int(Double(loop.threshold) * rate))
    // Evidence begins at half of the threshold; two periods show one, and the run-up may be in it.
    let seen = Double(threshold + 1 - max(2, threshold / 2 + 1)) / rate
    let isShort = threshold < 12 || seen < 4 * Double(loop.roundsToRepeat)
    let rounds = Double(threshold + 2) / rate + Double(6 * loop.roundsToRepeat + 12)
    return Quarry.Suspect(
      name, threshold: threshold, isEvidenceShort: isShort,
      // Waves of the run-up may still be about, with more than one round in a batch.
      passLimit: Int(rounds * batchesPerRound * 4) + 200)
  }
}
