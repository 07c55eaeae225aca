import Foundation
import LayoutTrace
import LoopHunter
import ViewTree

/// Sends events to an OpenTelemetry collector: OTLP over HTTP, with JSON.
///
/// A thread of the sink's own sends events in batches. If the collector cannot be reached or says
/// that it is busy, they wait, also on disk if there is a spool, and are sent again after growing
/// pauses. If an answer is lost, an event can arrive twice, with the same `loophunter.event_id`.
///
/// ```swift
/// var configuration = OTLPConfiguration(collector: "http://localhost:4318", service: "feed")
/// configuration.spool = cachesFolder + "/loophunter"
/// hunter.analytics.add(try OTLPSink(configuration))
/// ```
public final class OTLPSink: AnalyticsSink {
  private let sender: OTLPSender

  /// Makes a sink.
  ///
  /// - Parameters:
  ///   - configuration: The collector, and how events are sent to it.
  ///   - transport: Sends the requests; by default nil, plain `http`.
  /// - Throws: `OTLPConfigurationError` if the configuration cannot work, with the remedy.
  public convenience init(
    _ configuration: OTLPConfiguration, transport: (any OTLPTransport)? = nil
  ) throws(OTLPConfigurationError) {
    try self.init(configuration, transport: transport, interrupt: nil)
  }

  /// Makes a sink whose flushes can be ended by an interrupt.
  package init(
    _ configuration: OTLPConfiguration, transport: (any OTLPTransport)?, interrupt: TraceInterrupt?
  ) throws(OTLPConfigurationError) {
    let address = try HTTPAddress(configuration.endpoint)
    if address.isEncrypted, transport == nil { throw .needsTransport(configuration.endpoint) }
    try configuration.checkHeaders()
    let sender = OTLPSender(
      configuration, transport: transport ?? SocketTransport(), interrupt: interrupt)
    self.sender = sender
    OrderlyExit.add(sender) { [weak sender] deadline in
      (try? sender?.flush(until: deadline)) != nil
    }
    sender.startThread()
  }

  deinit { sender.close() }

  public var name: String { "OTLP collector \(sender.configuration.endpoint)" }

  /// The fate of the events so far; waits while one is written to the spool.
  public var statistics: Statistics { sender.statistics }

  /// Accepts an event.
  ///
  /// If there is a spool, the event is in it when the call returns.
  ///
  /// - Parameter event: The event.
  /// - Throws: `OTLPError` if the event is dropped because the queue is full, and once for each
  ///   kind of problem that the sending thread has had since; in that case the event was accepted.
  public func record(_ event: AnalyticsEvent) throws {
    try sender.add(try OTLPEncoding.record(event))
  }

  /// Sends the waiting events at once, without the delay that collects a batch.
  ///
  /// - Parameter deadline: The moment to stop waiting.
  /// - Throws: `OTLPError` with the reason why events did not arrive.
  public func flush(until deadline: ContinuousClock.Instant) throws {
    try sender.flush(until: deadline)
  }
}

extension OTLPSink {
  /// The fate of a sink's events.
  public struct Statistics: Hashable, Sendable {
    /// Events that the collector took.
    public var delivered = 0
    /// Events that the collector refused, alone or with their batch.
    public var rejected = 0
    /// Events that were dropped because the queue was full.
    public var dropped = 0
    /// Events that wait, including those found in the spool.
    public var waiting = 0
    /// Requests that were sent, including repeated ones.
    public var requests = 0
    /// Requests that failed and were or will be repeated.
    public var failures = 0
    /// The latest error.
    public var lastError: String?
  }
}

/// A reason why some or all events did not arrive.
public enum OTLPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The collector could not be reached, or is busy; the events wait.
  case undelivered(count: Int, reason: String, isSpooled: Bool)
  /// The collector took the request, but not all of its events.
  case partial(rejected: Int, message: String)
  /// The collector took everything and added a remark.
  case remark(message: String)
  /// The collector refused a request, and its events are given up.
  case refused(status: Int, count: Int, message: String)
  /// Too many events wait, and this one was dropped.
  case full(limit: Int)
  /// The spool cannot be written; events wait in memory only.
  case spool(reason: String)

  public var description: String {
    let text =
      switch self {
      case .undelivered(let count, let reason, let isSpooled):
        "\(count.counted("event")) not delivered yet: \(reason)"
          + (isSpooled ? "" : "; without a spool, they are lost when the program ends")
      case .partial(let rejected, let message):
        "the collector rejected \(rejected.counted("event")): \(message)"
      case .remark(let message): "the collector took everything and remarked: \(message)"
      case .refused(let status, let count, let message):
        "the collector answered \(status); \(count.counted("event")) lost\(Self.remedy(status))"
          + (message.isEmpty ? "" : ": " + message)
      case .full(let limit):
        "\(limit.counted("event", "wait")), further ones are dropped; check the collector, or "
          + "raise queueLimit"
      case .spool(let reason):
        "the spool cannot be used, so a restart loses the waiting events: \(reason)"
      }
    return PlainText.line(text)
  }

  private static func remedy(_ status: Int) -> String {
    switch status {
    case 200...299: "; a web page answered: check the endpoint's address and path"
    case 300...399: "; set the endpoint to the address it points to"
    case 401, 403: "; check the headers that hold the key"
    case 404, 405: "; check the endpoint's path, by default /v1/logs"
    case 413: "; lower batchSize, or raise the collector's limit"
    case 415: "; let the collector accept JSON"
    default: ""
    }
  }
}
