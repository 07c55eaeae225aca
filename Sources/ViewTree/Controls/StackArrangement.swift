import Foundation

/// Computes frames for a stack's views from their natural sizes and an area.
struct StackArrangement {
  /// A visible view and the distance to the next one.
  struct Item {
    let view: View
    let spacing: CGFloat

    init(view: View, spacing: CGFloat) {
      self.view = view
      self.spacing = spacing.summable
    }
  }

  /// A hidden view and the number of visible ones before it.
  struct ParkedItem {
    let view: View
    let place: Int
  }

  let items: [Item]
  let parked: [ParkedItem]
  let axis: StackView.Axis
  let distribution: StackView.Distribution
  let alignment: StackView.Alignment
  /// True if the horizontal axis runs from right to left.
  let isMirrored: Bool
  let grid: PixelGrid

  private var isRow: Bool { axis == .horizontal }

  /// The sum of the distances between the views.
  private var gaps: CGFloat { items.dropLast().reduce(0) { $0 + $1.spacing } }

  // MARK: Natural sizes

  /// The size that a view asks for when it may be `width` wide.
  ///
  /// A view that gets less than its natural width is asked for its height at that width. Without an
  /// intrinsic size, the answer may be the view's current size: it is rounded first, so that a
  /// second layout gets the same result.
  private func naturalSize(of view: View, width: CGFloat) -> CGSize {
    let none = View.noIntrinsicMetric
    let intrinsic = view.askedIntrinsicSize
    if intrinsic.width != none, intrinsic.height != none, intrinsic.width <= width {
      return intrinsic
    }
    let room = CGSize(
      width: min(width, .greatestFiniteMagnitude), height: .greatestFiniteMagnitude)
    let fitting = view.called { view.sizeThatFits(room) }
    let isSqueezed = intrinsic.width != none && intrinsic.width > width
    let width = intrinsic.width == none ? grid.length(fitting.width) : intrinsic.width
    let height =
      intrinsic.height == none || isSqueezed ? grid.length(fitting.height) : intrinsic.height
    return CGSize(width: max(0, width.summable), height: max(0, height.summable))
  }

  /// The size at which nothing is stretched or squeezed, when the stack may be `width` wide.
  func fittingSize(width: CGFloat) -> CGSize {
    total(of: items.map { naturalSize(of: $0.view, width: width) }, gaps: gaps)
  }

  /// The fitting size by intrinsic sizes alone, in the directions in which every view has one.
  var intrinsicSize: CGSize {
    let none = View.noIntrinsicMetric
    let sizes = items.map(\.view.askedIntrinsicSize)
    let size = total(of: sizes, gaps: gaps)
    // A stack of hidden views has the length 0; without any view, it has no natural length.
    if items.isEmpty, !parked.isEmpty {
      return isRow ? CGSize(width: 0, height: none) : CGSize(width: none, height: 0)
    }
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
    return isRow ? CGSize(width: length, height: breadth) : CGSize(width: breadth, height: length)
  }

  // MARK: Placing

  /// Gives every view its frame in `area`.
  ///
  /// This calls user code. A view that leaves `stack` meanwhile keeps its frame.
  func place(in area: CGRect, of stack: StackView) {
    let area = area.summable
    let length = max(0, isRow ? area.size.width : area.size.height)
    let breadth = max(0, isRow ? area.size.height : area.size.width)
    let natural = items.map { naturalSize(of: $0.view, width: max(0, area.size.width)) }
    let spans =
      items.isEmpty
      ? [] : self.spans(natural: natural.map { isRow ? $0.width : $0.height }, in: length)
    let across = self.across(natural: natural, spans: spans, in: breadth)
    for (index, item) in items.enumerated() where item.view.superview === stack {
      item.view.adoptFrame(frame(spans[index], across[index], in: area))
    }
    for item in parked where item.view.superview === stack {
      let natural = naturalSize(of: item.view, width: max(0, area.size.width))
      guard item.view.superview === stack else { continue }
      let across = aligned(min(isRow ? natural.height : natural.width, breadth), in: breadth)
      item.view.adoptFrame(frame(gap(before: item.place, of: spans, in: length), across, in: area))
    }
  }

  /// The frame for a place along and across the axis, on whole pixels.
  private func frame(_ along: Span, _ across: Span, in area: CGRect) -> CGRect {
    var (x, y) = isRow ? (along, across) : (across, along)
    if isMirrored { x.start = area.size.width - x.start - x.length }
    x.start += area.origin.x
    y.start += area.origin.y
    return CGRect(
      x: grid.edge(x.start), y: grid.edge(y.start),
      width: grid.length(x.length), height: grid.length(y.length))
  }

