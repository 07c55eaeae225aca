import Foundation
import Glibc
import TestSupport

/// Runs the built `loophunt` as a child, the way a person or a build does.
package struct Child {
  /// The built binary, which lies beside the test bundle.
  package static let binary: String = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("loophunt").path
  }()

  /// Runs `loophunt` with these arguments to its end, without a terminal.
  package static func loophunt(
    _ arguments: String..., input: Data = Data(), environment: [String: String] = [:]
  ) throws -> CommandOutcome {
    try run(binary, arguments, input: input, environment: environment)
  }

  /// Runs any program to its end; its three standard streams are files, so that nothing can block.
  package static func run(
    _ program: String, _ arguments: [String], input: Data = Data(),
    environment: [String: String] = [:]
  ) throws -> CommandOutcome {
    let folder = TemporaryFolder()
    let inputFile = try folder.write(input, to: "input")
    let output = folder.path("output")
    let errors = folder.path("errors")
    let child = try spawn(program, arguments, environment: environment) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, inputFile, O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    }
    let (status, signal) = wait(for: child)
    return CommandOutcome(
      status: status, signal: signal,
      output: try Data(contentsOf: URL(fileURLWithPath: output)),
      errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self))
  }

  /// Starts a program with default signal actions; what decides how text looks is not inherited.
  package static func spawn(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    flags: Int32 = 0, _ prepare: (inout posix_spawn_file_actions_t) -> Void
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    prepare(&actions)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var every = sigset_t()
    sigfillset(&every)
    posix_spawnattr_setsigdefault(&attributes, &every)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let all = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | flags
    posix_spawnattr_setflags(&attributes, Int16(all))

    var variables = ProcessInfo.processInfo.environment
    for name in ["TERM", "NO_COLOR", "CLICOLOR_FORCE", "LC_ALL", "LC_CTYPE", "LANG"] {
      variables[name] = nil
    }
    variables.merge(environment) { $1 }
    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var child: pid_t = 0
    let failure = posix_spawnp(&child, program, &actions, &attributes, &argv, &envp)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    return child
  }

  /// Waits until a child does nothing but wait itself: for input, for a reader, for an answer.
  ///
  /// It has prepared for signals by then.
  package static func waitUntilBlocked(_ child: pid_t) throws {
    var looks = 0
    try waitUntil("a child that waits") {
      looks = isBlocked(child) ? looks + 1 : 0
      return looks == 5
    }
  }

  /// True if a child handles SIGINT and all its threads sleep.
  private static func isBlocked(_ child: pid_t) -> Bool {
    func text(_ name: String) -> String {
      let file = FileHandle(forReadingAtPath: "/proc/\(child)/\(name)")
      return (try? file?.readToEnd()).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    let caught = text("status").split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    let mask = caught.flatMap { UInt64($0.dropFirst(7).drop { $0 == "\t" }, radix: 16) } ?? 0
    guard mask & 1 << (SIGINT - 1) != 0 else { return false }
    let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/task")
    return (threads ?? []).allSatisfy { text("task/\($0)/status").contains("\nState:\tS") }
  }

  /// Waits for the end of a child that nothing should hold up, and kills it after two minutes.
  package static func waitForQuickEnd(of child: pid_t) -> (status: Int32?, signal: Int32?) {
    var information = siginfo_t()
    let hasEnded: Void? = try? waitUntil {
      // Looks without reaping the child, so that no other process can get its number.
      waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT)
      return information.si_signo == SIGCHLD
    }
    if hasEnded == nil { kill(child, SIGKILL) }
    return wait(for: child)
  }

  /// Waits for a child's end: its exit status, or the signal that ended it.
  package static func wait(for child: pid_t) -> (status: Int32?, signal: Int32?) {
    var result: Int32 = 0
    while waitpid(child, &result, 0) < 0, errno == EINTR {}
    let signal = result & 0x7F
    return signal == 0 ? ((result >> 8) & 0xFF, nil) : (nil, signal)
  }
}
