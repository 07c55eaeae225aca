import Foundation
import LayoutTrace
import LoopHunter
import ViewTree

/// Settings for sending events by OTLP, the protocol of OpenTelemetry, over HTTP with JSON.
public struct OTLPConfiguration: Sendable {
  /// The whole address to which logs are posted, such as `http://localhost:4318/v1/logs`.
  public var endpoint: String
  /// Further headers of each request, such as an API key.
  public var headers: [String: String] = [:]
  /// The time limit of one request, connecting included; the system's name lookup is not.
  public var timeout: Duration = .seconds(10)
  /// The program: `service.name` and any other attributes that distinguish it within a fleet.
  public var resource: [String: AnalyticsEvent.Value]
  /// The part of the program that the events come from, in addition to the scope's name,
  /// `LoopHunter`.
  public var scope: [String: AnalyticsEvent.Value] = [:]
  /// The maximum number of events in one request.
  public var batchSize = 512
  /// The time that an event waits for others to share its request.
  public var batchDelay: Duration = .seconds(1)
  /// The maximum number of undelivered events to keep; further ones are dropped and counted.
  public var queueLimit = 2048
  /// The first pause after a failed request; it doubles with each further failure.
  public var firstRetry: Duration = .seconds(1)
  /// The longest pause between two attempts, unless the collector asks for a longer one.
  public var longestRetry: Duration = .seconds(60)
  /// A folder for events that are not delivered yet; the next start of the program sends them.
  ///
  /// Without it, they are lost when the process ends. Processes may share the folder.
  public var spool: String?

  /// Makes a configuration for a collector.
  ///
  /// `/v1/logs` is appended to the address.
  ///
  /// - Parameters:
  ///   - collector: The address, such as `http://localhost:4318`.
  ///   - service: The name of the program; by default nil, that of the executable.
  public init(collector: String, service: String? = nil) {
    let base = collector.hasSuffix("/") ? String(collector.dropLast()) : collector
    self.init(endpoint: base + "/v1/logs", service: service)
  }

  /// Makes a configuration for the whole address of a log endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: The address, such as `http://localhost:4318/v1/logs`.
  ///   - service: The name of the program; by default nil, that of the executable.
  public init(endpoint: String, service: String? = nil) {
    self.endpoint = endpoint
    resource = [
      "service.name": .string(service ?? "unknown_service:" + ProcessInfo.processInfo.processName),
      "telemetry.sdk.name": "loophunter", "telemetry.sdk.language": "swift",
      "telemetry.sdk.version": .string(Product.version),
    ]
  }
}

/// A mistake in a configuration, and its remedy.
public enum OTLPConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address cannot be used.
  case endpoint(String)
  /// The address needs encryption, which LoopHunter leaves to the program.
  case needsTransport(String)
  /// A header's name or value cannot be sent; the value, which may be a key, is not repeated.
  case header(name: String)
  /// An environment variable holds a value that the standard does not allow.
  case variable(name: String, value: String, expected: String)

  public var description: String {
    let text =
      switch self {
      case .endpoint(let text):
        "'\(text)' is not the address of a collector; write it like http://localhost:4318"
      case .needsTransport(let text):
        "'\(text)' needs TLS: pass OTLPSink a transport that supports it, or send to a collector on "
          + "this machine (http://localhost:4318) that forwards"
      case .header(let name):
        "the header '\(name)' cannot be sent: its name must be letters, digits and dashes, and its "
          + "value one line of text; does it end in the newline of a file?"
      case .variable(let name, let value, let expected):
        "\(name) is '\(value)'; set it to \(expected), or unset it"
      }
    return PlainText.line(text)
  }
}

extension OTLPConfiguration {
  /// Throws if a header cannot be sent unchanged, or would be read as two.
  func checkHeaders() throws(OTLPConfigurationError) {
    for (name, value) in headers {
      let isName = !name.isEmpty && name.utf8.allSatisfy(Self.nameBytes.contains)
      let isLine = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
      guard isName, isLine else { throw .header(name: name) }
    }
  }

  /// The bytes allowed in the name of a header (a token of RFC 9110).
  private static let nameBytes = Set(
    "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
}
