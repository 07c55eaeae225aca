/// The numbers of layouts of the views in one turn, by the number of the view in a register.
struct ViewCounts {
  private var counts: [Int] = []

  /// The counted views, each with its number of layouts.
  var all: some Sequence<(number: Int, layouts: Int)> {
    counts.enumerated().lazy.filter { $0.element > 0 }.map {
      (number: $0.offset, layouts: $0.element)
    }
  }

  /// The view's number of layouts.
  subscript(number: Int) -> Int { number < counts.count ? counts[number] : 0 }

  /// Counts layouts, by default one, and returns the view's number of layouts so far.
  @discardableResult
  mutating func add(_ number: Int, _ layouts: Int = 1) -> Int {
    if number >= counts.count { counts += Array(repeating: 0, count: number + 1 - counts.count) }
    counts[number] += layouts
    return counts[number]
  }

  /// Starts again.
  mutating func removeAll() { counts = [] }
}
