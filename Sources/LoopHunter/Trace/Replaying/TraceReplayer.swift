public import ViewTree

/// Runs a trace again, through a real tree and a real loop.
///
/// Views carry the recorded class names. What happened outside layout is done again in its order;
/// what happened inside a view's k-th layout of a turn is done again in its k-th layout. Attach a
/// hunter in `onView`, then call `run()`.
public final class TraceReplayer {
  /// How a trace is replayed.
  public struct Options: Hashable, Sendable {
    /// Whether lines that are wrong are skipped and counted instead of ending the run.
    public var isLenient: Bool
    /// Whether the first divergence ends the replay.
    public var stopsAtDivergence: Bool

    public init(isLenient: Bool = false, stopsAtDivergence: Bool = false) {
      self.isLenient = isLenient
      self.stopsAtDivergence = stopsAtDivergence
    }
  }

  /// What a replay did.
  public struct Result: Hashable, Sendable, Codable {
    public var summary: TraceSummary
    /// Layouts that the replay ran, forced ones included.
    public var replayedLayouts: Int
    /// Layouts that nothing in the trace explains, and that were forced.
    public var unexplainedLayouts: Int
    /// The first difference between the recording and the replay.
    public var divergence: TraceDivergence?
    /// How many turns differ.
    public var divergentTurns: Int
    /// The turn in which a broken loop made the replay leave the recording.
    public var leftRecordingInTurn: Int?
  }

  /// Called with each view and its number when the replay creates it, the snapshot's included.
  public var onView: ((View, Int) -> Void)?
  /// Ends the replay early from another thread.
  public var interrupt: TraceInterrupt?

  /// Opens a trace and rebuilds its snapshot.
  public init(_ input: TraceInput, options: Options = Options()) throws(TraceError) {
    fatalError()
  }

  /// The view with a number of the trace, while it lives.
  public func view(_ number: Int) -> View? { fatalError() }

  /// The live views that have no superview, by rising number.
  public var roots: [View] { fatalError() }

  /// Replays the next turn and returns its number; nil at the end of the trace.
  public func runTurn() throws(TraceError) -> Int? { fatalError() }

  /// Replays to the end, or up to and including a turn.
  @discardableResult
  public func run(through last: Int? = nil) throws(TraceError) -> Result { fatalError() }
}
