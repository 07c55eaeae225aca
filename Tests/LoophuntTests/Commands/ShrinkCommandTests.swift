import CommandSupport
import Foundation
import LayoutTrace
import TestSupport
import Testing
import loophunt

@Suite("The command shrink")
struct ShrinkCommandTests {
  private let folder = TemporaryFolder()

  private func lines(_ path: String) throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }

  @Test("a trace of many turns is reduced to one turn and the rounds that the threshold needs")
  func reduces() throws {
    let trace = try folder.write(
      SampleTrace.badge(layouts: [1, 3, 60, 2, 40, 1]), to: "trace.jsonl")
    let small = folder.path("small.jsonl")
    let shrunk = try InProcess.loophunt("shrink", "--threshold=5", trace, "-o", small)
    #expect(shrunk.status == 0 && shrunk.errors.isEmpty, "\(shrunk.errors)")
    // Header, two views, turn, dirty, commit, nine layouts of which eight dirty, committed, end:
    // with fewer the verdict is undetermined.
    #expect(try lines(small).count == 34)
    let fingerprint = try #require(shrunk.text.split(separator: " ").dropFirst().first)
    #expect(
      shrunk.text.hasSuffix(
        "\(fingerprint) (redundant): 343 events in 6 turns reduced to 34 events in 1 turn with "
          + "2 views.\n"))
    let replay = try InProcess.loophunt("replay", "--threshold=5", small)
    #expect(replay.status == 1)
    #expect(replay.text.contains(fingerprint))
    #expect(replay.text.contains("Seen in 1 turn (1), by Window/badge (view 2)."))
    #expect(try InProcess.loophunt("validate", small).status == 0)
    // A minimal trace stays as it is.
    let again = try InProcess.loophunt("shrink", "-q", "--threshold=5", small)
    #expect(again.status == 0 && again.errors.isEmpty)
    #expect(again.output == (try Data(contentsOf: URL(fileURLWithPath: small))))
  }

  @Test("standard input and output work, and the figures go to standard error")
  func streams() throws {
    let trace = Data(SampleTrace.badge(layouts: [1, 20]).utf8)
    let shrunk = try Child.loophunt("shrink", "--threshold=3", "-", input: trace)
    #expect(shrunk.status == 0)
    #expect(shrunk.text.hasPrefix(#"{"e":"trace","version":1,"title":"badge""#))
    #expect(shrunk.errors.hasPrefix("Loop ") && shrunk.errors.contains("reduced to"))
  }

  @Test("--keep chooses among loops, and an unknown fingerprint is an error that lists them")
  func keep() throws {
    let badge = SampleTrace.badge(layouts: [20], ended: false)
      .replacing(#""name":"badge","#, with: "")
    let other = badge.split(separator: "\n").dropFirst(3).map(String.init)
      .map { $0.replacing(#""v":2"#, with: #""v":3"#).replacing(#""by":2"#, with: #""by":3"#) }
      .map { $0.replacing(#""n":1"#, with: #""n":2"#) }
    var head = badge.split(separator: "\n").map(String.init)
    head.insert(
      #"{"e":"view","v":3,"class":"Other","in":1,"at":1,"frame":[0,0,4,4],"clean":true}"#, at: 3)
    let trace = try folder.write(
      (head + other).joined(separator: "\n") + "\n", to: "two.jsonl")
    let replay = try InProcess.loophunt("replay", "--threshold=5", "--format=json", trace)
    let found = try #require(
      replay.text.matches(of: /"fingerprint" : "([0-9a-f]+)"/).map { String($0.1) }.last)
    let small = folder.path("small.jsonl")
    let shrunk = try InProcess.loophunt(
      "shrink", "--threshold=5", "--keep=\(found)", "--format=json", trace, "-o", small)
    #expect(shrunk.status == 0, "\(shrunk.errors)")
    #expect(shrunk.text.contains("\"fingerprint\" : \"\(found)\""))
    #expect(shrunk.text.contains("\"minimal\" : true"))
    let schema = try JSONSchema(Repository.text(of: "docs/json-output.schema.json"))
    #expect(try schema.problems(of: shrunk.text) == [])
    #expect(try lines(small).contains { $0.contains("Other") })
    #expect(try !lines(small).contains { $0.contains("Badge") })
    let unknown = try InProcess.loophunt("shrink", "--threshold=5", "--keep=beef", trace)
    #expect(unknown.status == 2 && unknown.output.isEmpty)
    #expect(unknown.errors.contains("no loop has the fingerprint 'beef'; choose one of these: "))
    #expect(unknown.errors.contains(found))
  }

  @Test("a trace without a loop is an error, and no file is written")
  func nothing() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [9]), to: "trace.jsonl")
    let small = folder.path("small.jsonl")
    let shrunk = try InProcess.loophunt("shrink", trace, "-o", small)
    #expect(shrunk.status == 2)
    #expect(
      shrunk.errors == "\(trace): nothing to shrink: no hunted view is laid out more than "
        + "100 times in one turn; lower --threshold; 'loophunt scan' shows the highest counts\n")
    #expect(!FileManager.default.fileExists(atPath: small))
  }

  @Test("a trace as its own output, and a wrong trace, are errors that change no file")
  func refusals() throws {
    let text = SampleTrace.badge(layouts: [20])
    let trace = try folder.write(text, to: "trace.jsonl")
    let itself = try InProcess.loophunt("shrink", "--threshold=5", trace, "-o", trace)
    #expect(itself.status == 2)
    #expect(itself.errors.contains("which is an input; name another file for -o"))
    #expect(try String(contentsOfFile: trace, encoding: .utf8) == text)
    let broken = try folder.write(text + "nonsense\n", to: "broken.jsonl")
    let small = try folder.write("old", to: "small.jsonl")
    #expect(try InProcess.loophunt("shrink", "--threshold=5", broken, "-o", small).status == 2)
    #expect(try String(contentsOfFile: small, encoding: .utf8) == "old")
    let form = try InProcess.loophunt("shrink", "--format=json", trace)
    #expect(form.status == 2 && form.errors.contains("--format needs -o FILE"))
    let full = try InProcess.loophunt("shrink", "--threshold=5", trace, "-o", "/dev/full")
    #expect(full.status == 3)
  }

  @Test("the search begins with the last turns that show the loop, with as few as can be found")
  func begins() throws {
    /// The number of turns with which the search begins, and the number of excerpts that it tried first.
    func first(_ trace: String, view: String? = nil) throws -> [Int] {
      let options = TraceHunt.Options(threshold: 5, views: view.map { [$0] } ?? [])
      var reduction = try TraceReduction(
        Array(trace.utf8), named: "trace", options, keeping: nil)
      let whole = trace.split(separator: "\n").count
      try reduction.run { events, _ in events >= whole }
      #expect(!reduction.summary.isMinimal)
      return [reduction.summary.turns, reduction.summary.tries]
    }
    #expect(try first(SampleTrace.badge(layouts: [1, 3, 60, 2, 40, 1])) == [1, 1])
    // The path by which the view is hunted is its own only as long as its sibling is there: the last
    // turn, or two or three of them, do not suffice.
    var lines = SampleTrace.badge(layouts: Array(repeating: 1, count: 11) + [40])
      .replacing(#""name":"badge","in":1,"at":0"#, with: #""in":1,"at":1"#)
      .split(separator: "\n").map(String.init)
    lines.insert(
      #"{"e":"view","v":3,"class":"Badge","in":1,"at":0,"frame":[0,0,4,4],"clean":true}"#, at: 2)
    let turn = try #require(lines.firstIndex { $0.hasPrefix(#"{"e":"turn","n":8,"#) })
    lines.insert(#"{"e":"move","v":3,"in":null}"#, at: turn + 1)
    #expect(try first(lines.joined(separator: "\n") + "\n", view: "Badge[1]") == [5, 4])
  }

  @Test("when the time is over, the smallest trace so far is written")
  func budget() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [4000]), to: "trace.jsonl")
    let small = folder.path("small.jsonl")
    let shrunk = try InProcess.loophunt(
      "shrink", "--budget=1", "--threshold=1999", trace, "-o", small)
    #expect(shrunk.status == 0)
    #expect(try lines(small).count <= 12_009)
    let replay = try InProcess.loophunt("replay", "-q", "--threshold=1999", small)
    #expect(replay.status == 1)
  }

  @Test("without names the same bug is kept, and both fingerprints are printed")
  func anonymous() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [40]), to: "trace.jsonl")
    let small = folder.path("small.jsonl")
    let shrunk = try InProcess.loophunt(
      "shrink", "--anonymous", "--threshold=5", trace, "-o", small)
    #expect(shrunk.status == 0, "\(shrunk.errors)")
    let text = try String(contentsOfFile: small, encoding: .utf8)
    #expect(!text.contains("badge") && !text.contains("Badge"))
    #expect(try lines(small).count == 34)
    let prints = shrunk.text.matches(of: /[0-9a-f]{16}/).map { String($0.0) }
    #expect(prints.count == 2)
    for (file, fingerprint) in [(small, prints.first), (trace, prints.last)] {
      let replay = try InProcess.loophunt("replay", "--threshold=5", file)
      #expect(replay.text.contains(try #require(fingerprint)))
      #expect(replay.status == 1)
    }
  }

  @Test("a block that runs twice is shrunk")
  func blockTwice() throws {
    let text = """
      {"e":"trace","version":1}
      {"e":"view","v":1,"class":"Panel","clean":true}
      {"e":"turn","n":3}
      {"e":"layout","v":1}
      {"e":"async","k":1,"via":"block","by":1}
      {"e":"done","v":1}
      {"e":"run","k":1}
      {"e":"layout","v":1}
      {"e":"done","v":1}
      {"e":"ran","k":1}
      {"e":"run","k":1}
      {"e":"layout","v":1}
      {"e":"done","v":1}
      {"e":"ran","k":1}
      {"e":"end","turns":1}

      """
    let trace = try folder.write(text, to: "twice.jsonl")
    let small = folder.path("small.jsonl")
    let outcome = try Child.loophunt("shrink", "--threshold=2", "-o", small, trace)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try Child.loophunt("replay", "--threshold=2", small).status == 1)
  }

  @Test("a limit keeps a layout, without which a replay would judge nothing")
  func limitKeepsLayout() throws {
    let text = """
      {"e":"trace","version":1}
      {"e":"view","v":1,"class":"Panel","clean":true}
      {"e":"view","v":2,"class":"Row","in":1,"clean":true}
      {"e":"turn","n":1}
      {"e":"layout","v":2}
      {"e":"done","v":2}
      {"e":"commit"}
      {"e":"committed","batches":100,"hit":true}
      {"e":"end","turns":1}

      """
    let trace = try folder.write(text, to: "limit.jsonl")
    let small = folder.path("small.jsonl")
    #expect(try Child.loophunt("replay", trace).status == 1)
    let outcome = try Child.loophunt("shrink", "-o", small, trace)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try Child.loophunt("replay", small).status == 1)
  }
}
