import Foundation

/// The arithmetic of a stack: from natural sizes and an area to frames.
struct StackArrangement {
  /// A visible view and the distance to the next one.
  struct Item {
    let view: View
    let spacing: CGFloat
  }

  let items: [Item]
  let axis: StackView.Axis
  let distribution: StackView.Distribution
  let alignment: StackView.Alignment
  let spacing: CGFloat

  private var isRow: Bool { axis == .horizontal }

  /// The sum of the distances between the views.
  private var gaps: CGFloat { items.dropLast().reduce(0) { $0 + $1.spacing } }

  // MARK: Natural sizes

  /// What a view asks for when it may be `width` wide.
  ///
  /// A view that gets less than its natural width is asked how high it is then.
  private func naturalSize(of view: View, width: CGFloat) -> CGSize {
    let none = View.noIntrinsicMetric
    let intrinsic = view.intrinsicContentSize
    if intrinsic.width != none, intrinsic.height != none, intrinsic.width <= width {
      return intrinsic
    }
    let fitting = view.sizeThatFits(
      CGSize(width: min(width, .greatestFiniteMagnitude), height: .greatestFiniteMagnitude))
    let isSqueezed = intrinsic.width != none && intrinsic.width > width
    return CGSize(
      width: max(0, intrinsic.width == none ? fitting.width : intrinsic.width),
      height: max(0, intrinsic.height == none || isSqueezed ? fitting.height : intrinsic.height))
  }

  /// The size in which nothing is stretched or squeezed, when the stack may be `width` wide.
  func fittingSize(width: CGFloat) -> CGSize {
    total(of: items.map { naturalSize(of: $0.view, width: width) }, gaps: gaps)
  }

  /// The same from the intrinsic sizes, in the directions in which every view has one.
  var intrinsicSize: CGSize {
    let none = View.noIntrinsicMetric
    let sizes = items.map(\.view.intrinsicContentSize)
    let size = total(of: sizes, gaps: gaps)
    return CGSize(
      width: items.isEmpty || sizes.contains { $0.width == none } ? none : size.width,
      height: items.isEmpty || sizes.contains { $0.height == none } ? none : size.height)
  }

  private func total(of sizes: [CGSize], gaps: CGFloat) -> CGSize {
    let lengths = sizes.map { isRow ? $0.width : $0.height }
    let breadth = sizes.map { isRow ? $0.height : $0.width }.max() ?? 0
    let sum =
      distribution == .fillEqually
      ? (lengths.max() ?? 0) * CGFloat(lengths.count) : lengths.reduce(0, +)
    let length = max(0, sum + gaps)
    return isRow
      ? CGSize(width: length, height: breadth) : CGSize(width: breadth, height: length)
  }

  // MARK: Placing

  /// Gives every view its frame in `area`.
  func place(in area: CGRect) {
    guard !items.isEmpty else { return }
    let length = max(0, isRow ? area.size.width : area.size.height)
    let breadth = max(0, isRow ? area.size.height : area.size.width)
    let natural = items.map { naturalSize(of: $0.view, width: max(0, area.size.width)) }
    let spans = self.spans(natural: natural.map { isRow ? $0.width : $0.height }, in: length)
    let across = self.across(natural: natural, spans: spans, in: breadth)
    for (index, item) in items.enumerated() {
      let (along, cross) = (spans[index], across[index])
      item.view.adoptFrame(
        isRow
          ? CGRect(
            x: area.origin.x + along.start, y: area.origin.y + cross.start,
            width: along.length, height: cross.length)
          : CGRect(
            x: area.origin.x + cross.start, y: area.origin.y + along.start,
            width: cross.length, height: along.length))
    }
  }

  /// A place on one axis.
  private struct Span {
    var start: CGFloat
    var length: CGFloat
  }

  // MARK: Along the axis

  private func spans(natural: [CGFloat], in length: CGFloat) -> [Span] {
    let room = max(0, length - gaps)
    let sum = natural.reduce(0, +)
    switch distribution {
    case .fillEqually:
      let share = room / CGFloat(items.count)
      return row(of: items.map { _ in share }, gaps: items.map(\.spacing))
    case .fillProportionally:
      // What has no natural length would be measured by what it got before.
      guard sum > 0, flexible.isEmpty else { fallthrough }
      return row(of: natural.map { room * ($0 / sum) }, gaps: items.map(\.spacing))
    case .fill:
      return row(of: filling(natural, room: room), gaps: items.map(\.spacing))
    case .equalSpacing, .equalCentering:
      guard items.count > 1, sum + gaps <= length else {
        return row(of: filling(natural, room: room), gaps: items.map(\.spacing))
      }
      if distribution == .equalCentering, let spans = centered(natural, in: length) {
        return spans
      }
      return spaced(natural, in: length)
    }
  }

