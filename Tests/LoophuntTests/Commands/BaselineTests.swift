import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

/// A baseline lets known loops pass, and no others.
@Suite("Baselines of known loops")
struct BaselineTests {
  private let folder = TemporaryFolder()
  private let badge: String
  private let chip: String
  private let calm: String
  private let file: String

  init() throws {
    badge = try folder.write(SampleTrace.badge(layouts: [150, 60, 150]), to: "badge.jsonl")
    chip = try folder.write(
      SampleTrace.badge(layouts: [120], className: "Chip").replacing("\"badge\"", with: "\"chip\""),
      to: "chip.jsonl")
    calm = try folder.write(SampleTrace.badge(layouts: [1]), to: "calm.jsonl")
    file = folder.path("known.json")
  }

  private func replay(_ arguments: String...) throws -> CommandOutcome {
    try InProcess.loophunt(["replay", "--baseline=\(file)"] + arguments)
  }

  private func write(_ text: String) throws {
    try text.write(toFile: file, atomically: true, encoding: .utf8)
  }

  private func text() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

  /// Adds a member to every entry of the file.
  private func edit(_ member: String) throws {
    try write(try text().replacing("\"}", with: "\", \(member)}"))
  }

  @Test("known loops pass, and new ones fail")
  func knownLoopsPass() throws {
    let updated = try replay("--update-baseline", badge)
    #expect(updated.status == 0)
    #expect(updated.text.contains("known.json: 1 loop added, 0 removed"))
    #expect(updated.text.contains("Fingerprint"))
    let known = try replay(badge)
    #expect(known.status == 0, "\(known.errors)")
    #expect(known.text.hasPrefix("Known ("))
    #expect(!known.text.contains("Fingerprint"))
    #expect(known.text.contains("no new loop, 1 known; "))
    #expect(known.errors == "")
    let both = try replay(badge, chip)
    #expect(both.status == 1)
    #expect(both.text.contains("1 new loop, 1 known in 2 files; "))
    #expect(try replay("--exit-zero", badge, chip).status == 0)
    #expect(try replay("-q", badge).status == 0)
    #expect(try replay("-q", chip).status == 1)
  }

