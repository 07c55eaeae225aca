import Foundation

/// Lengths one after the other: where each begins, and which one is at a place.
///
/// As long as all are equal it is a number. Afterwards it is a tree of sums: each is that of two others, so
/// that the same lengths have the same sums, whatever was there before. Changing one and finding one take
/// logarithmic time.
struct LengthList {
  /// The number of lengths.
  let count: Int
  /// The length of all, as long as `sums` is empty.
  private var common: CGFloat
  /// The sums: the whole at 1, the parts of node n at 2n and 2n + 1, the lengths at the end.
  private var sums: [CGFloat] = []

  /// Makes equal lengths.
  init(repeating length: CGFloat, count: Int) { (common, self.count) = (length, count) }

  /// Makes a list of lengths.
  init(_ lengths: [CGFloat]) {
    count = lengths.count
    common = lengths.first ?? 0
    if lengths.contains(where: { $0 != common }) { fill { lengths[$0] } }
  }

  private mutating func fill(_ length: (Int) -> CGFloat) {
    let width = leaves
    sums = Array(repeating: 0, count: 2 * width)
    for index in 0..<count { sums[width + index] = length(index) }
    for node in stride(from: width - 1, to: 0, by: -1) {
      sums[node] = sums[2 * node] + sums[2 * node + 1]
    }
  }

  /// The number of places at the end of the tree: a power of two.
  private var leaves: Int {
    var width = 1
    while width < count { width *= 2 }
    return width
  }

  /// True if the lengths are one number.
  var isUniform: Bool { sums.isEmpty }

  /// The sum of all.
  var total: CGFloat { isUniform ? common * CGFloat(count) : sums[1] }

  /// The length at a place.
  subscript(index: Int) -> CGFloat {
    get { isUniform ? common : sums[sums.count / 2 + index] }
    set {
      guard newValue != self[index] else { return }
      if isUniform {
        let length = common
        fill { _ in length }
      }
      var node = sums.count / 2 + index
      sums[node] = newValue
      while node > 1 {
        node /= 2
        sums[node] = sums[2 * node] + sums[2 * node + 1]
      }
    }
  }

  /// The sum of the lengths before one.
  func start(of index: Int) -> CGFloat {
    guard !isUniform else { return common * CGFloat(index) }
    var (node, span, left, sum) = (1, sums.count / 2, index, CGFloat(0))
    if left >= span { return sums[1] }
    while span > 1 {
      span /= 2
      node *= 2
      guard left >= span else { continue }
      sum += sums[node]
      left -= span
      node += 1
    }
    return sum
  }

  /// The first one that ends after a position; `count` if none does.
  func index(at position: CGFloat) -> Int {
    guard position < total else { return count }
    guard position > 0, !isUniform else {
      if isUniform { return common > 0 ? max(0, min(count, Int(position / common))) : count }
      return index(after: 0)
    }
    return index(after: position)
  }

  private func index(after position: CGFloat) -> Int {
    var (node, rest) = (1, position)
    let width = sums.count / 2
    while node < width {
      node *= 2
      guard rest >= sums[node] else { continue }
      rest -= sums[node]
      node += 1
    }
    return min(count, node - width)
  }
}
