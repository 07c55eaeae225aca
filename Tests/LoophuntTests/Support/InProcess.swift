import CommandSupport
import Foundation
import TestSupport
import loophunt

/// Runs command lines in this process, where each takes a fraction of the time of a child.
///
/// Standard input, the environment, signals, limits and the end of a process need a `Child`.
struct InProcess {
  /// Runs `loophunt` with these arguments in the working directory of the tests.
  static func loophunt(_ arguments: String...) throws -> CommandOutcome { try loophunt(arguments) }

  /// Runs `loophunt` with these arguments in the working directory of the tests.
  static func loophunt(_ arguments: [String]) throws -> CommandOutcome {
    let folder = TemporaryFolder()
    let paths = ["output", "errors"].map { folder.path($0) }
    let files = try paths.map { path in
      let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      return file
    }
    defer { for file in files { close(file) } }
    let console = Console(
      output: TextStream(descriptor: files[0], buffered: true),
      errors: TextStream(descriptor: files[1], buffered: false), style: Style(isColoured: false),
      progressOn: nil)
    let status = Program.run(arguments, on: console)
    let texts = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    return CommandOutcome(
      status: status.rawValue, output: texts[0], errors: String(decoding: texts[1], as: UTF8.self))
  }
}
