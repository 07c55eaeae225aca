/// How a threshold follows from the layouts that views have while nothing is wrong.
///
/// Advice from a running program and a scan's suggestion both keep to it.
package enum ThresholdPolicy {
  /// The least that is ever suggested: half of it is evidence enough for most loops.
  package static let minimum = 20
  /// How far above the most that was seen a threshold should be.
  package static let margin = 4

  /// The threshold for views that had at most `maximum` layouts in a turn.
  package static func threshold(forMaximum maximum: Int) -> Int {
    let (wanted, overflow) = maximum.multipliedReportingOverflow(by: margin)
    return overflow ? .max : max(minimum, roundedUp(wanted))
  }

  /// Whether the minimum is enough for views that had at most `maximum` layouts in a turn.
  package static func suggestsMinimum(forMaximum maximum: Int) -> Bool {
    maximum <= minimum / margin
  }

  /// The next number with one digit that is not 0, or one and a half of it.
  private static func roundedUp(_ value: Int) -> Int {
    var unit = 1
    while unit <= value / 10 { unit *= 10 }
    let step = max(1, unit / 2)
    let rest = value % step
    let (up, overflow) = (value - rest).addingReportingOverflow(rest == 0 ? 0 : step)
    return overflow ? .max : up
  }
}
