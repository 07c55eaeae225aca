import LayoutTrace
import ViewTree

extension JSONLinesSink {
  /// The settings of a JSON Lines file: size, rotation, durability.
  public struct Options: Hashable, Sendable {
    /// The size at which the next event begins a new file.
    public var maximumFileSize: Int
    /// The most files, the current one included; the oldest is removed.
    public var maximumFiles: Int
    /// The moments at which the sink asks the disk to store the events.
    public var durability: Durability
    /// The most events that are kept in memory while the file cannot be written.
    public var maximumPending: Int
    /// The thread that writes the file: the sink's own, or the loop's before layout continues.
    ///
    /// `.direct` costs the loop a tenth of a millisecond per event, and the time of the disk with
    /// `.everyEvent`; a process that dies in the very next instruction has written its event.
    public var handOver: SinkHandOver

    /// Makes options; by default at most five files of 16 MiB.
    ///
    /// - Parameters:
    ///   - maximumFileSize: The size in bytes at which a file is renamed; by default 16 MiB.
    ///   - maximumFiles: The most files that are kept; by default 5.
    ///   - durability: The moments at which the disk is asked to store the lines; by default at
    ///     each flush.
    ///   - maximumPending: The most events that wait in memory if the file cannot be written; by
    ///     default 1,000.
    ///   - handOver: The thread that writes the file; by default one of the sink's own.
    public init(
      maximumFileSize: Int = 16 << 20, maximumFiles: Int = 5, durability: Durability = .onFlush,
      maximumPending: Int = 1000, handOver: SinkHandOver = .queued
    ) {
      (self.maximumFileSize, self.maximumFiles) = (maximumFileSize, maximumFiles)
      (self.durability, self.maximumPending, self.handOver) = (durability, maximumPending, handOver)
    }
  }

  /// The moments at which the sink asks the disk to store the events.
  ///
  /// Every event is written at once in any case, which is enough to survive the death of the
  /// process. This setting is about the death of the machine.
  public enum Durability: Hashable, Sendable {
    /// Never: the system writes when it sees fit.
    case system
    /// When the sink is flushed.
    case onFlush
    /// Before `record` returns.
    case everyEvent
  }

  /// The outcomes of a sink's events.
  public struct Statistics: Hashable, Sendable {
    /// Events in the file.
    public var written = 0
    /// Events in the file that the disk has confirmed, as the `durability` of the options requires.
    public var durable = 0
    /// Events that wait in memory, because the file could not be written.
    public var pending = 0
    /// Events that were given up, because too many waited.
    public var dropped = 0
    /// Bytes of a torn last line that were cut off.
    public var repairedBytes = 0
    /// The number of times that a new file was begun because the current one was full.
    public var rotations = 0
  }
}

/// The reasons why a JSON Lines file cannot be written.
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
        "\(path) holds other data than the events of this sink; nothing was changed; choose another "
          + "path"
      }
    return PlainText.line(text)
  }
}
