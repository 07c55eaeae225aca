import Foundation
import ViewTree

/// The error of a test whose layout loops; it reads as the report does.
public struct LoopDetected: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reports, one for each loop.
  public let reports: [LoopReport]

  /// An error with these reports.
  ///
  /// - Parameter reports: What was found, one report per loop.
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
  ///   - threshold: How often a view may be laid out in one turn; by default 100.
  ///   - baseline: A file of known loops, as `loophunt replay --update-baseline` writes it; by
  ///     default nil, none. Known loops pass, and run to the limit of their pass. An undetermined
  ///     loop, or one whose entry has expired, does not pass.
  ///   - recordFailures: Where to write the trace of a turn that loops, as an artifact of CI, for
  ///     `loophunt`. Everything is recorded for it, and the culprit is proved by it. By default
  ///     nil, nowhere. A file there is replaced; without a loop it is left alone.
  ///   - body: What to watch. It runs the turns itself.
  /// - Returns: What `body` returns.
  /// - Throws: `LoopDetected`, whose description is the report; what `body` throws; or what is
  ///   wrong with the baseline. A thrown error fails a test of Swift Testing and of XCTest.
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
    let sentinel = LoopSentinel(loop: self, threshold: threshold, baseline: known)
    let limit = passLimit
    defer { passLimit = limit }
    let recording = try recordFailures.map { try FailureRecording(of: self, to: $0) }
    if let recording { sentinel.takeViewNumbers(from: recording) }
    let result = try sentinel.watch(body)
    guard sentinel.reports.isEmpty else {
      throw LoopDetected(reports: recording?.finish(sentinel.found) ?? sentinel.reports)
    }
    return result
  }

  /// Runs one turn, and throws if any view was laid out more than `threshold` times in it.
  ///
  /// - Parameters:
  ///   - threshold: How often a view may be laid out; by default 100.
  ///   - baseline: A file of known loops, which pass; by default nil, none.
  ///   - recordFailures: Where to write the trace of a turn that loops; by default nil, nowhere.
  /// - Throws: `LoopDetected`, whose description is the report, or what is wrong with the baseline.
  public func expectNoLayoutLoops(
    threshold: Int = 100, baseline: URL? = nil, recordFailures: URL? = nil
  ) throws {
    try expectNoLayoutLoops(
      threshold: threshold, baseline: baseline, recordFailures: recordFailures
    ) { _ = runTurn() }
  }
}

/// Counts the layouts of all views of a loop, with evidence from the first one on.
private final class LoopSentinel: LayoutObserver {
  /// The reports, each with the number of its view in a trace, if one is recorded.
  private(set) var found: [(report: LoopReport, view: Int)] = []
  var reports: [LoopReport] { found.map(\.report) }

  private unowned let loop: TurnLoop
  private let threshold: Int
  private let baseline: Baseline
  private let recorder: EvidenceRecorder
  private let builder: ReportBuilder
  /// The layouts of this turn.
  private var counts = ViewCounts()
  private var generation = 0

  init(loop: TurnLoop, threshold: Int, baseline: Baseline) {
    self.loop = loop
    self.threshold = threshold
    self.baseline = baseline
    recorder = EvidenceRecorder(loop: loop)
    builder = ReportBuilder(recorder: recorder)
    recorder.keepsEvidence = true
  }

  /// Lets reports say in the numbers of a recording what they claim.
  func takeViewNumbers(from recording: FailureRecording) {
    recorder.traceNumber = { recording.number(of: $0) }
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

  // Layouts between two turns count in the coming one.
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
    let report = builder.report(
      on: LoopHunter.Detection(
        kind: .crossing, view: view, threshold: threshold, count: layouts, turn: loop.turn,
        consecutiveTurns: 1, time: loop.now, depth: view.layoutsOnStack, isBroken: false))
    // The pass continues, in case another loop is behind this one.
    if baseline.standing(of: report) == .known { return }
    // The other views of the loop have nothing to add.
    if !reports.contains(where: { $0.fingerprint == report.fingerprint }) {
      found.append((report, recorder.traceNumber?(view) ?? 0))
    }
    loop.passLimit = 1
  }
}
