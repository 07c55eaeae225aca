import Foundation
import TestSupport
import Testing
import ViewTree

/// A view with a natural size of its own.
private final class Natural: View {
  var natural: CGSize {
    didSet { if natural != oldValue { invalidateIntrinsicContentSize() } }
  }

  init(_ width: CGFloat, _ height: CGFloat) {
    natural = CGSize(width: width, height: height)
    super.init(frame: .zero)
  }

  override var intrinsicContentSize: CGSize { natural }
}

/// Stacks whose views constraints arrange, with the identifiers and numbers of UIKit's.
@Suite("A stack on constraints")
struct StackConstraintTests {
  /// Arranges one more view when it dies.
  private final class Dying: StackView {
    deinit {
      addArrangedSubview(View())
      layoutIfNeeded()
    }
  }

  @Test("a stack that is laid out while it dies makes its constraints")
  func dying() {
    weak var last: View?
    do {
      let stack = Dying(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
      for _ in 0..<3 {
        let view = View()
        stack.addArrangedSubview(view)
        view.widthAnchor.constraint(equalToConstant: 10).isActive = true
        last = view
      }
      stack.layoutIfNeeded()
    }
    #expect(last == nil)
  }

  let loop = TurnLoop()
  let stack = StackView(frame: CGRect(x: 10, y: 10, width: 320, height: 100))
  let window: Window

  init() {
    window = loop.makeSettledWindow(stack)
  }

  private func fill(_ sizes: [(CGFloat, CGFloat)]) {
    for size in sizes { stack.addArrangedSubview(Natural(size.0, size.1)) }
  }

  /// Position and length along the axis, on constraints.
  private func along() -> [[CGFloat]] {
    _ = stack.constraints
    stack.layoutIfNeeded()
    return stack.arrangedSubviews.map {
      stack.axis == .horizontal
        ? [$0.frame.minX, $0.frame.width] : [$0.frame.minY, $0.frame.height]
    }
  }

  @Test("a guide of the app stays, even if it has a name of the stack's own guides")
  func foreignGuide() {
    let guide = LayoutGuide()
    guide.identifier = "UISV-alignment-spanner"
    stack.addLayoutGuide(guide)
    fill([(10, 10), (20, 20)])
    stack.alignment = .center
    _ = along()
    #expect(stack.layoutGuides.contains { $0 === guide })
    #expect(stack.layoutGuides.count { $0.identifier == guide.identifier } == 2)
    stack.alignment = .fill
    _ = along()
    #expect(stack.layoutGuides.contains { $0 === guide } && stack.layoutGuides.count == 1)
  }

  private func count(_ identifier: String) -> Int {
    stack.constraints.count { $0.identifier == identifier }
  }

  @Test("its constraints have UIKit's identifiers and priorities, and are there when asked for")
  func identifiers() {
    stack.spacing = 8
    fill([(10, 10), (20, 20), (30, 30)])
    #expect(count("UISV-canvas-connection") == 4)
    #expect(count("UISV-spacing") == 2)
    #expect(count("UISV-alignment") == 4)
    #expect(stack.constraints.allSatisfy { $0.isActive && $0.priority == .required })
    stack.distribution = .fillEqually
    stack.alignment = .center
    #expect(count("UISV-fill-equally") == 2)
    #expect(count("UISV-spanning-boundary") == 6)
    let spanning = stack.constraints.filter { $0.identifier == "UISV-spanning-fit" }
    #expect(spanning.map(\.priority) == [LayoutPriority(51)])
    #expect(count("UISV-ambiguity-suppression") == 3)
    stack.distribution = .equalCentering
    #expect(count("UISV-distributing-edge") == 4)
    let gaps = stack.constraints.filter { $0.identifier == "UISV-fill-equally" }
    #expect(gaps.map(\.priority) == [LayoutPriority(149)])
    stack.distribution = .fillProportionally
    let shares = stack.constraints.filter { $0.identifier == "UISV-fill-proportionally" }
    #expect(shares.map(\.priority.rawValue) == [999, 998, 997])
    stack.arrangedSubviews[1].isHidden = true
    #expect(count("UISV-hiding") == 1)
    #expect(
      stack.constraints.filter { $0.identifier == "UISV-spacing" }.map(\.constant) == [4, 4])
    #expect(stack.layoutGuides.map(\.identifier) == ["UISV-alignment-spanner"])
  }