  /// The indexes of the views without a natural length.
  private var flexible: [Int] {
    items.indices.filter { index in
      let size = items[index].view.intrinsicContentSize
      return (isRow ? size.width : size.height) == View.noIntrinsicMetric
    }
  }

  private func row(of lengths: [CGFloat], gaps: [CGFloat]) -> [Span] {
    var start: CGFloat = 0
    return lengths.indices.map { index in
      defer { start += lengths[index] + gaps[index] }
      return Span(start: start, length: lengths[index])
    }
  }

  /// Lengths that add up to `room`.
  private func filling(_ natural: [CGFloat], room: CGFloat) -> [CGFloat] {
    var lengths = natural
    let rest = room - natural.reduce(0, +)
    let flexible = flexible
    if rest > 0 {
      let takers = flexible.isEmpty ? [items.count - 1] : flexible
      for index in takers { lengths[index] += rest / CGFloat(takers.count) }
    } else if rest < 0 {
      let missing = squeeze(&lengths, flexible, by: -rest)
      _ = squeeze(&lengths, Array(items.indices), by: missing)
    }
    return lengths
  }

  /// Shortens some of the lengths, pro rata, and returns what they did not have.
  private func squeeze(_ lengths: inout [CGFloat], _ indices: [Int], by missing: CGFloat)
    -> CGFloat
  {
    let sum = indices.reduce(0) { $0 + lengths[$1] }
    guard sum > 0, missing > 0 else { return missing }
    let factor = max(0, 1 - missing / sum)
    for index in indices { lengths[index] *= factor }
    return max(0, missing - sum)
  }

  /// Natural lengths with the same gap everywhere, the own spacings as the least.
  ///
  /// Where an own spacing is larger than the common gap, it stays and the others share the rest.
  private func spaced(_ natural: [CGFloat], in length: CGFloat) -> [Span] {
    var gaps = items.dropLast().map(\.spacing)
    var rest = length - natural.reduce(0, +)
    var open = Array(gaps.indices)
    while !open.isEmpty {
      let common = rest / CGFloat(open.count)
      let larger = open.filter { gaps[$0] > common }
      if larger.isEmpty {
        for index in open { gaps[index] = common }
        break
      }
      for index in larger { rest -= gaps[index] }
      open.removeAll { larger.contains($0) }
    }
    return row(of: natural, gaps: gaps + [0])
  }

  /// Natural lengths with equal distances of the middles; nil where a gap would be too small.
  private func centered(_ natural: [CGFloat], in length: CGFloat) -> [Span]? {
    guard let first = natural.first, let last = natural.last else { return nil }
    let step = (length - first / 2 - last / 2) / CGFloat(natural.count - 1)
    let spans = natural.indices.map { index in
      Span(start: first / 2 + step * CGFloat(index) - natural[index] / 2, length: natural[index])
    }
    for index in spans.indices.dropLast() {
      let gap = spans[index + 1].start - spans[index].start - spans[index].length
      if gap < items[index].spacing { return nil }
    }
    return spans
  }

  // MARK: Across the axis

  private func across(natural: [CGSize], spans: [Span], in breadth: CGFloat) -> [Span] {
    guard alignment != .fill else {
      return items.map { _ in Span(start: 0, length: breadth) }
    }
    let lengths = items.indices.map { index in
      guard isRow else { return min(natural[index].width, breadth) }
      let height =
        spans[index].length < natural[index].width
        ? naturalSize(of: items[index].view, width: spans[index].length).height
        : natural[index].height
      return min(height, breadth)
    }
    if isRow, alignment == .firstBaseline || alignment == .lastBaseline {
      let baselines = items.indices.map { index in
        let size = CGSize(width: spans[index].length, height: lengths[index])
        return baseline(of: items[index].view, in: size)
      }
      let common = baselines.max() ?? 0
      return items.indices.map { Span(start: common - baselines[$0], length: lengths[$0]) }
    }
    return lengths.map { length in
      switch alignment {
      case .center: Span(start: (breadth - length) / 2, length: length)
      case .trailing: Span(start: breadth - length, length: length)
      default: Span(start: 0, length: length)
      }
    }
  }

  /// A label's baseline; the upper or the lower edge of any other view.
  private func baseline(of view: View, in size: CGSize) -> CGFloat {
    guard let label = view as? Label else { return alignment == .firstBaseline ? 0 : size.height }
    return alignment == .firstBaseline
      ? label.firstBaseline(in: size) : label.lastBaseline(in: size)
  }
}

extension View {
  /// Takes the place `frame` describes, whatever the transform makes of it.
  fileprivate func adoptFrame(_ frame: CGRect) {
    guard flags.contains(.isTransformed) else {
      self.frame = frame
      return
    }
    bounds.size = frame.size
    center = CGPoint(x: frame.midX, y: frame.midY)
  }
}
