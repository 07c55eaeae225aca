import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import LoopScenarios
import TestSupport
import Testing

/// The pages about reports and tests show real output.
@Suite("The pages about reports")
struct ReportDocumentationTests {
  private func page(_ name: String) throws -> String {
    try Repository.text(of: "docs/" + name)
  }

  /// The report of a scenario after its turn.
  private func report(_ name: String, _ configuration: LoopHunter.Configuration) throws
    -> LoopReport
  {
    let scenario = try #require(Scenario.named(name))
    return try #require(
      try hunt(
        in: scenario.build(), threshold: scenario.threshold, configuration: configuration
      ).attachment.lastReport)
  }

  // Functions and lines are there in a debug build only.
  #if DEBUG
  @Test("docs/reports.md shows the real reports of two scenarios")
  func realOutput() throws {
    for name in ["upstream-bounds", "didset-dirty"] {
      let report = try report(name, .default)
      #expect(try page("reports.md").contains("```text\n\(report)\n```"), "\(report)")
    }
  }

  @Test("docs/testing.md shows the real text of a failure")
  func failure() throws {
    let stage = try #require(Scenario.named("intrinsic-self-size")).build()
    let error = try #require(throws: LoopDetected.self) { try stage.loop.expectNoLayoutLoops() }
    #expect(try page("testing.md").contains("```text\n\(error)\n```"), "\(error)")
  }
  #endif

  @Test("the schema describes every field of a report, and the coded form comes back equal")
  func fields() throws {
    let report = try report("upstream-bounds", .init(stackLimit: 0))
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(LoopReport.self, from: data) == report)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    // Absent where no break was ineffective, nothing was repaired, and nobody else reported it.
    let absent: Set = ["huntInstead", "remedy", "reported"]
    #expect(try described("report") == Set(object.keys).union(absent))
    var edge = try #require(report.culprit?.edge)
    edge.location = CodeLocation(file: "Badge.swift", line: 1, column: 2, isNear: true)
    edge.function = "f()"
    var keys: Set<String> = []
    for proof in [EdgeProof.proved(layouts: 1), .refuted(through: report.view), .untested(.spent)] {
      edge.proof = proof
      let coded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(edge))
      keys.formUnion(try #require(coded as? [String: Any]).keys)
    }
    #expect(try described("edge") == keys)
  }

  /// The keys of a definition that the schema of what `loophunt` prints describes.
  private func described(_ name: String) throws -> Set<String> {
    let schema = try JSONSerialization.jsonObject(
      with: Data(page("json-output.schema.json").utf8))
    let definitions = try #require((schema as? [String: Any])?["$defs"] as? [String: Any])
    let properties = try #require(
      (definitions[name] as? [String: Any])?["properties"] as? [String: [String: Any]])
    return Set(properties.filter { $0.value["description"] is String }.keys)
  }
}
