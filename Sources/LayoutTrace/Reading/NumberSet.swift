/// A set of used numbers; none is ever removed.
///
/// Successive numbers form a range and cost nothing, whatever their number. If the order has too
/// many gaps, the shorter ranges become words of 64 bits: numbers close together then take less
/// than a byte each, numbers far from all others up to 45.
package struct NumberSet {
  /// The number of ranges to keep; beyond it, the shorter half of them become words.
  private static let rangeLimit = 512

  /// Disjoint ranges in rising order.
  private var ranges: [ClosedRange<Int>] = []
  /// The numbers of the former ranges, 64 to a word, by the number of the word.
  private var words: [Int: UInt64] = [:]

  /// Makes an empty set.
  package init() {}

  package func contains(_ number: Int) -> Bool {
    let index = position(of: number)
    if index < ranges.count, ranges[index].contains(number) { return true }
    guard !words.isEmpty, let word = words[number >> 6] else { return false }
    return word & (1 << UInt64(number & 63)) != 0
  }

  /// Adds a number that is not in the set.
  package mutating func insert(_ number: Int) {
    if let last = ranges.last, number == last.upperBound &+ 1 {
      ranges[ranges.count - 1] = last.lowerBound...number
      return
    }
    let index = position(of: number)
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
      if ranges.count > Self.rangeLimit { spill() }
    }
  }

  /// Turns the shorter half of the ranges into words, each number once in its life.
  private mutating func spill() {
    let lengths = ranges.map(\.count).sorted()
    let longest = lengths[lengths.count / 2]
    for range in ranges where range.count <= longest {
      var number = range.lowerBound
      while number <= range.upperBound {
        let last = min(number | 63, range.upperBound)
        let bits = UInt64.max >> UInt64(63 - (last - number))
        words[number >> 6, default: 0] |= bits << UInt64(number & 63)
        number = last + 1
      }
    }
    ranges.removeAll { $0.count <= longest }
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
