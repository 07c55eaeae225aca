/// The layouts of one pass, by the number of the view in a register.
struct PassCensus {
  /// The number of all layouts.
  private(set) var layouts = 0
  private var counts: [(layouts: Int, last: Int)] = []
  /// The numbers of the views, in the order of their first layouts.
  private var touched: [Int] = []

  init() {}

  /// The number of views that were laid out.
  var views: Int { touched.count }

  /// Counts a layout.
  mutating func add(_ number: Int) {
    while counts.count <= number { counts.append((0, 0)) }
    if counts[number].layouts == 0 { touched.append(number) }
    layouts += 1
    counts[number].layouts += 1
    counts[number].last = layouts
  }

  /// Starts again; the cost depends on the views of the pass alone.
  mutating func removeAll() {
    for number in touched { counts[number] = (0, 0) }
    touched.removeAll(keepingCapacity: true)
    layouts = 0
  }

  /// The number of layouts of a view.
  func layouts(of number: Int) -> Int { number < counts.count ? counts[number].layouts : 0 }

  /// The views that were still laid out in the second half of the pass, the busiest first.
  ///
  /// Others settled, and have no part in what the limit ended.
  var lasting: [Int] {
    touched.filter { counts[$0].last > layouts / 2 }.enumerated().sorted {
      let (a, b) = (counts[$0.element].layouts, counts[$1.element].layouts)
      return a == b ? $0.offset < $1.offset : a > b
    }.map(\.element)
  }
}
