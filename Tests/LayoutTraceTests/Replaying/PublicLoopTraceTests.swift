import HuntSupport
import LayoutTrace
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

/// A recorded loop from a public issue says the same as the loop itself.
@Suite("Public loop traces") struct PublicLoopTraceTests {
  private static let names = sample(
    PublicLoop.all.map(\.name), oneIn: 3, seed: firstSeed("Public loop traces"))

  private static func record(_ loop: PublicLoop) throws -> (bytes: [UInt8], suspect: String) {
    try record(loop.build())
  }

  private static func record(_ stage: Stage) throws -> (bytes: [UInt8], suspect: String) {
    let suspect = ViewReference(stage.suspect).path
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    stage.run()
    try recorder.finish()
    return (recorder.bytes, suspect)
  }

  @Test("recording a replay gives the same trace byte for byte", arguments: names)
  func fidelity(_ name: String) throws {
    let loop = try #require(PublicLoop.all.first { $0.name == name })
    try expectFidelity(loop.build())
  }

  @Test("a replay of the recording of any loop explains every layout, and gives the same trace")
  func explains() throws {
    let seed = firstSeed("PublicLoopTraceTests.explains")
    for loop in sample(InventedLoop.all, oneIn: 32, seed: seed) { try expectFidelity(loop.build()) }
    for loop in sample(FoundLoop.all + FoundLoop.probes, oneIn: 40, seed: seed) {
      let program = loop.build(false)
      try withExtendedLifetime(program) { try expectFidelity(program.stage) }
    }
  }

  private func expectFidelity(_ stage: Stage) throws {
    let trace = try Self.record(stage).bytes
    #expect(try TraceValidation(TraceText.input(trace)).errors == [])
    let (again, result) = try TraceText.replay(trace)
    #expect(result.divergence == nil)
    #expect(result.unexplainedLayouts == 0)
    if again != trace {
      Issue.record("\(TraceText.firstDifference(trace, again))")
    }
  }

  @Test("a hunted replay reports what the hunted loop reports, word for word", arguments: names)
  func findings(_ name: String) throws {
    let loop = try #require(PublicLoop.all.first { $0.name == name })
    let (bytes, suspect) = try Self.record(loop)
    let replayer = try TraceReplayer(TraceText.input(bytes))
    let hunter = LoopHunter(loop: replayer.loop, configuration: .init(stackLimit: 0))
    var replayed: [LoopReport] = []
    replayer.onView = { view, _ in
      guard ViewReference(view).path == suspect else { return }
      _ = try? hunter.attach(to: view, threshold: 100) { replayed.append($0) }
    }
    try replayer.run()
    let configuration = LoopHunter.Configuration(stackLimit: 0, provesCulprits: false)
    let live = try hunt(in: loop.build(), threshold: 100, configuration: configuration).reports
    #expect(!live.isEmpty)
    #expect(replayed.map(\.fingerprint) == live.map(\.fingerprint))
    #expect(replayed.map(\.verdict) == live.map(\.verdict))
    #expect(replayed.map(\.cycle) == live.map(\.cycle))
    #expect(replayed.map(\.accomplices) == live.map(\.accomplices))
    #expect(replayed.map(\.victims) == live.map(\.victims))
    #expect(replayed.map(\.culprit) == live.map(\.culprit))
    #expect(replayed.map(\.culprit?.sentence) == live.map(\.culprit?.sentence))
    #expect(replayed.map(\.otherEdges) == live.map(\.otherEdges))
    #expect(replayed.map(\.geometry) == live.map(\.geometry))
  }
}
