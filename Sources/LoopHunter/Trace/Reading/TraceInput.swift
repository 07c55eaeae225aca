/// Where a trace is read from.
public enum TraceInput: Hashable, Sendable {
  /// A file; `-` is standard input.
  case path(String)
  /// An open file descriptor, which the reader does not close, and its name in messages.
  case descriptor(Int32, name: String)
  /// An open file descriptor of which the first bytes were read already, and its name in messages.
  case continued([UInt8], descriptor: Int32, name: String)
  /// Bytes in memory, and their name in messages.
  case bytes([UInt8], name: String)

  /// The name that messages show.
  public var name: String {
    switch self {
    case .path("-"): "standard input"
    case .path(let path): path
    case .descriptor(_, let name), .bytes(_, let name), .continued(_, _, let name): name
    }
  }
}
