/// Takes events out of the program: to a file, to a collector, to an analytics framework.
///
/// Only `record` is required:
///
/// ```swift
/// struct Console: AnalyticsSink {
///   func record(_ event: AnalyticsEvent) throws {
///     print(event.name.rawValue, event.attributes.mapValues(\.any))
///   }
/// }
/// hunter.analytics.add(Console())
/// ```
///
/// A sink may be slow and may throw. Each sink of a hub has a queue and a thread, so it delays
/// neither the run loop nor another sink. Errors that it throws are counted and reported once.
public protocol AnalyticsSink: Sendable {
  /// Takes one event, in the order in which the hub raised them.
  ///
  /// - Parameter event: The event.
  /// - Throws: An error that names the remedy, if the event could not be taken.
  func record(_ event: AnalyticsEvent) throws

  /// Delivers the events that the sink holds back.
  ///
  /// - Parameter deadline: The time at which to stop waiting.
  /// - Throws: The reason why something was not delivered.
  func flush(until deadline: ContinuousClock.Instant) throws

  /// The name of the sink in problems and counts.
  var name: String { get }

  /// The thread on which `record` is called.
  var handOver: SinkHandOver { get }
}

extension AnalyticsSink {
  /// Does nothing: such a sink holds nothing back.
  ///
  /// - Parameter deadline: The time at which to stop waiting.
  /// - Throws: Nothing.
  public func flush(until deadline: ContinuousClock.Instant) throws {}

  /// The name of the type.
  public var name: String { String(describing: Self.self) }

  /// Behind a queue, on a thread of the sink's own.
  public var handOver: SinkHandOver { .queued }
}

/// The thread on which a hub calls a sink.
public enum SinkHandOver: Sendable {
  /// On a thread of the sink's own, behind a bounded queue: the sink may block.
  case queued
  /// At once, on the thread of the loop that loops: the sink must return within microseconds.
  case direct
}
