extension Duration {
  /// Whole nanoseconds, clamped to the range of the type.
  package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

  /// The sum with another duration, or the longest duration if it is longer than any.
  func addingClamped(_ other: Duration) -> Duration {
    let (sum, isOver) = attoseconds.addingReportingOverflow(other.attoseconds)
    guard isOver else { return Duration(attoseconds: sum) }
    return Duration(attoseconds: other < .zero ? .min : .max)
  }
}
