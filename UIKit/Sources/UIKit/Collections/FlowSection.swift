import Foundation
import ViewTree

/// The places of a section of a flow layout, in lines across the content that follow each other along it.
///
/// Lengths are named `along` and `across` the direction in which the content scrolls. Items of one size form a
/// grid, in which places are computed when they are asked for.
struct FlowSection {
  /// A size by directions.
  struct Extent: Equatable {
    var across: CGFloat
    var along: CGFloat
  }

  /// A place by directions.
  struct Place {
    var across: CGFloat
    var along: CGFloat
    var extent: Extent
  }

  /// The settings of a section.
  struct Rules {
    /// The room of a line.
    var room: CGFloat
    /// The distance of lines from the start of the room's side.
    var start: CGFloat
    var lineSpacing: CGFloat
    var itemSpacing: CGFloat
    /// The pixels per point, to which places are rounded.
    var scale: CGFloat

    /// True if places can be computed with them.
    var isFinite: Bool { [room, start, lineSpacing, itemSpacing].allSatisfy(\.isFinite) }
  }

  /// The beginning of the section.
  var origin: CGFloat = 0
  var headerLength: CGFloat = 0
  var footerLength: CGFloat = 0
  /// The distances before and after the lines.
  var before: CGFloat = 0
  var after: CGFloat = 0
  let count: Int
  private let rules: Rules
  /// The size of all items of a grid.
  private var common: Extent?
  /// The items of the others, seen from the first line.
  private var places: [Place] = []
  private var lines: [(items: Range<Int>, start: CGFloat, end: CGFloat)] = []

  /// Makes a section of equal items.
  init(_ count: Int, of size: Extent, rules: Rules) {
    (self.count, self.rules) = (count, rules)
    common = size
  }

  /// Makes a section of items.
  init(_ sizes: [Extent], rules: Rules) {
    (count, self.rules) = (sizes.count, rules)
    if let first = sizes.first, sizes.allSatisfy({ $0 == first }) {
      common = first
    } else {
      fill(sizes)
    }
  }

  // MARK: Lines

  /// The number of items in a line of a grid.
  private var perLine: Int {
    guard let common else { return 1 }
    let step = common.across + rules.itemSpacing
    guard step > 0 else { return max(1, count) }
    // A tiny item may fit more often than there are numbers.
    return max(1, Int(min(1e9, ((rules.room + rules.itemSpacing) / step).rounded(.down))))
  }

  /// Breaks lines where the next item has no room, and spreads the items of all lines but the last.
  ///
  /// A lone item stands in the middle of its line, unless that is the last one.
  private mutating func fill(_ sizes: [Extent]) {
    var (first, along) = (0, CGFloat(0))
    while first < sizes.count {
      var (end, width) = (first + 1, sizes[first].across)
      while end < sizes.count, width + rules.itemSpacing + sizes[end].across <= rules.room {
        width += rules.itemSpacing + sizes[end].across
        end += 1
      }
      let (items, isLast) = (sizes[first..<end], end == sizes.count)
      let length = items.map(\.along).max() ?? 0
      let free = max(0, rules.room - items.map(\.across).reduce(0, +))
      let gap = isLast || items.count == 1 ? rules.itemSpacing : free / CGFloat(items.count - 1)
      var across = rules.start + (isLast || items.count > 1 ? 0 : free / 2)
      for item in items {
        places.append(
          Place(
            across: round(across), along: round(along + (length - item.along) / 2), extent: item))
        across += item.across + gap
      }
      lines.append((first..<end, along, along + length))
      along += length + rules.lineSpacing
      first = end
    }
  }

  private func round(_ position: CGFloat) -> CGFloat {
    (position * rules.scale).rounded() / rules.scale
  }

  /// The length of all lines.
  private var linesLength: CGFloat {
    guard count > 0 else { return 0 }
    guard let common else { return lines.last?.end ?? 0 }
    let lines = CGFloat((count + perLine - 1) / perLine)
    return lines * common.along + (lines - 1) * rules.lineSpacing
  }

  /// The length of the section.
  var length: CGFloat { headerLength + before + linesLength + after + footerLength }

  /// The end of the section.
  var end: CGFloat { origin + length }

  // MARK: Places

  /// The place of an item.
  func place(of item: Int) -> Place {
    let first = origin + headerLength + before
    guard let common else {
      var place = places[item]
      place.along += first
      return place
    }
    let columns = perLine
    let free = rules.room - CGFloat(columns) * common.across
    let gap = columns > 1 ? free / CGFloat(columns - 1) : 0
    let start = rules.start + (columns == 1 ? max(0, free / 2) : 0)
    return Place(
      across: round(start + CGFloat(item % columns) * (common.across + gap)),
      along: first + CGFloat(item / columns) * (common.along + rules.lineSpacing), extent: common)
  }

  /// The items whose lines meet a stretch.
  func items(from start: CGFloat, to end: CGFloat) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let first = origin + headerLength + before
    guard let common else {
      let begun = lines.partitioningIndex { first + $0.end >= start }
      let ended = lines.partitioningIndex { first + $0.start > end }
      guard begun < ended else { return 0..<0 }
      return lines[begun].items.lowerBound..<lines[ended - 1].items.upperBound
    }
    let (step, columns) = (common.along + rules.lineSpacing, perLine)
    guard step > 0 else { return 0..<count }
    let before = max(0, ((start - first - common.along) / step).rounded(.up))
    let last = ((end - first) / step).rounded(.down)
    guard last >= before else { return 0..<0 }
    let lines = (count + columns - 1) / columns
    let (low, high) = (Int(min(before, CGFloat(lines))), Int(min(last + 1, CGFloat(lines))))
    return min(count, low * columns)..<min(count, max(low, high) * columns)
  }
}

extension Array {
  /// The first index for which a condition holds that holds for all behind it.
  func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
