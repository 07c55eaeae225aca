import LoopTelemetry
import TestSupport

extension OTLPSink {
  /// A sink that loses no time.
  package static func quick(
    _ server: LoopbackServer, spool: String? = nil,
    _ change: (inout OTLPConfiguration) -> Void = { _ in }
  ) throws -> OTLPSink {
    var configuration = OTLPConfiguration(collector: server.url, service: "shop")
    configuration.batchDelay = .milliseconds(5)
    configuration.firstRetry = .milliseconds(4)
    configuration.longestRetry = .milliseconds(30)
    configuration.spool = spool
    change(&configuration)
    return try OTLPSink(configuration)
  }

  /// Flushes, and waits for so many seconds at most.
  package func flush(seconds: Double = 120) throws {
    try flush(until: .now + .seconds(seconds))
  }

  /// Records a sample event, and leaves aside what the sink says of its collector.
  package func offer(_ fingerprint: String) {
    try? record(sampleEvent(fingerprint: fingerprint))
  }
}
