import LoopHunter
import LoopScenarios
import Testing
import ViewTree

/// Counts the layouts of every view in every turn.
private final class Census: LayoutObserver {
  var counts: [ObjectIdentifier: Int] = [:]
  var maximum = 0

  func turnBegan(_ turn: Int, now: Duration) { counts = [:] }

  func layoutEntered(_ view: View) {
    let count = counts[ObjectIdentifier(view), default: 0] + 1
    counts[ObjectIdentifier(view)] = count
    maximum = max(maximum, count)
  }
}

@Suite("Scenarios")
struct ScenarioTests {
  @Test("a loop scenario goes past its threshold and an innocent one does not")
  func countsMatchTheFinding() {
    #if DEBUG
    // Without the longest one, of 37 000 turns.
    let scenarios = Scenario.all.filter { $0.name != "animation" }
    #else
    let scenarios = Scenario.all
    #endif
    for scenario in scenarios {
      let stage = scenario.build()
      let census = Census()
      let observation = stage.loop.addLayoutObserver(census)
      stage.run()
      observation.cancel()
      let crosses = census.maximum > scenario.threshold
      if scenario.finding?.verdict.kind == "acrossTurns" {
        #expect(census.maximum <= 2, "\(scenario.name)")
      } else {
        #expect(crosses == (scenario.finding != nil), "\(scenario.name): \(census.maximum)")
        #expect(stage.loop.lastCommit.didHitLimit == crosses, "\(scenario.name)")
      }
    }
  }

  @Test("names are found, and are unique")
  func names() {
    #expect(Set(Scenario.all.map(\.name)).count == Scenario.all.count)
    #expect(Scenario.named("pixel-snap")?.name == "pixel-snap")
    #expect(Scenario.named("no-such-scenario") == nil)
  }
}