  @Test("measured numbers: surplus, deficit, spacers, equal shares and a hidden view")
  func measured() {
    stack.frame.size.width = 300
    stack.spacing = 8
    fill([(29.5, 10), (29, 10), (41.5, 10)])
    #expect(along().map(\.[1]) == [213.5, 29, 41.5])
    stack.insertArrangedSubview(View(), at: 1)
    stack.insertArrangedSubview(View(), at: 3)
    #expect(along().map(\.[1]) == [29.5, 0, 29, 168, 41.5])
    for view in stack.arrangedSubviews { view.removeFromSuperview() }
    stack.frame.size.width = 120
    fill([(76.5, 10), (94, 10)])
    #expect(along() == [[0, 18], [26, 94]])
    // Outside a window positions lie on whole points.
    let other = StackView(frame: CGRect(x: 0, y: 0, width: 320, height: 100))
    (other.distribution, other.spacing) = (.fillEqually, 8)
    for width in [1, 300, 5, 7] { other.addArrangedSubview(Natural(CGFloat(width), 1)) }
    other.arrangedSubviews[2].isHidden = true
    _ = other.constraints
    other.layoutIfNeeded()
    #expect(other.arrangedSubviews.map(\.frame.minX) == [0, 109, 215, 219])
    #expect(other.arrangedSubviews.map(\.frame.width) == [101.5, 101.5, 0, 101.5])
  }

