import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

/// A trace in which nothing was laid out does not show that nothing loops.
@Suite("Traces in which nothing was laid out")
struct NoLayoutsCommandTests {
  private let folder = TemporaryFolder()
  private let header = #"{"e":"trace","version":1}"# + "\n"
  private let view =
    #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"# + "\n"
  private let end = #"{"e":"end","turns":0}"# + "\n"
  private let calm: String

  init() throws {
    calm = try folder.write(SampleTrace.badge(layouts: [1]), to: "calm.jsonl")
  }

  /// Runs a command that judges; diff compares the trace with itself.
  private func run(_ command: String, _ options: [String], _ file: String) throws -> CommandOutcome
  {
    try InProcess.loophunt([command] + options + (command == "diff" ? [file, file] : [file]))
  }

  private static let commands = ["replay", "scan", "report", "diff"]

  @Test("a trace without turns, views or layouts is an error, unless it is allowed")
  func nothing() throws {
    let files = [
      try folder.write(header + end, to: "empty.jsonl"),
      try folder.write(header + view + end, to: "still.jsonl"),
      try folder.write(
        header + view + #"{"e":"turn","n":1}"# + "\n" + #"{"e":"end","turns":1}"# + "\n",
        to: "idle.jsonl"),
    ]
    for file in files {
      for command in Self.commands {
        let refused = try run(command, [], file)
        #expect(refused.status == 2, "\(command) \(file)")
        #expect(refused.errors.contains("it has no layouts; record again, or"), "\(command)")
        #expect(refused.errors.contains("--allow-no-layouts"), "\(command)")
        let allowed = try run(command, ["--allow-no-layouts"], file)
        #expect(allowed.status == 0 && allowed.errors == "", "\(command) \(allowed.errors)")
      }
    }
  }

  @Test("a finding of another program about another view does not judge the chosen one")
  func otherFinding() throws {
    let finding =
      #"{"e":"finding","kind":"stack.loop","verdict":"reentrant","views":["Panel"]}"# + "\n"
    let file = try folder.write(header + view + finding + end, to: "finding.jsonl")
    for command in ["replay", "report"] {
      #expect(try run(command, ["--view=Panel"], file).status == (command == "report" ? 0 : 1))
      let outcome = try run(command, ["--view=Window"], file)
      #expect(outcome.status == 2 && outcome.errors.contains("it has no layouts"), "\(command)")
    }
  }

  @Test("a trace of which a lenient reader skips all lines is an error")
  func skipped() throws {
    let lines = try String(contentsOfFile: calm, encoding: .utf8).split(separator: "\n")
    let broken = lines.prefix(1) + lines.dropFirst().map { $0.dropLast() + "]" }
    let file = try folder.write(broken.joined(separator: "\n") + "\n", to: "broken.jsonl")
    for command in Self.commands {
      let outcome = try run(command, ["--lenient"], file)
      #expect(outcome.status == 2 && outcome.errors.contains("lines skipped"), "\(command)")
    }
  }

