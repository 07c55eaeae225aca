import Foundation
import LayoutTrace
import LoopHunter
import ViewTree

/// A sink described in one word: `jsonl:PATH`, `otlp:URL`, `otlp` or `stderr`.
public enum SinkDescription: Hashable, Sendable, CustomStringConvertible {
  /// A JSON Lines file.
  case jsonLines(path: String)
  /// A collector; nil means the one in the `OTEL_EXPORTER_OTLP_…` variables.
  case otlp(url: String?)
  /// Standard error.
  case standardError

  /// Reads a description.
  ///
  /// - Parameter text: One of the forms that `loophunt replay --sink` takes.
  /// - Throws: `SinkDescriptionError`, which lists the forms.
  public init(_ text: String) throws(SinkDescriptionError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count == 2 ? String(parts[1]) : nil
    switch (parts[0], rest) {
    case ("jsonl", let path?) where !path.isEmpty: self = .jsonLines(path: path)
    case ("otlp", let url): self = .otlp(url: url.flatMap { $0.isEmpty ? nil : $0 })
    case ("stderr", nil): self = .standardError
    default: throw SinkDescriptionError(text: text)
    }
  }

  /// The description in the form that `init(_:)` reads.
  public var description: String {
    switch self {
    case .jsonLines(let path): "jsonl:" + path
    case .otlp(let url): "otlp" + (url.map { ":" + $0 } ?? "")
    case .standardError: "stderr"
    }
  }

  /// The file that it writes; nil for other sinks.
  package var file: String? { if case .jsonLines(let path) = self { path } else { nil } }

  /// Makes the sink.
  ///
  /// A collector gets the headers, the timeout and the resource from the environment.
  /// `/v1/logs` is appended to its address unless the address already ends with it.
  ///
  /// - Parameter environment: The variables; by default those of the process.
  /// - Throws: An error with the remedy if the file cannot be written or the address is not valid.
  public func makeSink(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> any AnalyticsSink { try makeSink(environment: environment, interrupt: nil) }

  /// Makes a sink whose waits an interrupt can end.
  package func makeSink(
    environment: [String: String] = ProcessInfo.processInfo.environment, interrupt: TraceInterrupt?
  ) throws -> any AnalyticsSink {
    switch self {
    case .jsonLines(let path):
      let sink = JSONLinesSink(path: path, interrupt: interrupt)
      try sink.open()
      return sink
    case .otlp(let url):
      var configuration = try OTLPConfiguration.environment(environment)
      if let url {
        configuration.endpoint =
          url.hasSuffix("/v1/logs") ? url : OTLPConfiguration(collector: url).endpoint
      }
      return try OTLPSink(configuration, transport: nil, interrupt: interrupt)
    case .standardError: return StandardErrorSink(interrupt: interrupt)
    }
  }
}

/// A word that does not describe a sink.
public struct SinkDescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The word.
  public var text: String

  /// The forms that can be written instead.
  public var description: String {
    "'\(PlainText.line(text))' is not a sink; write jsonl:PATH, otlp:URL (such as otlp:http://localhost:4318), otlp or stderr"
  }
}
