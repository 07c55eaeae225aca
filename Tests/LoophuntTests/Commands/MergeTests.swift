import CommandSupport
import Foundation
import TestSupport
import Testing
import ViewTree
import loophunt

/// Results of several runs are merged into the result of one run.
@Suite("Merging partial results")
struct MergeTests {
  private let folder = TemporaryFolder()

  init() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("traces"), withIntermediateDirectories: true)
  }

  /// Writes traces of many kinds, and returns their paths.
  private func writeTraces() throws -> [String] {
    let texts = [
      SampleTrace.badge(layouts: [1]), SampleTrace.badge(layouts: [150]),
      SampleTrace.badge(layouts: [60, 120, 130, 1, 110], ended: false),
      SampleTrace.badge(layouts: [150]) + "{\"e\":\"done\",\"v\":7}\n", "no trace\n",
      SampleTrace.thrashing(130), SampleTrace.badge(layouts: [200], className: "T\\u001bag é"),
      SampleTrace.badge(layouts: Array(repeating: 60, count: 70)),
    ]
    var paths = try texts.enumerated().map {
      try folder.write($0.element, to: "traces/\($0.offset) ü.jsonl")
    }
    for name in ["didset-dirty", "async-bounce"] {
      let path = folder.path("traces/\(name).jsonl")
      try FileManager.default.copyItem(
        atPath: Repository.path("Examples/\(name).jsonl"), toPath: path)
      paths.append(path)
    }
    paths.append(folder.path("traces/none.jsonl"))
    return paths
  }

  private static let forms = [
    "replay": ["text", "json", "jsonl", "sarif", "junit", "github", "markdown", "partial"],
    "scan": ["text", "json", "jsonl", "partial"],
  ]

  /// Runs a command that writes every form, and returns all of it: files, errors, status.
  private func everything(
    _ command: String, _ forms: [String], _ arguments: [String]
  ) throws -> [String] {
    let formats = forms.map { "--format=\($0)=\(folder.path("out.\($0)"))" }
    let outcome = try InProcess.loophunt([command] + formats + arguments)
    return try forms.map { try String(contentsOfFile: folder.path("out.\($0)"), encoding: .utf8) }
      + [outcome.text, outcome.errors, "\(outcome.status ?? -1)"]
  }

  /// Writes partial results of parts of the traces, and returns their paths.
  private func parts(_ command: String, _ groups: [[String]], _ options: [String] = []) throws
    -> [String]
  {
    try groups.enumerated().map { index, group in
      let path = folder.path("part \(command) \(index)")
      let outcome = try InProcess.loophunt(
        [command, "--quiet", "--format=partial=\(path)"] + options + group)
      #expect(outcome.status != 3)
      return path
    }
  }

  @Test(
    "merged parts equal the output of one run, byte for byte, in every format and division",
    arguments: ["replay", "scan"])
  func randomSplits(command: String) throws {
    let traces = try writeTraces()
    let forms = try #require(Self.forms[command])
    let seed = UInt64.random(in: 0...(.max))
    var generator = SeededGenerator(seed: seed)
    for count in sample([1, 3, 6], oneIn: 3, seed: seed) {
      let options = count == 3 ? ["--threshold=50"] : []
      let whole = try everything(command, forms, options + traces)
      #expect(whole[0].count > 1000 && whole.last == "2")
      var groups = Array(repeating: [String](), count: count)
      for trace in traces.shuffled(using: &generator) {
        groups[Int.random(in: 0..<count, using: &generator)].append(trace)
      }
      let parts = try parts(command, groups.filter { !$0.isEmpty }, options)
      let merged = try everything("merge", forms, parts.shuffled(using: &generator))
      for (index, form) in (forms + ["output", "errors", "status"]).enumerated() {
        #expect(
          merged[index] == whole[index], "\(form) of \(command), seed \(seed), \(count) parts")
      }
    }
  }

  @Test("a merge is judged by a baseline like a run, and brings it up to date")
  func baseline() throws {
    let traces = try writeTraces().filter { !$0.contains("3 ü") && !$0.contains("4 ü") }.dropLast()
    let parts = try parts("replay", [Array(traces.prefix(4)), Array(traces.dropFirst(4))])
    let known = [folder.path("run.json"), folder.path("merge.json")]
    let updates = try zip(known, [["replay"] + traces, ["merge"] + parts]).map {
      try InProcess.loophunt($1 + ["--quiet", "--baseline=\($0)", "--update-baseline"]).status
    }
    #expect(updates == [0, 0])
    let texts = try known.map { try String(contentsOfFile: $0, encoding: .utf8) }
    #expect(texts[0] == texts[1] && texts[0].contains("badge"))
    let forms = try #require(Self.forms["replay"])
    let whole = try everything("replay", forms, ["--baseline=\(known[0])"] + traces)
    let merged = try everything("merge", forms, ["--baseline=\(known[0])"] + parts)
    #expect(merged == whole && whole[1].contains(#""baseline" : "known""#))
    #expect(!whole[7].contains("\"baseline\""), "a partial result depends on no baseline")
  }

  @Test(
    "the time of a page's layouts counts in a merge with a baseline if the parts were asked for it",
    arguments: [[], ["--forced-time=30"]])
  func time(options: [String]) throws {
    let page = Repository.path("Tests/Recordings/chromium-thrash.json.gz")
    let options = ["--threshold=1000"] + options
    let known = try folder.write(#"{"version": 1, "loops": []}"#, to: "known.json")
    let forms = try #require(Self.forms["replay"])
    let part = try parts("replay", [[page]], options)
    let whole = try everything("replay", forms, ["--baseline=\(known)"] + options + [page])
    #expect(whole.last == (options.count > 1 ? "1" : "0"))
    #expect(try everything("merge", forms, ["--baseline=\(known)"] + part) == whole)
    #expect(
      try whole[7] == String(contentsOfFile: part[0], encoding: .utf8),
      "a partial result depends on no baseline")
    let updated = [folder.path("run.json"), folder.path("merge.json")]
    let texts = try zip(updated, [["replay"] + options + [page], ["merge"] + part]).map {
      let update = ["--quiet", "--baseline=\($0)", "--update-baseline"]
      #expect(try InProcess.loophunt($1 + update).status == 0)
      return try String(contentsOfFile: $0, encoding: .utf8)
    }
    #expect(texts[0] == texts[1] && texts[0].contains("fingerprint") == (options.count > 1))
    let strict = try [["replay"] + options + [page], ["merge"] + part].map {
      try InProcess.loophunt($0 + ["--baseline=\(updated[0])", "--strict-baseline"]).status
    }
    #expect(strict == [0, 0])
  }

  @Test("parts of other commands and options are refused with the difference")
  func mixed() throws {
    let calm = try folder.write(SampleTrace.badge(layouts: [1]), to: "calm.jsonl")
    let replay = try parts("replay", [[calm]])
    let scan = try parts("scan", [[calm]])
    let command = try InProcess.loophunt(["merge"] + replay + scan)
    #expect(command.status == 2 && command.text == "")
    #expect(
      command.errors.contains("were written by 'replay' and 'scan'; merge the results of one"))
    for (options, said) in [
      (["--threshold=20"], "without '--threshold' and with '--threshold=20'"),
      (["--threshold=100"], "without '--threshold' and with '--threshold=100'"),
      (["--forced-time=30"], "without '--forced-time' and with '--forced-time=30'"),
      (["--lenient"], "without '--lenient' and with '--lenient'"),
      (["--class=A", "--class=B"], "without '--class' and with '--class=A --class=B'"),
    ] {
      let path = folder.path("other")
      _ = try InProcess.loophunt(
        ["replay", "--quiet", "--format=partial=\(path)"] + options + [calm])
      let outcome = try InProcess.loophunt(["merge"] + replay + [path])
      #expect(outcome.status == 2 && outcome.text == "")
      #expect(outcome.errors.contains(said), "\(outcome.errors)")
      #expect(outcome.errors.contains("; run both with the same options"))
    }
    for option in ["--baseline=x", "--update-baseline"] {
      let outcome = try InProcess.loophunt(["merge", option] + scan)
      #expect(outcome.status == 2 && outcome.text == "")
      #expect(outcome.errors.contains("scan"), "\(outcome.errors)")
    }
  }

  @Test("the largest number of each option is judged by and merged, and a larger one is refused")
  func largestNumbers() throws {
    let loop = try folder.write(SampleTrace.badge(layouts: [150]), to: "loop.jsonl")
    let names = ["threshold", "forced-time", "forced-tasks", "jobs", "class-threshold=Badge"]
    for name in names {
      let part = folder.path("part")
      let form = "--format=partial=\(part)"
      let largest = try InProcess.loophunt(
        "replay", "--quiet", form, "--\(name)=9007199254740991", loop, loop)
      let isThreshold = name.contains("threshold")
      #expect(largest.status == (isThreshold ? 0 : 1), "\(name)")
      let merged = try InProcess.loophunt("merge", "--quiet", "--allow-duplicates", part)
      #expect(merged.status == largest.status, "\(name): \(merged.errors)")
      for command in ["replay", "scan"] {
        let larger = try InProcess.loophunt(command, "--\(name)=9223372036854775807", loop, loop)
        #expect(larger.status == 2, "\(name)")
      }
    }
  }

  @Test("a trace that two parts name is refused, unless duplicates are allowed")
  func duplicates() throws {
    let loop = try folder.write(SampleTrace.badge(layouts: [150]), to: "loop.jsonl")
    let part = try parts("replay", [[loop]])[0]
    let both = folder.path("both")
    _ = try InProcess.loophunt("replay", "--quiet", "--format=partial=\(both)", loop, loop)
    for same in [[part, part], [both]] {
      let outcome = try InProcess.loophunt(["merge"] + same)
      #expect(outcome.status == 2 && outcome.text == "")
      #expect(outcome.errors.contains("loop.jsonl' is in '"))
      #expect(outcome.errors.contains("--allow-duplicates"))
      let allowed = try InProcess.loophunt(["merge", "--allow-duplicates"] + same)
      #expect(try allowed.text == InProcess.loophunt("replay", loop, loop).text)
      #expect(allowed.status == 1)
    }
  }

  @Test("an endless input that is no part is refused at its beginning")
  func endless() throws {
    var outcome: CommandOutcome?
    let time = try processorTime { outcome = try InProcess.loophunt("merge", "/dev/zero") }
    let errors = try #require(outcome).errors
    #expect(outcome?.status == 2)
    #expect(errors.contains("this is not a partial result; write it with '--format="))
    #expect(!errors.contains("--from"))
    #expect(time < timeBound(.seconds(1)))
  }

  @Test("a view whose path is gone from a part is drawn once, whether others are below it or not")
  func noPath() throws {
    let path = folder.path("traces/didset-dirty.jsonl")
    let part = try parts("replay", [writeTraces().filter { $0 == path }])[0]
    let text = try String(contentsOfFile: part, encoding: .utf8)
    for (place, replacement) in [("[^\"]*", ""), ("Window/", "/")] {
      let damaged = text.replacing(
        try Regex("\"path\":\"\(place)"), with: "\"path\":\"\(replacement)")
      #expect(damaged != text)
      let outcome = try InProcess.loophunt("merge", folder.write(damaged, to: "damaged"))
      #expect(outcome.status == 1 || outcome.status == 2, "\(outcome.errors)")
    }
  }

  @Test("random damage of a part never ends the program otherwise than with a documented status")
  func randomDamage() throws {
    let traces = try writeTraces().filter { !$0.contains("async") && !$0.contains("didset") }
    let seed = UInt64.random(in: 0...(.max))
    var generator = SeededGenerator(seed: seed)
    print("seed \(seed)")
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(nowhere) }
    for command in ["replay", "scan"] {
      let part = try parts(command, [traces])[0]
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: part)))
      let words = [
        "-1", "9223372036854775807", "-9223372036854775808", "null", "\"\"", "1e300", "[]", "{}",
        "\"NaN\"", "0",
      ]
      .map { Array($0.utf8) }
      let places = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }
      for round in 0..<caseCount(120, inDebug: 20) {
        var damaged = bytes
        if round % 3 == 0 {
          damaged[damaged.indices.randomElement(using: &generator)!] = .random(
            in: 0...255, using: &generator)
        } else {
          // Another value in the place of one.
          let start = places.randomElement(using: &generator)! + 1
          let end = damaged[start...].firstIndex { ",}]\n".utf8.contains($0) } ?? damaged.endIndex
          damaged.replaceSubrange(start..<end, with: words.randomElement(using: &generator)!)
        }
        let path = try folder.write(Data(damaged), to: "damaged")
        let console = Console(
          output: TextStream(descriptor: nowhere, buffered: true),
          errors: TextStream(descriptor: nowhere, buffered: true), style: Style(isColoured: false),
          progressOn: nil)
        let status = Program.run(["merge", path], on: console)
        #expect(status != .internalFailure, "seed \(seed), round \(round) of \(command)")
      }
    }
  }

  @Test("a part is read from standard input and from a compressed file, and parts make a part")
  func inputs() throws {
    let traces = try [120, 150].map {
      try folder.write(SampleTrace.badge(layouts: [$0]), to: "\($0).jsonl")
    }
    let whole = try InProcess.loophunt(["replay"] + traces)
    let parts = try parts("replay", traces.map { [$0] })
    let first = try Data(contentsOf: URL(fileURLWithPath: parts[0]))
    #expect(try Child.loophunt("merge", "-", parts[1], input: first).output == whole.output)
    _ = try Child.run("/bin/sh", ["-c", "gzip -c '\(parts[0])' > '\(folder.path("part.gz"))'"])
    #expect(
      try InProcess.loophunt("merge", folder.path("part.gz"), parts[1]).output == whole.output)
    let both = folder.path("both")
    _ = try InProcess.loophunt("merge", "--format=partial=\(both)", parts[1], parts[0])
    #expect(try InProcess.loophunt("merge", both).output == whole.output)
    #expect(try InProcess.loophunt(["merge", "--exit-zero", both]).status == 0)
    #expect(try InProcess.loophunt(["merge", both]).status == 1)
  }
}
