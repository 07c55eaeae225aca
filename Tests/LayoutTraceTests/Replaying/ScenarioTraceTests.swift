import HuntSupport
import LayoutTrace
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

/// A recorded scenario says the same as the scenario itself.
@Suite("Scenario traces") struct ScenarioTraceTests {
  /// All of them; in a debug build without the two longest, of 37 000 turns and of 2 000 views.
  static let names: [String] = {
    let names = Scenario.all.map(\.name)
    #if DEBUG
    return names.filter { !["animation", "wide-tree"].contains($0) }
    #else
    return names
    #endif
  }()

  /// The trace of a scenario, and the path of the view that is suspected in it.
  static func record(_ scenario: Scenario) throws -> (bytes: [UInt8], suspect: String) {
    let stage = scenario.build()
    let suspect = ViewReference(stage.suspect).path
    let recorder = try TraceRecorder(
      stage.loop, to: .memory, options: TraceRecorder.Options(title: scenario.name))
    stage.run()
    try recorder.finish()
    return (recorder.bytes, suspect)
  }

  @Test(
    "recording a replay gives the same trace byte for byte",
    arguments: sample(names, oneIn: 2, seed: firstSeed("ScenarioTraceTests.fidelity")))
  func fidelity(_ name: String) throws {
    let trace = try Self.record(#require(Scenario.named(name))).bytes
    #expect(try TraceValidation(TraceText.input(trace)).errors == [])
    let (again, result) = try TraceText.replay(trace)
    #expect(result.divergence == nil)
    #expect(result.unexplainedLayouts == 0)
    if again != trace {
      Issue.record("\(TraceText.firstDifference(trace, again))")
    }
  }

  @Test(
    "scan and replay agree on which views loop in which turns",
    arguments: sample(names, oneIn: 6, seed: firstSeed("ScenarioTraceTests")))
  func agreement(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let input = TraceText.input(try Self.record(scenario).bytes)
    // At a threshold of 2, innocent trees loop as well, and everything is reported.
    for threshold in [2, scenario.threshold] {
      let (scanned, replayed) = try TraceScanTests.loops(of: input, threshold: threshold)
      #expect(scanned == replayed, "threshold \(threshold)")
    }
  }

  @Test(
    "a hunted replay reports what the hunted scenario reports",
    arguments: sample(names, oneIn: 3, seed: firstSeed("ScenarioTraceTests.findings")))
  func findings(_ name: String) throws {
    let scenario = try #require(Scenario.named(name))
    let (bytes, suspect) = try Self.record(scenario)
    let replayer = try TraceReplayer(TraceText.input(bytes))
    let hunter = LoopHunter(loop: replayer.loop)
    var replayed: [LoopReport] = []
    replayer.onView = { view, _ in
      guard ViewReference(view).path == suspect else { return }
      _ = try? hunter.attach(to: view, threshold: scenario.threshold) { replayed.append($0) }
    }
    try replayer.run()
    let live = try hunt(in: scenario.build(), threshold: scenario.threshold).reports
    #expect(replayed.map(\.fingerprint) == live.map(\.fingerprint))
    #expect(replayed.map(\.verdict) == live.map(\.verdict))
    #expect(replayed.map(\.cycle) == live.map(\.cycle))
    #expect(replayed.map(\.accomplices) == live.map(\.accomplices))
    #expect(replayed.map(\.victims) == live.map(\.victims))
    #expect(replayed.map(\.turn) == live.map(\.turn))
    // Places in the source are the live run's: the scenario was recorded without them.
    #expect(replayed.map(\.culprit?.edge.action) == live.map(\.culprit?.edge.action))
    #expect(replayed.map(\.culprit?.edge.writer) == live.map(\.culprit?.edge.writer))
    #expect(replayed.isEmpty == (scenario.finding == nil))
  }
}
