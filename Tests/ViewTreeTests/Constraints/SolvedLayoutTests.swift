import Foundation
import TestSupport
import Testing
import ViewTree

/// Results that were measured with UIKit, and that follow from its documentation.
@Suite("Views placed by constraints")
struct SolvedLayoutTests {
  let loop = TurnLoop()

  /// A view in a superview that only constraints place.
  @discardableResult
  private func add<Subview: View>(_ view: Subview, to superview: View) -> Subview {
    view.translatesAutoresizingMaskIntoConstraints = false
    superview.addSubview(view)
    return view
  }

  /// A view of a natural size.
  private final class Sized: View {
    var natural: CGSize { didSet { invalidateIntrinsicContentSize() } }
    init(_ width: CGFloat, _ height: CGFloat) {
      natural = CGSize(width: width, height: height)
      super.init(frame: .zero)
    }
    override var intrinsicContentSize: CGSize { natural }
  }

  private func frame(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
  }

  // MARK: Places

  @Test("edges, lengths, centres and multiples give a view its frame")
  func frames() {
    let window = loop.makeWindow()
    let (card, half, dot) = (add(View(), to: window), add(View(), to: window), View())
    add(dot, to: card)
    LayoutConstraint.activate([
      card.leadingAnchor.constraint(equalTo: window.leadingAnchor, constant: 16),
      card.trailingAnchor.constraint(equalTo: window.trailingAnchor, constant: -16),
      card.topAnchor.constraint(equalTo: window.topAnchor, constant: 20),
      card.heightAnchor.constraint(equalTo: card.widthAnchor, multiplier: 0.5, constant: 6),
      half.topAnchor.constraint(equalTo: card.bottomAnchor, constant: 8),
      half.centerXAnchor.constraint(equalTo: window.centerXAnchor),
      half.widthAnchor.constraint(equalTo: card.widthAnchor, multiplier: 0.5),
      half.bottomAnchor.constraint(equalTo: window.bottomAnchor),
      dot.centerXAnchor.constraint(equalTo: card.centerXAnchor),
      dot.centerYAnchor.constraint(equalTo: card.centerYAnchor, constant: 10),
      dot.widthAnchor.constraint(equalToConstant: 10),
      dot.heightAnchor.constraint(equalToConstant: 10),
    ])
    loop.runUntilIdle()
    #expect(card.frame == frame(16, 20, 288, 150))
    #expect(half.frame == frame(88, 178, 144, 302))
    #expect(dot.frame == frame(139, 80, 10, 10))
  }

  @Test("without anything said of them, positions and lengths are 0")
  func unsaid() {
    let window = loop.makeWindow()
    let view = add(View(frame: frame(5, 6, 7, 8)), to: window)
    view.leadingAnchor.constraint(equalTo: window.leadingAnchor, constant: 12).isActive = true
    loop.runUntilIdle()
    #expect(view.frame == frame(12, 0, 0, 0))
  }

  @Test("constraints across levels count in the coordinates of their container")
  func levels() {
    let window = loop.makeWindow()
    let box = View(frame: frame(30, 40, 200, 200))
    window.addSubview(box)
    let (inner, beside) = (add(View(), to: box), add(View(), to: window))
    LayoutConstraint.activate([
      inner.leftAnchor.constraint(equalTo: window.leftAnchor, constant: 50),
      inner.topAnchor.constraint(equalTo: box.topAnchor, constant: 5),
      beside.leftAnchor.constraint(equalTo: inner.rightAnchor),
      beside.topAnchor.constraint(equalTo: inner.topAnchor),
      beside.rightAnchor.constraint(equalTo: box.rightAnchor),
    ])
    loop.runUntilIdle()
    #expect(inner.frame == frame(20, 5, 0, 0))
    #expect(beside.frame == frame(50, 45, 180, 0))
    box.frame.origin.x = 10
    loop.runUntilIdle()
    #expect(inner.frame.minX == 40 && beside.frame == frame(50, 45, 160, 0))
  }

  @Test("a multiple of a position counts in the coordinates of the container")
  func multiples() {
    let window = loop.makeWindow()
    let view = add(View(), to: window)
    LayoutConstraint(
      item: view, attribute: .centerX, relatedBy: .equal, toItem: window, attribute: .centerX,
      multiplier: 1.5, constant: 0
    ).isActive = true
    view.widthAnchor.constraint(equalToConstant: 40).isActive = true
    loop.runUntilIdle()
    #expect(view.frame == frame(220, 0, 40, 0))
  }

