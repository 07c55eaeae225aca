import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Recording a replay gives the recorded trace again.
@Suite("Replay fidelity") struct ReplayFidelityTests {
  /// The trace of a replay of a trace, and what the replay found.
  static func record(
    seed: UInt64, features: Set<RandomRun.Feature> = Set(RandomRun.Feature.allCases)
  ) throws -> [UInt8] {
    let run = RandomRun(seed: seed, features: features)
    let recorder = try TraceRecorder(run.loop, to: .memory)
    run.run()
    try recorder.finish()
    run.drain()
    return recorder.bytes
  }

  /// The difference between a run's trace and its recorded replay; nil if they are the same.
  static func difference(seed: UInt64, features: Set<RandomRun.Feature>) throws -> String? {
    let trace = try record(seed: seed, features: features)
    if let error = try TraceValidation(TraceText.input(trace)).errors.first {
      return "seed \(seed): \(error)"
    }
    let (again, result) = try TraceText.replay(trace)
    let divergence = result.divergence.map { "\($0)" } ?? "no divergence"
    if again != trace {
      return "seed \(seed): \(TraceText.firstDifference(trace, again)); \(divergence)"
    }
    let isExplained = result.unexplainedLayouts == 0
    return result.divergence == nil && isExplained ? nil : "seed \(seed): \(result)"
  }

  @Test("a thousand random runs of plain views come back byte for byte")
  func plainRuns() throws {
    let failures = try Seeds.range(1_200, inDebug: 10).compactMap {
      try Self.difference(seed: $0, features: [])
    }
    #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5).joined(separator: "\n"))")
  }

  @Test(
    "random runs come back byte for byte, whatever else they use",
    arguments: RandomRun.Feature.allCases)
  func featureRuns(_ feature: RandomRun.Feature) throws {
    let failures = try Seeds.range(600, inDebug: 5).compactMap {
      try Self.difference(seed: $0, features: [feature])
    }
    #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5).joined(separator: "\n"))")
  }

  /// The trace with a place in the source at the events that can have one.
  ///
  /// Changes of an unobserved tree outside the windows are written without a place.
  private static func placed(_ trace: [UInt8]) throws -> [UInt8] {
    let events = try TraceText.events(TraceText.input(trace))
    let lines = events.enumerated().map { index, event in
      let place = index % 7 == 0 ? nil : "File \(index % 5).swift:\(index)"
      switch event {
      case .dirty(var dirty) where dirty.why != "explicit":
        dirty.from = place
        return TraceWriter.line(.dirty(dirty))
      case .geometry(var geometry) where geometry.old != nil:
        geometry.from = place
        return TraceWriter.line(.geometry(geometry))
      case .force(let view, let by, _):
        return TraceWriter.line(.force(view: view, by: by, from: place))
      default: return TraceWriter.line(event)
      }
    }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  @Test("places in the source come back with the events that they belong to")
  func places() throws {
    var forces = 0
    for seed in Seeds.range(200, inDebug: 18) {
      let trace = try Self.placed(Self.record(seed: seed, features: seed % 2 == 0 ? [] : [.order]))
      let (again, _) = try TraceText.replay(trace)
      let isSame = again == trace
      #expect(isSame, "seed \(seed): \(TraceText.firstDifference(trace, again))")
      forces += try TraceText.events(TraceText.input(again)).count {
        if case .force(_, _, .some) = $0 { true } else { false }
      }
    }
    #expect(forces > 20)
  }

  @Test(
    "random runs with constraints come back byte for byte, with stacks too",
    arguments: [
      [.relations], [.relations, .controls], [.relations, .constraints, .sizes, .order],
    ] as [Set<RandomRun.Feature>])
  func constrainedRuns(_ features: Set<RandomRun.Feature>) throws {
    let failures = try Seeds.range(400, inDebug: 6).compactMap {
      try Self.difference(seed: $0, features: features)
    }
    #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5).joined(separator: "\n"))")
  }

  @Test(
    "layout that is forced while constraints change begins at the superview that they dirty",
    arguments: [202, 384, 204, 373] as [UInt64])
  func forcedAmongChanges(seed: UInt64) throws {
    let features: Set<RandomRun.Feature> =
      [202, 384].contains(seed)
      ? [.relations, .controls] : [.relations, .constraints, .sizes, .order]
    #expect(try Self.difference(seed: seed, features: features) == nil)
  }

  @Test("passes that go on outside the windows lay out nothing without a reason in the trace")
  func outsideReasons() throws {
    #expect(try Self.difference(seed: 1_073, features: [.sizes]) == nil)
    #expect(try Self.difference(seed: 444, features: Set(RandomRun.Feature.allCases)) == nil)
  }

  @Test("a thousand random runs that use everything come back byte for byte")
  func randomRuns() throws {
    let failures = try Seeds.range(1_200, inDebug: 8).compactMap {
      try Self.difference(seed: $0, features: Set(RandomRun.Feature.allCases))
    }
    #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5).joined(separator: "\n"))")
  }
}
