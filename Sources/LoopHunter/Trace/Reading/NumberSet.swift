/// A set of numbers that were used, as ranges: numbers given one after the other cost one range.
///
/// It is bounded: with more than `rangeLimit` ranges the lowest is forgotten, so that memory does
/// not grow with the file, and a number of that range is not known to be used any more.
struct NumberSet {
  static let rangeLimit = 4_096

  private var ranges: [ClosedRange<Int>] = []
  /// Whether a range was forgotten.
  private(set) var hasForgotten = false

  func contains(_ number: Int) -> Bool {
    let index = position(of: number)
    return index < ranges.count && ranges[index].contains(number)
  }

  mutating func insert(_ number: Int) {
    if let last = ranges.last, number == last.upperBound &+ 1 {
      ranges[ranges.count - 1] = last.lowerBound...number
      return
    }
    let index = position(of: number)
    if index < ranges.count, ranges[index].contains(number) { return }
    let joinsNext = index < ranges.count && ranges[index].lowerBound == number + 1
    let joinsLast = index > 0 && ranges[index - 1].upperBound + 1 == number
    switch (joinsLast, joinsNext) {
    case (true, true):
      ranges[index - 1] = ranges[index - 1].lowerBound...ranges[index].upperBound
      ranges.remove(at: index)
    case (true, false): ranges[index - 1] = ranges[index - 1].lowerBound...number
    case (false, true): ranges[index] = number...ranges[index].upperBound
    case (false, false):
      ranges.insert(number...number, at: index)
      if ranges.count > Self.rangeLimit {
        ranges.removeFirst()
        hasForgotten = true
      }
    }
  }

  /// The first range that does not end before `number`.
  private func position(of number: Int) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
