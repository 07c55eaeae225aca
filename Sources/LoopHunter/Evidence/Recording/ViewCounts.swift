/// The layouts of the views of one turn, by the numbers that a register gave them.
struct ViewCounts {
  private var counts: [Int] = []

  /// The views that were counted, each with its layouts.
  var all: some Sequence<(number: Int, layouts: Int)> {
    counts.enumerated().lazy.filter { $0.element > 0 }.map {
      (number: $0.offset, layouts: $0.element)
    }
  }

  /// Counts a layout and returns how many the view has now.
  mutating func add(_ number: Int) -> Int {
    if number >= counts.count {
      counts += Array(repeating: 0, count: number + 1 - counts.count)
    }
    counts[number] += 1
    return counts[number]
  }

  /// Starts again.
  mutating func removeAll() { counts = [] }
}
