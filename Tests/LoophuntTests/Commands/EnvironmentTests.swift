import CommandSupport
import Foundation
import TestSupport
import Testing

/// A variable that is set for a whole job must not make its gates pass.
@Suite("The environment of a gate")
struct EnvironmentTests {
  private let folder = TemporaryFolder()
  private static let bounce = Repository.path("Examples/async-bounce.jsonl")
  private static let flip = Repository.path("Examples/scrollbar-flip.jsonl")
  private static let calm = Repository.path("Tests/Recordings/chromium-clean.json.gz")
  private static let off = ["LOOPHUNTER": "off"]
  private let small: String

  init() throws {
    small = try folder.write(SampleTrace.badge(layouts: [1, 9]), to: "small.jsonl")
  }

  @Test(
    "LOOPHUNTER=off changes no result of a command",
    arguments: sample(
      [
        ["replay", flip], ["replay", bounce], ["replay", "--break", flip],
        ["replay", "--no-proof", "--format=json", bounce], ["scan", flip], ["diff", calm, flip],
        ["diff", flip, flip], ["report", flip], ["report", bounce],
        ["export", "--to=mermaid", flip],
        ["replay", Repository.path("Tests/Recordings/chromium-thrash.json.gz")],
      ], oneIn: 6, seed: firstSeed("EnvironmentTests")))
  func isIgnored(arguments: [String]) throws {
    try expectSame(arguments)
  }

  @Test(
    "LOOPHUNTER=off changes no small trace and no reproduction",
    arguments: sample(
      [["shrink"], ["reproduce"], ["reproduce", "--test"]], oneIn: 3,
      seed: firstSeed("EnvironmentTests.reductions")))
  func reductions(command: [String]) throws {
    try expectSame(command + ["--threshold=5", small])
  }

  private func expectSame(_ arguments: [String]) throws {
    let usual = try InProcess.loophunt(arguments)
    let off = try Child.run(Child.binary, arguments, environment: Self.off)
    #expect(off.status == usual.status)
    #expect(off.text == usual.text && !off.text.isEmpty)
    #expect(off.errors == usual.errors)
  }

  @Test("LOOPHUNTER=off removes no known loop from a baseline")
  func baseline() throws {
    let file = folder.path("known.json")
    let update = [
      "replay", "--no-proof", "--baseline=\(file)", "--update-baseline", "--prune", Self.flip,
    ]
    #expect(try InProcess.loophunt(update).status == 0)
    let known = try String(contentsOfFile: file, encoding: .utf8)
    #expect(known.contains("fingerprint"))
    let outcome = try Child.run(Child.binary, update, environment: Self.off)
    #expect(outcome.text.contains("0 loops added, 0 removed"), "\(outcome.text)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == known)
  }

  @Test("options for decompressors leave out no part of a compressed trace")
  func decompressors() throws {
    guard try Child.run("sh", ["-c", "command -v xz"]).status == 0 else { return }
    let lines = SampleTrace.badge(layouts: [1, 150]).split(separator: "\n")
    let middle = try #require(lines.lastIndex { $0.contains(#""e":"turn""#) })
    var packed = Data()
    for part in [lines[..<middle], lines[middle...]] {
      let text = part.map { $0 + "\n" }.joined()
      packed += try Child.run("xz", ["-c"], input: Data(text.utf8)).output
    }
    let file = try folder.write(packed, to: "trace.jsonl.xz")
    let outcome = try Child.run(
      Child.binary, ["scan", file], environment: ["XZ_OPT": "--single-stream"])
    #expect(outcome.status == 1, "\(outcome.text)")
  }

  @Test("a reproduced test finds its loop whatever the environment says")
  func reproducedTest() throws {
    let test = try InProcess.loophunt("reproduce", "--test", "--threshold=5", small)
    #expect(test.text.contains("killSwitch: KillSwitch(isEngaged: false)"))
  }

  @Test("no hunter that our own code makes takes the switch of an app")
  func hunters() throws {
    let sources = URL(fileURLWithPath: Repository.path("Sources"))
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var hunters = 0
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
      for call in code.matches(of: /LoopHunter\(\s*loop:[^)]*/) {
        hunters += 1
        #expect(call.output.contains("killSwitch: "), "\(file.path): \(call.output)")
      }
    }
    #expect(hunters >= 3)
  }
}
