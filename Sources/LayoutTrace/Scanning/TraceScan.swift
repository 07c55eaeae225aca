/// Counts the layouts of a trace without replaying it.
///
/// A scan reads at the speed of the disk and holds only the live views and one turn in memory. It
/// finds the same crossings as a replay.
///
/// ```swift
/// let scan = TraceScan(options: TraceScan.Options(threshold: 50))
/// let result = try scan.run(.path("feed.jsonl"))
/// for view in result.loops { print("\(view.className) loops: \(view.maximum) layouts") }
/// print("Suggested threshold: \(result.suggestion.threshold)")
/// ```
public struct TraceScan: Sendable {
  /// Options for a scan.
  public struct Options: Hashable, Sendable {
    /// The number of layouts that a view may have in one turn.
    public var threshold: Int
    /// The rules for some classes and views only, each of them once.
    package var rules: [HuntRule] = []
    /// True if wrong lines are skipped and counted instead of ending the run.
    public var isLenient: Bool
    /// The number of threads that parse; the counts do not depend on it.
    public var workers: Int
    /// The number of busiest views to list.
    public var busiestLimit: Int
    /// True if layouts are also counted by path.
    public var countsPaths: Bool
    /// The number of successive turns with a layout that make a view recurring; 60 by default, as
    /// for a hunt.
    public var recurrence: Int

    /// Makes options.
    ///
    /// - Parameters:
    ///   - threshold: The number of layouts that a view may have in one turn; by default 100.
    ///   - isLenient: If `true`, wrong lines are skipped and counted; by default the first one ends
    ///     the scan.
    ///   - workers: The number of threads that parse; by default 2.
    ///   - busiestLimit: The number of busiest views to list; by default 10.
    ///   - countsPaths: `true` to count layouts by path, too; by default false.
    ///   - recurrence: The number of successive turns with a layout that make a view recurring; by
    ///     default 60.
    public init(
      threshold: Int = 100, isLenient: Bool = false, workers: Int = 2, busiestLimit: Int = 10,
      countsPaths: Bool = false, recurrence: Int = 60
    ) {
      (self.threshold, self.isLenient, self.workers) = (threshold, isLenient, workers)
      (self.busiestLimit, self.countsPaths) = (busiestLimit, countsPaths)
      self.recurrence = max(2, recurrence)
    }
  }

  /// The options of the scan.
  public var options: Options
  /// Ends the scan early from another thread.
  public var interrupt: TraceInterrupt?
  /// Sees the layouts of traces that it follows, and judges them instead.
  package var follower: (any ScanFollower)?
  /// Called now and then with the bytes read and, for a regular file, its size.
  public var progress: (@Sendable (_ read: Int64, _ total: Int64?) -> Void)?

  /// Makes a scan, which can be run any number of times.
  ///
  /// - Parameters:
  ///   - options: The options; see `Options` for the defaults.
  ///   - interrupt: Ends a run early, from any thread; by default nil, never.
  public init(options: Options = Options(), interrupt: TraceInterrupt? = nil) {
    (self.options, self.interrupt) = (options, interrupt)
  }
}