  /// A turn in which a cell calls itself so often, and writes the height of a label each time.
  private static func cell(_ height: (Int) -> Int) -> String {
    var lines = [
      #"{"e":"trace","version":1}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"#,
      #"{"e":"view","v":2,"class":"Cell","in":1,"at":0,"frame":[0,0,44,44],"clean":true}"#,
      #"{"e":"view","v":3,"class":"Label","in":2,"at":0,"frame":[0,0,9,9],"clean":true}"#,
      #"{"e":"turn","n":1}"#, #"{"e":"dirty","v":2,"why":"explicit"}"#, #"{"e":"commit"}"#,
    ]
    for layout in 1...60 {
      lines += [
        #"{"e":"layout","v":2}"#, #"{"e":"frame","v":3,"to":[0,0,9,\#(height(layout))],"by":2}"#,
        #"{"e":"dirty","v":3,"why":"size","by":2}"#,
        #"{"e":"dirty","v":2,"why":"explicit","by":2,"again":true}"#,
        #"{"e":"done","v":2}"#, #"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#,
      ]
    }
    return (lines + [#"{"e":"committed","batches":60}"#, #"{"e":"end","turns":1}"#, ""])
      .joined(separator: "\n")
  }

  @Test("a loop whose verdict comes late is known by its verdict, so that it hides no other")
  func lateVerdicts() throws {
    let drift = try folder.write(Self.cell { 10 + $0 }, to: "drift.jsonl")
    let swing = try folder.write(Self.cell { 10 + $0 % 2 }, to: "swing.jsonl")
    #expect(try replay("--threshold=2", "--update-baseline", drift).status == 0)
    #expect(try replay("--threshold=2", drift).status == 0)
    #expect(try replay("--threshold=2", swing).status == 1)
    // The threshold decides when a loop is seen, not which one it is.
    #expect(try replay("--threshold=30", drift).status == 0)
    #expect(try replay("--threshold=30", swing).status == 1)
  }

  @Test("an older baseline, which listed a late verdict without it, is recognised and renewed")
  func formerLateVerdict() throws {
    let drift = try folder.write(Self.cell { 10 + $0 }, to: "drift.jsonl")
    let events = try Child.loophunt("replay", "-q", "--threshold=2", "--sink=stderr", drift).errors
    let former = try #require(events.firstMatch(of: #/\[undetermined, ([0-9a-f]{16})\]/#)).1
    try write(#"{"version": 1, "loops": [{"fingerprint": "\#(former)", "sentence": "x"}]}"#)
    let judged = try replay("--threshold=2", drift)
    #expect(judged.status == 1)
    #expect(
      judged.errors.contains("an older version may have written the baseline's entry \(former)"),
      "\(judged.errors)")
    let part = folder.path("part")
    _ = try InProcess.loophunt("replay", "-q", "--threshold=2", "--format=partial=\(part)", drift)
    let merged = try InProcess.loophunt("merge", "--baseline=\(file)", part)
    #expect(merged.status == 1 && merged.errors == judged.errors, "\(merged.errors)")
    #expect(try replay("--threshold=2", "--update-baseline", "--prune", drift).status == 0)
    let renewed = try replay("--threshold=2", drift)
    #expect(renewed.status == 0 && !renewed.errors.contains("older version"), "\(renewed.errors)")
  }

  /// A turn in which code outside layout dirties a cell again and again, whose layout swings a label.
  private static func unblamed(_ why: String) -> String {
    var lines = [
      #"{"e":"trace","version":1}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"#,
      #"{"e":"view","v":2,"class":"Cell","in":1,"at":0,"frame":[0,0,44,44],"clean":true}"#,
      #"{"e":"view","v":3,"class":"Label","in":2,"at":0,"frame":[0,0,9,9],"clean":true}"#,
      #"{"e":"turn","n":1}"#, #"{"e":"commit"}"#,
    ]
    for layout in 1...60 {
      lines += [
        #"{"e":"update","v":3}"#, #"{"e":"value","v":3,"name":"text","now":"\#(layout % 2)"}"#,
        #"{"e":"updated","v":3}"#, #"{"e":"dirty","v":2,"why":"\#(why)"}"#,
        #"{"e":"layout","v":2}"#,
        #"{"e":"frame","v":3,"to":[0,0,9,\#(10 + layout % 2)],"by":2}"#,
        #"{"e":"dirty","v":3,"why":"size","by":2}"#, #"{"e":"done","v":2}"#,
        #"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#,
      ]
    }
    return (lines + [#"{"e":"committed","batches":60}"#, #"{"e":"end","turns":1}"#, ""])
      .joined(separator: "\n")
  }

  @Test("loops without a culprit are told apart by what dirties their views, at any threshold")
  func unblamedLoops() throws {
    let called = try folder.write(Self.unblamed("explicit"), to: "called.jsonl")
    let changed = try folder.write(Self.unblamed("text"), to: "changed.jsonl")
    let found = try replay("--threshold=20", "--update-baseline", called)
    #expect(found.status == 0 && found.text.contains("No layout was seen to dirty a view"))
    for threshold in [20, 21, 33, 40] {
      #expect(try replay("--threshold=\(threshold)", called).status == 0, "\(threshold)")
      #expect(try replay("--threshold=\(threshold)", changed).status == 1, "\(threshold)")
    }
  }

  @Test("the file is sorted, one loop on a line, and stays as it is when nothing changed")
  func fileSortedLoop()
    throws
  {
    #expect(try replay("--update-baseline", chip, badge).status == 0)
    let first = try text()
    let lines = first.split(separator: "\n")
    #expect(lines.first == "{" && lines[1] == "  \"version\": 1," && lines.last == "}")
    let entries = lines.filter { $0.contains("fingerprint") }
    #expect(entries.count == 2)
    let fingerprints = entries.compactMap {
      $0.firstMatch(of: #/"fingerprint": "(\w+)"/#)?.output.1
    }
    #expect(fingerprints.count == 2 && fingerprints == fingerprints.sorted())
    let document = try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any]
    #expect(document?.keys.sorted() == ["loops", "version"])
    #expect(try replay("--update-baseline", badge, chip).status == 0)
    #expect(try text() == first)
  }

  @Test("an update keeps reasons and days, and removes loops that are gone only with --prune")
  func updateKeepsReasons() throws {
    #expect(try replay("--update-baseline", badge).status == 0)
    try edit(#""reason": "waits for ☂ \"the\" row", "expires": "2999-12-31""#)
    let added = try replay("--update-baseline", chip)
    #expect(added.status == 0)
    #expect(added.errors.contains("was not seen"))
    let both = try text()
    #expect(both.contains(#""reason": "waits for ☂ \"the\" row", "expires": "2999-12-31""#))
    #expect(both.split(separator: "\n").count(where: { $0.contains("fingerprint") }) == 2)
    #expect(try replay("--update-baseline", badge, chip).status == 0)
    #expect(try text() == both)
    let known = try replay(badge)
    #expect(known.text.contains("until 2999-12-31"))
    let pruned = try replay("--update-baseline", "--prune", chip)
    #expect(pruned.status == 0 && pruned.errors == "")
    #expect(pruned.text.contains("0 loops added, 1 removed"))
    #expect(!(try text()).contains("2999"))
  }

  @Test("a loop that is gone causes a warning, and a finding with --strict-baseline")
  func loopGoneWarning() throws {
    #expect(try replay("--update-baseline", badge).status == 0)
    let gone = try replay(calm)
    #expect(gone.status == 0)
    #expect(gone.errors.hasPrefix("\(file): warning: the baseline's loop "))
    #expect(gone.errors.contains(" --prune: `badge` (Window/badge) called "), "\(gone.errors)")
    #expect(gone.text.contains("no new loop, 1 gone; "))
    #expect(try replay("--strict-baseline", calm).status == 1)
    #expect(try replay("--strict-baseline", badge).status == 0)
    #expect(try replay("--strict-baseline", "--exit-zero", calm).status == 0)
    // An update ends with 0 in any case.
    #expect(try replay("--strict-baseline", "--update-baseline", calm).status == 0)
    #expect(try replay("-q", calm).errors == "")
  }

  @Test("a loop whose last day is over does not pass")
  func loopWhoseLast() throws {
    #expect(try replay("--update-baseline", badge).status == 0)
    try edit(#""expires": "2020-02-29""#)
    let expired = try replay(badge)
    #expect(expired.status == 1)
    #expect(expired.errors.contains("expired on 2020-02-29"))
    #expect(expired.text.contains("no new loop, 1 expired; "))
    // An update does not make it pass, and keeps its day.
    #expect(try replay("--update-baseline", badge).status == 0)
    #expect(try text().contains("2020-02-29"))
    #expect(try replay(badge).status == 1)
  }

  @Test(
    "every day of the calendar can be a loop's last",
    arguments: ["2996-02-29", "2999-01-01", "2999-06-20", "2999-09-30", "2999-10-05", "2999-11-10"])
  func lastDays(day: String) throws {
    #expect(try replay("--update-baseline", badge).status == 0)
    try edit("\"expires\": \"\(day)\"")
    let known = try replay(badge)
    #expect(known.status == 0 && known.errors == "", "\(known.errors)")
  }

  @Test("an undetermined loop is never known")
  func undeterminedLoopNever() throws {
    // Layouts for which the trace has no reason.
    let lines = SampleTrace.badge(layouts: [150]).split(separator: "\n")
    let bare = try folder.write(
      lines.filter { !$0.contains("\"by\"") }.joined(separator: "\n") + "\n", to: "bare.jsonl")
    let found = try replay("--update-baseline", bare)
    #expect(found.status == 0)
    #expect(found.text.contains("undetermined"), "the sample must be undetermined: \(found.text)")
    #expect(found.errors.contains("not added"))
    #expect(!(try text()).contains("fingerprint"))
    #expect(try replay(bare).status == 1)
    // Not even if it is listed by hand.
    let fingerprint = try #require(
      found.text.firstMatch(of: #/Fingerprint +([0-9a-f]+)/#)?.output.1)
    try write(#"{"version":1,"loops":[{"fingerprint":"\#(fingerprint)","sentence":"x"}]}"#)
    #expect(try replay(bare).status == 1)
  }

  @Test("a loop that was seen without a verdict first is listed as soon as it has one")
  func verdictLater() throws {
    // Traces are read in the order of their names.
    let short = try folder.write(SampleTrace.badge(layouts: [4]), to: "a.jsonl")
    let long = try folder.write(SampleTrace.badge(layouts: [60]), to: "b.jsonl")
    let update = try replay("--threshold=3", "--update-baseline", short, long)
    #expect(update.status == 0 && update.errors.contains("not added"), "\(update.errors)")
    #expect(try text().contains("fingerprint"))
    #expect(try replay("--threshold=3", long).status == 0)
    #expect(try replay("--threshold=3", short).status == 1)
  }

  @Test("nothing counts as gone, and nothing is written, unless every trace was read")
  func nothingCountsAs() throws {
    #expect(try replay("--update-baseline", badge).status == 0)
    let before = try text()
    let wrong = try folder.write("{\"e\":\"trace\",\"version\":1}\nxx\n", to: "wrong.jsonl")
    let failed = try replay("--update-baseline", "--prune", wrong, chip)
    #expect(failed.status == 2)
    #expect(failed.errors.contains("the baseline was not written"))
    #expect(!failed.errors.contains("was not seen"))
    #expect(try text() == before)
    #expect(try replay("--strict-baseline", wrong).status == 2)
  }

  @Test("a wrong file is refused with the place and the remedy, before anything is read")
  func wrongFileRefused()
    throws
  {
    let entry = #"{"fingerprint":"a","sentence":"b""#
    let cases: [(String, String)] = [
      ("", "the file is empty"), ("{", ":1:2: not JSON: the file ends"), ("[]", "is not an object"),
      ("{\"version\":1,\n\"version\":1,\"loops\":[]}", ":2:1: the key 'version' is there twice"),
      ("{\"loops\":[]}", "version: is missing"),
      (
        "{\"version\":2,\"loops\":[]}",
        "version: is 2, but this build reads version 1; use the loophunt that wrote it, or remove the"
      ),
      ("{\"version\":1}", "loops: is missing"),
      ("{\"version\":1,\"loops\":[],\"lops\":1}", "lops: is an unknown key"),
      ("{\"version\":1,\"loops\":[1]}", "loops[0]: is not an object"),
      ("{\"version\":1,\"loops\":[{\"sentence\":\"b\"}]}", "loops[0].fingerprint: is missing"),
      ("{\"version\":1,\"loops\":[{\"fingerprint\":\"a\"}]}", "loops[0].sentence: is missing"),
      (
        "{\"version\":1,\"loops\":[\(entry),\"expires\":\"2026-02-30\"}]}",
        "'2026-02-30' is not a day"
      ),
      (
        "{\"version\":1,\"loops\":[\(entry),\"expires\":\"2026-13-05\"}]}",
        "'2026-13-05' is not a day"
      ),
      ("{\"version\":1,\"loops\":[\(entry),\"expires\":20260101}]}", "expires: is not a text"),
      (
        "{\"version\":1,\"loops\":[\(entry),\"expire\":\"x\"}]}",
        "loops[0].expire: is an unknown key"
      ),
      ("{\"version\":1,\"loops\":[\(entry)},\(entry)}]}", "'a' is listed twice"),
    ]
    for (text, problem) in cases {
      try write(text)
      let outcome = try replay(badge)
      #expect(outcome.status == 2, "\(text)")
      #expect(outcome.text == "", "\(text)")
      #expect(outcome.errors.contains(problem), "\(text): \(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(try self.text() == text)
    }
  }

  @Test("a file of more than 64 MB is refused for its size, and none below")
  func largeFile() throws {
    try write("")
    let limit = 64 << 20
    let sizes = [(limit + 1, "is larger than 64 MB"), (limit, ":1:1: not JSON")]
    // To read 64 MB takes long where nothing is optimised.
    for (size, problem) in sizes.prefix(caseCount(2, inDebug: 1)) {
      #expect(truncate(file, size) == 0)
      let outcome = try replay(badge)
      #expect(outcome.status == 2 && outcome.errors.contains(problem), "\(outcome.errors)")
    }
  }

  @Test("options that need another option, and a missing file, are errors")
  func optionsNeedEach() throws {
    let missing = try replay(badge)
    #expect(missing.status == 2 && missing.errors.contains("there is no baseline"))
    for option in ["--update-baseline", "--prune", "--strict-baseline"] {
      let alone = try InProcess.loophunt("replay", option, badge)
      #expect(alone.status == 2 && alone.errors.contains("add '--baseline=FILE'"), "\(option)")
    }
    #expect(try replay("--prune", badge).errors.contains("add '--update-baseline'"))
    let broken = try replay("--break", "--update-baseline", badge)
    #expect(
      broken.status == 2 && broken.errors.contains("no baseline can judge a replay with '--break'"))
    let scan = try InProcess.loophunt("scan", "--baseline=x", badge)
    #expect(scan.status == 2)
    #expect(scan.errors.contains("use 'loophunt replay'"))
    let nowhere = try InProcess.loophunt(
      "replay", "--baseline=\(folder.path("none"))/x.json", "--update-baseline", badge)
    #expect(nowhere.status == 3)
    #expect(nowhere.errors.contains("x.json"))
    let directory = try InProcess.loophunt("replay", "--baseline=\(folder.path("."))", badge)
    #expect(directory.status == 2 && directory.errors.contains("cannot be read: it is a folder"))
    let device = try InProcess.loophunt("replay", "--baseline=/dev/zero", badge)
    #expect(device.status == 2 && device.errors.contains("cannot be read: it is a device"))
  }

  @Test("a baseline that cannot be written keeps no event from the sinks")
  func unwritable() throws {
    let events = folder.path("events.jsonl")
    // A collector that refuses: only a flush says so.
    let server = try LoopbackServer(otherwise: .answer(400))
    defer { server.stop() }
    let outcome = try InProcess.loophunt(
      "replay", "--baseline=\(folder.path("none"))/x.json", "--update-baseline",
      "--sink=jsonl:\(events)", "--sink=otlp:\(server.url)", badge)
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("x.json") && outcome.errors.contains("a sink failed"))
    #expect(try String(contentsOfFile: events, encoding: .utf8).contains("fingerprint"))
  }

  @Test("the output for machines conforms to the schema")
  func machinesReadAs() throws {
    let schema = try JSONSchema(Repository.text(of: "docs/json-output.schema.json"))
    #expect(try replay("--update-baseline", badge).status == 0)
    for arguments in [[badge], [badge, chip], [calm], ["--update-baseline", chip]] {
      let document = try InProcess.loophunt(
        ["replay", "--baseline=\(file)", "--format=json"] + arguments)
      #expect(try schema.problems(of: document.text) == [])
      let lines = try InProcess.loophunt(
        ["replay", "--baseline=\(file)", "--format=jsonl"] + arguments)
      for line in lines.text.split(separator: "\n") {
        #expect(try schema.problems(of: line) == [])
      }
    }
    #expect(try replay("--format=jsonl", badge).text.contains("\"baseline\":\"known\""))
  }

  @Test("nothing counts as gone if a file that is named like a trace was left out of a folder")
  func leftOut() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "traces"), withIntermediateDirectories: true)
    let loop = try folder.write(SampleTrace.badge(layouts: [150]), to: "traces/loop.json")
    _ = try folder.write(SampleTrace.badge(layouts: [1]), to: "traces/calm.json")
    let (traces, known) = (folder.path("traces"), folder.path("known.json"))
    let update = ["replay", "--baseline=\(known)", "--update-baseline", "--prune", traces]
    #expect(try InProcess.loophunt(update).status == 0)
    let before = try String(contentsOfFile: known, encoding: .utf8)
    #expect(before.contains("fingerprint"))
    // The first bytes decide what a file is.
    try Data("?".utf8).write(to: URL(filePath: loop))
    let outcome = try InProcess.loophunt(update)
    #expect(outcome.status == 0 && outcome.errors.contains("loop.json was left out of its folder"))
    #expect(try String(contentsOfFile: known, encoding: .utf8) == before)
    _ = try folder.write(SampleTrace.badge(layouts: [1]), to: "traces/loop.json")
    #expect(try InProcess.loophunt(update).status == 0)
    #expect(try !String(contentsOfFile: known, encoding: .utf8).contains("fingerprint"))
  }

  @Test(
    "nothing counts as gone if a console is read as one format of logs: it may hold other reports")
  func forcedLog() throws {
    let both = try ["Logs/badge.log", "Posted/crash.txt"].map {
      String(decoding: try Repository.bytes(of: "Tests/Recordings/" + $0), as: UTF8.self)
    }
    let console = try folder.write(both.joined(), to: "console.log")
    #expect(try replay("--update-baseline", console).text.contains("2 loops added"))
    let before = try text()
    for format in ["uikit", "posted"] {
      let forced = try replay("--update-baseline", "--prune", "--from=\(format)", console)
      #expect(forced.status == 0 && forced.errors.contains("'--from=\(format)' leaves reports"))
      #expect(try text() == before)
    }
    let log = try folder.write(both[0], to: "console.log")
    #expect(try replay("--update-baseline", "--prune", log).text.contains("1 removed"))
  }
}