  @Test("a constraint on the width of one view leaves the rest to the others")
  func width() {
    fill([(10, 10), (20, 20)])
    loop.runUntilIdle()
    #expect(stack.arrangedSubviews.map(\.frame.width) == [300, 20])
    let width = stack.arrangedSubviews[1].widthAnchor.constraint(equalToConstant: 100)
    width.isActive = true
    loop.runUntilIdle()
    #expect(
      stack.arrangedSubviews.map(\.frame) == [
        CGRect(x: 0, y: 0, width: 220, height: 100), CGRect(x: 220, y: 0, width: 100, height: 100),
      ])
    width.constant = 50
    loop.runUntilIdle()
    #expect(stack.arrangedSubviews.map(\.frame.width) == [270, 50])
    stack.spacing = 10
    loop.runUntilIdle()
    #expect(stack.arrangedSubviews.map(\.frame.width) == [260, 50])
    #expect(loop.isIdle)
  }

  @Test("equal widths that somebody asked for hold, beside a view without them")
  func equalWidths() {
    fill([(10, 10), (20, 20), (40, 10)])
    let views = stack.arrangedSubviews
    views[2].setContentHuggingPriority(LayoutPriority(251), for: .horizontal)
    views[0].widthAnchor.constraint(equalTo: views[1].widthAnchor).isActive = true
    loop.runUntilIdle()
    #expect(views.map(\.frame.width) == [140, 140, 40])
  }

  @Test("constraints inside an arranged view give it its size")
  func content() {
    let card = View()
    let (text, rest) = (Natural(30, 12), Natural(50, 10))
    text.translatesAutoresizingMaskIntoConstraints = false
    card.addSubview(text)
    for view in [card, rest] { stack.addArrangedSubview(view) }
    LayoutConstraint.activate([
      text.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 5),
      text.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: -5),
      text.topAnchor.constraint(equalTo: card.topAnchor, constant: 2),
      text.bottomAnchor.constraint(equalTo: card.bottomAnchor, constant: -2),
    ])
    stack.alignment = .top
    rest.setContentHuggingPriority(LayoutPriority(1), for: .horizontal)
    loop.runUntilIdle()
    #expect(card.frame == CGRect(x: 0, y: 0, width: 40, height: 16))
    #expect(rest.frame == CGRect(x: 40, y: 0, width: 280, height: 10))
  }

  @Test("priorities of hugging and compression decide who stretches and who shrinks")
  func priorities() {
    fill([(10, 10), (20, 20), (30, 10)])
    let views = stack.arrangedSubviews
    views[2].setContentHuggingPriority(LayoutPriority(249), for: .horizontal)
    #expect(along().map(\.[1]) == [10, 20, 290])
    stack.frame.size.width = 40
    views[1].setContentCompressionResistancePriority(LayoutPriority(1), for: .horizontal)
    #expect(along().map(\.[1]) == [10, 0, 30])
  }

  @Test("its size outside follows from its views: pinned at two edges, it is as large as they are")
  func sizedByViews() {
    stack.removeFromSuperview()
    stack.translatesAutoresizingMaskIntoConstraints = false
    stack.axis = .vertical
    stack.spacing = 4
    fill([(30, 10), (50, 20)])
    window.addSubview(stack)
    LayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: window.leadingAnchor, constant: 7),
      stack.topAnchor.constraint(equalTo: window.topAnchor, constant: 9),
    ])
    loop.runUntilIdle()
    #expect(stack.frame == CGRect(x: 7, y: 9, width: 50, height: 34))
    #expect(stack.systemLayoutSizeFitting(.zero) == CGSize(width: 50, height: 34))
    stack.arrangedSubviews[1].isHidden = true
    loop.runUntilIdle()
    #expect(stack.frame.height == 10)
    stack.arrangedSubviews[0].isHidden = true
    loop.runUntilIdle()
    #expect(stack.frame.height == 0)
  }

  @Test("hiding a view whose height somebody fixed breaks that height, until it is shown again")
  func hiding() {
    let watcher = ConflictWatcher()
    let token = loop.addLayoutObserver(watcher)
    stack.axis = .vertical
    fill([(10, 10), (20, 20)])
    let height = stack.arrangedSubviews[0].heightAnchor.constraint(equalToConstant: 44)
    height.isActive = true
    loop.runUntilIdle()
    #expect(stack.arrangedSubviews.map(\.frame.height) == [44, 56])
    stack.arrangedSubviews[0].isHidden = true
    loop.runUntilIdle()
    #expect(stack.arrangedSubviews.map(\.frame.height) == [0, 100])
    #expect(watcher.broken == [height])
    #expect(height.isActive)
    stack.arrangedSubviews[0].isHidden = false
    loop.runUntilIdle()
    #expect(stack.arrangedSubviews.map(\.frame.height) == [44, 56])
    withExtendedLifetime(token) {}
  }

  @Test("a contradiction is logged once, and the stack's own constraints hold")
  func contradiction() {
    let watcher = ConflictWatcher()
    let token = loop.addLayoutObserver(watcher)
    fill([(10, 10), (20, 20)])
    let widths = stack.arrangedSubviews.map { $0.widthAnchor.constraint(equalToConstant: 200) }
    LayoutConstraint.activate(widths)
    loop.runUntilIdle()
    #expect(watcher.broken == [widths[1]])
    #expect(stack.arrangedSubviews.map(\.frame.width) == [200, 120])
    withExtendedLifetime(token) {}
  }

  @Test("a stack in a stack on constraints is on constraints, too, and the other way around")
  func nested() {
    let inner = StackView(arrangedSubviews: [Natural(30, 10), Natural(40, 10)])
    stack.addArrangedSubview(inner)
    fill([(10, 10)])
    inner.arrangedSubviews[1].widthAnchor.constraint(equalToConstant: 60).isActive = true
    loop.runUntilIdle()
    #expect(!stack.constraints.isEmpty && !inner.constraints.isEmpty)
    #expect(stack.arrangedSubviews.map(\.frame.width) == [310, 10])
    #expect(inner.arrangedSubviews.map(\.frame.width) == [250, 60])
    let other = StackView(arrangedSubviews: [Natural(5, 5)])
    stack.addArrangedSubview(other)
    loop.runUntilIdle()
    #expect(other.arrangedSubviews[0].frame.width == 5)
    #expect(other.constraints.contains { $0.identifier == "UISV-canvas-connection" })
  }

  @Test("margins and right to left change no constraint by hand")
  func marginsAndDirection() {
    stack.isLayoutMarginsRelativeArrangement = true
    stack.layoutMargins = EdgeInsets(top: 1, left: 10, bottom: 3, right: 20)
    fill([(40, 10), (60, 20)])
    #expect(along() == [[10, 230], [240, 60]])
    stack.semanticContentAttribute = .forceRightToLeft
    #expect(along() == [[70, 230], [10, 60]])
    stack.layoutMargins.left = 0
    #expect(along() == [[60, 240], [0, 60]])
  }

  @Test("a view that leaves takes its constraints with it, and one that comes gets some")
  func leaving() {
    fill([(10, 10), (20, 20), (30, 30)])
    #expect(along().map(\.[1]) == [270, 20, 30])
    let view = stack.arrangedSubviews[1]
    view.removeFromSuperview()
    #expect(along().map(\.[1]) == [290, 30])
    #expect(count("UISV-spacing") == 1)
    stack.removeArrangedSubview(stack.arrangedSubviews[0])
    #expect(along() == [[0, 320]])
    stack.addArrangedSubview(view)
    #expect(along().map(\.[1]) == [300, 20])
  }

  @Test("a label wraps at the width that its column has")
  func labels() {
    stack.axis = .vertical
    stack.frame.size = CGSize(width: 40, height: 300)
    let label = Label()
    label.font = .systemFont(ofSize: 4)
    label.numberOfLines = 0
    label.text = String(repeating: "aaaa ", count: 10)
    stack.addArrangedSubview(label)
    stack.addArrangedSubview(View())
    _ = stack.constraints
    loop.runUntilIdle()
    #expect(label.frame == CGRect(x: 0, y: 0, width: 40, height: 15))
  }

  @Test("half a point that arithmetic misses by an error is rounded as by constraints")
  func halves() {
    let stacks = (0..<2).map { _ in
      let stack = StackView(frame: CGRect(x: 0, y: 0, width: 110, height: 50))
      (stack.distribution, stack.spacing) = (.fillProportionally, 11)
      for width: CGFloat in [33, 3, 31, 9, 24] { stack.addArrangedSubview(Natural(width, 10)) }
      return stack
    }
    _ = stacks[1].constraints
    for stack in stacks {
      stack.layoutIfNeeded()
      // 36 parts of 144 in 110 points, and two gaps: 49.5.
      #expect(stack.arrangedSubviews[2].frame.minX == 50)
    }
  }

  @Test("random stacks have the same frames by arithmetic and by constraints")
  func agreement() {
    let first = firstSeed("StackConstraintTests")
    for seed in first..<first + UInt64(caseCount(3000, inDebug: 60)) {
      var random = SeededGenerator(seed: seed)
      let plan = StackPlan(random: &random)
      let loop = TurnLoop()
      let (one, two) = (plan.makeStack(), plan.makeStack())
      var windows: [Window] = []
      if plan.isInWindow { windows = [one, two].map { loop.makeSettledWindow($0) } }
      _ = two.constraints
      for step in 0..<3 {
        for stack in [one, two] { stack.layoutIfNeeded() }
        let frames = [one, two].map { $0.arrangedSubviews.map(\.frame) }
        let isEqual = zip(frames[0], frames[1]).allSatisfy { $0.isNear($1) }
        #expect(isEqual, "seed \(seed), step \(step): \(plan), \(frames)")
        guard isEqual else { return }
        plan.change([one, two], &random)
      }
      withExtendedLifetime(windows) {}
    }
  }
}

