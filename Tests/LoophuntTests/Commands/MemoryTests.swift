import CommandSupport
import Foundation
import Glibc
import TestSupport
import Testing

/// The memory that commands need for a view, and their errors if there is none.
@Suite("Memory")
struct MemoryTests {
  /// A trace of so many views, of which some are laid out in a turn.
  private func trace(views: Int, named: Bool = false) -> String {
    var text = #"{"e":"trace","version":1}"# + "\n"
    text += #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"# + "\n"
    if views > 1 {
      for view in 2...views {
        let name = named ? #","name":"cell \#(view)""# : ""
        text +=
          #"{"e":"view","v":\#(view),"class":"Cell"\#(name),"in":\#(max(1, view / 10)),"#
          + #""frame":[0,0,\#(view % 390),44],"clean":true}"# + "\n"
      }
    }
    text += #"{"e":"turn","n":1}"# + "\n" + #"{"e":"layout","v":1}"# + "\n"
    text += #"{"e":"done","v":1}"# + "\n" + #"{"e":"end","turns":1}"# + "\n"
    return text
  }

  /// The most memory that a command had, in bytes.
  private func peak(_ arguments: [String]) throws -> Int {
    let child = try Child.spawn(Child.binary, arguments) {
      posix_spawn_file_actions_addopen(&$0, 1, "/dev/null", O_WRONLY, 0)
    }
    var usage = rusage()
    var result: Int32 = 0
    while wait4(child, &result, 0, &usage) < 0, errno == EINTR {}
    #expect(result == 0)
    return usage.ru_maxrss << 10
  }

  // A sanitizer's allocator needs several times as much.
  @Test(
    "a view takes a few hundred bytes",
    .enabled(if: !Sanitizer.isOn),
    arguments: [("scan", 450), ("validate", 300), ("replay", 600), ("tree", 600)])
  func viewSize(command: String, most: Int) throws {
    let count = 12_000
    let folder = TemporaryFolder()
    let small = try folder.write(trace(views: 1), to: "small.jsonl")
    for named in [false, true] {
      let large = try folder.write(trace(views: count, named: named), to: "large.jsonl")
      let bytes = (try peak([command, large]) - peak([command, small])) / count
      #expect(bytes < most + (named ? 200 : 0), "\(bytes) bytes for a view, named: \(named)")
    }
  }

  @Test(
    "a command that runs out of memory says so",
    .enabled(if: !Sanitizer.isOn),
    arguments: ["validate", "replay", "tree"])
  func memoryEnds(command: String) throws {
    let folder = TemporaryFolder()
    let path = try folder.write(trace(views: 30_000), to: "trace.jsonl")
    let small = try folder.write(trace(views: 1_000), to: "small.jsonl")
    var refused = 0
    // The memory of the program itself depends on the build: some limits are too low for it, some suffice.
    for megabytes in stride(from: 90, through: 150, by: 20) {
      let script = "ulimit -v \(megabytes << 10); '\(Child.binary)' \(command) '\(path)'"
      let outcome = try Child.run(
        "/bin/bash", ["-c", script], environment: ["SWIFT_BACKTRACE": "enable=no"])
      guard outcome.signal == nil, let status = outcome.status, [0, 2].contains(status) else {
        // The program and its buffers do not fit: it cannot read the first views either.
        let began = try Child.run(
          "/bin/bash",
          ["-c", "ulimit -v \(megabytes << 10); '\(Child.binary)' \(command) '\(small)'"],
          environment: ["SWIFT_BACKTRACE": "enable=no"])
        #expect(began.status != 0, "\(megabytes) MB: \(outcome.errors.prefix(300))")
        continue
      }
      if status == 2 {
        refused += 1
        let text = outcome.text + outcome.errors
        #expect(text.contains("need more memory than there is"), "\(text)")
        #expect(text.split(separator: "\n").count <= 2, "\(text)")
      }
    }
    #expect(refused > 0)
  }
}