  @Test("thirds are rounded one by one, and the last edge may end past the room")
  func rounding() {
    let box = View(frame: frame(0, 0, 280, 40))
    let views = (0..<3).map { _ in add(View(), to: box) }
    for (index, view) in views.enumerated() {
      let start = index == 0 ? box.leftAnchor : views[index - 1].rightAnchor
      view.leftAnchor.constraint(equalTo: start).isActive = true
      view.widthAnchor.constraint(equalTo: views[0].widthAnchor).isActive = index > 0
    }
    views[2].rightAnchor.constraint(equalTo: box.rightAnchor).isActive = true
    box.layoutIfNeeded()
    // Outside a window: positions to whole points, lengths to halves.
    #expect(views.map(\.frame.width) == [93.5, 93.5, 93.5])
    #expect(views.map(\.frame.minX) == [0, 93, 187])
    let window = loop.makeWindow()
    window.displayScale = 3
    window.addSubview(box)
    loop.runUntilIdle()
    #expect(abs(views[1].frame.minX - 280.0 / 3) < 1e-9)
  }

  @Test("a view that code places keeps a fractional frame, and so do places in it")
  func frameBasedParent() {
    let window = loop.makeWindow()
    let box = View(frame: frame(199.5, 10.25, 100.3, 50))
    window.addSubview(box)
    let view = add(View(), to: box)
    LayoutConstraint.activate([
      view.leftAnchor.constraint(equalTo: box.leftAnchor, constant: 4),
      view.rightAnchor.constraint(equalTo: box.rightAnchor),
    ])
    loop.runUntilIdle()
    #expect(box.frame == frame(199.5, 10.25, 100.3, 50))
    #expect(view.frame == frame(4, 0, 96.5, 0))
  }

  @Test("from right to left, leading is the right edge of the container")
  func rightToLeft() {
    let window = loop.makeWindow()
    let box = View(frame: frame(0, 0, 200, 50))
    box.semanticContentAttribute = .forceRightToLeft
    window.addSubview(box)
    let (first, second) = (add(View(), to: box), add(View(), to: box))
    LayoutConstraint.activate([
      first.leadingAnchor.constraint(equalTo: box.leadingAnchor),
      second.leadingAnchor.constraint(equalTo: first.trailingAnchor, constant: 8),
      second.widthAnchor.constraint(equalToConstant: 30),
    ])
    loop.runUntilIdle()
    #expect(first.frame == frame(200, 0, 0, 0))
    #expect(second.frame == frame(162, 0, 30, 0))
    box.semanticContentAttribute = .forceLeftToRight
    loop.runUntilIdle()
    #expect(first.frame.minX == 0 && second.frame == frame(8, 0, 30, 0))
  }

  @Test("margins have the places that were measured")
  func margins() {
    let window = Window(frame: frame(0, 0, 320, 480), loop: loop)
    // They were measured without a screen, where positions are whole points.
    window.displayScale = 1
    window.safeAreaInsets = EdgeInsets(top: 59, left: 16, bottom: 34, right: 20)
    let box = View(frame: frame(0, 30, 320, 300))
    window.addSubview(box)
    func pin(_ attributes: [LayoutConstraint.Attribute], _ targets: [LayoutConstraint.Attribute])
      -> View
    {
      let view = add(View(), to: box)
      for (attribute, target) in zip(attributes, targets) {
        LayoutConstraint(
          item: view, attribute: attribute, relatedBy: .equal, toItem: box, attribute: target,
          multiplier: 1, constant: 0
        ).isActive = true
      }
      return view
    }
    func size(_ view: View, _ width: CGFloat, _ height: CGFloat) {
      view.widthAnchor.constraint(equalToConstant: width).isActive = true
      view.heightAnchor.constraint(equalToConstant: height).isActive = true
    }
    let start = pin([.left, .top], [.leftMargin, .topMargin])
    let end = pin([.right, .bottom], [.rightMargin, .bottomMargin])
    let middle = pin([.centerX, .centerY], [.centerXWithinMargins, .centerYWithinMargins])
    let wide = pin([.leading, .trailing], [.leadingMargin, .trailingMargin])
    size(end, 60, 40)
    size(middle, 80, 30)
    loop.runUntilIdle()
    #expect(start.frame.origin == CGPoint(x: 24, y: 37))
    #expect(end.frame == frame(232, 252, 60, 40))
    #expect(middle.frame == frame(118, 150, 80, 30))
    #expect((wide.frame.minX, wide.frame.width) == (24, 268))
    box.layoutMargins = EdgeInsets(top: 8, left: 20, bottom: 8, right: 8)
    loop.runUntilIdle()
    #expect(start.frame.minX == 36 && wide.frame.width == 256)
  }

