/// Finds all errors of a trace, not only the first.
public struct TraceValidation: Sendable {
  /// Every error with its place, in the order of the file.
  public private(set) var errors: [TraceError]
  /// How many more errors there were than `errors` holds.
  public private(set) var errorsLeftOut: Int
  /// What the pass met.
  public let summary: TraceSummary

  /// Whether the trace has no error; warnings do not count.
  public var isValid: Bool { errors.isEmpty }

  /// Reads a trace to its end and collects its errors.
  ///
  /// After an error the reading continues as in a lenient reader. An error can cause others, so fix
  /// the first one first.
  ///
  /// - Parameters:
  ///   - input: The trace: a path, an open descriptor, or bytes.
  ///   - errorLimit: How many errors are kept; by default 1,000. All are counted.
  ///   - interrupt: Ends the reading early, from any thread; by default nil, never.
  ///   - progress: Called now and then with the bytes read and, for a regular file, its size; by
  ///     default nil, not at all.
  /// - Throws: `TraceError` if the file cannot be opened or read.
  public init(
    _ input: TraceInput, errorLimit: Int = 1_000, interrupt: TraceInterrupt? = nil,
    progress: ((_ read: Int64, _ total: Int64?) -> Void)? = nil
  ) throws(TraceError) {
    let reader = try TraceReader(
      input, options: TraceOptions(isLenient: true), interrupt: interrupt)
    var errors: [TraceError] = []
    var leftOut = 0
    reader.onError { error in
      if errors.count < errorLimit { errors.append(error) } else { leftOut += 1 }
    }
    do throws(TraceError) {
      var events = 0
      while try reader.nextLine({ _, _, _ in true }) != nil {
        events += 1
        if events % progressStep == 0 { progress?(reader.summary.bytes, reader.totalBytes) }
      }
    } catch {
      // Leniency throws for a file that holds nothing, and for one that cannot be read.
      if error.kind == .unreadable { throw error }
      errors.append(error)
    }
    self.errors = errors
    errorsLeftOut = leftOut
    summary = reader.summary
  }
}

/// How many events lie between two calls of the progress closure.
private let progressStep = 1 << 14
