import LayoutTrace

/// A threshold for one class of views, derived from their layouts while nothing was wrong.
public struct ThresholdAdvice: Codable, Hashable, Sendable {
  /// The class.
  public var className: String
  /// The most layouts that one of its views had in one turn.
  public var maximum: Int
  /// The size of the sample: the number of times that a view was laid out in a turn at all.
  public var samples: Int
  /// The suggested threshold.
  public var threshold: Int
  /// The reason, in one sentence.
  public var reason: String

  /// The lowest threshold that is suggested: half of it gives enough evidence for most loops.
  public static let minimum = ThresholdPolicy.minimum
  /// The factor between the highest observed count and the suggested threshold.
  public static let margin = ThresholdPolicy.margin

  /// Derives advice from counted layouts.
  ///
  /// - Parameters:
  ///   - className: The class of the counted views.
  ///   - histogram: The frequency of each number of layouts per view and turn, without turns that
  ///     looped. An empty histogram gives the minimum.
  public init(className: String, histogram: [Int: Int]) {
    let maximum = histogram.keys.max() ?? 0
    let samples = histogram.values.reduce(0, +)
    let threshold = ThresholdPolicy.threshold(forMaximum: maximum)
    let often = histogram.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    let most = often.map { "mostly \($0.key), at most \(maximum)" } ?? "none"
    let layouts = maximum == 1 ? "layout" : "layouts"
    let sample = samples.counted("sample")
    let conclusion =
      if samples == 0 {
        "nothing was seen, so this is the minimum."
      } else if ThresholdPolicy.suggestsMinimum(forMaximum: maximum) {
        "\(ThresholdAdvice.minimum) is far above and leaves enough evidence."
      } else {
        "\(threshold) is \(ThresholdAdvice.margin) times the maximum, rounded up."
      }
    (self.className, self.maximum) = (className, maximum)
    (self.samples, self.threshold) = (samples, threshold)
    reason = "`\(className)`: \(most) \(layouts) per view and turn in \(sample); \(conclusion)"
  }

  private enum CodingKeys: String, CodingKey {
    case className = "class"
    case maximum, samples, threshold, reason
  }
}