  @Test("baselines of labels are on one line, and a view without text has its lower edge there")
  func baselines() {
    let window = loop.makeWindow()
    let (small, large, plain) = (add(Label(), to: window), add(Label(), to: window), View())
    add(plain, to: window)
    (small.text, large.text) = ("Inbox", "Inbox")
    large.font = .systemFont(ofSize: 40)
    LayoutConstraint.activate([
      large.topAnchor.constraint(equalTo: window.topAnchor, constant: 10),
      small.firstBaselineAnchor.constraint(equalTo: large.firstBaselineAnchor),
      plain.heightAnchor.constraint(equalToConstant: 5),
      plain.lastBaselineAnchor.constraint(equalTo: large.lastBaselineAnchor),
    ])
    loop.runUntilIdle()
    #expect(large.frame.minY == 10 && large.frame.height == 48)
    // 10 + 0.95 × 40 - 0.95 × 17, rounded to half points.
    #expect(small.frame.minY == 32)
    #expect(plain.frame.maxY == 48)
    small.font = .systemFont(ofSize: 40)
    loop.runUntilIdle()
    #expect(small.frame.minY == 10)
  }

  @Test("the alignment rectangle is aligned, and the frame extends beyond it")
  func alignment() {
    final class Badge: View {
      override var alignmentRectInsets: EdgeInsets {
        EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
      }
      override var intrinsicContentSize: CGSize { CGSize(width: 20, height: 10) }
    }
    let window = loop.makeWindow()
    let badge = add(Badge(), to: window)
    LayoutConstraint.activate([
      badge.leftAnchor.constraint(equalTo: window.leftAnchor, constant: 10),
      badge.topAnchor.constraint(equalTo: window.topAnchor, constant: 10),
    ])
    loop.runUntilIdle()
    #expect(badge.frame == frame(8, 9, 26, 14))
    #expect(badge.alignmentRect(forFrame: badge.frame) == frame(10, 10, 20, 10))
    #expect(badge.frame(forAlignmentRect: frame(10, 10, 20, 10)) == badge.frame)
  }

  @Test("a distance between anchors is a length")
  func distance() {
    let window = loop.makeWindow()
    let (a, b) = (add(View(), to: window), add(View(), to: window))
    let before = window.leftAnchor.anchorWithOffset(to: a.leftAnchor)
    let between = a.rightAnchor.anchorWithOffset(to: b.leftAnchor)
    LayoutConstraint.activate([
      a.widthAnchor.constraint(equalToConstant: 20), b.widthAnchor.constraint(equalToConstant: 20),
      before.constraint(equalToConstant: 30), between.constraint(equalTo: before, multiplier: 2),
      b.topAnchor.constraint(equalToSystemSpacingBelow: a.bottomAnchor, multiplier: 2),
    ])
    loop.runUntilIdle()
    #expect((a.frame.minX, b.frame.minX, b.frame.minY) == (30, 110, 16))
  }

  // MARK: Masks

  @Test("places that code sets and masks count as constraints for others")
  func masks() {
    let window = loop.makeWindow()
    let bar = View(frame: frame(0, 440, 320, 40))
    bar.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    window.addSubview(bar)
    let list = add(View(), to: window)
    LayoutConstraint.activate([
      list.topAnchor.constraint(equalTo: window.topAnchor),
      list.bottomAnchor.constraint(equalTo: bar.topAnchor),
      list.widthAnchor.constraint(equalTo: bar.widthAnchor),
    ])
    loop.runUntilIdle()
    #expect(list.frame == frame(0, 0, 320, 440))
    bar.frame = frame(0, 400, 320, 80)
    loop.runUntilIdle()
    #expect(list.frame == frame(0, 0, 320, 400))
    window.frame.size = CGSize(width: 400, height: 600)
    loop.runUntilIdle()
    #expect(bar.frame == frame(0, 520, 400, 80))
    #expect(list.frame == frame(0, 0, 400, 520))
  }

