import LoopScenarios
import ViewTree

/// The number of layouts of a program, and of its turns, without a hunter.
final class RunTally: LayoutObserver {
  /// The most layouts of one view in one turn.
  private(set) var most = 0
  /// The turns with a layout.
  private(set) var turns = 0
  private var counts: [ObjectIdentifier: Int] = [:]

  /// Runs a program to its end.
  init(of stage: Stage) {
    let observation = stage.loop.addLayoutObserver(self)
    withExtendedLifetime(stage) { stage.run() }
    observation.cancel()
  }

  func turnBegan(_ turn: Int, now: Duration) { counts = [:] }

  func layoutEntered(_ view: View) {
    if counts.isEmpty { turns += 1 }
    counts[ObjectIdentifier(view), default: 0] += 1
    most = max(most, counts[ObjectIdentifier(view), default: 0])
  }
}

extension PublicLoop {
  /// True if the program settles without the line of its culprit.
  package var settlesWithoutCulprit: Bool { RunTally.settles(build) }
}

extension InventedLoop {
  /// True if the program settles without the lines of its culprits.
  package var settlesWithoutCulprit: Bool { RunTally.settles(build) }
}

extension RunTally {
  /// True if a program settles without the lines that are left out for a repair.
  fileprivate static func settles(_ build: () -> Stage) -> Bool {
    Repair.$isMade.withValue(true) {
      let tally = RunTally(of: build())
      return tally.most <= PublicLoop.threshold && tally.turns < 100
    }
  }
}
