import Foundation
import ViewTree

/// Provides the data of trace lines besides the events: their numbers, times and places.
///
/// A live recording makes them up as it goes; a replay takes them from the recording that it
/// reruns.
protocol RecordingScript: AnyObject {
  var header: TraceEvent.Header? { get }
  /// The number of a view; nil for the next free one.
  func number(of view: View) -> Int?
  /// The number of held work; nil for work of an instrument, which the recording does not contain.
  func number(of work: WorkID) -> Int?
  /// The `via` of the work that is being enqueued; nil for work of unknown code.
  func way(of work: WorkID, kind: WorkKind) -> WorkKind?
  /// The `t` of the current turn, layout or done.
  func time(of moment: RecordingMoment) -> Int64?
  /// The `from` of the change being made.
  var origin: String? { get }
  /// True if the recording ends with `end`.
  var isComplete: Bool { get }
  /// The constraints of a window at the beginning of a recording, and the views that they place.
  func constraints(of window: Window) -> [ToldConstraint]
  /// The constraints that come into a window with a tree; in a replay none, because lines tell of them.
  func arrivingConstraints(with root: View) -> [ToldConstraint]
  /// The constraint of a recording that is replayed, by its number.
  func constraint(_ number: Int) -> ToldConstraint?
  /// Lets a recorder observe a loop, in its place among the observers.
  func observe(_ loop: TurnLoop, with recorder: RecorderCore) -> ObservationToken
}

extension RecordingScript {
  /// In a replay, the recording's own observer defines the events, and comes first.
  func observe(_ loop: TurnLoop, with recorder: RecorderCore) -> ObservationToken {
    loop.addLayoutObserver(recorder)
  }

  func way(of work: WorkID, kind: WorkKind) -> WorkKind? { kind }

  func constraints(of window: Window) -> [ToldConstraint] { ToldConstraint.all(in: window) }
  func arrivingConstraints(with root: View) -> [ToldConstraint] { ToldConstraint.all(in: root) }
  func constraint(_ number: Int) -> ToldConstraint? { nil }
}

/// The events that carry a time.
enum RecordingMoment {
  case turn, layout, done
}

/// The numbers, times and places of live events.
final class LiveScript: RecordingScript {
  private let loop: TurnLoop
  private let options: TraceRecorder.Options
  private let start = ContinuousClock.now

  init(_ loop: TurnLoop, _ options: TraceRecorder.Options) {
    self.loop = loop
    self.options = options
  }

  var header: TraceEvent.Header? {
    TraceEvent.Header(
      tool: options.tool, title: options.title, clock: loop.clock == .virtual ? "virtual" : "wall",
      scale: options.scale, passLimit: min(loop.passLimit, JSONCursor.largestNumber),
      nestingLimit: min(loop.nestingLimit, JSONCursor.largestNumber))
  }

  func number(of view: View) -> Int? { nil }

  func number(of work: WorkID) -> Int? { work.rawValue }

  func time(of moment: RecordingMoment) -> Int64? {
    if case .turn = moment { return Self.nanoseconds(loop.now) }
    return options.timesLayouts ? Self.nanoseconds(ContinuousClock.now - start) : nil
  }

  /// A time in the form of a trace; nil beyond the largest number, after 104 days.
  private static func nanoseconds(_ duration: Duration) -> Int64? {
    let time = duration.nanoseconds
    return time <= Int64(JSONCursor.largestNumber) ? time : nil
  }

  /// `File.swift:42` of the innermost caller outside this package; nil without symbols.
  ///
  /// It takes milliseconds at a place that is new.
  var origin: String? {
    guard options.capturesOrigins else { return nil }
    return CaughtStack(frames: 1, by: .system).symbols.location?.description
  }

  var isComplete: Bool { true }

  /// Makes an observer's changes to the tree follow their cause in the trace.
  func observe(_ loop: TurnLoop, with recorder: RecorderCore) -> ObservationToken {
    loop.addLayoutRecorder(recorder)
  }
}
