/// What a reader accepts.
public struct TraceOptions: Hashable, Sendable {
  /// Whether lines that are wrong are skipped and counted instead of ending the run.
  public var isLenient: Bool
  /// The longest line that is read, in bytes; from 16 to 1 GiB.
  ///
  /// A longer one is an error, and costs no memory.
  public var maximumLineLength: Int

  /// Makes options.
  ///
  /// - Parameters:
  ///   - isLenient: Whether wrong lines are skipped and counted; by default the first one is an
  ///     error.
  ///   - maximumLineLength: The longest line that is read, in bytes; by default 1 MiB.
  public init(isLenient: Bool = false, maximumLineLength: Int = 1 << 20) {
    self.isLenient = isLenient
    self.maximumLineLength = maximumLineLength
  }

  /// The longest line as it is applied: offsets in a chunk of lines have 32 bits.
  var lineLimit: Int { min(max(16, maximumLineLength), 1 << 30) }
}
