import Foundation
import LayoutTrace
import LoopHunter

extension OTLPConfiguration {
  /// Reads the configuration from the standard `OTEL_…` variables.
  ///
  /// These are `OTEL_EXPORTER_OTLP_ENDPOINT`, `…_HEADERS`, `…_TIMEOUT` and `…_PROTOCOL`, each also
  /// as `OTEL_EXPORTER_OTLP_LOGS_…`, which wins, and `OTEL_SERVICE_NAME` and
  /// `OTEL_RESOURCE_ATTRIBUTES`.
  ///
  /// - Parameter variables: The variables; by default those of the process.
  /// - Throws: `OTLPConfigurationError` if a variable holds what the standard does not allow.
  public static func environment(
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(OTLPConfigurationError) -> OTLPConfiguration {
    let variables = Variables(values: variables)
    var configuration =
      if let whole = variables["OTEL_EXPORTER_OTLP_LOGS_ENDPOINT"] {
        OTLPConfiguration(endpoint: whole.value)
      } else {
        OTLPConfiguration(
          collector: variables["OTEL_EXPORTER_OTLP_ENDPOINT"]?.value ?? "http://localhost:4318")
      }
    if let wish = variables.logs("PROTOCOL"), !["http/json", "http/protobuf"].contains(wish.value) {
      throw wish.error(expected: "http/json, the only protocol that LoopHunter speaks")
    }
    if let headers = variables.logs("HEADERS") { configuration.headers = try headers.pairs() }
    if let timeout = variables.logs("TIMEOUT") {
      guard let milliseconds = Int(timeout.value), milliseconds >= 0 else {
        throw timeout.error(expected: "a number of milliseconds")
      }
      configuration.timeout = milliseconds == 0 ? unlimited : .milliseconds(milliseconds)
    }
    if let attributes = variables["OTEL_RESOURCE_ATTRIBUTES"] {
      for (key, value) in try attributes.pairs() { configuration.resource[key] = .string(value) }
    }
    if let service = variables["OTEL_SERVICE_NAME"] {
      configuration.resource["service.name"] = .string(service.value)
    }
    return configuration
  }
}

extension OTLPConfiguration {
  /// A timeout of 0, which the standard defines as unlimited, as a finite time to calculate with.
  private static let unlimited = Duration.seconds(365 * 86_400)
}

/// The environment; an empty variable counts as not set, as the standard says.
private struct Variables {
  let values: [String: String]

  subscript(name: String) -> Variable? {
    guard let value = values[name]?.trimmingCharacters(in: .whitespaces), !value.isEmpty else {
      return nil
    }
    return Variable(name: name, value: value)
  }

  /// The variable for logs, or else the one for all signals.
  func logs(_ suffix: String) -> Variable? {
    self["OTEL_EXPORTER_OTLP_LOGS_" + suffix] ?? self["OTEL_EXPORTER_OTLP_" + suffix]
  }
}

/// One variable that is set.
private struct Variable {
  let name: String
  let value: String

  /// Reads `key=value,key=value`, values with percent signs decoded.
  func pairs() throws(OTLPConfigurationError) -> [String: String] {
    var pairs: [String: String] = [:]
    for part in value.split(separator: ",") {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = halves[0].trimmingCharacters(in: .whitespaces)
      guard halves.count == 2, !key.isEmpty,
        let value = halves[1].trimmingCharacters(in: .whitespaces).removingPercentEncoding
      else { throw error(expected: "key=value,key=value") }
      pairs[key] = value
    }
    return pairs
  }

  func error(expected: String) -> OTLPConfigurationError {
    .variable(name: name, value: value, expected: expected)
  }
}
