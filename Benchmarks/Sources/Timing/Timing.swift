import Foundation

/// The median of paired runs, which is reliable even on a noisy machine of two cores.
public struct Comparison {
  /// Nanoseconds per operation, medians over all rounds.
  public let subject: Double
  public let baseline: Double
  /// The median of the ratios, pair by pair.
  public let ratio: Double
}

/// Times `body` once and returns nanoseconds per operation.
@inline(never)
public func nanoseconds(per operations: Int, _ body: () -> Void) -> Double {
  let elapsed = ContinuousClock().measure(body)
  let (seconds, attoseconds) = elapsed.components
  return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(operations)
}

/// Runs subject and baseline in turn, `rounds` times after a warm-up of each.
///
/// A body returns the nanoseconds of one operation, usually by `nanoseconds(per:_:)`, so that it
/// can prepare its run outside the measured time.
public func compare(
  rounds: Int = 15, subject: () -> Double, baseline: () -> Double
) -> Comparison {
  _ = subject()
  _ = baseline()
  var subjects: [Double] = []
  var baselines: [Double] = []
  for _ in 0..<rounds {
    subjects.append(subject())
    baselines.append(baseline())
  }
  let ratios = zip(subjects, baselines).map { $0 / $1 }
  return Comparison(
    subject: median(subjects), baseline: median(baselines), ratio: median(ratios))
}

/// The middle value.
public func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Prints one figure beside the bound it is held to.
public func report(_ title: String, _ figure: String, bound: String? = nil, holds: Bool = true) {
  let verdict = bound.map { "  (bound \($0): \(holds ? "holds" : "EXCEEDED"))" } ?? ""
  print("\(title.padding(toLength: 66, withPad: " ", startingAt: 0)) \(figure)\(verdict)")
}

/// A number with two decimals.
public func text(_ value: Double) -> String {
  String(format: "%.2f", value)
}
