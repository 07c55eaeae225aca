import Foundation
import LoopHunter
import Testing
import ViewTree

/// Recording a replay gives the recorded trace again.
@Suite("Replay fidelity") struct ReplayFidelityTests {
  /// The trace of a replay of a trace, and what the replay found.
  static func replay(_ trace: [UInt8]) throws -> (bytes: [UInt8], result: TraceReplayer.Result) {
    let replayer = try TraceReplayer(TraceText.input(trace))
    let recorder = try TraceRecorder(replaying: replayer, to: .memory)
    let result = try replayer.run()
    try recorder.finish()
    return (recorder.bytes, result)
  }

  static func record(seed: UInt64) throws -> [UInt8] {
    let run = RandomRun(seed: seed)
    let recorder = try TraceRecorder(run.loop, to: .memory)
    run.run()
    try recorder.finish()
    return recorder.bytes
  }

  static func firstDifference(_ old: [UInt8], _ new: [UInt8]) -> String {
    let oldLines = String(decoding: old, as: UTF8.self).split(separator: "\n")
    let newLines = String(decoding: new, as: UTF8.self).split(separator: "\n")
    for index in 0..<max(oldLines.count, newLines.count) {
      let old = index < oldLines.count ? oldLines[index] : "nothing"
      let new = index < newLines.count ? newLines[index] : "nothing"
      if old != new { return "line \(index + 1): \(old) became \(new)" }
    }
    return "none"
  }

  @Test("a thousand random runs come back byte for byte")
  func randomRuns() throws {
    var failures: [String] = []
    for seed in 0..<1_200 {
      let trace = try Self.record(seed: UInt64(seed))
      let validation = try TraceValidation(TraceText.input(trace))
      if let error = validation.errors.first { failures.append("seed \(seed): \(error)") }
      guard validation.isValid else { continue }
      let (again, result) = try Self.replay(trace)
      if again != trace {
        failures.append(
          "seed \(seed): \(Self.firstDifference(trace, again)); "
            + "\(result.divergence.map { "\($0)" } ?? "no divergence")")
      } else if result.divergence != nil || result.unexplainedLayouts > 0 {
        failures.append("seed \(seed): \(result)")
      }
    }
    #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5).joined(separator: "\n"))")
  }
}
