import LayoutTrace
import LoopHunter
import LoopTelemetry
import ViewTree

/// The sinks of `--sink`: they take the detections of all files, whose hunters have a hub each.
///
/// No app waits for a replay, so the replay waits for its sinks. Either all events are delivered,
/// or an error gives the number of those that were not.
final class ReplaySinks: Sendable {
  private let outlets: [ReplayOutlet]

  /// Makes the sinks; throws `UsageError` if a file cannot be written or an address is not valid.
  init(_ descriptions: [SinkDescription]) throws {
    // The OpenTelemetry variable limits the time of a delivery; here it applies to all sinks.
    let patience = try? OTLPConfiguration.environment().timeout
    outlets = try descriptions.map { description in
      do {
        return ReplayOutlet(
          try description.makeSink(interrupt: Interruption.trace),
          patience: patience ?? .seconds(10))
      } catch let error where error is FileError || (error as? JSONLinesError)?.isRefusal == true {
        // The description names a right sink, whose file cannot be written.
        throw SinkFailure(
          description: "the sink \(Printable.quoted(description.description)) cannot be used; "
            + Printable.line("\(error)"))
      } catch {
        throw UsageError(
          "the sink \(Printable.quoted(description.description)) cannot be used",
          remedy: Printable.line(Self.remedy(error)))
      }
    }
  }

  /// The reason why a sink cannot be made, without advice that only a program can follow.
  private static func remedy(_ error: any Error) -> String {
    guard case OTLPConfigurationError.needsTransport(let address) = error else { return "\(error)" }
    return
      "'\(address)' needs TLS; send to http://localhost:4318, a collector on this machine that "
      + "forwards"
  }

  /// Makes the receiver of one trace's events, which passes them on after those of earlier traces.
  func events(
    of trace: String, isTurn: @escaping @Sendable () -> Bool, wait: @escaping @Sendable () -> Void
  ) -> TraceEvents { TraceEvents(outlets: outlets, trace: trace, isTurn: isTurn, wait: wait) }

  /// Delivers the events that the sinks still hold; returns the reasons for lost events.
  func finish() -> [String] { outlets.compactMap { $0.finish() }.map(Printable.line) }
}

extension JSONLinesError {
  /// True if the system refused; a file that holds other data must not be named.
  fileprivate var isRefusal: Bool { if case .unwritable = self { true } else { false } }
}

/// A sink that cannot be written, as an output that cannot.
struct SinkFailure: Error, CustomStringConvertible {
  var description: String
}

/// Passes on the events of one trace, with its name as the attribute `trace`.
///
/// Traces are replayed at the same time, but every sink gets events trace by trace, in their order.
/// A few events are held until then; if a trace has more, its replay waits.
final class TraceEvents: Sendable {
  /// The most events of a trace that wait for those before it.
  private static let mostHeld = 1000

  private let outlets: [ReplayOutlet]
  private let trace: String
  private let isTurn: @Sendable () -> Bool
  private let wait: @Sendable () -> Void
  private let held = Locked<[AnalyticsEvent]>([])

  fileprivate init(
    outlets: [ReplayOutlet], trace: String, isTurn: @escaping @Sendable () -> Bool,
    wait: @escaping @Sendable () -> Void
  ) { (self.outlets, self.trace, self.isTurn, self.wait) = (outlets, trace, isTurn, wait) }

  /// Takes the events of a hub.
  func take(from hub: AnalyticsHub) {
    // A replay runs faster than the recording: no event may be throttled as a repetition.
    hub.throttle = .unlimited
    if !outlets.isEmpty { hub.add(ClosureSink(handOver: .direct) { self.record($0) }) }
  }

  /// Passes on the held events: all traces before this one are through.
  func release() {
    let events = held.withLock { held in
      defer { held = [] }
      return held
    }
    for event in events { send(event) }
  }

  private func record(_ event: AnalyticsEvent) {
    var event = event
    event.attributes["trace"] = .string(trace)
    if !isTurn() {
      let isHeld = held.withLock { held in
        guard held.count < Self.mostHeld else { return false }
        held.append(event)
        return true
      }
      if isHeld { return }
      wait()
    }
    release()
    send(event)
  }

  private func send(_ event: AnalyticsEvent) {
    for outlet in outlets { outlet.record(event) }
  }
}
