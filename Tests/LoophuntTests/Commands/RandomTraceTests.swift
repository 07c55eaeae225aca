import CommandSupport
import Foundation
import HuntSupport
import TestSupport
import Testing
import loophunt

/// Commands count the layouts that a trace states, in whatever order a replay comes to them.
@Suite("Commands on random traces")
struct RandomTraceTests {
  private let folder = TemporaryFolder()

  @Test("a scan, a replay and a plain count convict the same views in the same turns")
  func counts() throws {
    let seed = firstSeed("RandomTraceTests")
    for seed in seed..<seed + UInt64(caseCount(400, inDebug: 20)) {
      let trace = RandomTrace(seed: seed)
      let file = try folder.write(trace.text, to: "random.jsonl")
      for threshold in [1, 2, 4] {
        let wanted = trace.crossings(threshold)
        for command in [["scan"], ["replay", "--no-proof"]] {
          let outcome = try InProcess.loophunt(
            command + [
              "--no-config", "--format=json", "--allow-no-layouts", "--threshold=\(threshold)",
              file,
            ])
          let found = try crossings(outcome.text)
          #expect(found == wanted, "\(command[0]) at \(threshold), seed \(seed): \(outcome.errors)")
          #expect(outcome.status == (wanted.isEmpty ? 0 : 1), "\(command[0]), seed \(seed)")
        }
      }
    }
  }

  /// The views and turns of the loops in a result; those that only ended at a limit have no turns.
  private func crossings(_ text: String) throws -> Set<[Int]> {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let file = try #require((document["files"] as? [[String: Any]])?.first)
    let loops = try #require(file["loops"] as? [[String: Any]])
    let views = loops.flatMap { $0["views"] as? [[String: Any]] ?? [$0] }
    return Set(
      try views.flatMap { view in
        let number = try #require(view["view"] as? Int)
        let turns = try #require(view["turns"] as? [Any])
        return turns.flatMap { turn in
          let ends = turn as? [Int] ?? (turn as? Int).map { [$0, $0] } ?? []
          return ends.isEmpty ? [] : (ends[0]...ends[1]).map { [number, $0] }
        }
      })
  }
}
