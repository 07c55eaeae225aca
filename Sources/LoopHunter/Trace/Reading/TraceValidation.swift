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
  /// After an error the reading goes on as a lenient reader's would: one error can have others in
  /// its train, and the first one is always the first to fix.
  ///
  /// `progress` is called now and then with the bytes read and, for a regular file, its size.
  ///
  /// - Throws: `TraceError` when the file cannot be opened or read.
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
