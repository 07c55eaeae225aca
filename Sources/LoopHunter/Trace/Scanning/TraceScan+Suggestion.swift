extension TraceScan.Suggestion {
  /// What is suggested where nothing was counted: the default of the hunter.
  private static let fallback = 100

  /// A threshold above the highest count that is no loop, and below the lowest that is one.
  init(histogram: [TraceScan.HistogramRow], threshold: Int) {
    let ordinary = histogram.last { $0.layouts <= threshold }?.layouts
    let looping = histogram.first { $0.layouts > threshold }?.layouts
    switch (ordinary, looping) {
    case (nil, nil):
      self.init(threshold: Self.fallback, reason: "the trace has no layouts: this is the default")
    case (nil, .some(let looping)):
      self.init(
        threshold: max(1, min(ThresholdPolicy.minimum, looping - 1)),
        reason: "every count is past \(threshold); the lowest is \(looping)")
    case (.some(let ordinary), nil):
      self.init(
        threshold: ThresholdPolicy.threshold(forMaximum: ordinary),
        reason:
          "no view was laid out more than \(ordinary.times) in a turn; "
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