/// Notes conflicts.
private final class ConflictWatcher: LayoutObserver {
  var broken: [LayoutConstraint] = []

  func constraintsConflicted(_ conflict: LayoutConflict, by view: View?) {
    broken.append(conflict.broken)
  }
}

/// The settings of a random stack: a case in which the two ways must not differ.
private struct StackPlan: CustomStringConvertible {
  let sizes: [CGSize]
  let hidden: [Bool]
  let plain: Int?
  let axis: StackView.Axis
  let distribution: StackView.Distribution
  let alignment: StackView.Alignment
  let spacing: CGFloat
  let length: CGFloat
  let isMirrored: Bool
  let isInWindow: Bool

  init(random: inout SeededGenerator) {
    let count = Int.random(in: 1...5, using: &random)
    sizes = (0..<count).map { _ in
      CGSize(
        width: CGFloat(Int.random(in: 1...60, using: &random)),
        height: CGFloat(Int.random(in: 1...60, using: &random)))
    }
    distribution = .allCases.randomElement(using: &random)!
    let isFilling = distribution == .fill || distribution == .fillEqually
    hidden = sizes.map { _ in isFilling && Int.random(in: 0..<5, using: &random) == 0 }
    alignment = [.fill, .leading, .center, .trailing].randomElement(using: &random)!
    axis = .allCases.randomElement(using: &random)!
    spacing = CGFloat(Int.random(in: 0...10, using: &random))
    // A plain view keeps its size across the axis by arithmetic alone.
    let isPlain = distribution == .fill && alignment == .fill && Bool.random(using: &random)
    plain = isPlain ? Int.random(in: 0..<count, using: &random) : nil
    let isRow = axis == .horizontal
    let natural = sizes.map { isRow ? $0.width : $0.height }.reduce(0, +)
    let gaps = spacing * CGFloat(count - 1)
    let visible = sizes[hidden.firstIndex(of: false) ?? 0]
    let first = isRow ? visible.width : visible.height
    let least: CGFloat =
      switch distribution {
      // The middles of views can be as far apart as they should only with room.
      case .equalCentering: natural + gaps + 60 * CGFloat(count)
      // Which views give more than the first one has is the arithmetic's choice, as is which one gives
      // beside a view without a length of its own.
      case .fill where plain != nil: natural + gaps
      case .fill, .equalSpacing: natural + gaps - first
      case .fillEqually, .fillProportionally: gaps
      }
    length = least + CGFloat(Int.random(in: 0...300, using: &random))
    isMirrored = Bool.random(using: &random)
    isInWindow = Bool.random(using: &random)
  }