  @Test("layouts whose turn line is torn are judged")
  func torn() throws {
    let loop = SampleTrace.badge(layouts: [150])
    let file = try folder.write(
      loop.replacing(#""e":"turn""#, with: #""e":"tu"#), to: "torn.jsonl")
    for command in ["replay", "scan"] {
      let outcome = try run(command, ["--lenient"], file)
      #expect(outcome.status == 1, "\(command) \(outcome.text) \(outcome.errors)")
    }
  }

  @Test("a folder is an error only if none of its traces has layouts")
  func folders() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "mixed"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "still"), withIntermediateDirectories: true)
    _ = try folder.write(SampleTrace.badge(layouts: [1]), to: "mixed/calm.jsonl")
    for place in ["mixed/empty.jsonl", "still/empty.jsonl", "still/other.jsonl"] {
      _ = try folder.write(header + end, to: place)
    }
    let profile = #"{"traceEvents":[{"name":"Paint","ph":"X","ts":1,"dur":1,"pid":1,"tid":1}]}"#
    _ = try folder.write(profile, to: "mixed/Trace.json")
    let (mixed, still) = (folder.path("mixed"), folder.path("still"))
    for command in ["replay", "scan", "report"] {
      let note = try run(command, [], mixed)
      #expect(note.status == 0, "\(command) \(note.errors)")
      #expect(note.errors.contains("empty.jsonl: warning: nothing was judged: it has no layouts"))
      let error = try run(command, [], still)
      #expect(error.status == 2, "\(command)")
      #expect(error.errors.contains("\(still): nothing was judged in any of its 2 traces"))
      #expect(try run(command, ["--allow-no-layouts"], still).status == 0, "\(command)")
      #expect(try run(command, [], "\(mixed)/empty.jsonl").status == 2, "\(command)")
      #expect(try InProcess.loophunt(command, mixed, still).status == 2, "\(command)")
    }
  }

  @Test("merged results are judged as one run over all traces")
  func merged() throws {
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }
    _ = try folder.write(SampleTrace.badge(layouts: [1]), to: "one/calm.jsonl")
    _ = try folder.write(header + end, to: "two/empty.jsonl")
    let (one, two) = (folder.path("one"), folder.path("two"))
    for command in ["replay", "scan"] {
      let parts = [folder.path("1.part"), folder.path("2.part")]
      for (part, place) in zip(parts, [one, two]) {
        _ = try InProcess.loophunt(command, "-q", "--format=partial=\(part)", place)
      }
      let whole = try InProcess.loophunt(command, one, two)
      let merged = try InProcess.loophunt(["merge"] + parts)
      #expect(whole.status == 2 && merged.status == 2, "\(command)")
      #expect(merged.text == whole.text && merged.errors == whole.errors, "\(command)")
      for (part, place) in zip(parts, [one, two]) {
        _ = try InProcess.loophunt(
          command, "-q", "--allow-no-layouts", "--format=partial=\(part)", place)
      }
      #expect(try InProcess.loophunt(["merge"] + parts).status == 0, "\(command)")
    }
  }

  @Test("chosen views without a layout are an error, unless it is allowed; in a folder a note")
  func chosen() throws {
    let loop = try folder.write(SampleTrace.badge(layouts: [150]), to: "loop.jsonl")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "chosen"), withIntermediateDirectories: true)
    _ = try folder.write(SampleTrace.badge(layouts: [150]), to: "chosen/loop.jsonl")
    for option in ["--class=Window", "--view=1", "--view=Window"] {
      for command in ["replay", "report"] {
        let refused = try run(command, [option], loop)
        #expect(refused.status == 2, "\(command) \(option)")
        #expect(
          refused.errors.contains(
            "all its 150 layouts are of views that '--view', '--class' or a rule leaves out"),
          "\(command) \(refused.errors)")
        #expect(try run(command, [option, "--allow-no-layouts"], loop).status == 0, "\(command)")
        #expect(try run(command, [option], folder.path("chosen")).status == 2, "\(command)")
      }
    }
    #expect(try run("replay", ["--class=Badge"], loop).status == 1)
  }

  @Test("rules that ignore every laid-out view leave no layouts to judge")
  func ignored() throws {
    let loop = try folder.write(SampleTrace.badge(layouts: [150]), to: "loop.jsonl")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "ignored"), withIntermediateDirectories: true)
    _ = try folder.write(SampleTrace.badge(layouts: [150]), to: "ignored/loop.jsonl")
    let rules = try folder.write(
      #"{"ignore":[{"class":"Badge","reason":"why"}]}"#, to: "loophunt.json")
    let baseline = try folder.write(
      #"{"version":1,"loops":[{"fingerprint":"0123456789abcdef","sentence":"it loops"}]}"#,
      to: "known.json")
    for options in [
      ["--ignore-class=Badge=why"], ["--ignore-view=badge=why"], ["--config", rules],
    ] {
      for command in Self.commands {
        let refused = try run(command, options, loop)
        #expect(refused.status == 2, "\(command) \(options) \(refused.text)")
        #expect(
          refused.errors.contains("all its 150 layouts are of views that a rule ignores"),
          "\(command) \(refused.errors)")
        #expect(refused.errors.contains("--allow-no-layouts"), "\(command)")
        #expect(try run(command, options + ["--allow-no-layouts"], loop).status == 0, "\(command)")
        guard command != "diff" else { continue }
        let whole = try run(command, options, folder.path("ignored"))
        #expect(whole.status == 2, "\(command) \(options)")
        #expect(whole.errors.contains("nothing was judged in any of its 1 trace"), "\(command)")
      }
      let pruned = try run(
        "replay",
        options + ["--allow-no-layouts", "--baseline", baseline, "--update-baseline", "--prune"],
        loop)
      #expect(pruned.status == 0, "\(pruned.errors)")
      #expect(try String(contentsOfFile: baseline, encoding: .utf8).contains("0123456789abcdef"))
    }
    _ = try folder.write(
      SampleTrace.badge(layouts: [1], className: "Tag"), to: "ignored/calm.jsonl")
    for command in ["replay", "scan", "report"] {
      let note = try run(command, ["--ignore-class=Badge=why"], folder.path("ignored"))
      #expect(note.status == 0, "\(command) \(note.errors)")
      #expect(note.errors.contains("loop.jsonl: warning: nothing was judged"), "\(command)")
    }
  }

  @Test("the elements of an ignored document of a browser are not judged")
  func ignoredDocument() throws {
    let page = Repository.path("Tests/Recordings/chromium-thrash.json.gz")
    for command in ["replay", "scan", "report"] {
      let outcome = try run(command, ["--ignore-class=Document=why"], page)
      #expect(outcome.status == 2 && outcome.errors.contains("that a rule ignores"), "\(command)")
      let elements = try run(command, ["--ignore-class=DIV=why"], page)
      #expect(elements.status == (command == "report" ? 0 : 1), "\(command) \(elements.errors)")
    }
  }

  @Test("diff accepts a browser's recording without layouts if it is allowed")
  func browsers() throws {
    let profile = #"{"traceEvents":[{"name":"Paint","ph":"X","ts":1,"dur":1,"pid":1,"tid":1}]}"#
    let page = try folder.write(profile, to: "Trace.json")
    #expect(try InProcess.loophunt("diff", page, calm).status == 2)
    for (before, after) in [(page, calm), (calm, page), (page, page)] {
      let allowed = try InProcess.loophunt("diff", "--allow-no-layouts", before, after)
      #expect(allowed.status == 0, "\(allowed.errors)")
    }
    let loop = try folder.write(SampleTrace.badge(layouts: [150]), to: "loop.jsonl")
    #expect(try InProcess.loophunt("diff", "--allow-no-layouts", page, loop).status == 1)
  }

  @Test("every form says what was left out of folders, and that a folder has no layouts")
  func notes() throws {
    for name in ["mixed", "still"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
      _ = try folder.write("{\"hello\":1}", to: "\(name)/other.json")
    }
    _ = try folder.write(SampleTrace.badge(layouts: [1]), to: "mixed/calm.jsonl")
    _ = try folder.write(header + end, to: "still/empty.jsonl")
    let (mixed, still) = (folder.path("mixed"), folder.path("still"))
    for command in ["replay", "scan"] {
      for form in ["json", "jsonl", "sarif", "junit", "github", "markdown"] {
        for place in [mixed, still] {
          let outcome = try InProcess.loophunt(command, "--format=\(form)", place)
          #expect(outcome.text.contains("other.json"), "\(command) \(form)")
          #expect(outcome.status == (place == still ? 2 : 0), "\(command) \(form)")
          let isTold = outcome.text.contains("nothing was judged in any of its 1 trace")
          let isTyped = form.hasPrefix("json") && outcome.text.contains("emptyFolders")
          #expect((isTold || isTyped) == (place == still), "\(command) \(form) \(outcome.text)")
        }
      }
      let part = folder.path("\(command).part")
      _ = try InProcess.loophunt(command, "-q", "--format=partial=\(part)", mixed)
      let merged = try InProcess.loophunt("merge", "--format=json", part)
      let whole = try InProcess.loophunt(command, "--format=json", mixed)
      #expect(merged.text == whole.text, "\(command)")
    }
    let schema = try JSONSchema(Repository.text(of: "docs/json-output.schema.json"))
    let json = try InProcess.loophunt("replay", "--format=json", still)
    #expect(try schema.problems(of: json.text) == [])
    for command in ["replay", "scan"] {
      for place in [still, folder.path("still/empty.jsonl")] {
        let part = try InProcess.loophunt(command, "--format=partial", "--allow-no-layouts", place)
        #expect(part.text.contains(#""empty":true"#))
        for line in part.text.split(separator: "\n") {
          #expect(try schema.problems(of: line) == [], "\(line)")
        }
      }
    }
  }
}
