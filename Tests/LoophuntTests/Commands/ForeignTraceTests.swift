import CommandSupport
import Foundation
import Glibc
import LayoutTrace
import TestSupport
import Testing

/// Recordings of browsers, as the command reads them.
@Suite("Browser recordings in every command")
struct ForeignTraceTests {
  private let folder = TemporaryFolder()
  private let thrash: String
  private let cascade: String

  init() throws {
    thrash = try folder.write(Self.unpackedThrash.get(), to: "chromium-thrash")
    cascade = try folder.write(Self.unpackedCascade.get(), to: "chromium-ro-pingpong")
  }

  private static let unpackedThrash = Result { try unpack("chromium-thrash") }
  private static let unpackedCascade = Result { try unpack("chromium-ro-pingpong") }

  /// The bytes of a recording.
  private static func unpack(_ name: String) throws -> Data {
    let outcome = try Child.run(
      "gzip", ["-dc", Repository.path("Tests/Recordings/\(name).json.gz")])
    try #require(outcome.status == 0)
    return outcome.output
  }

  /// A recording under a name that says nothing of what it is.
  private static func unpack(_ name: String, to folder: TemporaryFolder) throws -> String {
    try folder.write(unpack(name), to: name)
  }

  @Test("a page that writes and reads in turn is thrashing, with both places")
  func pageWritesReads() throws {
    let outcome = try InProcess.loophunt("replay", thrash)
    #expect(outcome.status == 1)
    let text = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      text.contains(
        "Each time `growRow` (thrash.html:7:65) changed `style`, layout of `thrash.html` was forced "
          + "by `readRow` (thrash.html:8:60): 149 times in one turn."), "\(outcome.text)")
    #expect(!text.contains("layoutIfNeeded"))
    #expect(text.contains("Verdict thrashing"))
    #expect(text.contains("Read first, then write; or write everything, then read once."))
    #expect(text.contains("counted, not proved: without it 0 of 149 layouts remain"))
    #expect(text.contains(#/Time \d+ ms of \d+ ms in this task, \d+ ms in all/#), "\(outcome.text)")
    #expect(outcome.errors == "")
  }

  @Test("a page whose observers resize each other is feedback, without forced layouts")
  func pageWhoseObservers() throws {
    let outcome = try InProcess.loophunt("replay", "--threshold=20", cascade)
    #expect(outcome.status == 1)
    let text = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      text.contains(
        "`cascade` (ro-pingpong.html:9:159) changed `style` of `ro-pingpong.html` again after each "
          + "layout of one pass; nobody forced these layouts."), "\(outcome.text)")
    #expect(text.contains("Verdict feedback"), "\(outcome.text)")
    #expect(!text.contains("was forced"))
    #expect(outcome.errors == "")
    let sarif = try InProcess.loophunt("replay", "--threshold=20", "--format=sarif", cascade).text
    #expect(sarif.contains(#""ruleId" : "layout-loop/feedback""#))
    #expect(sarif.contains(#""id" : "layout-loop/feedback""#), "SARIF has no rule for it")
  }

  @Test("a page that changes itself once in each frame is a hint, which names the writing code")
  func pageChangesItself() throws {
    let recurring = try Self.unpack("chromium-resize-observer-loop", to: folder)
    for command in ["replay", "scan"] {
      let outcome = try InProcess.loophunt(command, "--threshold=20", recurring)
      #expect(outcome.status == 0, "\(outcome.text)")
      let text = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        text.contains(
          "consecutive turns" + (command == "replay" ? " (1-122)" : "")
            + ", dirtied again by onResize (resize-observer-loop.html:7:81)"), "\(text)")
    }
  }

  @Test("a page that reads all and then writes all has nothing to report")
  func pageReadsAll() throws {
    let clean = try Self.unpack("chromium-clean", to: folder)
    for command in ["replay", "scan"] {
      let outcome = try InProcess.loophunt(command, "--threshold=2", clean)
      #expect(outcome.status == 0, "\(outcome.text)")
      #expect(outcome.errors == "")
    }
  }

  @Test("every command that reads traces takes a recording, also on standard input")
  func everyCommandReads() throws {
    let input = try Data(contentsOf: URL(fileURLWithPath: thrash))
    for command in [["scan"], ["validate"], ["replay"], ["tree"]] {
      let file = try InProcess.loophunt(command + [thrash])
      let piped = try Child.run(Child.binary, command + ["-"], input: input)
      #expect(file.status == (["replay", "scan"].contains(command[0]) ? 1 : 0), "\(file.errors)")
      #expect(piped.status == file.status)
      // The tree of a recording is a list.
      let warned = command[0] == "tree"
      #expect(piped.errors.contains("holds neither geometry nor the tree") == warned)
      #expect(file.errors.contains("holds neither geometry nor the tree") == warned)
      #expect(warned || piped.errors + file.errors == "")
      #expect(!file.text.isEmpty)
    }
    let drawing = try InProcess.loophunt("tree", "--format=svg", thrash)
    #expect(drawing.status == 2 && drawing.errors.contains("a drawing needs geometry"))
    let same = try InProcess.loophunt("diff", thrash, thrash)
    #expect(same.status == 0)
    #expect(try InProcess.loophunt("diff", cascade, thrash).status == 1)
  }

  @Test("a recording in a named pipe is recognised, and the read bytes are not lost")
  func namedPipeRecognised() throws {
    let pipe = folder.path("pipe")
    mkfifo(pipe, 0o600)
    let own = try folder.write(SampleTrace.badge(layouts: [150]), to: "own")
    for file in [thrash, own] {
      let writer = try Child.spawn("sh", ["-c", "cat '\(file)' > '\(pipe)'"]) { _ in }
      let outcome = try InProcess.loophunt("scan", pipe)
      _ = Child.wait(for: writer)
      #expect(outcome.status == 1, "\(outcome.errors)")
    }
  }

  @Test("import writes the layout trace that the other commands see")
  func importWritesLayout() throws {
    let converted = folder.path("converted.jsonl")
    let outcome = try InProcess.loophunt("import", thrash, "-o", converted)
    #expect(outcome.status == 0 && outcome.text == "" && outcome.errors == "")
    #expect(try InProcess.loophunt("validate", converted).status == 0)
    let direct = try InProcess.loophunt("scan", "--format=json", thrash).text
    let indirect = try InProcess.loophunt("scan", "--format=json", converted).text
    #expect(direct == indirect.replacingOccurrences(of: converted, with: thrash))
    let piped = try Child.loophunt(
      "import", "-", input: Data(contentsOf: URL(fileURLWithPath: thrash)))
    #expect(try piped.output == Data(contentsOf: URL(fileURLWithPath: converted)))
  }

  @Test(
    "our own export is refused by every command with the advice to use the trace it came from",
    arguments: ["scan", "replay", "validate", "tree", "diff", "import"])
  func ownExport(command: String) throws {
    let folder = TemporaryFolder()
    let events =
      #""traceEvents":[{"ph":"X","name":"Layout","cat":"loophunt","ts":1,"dur":2,"pid":1,"tid":1}]"#
    let export = try folder.write(
      #"{"otherData":{"format":1,"writer":"loophunt export"},\#(events)}"#, to: "export.json")
    for options in [[], ["--from=chrome"]] {
      let outcome = try InProcess.loophunt(
        [command] + options + Array(repeating: export, count: command == "diff" ? 2 : 1))
      #expect(outcome.status == 2)
      #expect(
        (outcome.text + outcome.errors).contains("use the trace that it was exported from"),
        "\(outcome.text)\(outcome.errors)")
    }
    // A recording of another program is read.
    let other = try folder.write(
      #"{"otherData":{"writer":"another"},\#(events)}"#, to: "other.json")
    let read = try InProcess.loophunt("scan", other)
    #expect(!(read.text + read.errors).contains("exported"))
  }

  @Test("import refuses a file that is not a recording, and a damaged one with its place")
  func noRecordingRefused()
    throws
  {
    let own = try folder.write(SampleTrace.badge(layouts: [1]), to: "own.jsonl")
    #expect(
      try InProcess.loophunt("import", own).errors
        == "\(own): this is already a layout trace; use it as it is, or remove its names "
        + "with --anonymous\n")
    let other = try folder.write("{\"threads\":[]}", to: "other")
    let refused = try InProcess.loophunt("import", other)
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "\(other): the format of this file is unknown; known formats: loophunt, chrome, "
        + "firefox-raw, firefox, webkit, safari, long-frames, uikit, winui, ips, posted\n")
    let forced = try InProcess.loophunt("scan", "--from=chrome", own)
    #expect(forced.status == 2)
    #expect(forced.errors.contains("it holds no event that is a layout"))
    #expect(forced.errors.contains("the file is of the format loophunt; leave out --from"))
    let damaged = try folder.write("[{\"ph\":\"X\"},\n 17]", to: "damaged")
    let wrong = try InProcess.loophunt("replay", damaged)
    #expect(wrong.status == 2)
    #expect(wrong.errors.hasPrefix("\(damaged): byte 15: not JSON of a trace: an event,"))
  }

  @Test("a recording that fits into memory needs no temporary file, whatever reads it")
  func noTemporaryFile() throws {
    let log = Repository.path("Tests/Recordings/Logs/drawer.log")
    let nowhere = ["TMPDIR": folder.path("missing")]
    for recording in [thrash, log] {
      let commands = [["replay"], ["scan"], ["validate"], ["import"], ["report"], ["diff", log]]
      for command in sample(commands, oneIn: 3, seed: firstSeed("ForeignTraceTests")) {
        let usual = try InProcess.loophunt(command + [recording])
        let outcome = try Child.run(Child.binary, command + [recording], environment: nowhere)
        #expect(outcome.output == usual.output && outcome.status == usual.status)
        #expect(outcome.errors == usual.errors, "\(command)")
      }
    }
  }

  @Test("formats lists what --from takes, for people and for programs")
  func formatsListsFrom() throws {
    let text = try InProcess.loophunt("formats").text
    let json = try InProcess.loophunt("formats", "--format=json").text
    let schema = try JSONSchema(Repository.text(of: "docs/json-output.schema.json"))
    #expect(try schema.problems(of: json) == [])
    for format in TraceFormats.all.map(\.name) {
      #expect(text.contains("\(format)\n"))
      #expect(json.contains("\"\(format)\""))
      #expect(try InProcess.loophunt("scan", "--help").text.contains(format))
    }
  }

  @Test("a recording without tasks causes a warning, and one that is cut off counts as truncated")
  func recordingWithoutTasks() throws {
    let minimal = try Self.unpack("chromium-ro-pingpong-without-tasks", to: folder)
    let scanned = try InProcess.loophunt("scan", minimal)
    #expect(scanned.status == 0)
    #expect(scanned.errors.contains("warning: recorded without tasks"))
    #expect(
      scanned.text.contains("61 consecutive turns") || scanned.text.contains("(1-61)"),
      "\(scanned.text)")
    let whole = try Data(contentsOf: URL(fileURLWithPath: thrash))
    let cut = try folder.write(whole.prefix(whole.count * 9 / 10), to: "cut")
    let replayed = try InProcess.loophunt("replay", cut)
    #expect(replayed.status == 1)
    #expect(replayed.errors.contains("warning: truncated"))
  }

  @Test("a recording that is cut off before its first layout is to be saved again, not recorded")
  func cutBeforeLayouts() throws {
    let profile = try Data(
      contentsOf: URL(fileURLWithPath: Self.unpack("webkit-thrash", to: folder)))
    let cut = try folder.write(profile.prefix(100_000), to: "cut")
    #expect(
      try InProcess.loophunt("scan", cut).errors
        == "\(cut): it is cut off, and it holds no event that is a layout; "
        + "save the recording again, to its end\n")
  }

  @Test("a second recording in the same file, which nobody would judge, is an error")
  func twoRecordings() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: thrash))
    let twice = try folder.write(whole + whole, to: "twice")
    #expect(
      try InProcess.loophunt("scan", twice).errors
        == "\(twice): something follows the recording, and would not be judged; "
        + "keep one recording in one file\n")
    #expect(try InProcess.loophunt("replay", twice).status == 2)
    #expect(
      try InProcess.loophunt("scan", folder.write(whole + Data("\n".utf8), to: "one")).errors == "")
  }

  @Test("an error without a remedy of its own names the known formats alone")
  func noRemedy() throws {
    let word = try folder.write("garbage\n", to: "word.jsonl")
    #expect(
      try InProcess.loophunt("scan", word).errors.hasPrefix(
        "\(word):1:1: not JSON: a value is expected here; known formats: loophunt"))
  }

  @Test(
    "compressed input is read directly, from files and from pipes",
    arguments: ["gzip", "xz", "zstd", "bzip2"])
  func compressed(program: String) throws {
    guard try Child.run("sh", ["-c", "command -v \(program)"]).status == 0 else { return }
    let own = try folder.write(SampleTrace.badge(layouts: [150]), to: "own")
    for file in [own, cascade] {
      let packed = folder.path("packed")
      let bytes = try Child.run(program, ["-c", file]).output
      try folder.write(bytes, to: "packed")
      let direct = try InProcess.loophunt("scan", "--threshold=20", "--format=json", file)
      let unpacked = try InProcess.loophunt("scan", "--threshold=20", "--format=json", packed)
      #expect(unpacked.status == 1 && unpacked.errors == "", "\(unpacked.errors)")
      #expect(
        unpacked.text.replacingOccurrences(of: packed, with: "F")
          == direct.text.replacingOccurrences(of: file, with: "F"))
      let piped = try Child.loophunt("scan", "--threshold=20", "-", input: bytes)
      #expect(piped.status == 1 && piped.errors == "", "\(piped.errors)")
      #expect(try InProcess.loophunt("diff", packed, packed).status == 0)
    }
  }

  @Test("text behind a compressed recording doesn't hold up the program that unpacks it")
  func compressedWithMore() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: thrash))
    let more = try folder.write(whole + Data(repeating: 0x78, count: 1 << 18), to: "more")
    try folder.write(Child.run("gzip", ["-c", more]).output, to: "more.json.gz")
    let plain = try InProcess.loophunt("scan", "--threshold=20", more)
    let packed = try InProcess.loophunt("scan", "--threshold=20", folder.path("more.json.gz"))
    #expect(packed.status == 2 && plain.status == 2)
    #expect(
      packed.errors.replacingOccurrences(of: "more.json.gz", with: "more") == plain.errors)
  }

  @Test("a compressed file is read even where the system forgets children that have ended")
  func ignoredChildren() throws {
    let packed = try folder.write(Child.run("gzip", ["-c", thrash]).output, to: "whole.gz")
    let outcome = try Child.run(
      "/usr/bin/env", ["--ignore-signal=CHLD", Child.binary, "validate", packed])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
  }

  @Test(
    "a compressed file of two parts is read to its end, or is an error",
    arguments: ["gzip", "xz", "zstd", "bzip2"])
  func compressedParts(program: String) throws {
    guard try Child.run("sh", ["-c", "command -v \(program)"]).status == 0 else { return }
    let lines = SampleTrace.badge(layouts: [150]).split(separator: "\n").map { "\($0)\n" }
    let parts = try [lines.prefix(40), lines.dropFirst(40)].map {
      try Child.run(program, ["-c", folder.write($0.joined(), to: "part")]).output
    }
    let zeros = Data(repeating: 0, count: 512)
    for (bytes, statuses) in [
      (parts[0] + parts[1], [1]), (parts[0] + Data("x".utf8) + parts[1].dropFirst(), [2]),
      // Such a gap may stand between two parts of an xz file.
      (parts[0] + zeros + parts[1], program == "xz" ? [1] : [2]),
      (parts[0] + Data(repeating: 0, count: parts[1].count), [2]), (parts[0] + zeros, [2]),
    ] {
      let file = try folder.write(bytes, to: "packed")
      for command in ["replay", "scan"] {
        let outcome = try InProcess.loophunt(command, "--lenient", file)
        #expect(statuses.contains(Int(outcome.status ?? -1)), "\(outcome.errors)")
      }
    }
  }

  @Test("a compressed file that is cut off, and a missing program, are errors")
  func compressedAndCutOff() throws {
    let bytes = try Child.run("gzip", ["-c", thrash]).output
    let cut = try folder.write(bytes.prefix(bytes.count / 2), to: "cut.gz")
    let refused = try InProcess.loophunt("replay", cut)
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "\(cut): gzip cannot unpack the file to its end: it is damaged or cut off; "
        + "'gzip -t' says more; save the file again\n")
    let ignoring = try Child.run(
      "/usr/bin/env", ["--ignore-signal=CHLD", Child.binary, "scan", cut])
    #expect(ignoring.status == 2 && ignoring.errors.contains("damaged or cut off"))
    let whole = try folder.write(bytes, to: "whole.gz")
    let missing = try Child.run(
      Child.binary, ["scan", whole], environment: ["PATH": folder.path("nowhere")])
    #expect(missing.status == 2)
    #expect(
      missing.errors.hasPrefix(
        "\(whole): the file is compressed with gzip, and gzip cannot be run: "))
  }
}