  /// The middle of the gap before the visible view at `index`, where a hidden view is parked.
  private func gap(before index: Int, of spans: [Span], in length: CGFloat) -> Span {
    guard index > 0 else { return Span(start: 0, length: 0) }
    guard index < spans.count else { return Span(start: spans.isEmpty ? 0 : length, length: 0) }
    let end = spans[index - 1].start + spans[index - 1].length
    return Span(start: (end + spans[index].start) / 2, length: 0)
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
      // A view without a natural length would be measured by its previous length.
      guard sum + gaps > 0, flexible.isEmpty else { fallthrough }
      let parts = natural.map { length * ($0 / (sum + gaps)) }
      return row(of: firstServed(parts, room: room), gaps: items.map(\.spacing))
    case .fill: return row(of: filling(natural, room: room), gaps: items.map(\.spacing))
    case .equalSpacing, .equalCentering:
      let slack = length - sum - gaps
      guard items.count > 1, slack >= 0 else {
        return row(of: filling(natural, room: room), gaps: items.map(\.spacing))
      }
      // A slack this small is left from rounding when the views were fitted before. More must be
      // distributed, or the last view would end a pixel before the edge.
      if slack <= grid.remainder { return row(of: natural, gaps: items.map(\.spacing)) }
      if distribution == .equalCentering, let spans = centered(natural, in: length) { return spans }
      return spaced(natural, in: length)
    }
  }

  /// The indexes of the views without a natural length.
  private var flexible: [Int] {
    items.indices.filter { index in
      let size = items[index].view.askedIntrinsicSize
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

  /// Lengths that add up to `room`: each view gets what it asks for while there is room, and the
  /// last one gets the rest.
  private func firstServed(_ wanted: [CGFloat], room: CGFloat) -> [CGFloat] {
    var rest = room
    return wanted.indices.map { index in
      let length = index == wanted.count - 1 ? rest : min(wanted[index], rest)
      rest -= length
      return length
    }
  }

  /// Lengths that add up to `room`.
  ///
  /// A view without a natural length asks for none: the last of these takes the rest, and if there
  /// are none, the first view does. A shortage is taken from the first views.
  private func filling(_ natural: [CGFloat], room: CGFloat) -> [CGFloat] {
    var lengths = natural
    let flexible = flexible
    for index in flexible { lengths[index] = 0 }
    let rest = room - lengths.reduce(0, +)
    if rest > 0, let last = flexible.last {
      // If current lengths count, a second layout must find the result of the first.
      let counts = distribution == .equalSpacing || distribution == .equalCentering
      lengths[last] = counts ? grid.length(rest) : rest
    } else if rest > 0 {
      lengths[0] += rest
    }
    var missing = max(0, -rest)
    for index in lengths.indices where missing > 0 {
      let taken = min(lengths[index], missing)
      lengths[index] -= taken
      missing -= taken
    }
    return lengths
  }

  /// Natural lengths with equal gaps; each view's own spacing is the minimum.
  ///
  /// If a view's own spacing is larger than the common gap, it stays and the others share the rest.
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

  /// Natural lengths with equal distances between the middles; nil if a gap would be too small.
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
    guard alignment != .fill else { return items.map { _ in Span(start: 0, length: breadth) } }
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
    return lengths.map { aligned($0, in: breadth) }
  }

  /// The place of a length across the axis when no baseline counts.
  private func aligned(_ length: CGFloat, in breadth: CGFloat) -> Span {
    switch alignment {
    case .fill: Span(start: 0, length: breadth)
    case .center: Span(start: (breadth - length) / 2, length: length)
    case .trailing: Span(start: breadth - length, length: length)
    case .leading, .firstBaseline, .lastBaseline: Span(start: 0, length: length)
    }
  }

  /// The baseline of a label; the upper or the lower edge of any other view.
  private func baseline(of view: View, in size: CGSize) -> CGFloat {
    guard let label = view as? Label else { return alignment == .firstBaseline ? 0 : size.height }
    return alignment == .firstBaseline
      ? label.firstBaseline(in: size) : label.lastBaseline(in: size)
  }
}

extension View {
  /// The intrinsic size when the engine asks for it.
  fileprivate var askedIntrinsicSize: CGSize {
    let size = called { intrinsicContentSize }
    return CGSize(width: size.width.summable, height: size.height.summable)
  }

  /// Moves the view to the place that `frame` describes, regardless of its transform.
  fileprivate func adoptFrame(_ frame: CGRect) {
    guard flags.contains(.isTransformed) else {
      return placed { self.frame = frame }
    }
    placed { bounds.size = frame.size }
    let anchor = anchorOffset
    placed { center = CGPoint(x: frame.origin.x + anchor.x, y: frame.origin.y + anchor.y) }
  }
}

extension CGFloat {
  /// The largest number with which stacks compute, far beyond any screen.
  private static let most: CGFloat = 1e300

  /// The nearest number of which the sums and products of an arrangement are finite.
  fileprivate var summable: CGFloat {
    Swift.min(Swift.max(nearestFinite, -CGFloat.most), CGFloat.most)
  }
}

extension CGRect {
  fileprivate var summable: CGRect {
    CGRect(
      x: origin.x.summable, y: origin.y.summable, width: size.width.summable,
      height: size.height.summable)
  }
}
