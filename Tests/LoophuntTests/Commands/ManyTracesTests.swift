import CommandSupport
import Foundation
import Glibc
import TestSupport
import Testing
import loophunt

/// A folder stands for the traces in it, and a pattern for what matches.
@Suite("Folders and patterns of traces")
struct ManyTracesTests {
  private let folder = TemporaryFolder()

  init() throws {
    let loop = SampleTrace.badge(layouts: [150])
    let calm = SampleTrace.badge(layouts: [1])
    for path in ["traces/sub", "traces/.hidden", "none", "elsewhere"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(path), withIntermediateDirectories: true)
    }
    for name in [
      "traces/b.jsonl", "traces/sub/a.jsonl", "traces/.c.jsonl", "traces/.hidden/d.jsonl",
      "elsewhere/e.jsonl", "elsewhere/[x].jsonl",
    ] {
      _ = try folder.write(name == "traces/b.jsonl" ? loop : calm, to: name)
    }
    _ = try folder.write("no trace", to: "traces/notes.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("traces/link"), withDestinationPath: folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("traces/z.jsonl"), withDestinationPath: folder.path("elsewhere/e.jsonl"))
  }

  /// The names of the files in a result, below the folder.
  private func names(_ arguments: String...) throws -> [String] {
    let outcome = try InProcess.loophunt(arguments + ["--format=json"])
    #expect(
      outcome.errors == "" || outcome.errors.hasPrefix("loophunt: note: left out of folders: "))
    let document = try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any]
    let files = try #require(document?["files"] as? [[String: Any]])
    return files.compactMap { $0["file"] as? String }.map {
      String($0.trimmingPrefix(folder.path("") + "/").trimmingPrefix(folder.path("")))
    }
  }

  @Test(
    "a folder's traces are read in the order of their names, hidden ones left out",
    arguments: ["replay", "scan", "validate"])
  func foldersTracesRead(
    command: String
  ) throws {
    let expected = ["traces/b.jsonl", "traces/sub/a.jsonl", "traces/z.jsonl"]
    #expect(try names(command, folder.path("traces")) == expected)
    #expect(try names(command, folder.path("traces/")) == expected)
    #expect(
      try names(command, folder.path("elsewhere/e.jsonl"), folder.path("traces"))
        == ["elsewhere/e.jsonl"] + expected)
  }

  @Test("a folder stands for recordings of any format, and not for other files of such names")
  func recordingsInFolder() throws {
    let recordings = folder.path("recordings")
    try FileManager.default.createDirectory(atPath: recordings, withIntermediateDirectories: true)
    let page = Repository.path("Tests/Recordings/chromium-clean.json.gz")
    try FileManager.default.copyItem(atPath: page, toPath: "\(recordings)/page.json.gz")
    try folder.write(
      Child.run("gzip", ["-dc", page]).output, to: "recordings/slow.json")
    try folder.write(Child.run("gzip", ["-dc", page]).output, to: "recordings/page.html")
    try folder.write("{\"name\":\"app\",\"version\":\"1\"}", to: "recordings/package.json")
    try folder.write("not JSON", to: "recordings/empty.json.gz")
    // Pipes in a folder are not waited for.
    for name in ["pipe.json", "pipe.jsonl", "pipe.jsonl.gz"] {
      mkfifo("\(recordings)/\(name)", 0o600)
    }
    for command in ["replay", "scan", "validate"] {
      #expect(
        try names(command, recordings) == ["recordings/page.json.gz", "recordings/slow.json"])
    }
    #expect(try names("scan", "\(recordings)/p[ai][gp]e.json*") == ["recordings/page.json.gz"])
    // A layout trace is known by its name: a damaged one is not passed over.
    try folder.write("not JSON", to: "recordings/broken.jsonl")
    let broken = try InProcess.loophunt("scan", recordings)
    #expect(broken.status == 2 && broken.errors.contains("recordings/broken.jsonl:1:1: "))
  }

  @Test(
    "a damaged recording is an error in a folder as it is alone",
    arguments: ["replay", "scan", "validate"])
  func damagedInFolder(command: String) throws {
    let page = try Data(
      contentsOf: URL(fileURLWithPath: Repository.path("Tests/Recordings/chromium-clean.json.gz")))
    let damaged: [(name: String, content: Data, problem: String)] = [
      ("cut.json.gz", page.prefix(100), "gzip cannot unpack the file to its end"),
      ("Trace.json", Data(), "the file is empty"),
      ("Trace.json.gz", try Child.run("gzip", ["-c"]).output, "the file is empty"),
      (
        "twice.json.gz", try Child.run("gzip", ["-c"], input: page).output,
        "the file is compressed with gzip"
      ),
    ]
    for (name, content, problem) in damaged {
      let file = try folder.write(content, to: "traces/\(name)")
      for operand in [file, folder.path("traces"), folder.path("tr*")] {
        let outcome = try InProcess.loophunt(command, operand)
        #expect(outcome.status == 2)
        // The errors are the result of `validate`.
        let said = outcome.errors + outcome.text
        #expect(said.contains("\(file):"), "\(said)")
        #expect(said.contains(problem), "\(said)")
      }
      try FileManager.default.removeItem(atPath: file)
    }
  }

  @Test("extensions may be in capitals, in folders and compressed")
  func capitals() throws {
    let loop = SampleTrace.badge(layouts: [150])
    let place = folder.path("capitals")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try folder.write(loop, to: "capitals/L.JSONL")
    let profile = try Data(
      contentsOf: URL(filePath: Repository.path("Tests/Recordings/chromium-thrash.json.gz")))
    try folder.write(profile, to: "capitals/Trace.JSON.GZ")
    #expect(try names("scan", place) == ["capitals/L.JSONL", "capitals/Trace.JSON.GZ"])
    let damaged = try folder.write("{", to: "capitals/Damaged.JSON")
    let outcome = try InProcess.loophunt("scan", place)
    #expect(outcome.status == 2 && outcome.errors.contains(damaged), "\(outcome.errors)")
  }

  @Test("files that are left out of a folder are counted and listed")
  func leftOut() throws {
    let note = "loophunt: note: left out of folders: "
    let usual = try InProcess.loophunt("scan", folder.path("traces"))
    // Hidden files, and files with other names than traces, are not mentioned.
    #expect(usual.errors.hasPrefix("\(note)'\(folder.path("traces/link"))', "))
    #expect(usual.errors.contains("'\(folder.path("traces/notes.txt"))' (2 in all): "))
    #expect(try InProcess.loophunt("scan", "-q", folder.path("traces")).errors == "")
    #expect(try InProcess.loophunt("scan", folder.path("elsewhere")).errors == "")
    try folder.write("", to: "elsewhere/calm.log")
    for index in 0..<10 { try folder.write("{}", to: "elsewhere/\(index).json") }
    try folder.write("no trace", to: "elsewhere/picture.png")
    let many = try InProcess.loophunt("scan", folder.path("elsewhere"))
    #expect(many.errors.contains("'\(folder.path("elsewhere/9.json"))' and 1 more (11 in all): "))
    #expect(many.status == 0)
  }

  @Test("a pattern stands for all names that match, and an existing name stands for itself")
  func patternStandsMatches() throws {
    #expect(try names("scan", folder.path("else*/?.jsonl")) == ["elsewhere/e.jsonl"])
    #expect(try names("scan", folder.path("elsewhere/[x].jsonl")) == ["elsewhere/[x].jsonl"])
    #expect(
      try names("scan", folder.path("tr*")) == [
        "traces/b.jsonl", "traces/sub/a.jsonl", "traces/z.jsonl",
      ])
  }

  @Test("a pattern goes through folders as the shell does")
  func patternThroughFolders() throws {
    let all = ["traces/b.jsonl", "traces/sub/a.jsonl", "traces/z.jsonl"]
    #expect(try names("scan", folder.path("tr*/")) == all)
    #expect(try names("scan", folder.path("*/sub/?.jsonl")) == ["traces/sub/a.jsonl"])
    #expect(try names("scan", folder.path("*/*/a.jsonl")) == ["traces/sub/a.jsonl"])
    #expect(try names("scan", folder.path("*/e.jsonl")) == ["elsewhere/e.jsonl"])
    #expect(try names("scan", folder.path("traces/[!b-y]*")) == ["traces/z.jsonl"])
    #expect(try names("scan", folder.path("traces/.[c]*")) == ["traces/.c.jsonl"])
    #expect(try names("scan", folder.path("elsewhere/\\[*")) == ["elsewhere/[x].jsonl"])
    for pattern in ["/traces/b.jsonl/*", "/trace?/*.jsonl/", "/absent/*"] {
      let outcome = try InProcess.loophunt("scan", folder.path(".") + pattern)
      #expect(outcome.errors.contains("nothing matches"), "\(pattern): \(outcome.errors)")
    }
  }

  @Test("a trace whose name is not UTF-8 is an error, never passed over")
  func nameNotUTF8() throws {
    let odd = Array(folder.path("elsewhere").utf8CString.dropLast()) + [47, -1]
    let file = odd + ".jsonl".utf8CString
    let descriptor = open(file, O_WRONLY | O_CREAT, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    for operand in ["elsewhere", "elsewhere/*"] {
      let outcome = try InProcess.loophunt("scan", folder.path(operand))
      #expect(outcome.status == 2 && outcome.text == "")
      #expect(
        outcome.errors.contains(".jsonl' in the folder")
          && outcome.errors.contains("is not UTF-8; rename it"))
    }
    // Other files are not mentioned.
    #expect(rename(file, odd + ".swift".utf8CString) == 0)
    #expect(
      try names("scan", folder.path("elsewhere")) == ["elsewhere/[x].jsonl", "elsewhere/e.jsonl"])
  }

  @Test("a folder without a trace and a pattern without a match are errors")
  func folderWithoutTrace() throws {
    for command in ["replay", "scan", "validate"] {
      let empty = try InProcess.loophunt(command, folder.path("none"))
      #expect(empty.status == 2 && empty.text == "")
      #expect(empty.errors.contains("there is no trace in the folder"))
      let pattern = try InProcess.loophunt(command, folder.path("x*.jsonl"))
      #expect(pattern.status == 2)
      #expect(pattern.errors.contains("nothing matches"))
    }
    #expect(try InProcess.loophunt("replay", folder.path("traces")).status == 1)
  }

  @Test("text names the traces of a folder that loop")
  func peopleReadWhich() throws {
    let outcome = try InProcess.loophunt("replay", folder.path("traces"))
    #expect(outcome.text.contains("traces/b.jsonl:\n\n`badge`"))
    #expect(outcome.text.contains("traces/sub/a.jsonl:\n\nno loop"))
    #expect(outcome.text.contains("1 loop in 3 files; "))
  }
}
