import LayoutTrace
import ViewTree

extension JSONLinesSink {
  /// How a JSON Lines file is kept.
  public struct Options: Hashable, Sendable {
    /// The size at which the next event begins a new file.
    public var maximumFileSize: Int
    /// How many files there may be, the current one included; the oldest is removed.
    public var maximumFiles: Int
    /// When the sink asks the disk to store the events.
    public var durability: Durability
    /// How many events are kept in memory while the file cannot be written.
    public var maximumPending: Int
    /// Whether the file is written by a thread of the sink's own, or before layout continues.
    ///
    /// `.direct` costs the loop a tenth of a millisecond per event, and the time of the disk with
    /// `.everyEvent`; a process that dies in the very next instruction has written its event.
    public var handOver: SinkHandOver

    /// Makes options; by default at most five files of 16 MiB.
    ///
    /// - Parameters:
    ///   - maximumFileSize: The size in bytes at which a file is renamed; by default 16 MiB.
    ///   - maximumFiles: How many files are kept; by default 5.
    ///   - durability: When the disk is asked to keep the lines; by default at each flush.
    ///   - maximumPending: How many events wait in memory if the file cannot be written; by default
    ///     1,000.
    ///   - handOver: Where the file is written; by default on a thread of the sink's own.
    public init(
      maximumFileSize: Int = 16 << 20, maximumFiles: Int = 5, durability: Durability = .onFlush,
      maximumPending: Int = 1000, handOver: SinkHandOver = .queued
    ) {
      self.maximumFileSize = maximumFileSize
      self.maximumFiles = maximumFiles
      self.durability = durability
      self.maximumPending = maximumPending
      self.handOver = handOver
    }
  }

  /// When the sink asks the disk to store the events.
  ///
  /// Every event is written at once in any case, which is enough to survive the death of the
  /// process. This is about the death of the machine.
  public enum Durability: Hashable, Sendable {
    /// Never: the system writes when it sees fit.
    case system
    /// When the sink is flushed.
    case onFlush
    /// Before `record` returns.
    case everyEvent
  }

  /// What became of a sink's events.
  public struct Statistics: Hashable, Sendable {
    /// Events in the file.
    public var written = 0
    /// Those of them that the disk has confirmed, as the `durability` of the options asks.
    public var durable = 0
    /// Events that wait in memory, because the file could not be written.
    public var pending = 0
    /// Events that were given up, because too many waited.
    public var dropped = 0
    /// Bytes of a torn last line that were cut off.
    public var repairedBytes = 0
    /// How often a new file was begun because the current one was full.
    public var rotations = 0
  }
}

/// What keeps a JSON Lines file from being written.
public enum JSONLinesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system refused; `pending` events wait in memory and are written when it accepts them.
  case unwritable(reason: String, pending: Int)
  /// The file holds something other than events, and is left unchanged.
  case foreignFile(path: String)

  public var description: String {
    let text =
      switch self {
      case .unwritable(let reason, let pending):
        "\(reason) (\(pending.counted("event")) kept in memory until then)"
      case .foreignFile(let path):
        "\(path) holds something else than events of this sink; choose another path, nothing was "
          + "changed"
      }
    return PlainText.line(text)
  }
}
