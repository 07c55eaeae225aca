public import ViewTree

/// Reruns a trace through a real tree and a real loop.
///
/// Views have the recorded class names. Events outside layout are repeated in their order; events
/// inside a view's k-th layout of a turn are repeated in its k-th layout. To hunt, attach a hunter
/// in `onView`, then call `run()`.
///
/// ```swift
/// let replayer = try TraceReplayer(.path("feed.jsonl"))
/// let hunter = LoopHunter(loop: replayer.loop)
/// replayer.onView = { view, number in
///   _ = try? hunter.attach(to: view) { print("view \(number):", $0) }
/// }
/// try replayer.run()
/// ```
public final class TraceReplayer {
  /// Options for a replay.
  public struct Options: Hashable, Sendable {
    /// True if wrong lines are skipped and counted instead of ending the run.
    public var isLenient: Bool
    /// True if the first divergence ends the replay.
    public var stopsAtDivergence: Bool

    /// Makes options.
    ///
    /// - Parameters:
    ///   - isLenient: If `true`, wrong lines are skipped and counted; by default the first one ends
    ///     the replay.
    ///   - stopsAtDivergence: If `true`, the first divergence ends the replay; by default it does
    ///     not.
    public init(isLenient: Bool = false, stopsAtDivergence: Bool = false) {
      (self.isLenient, self.stopsAtDivergence) = (isLenient, stopsAtDivergence)
    }
  }

  /// The result of a replay.
  public struct Result: Hashable, Sendable, Codable {
    /// The summary of the trace.
    public var summary: TraceSummary
    /// Layouts that the replay ran, including forced ones.
    public var replayedLayouts: Int
    /// Layouts that nothing in the trace explains, and that were forced.
    public var unexplainedLayouts: Int
    /// The first difference between the recording and the replay.
    public var divergence: TraceDivergence?
    /// The number of turns that differ.
    public var divergentTurns: Int
    /// The turn in which a broken loop made the replay leave the recording.
    public var leftRecordingInTurn: Int?
  }

  private let engine: ReplayEngine
  private let options: Options
  private var hasBuilt = false

  /// Called with each view and its number when the replay makes it, including those of the
  /// snapshot.
  ///
  /// Set it before the first turn.
  public var onView: ((View, Int) -> Void)?

  /// Called with each view and its number before the replay lays it out for the first time.
  ///
  /// A hunt from there counts the same, and most views need none. Set it before the first turn.
  package var onFirstLayout: ((View, Int) -> Void)?

  /// Called before a pass that the recording ended at its limit, or a turn that refused one.
  package var onLimitAhead: ((TurnLoop.LimitKind) -> Void)? {
    get { engine.limits.onAhead }
    set { engine.limits.onAhead = newValue }
  }

  /// Called around each pass of a turn that refused layouts, at its end with true as the last argument; the
  /// first one tells if a layout was refused lately that no view beyond its limit explains.
  package var onRefusingPass: ((_ isUnexplained: Bool, _ isOver: Bool) -> Void)? {
    get { engine.limits.onRefusingPass }
    set { engine.limits.onRefusingPass = newValue }
  }

  /// Called with each limit that was reached, in the recording or, if that says nothing of such
  /// passes, in the replay.
  package var onLimit: ((ReachedLimit) -> Void)? {
    get { engine.limits.onLimit }
    set { engine.limits.onLimit = newValue }
  }

  /// Tells the limit of a view beyond which it explains what goes on because of it; nil stands for a view
  /// that is gone and was never laid out.
  package var crossingLimit: ((View?) -> CrossingLimit)? {
    get { engine.limits.crossingLimit }
    set { engine.limits.crossingLimit = newValue }
  }

  /// Follows what the layouts of one turn bring about in later ones; set it up before the first turn.
  ///
  /// - Parameters:
  ///   - limit: The number of turns in a row from which on a succession is reported.
  ///   - onSuccessor: Called at the end of a turn with each view that was laid out in it and in the one before,
  ///     if the first layout in it is due to another, or, with false, the first layout in the one before.
  ///   - onAhead: Called with a view to which one may come too often.
  ///   - onFound: Called with each that did, or that goes on at the end of the recording; returns true if it
  ///     is reported, and explains what goes on.
  package func followSuccessions(
    limit: Int, onSuccessor: @escaping (View, _ isLast: Bool) -> Void,
    onAhead: @escaping (View) -> Void,
    onFound: @escaping (RecordedSuccession) -> Bool
  ) {
    engine.successions.follow(
      limit: limit, onSuccessor: onSuccessor, onAhead: onAhead, onFound: onFound)
  }

  /// Notes that a report explains the successions of a view.
  package func explainSuccession(of view: View) { engine.successions.explain(view) }

  /// Tells of the successions that still go on at the end of the recording.
  package func tellWaitingSuccessions() { engine.tellWaitingSuccessions() }

