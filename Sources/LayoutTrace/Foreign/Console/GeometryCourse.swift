/// The successive values that a view's layouts write to a property.
struct GeometryCourse {
  private let values: [[Double]]
  private let perLayout: Int
  let kind: Kind

  enum Kind: Equatable {
    /// After this many writes, the same values come again.
    case repeating(Int)
    /// Each write adds the same amounts.
    case rising([Double])
    /// Neither: nothing is written after the last value.
    case ending
  }

  /// The approximate number of rounds of a loop that UIKit watches.
  private static let watchedRounds = 10

  init(_ values: [[Double]], layoutsPerRound: Int) {
    self.values = values
    perLayout = max(1, values.count / (Self.watchedRounds * layoutsPerRound))
    let count = values.count
    let period = (1...max(1, count / 2)).first { step in
      values.indices.dropFirst(step).allSatisfy { values[$0] == values[$0 - step] }
    }
    if let period {
      kind = .repeating(period)
    } else if count >= 4, let step = Self.step(values) {
      kind = .rising(step)
    } else {
      kind = .ending
    }
  }

  /// The values written in a layout, counted from 0.
  func values(inLayout layout: Int) -> [[Double]] {
    (layout * perLayout..<(layout + 1) * perLayout).compactMap { index in
      if index < values.count { return values[index] }
      switch kind {
      case .repeating(let period): return values[index % period]
      case .rising(let step):
        let times = Double(index - values.count + 1)
        return zip(values[values.count - 1], step).map { $0 + $1 * times }
      case .ending: return nil
      }
    }
  }

  /// The difference of each value from the one before; nil if it is not always the same.
  private static func step(_ values: [[Double]]) -> [Double]? {
    let steps = zip(values, values.dropFirst()).map { zip($0, $1).map { $1 - $0 } }
    // UIKit writes six digits.
    let isSteady = steps.allSatisfy { step in
      step.indices.allSatisfy { abs(step[$0] - steps[0][$0]) <= 2e-5 * max(1, abs(values[0][$0])) }
    }
    guard isSteady else { return nil }
    let times = Double(values.count - 1)
    return zip(values[0], values[values.count - 1]).map { ($1 - $0) / times }
  }
}
