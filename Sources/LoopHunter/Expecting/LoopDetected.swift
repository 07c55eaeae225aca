import Foundation
import LayoutTrace
import ViewTree

/// The error of a test whose layout loops; its description is the report.
public struct LoopDetected: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reports, one for each loop.
  public let reports: [LoopReport]

  /// An error with these reports.
  ///
  /// - Parameter reports: The findings, one report per loop.
  public init(reports: [LoopReport]) {
    self.reports = reports
  }

  public var description: String {
    "a layout loop was detected\n\n"
      + reports.map(\.description).joined(separator: "\n\n")
  }
}

extension TurnLoop {
  /// Runs `body`, and throws if any view was laid out more than `threshold` times in one turn.
  ///
  /// All views of all windows are watched, including those that `body` creates. No class is
  /// changed, so the views behave as always. A commit that loops is ended early and leaves its
  /// views dirty. Loops of one layout per turn are not detected: hunt the view with `LoopHunter` to
  /// find them.
  ///
  /// ```swift
  /// try loop.expectNoLayoutLoops(threshold: 50) {
  ///   window.frame.size = CGSize(width: 844, height: 390)
  ///   loop.runUntilIdle()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - threshold: The number of layouts that a view may have in one turn; by default 100.
  ///   - baseline: A file of known loops, as `loophunt replay --update-baseline` writes it; by
  ///     default nil, none. Known loops pass, and run to the limit of their pass. An undetermined
  ///     loop, or one whose entry has expired, does not pass.
  ///   - recordFailures: The place for the trace of a turn that loops, as an artifact of CI, for
  ///     `loophunt`. Everything is recorded for it, and the culprit is proved with it. By default
  ///     nil, nowhere. A file there is replaced; without a loop it is left alone.
  ///   - body: The watched code. It runs the turns itself.
  /// - Returns: The result of `body`.
  /// - Throws: `LoopDetected`, whose description is the report; the error of `body`; or a flaw of
  ///   the baseline. A thrown error fails a test of Swift Testing and of XCTest.
  @discardableResult
  public func expectNoLayoutLoops<Result>(
    threshold: Int = 100, baseline: URL? = nil, recordFailures: URL? = nil,
    _ body: () throws -> Result
  ) throws -> Result {
    precondition(
      threshold >= 1,
      "expectNoLayoutLoops(threshold: \(threshold)): a view needs at least one layout. Use 1 or more."
    )
    let known = try baseline.map(Baseline.init(contentsOf:)) ?? Baseline()
    let limit = passLimit
    defer { passLimit = limit }
    let recording = try recordFailures.map { try FailureRecording(of: self, to: $0) }
    let sentinel = LoopSentinel(
      loop: self, threshold: threshold, baseline: known, recording: recording?.recording)
    let result = try sentinel.watch(body)
    guard sentinel.found.isEmpty else {
      throw LoopDetected(reports: recording?.finish(sentinel.found) ?? sentinel.found.map(\.proved))
    }
    return result
  }

  /// Runs one turn, and throws if any view was laid out more than `threshold` times in it.
  ///
  /// - Parameters:
  ///   - threshold: The number of layouts that a view may have; by default 100.
  ///   - baseline: A file of known loops, which pass; by default nil, none.
  ///   - recordFailures: The place for the trace of a turn that loops; by default nil, nowhere.
  /// - Throws: `LoopDetected`, whose description is the report, or a flaw of the baseline.
  public func expectNoLayoutLoops(
    threshold: Int = 100, baseline: URL? = nil, recordFailures: URL? = nil
  ) throws {
    try expectNoLayoutLoops(
      threshold: threshold, baseline: baseline, recordFailures: recordFailures
    ) { _ = runTurn() }
  }
}

/// A loop in the code that a test ran.
struct LoopFound {
  var report: LoopReport
  /// The number of its view in the recording, if there is one.
  var view: Int
  var recording: TraceRecording?

  /// The report, with proofs if the test's own recorder recorded the turn.
  fileprivate var proved: LoopReport {
    guard let recording else { return report }
    var prover = LoopProver(replayingAtMost: LoopProver.mostEventsLive)
    return prover.verdicts(on: report, of: view, in: recording).map(report.judged) ?? report
  }
}

/// Counts the layouts of all views of a loop, with evidence from the first one on.
private final class LoopSentinel: LayoutObserver {
  /// The reports, each with the recording of its view.
  private(set) var found: [LoopFound] = []

  private unowned let loop: TurnLoop
  private let threshold: Int
  private let baseline: Baseline
  /// The recording of the whole test, if it is to be kept.
  private let recording: TraceRecording?
  private let recorder: EvidenceRecorder
  private let builder: ReportBuilder
  /// The layouts of this turn.
  private var counts = ViewCounts()
  private var generation = 0

  init(loop: TurnLoop, threshold: Int, baseline: Baseline, recording: TraceRecording?) {
    self.loop = loop
    self.threshold = threshold
    self.baseline = baseline
    self.recording = recording
    recorder = EvidenceRecorder(loop: loop)
    builder = ReportBuilder(recorder: recorder)
    recorder.keepsEvidence = true
  }

  func watch<Result>(_ body: () throws -> Result) rethrows -> Result {
    // The recorder first: a crossing layout is part of the evidence.
    recorder.arm()
    let observation = loop.addLayoutObserver(self)
    defer {
      observation.cancel()
      recorder.disarm()
    }
    return try body()
  }

  // Layouts between two turns count in the next one.
  func turnEnded(_ turn: Int) { counts.removeAll() }

  func layoutEntered(_ view: View) {
    let number = recorder.register.number(of: view)
    if generation != recorder.register.generation {
      generation = recorder.register.generation
      counts.removeAll()
    }
    let layouts = counts.add(number)
    if layouts == max(2, threshold / 2 + 1) { recorder.arm(on: view, threshold: threshold) }
    guard layouts - 1 == threshold, number > 0 else { return }
    // In a replay, the findings of a test are not proved.
    let recording = recording ?? (loop.replay == nil ? TraceRecording(of: view) : nil)
    recorder.traceNumber = recording.map { recording in { recording.number(of: $0) } }
    let report = builder.report(
      on: Detection(
        kind: .crossing, view: view, threshold: threshold, count: layouts, turn: loop.turn,
        consecutiveTurns: 1, time: loop.now, depth: view.layoutsOnStack, isBroken: false)
    ).answered(.untested(recording == nil ? .noTrace : .openTurn))
    // The pass continues, because there may be another loop behind this one.
    if baseline.standing(of: report) == .known { return }
    // The other views of the loop have nothing to add.
    if !found.contains(where: { $0.report.fingerprint == report.fingerprint }) {
      found.append(
        LoopFound(report: report, view: recording?.number(of: view) ?? 0, recording: recording))
    }
    loop.passLimit = 1
  }
}
