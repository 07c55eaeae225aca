import Foundation
import LayoutTrace
import ViewTree

/// Appends each event as one line of JSON to a file, with rotation.
///
/// A line is written whole or not at all: a torn line, left by a full disk or a killed process, is
/// cut off before the next line. Several sinks, also in several processes, may share one file.
///
/// If the file cannot be written, events wait in memory, `record` throws, and the next event or
/// flush tries again. When `record` returns, the event is in the file; with `.everyEvent` it is
/// also on the disk, and with `.onFlush` it is there when `flush` returns.
///
/// ```swift
/// let sink = JSONLinesSink(path: logFolder + "/loops.jsonl", options: .init(maximumFiles: 3))
/// try sink.open()
/// hunter.analytics.add(sink)
/// ```
public final class JSONLinesSink: AnalyticsSink {
  /// The path of the file; older ones are `path.1`, `path.2` …, the oldest last.
  public let path: String
  /// The settings of the file.
  public let options: Options

  private struct State {
    var file: JSONLinesFile
    var pending: [[UInt8]] = []
    var dropped = 0
    var written = 0
    var durable = 0
    /// True if the last attempt waited in vain, so that the next event need not wait again.
    var isStalled = false

    /// Has the disk store the written lines.
    mutating func synchronize() throws {
      try file.synchronize()
      durable = written
    }
  }

  private let state: Locked<State>
  /// Ends the sink's waits early.
  private let interrupt: TraceInterrupt?

  /// The longest wait of an event for another program's lock, or for the reader of a pipe.
  private static let patience = Duration.seconds(2)

  /// Makes a sink.
  ///
  /// The first event opens the file, or `open()` does.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder must exist.
  ///   - options: The settings of the file; by default at most five files of 16 MiB.
  public convenience init(path: String, options: Options = Options()) {
    self.init(path: path, options: options, interrupt: nil)
  }

  /// Makes a sink whose waits an interrupt ends.
  package init(path: String, options: Options = Options(), interrupt: TraceInterrupt?) {
    (self.path, self.options, self.interrupt) = (path, options, interrupt)
    state = Locked(State(file: JSONLinesFile(path: path, options: options)))
  }

  public var name: String { "JSON Lines file \(path)" }
  public var handOver: SinkHandOver { options.handOver }

  /// The outcomes of the events so far; waits while an event is being written.
  public var statistics: Statistics {
    state.withLock { state in
      Statistics(
        written: state.written, durable: state.durable, pending: state.pending.count,
        dropped: state.dropped, repairedBytes: state.file.repairedBytes,
        rotations: state.file.rotations)
    }
  }

  /// Opens the file now, so that a wrong path is reported at once and not at the first event.
  ///
  /// - Throws: `JSONLinesError` with the reason and the remedy.
  public func open() throws {
    try state.withLock { state in try state.file.append([], patience(until: .now + Self.patience)) }
  }

  public func record(_ event: AnalyticsEvent) throws {
    let line = try event.jsonLine()
    try state.withLock { state in
      state.pending.append(line)
      if state.pending.count > max(1, options.maximumPending) {
        state.pending.removeFirst()
        state.dropped += 1
      }
      try writePending(&state, until: state.isStalled ? .now : .now + Self.patience)
      if options.durability == .everyEvent { try state.synchronize() }
    }
  }

  /// Writes the waiting events and, unless the options say never, asks the disk to store them.
  ///
  /// - Parameter deadline: The time at which to stop waiting.
  /// - Throws: `JSONLinesError` with the reason and the remedy.
  public func flush(until deadline: ContinuousClock.Instant) throws {
    try state.withLock { state in
      try writePending(&state, until: deadline)
      if options.durability != .system { try state.synchronize() }
    }
  }

  private func patience(until deadline: ContinuousClock.Instant) -> SafeWrite.Patience {
    SafeWrite.Patience(until: deadline, interrupt: interrupt)
  }

  /// Writes as many of the waiting lines as the file takes, the oldest first.
  private func writePending(_ state: inout State, until deadline: ContinuousClock.Instant) throws {
    var count = 0
    defer {
      state.pending.removeFirst(count)
      state.written += count
    }
    do {
      while count < state.pending.count {
        try state.file.append(state.pending[count], patience(until: deadline))
        count += 1
      }
      state.isStalled = false
    } catch {
      state.isStalled = (error as? FileError)?.code == ETIMEDOUT
      throw JSONLinesError.unwritable(
        reason: String(describing: error), pending: state.pending.count - count)
    }
  }
}
