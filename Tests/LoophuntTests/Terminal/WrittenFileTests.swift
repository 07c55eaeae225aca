import CommandSupport
import Foundation
import TestSupport
import Testing

/// The reaction of commands to an output that cannot be written, and to an input that cannot be read.
@Suite("Files that commands write")
struct WrittenFileTests {
  private let folder = TemporaryFolder()
  /// The last arguments of each command that writes a file, but for the file itself.
  private let commands: [[String]]

  init() throws {
    let trace = try folder.write(SampleTrace.badge(layouts: [9]), to: "trace.jsonl")
    commands = [
      ["import", "--anonymous", "-q", trace], ["export", "-q", trace],
      ["export", "--to=dot", "-q", trace],
      ["shrink", "-q", "--threshold=5", trace], ["reproduce", "-q", "--threshold=5", trace],
      ["report", "-q", trace], ["record", "didset-dirty"],
    ]
  }

  @Test("an output that cannot be written ends every command with 3 and names its path")
  func unwritable() throws {
    for (index, command) in commands.enumerated() {
      // In debug each command gets one of the two.
      let paths = ["/dev/full", folder.path("missing/file")]
      for path in sample(paths, oneIn: 2, seed: UInt64(index)) {
        let outcome = try InProcess.loophunt(command + ["-o", path])
        #expect(outcome.status == 3, "\(command) wrote \(path)? \(outcome.errors)")
        #expect(outcome.errors.hasPrefix(path + ": "), "\(command): \(outcome.errors)")
        #expect(outcome.text.isEmpty)
      }
    }
  }

  @Test("an input that cannot be read ends every command with 2, and leaves the old file")
  func unreadable() throws {
    let broken = try folder.write(SampleTrace.badge(layouts: [9]) + "nonsense\n", to: "broken")
    let old = try folder.write("old", to: "old")
    for command in commands where command[0] != "record" && command[0] != "report" {
      let outcome = try InProcess.loophunt(command.dropLast() + [broken, "-o", old])
      #expect(outcome.status == 2, "\(command): \(outcome.errors)")
      #expect(outcome.errors.contains("broken:"))
      #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
    }
  }

  @Test("no command overwrites the file that it reads")
  func itself() throws {
    for command in commands where command[0] != "record" {
      let path = try #require(command.last)
      let outcome = try InProcess.loophunt(command + ["-o", path])
      #expect(outcome.status == 2, "\(command)")
      #expect(outcome.errors.contains("which is an input"), "\(outcome.errors)")
    }
  }
}
