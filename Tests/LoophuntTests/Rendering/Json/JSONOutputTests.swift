import CommandSupport
import Foundation
import LoopScenarios
import TestSupport
import Testing
import loophunt

/// JSON output conforms to the schema in `docs`.
@Suite("JSON output")
struct JSONOutputTests {
  private let schema: JSONSchema
  private let folder = TemporaryFolder()

  init() throws {
    schema = try JSONSchema(Repository.text(of: "docs/json-output.schema.json"))
  }

  private func check(_ arguments: [String]) throws -> [[String: Any]] {
    let document = try InProcess.loophunt(arguments + ["--format=json"])
    #expect(try schema.problems(of: document.text) == [], "\(arguments)")
    let lines = try InProcess.loophunt(arguments + ["--format=jsonl"])
    #expect(lines.status == document.status)
    if ["replay", "scan"].contains(arguments[0]) {
      for line in try InProcess.loophunt(arguments + ["--format=partial"]).text.split(
        separator: "\n")
      {
        #expect(try schema.problems(of: line) == [], "\(arguments)")
      }
    }
    return try lines.text.split(separator: "\n").map { line in
      #expect(try schema.problems(of: line) == [], "\(arguments)")
      return try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test(
    "the output of a replay conforms to the schema",
    arguments: sample(
      ["didset-dirty", "scrollbar-flip", "cumulative-inset", "layout-if-needed", "async-bounce"],
      oneIn: 6, seed: firstSeed("JSONOutputTests")))
  func conforms(scenario: String) throws {
    let trace = folder.path("\(scenario).jsonl")
    #expect(try InProcess.loophunt("record", scenario, "-o", trace).status == 0)
    let replayed = try check(["replay", trace])
    #expect(replayed.map { $0["type"] as? String } == ["loop", "file", "summary"])
  }

  @Test("the output of every other command conforms to the schema")
  func commands() throws {
    let trace = folder.path("loop.jsonl")
    #expect(try InProcess.loophunt("record", "didset-dirty", "-o", trace).status == 0)
    _ = try check(["replay", "--break", trace])
    _ = try check(["scan", trace])
    _ = try check(["validate", trace])
    _ = try check(["diff", trace, trace])
  }

  @Test("errors, warnings and several files conform to the schema")
  func errors() throws {
    let loop = try folder.write(
      SampleTrace.badge(layouts: [150, 60, 150], ended: false), to: "loop.jsonl")
    let wrong = try folder.write("{\"e\":\"trace\",\"version\":1}\nxx\nyy\n", to: "wrong.jsonl")
    for command in ["replay", "scan", "validate"] {
      let lines = try check([command, loop, wrong, folder.path("none")])
      #expect(lines.count == (command == "validate" ? 3 : 5))
    }
    let summary = try #require(try check(["scan", loop, wrong]).last)
    #expect(summary["failed"] as? Int == 1)
    #expect(summary["loops"] as? Int == 1)
    #expect(summary["status"] as? Int == 2)
  }

  @Test("a report of forced layouts conforms to the schema")
  func forced() throws {
    let trace = try folder.write(SampleTrace.thrashing(150), to: "forced.jsonl")
    let loop = try #require(try check(["replay", trace]).first?["loop"] as? [String: Any])
    let report = try #require(loop["report"] as? [String: Any])
    #expect((report["verdict"] as? [String: Any])?["kind"] as? String == "thrashing")
    let culprit = try #require(report["culprit"] as? [String: Any])
    let places = ["edge", "force"].map { (culprit[$0] as? [String: Any])?["location"] as? String }
    #expect(places == ["Badge.swift:7", "Badge.swift:8"])
    #expect(
      try InProcess.loophunt("replay", trace).text.contains(
        """
        Code outside any layout called `setNeedsLayout` on `Badge` (Window/Badge)
        (Badge.swift:7) and forced it by `layoutIfNeeded` (Badge.swift:8), again and
        again in one turn.
        """))
  }

  @Test("the same trace gives the same bytes")
  func sameBytes() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [150]), to: "trace.jsonl")
    let first = try InProcess.loophunt("replay", "--format=json", trace)
    let second = try InProcess.loophunt("replay", "--format=json", trace)
    #expect(first.output == second.output)
  }

  @Test("a quiet command writes no document")
  func quiet() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [150]), to: "trace.jsonl")
    let outcome = try InProcess.loophunt("replay", "-q", "--format=json", trace)
    #expect(outcome.text == "" && outcome.status == 1)
  }

  @Test("the schema refuses documents that the program never writes")
  func refused() throws {
    for text in ["{}", "[]", #"{"schema":1,"type":"summary"}"#, #"{"schema":2}"#, "1"] {
      #expect(try schema.problems(of: text) != [], "\(text)")
    }
  }
}
