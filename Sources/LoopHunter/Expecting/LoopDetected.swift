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

/// The error of a test in which no view was laid out, so that it cannot show that nothing loops.
public struct NoLayouts: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of windows of the loop that were alive at the end.
  public let windows: Int

  public var description: String {
    let reason =
      windows == 0
      ? "the loop has no window; keep a reference to yours, because the loop does not"
      : "nothing in the loop's \(windows.counted("window")) needed layout, or no turn ran; change "
        + "something and run the loop in the closure"
    return
      "no view was laid out, so no loop could be seen: \(reason), or pass allowsNoLayouts: true"
  }
}

extension TurnLoop {
  /// Runs `body`, and throws if any view was laid out more than `threshold` times in one turn.
  ///
  /// All views of all windows are watched, including those that `body` creates. No class is
  /// changed, so the views behave as always. A pass that ends at its limit fails, too, and so does a
  /// test in which no view is laid out. A commit that loops is ended early and leaves its
  /// views dirty. A chain of 60 turns fails, too, in each of which a layout of a view causes the next
  /// one. Views outside any window are watched where the closure forces their layout.
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
  ///   - allowsNoLayouts: True if the test may pass although no view was laid out; by default false,
  ///     because such a test looks at nothing.
  ///   - body: The watched code. It runs the turns itself.
  /// - Returns: The result of `body`.
  /// - Throws: `LoopDetected`, whose description is the report; `NoLayouts`; the error of `body`; or
  ///   a flaw of the baseline. A thrown error fails a test of Swift Testing and of XCTest.
  @discardableResult
  public func expectNoLayoutLoops<Result>(
    threshold: Int = 100, baseline: URL? = nil, recordFailures: URL? = nil,
    allowsNoLayouts: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    precondition(
      threshold >= 1,
      "expectNoLayoutLoops(threshold: \(threshold)): a view needs at least one layout. Use 1 or more."
    )
    let known = try baseline.map(Baseline.init(contentsOf:)) ?? Baseline()
    let limit = passLimit
    defer { passLimit = limit }
    // Loops behind one that an outer expectation found must be seen here.
    if let outer = gates.first, limit == 1, gates.allSatisfy(\.isDone) {
      passLimit = outer.passLimit
    }
    let recording = try recordFailures.map { try FailureRecording(of: self, to: $0) }
    let sentinel = LoopSentinel(
      loop: self, threshold: threshold, baseline: known, recording: recording?.recording)
    let result = try sentinel.watch(body)
    guard sentinel.found.isEmpty else {
      throw LoopDetected(reports: recording?.finish(sentinel.found) ?? sentinel.found.map(\.proved))
    }
    guard sentinel.hasLayouts || allowsNoLayouts else { throw NoLayouts(windows: windows.count) }
    return result
  }

  /// Runs one turn, and throws if any view was laid out more than `threshold` times in it.
  ///
  /// - Parameters:
  ///   - threshold: The number of layouts that a view may have; by default 100.
  ///   - baseline: A file of known loops, which pass; by default nil, none.
  ///   - recordFailures: The place for the trace of a turn that loops; by default nil, nowhere.
  ///   - allowsNoLayouts: True if the turn need not lay out any view; by default false.
  /// - Throws: `LoopDetected`, whose description is the report; `NoLayouts`; or a flaw of the
  ///   baseline.
  public func expectNoLayoutLoops(
    threshold: Int = 100, baseline: URL? = nil, recordFailures: URL? = nil,
    allowsNoLayouts: Bool = false
  ) throws {
    try expectNoLayoutLoops(
      threshold: threshold, baseline: baseline, recordFailures: recordFailures,
      allowsNoLayouts: allowsNoLayouts
    ) { _ = runTurn() }
  }
}
