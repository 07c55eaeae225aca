import LoopHunter

/// The sinks of `--sink`: they take the detections of all files, whose hunters have a hub each.
///
/// No app waits for a replay, so the replay waits for its sinks. All events are delivered, however
/// many, or an error says how many were not.
final class ReplaySinks {
  private let outlets: [ReplayOutlet]

  /// Makes the sinks.
  ///
  /// - Throws: `UsageError` if a file cannot be written or an address is not valid.
  init(_ descriptions: [SinkDescription]) throws {
    // The OpenTelemetry variable says how long a delivery may take; here it applies to all sinks.
    let patience = try? OTLPConfiguration.environment().timeout
    outlets = try descriptions.map { description in
      do {
        return ReplayOutlet(
          try description.makeSink(interrupt: Interruption.trace),
          patience: patience ?? .seconds(10))
      } catch {
        throw UsageError(
          "the sink \(Printable.quoted(description.description)) cannot be used",
          remedy: Printable.line(Self.remedy(error)))
      }
    }
  }

  /// Why a sink cannot be made, without the advice that only a program can follow.
  private static func remedy(_ error: any Error) -> String {
    guard case OTLPConfigurationError.needsTransport(let address) = error else { return "\(error)" }
    return
      "'\(address)' needs TLS; send to http://localhost:4318, a collector on this machine that "
      + "forwards"
  }

  /// Sends a hub's events to the sinks, each with the name of its trace.
  func add(to hub: AnalyticsHub, trace: String) {
    // A replay runs faster than the recording: no event may be throttled as a repetition.
    hub.throttle = .unlimited
    for outlet in outlets { hub.add(TraceOutlet(outlet: outlet, trace: trace)) }
  }

  /// Delivers what the sinks still hold; returns why events were lost.
  func finish() -> [String] {
    outlets.compactMap { $0.finish() }.map(Printable.line)
  }
}

/// Passes on the events of one trace, with its name as the attribute `trace`.
private struct TraceOutlet: AnalyticsSink {
  let outlet: ReplayOutlet
  let trace: String

  var handOver: SinkHandOver { .direct }

  func record(_ event: AnalyticsEvent) {
    var event = event
    event.attributes["trace"] = .string(trace)
    outlet.record(event)
  }
}
