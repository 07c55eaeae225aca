import LoopHunter
import ViewTree

/// One sink of a replay, which is called at once and flushed before it has to drop anything.
///
/// When a flush fails, the sink is given up: a collector that is away would otherwise be waited for
/// again and again.
final class ReplayOutlet: Sendable {
  /// After so many events the replay waits for the sink; a collector's queue holds twice as many.
  private static let stride = 1000

  private struct State {
    var taken = 0
    var refused = 0
    /// Why events are lost; the first reason stays.
    var loss: String?
    var isGivenUp = false
  }

  private let sink: any AnalyticsSink
  private let patience: Duration
  private let state = Locked(State())

  /// Makes an outlet that waits for a flush of its sink for as long as `patience` says.
  init(_ sink: any AnalyticsSink, patience: Duration) {
    self.sink = sink
    self.patience = patience
  }

  /// Hands an event to the sink, unless that is given up.
  func record(_ event: AnalyticsEvent) {
    state.withLock { state in
      guard !state.isGivenUp else { return state.refused += 1 }
      do {
        try sink.record(event)
      } catch  where Self.isKept(error) {
        // The sink has the event and tries again; a flush says how that ended.
      } catch {
        state.loss = state.loss ?? Self.text(error)
      }
      state.taken += 1
      if state.taken.isMultiple(of: Self.stride) { flush(&state) }
    }
  }

  /// Brings out what the sink holds; returns what kept events from getting through, if anything did.
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

  /// Whether a sink that says this has taken the event all the same.
  private static func isKept(_ error: any Error) -> Bool {
    switch error {
    case OTLPError.undelivered, OTLPError.remark, JSONLinesError.unwritable: true
    default: false
    }
  }

  /// What a sink says, for a program that will not be there when things work again.
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
