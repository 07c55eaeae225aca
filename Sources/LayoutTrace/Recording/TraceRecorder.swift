public import ViewTree

/// Records everything that happens in the windows of a loop as a layout trace.
///
/// A recording begins with a snapshot of the tree: at once between two turns, or with the next turn
/// if the recorder is made during one, or in a layout. Each line is written to the file at once: if
/// the process dies, at most the last line is torn. A trace whose recorder was not finished lacks the
/// line `end`.
///
/// If a recording cannot continue, because the disk is full, another program changed the file, or
/// views nest deeper than a reader follows, it stops and reports this once. The lines written before
/// form a trace without `end`.
///
/// ```swift
/// let recorder = try TraceRecorder(
///   loop, to: .path("feed.jsonl"), options: .init(tool: "Feed", title: "the feed appears"))
/// loop.runUntilIdle()
/// try recorder.finish()
/// ```
public final class TraceRecorder {
  /// The contents of a recording in addition to the events.
  public struct Options: Hashable, Sendable {
    /// The program that records.
    public var tool: String?
    /// The subject of the recording.
    public var title: String?
    /// Pixels per point; left out unless it is a finite number above 0.
    public var scale: Double?
    /// True if layouts, and not only turns, carry the times at which they began and ended.
    public var timesLayouts: Bool
    /// True if invalidations, geometry changes and forced layouts carry their source location.
    ///
    /// Each needs a call stack, whose line is looked up at once. The first lookup of a line is
    /// slow, so use it for small scenes.
    public var capturesOrigins: Bool

    /// Makes options.
    ///
    /// - Parameters:
    ///   - tool: The program that records; by default nil, unnamed.
    ///   - title: The subject of the recording; by default nil, unnamed.
    ///   - scale: The pixels per point; by default nil, not recorded.
    ///   - timesLayouts: `true` to record the begin and the end of each layout; by default false.
    ///   - capturesOrigins: `true` to record the source location of each change; by default false.
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
  /// True if a failure is about to be thrown, and needs no other report.
  private var isFinishing = false

  /// Begins to record.
  ///
  /// - Parameters:
  ///   - loop: The loop whose windows are recorded.
  ///   - destination: The destination of the trace: a path, an open descriptor, or memory.
  ///   - options: The contents besides the events; by default none.
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
    if !loop.isRunning, !loop.isLayingOut { core.begin() }
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
  /// A view that is asked for its name may call this, too. The trace then ends before the event for
  /// which it was asked.
  ///
  /// - Throws: `TraceError` if the trace could not be written completely.
  public func finish() throws(TraceError) {
    isFinishing = true
    observation.cancel()
    try core.finish()
  }
}
