extension Duration {
  /// Whole nanoseconds, clamped to the range of the type.
  package var nanoseconds: Int64 {
    let (seconds, overflow) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return components.seconds < 0 ? .min : .max }
    let (sum, over) = seconds.addingReportingOverflow(components.attoseconds / 1_000_000_000)
    return over ? (seconds < 0 ? .min : .max) : sum
  }
}
