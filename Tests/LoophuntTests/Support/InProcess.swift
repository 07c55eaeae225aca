import Foundation
import TestSupport
import loophunt

/// Runs command lines in this process, where many of them take little time.
struct InProcess {
  struct Outcome {
    var status: Int32
    var text: String
    var errors: String
  }

  /// Runs `loophunt` with these arguments in the working directory of the tests.
  static func loophunt(_ arguments: [String]) throws -> Outcome {
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
    let texts = try paths.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return Outcome(status: status.rawValue, text: texts[0], errors: texts[1])
  }
}
