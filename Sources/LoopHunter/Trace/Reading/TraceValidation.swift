/// Finds all errors of a trace, not only the first.
public struct TraceValidation: Sendable {
  /// Every error with its place, in the order of the file.
  public var errors: [TraceError]
  /// How many more errors there were than `errors` holds.
  public var errorsLeftOut: Int
  public var summary: TraceSummary

  /// Whether the trace has no error; warnings do not count.
  public var isValid: Bool { errors.isEmpty }

  /// Reads a trace to its end and collects its errors.
  ///
  /// - Throws: `TraceError` when the file cannot be opened or read.
  public init(
    _ input: TraceInput, errorLimit: Int = 1_000, interrupt: TraceInterrupt? = nil
  ) throws(TraceError) {
    fatalError()
  }
}
