/// The layouts of one pass or turn, by the numbers or slots of the views.
package struct LayoutsByView {
  /// The number of all layouts.
  package private(set) var layouts = 0
  /// The number of the last batch.
  private var batches = 0
  private var counts: [(layouts: Int, last: Int)] = []
  /// The numbers of the views, in the order of their first layouts.
  private var touched: [Int] = []

  package init() {}

  /// The number of views that were laid out.
  package var views: Int { touched.count }

  /// Counts a layout in the batch with a number, which is not below that of the last one.
  package mutating func add(_ number: Int, inBatch batch: Int) {
    while counts.count <= number { counts.append((0, 0)) }
    if counts[number].layouts == 0 { touched.append(number) }
    layouts += 1
    counts[number].layouts += 1
    counts[number].last = batch
    batches = batch
  }

  /// Starts again; the cost depends on the views of the pass alone.
  package mutating func removeAll() {
    for number in touched { counts[number] = (0, 0) }
    touched.removeAll(keepingCapacity: true)
    (layouts, batches) = (0, 0)
  }

  /// The number of layouts of a view.
  package func layouts(of number: Int) -> Int { number < counts.count ? counts[number].layouts : 0 }

  /// These without the latest of them.
  package func before(_ latest: LayoutsByView) -> LayoutsByView {
    var earlier = self
    earlier.layouts -= latest.layouts
    for number in latest.touched { earlier.counts[number].layouts -= latest.layouts(of: number) }
    earlier.touched.removeAll { earlier.counts[$0].layouts == 0 }
    return earlier
  }

  /// The views that were still laid out in the second half of the pass, counted in batches, the busiest first.
  ///
  /// Others settled, and have no part in what the limit ended.
  package var lasting: [Int] { busiest { counts[$0].last > batches / 2 } }

  /// All views, the busiest first.
  package var all: [Int] { busiest { _ in true } }

  private func busiest(where isMeant: (Int) -> Bool) -> [Int] {
    touched.filter(isMeant).enumerated().sorted {
      let (a, b) = (counts[$0.element].layouts, counts[$1.element].layouts)
      return a == b ? $0.offset < $1.offset : a > b
    }.map(\.element)
  }
}
