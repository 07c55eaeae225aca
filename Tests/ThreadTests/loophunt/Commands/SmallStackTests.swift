import CommandSupport
import Foundation
import Glibc
import TestSupport
import Testing

/// Some systems give a process a small stack; a trace of nested layouts needs a large one.
@Suite("Commands where the system's stack is small")
struct SmallStackTests {
  private let folder = TemporaryFolder()

  /// Words that run the command below a limit of its stack, in kilobytes.
  private func words(_ kilobytes: Int, _ arguments: [String]) -> [String] {
    ["-c", "ulimit -s \(kilobytes); exec \"$0\" \"$@\"", Child.binary] + arguments
  }

  /// A trace in which each of the views lays out, in its layout, the next one, or itself.
  private func trace(ofNested layouts: Int, views: Int) -> String {
    var lines = [#"{"e":"trace","version":1,"nestingLimit":2000}"#]
    for view in 1...views {
      let place = view == 1 ? "" : #","in":\#(view - 1)"#
      lines.append(#"{"e":"view","v":\#(view),"class":"C"\#(place),"clean":true}"#)
    }
    lines.append(#"{"e":"turn","n":1}"#)
    let order = (0..<layouts).map { min($0, views - 1) + 1 }
    for view in order {
      lines += [#"{"e":"force","v":\#(view)}"#, #"{"e":"layout","v":\#(view)}"#]
    }
    for view in order.reversed() { lines.append(#"{"e":"done","v":\#(view)}"#) }
    return (lines + [#"{"e":"end","turns":1}"#]).joined(separator: "\n") + "\n"
  }

  @Test(
    "deeply nested layouts are replayed and reported as ever",
    arguments: [(256, 1_000, 1), (1_024, 1_024, 1_024)])
  func nested(kilobytes: Int, layouts: Int, views: Int) throws {
    let path = try folder.write(trace(ofNested: layouts, views: views), to: "nested.jsonl")
    // In debug each shape is read by one of the two.
    for command in sample(["replay", "report"], oneIn: 2, seed: UInt64(views)) {
      let arguments = [command, "--no-config", "--no-proof", "--threshold=1", path]
      let limited = try Child.run("/bin/bash", words(kilobytes, arguments))
      let free = try Child.run(Child.binary, arguments)
      #expect(limited.signal == nil && limited.status == free.status)
      #expect(limited.output == free.output && !free.output.isEmpty)
      #expect(limited.errors == free.errors)
    }
  }

  @Test(
    "the first signal ends the wait for input, and the command ends by it",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signal(_ number: Int32) throws {
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let child = try Child.spawn("/bin/bash", words(1_024, ["scan", pipe])) { actions in
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(
        &actions, 2, folder.path("errors"), O_WRONLY | O_CREAT, 0o600)
    }
    try Child.waitUntilBlocked(child)
    kill(child, number)
    #expect(Child.waitForQuickEnd(of: child).signal == number)
    let said = try String(contentsOfFile: folder.path("errors"), encoding: .utf8)
    #expect(said.contains("interrupted"))
  }
}
