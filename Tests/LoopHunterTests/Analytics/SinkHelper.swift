import Foundation
import Synchronization
import Testing

/// A child process that records events until it is killed.
struct SinkHelper: ~Copyable {
  private let process: pid_t
  private let output: Int32

  /// Starts the helper, which lies where the tests lie.
  init(_ arguments: String...) throws {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder =
      CommandLine.arguments
      .compactMap { $0.hasSuffix(".xctest") ? ($0 as NSString).deletingLastPathComponent : nil }
      .first ?? (own as NSString).deletingLastPathComponent
    let path = folder + "/SinkHelper"
    var words = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    (process, output) = try Self.oneAtATime.withLock { _ in
      try Self.start(path, words)
    }
  }

  /// A child must not inherit the pipe of another that is being started at the same moment.
  private static let oneAtATime = Mutex(())

  private static func start(
    _ path: String, _ words: [UnsafeMutablePointer<CChar>?]
  ) throws -> (pid_t, Int32) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
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

  /// Waits for the first line of output, which says that the helper is at work.
  func waitForOutput() -> String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(output, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  /// Ends the process with kill -9; returns what it still said.
  consuming func kill() -> String {
    Foundation.kill(process, SIGKILL)
    return wait().output
  }

  /// Waits for the end of the process; returns all that it said, and how it ended.
  consuming func wait() -> (output: String, status: Int32) {
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
