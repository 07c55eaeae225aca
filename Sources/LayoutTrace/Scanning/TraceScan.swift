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
  /// What a scan counts, and how.
  public struct Options: Hashable, Sendable {
    /// The number of layouts a view may have in one turn.
    public var threshold: Int
    /// What is said of some classes and views only, each of them once.
    package var rules: [HuntRule] = []
    /// Whether lines that are wrong are skipped and counted instead of ending the run.
    public var isLenient: Bool
    /// How many threads parse; the counts are the same with any number.
    public var workers: Int
    /// How many of the busiest views are listed.
    public var busiestLimit: Int
    /// Whether layouts are also counted by path.
    public var countsPaths: Bool
    /// In how many turns in a row a view must be laid out to be listed as recurring; 60 by default,
    /// as for a hunt.
    public var recurrence: Int

    /// Makes options.
    ///
    /// - Parameters:
    ///   - threshold: How often a view may be laid out in one turn; by default 100.
    ///   - isLenient: Whether wrong lines are skipped and counted; by default the first one ends
    ///     the scan.
    ///   - workers: How many threads parse; by default 2.
    ///   - busiestLimit: How many of the busiest views are listed; by default 10.
    ///   - countsPaths: Whether layouts are also counted by path; by default false.
    ///   - recurrence: In how many turns in a row a view must be laid out to be listed as
    ///     recurring; by default 60.
    public init(
      threshold: Int = 100, isLenient: Bool = false, workers: Int = 2, busiestLimit: Int = 10,
      countsPaths: Bool = false, recurrence: Int = 60
    ) {
      self.threshold = threshold
      self.isLenient = isLenient
      self.workers = workers
      self.busiestLimit = busiestLimit
      self.countsPaths = countsPaths
      self.recurrence = max(2, recurrence)
    }
  }

  /// What is counted, and how.
  public var options: Options
  /// Ends the scan early from another thread.
  public var interrupt: TraceInterrupt?
  /// Called now and then with the bytes read and, for a regular file, its size.
  public var progress: (@Sendable (_ read: Int64, _ total: Int64?) -> Void)?

  /// Makes a scan, which can be run any number of times.
  ///
  /// - Parameters:
  ///   - options: What to count; see `Options` for the defaults.
  ///   - interrupt: Ends a run early, from any thread; by default nil, never.
  public init(options: Options = Options(), interrupt: TraceInterrupt? = nil) {
    self.options = options
    self.interrupt = interrupt
  }
}