  func makeStack() -> StackView {
    let size =
      axis == .horizontal ? CGSize(width: length, height: 50) : CGSize(width: 50, height: length)
    let stack = StackView(frame: CGRect(origin: .zero, size: size))
    (stack.axis, stack.distribution) = (axis, distribution)
    (stack.alignment, stack.spacing) = (alignment, spacing)
    if isMirrored { stack.semanticContentAttribute = .forceRightToLeft }
    for (index, size) in sizes.enumerated() {
      let view = index == plain ? View() : Natural(size.width, size.height)
      view.isHidden = hidden[index]
      stack.addArrangedSubview(view)
    }
    return stack
  }

  /// Changes stacks alike, by more room and another spacing.
  ///
  /// After a change of the room alone, the one of equal views that gives way depends on what was before.
  func change(_ stacks: [StackView], _ random: inout SeededGenerator) {
    let amount = CGFloat(Int.random(in: 10...30, using: &random))
    for stack in stacks {
      stack.spacing += 1
      if axis == .horizontal {
        stack.frame.size.width += amount
      } else {
        stack.frame.size.height += amount
      }
    }
  }

  var description: String {
    "\(axis) \(distribution) \(alignment) \(spacing) \(length) \(sizes) \(hidden) plain: \(plain ?? -1)"
  }
}

extension CGRect {
  fileprivate func isNear(_ other: CGRect) -> Bool {
    abs(minX - other.minX) < 0.51 && abs(minY - other.minY) < 0.51
      && abs(width - other.width) < 0.51 && abs(height - other.height) < 0.51
  }
}
