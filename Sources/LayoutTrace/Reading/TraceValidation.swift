/// Finds all errors of a trace, not only the first.
public struct TraceValidation: Sendable {
  /// Every error with its place, in the order of the file.
  public private(set) var errors: [TraceError]
  /// The number of further errors beyond those in `errors`.
  public private(set) var errorsLeftOut: Int
  /// The summary of the pass.
  public let summary: TraceSummary

  /// True if the trace has no error; warnings do not count.
  public var isValid: Bool { errors.isEmpty }

  /// Reads a trace to its end and collects its errors.
  ///
  /// After an error, reading continues as in a lenient reader. An error can cause others, so fix
  /// the first one first.
  ///
  /// - Parameters:
  ///   - input: The trace: a path, an open descriptor, or bytes.
  ///   - errorLimit: The number of errors to keep; by default 1,000. All are counted.
  ///   - interrupt: Ends the reading early, from any thread; by default nil, never.
  ///   - progress: Called now and then with the bytes read and, for a regular file, its size; by
  ///     default nil.
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
      // Even a lenient pass throws for an empty file, and for one that cannot be read.
      if error.kind == .unreadable { throw error }
      errors.append(error)
    }
    self.errors = errors
    errorsLeftOut = leftOut
    summary = reader.summary
  }
}

/// The number of events between two calls of the progress closure.
private let progressStep = 1 << 14
