import CommandSupport
import Foundation
import LayoutTrace
import LoopScenarios
import TestSupport
import Testing
import loophunt

@Suite("The command record")
struct RecordCommandTests {
  @Test("scenarios are listed, each with its summary")
  func list() throws {
    let outcome = try InProcess.loophunt("scenarios")
    #expect(outcome.status == 0)
    // A further line of a summary is indented.
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count { !$0.hasPrefix(" ") } == Scenario.all.count)
    let expected = Scenario.all.map { "\($0.name) \($0.summary)" }.joined(separator: " ")
    #expect(outcome.text.split(whereSeparator: \.isWhitespace) == expected.split(separator: " "))
  }

  @Test("a scenario goes to a file or to standard output as a valid trace")
  func destinations() throws {
    let folder = TemporaryFolder()
    let path = folder.path("trace.jsonl")
    let written = try InProcess.loophunt("record", "didset-dirty", "-o", path)
    #expect(written.status == 0 && written.text == "")
    #expect(
      try InProcess.loophunt("record", "didset-dirty").output
        == FileManager.default.contents(atPath: path))
    #expect(try InProcess.loophunt("validate", path).status == 0)
    #expect(try InProcess.loophunt("replay", "--strict", path).status == 1)
  }

  @Test(
    "only the trace is written, and the loop has no work left",
    arguments: sample(
      Scenario.all.map(\.name).filter { $0 != "animation" }, oneIn: 3,
      seed: firstSeed("RecordCommandTests")))
  func onlyTrace(name: String) throws {
    let outcome = try InProcess.loophunt("record", name)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.text.hasPrefix(#"{"e":"trace","version":1,"tool":"loophunt "#))
    #expect(outcome.text.split(separator: "\n").last?.hasPrefix(#"{"e":"end","#) == true)
  }

  @Test("an error names the nearest scenario, or the reason why the file cannot be written")
  func misspelt() throws {
    let outcome = try InProcess.loophunt("record", "didset-drity")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "loophunt: no scenario is named 'didset-drity'; did you mean 'didset-dirty'?\n")
    let nowhere = try InProcess.loophunt("record", "didset-dirty", "-o", "/none/x.jsonl")
    #expect(nowhere.status == 3)
    #expect(nowhere.errors.hasPrefix("/none/x.jsonl: "))
  }

  @Test("leftovers of a killed process do not prevent a new recording")
  func leftovers() throws {
    let folder = TemporaryFolder()
    let path = folder.path("trace.jsonl")
    // In a container every process can have the number that the killed one had.
    try folder.write("left", to: ".trace.jsonl.\(getpid())")
    try folder.write("left", to: ".trace.jsonl.\(getpid()).1")
    try folder.write("old", to: "trace.jsonl")
    for text in ["new", "newer"] {
      try OutputFile.replace(path, with: Array(text.utf8))
      #expect(FileManager.default.contents(atPath: path) == Data(text.utf8))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")).count == 3)
  }

  @Test("a path with a NUL is refused, and the file up to it stays as it is")
  func pathWithNUL() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("old", to: "trace.jsonl")
    let error = #expect(throws: TraceError.self) {
      try OutputFile.replace(path + "\0.part", with: [1])
    }
    #expect(error?.problem == "writing failed: the path contains a NUL character")
    #expect(FileManager.default.contents(atPath: path) == Data("old".utf8))
  }

  @Test("a file may have the longest name that the system allows", arguments: [255, 254, 250, 247])
  func longName(length: Int) throws {
    let folder = TemporaryFolder()
    for letter in ["x", "é"] {
      let name = String(repeating: letter, count: length / letter.utf8.count)
      let outcome = try InProcess.loophunt("record", "didset-dirty", "-o", folder.path(name))
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(try InProcess.loophunt("validate", folder.path(name)).status == 0)
    }
  }
}
