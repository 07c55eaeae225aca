import Foundation
import Testing

/// A child process that records events until it is killed.
package struct SinkHelper: ~Copyable {
  private let process: pid_t
  private let output: Int32

  /// Starts the helper, which lies where the tests lie.
  package init(_ arguments: String...) throws { try self.init(arguments) }

  /// Starts the helper with these arguments.
  package init(_ arguments: [String]) throws {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder =
      CommandLine.arguments
      .compactMap { $0.hasSuffix(".xctest") ? ($0 as NSString).deletingLastPathComponent : nil }
      .first ?? (own as NSString).deletingLastPathComponent
    let path = folder + "/SinkHelper"
    var words = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    (process, output) = try Self.start(path, words)
  }

  private static func start(
    _ path: String, _ words: [UnsafeMutablePointer<CChar>?]
  ) throws -> (pid_t, Int32) {
    // Another child that is started at the same moment must inherit neither end; a pipe would be
    // open to it until it is told to close at an exec.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var process: pid_t = 0
    let result = posix_spawn(&process, path, &actions, nil, words, environ)
    close(ends[1])
    try #require(result == 0, "cannot start \(path)")
    return (process, ends[0])
  }

  /// Waits for output: the first line says that the helper is at work.
  package func waitForOutput() -> String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(output, &buffer, buffer.count)
      if count >= 0 { return String(decoding: buffer.prefix(count), as: UTF8.self) }
      guard errno == EINTR else { return "" }
    }
  }

  /// Ends the process with kill -9, which must find it alive; returns the rest of its output.
  package consuming func kill() -> String {
    Foundation.kill(process, SIGKILL)
    let (output, status) = wait()
    #expect(status & 0x7F == SIGKILL, "the helper ended by itself, status \(status): \(output)")
    return output
  }

  /// Waits for the end of the process; returns its output and its ending.
  package consuming func wait() -> (output: String, status: Int32) {
    var text = ""
    while true {
      let more = waitForOutput()
      if more.isEmpty { break }
      text += more
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    close(output)
    return (text, status)
  }
}
