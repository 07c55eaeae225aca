/// The median time of one operation, in nanoseconds, over several rounds of many.
///
/// One round more runs first and is not counted, so that memory and branches are warm.
public func medianNanoseconds(
  perRound operations: Int, rounds: Int = 11, _ round: () -> Void
) -> Double {
  let clock = ContinuousClock()
  round()
  var samples: [Double] = []
  for _ in 0..<rounds {
    let time = clock.measure(round)
    samples.append(nanoseconds(time) / Double(operations))
  }
  return median(samples)
}

/// The middle of the values; of an even number the upper one.
public func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

/// A duration in nanoseconds.
public func nanoseconds(_ duration: Duration) -> Double {
  let parts = duration.components
  return Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9
}

/// A number with one digit behind the point and a width of eight.
public func column(_ value: Double) -> String {
  let text = "\((value * 10).rounded() / 10)"
  return String(repeating: " ", count: max(0, 8 - text.count)) + text
}
