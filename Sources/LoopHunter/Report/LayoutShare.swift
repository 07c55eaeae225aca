/// The part of one pair of functions in the layouts of a page's document.
///
/// One function writes, the other reads and so forces layout. It is counted in the recording, and not
/// proved by a replay.
public struct LayoutShare: Codable, Hashable, Sendable {
  /// The reason why a task is a finding.
  public enum Reason: String, Codable, Hashable, Sendable {
    /// The number of its layouts.
    case layouts
    /// The time that its forced layouts took.
    case time
    /// A row of tasks, in each of which the pair forces layouts.
    case tasks
  }

  /// A number of layouts, and the time that they took.
  public struct Cost: Codable, Hashable, Sendable {
    /// The number of layouts.
    public var layouts: Int
    /// The milliseconds that they took; 0 if the recording has no times.
    public var milliseconds: Double

    /// Makes a cost.
    ///
    /// - Parameters:
    ///   - layouts: The number of layouts.
    ///   - milliseconds: The time that they took.
    public init(layouts: Int, milliseconds: Double) {
      (self.layouts, self.milliseconds) = (layouts, milliseconds)
    }
  }

  /// The reason why the task is a finding.
  public var reason: Reason
  /// The layouts of the pair in the task.
  public var pair: Cost
  /// The layouts of all pairs of its kind in the task.
  public var task: Cost
  /// The layouts of the pair in the recording.
  public var pairInAll: Cost
  /// The layouts of all pairs of its kind and document in the recording.
  public var all: Cost
  /// The time at which its first layout in the task began, in nanoseconds; nil if it is unknown.
  public var first: Int64?
  /// The time at which its last layout in the task ended, in nanoseconds; nil if it is unknown.
  public var last: Int64?
  /// The number of consecutive tasks, if the reason is a row of them.
  public var tasks: Int?

  /// The library through which the writing function writes; nil if it writes itself.
  public var writerLibrary: String?
  /// The library through which the reading function reads; nil if it reads itself.
  public var readerLibrary: String?

  /// Makes a share.
  ///
  /// - Parameters:
  ///   - reason: The reason why the task is a finding.
  ///   - pair: The layouts of the pair in the task.
  ///   - task: The layouts of all pairs in the task.
  ///   - pairInAll: The layouts of the pair in the recording.
  ///   - all: The layouts of all pairs in the recording.
  public init(reason: Reason, pair: Cost, task: Cost, pairInAll: Cost, all: Cost) {
    (self.reason, self.pair, self.task) = (reason, pair, task)
    (self.pairInAll, self.all) = (pairInAll, all)
  }
}
