import Foundation

/// A program of this package that tests start, built beside the tests.
public enum HelperProgram {
  /// The output and the exit status of a program.
  public struct Outcome: Sendable {
    /// The exit status, or the signal that ended it.
    public var status: Int32
    public var output: String
    public var errors: String
  }

  /// Runs a program to its end, without blocking the threads of other tests' tasks.
  public static func run(_ name: String, _ arguments: [String]) async throws -> Outcome {
    let process = Process()
    process.executableURL = folder.appendingPathComponent(name)
    process.arguments = arguments
    // A trap is what some tests wait for; its sentence is enough.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { process in
        continuation.resume(
          returning: Outcome(
            status: process.terminationStatus, output: text(of: output), errors: text(of: errors)))
      }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
  }

  private static func text(of pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// Where the tests and the programs lie.
  private static var folder: URL {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    let program =
      bundle.map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return program.deletingLastPathComponent()
  }
}
