import LoopHunter
import LoopTelemetry
import ViewTree

/// One sink of a replay, which is called at once and flushed before it has to drop anything.
///
/// After a failed flush, the sink gets nothing more. Otherwise the replay would wait for an
/// unreachable collector repeatedly.
final class ReplayOutlet: Sendable {
  /// The number of events before the replay waits; a collector's queue holds twice as many.
  private static let stride = 1000

  private struct State {
    var taken = 0
    var refused = 0
    /// The reason for a loss of events; the first reason stays.
    var loss: String?
    var isGivenUp = false
  }

  private let sink: any AnalyticsSink
  private let patience: Duration
  private let state = Locked(State())

  /// Makes an outlet that waits for a flush of its sink for `patience`.
  init(_ sink: any AnalyticsSink, patience: Duration) {
    (self.sink, self.patience) = (sink, patience)
  }

  /// Hands an event to the sink, unless a flush of it failed.
  func record(_ event: AnalyticsEvent) {
    state.withLock { state in
      guard !state.isGivenUp else { return state.refused += 1 }
      do {
        try sink.record(event)
      } catch  where Self.isKept(error) {
        // The sink has the event and tries again; a flush reports the outcome.
      } catch {
        state.loss = state.loss ?? Self.text(error)
      }
      state.taken += 1
      if state.taken.isMultiple(of: Self.stride) { flush(&state) }
    }
  }

  /// Delivers the events that the sink holds; returns the reason for lost events, if any were lost.
  func finish() -> String? {
    state.withLock { state in
      if !state.isGivenUp { flush(&state) }
      let rest = state.refused > 0 ? "; \(Figures.count(state.refused)) more not tried" : ""
      return state.loss.map { "\(sink.name): \($0)\(rest)" }
    }
  }

  private func flush(_ state: inout State) {
    do {
      try sink.flush(until: .now + patience)
    } catch {
      state.loss = state.loss ?? Self.text(error)
      state.isGivenUp = true
    }
  }

  /// True if a sink that reports this error has nevertheless kept the event.
  private static func isKept(_ error: any Error) -> Bool {
    switch error {
    case OTLPError.undelivered, OTLPError.remark, JSONLinesError.unwritable: true
    default: false
    }
  }

  /// The message of a sink, for a program that ends before the sink can recover.
  private static func text(_ error: any Error) -> String {
    switch error {
    case OTLPError.undelivered(let count, let reason, _):
      "\(Figures.count(count, "event")) not delivered: \(reason)"
    case JSONLinesError.unwritable(let reason, let count):
      "\(Figures.count(count, "event")) not written: \(reason)"
    default: "\(error)"
    }
  }
}
