/// What a reader accepts.
public struct TraceOptions: Hashable, Sendable {
  /// Whether lines that are wrong are skipped and counted instead of ending the run.
  public var isLenient: Bool
  /// The longest line that is read, in bytes.
  ///
  /// A longer one is an error, and costs no memory.
  public var maximumLineLength: Int

  public init(isLenient: Bool = false, maximumLineLength: Int = 1 << 20) {
    self.isLenient = isLenient
    self.maximumLineLength = maximumLineLength
  }
}
