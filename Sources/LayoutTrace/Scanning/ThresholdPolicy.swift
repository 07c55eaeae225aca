/// Derives a threshold from layouts while nothing is wrong, for a running program and for a scan.
package enum ThresholdPolicy {
  /// The smallest suggestion: half of it is enough evidence for most loops.
  package static let minimum = 20
  /// The factor by which a threshold should exceed the maximum seen.
  package static let margin = 4

  /// The threshold for views that had at most `maximum` layouts in a turn.
  package static func threshold(forMaximum maximum: Int) -> Int {
    let (wanted, overflow) = maximum.multipliedReportingOverflow(by: margin)
    return overflow ? .max : max(minimum, roundedUp(wanted))
  }

  /// True if the minimum is enough for views that had at most `maximum` layouts in a turn.
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

extension TraceScan.Suggestion {
  /// The suggestion if nothing was counted: the default of the hunter.
  private static let fallback = 100

  /// Suggests a threshold above the highest count that is not a loop, and below the lowest that is.
  package init(histogram: [TraceScan.HistogramRow], threshold: Int, hasRules: Bool) {
    let ordinary = histogram.last { $0.layouts <= threshold }?.layouts
    let looping = histogram.first { $0.layouts > threshold }?.layouts
    switch (ordinary, looping) {
    case (nil, nil):
      self.init(
        threshold: Self.fallback,
        reason: hasRules
          ? "no view without a rule was laid out: this is the default"
          : "the trace has no layouts: this is the default")
    case (nil, .some(let looping)):
      self.init(
        threshold: max(1, min(ThresholdPolicy.minimum, looping - 1)),
        reason: "every count is past \(threshold); the lowest is \(looping)")
    case (.some(let ordinary), nil):
      self.init(
        threshold: ThresholdPolicy.threshold(forMaximum: ordinary),
        reason:
          "no view \(hasRules ? "without a rule " : "")was laid out more than \(ordinary.times) in a turn; "
          + "\(ThresholdPolicy.margin) times that, but at least \(ThresholdPolicy.minimum), leaves "
          + "room")
    case (.some(let ordinary), .some(let looping)):
      let wanted = ThresholdPolicy.threshold(forMaximum: ordinary)
      let suggested = wanted < looping ? wanted : ordinary + (looping - ordinary) / 2
      self.init(
        threshold: suggested,
        reason:
          "views that settle are laid out at most \(ordinary.times) in a turn, loops at "
          + "least \(looping.times)")
    }
  }
}
