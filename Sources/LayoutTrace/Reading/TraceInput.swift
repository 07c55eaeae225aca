/// The source of a trace.
public enum TraceInput: Hashable, Sendable {
  /// A file; `-` is standard input.
  case path(String)
  /// An open file descriptor, which the reader does not close, and its name in messages.
  case descriptor(Int32, name: String)
  /// An open file descriptor whose first bytes have been read already, and its name in messages.
  case continued([UInt8], descriptor: Int32, name: String)
  /// Bytes in memory, and their name in messages.
  case bytes([UInt8], name: String)
  /// An importer's output from another program's recording.
  case imported(ImportedTrace)

  /// The name that messages show.
  public var name: String {
    switch self {
    case .path("-"): "standard input"
    case .path(let path): path
    case .descriptor(_, let name), .bytes(_, let name), .continued(_, _, let name): name
    case .imported(let trace): trace.name
    }
  }
}

/// Options for a reader.
public struct TraceOptions: Hashable, Sendable {
  /// True if wrong lines are skipped and counted instead of ending the run.
  public var isLenient: Bool
  /// The longest line that is read, in bytes; from 16 to 1 GiB.
  ///
  /// A longer one is an error, and costs no memory.
  public var maximumLineLength: Int

  /// Makes options.
  ///
  /// - Parameters:
  ///   - isLenient: If `true`, wrong lines are skipped and counted; by default the first one is an
  ///     error.
  ///   - maximumLineLength: The longest line that is read, in bytes; by default 1 MiB.
  public init(isLenient: Bool = false, maximumLineLength: Int = 1 << 20) {
    (self.isLenient, self.maximumLineLength) = (isLenient, maximumLineLength)
  }

  /// The longest line that is read unless a reader is told otherwise.
  static let standardLineLength = TraceOptions().maximumLineLength

  /// The effective limit: offsets in a chunk of lines have 32 bits.
  var lineLimit: Int { min(max(16, maximumLineLength), 1 << 30) }
}
