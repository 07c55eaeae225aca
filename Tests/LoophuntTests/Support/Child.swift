import Foundation
import Glibc
import TestSupport

/// Runs the built `loophunt` as a child, the way a person or a build does.
struct Child {
  /// What a child left behind.
  struct Outcome {
    /// The exit status, or nil when a signal ended it.
    var status: Int32?
    /// The signal that ended it, if one did.
    var signal: Int32?
    var output: Data
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The built binary, which lies beside the test bundle.
  static let binary: String = {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("loophunt").path
  }()

  /// Runs `loophunt` with these arguments to its end, without a terminal.
  static func loophunt(
    _ arguments: String..., input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(binary, arguments, input: input, environment: environment)
  }

  /// Runs any program to its end; its three standard streams are files, so that nothing can block.
  static func run(
    _ program: String, _ arguments: [String], input: Data = Data(),
    environment: [String: String] = [:]
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    let inputFile = try folder.write(input, to: "input")
    let output = folder.path("output")
    let errors = folder.path("errors")
    let child = try spawn(program, arguments, environment: environment) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, inputFile, O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    }
    let (status, signal) = wait(for: child)
    return Outcome(
      status: status, signal: signal,
      output: try Data(contentsOf: URL(fileURLWithPath: output)),
      errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self))
  }

  /// Starts a program with default signal actions; `TERM` and `NO_COLOR` are not inherited.
  static func spawn(
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
    variables["TERM"] = nil
    variables["NO_COLOR"] = nil
    variables.merge(environment) { $1 }
    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var child: pid_t = 0
    let failure = posix_spawnp(&child, program, &actions, &attributes, &argv, &envp)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    return child
  }

  /// Waits until all that was written into a pipe has been read from it.
  static func waitsUntilRead(_ pipe: Int32) throws {
    try waitUntil("a reader of the pipe") {
      var held: Int32 = 0
      return ioctl(pipe, UInt(FIONREAD), &held) == 0 && held == 0
    }
  }

  /// Waits until a child has a handler for a signal: before that, the signal ends it without a word.
  static func waitsUntilHandling(_ signal: Int32, _ child: pid_t) throws {
    try waitUntil("a handler of signal \(signal)") {
      let status = try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
      let caught = status?.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
      let mask = caught.flatMap { UInt64($0.split(separator: "\t")[1], radix: 16) } ?? 0
      return mask & (1 << UInt64(signal - 1)) != 0
    }
  }

  /// Waits for a child's end, and kills it if it takes too long: its exit status, or the signal that ended it.
  static func wait(
    for child: pid_t, atMost limit: Duration
  ) -> (status: Int32?, signal: Int32?) {
    let deadline = ContinuousClock.now + limit
    var information = siginfo_t()
    while ContinuousClock.now < deadline {
      // Looks without taking the child away, whose number nobody else can have until then.
      waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT)
      if information.si_signo == SIGCHLD { return wait(for: child) }
      usleep(1000)
    }
    kill(child, SIGKILL)
    return wait(for: child)
  }

  /// Waits for a child's end without a limit.
  static func wait(for child: pid_t) -> (status: Int32?, signal: Int32?) {
    var result: Int32 = 0
    while waitpid(child, &result, 0) < 0, errno == EINTR {}
    let signal = result & 0x7F
    return signal == 0 ? ((result >> 8) & 0xFF, nil) : (nil, signal)
  }
}
