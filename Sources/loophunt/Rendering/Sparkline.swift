import LayoutTrace

/// Numbers as a row of bars, one character each: blocks, or ASCII if the locale has none.
package enum Sparkline {
  private static let blocks = Array("·▁▂▃▄▅▆▇█")
  private static let ascii = Array(".:-=+*#%@")

  /// The row, and a mark below each marked column; only a zero is less than the lowest bar.
  package static func lines(of values: [Int], isMarked: [Bool], _ style: Style) -> [String] {
    let most = max(1, values.max() ?? 1)
    let levels = style.isUnicode ? blocks : ascii
    let bars = values.map { value in
      value <= 0 ? levels[0] : levels[max(1, Int((Double(value) / Double(most) * 8).rounded(.up)))]
    }
    var row = ""
    var place = 0
    while place < bars.count {
      let end = isMarked[place...].firstIndex { $0 != isMarked[place] } ?? bars.count
      let run = String(bars[place..<end])
      row += isMarked[place] ? style.bad(run) : run
      place = end
    }
    guard let last = isMarked.lastIndex(of: true) else { return [row] }
    return [row, String(isMarked[...last].map { $0 ? "^" : " " })]
  }
}