  @Test("a view in the middle by its mask stays there while constraints resize its superview")
  func proportionalMask() {
    let window = loop.makeWindow()
    let box = add(View(frame: frame(0, 0, 100, 100)), to: window)
    let dot = View(frame: frame(40, 40, 20, 20))
    dot.autoresizingMask = [
      .flexibleLeftMargin, .flexibleRightMargin, .flexibleTopMargin, .flexibleBottomMargin,
    ]
    box.addSubview(dot)
    let label = add(View(), to: box)
    let width = box.widthAnchor.constraint(equalToConstant: 100)
    LayoutConstraint.activate([
      width, box.heightAnchor.constraint(equalToConstant: 100),
      label.leftAnchor.constraint(equalTo: dot.rightAnchor),
    ])
    loop.runUntilIdle()
    #expect(dot.frame == frame(40, 40, 20, 20) && label.frame.minX == 60)
    width.constant = 200
    loop.runUntilIdle()
    #expect(dot.frame == frame(90, 40, 20, 20) && label.frame.minX == 110)
    #expect(!loop.runTurn())
  }

  @Test("the frame of a view that constraints place moves until they are applied again")
  func frameOfConstrained() {
    let window = loop.makeWindow()
    let view = add(View(), to: window)
    let left = view.leftAnchor.constraint(equalTo: window.leftAnchor, constant: 10)
    left.isActive = true
    loop.runUntilIdle()
    view.frame.origin.x = 50
    loop.runUntilIdle()
    #expect(view.frame.minX == 50)
    window.setNeedsLayout()
    loop.runUntilIdle()
    #expect(view.frame.minX == 10)
  }

  // MARK: Intrinsic sizes

  @Test("a view hugs its content and resists compression, at the priorities that it has")
  func content() {
    let window = loop.makeWindow()
    let (a, b) = (add(Sized(30, 10), to: window), add(Sized(40, 10), to: window))
    LayoutConstraint.activate([
      a.leftAnchor.constraint(equalTo: window.leftAnchor),
      b.leftAnchor.constraint(equalTo: a.rightAnchor),
      b.rightAnchor.constraint(equalTo: window.leftAnchor, constant: 100),
    ])
    b.setContentHuggingPriority(LayoutPriority(251), for: .horizontal)
    loop.runUntilIdle()
    #expect((a.frame.width, b.frame.width) == (60, 40))
    b.setContentHuggingPriority(LayoutPriority(249), for: .horizontal)
    loop.runUntilIdle()
    #expect((a.frame.width, b.frame.width) == (30, 70))
    a.natural.width = 80
    a.setContentCompressionResistancePriority(LayoutPriority(751), for: .horizontal)
    loop.runUntilIdle()
    #expect((a.frame.width, b.frame.width) == (80, 20))
    #expect(a.contentCompressionResistancePriority(for: .horizontal) == LayoutPriority(751))
    #expect(a.contentHuggingPriority(for: .vertical) == .defaultLow)
  }

  @Test("of views with equal priorities the first takes the slack, and is squeezed first")
  func ties() {
    let window = loop.makeWindow()
    func row(_ widths: [CGFloat], spacing: CGFloat, in room: CGFloat) -> [CGFloat] {
      let box = add(View(), to: window)
      box.widthAnchor.constraint(equalToConstant: room).isActive = true
      let views = widths.map { add(Sized($0, 10), to: box) }
      for (index, view) in views.enumerated() {
        let start = index == 0 ? box.leadingAnchor : views[index - 1].trailingAnchor
        view.leadingAnchor.constraint(equalTo: start, constant: index == 0 ? 0 : spacing)
          .isActive = true
      }
      views.last?.trailingAnchor.constraint(equalTo: box.trailingAnchor).isActive = true
      loop.runUntilIdle()
      return views.map(\.frame.width)
    }
    #expect(row([29.5, 29, 41.5], spacing: 8, in: 300) == [213.5, 29, 41.5])
    #expect(row([76.5, 94], spacing: 8, in: 120) == [18, 94])
    #expect(row([-1, -1], spacing: 0, in: 168) == [0, 168])
  }

  @Test("a text of several lines is measured at the width that it gets")
  func multipleLines() {
    let window = loop.makeWindow()
    let (label, below) = (add(Label(), to: window), add(View(), to: window))
    label.numberOfLines = 0
    label.text = String(repeating: "word ", count: 20)
    let width = label.widthAnchor.constraint(equalToConstant: 100)
    LayoutConstraint.activate([
      width, label.topAnchor.constraint(equalTo: window.topAnchor),
      below.topAnchor.constraint(equalTo: label.bottomAnchor),
    ])
    loop.runUntilIdle()
    let height = label.sizeThatFits(CGSize(width: 100, height: 0)).height
    #expect(height > 42 && label.frame.height == height && below.frame.minY == height)
    width.constant = 300
    loop.runUntilIdle()
    let less = label.sizeThatFits(CGSize(width: 300, height: 0)).height
    #expect(less < height && label.frame.height == less && below.frame.minY == less)
  }

