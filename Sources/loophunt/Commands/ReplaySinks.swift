import LoopHunter
import Synchronization

/// The sinks of `--sink`: they take the detections of all files, whose hunters have a hub each.
final class ReplaySinks {
  private let sinks: [any AnalyticsSink]
  private let heard = Heard()

  /// Makes the sinks.
  ///
  /// - Throws: `UsageError` when a file cannot be written or an address is none.
  init(_ descriptions: [SinkDescription]) throws {
    sinks = try descriptions.map { description in
      do {
        return try description.makeSink()
      } catch {
        throw UsageError(
          "the sink \(Printable.quoted(description.description)) cannot be used",
          remedy: Printable.line("\(error)"))
      }
    }
  }

  /// What kept events from getting through.
  var problems: [String] { heard.problems.withLock { $0 } }

  /// Lets a hub's events go to the sinks.
  func add(to hub: AnalyticsHub) {
    guard !sinks.isEmpty else { return }
    hub.onProblem = { [heard] problem in
      heard.problems.withLock { $0.append(Printable.line("\(problem)")) }
    }
    // A replay's time flies: nothing may be held back as a repetition.
    hub.throttle = .unlimited
    for sink in sinks { hub.add(sink) }
  }

  /// Brings out what a hub still holds.
  func close(_ hub: AnalyticsHub) {
    guard !sinks.isEmpty, !hub.close(timeout: .seconds(5)) else { return }
    heard.problems.withLock { $0.append("not every event was taken within 5 seconds") }
  }

  /// Problems, which come from the sinks' threads.
  private final class Heard: Sendable {
    let problems = Mutex<[String]>([])
  }
}
