import CommandSupport
import Foundation
import LoopHunter
import TestSupport
import Testing
import loophunt

/// Random runs against a model that says which known loops may be removed.
@Suite("Baselines, random and at once")
struct BaselineWalkTests {
  private let folder = TemporaryFolder()

  /// The state of a trace, and the consequence that it has for the loops that are not seen.
  private enum Wear: CaseIterable {
    case whole, cut, torn, skipped, empty

    /// True if every loop of the trace was seen.
    var isWhole: Bool { self == .whole }
  }

  /// A rule for the view of a trace, which has 12 layouts in its loop where 8 may be.
  private enum Rule: CaseIterable {
    case ignored, higher, highest

    func option(for name: String) -> String {
      switch self {
      case .ignored: "--ignore-view=\(name)=known"
      case .higher: "--view-threshold=\(name)=10"
      case .highest: "--view-threshold=\(name)=100"
      }
    }

    /// True if a run with the rule does not look for the loop.
    var hidesLoops: Bool { self == .ignored || self == .highest }
  }

  private static let names = ["alpha", "beta", "gamma", "delta", "omega"]

  /// The trace of a loop, or of none, in some state.
  private func trace(_ name: String, loops: Bool, _ wear: Wear) -> String {
    let text = SampleTrace.badge(layouts: [loops ? 12 : 1], ended: wear != .cut)
      .replacing("\"badge\"", with: "\"\(name)\"")
    switch wear {
    case .whole, .cut: return text
    case .torn: return text + "{\"e\":\"tur"
    case .skipped: return text.replacing(#"{"e":"end""#, with: "{\"e\":\n" + #"{"e":"end""#)
    case .empty: return "{\"e\":\"trace\",\"version\":1}\n{\"e\":\"end\",\"turns\":0}\n"
    }
  }

  private func fingerprint(_ name: String) throws -> String {
    let path = try folder.write(trace(name, loops: true, .whole), to: "\(name).jsonl")
    let text = try InProcess.loophunt("replay", "--threshold=8", path).text
    return String(try #require(text.firstMatch(of: #/Fingerprint +(\w+)/#)).1)
  }

  private func fingerprints(in file: String) throws -> Set<String> {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return Set(text.matches(of: #/"fingerprint": "(\w+)"/#).map { String($0.1) })
  }

  @Test("an update adds what was seen, and removes only what a whole run did not see")
  func walk() throws {
    let seed = firstSeed("BaselineWalkTests")
    let known = try Self.names.map(fingerprint)
    for number in 0..<caseCount(200, inDebug: 12) {
      var random = SeededGenerator(seed: seed + UInt64(number))
      let file = folder.path("known-\(number).json")
      let listed = Set(known.filter { _ in Bool.random(using: &random) })
      let entries = listed.sorted().map {
        #"{"fingerprint": "\#($0)", "sentence": "It loops.", "reason": "of \#($0)"}"#
      }
      try #"{"version": 1, "loops": [\#(entries.joined(separator: ", "))]}"#
        .write(toFile: file, atomically: true, encoding: .utf8)
      var arguments = ["replay", "--threshold=8", "--lenient", "--allow-no-layouts"]
      arguments += ["--baseline=\(file)", "--update-baseline"]
      let prunes = Bool.random(using: &random)
      if prunes { arguments.append("--prune") }
      var seen: Set<String> = []
      var isWhole = true
      var rules: [String: Rule] = [:]
      for name in Self.names where Int.random(in: 0..<6, using: &random) == 0 {
        let rule = Rule.allCases.randomElement(using: &random)!
        rules[name] = rule
        arguments.append(rule.option(for: name))
      }
      for (index, name) in Self.names.enumerated() where Bool.random(using: &random) || index == 0 {
        let loops = Bool.random(using: &random)
        let wear =
          Int.random(in: 0..<3, using: &random) > 0
          ? .whole : Wear.allCases.randomElement(using: &random)!
        let path = try folder.write(
          trace(name, loops: loops, wear), to: "\(number)-\(name).jsonl")
        arguments.append(path)
        let isHidden = loops && wear != .empty && rules[name]?.hidesLoops == true
        if loops, wear != .empty, !isHidden { seen.insert(known[index]) }
        // Nothing is judged in a trace whose only view is ignored.
        isWhole = isWhole && wear.isWhole && !isHidden && rules[name] != .ignored
      }
      let outcome = try InProcess.loophunt(arguments)
      #expect(outcome.status == 0, "seed \(seed + UInt64(number)): \(outcome.errors)")
      let mayGo = prunes && isWhole ? listed.subtracting(seen) : []
      let expected = listed.union(seen).subtracting(mayGo)
      #expect(try fingerprints(in: file) == expected, "seed \(seed + UInt64(number)): \(arguments)")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(
        listed.intersection(expected).allSatisfy { text.contains("of \($0)") },
        "seed \(seed + UInt64(number))")
    }
  }

  @Test("no known loop is removed after a trace that is cut or empty or was read in part")
  func careful() throws {
    let file = folder.path("known.json")
    let loop = try folder.write(trace("alpha", loops: true, .whole), to: "loop.jsonl")
    let update = [
      "replay", "--threshold=8", "--baseline=\(file)", "--update-baseline", "--lenient",
      "--allow-no-layouts",
    ]
    #expect(try InProcess.loophunt(update + [loop]).status == 0)
    let before = try fingerprints(in: file)
    #expect(before.count == 1)
    for (wear, reason) in [
      (Wear.cut, "is cut off"), (.torn, "is cut off"), (.skipped, "lines left out"),
      (.empty, "has no layouts"),
    ] {
      let path = try folder.write(trace("beta", loops: false, wear), to: "worn.jsonl")
      let outcome = try InProcess.loophunt(update + ["--prune", path])
      #expect(outcome.status == 0 && outcome.errors.contains("counts as gone, because"), "\(wear)")
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
      #expect(try fingerprints(in: file) == before, "\(wear)")
      // Merged results judge in the same way.
      let part = folder.path("part")
      _ = try InProcess.loophunt(
        ["replay", "--threshold=8", "--lenient", "--allow-no-layouts", "-q"]
          + ["--format=partial=\(part)", path])
      let merged = try InProcess.loophunt([
        "merge", "--baseline=\(file)", "--update-baseline", "--prune", part,
      ])
      #expect(merged.status == 0, "\(merged.errors)")
      #expect(try fingerprints(in: file) == before, "merge \(wear)")
    }
    let whole = try folder.write(trace("beta", loops: false, .whole), to: "whole.jsonl")
    for choice in ["--class=Badge", "--view=beta"] {
      let chosen = try InProcess.loophunt(update + ["--prune", choice, whole])
      #expect(chosen.status == 0, "\(chosen.errors)")
      #expect(chosen.errors.contains("counts as gone, because '\(choice)'"), "\(chosen.errors)")
      #expect(try fingerprints(in: file) == before, "\(choice)")
      let part = folder.path("part")
      _ = try InProcess.loophunt([
        "replay", "--threshold=8", "-q", choice, "--format=partial=\(part)", whole,
      ])
      let merged = try InProcess.loophunt([
        "merge", "--baseline=\(file)", "--update-baseline", "--prune", part,
      ])
      #expect(merged.status == 0, "\(merged.errors)")
      #expect(try fingerprints(in: file) == before, "merge \(choice)")
    }
    #expect(try InProcess.loophunt(update + ["--prune", whole]).status == 0)
    #expect(try fingerprints(in: file) == [])
  }

  /// A trace in which another view is laid out once, too.
  private func besideOther(_ text: String) -> String {
    let view = #"{"e":"view","v":3,"class":"Other","in":1,"at":1,"frame":[0,0,9,9],"clean":true}"#
    let dirty = #"{"e":"dirty","v":3,"why":"explicit"}"#
    let done = "{\"e\":\"done\",\"v\":2}\n"
    var text = text.replacing(
      "{\"e\":\"turn\"", with: "\(view)\n{\"e\":\"turn\"", maxReplacements: 1)
    text = text.replacing(
      "{\"e\":\"commit\"", with: "\(dirty)\n{\"e\":\"commit\"", maxReplacements: 1)
    return text.replacing(
      done, with: done + "{\"e\":\"layout\",\"v\":3}\n{\"e\":\"done\",\"v\":3}\n",
      maxReplacements: 1)
  }

  @Test(
    "no known loop is removed while a rule exempts a view that may have it",
    arguments: ["--ignore-view=alpha=w", "--ignore-class=Badge=w", "--class-threshold=Badge=12"])
  func exempt(rule: String) throws {
    let file = folder.path("known.json")
    let (loop, quiet) = (
      try folder.write(besideOther(trace("alpha", loops: true, .whole)), to: "loop.jsonl"),
      try folder.write(besideOther(trace("alpha", loops: false, .whole)), to: "quiet.jsonl")
    )
    let judged = ["replay", "--threshold=8", "--baseline=\(file)"]
    let update = judged + ["--update-baseline"]
    #expect(try InProcess.loophunt(update + [loop]).status == 0)
    let before = try fingerprints(in: file)
    #expect(before.count == 1)
    let outcome = try InProcess.loophunt(update + ["--prune", rule, loop])
    #expect(outcome.status == 0 && outcome.errors.contains("counts as gone, because"))
    #expect(outcome.errors.contains("may loop"), "\(outcome.errors)")
    #expect(try fingerprints(in: file) == before)
    let part = folder.path("part")
    _ = try InProcess.loophunt([
      "replay", "--threshold=8", "-q", rule, "--format=partial=\(part)", loop,
    ])
    let merged = try InProcess.loophunt([
      "merge", "--baseline=\(file)", "--update-baseline", "--prune", part,
    ])
    #expect(merged.status == 0, "\(merged.errors)")
    #expect(try fingerprints(in: file) == before)
    // Nothing is hidden by an exempt view that is quiet.
    let strict = try InProcess.loophunt(judged + ["--strict-baseline", rule, quiet])
    #expect(strict.status == 1, "\(strict.errors)")
    #expect(try InProcess.loophunt(update + ["--prune", rule, quiet]).status == 0)
    #expect(try fingerprints(in: file) == [])
  }

  @Test("updates at the same time lose no entry")
  func atOnce() async throws {
    let known = try Self.names.map(fingerprint)
    for round in 0..<caseCount(10, inDebug: 2) {
      let file = folder.path("shared-\(round).json")
      try await withThrowingTaskGroup(of: Int32?.self) { group in
        for name in Self.names {
          let trace = folder.path("\(name).jsonl")
          group.addTask {
            try Child.loophunt(
              "replay", "-q", "--threshold=8", "--baseline=\(file)", "--update-baseline", trace
            ).status
          }
        }
        for try await status in group { #expect(status == 0) }
      }
      #expect(try fingerprints(in: file) == Set(known))
    }
  }
}