  /// Opens a trace and reads its snapshot.
  ///
  /// - Parameters:
  ///   - input: The trace: a path, an open descriptor, or bytes.
  ///   - options: Options for the replay; by default it is strict and runs to the end.
  ///   - interrupt: Ends the replay early, from any thread; by default nil, never.
  /// - Throws: `TraceError` if the trace cannot be read or its first lines are wrong.
  public convenience init(
    _ input: TraceInput, options: Options = Options(), interrupt: TraceInterrupt? = nil
  ) throws(TraceError) { try self.init(input, options: options, interrupt: interrupt, copy: nil) }

  /// Opens a trace for a replay that also copies its input, or that follows the views.
  package init(
    _ input: TraceInput, options: Options, interrupt: TraceInterrupt?, copy: TraceCopy? = nil,
    freedom: ReplayFreedom? = nil
  ) throws(TraceError) {
    self.options = options
    engine = try ReplayEngine(
      input, options: TraceOptions(isLenient: options.isLenient), interrupt: interrupt, copy: copy,
      freedom: freedom)
  }

  deinit { engine.stop() }

  /// The loop that the replay runs in.
  public var loop: TurnLoop { engine.loop }

  /// The first line of the trace.
  public var header: TraceEvent.Header? { engine.header }

  /// The findings of other programs that were read so far.
  package var findings: [TraceEvent.Finding] { engine.findings }

  /// The size of a regular file, for a progress line.
  public var totalBytes: Int64? { engine.totalBytes }

  /// The result so far.
  public var result: Result {
    let comparison = engine.comparison
    return Result(
      summary: engine.summary, replayedLayouts: comparison.replayedLayouts,
      unexplainedLayouts: comparison.unexplainedLayouts, divergence: comparison.divergence,
      divergentTurns: comparison.divergentTurns,
      leftRecordingInTurn: comparison.leftRecordingInTurn)
  }

  /// The view with a number of the trace, while it lives.
  ///
  /// - Parameter number: The number.
  public func view(_ number: Int) -> View? {
    buildSnapshotIfNeeded()
    return engine.numberedViews.first { $0.number == number }?.view
  }

  /// The number of a view in the trace.
  ///
  /// - Parameter view: A view of the replay.
  public func number(of view: View) -> Int? { engine.number(of: view) }

  /// The live views that have no superview, by rising number.
  public var roots: [View] {
    buildSnapshotIfNeeded()
    return engine.numberedViews.filter { $0.view.superview == nil }
      .sorted { $0.number < $1.number }.map(\.view)
  }

  /// Keeps the recorded source locations, for `sourceLocation`; call it before the first turn.
  package func keepSourceLocations() { engine.keepOrigins() }

  /// The recorded source location of the replay's current action; nil unless they are kept.
  package var sourceLocation: String? { engine.origin }

  /// The time of a view's recorded layouts in the last turn; nil if the trace does not say.
  package func recordedLayoutTime(of view: View) -> Duration? {
    engine.recordedLayoutTime(of: view)
  }

  /// The `t` at the beginning of the innermost running recorded layout.
  package var recordedLayoutBegin: Int64? { engine.time(of: .layout) }

  /// The `t` at the end of the recorded layout that ended last.
  package var recordedLayoutEnd: Int64? { engine.time(of: .done) }

  /// The number of held work in the recording.
  package func number(of work: WorkID) -> Int? { engine.number(of: work) }

  /// A number that changes with the tree, which only the replay changes.
  package var treeVersion: Int { engine.treeVersion }

  /// Replays the next turn and returns its number; nil at the end of the trace.
  ///
  /// - Throws: the first `TraceError` of the turn, before any of the turn was replayed.
  public func runTurn() throws(TraceError) -> Int? {
    buildSnapshotIfNeeded()
    return try engine.runTurn()
  }

  /// Replays to the end, or up to and including a turn.
  ///
  /// - Parameter last: The number of the last turn; by default nil, to the end.
  /// - Throws: The first `TraceError` of the trace, unless the options are lenient.
  @discardableResult
  public func run(through last: Int? = nil) throws(TraceError) -> Result {
    while last.map({ loop.turn <= $0 }) ?? true, try runTurn() != nil {
      if options.stopsAtDivergence, engine.comparison.divergence != nil { break }
    }
    return result
  }

  /// Makes the views of the snapshot, after the caller could set `onView`.
  private func buildSnapshotIfNeeded() {
    guard !hasBuilt else { return }
    hasBuilt = true
    engine.onView = onView
    engine.onFirstLayout = onFirstLayout
    engine.buildSnapshot()
  }

  /// The script that provides a recorder of this replay with the data of the recording.
  var recordingScript: any RecordingScript {
    buildSnapshotIfNeeded()
    engine.keepOrigins()
    return engine
  }
}

extension TraceRecorder {
  /// Records a replay: numbers, times and places are those of the recording.
  package convenience init(
    replaying replayer: TraceReplayer, to destination: TraceDestination
  ) throws(TraceError) {
    try self.init(replayer.loop, to: destination, script: replayer.recordingScript)
  }
}
