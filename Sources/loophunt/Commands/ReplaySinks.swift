import LoopHunter

/// The sinks of `--sink`: they take the detections of all files, whose hunters have a hub each.
///
/// No app waits for a replay, so the replay waits for the sinks: however many events it finds, they
/// all get through, or it is said how many did not.
final class ReplaySinks {
  private let outlets: [ReplayOutlet]

  /// Makes the sinks.
  ///
  /// - Throws: `UsageError` when a file cannot be written or an address is none.
  init(_ descriptions: [SinkDescription]) throws {
    // The standard's variable says how long a delivery may take; here that goes for all sinks.
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

  /// What a sink says that cannot be made, without the advice that only a program can follow.
  private static func remedy(_ error: any Error) -> String {
    guard case OTLPConfigurationError.needsTransport(let address) = error else { return "\(error)" }
    return
      "'\(address)' needs TLS; send to http://localhost:4318, a collector on this machine that "
      + "forwards"
  }

  /// Has a hub's events go to the sinks, each with the name of the trace that it comes from.
  func add(to hub: AnalyticsHub, trace: String) {
    // A replay's time flies: nothing may be held back as a repetition.
    hub.throttle = .unlimited
    for outlet in outlets { hub.add(TraceOutlet(outlet: outlet, trace: trace)) }
  }

  /// Brings out what the sinks still hold; returns what kept events from getting through.
  func finish() -> [String] {
    outlets.compactMap { $0.finish() }.map(Printable.line)
  }
}

/// Hands on the events of one trace, which get its name as the attribute `trace`.
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
