public import ViewTree

/// Records everything that happens in the windows of a loop as a layout trace.
///
/// A recording begins with a snapshot of the tree: at once between two turns, or with the next turn
/// if the recorder is made during one. Each line is written to the file at once: if the process
/// dies, at most the last line is torn. A trace whose recorder was not finished lacks the line
/// `end`.
///
/// If a recording cannot continue, because the disk is full or another program changed the file, it
/// stops and says so once. What was written before is a trace without `end`.
///
/// ```swift
/// let recorder = try TraceRecorder(
///   loop, to: .path("feed.jsonl"), options: .init(tool: "Feed", title: "the feed appears"))
/// loop.runUntilIdle()
/// try recorder.finish()
/// ```
public final class TraceRecorder {
  /// What a recording contains in addition to the events.
  public struct Options: Hashable, Sendable {
    /// The program that records.
    public var tool: String?
    /// What is recorded.
    public var title: String?
    /// Pixels per point; left out unless it is a finite number above 0.
    public var scale: Double?
    /// Whether layouts carry the time they began and ended at, not only turns.
    public var timesLayouts: Bool
    /// Whether invalidations, geometry changes and forced layouts carry the place in the source.
    ///
    /// Each needs a call stack, whose line is looked up at once. The first look-up of a line is
    /// slow, so use it for small scenes.
    public var capturesOrigins: Bool

    /// Makes options.
    ///
    /// - Parameters:
    ///   - tool: The program that records; by default nil, unnamed.
    ///   - title: What is recorded; by default nil, unnamed.
    ///   - scale: The pixels per point; by default nil, not recorded.
    ///   - timesLayouts: Whether each layout carries its begin and its end; by default false.
    ///   - capturesOrigins: Whether each change carries its source location; by default false.
    public init(
      tool: String? = nil, title: String? = nil, scale: Double? = nil, timesLayouts: Bool = false,
      capturesOrigins: Bool = false
    ) {
      self.tool = tool
      self.title = title
      self.scale = scale
      self.timesLayouts = timesLayouts
      self.capturesOrigins = capturesOrigins
    }
  }

  let core: RecorderCore
  private let observation: ObservationToken
  /// Whether a failure is about to be thrown, and need not be said otherwise.
  private var isFinishing = false

  /// Begins to record.
  ///
  /// - Parameters:
  ///   - loop: The loop whose windows are recorded.
  ///   - destination: Where the trace goes: a path, an open descriptor, or memory.
  ///   - options: What to record besides the events; by default nothing.
  /// - Throws: `TraceError` if the destination cannot be written, or another recorder has the file.
  public convenience init(
    _ loop: TurnLoop, to destination: TraceDestination, options: Options = Options()
  ) throws(TraceError) {
    try self.init(loop, to: destination, script: LiveScript(loop, options))
  }

  init(
    _ loop: TurnLoop, to destination: TraceDestination, script: any RecordingScript
  ) throws(TraceError) {
    if let replay = loop.replay as? any TraceHolder, case .path(let path) = destination,
      replay.reader.reads(path)
    {
      throw TraceError.unwritable(
        path, "this is the trace that is being replayed", "choose another file")
    }
    let writer = try TraceWriter(to: destination)
    core = RecorderCore(loop: loop, writer: writer, script: script)
    observation = script.observe(loop, with: core)
    if !loop.isRunning { core.begin() }
    if let failure = writer.failure { throw failure }
    writer.onFailure = { [unowned self] error in
      core.end()
      observation.cancel()
      guard !isFinishing else { return }
      if let onFailure {
        onFailure(error)
      } else {
        StandardErrorNotice.say("the recording ended early: \(error)")
      }
    }
  }

  deinit {
    core.writer.onFailure = nil
    observation.cancel()
    core.stop()
  }

  /// Called once if the recording cannot continue, on the thread of the loop and inside a turn.
  ///
  /// If nil, one line on standard error reports it. Errors that `finish` throws are not passed
  /// here.
  public var onFailure: ((TraceError) -> Void)?

  /// The error of the destination, if any; nothing is recorded after it.
  public var failure: TraceError? { core.writer.failure }

  /// The bytes recorded to `.memory` so far.
  public var bytes: [UInt8] { core.writer.bytes }

  /// Ends the recording: writes `end` and closes the file.
  ///
  /// A view that is asked for its name may call this, too. The trace then ends before the event that
  /// asked.
  ///
  /// - Throws: `TraceError` when the trace could not be written as a whole.
  public func finish() throws(TraceError) {
    isFinishing = true
    observation.cancel()
    try core.finish()
  }
}