  // MARK: Fitting

  @Test("a view is as large as the constraints in it make it, aiming at a size")
  func fitting() {
    let box = View(frame: frame(0, 0, 30, 30))
    let label = add(Sized(100, 20), to: box)
    LayoutConstraint.activate([
      label.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 8),
      label.trailingAnchor.constraint(equalTo: box.trailingAnchor, constant: -8),
      label.topAnchor.constraint(equalTo: box.topAnchor, constant: 4),
      label.bottomAnchor.constraint(lessThanOrEqualTo: box.bottomAnchor, constant: -4),
    ])
    let size = box.systemLayoutSizeFitting(View.layoutFittingCompressedSize)
    #expect(size == CGSize(width: 116, height: 28))
    #expect(box.frame == frame(0, 0, 30, 30) && label.frame == .zero)
    let wide = box.systemLayoutSizeFitting(
      CGSize(width: 320, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    #expect(wide == CGSize(width: 320, height: 28))
    let expanded = box.systemLayoutSizeFitting(View.layoutFittingExpandedSize)
    #expect(expanded.width == 116 && expanded.height == 10_000)
    #expect(View().systemLayoutSizeFitting(.zero) == .zero)
  }

  @Test("a fitting in a window dirties nothing, and wraps texts at the width")
  func fittingInWindow() {
    let box = View()
    let window = loop.makeWindow(box)
    let label = add(Label(), to: box)
    label.numberOfLines = 0
    label.text = String(repeating: "word ", count: 20)
    for (anchor, other) in [
      (label.leadingAnchor, box.leadingAnchor), (label.trailingAnchor, box.trailingAnchor),
    ] {
      anchor.constraint(equalTo: other).isActive = true
    }
    label.topAnchor.constraint(equalTo: box.topAnchor).isActive = true
    label.bottomAnchor.constraint(equalTo: box.bottomAnchor).isActive = true
    loop.runUntilIdle()
    let size = box.systemLayoutSizeFitting(
      CGSize(width: 150, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    #expect(size.height == label.sizeThatFits(CGSize(width: 150, height: 0)).height)
    #expect(!loop.runTurn())
    withExtendedLifetime(window) {}
  }

  @Test("huge multipliers lead to far coordinates, and not beyond all numbers")
  func hugeMultipliers() {
    let box = View()
    let window = loop.makeWindow(box)
    var former: View = window
    for multiplier in [1e80, 1e80, 1e80, 1e80, -1e80, 1e300] as [CGFloat] {
      let view = add(View(), to: box)
      view.widthAnchor.constraint(equalTo: former.widthAnchor, multiplier: multiplier).isActive =
        true
      view.leadingAnchor.constraint(equalTo: former.trailingAnchor).isActive = true
      former = view
    }
    loop.runUntilIdle()
    #expect(box.subviews.allSatisfy { $0.frame.maxX.isFinite && $0.frame.width >= 0 })
    #expect(box.subviews[0].frame.width == 1e12)
    #expect(box.systemLayoutSizeFitting(.zero).width.isFinite)
  }

  @Test(
    "a frame that is huge for a moment leaves no error behind",
    arguments: [1e17, 1e100, .greatestFiniteMagnitude])
  func hugeFrames(length: CGFloat) {
    let box = View()
    let window = loop.makeWindow(box)
    let card = View(frame: frame(0, 0, 100, 20))
    box.addSubview(card)
    let footer = add(View(), to: box)
    footer.topAnchor.constraint(equalTo: card.bottomAnchor).isActive = true
    footer.heightAnchor.constraint(equalTo: card.heightAnchor).isActive = true
    loop.runUntilIdle()
    for runsTurn in [false, true] {
      card.frame.size.height = length
      if runsTurn { loop.runUntilIdle() }
      card.frame.size.height = 20
      loop.runUntilIdle()
      #expect(footer.frame == frame(0, 20, 0, 20))
    }
    withExtendedLifetime(window) {}
  }

  @Test("a fitting is rounded to pixels")
  func fittingPixels() {
    for (scale, width, fitting) in [
      (3, 173.5, 521.0 / 3), (3, 173.25, 520.0 / 3), (2, 173.5, 173.5),
    ] {
      let box = View()
      let window = loop.makeWindow(box)
      window.displayScale = CGFloat(scale)
      box.widthAnchor.constraint(equalToConstant: width).isActive = true
      box.translatesAutoresizingMaskIntoConstraints = false
      #expect(abs(box.systemLayoutSizeFitting(.zero).width - fitting) < 1e-9)
    }
  }
}
