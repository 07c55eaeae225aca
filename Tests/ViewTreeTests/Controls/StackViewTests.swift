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

@Suite("A stack view")
struct StackViewTests {
  let loop = TurnLoop()
  let stack = StackView(frame: CGRect(x: 10, y: 10, width: 320, height: 100))
  let window: Window

  init() {
    window = loop.makeSettledWindow(stack)
  }

  private func fill(_ sizes: [(CGFloat, CGFloat)]) {
    for size in sizes { stack.addArrangedSubview(Natural(size.0, size.1)) }
  }

  /// Position and length along the axis.
  private func along() -> [[CGFloat]] {
    stack.layoutIfNeeded()
    return stack.arrangedSubviews.map {
      stack.axis == .horizontal
        ? rounded([$0.frame.minX, $0.frame.width]) : rounded([$0.frame.minY, $0.frame.height])
    }
  }

  private func rounded(_ lengths: [CGFloat]) -> [CGFloat] {
    lengths.map { ($0 * 1000).rounded() / 1000 }
  }

  /// Position and length across the axis.
  private func across() -> [[CGFloat]] {
    stack.layoutIfNeeded()
    return stack.arrangedSubviews.map {
      stack.axis == .horizontal
        ? [$0.frame.minY, $0.frame.height] : [$0.frame.minX, $0.frame.width]
    }
  }

  // MARK: Membership

  @Test("G1: an arranged view is a subview; taken out of the arrangement it stays one")
  func membership() {
    let (a, b) = (View(), View())
    stack.addArrangedSubview(a)
    stack.insertArrangedSubview(b, at: 0)
    #expect(stack.arrangedSubviews == [b, a])
    #expect(stack.subviews == [a, b])
    stack.removeArrangedSubview(a)
    #expect(stack.arrangedSubviews == [b])
    #expect(stack.subviews == [a, b])
    stack.addArrangedSubview(a)
    #expect(stack.subviews == [a, b], "it is a subview already, and keeps its place")
    a.removeFromSuperview()
    #expect(stack.arrangedSubviews == [b])
    View().addSubview(b)
    #expect(stack.arrangedSubviews == [] && stack.subviews == [])
  }

  @Test("G1: an arranged view can be moved, and an index past the end means the end")
  func moving() {
    let views = (0..<4).map { _ in View() }
    views.forEach(stack.addArrangedSubview)
    stack.setCustomSpacing(5, after: views[0])
    stack.insertArrangedSubview(views[0], at: 2)
    #expect(stack.arrangedSubviews == [views[1], views[2], views[0], views[3]])
    stack.insertArrangedSubview(views[1], at: 99)
    #expect(stack.arrangedSubviews == [views[2], views[0], views[3], views[1]])
    #expect(stack.customSpacing(after: views[0]) == 5)
    #expect(stack.subviews == views)
    loop.runTurn()
    stack.insertArrangedSubview(views[2], at: 0)
    stack.addArrangedSubview(views[1])
    stack.removeArrangedSubview(View())
    #expect(!stack.needsLayout, "nothing has changed")
  }

  @Test("a view that is arranged elsewhere leaves there")
  func reparenting() {
    let other = StackView()
    let view = View()
    other.addArrangedSubview(view)
    stack.addArrangedSubview(view)
    #expect(other.arrangedSubviews == [] && stack.arrangedSubviews == [view])
  }

  @Test("plain subviews are not arranged")
  func plainSubviews() {
    let plain = View(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    stack.addSubview(plain)
    fill([(10, 10)])
    #expect(along() == [[0, 320]])
    #expect(plain.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
  }

  // MARK: Dirtying

  @Test("every setting dirties it with a reason of its own, an equal one does not")
  func dirtying() {
    fill([(10, 10), (20, 20)])
    loop.runTurn()
    let watcher = Watcher()
    let token = loop.addLayoutObserver(watcher)
    stack.axis = .horizontal
    stack.spacing = 0
    stack.distribution = .fill
    stack.alignment = .fill
    stack.isLayoutMarginsRelativeArrangement = false
    stack.setCustomSpacing(StackView.spacingUseDefault, after: stack.arrangedSubviews[0])
    #expect(watcher.take() == [])
    let changes: [(value: String, reason: String, (StackView) -> Void)] = [
      ("axis StackView", "axis", { $0.axis = .vertical }),
      ("spacing StackView", "spacing", { $0.spacing = 1 }),
      ("distribution StackView", "distribution", { $0.distribution = .equalSpacing }),
      ("alignment StackView", "alignment", { $0.alignment = .center }),
      (
        "isLayoutMarginsRelativeArrangement StackView", "isLayoutMarginsRelativeArrangement",
        { $0.isLayoutMarginsRelativeArrangement = true }
      ),
      (
        "customSpacing Natural", "customSpacing",
        { $0.setCustomSpacing(3, after: $0.arrangedSubviews[0]) }
      ),
      ("isHidden Natural", "isHidden", { $0.arrangedSubviews[0].isHidden = true }),
      (
        "arrangedIndex Natural", "arranged",
        { $0.removeArrangedSubview($0.arrangedSubviews[0]) }
      ),
    ]
    for (value, reason, change) in changes {
      change(stack)
      #expect(watcher.take() == [value, "dirty StackView \(reason)"])
      loop.runTurn()
      _ = watcher.take()
    }
    withExtendedLifetime(token) {}
  }

  @Test("A11: hiding an arranged view dirties the stack, hiding another subview does not")
  func hidingDirties() {
    let plain = View()
    stack.addSubview(plain)
    fill([(10, 10)])
    loop.runTurn()
    plain.isHidden = true
    #expect(!stack.needsLayout)
    stack.arrangedSubviews[0].isHidden = true
    #expect(stack.needsLayout)
    #expect(!window.needsLayout)
  }

  @Test("one layout arranges, a second changes nothing, and the pass settles")
  func settles() {
    fill([(10, 10), (20, 20)])
    loop.runTurn()
    #expect(loop.lastCommit.batches == 2, "the stack, then its resized views")
    let frames = stack.arrangedSubviews.map(\.frame)
    stack.setNeedsLayout()
    loop.runTurn()
    #expect(stack.arrangedSubviews.map(\.frame) == frames)
    #expect(loop.lastCommit.layouts == 1)
  }

  // MARK: Distributions

  @Test("G2: four views, fillEqually, width 320, spacing 8; then one of them hidden")
  func fillEqually() {
    stack.distribution = .fillEqually
    stack.spacing = 8
    fill([(1, 1), (300, 1), (5, 5), (7, 7)])
    #expect(along() == [[0, 74], [82, 74], [164, 74], [246, 74]])
    stack.arrangedSubviews[1].isHidden = true
    loop.runTurn()
    // Thirds of 304 points are 101.33; a stack lets them lie on half points at this scale.
    #expect(
      along() == [[0, 101.5], [105.5, 0], [109.5, 101.5], [218.5, 101.5]],
      "and the hidden one waits in the middle of its gap")
  }

  // The numbers of the next six tests were measured by others on Mac Catalyst.

  @Test("a hidden view is parked without length in the middle of its gap, which dirties it")
  func parked() {
    let stack = StackView(frame: CGRect(x: 0, y: 0, width: 320, height: 100))
    stack.distribution = .fillEqually
    stack.spacing = 8
    let journal = JournalView("parked", frame: .zero)
    for view in [View(), View(), journal, View()] { stack.addArrangedSubview(view) }
    stack.layoutIfNeeded()
    #expect(journal.frame == CGRect(x: 164, y: 0, width: 74, height: 100))
    let layouts = journal.layouts
    journal.isHidden = true
    stack.layoutIfNeeded()
    #expect(journal.frame == CGRect(x: 215, y: 0, width: 0, height: 100))
    #expect(journal.layouts == layouts + 1, "its new size dirtied it")
  }

  @Test("a hidden view before the first or behind the last is parked at the stack's edge")
  func parkedAtTheEdges() {
    fill([(10, 10), (20, 20), (30, 30)])
    stack.alignment = .center
    for view in stack.arrangedSubviews { view.isHidden = true }
    loop.runTurn()
    #expect(along() == [[0, 0], [0, 0], [0, 0]])
    stack.arrangedSubviews[1].isHidden = false
    #expect(along() == [[0, 0], [0, 320], [320, 0]])
    #expect(across() == [[45, 10], [40, 20], [35, 30]])
  }

  @Test("fill without a flexible view gives the surplus to the first one: 29.5/29/41.5 in 300")
  func fillStretchesTheFirst() {
    stack.frame.size.width = 300
    stack.spacing = 8
    fill([(29.5, 10), (29, 10), (41.5, 10)])
    #expect(along().map(\.[1]) == [213.5, 29, 41.5])
  }

  @Test("fill squeezes the first view first: 76.5/94 in 120 is 18/94")
  func fillSqueezesTheFirst() {
    stack.frame.size.width = 120
    stack.spacing = 8
    fill([(76.5, 10), (94, 10)])
    #expect(along() == [[0, 18], [26, 94]])
  }

  @Test("of two spacers between 29.5, 29 and 41.5 the last takes all 168 points")
  func spacers() {
    stack.frame.size.width = 300
    stack.spacing = 8
    fill([(29.5, 10), (29, 10), (41.5, 10)])
    stack.insertArrangedSubview(View(frame: CGRect(x: 0, y: 0, width: 50, height: 5)), at: 1)
    stack.insertArrangedSubview(View(), at: 3)
    #expect(along().map(\.[1]) == [29.5, 0, 29, 168, 41.5])
    stack.setNeedsLayout()
    #expect(along().map(\.[1]) == [29.5, 0, 29, 168, 41.5], "what they have does not count")
  }

  @Test("each view is rounded for itself: thirds of 300 off a window begin at 0, 103 and 207")
  func rounding() {
    let stack = StackView(frame: CGRect(x: 0, y: 0, width: 100, height: 300))
    stack.axis = .vertical
    stack.distribution = .fillEqually
    stack.spacing = 10
    for _ in 0..<3 { stack.addArrangedSubview(View()) }
    stack.layoutIfNeeded()
    #expect(stack.arrangedSubviews.map(\.frame.minY) == [0, 103, 207])
    #expect(stack.arrangedSubviews.map(\.frame.height) == [93.5, 93.5, 93.5])
    // In a window both edges and lengths lie on its pixels.
    window.addSubview(stack)
    stack.setNeedsLayout()
    loop.runTurn()
    #expect(stack.arrangedSubviews.map(\.frame.minY) == [0, 103.5, 206.5])
    window.displayScale = 1
    #expect(stack.needsLayout)
    loop.runTurn()
    #expect(stack.arrangedSubviews.map(\.frame.minY) == [0, 103, 207])
    #expect(stack.arrangedSubviews.map(\.frame.height) == [93, 93, 93])
    window.displayScale = 1
    #expect(loop.isIdle)
  }

  @Test("a surplus beyond rounding is distributed, and the last view ends at the edge")
  func smallSlack() {
    stack.frame.size.width = 100
    stack.distribution = .equalSpacing
    fill([(33.2, 10), (33.2, 10), (33.2, 10)])
    #expect(along() == [[0, 33], [33.5, 33], [67, 33]])
    stack.distribution = .equalCentering
    #expect(along() == [[0, 33], [33.5, 33], [67, 33]])
  }

  @Test("from right to left a row runs backwards, and leading is on the right in a column")
  func mirrored() {
    stack.spacing = 10
    fill([(40, 10), (60, 20)])
    loop.runTurn()
    stack.semanticContentAttribute = .forceRightToLeft
    #expect(stack.needsLayout)
    #expect(along() == [[70, 250], [0, 60]])
    stack.axis = .vertical
    stack.alignment = .leading
    #expect(across() == [[280, 40], [260, 60]])
    stack.semanticContentAttribute = .playback
    #expect(across() == [[0, 40], [0, 60]])
  }

  @Test("fill gives the surplus to the last view without a natural length, else to the first")
  func fillStretches() {
    stack.spacing = 10
    fill([(40, 10), (60, 10)])
    #expect(along() == [[0, 250], [260, 60]])
    let plain = [View(), View()]
    stack.insertArrangedSubview(plain[0], at: 0)
    stack.addArrangedSubview(plain[1])
    #expect(along() == [[0, 0], [10, 40], [60, 60], [130, 190]])
  }

  @Test("fill takes a deficit from the first views; one without a natural length has nothing")
  func fillSqueezes() {
    let plain = View(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
    stack.addArrangedSubview(plain)
    fill([(200, 10), (80, 10)])
    #expect(along() == [[0, 40], [40, 200], [240, 80]])
    stack.frame.size.width = 140
    #expect(along() == [[0, 0], [0, 60], [60, 80]])
    stack.frame.size.width = 0
    #expect(along() == [[0, 0], [0, 0], [0, 0]])
  }

  // TZStackView, whose tests compare its constraints with UIStackView's, gives each view its part of
  // the natural lengths and the spacing together, the first views with the higher priority; and Open
  // Radar 34595752 says that the last view is stretched as soon as there is spacing.
  @Test("fillProportionally treats the spacing as content, and gives the rest to the last view")
  func fillProportionally() {
    stack.distribution = .fillProportionally
    fill([(10, 1), (20, 1), (10, 1)])
    #expect(along() == [[0, 80], [80, 160], [240, 80]])
    stack.spacing = 20
    #expect(along() == [[0, 40], [60, 80], [160, 160]])
    stack.frame.size.width = 40
    #expect(along() == [[0, 0], [20, 0], [40, 0]], "the spacing has taken all")
    stack.frame.size.width = 48
    #expect(along() == [[0, 6], [26, 2], [48, 0]], "the first views come first")
    stack.frame.size.width = 320
    for view in stack.arrangedSubviews { (view as? Natural)?.natural.width = 0 }
    stack.spacing = 10
    #expect(along() == [[0, 0], [10, 0], [20, 300]])
    stack.spacing = 0
    #expect(along() == [[0, 320], [320, 0], [320, 0]], "as fill")
  }

  @Test("24 views of one point in 300 points: 23 equal ones, and a last one of 130 points")
  func manyProportionally() {
    stack.frame.size.width = 300
    stack.distribution = .fillProportionally
    stack.spacing = 1
    fill(Array(repeating: (1, 1), count: 24))
    // Each asks for a 47th of 300 points, 6.38; on the grid of half points that is 6.5.
    #expect(along().dropLast().allSatisfy { $0[1] == 6.5 })
    #expect(along().last == [170, 130])
  }

  @Test("equalSpacing keeps lengths and makes the gaps equal, no less than the spacing")
  func equalSpacing() {
    stack.distribution = .equalSpacing
    fill([(20, 1), (40, 1), (60, 1)])
    #expect(along() == [[0, 20], [120, 40], [260, 60]])
    stack.setCustomSpacing(150, after: stack.arrangedSubviews[0])
    #expect(along() == [[0, 20], [170, 40], [260, 60]])
    stack.spacing = 150
    #expect(along() == [[0, 0], [150, 0], [300, 20]], "as fill")
    stack.removeArrangedSubview(stack.arrangedSubviews[0])
    stack.removeArrangedSubview(stack.arrangedSubviews[0])
    #expect(along() == [[0, 320]], "a single view fills the stack")
  }

  @Test("equalCentering makes the distances of the middles equal, else as equalSpacing")
  func equalCentering() {
    stack.distribution = .equalCentering
    fill([(20, 1), (100, 1), (60, 1)])
    // Middles at 10, 150 and 290.
    #expect(along() == [[0, 20], [100, 100], [260, 60]])
    stack.spacing = 60
    #expect(along() == [[0, 20], [100, 100], [260, 60]], "a gap of 60 is enough")
    stack.spacing = 65
    #expect(along() == [[0, 20], [90, 100], [260, 60]])
  }

  @Test("custom spacing replaces the spacing after one view, not after the last visible one")
  func customSpacing() {
    fill([(10, 1), (10, 1), (10, 1)])
    stack.spacing = 5
    let views = stack.arrangedSubviews
    stack.setCustomSpacing(30, after: views[0])
    stack.setCustomSpacing(StackView.spacingUseSystem, after: views[1])
    stack.setCustomSpacing(99, after: views[2])
    #expect(along() == [[0, 262], [292, 10], [310, 10]])
    #expect(stack.customSpacing(after: views[0]) == 30)
    #expect(stack.customSpacing(after: views[1]) == 8)
    stack.setCustomSpacing(StackView.spacingUseDefault, after: views[0])
    #expect(stack.customSpacing(after: views[0]) == StackView.spacingUseDefault)
    #expect(along()[1] == [292, 10])
  }

  @Test("a column does along y what a row does along x")
  func column() {
    stack.axis = .vertical
    stack.distribution = .fillEqually
    stack.spacing = 10
    fill([(1, 1), (1, 1), (1, 1)])
    #expect(along() == [[0, 26.5], [36.5, 26.5], [73.5, 26.5]])
    #expect(across() == [[0, 320], [0, 320], [0, 320]])
  }

  // MARK: Alignments

  @Test(
    "alignments across a row",
    arguments: [
      (.fill, [[0, 100], [0, 100]]), (.leading, [[0, 20], [0, 30]]), (.top, [[0, 20], [0, 30]]),
      (.center, [[40, 20], [35, 30]]), (.trailing, [[80, 20], [70, 30]]),
      (.bottom, [[80, 20], [70, 30]]), (.firstBaseline, [[0, 20], [0, 30]]),
      (.lastBaseline, [[10, 20], [0, 30]]),
    ] as [(StackView.Alignment, [[CGFloat]])])
  func rowAlignments(alignment: StackView.Alignment, expected: [[CGFloat]]) {
    fill([(10, 20), (10, 30)])
    stack.alignment = alignment
    #expect(across() == expected)
  }

  @Test(
    "alignments across a column",
    arguments: [
      (.fill, [[0, 320], [0, 320]]), (.leading, [[0, 20], [0, 30]]),
      (.center, [[150, 20], [145, 30]]), (.trailing, [[300, 20], [290, 30]]),
      (.firstBaseline, [[0, 20], [0, 30]]), (.lastBaseline, [[0, 20], [0, 30]]),
    ] as [(StackView.Alignment, [[CGFloat]])])
  func columnAlignments(alignment: StackView.Alignment, expected: [[CGFloat]]) {
    stack.axis = .vertical
    fill([(20, 10), (30, 10)])
    stack.alignment = alignment
    #expect(across() == expected)
  }

  @Test("baselines of labels stand on one line")
  func baselines() {
    let (small, large) = (Label(), Label())
    (small.text, large.text) = ("a", "a\na")
    large.numberOfLines = 0
    small.font = .systemFont(ofSize: 10)
    large.font = .systemFont(ofSize: 20)
    stack.addArrangedSubview(small)
    stack.addArrangedSubview(large)
    stack.alignment = .firstBaseline
    #expect(across() == [[9.5, 12], [0, 48]])
    stack.alignment = .lastBaseline
    // The large one's is 5 above its bottom, the small one's 2.5.
    #expect(across() == [[33.5, 12], [0, 48]])
    // In a label that is too low for its text, the text stands out above and below.
    stack.frame.size.height = 40
    #expect(across() == [[29.5, 12], [0, 40]])
    stack.alignment = .firstBaseline
    #expect(across() == [[5.5, 12], [0, 40]])
  }

  @Test("a view is never larger across than the stack")
  func clamped() {
    fill([(10, 500)])
    stack.alignment = .center
    #expect(across() == [[0, 100]])
  }

  // MARK: Sizes

  @Test("a label in a column wraps at the column's width")
  func wrappingLabel() {
    stack.axis = .vertical
    stack.alignment = .leading
    stack.frame.size = CGSize(width: 40, height: 300)
    let label = Label()
    label.font = .systemFont(ofSize: 4)
    label.numberOfLines = 0
    label.text = String(repeating: "aaaa ", count: 10)
    let rest = View()
    stack.addArrangedSubview(label)
    stack.addArrangedSubview(rest)
    loop.runTurn()
    #expect(label.frame == CGRect(x: 0, y: 0, width: 40, height: 15))
    #expect(rest.frame.minY == 15)
  }

  @Test("a new intrinsic size of an arranged view arranges again")
  func intrinsicChange() throws {
    fill([(10, 10), (20, 20)])
    loop.runTurn()
    let first = try #require(stack.arrangedSubviews[0] as? Natural)
    first.natural.width = 50
    #expect(stack.needsLayout)
    loop.runTurn()
    first.natural.width = 310
    loop.runTurn()
    #expect(along() == [[0, 300], [300, 20]])
  }

  @Test("the width into which it fits its views is the offered one without the margins")
  func fittingBetweenMargins() {
    let label = Label()
    label.font = .systemFont(ofSize: 4)
    label.numberOfLines = 0
    // 14 points wide and 5 high; two lines need 7, and three less.
    label.text = "aaa bb c"
    stack.axis = .vertical
    stack.addArrangedSubview(label)
    stack.isLayoutMarginsRelativeArrangement = true
    stack.layoutMargins = EdgeInsets(top: 1, left: 10, bottom: 3, right: 20)
    let heights = [44, 43, 37, 36].map {
      stack.sizeThatFits(CGSize(width: $0, height: 0)).height
    }
    #expect(heights == [9, 14, 14, 19])
  }

  @Test("the size that fits counts the present width of a view that is only naturally high")
  func halfNatural() {
    let field = Natural(View.noIntrinsicMetric, 20)
    field.frame.size.width = 30
    stack.addArrangedSubview(field)
    fill([(10, 5)])
    #expect(stack.sizeThatFits(.zero) == CGSize(width: 40, height: 20))
    #expect(stack.intrinsicContentSize == CGSize(width: View.noIntrinsicMetric, height: 20))
  }

  @Test("its natural size is that of its views, spacing and margins")
  func naturalSize() {
    fill([(10, 20), (30, 5)])
    stack.spacing = 4
    #expect(stack.intrinsicContentSize == CGSize(width: 44, height: 20))
    #expect(stack.sizeThatFits(.zero) == CGSize(width: 44, height: 20))
    stack.distribution = .fillEqually
    #expect(stack.intrinsicContentSize == CGSize(width: 64, height: 20))
    stack.axis = .vertical
    stack.isLayoutMarginsRelativeArrangement = true
    stack.layoutMargins = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(stack.intrinsicContentSize == CGSize(width: 36, height: 48))
    stack.arrangedSubviews[0].isHidden = true
    #expect(stack.intrinsicContentSize == CGSize(width: 36, height: 9))
    let none = CGSize(width: View.noIntrinsicMetric, height: View.noIntrinsicMetric)
    #expect(StackView().intrinsicContentSize == none)
    stack.arrangedSubviews[1].isHidden = true
    #expect(
      stack.intrinsicContentSize == CGSize(width: View.noIntrinsicMetric, height: 4),
      "hidden views have no length, as in OAStackView's tests; the margins are left")
  }

  @Test("a nested stack whose views are all hidden takes no space, an empty one is a spacer")
  func nestedHidden() {
    let inner = StackView(arrangedSubviews: [Natural(30, 10), Natural(40, 10)])
    fill([(10, 10)])
    stack.addArrangedSubview(inner)
    #expect(along() == [[0, 250], [250, 70]])
    for view in inner.arrangedSubviews { view.isHidden = true }
    stack.setNeedsLayout()
    #expect(along() == [[0, 320], [320, 0]])
    for view in inner.arrangedSubviews { view.removeFromSuperview() }
    stack.setNeedsLayout()
    #expect(along() == [[0, 10], [10, 310]])
  }

  @Test("margins stay free if isLayoutMarginsRelativeArrangement is set, and include the safe area")
  func margins() {
    stack.isLayoutMarginsRelativeArrangement = true
    fill([(10, 10)])
    #expect(along() == [[8, 304]])
    #expect(across() == [[8, 84]])
    window.safeAreaInsets = EdgeInsets(top: 30, left: 0, bottom: 0, right: 0)
    #expect(stack.needsLayout)
    #expect(across() == [[28, 64]])
  }

  @Test("nested stacks: an inner change of size reaches the outer one, and settles")
  func nested() {
    let inner = StackView()
    let natural = Natural(30, 10)
    inner.addArrangedSubview(natural)
    stack.addArrangedSubview(inner)
    fill([(10, 10)])
    loop.runTurn()
    #expect(along() == [[0, 310], [310, 10]])
    stack.insertArrangedSubview(stack.arrangedSubviews[1], at: 0)
    loop.runTurn()
    #expect(stack.arrangedSubviews.map(\.frame.width) == [290, 30])
    natural.natural.width = 80
    loop.runTurn()
    #expect(stack.arrangedSubviews.map(\.frame.width) == [240, 80])
    #expect(natural.frame.width == 80)
    #expect(loop.isIdle)
    natural.isHidden = true
    inner.addArrangedSubview(Natural(7, 7))
    loop.runTurn()
    #expect(stack.arrangedSubviews.map(\.frame.width) == [313, 7])
  }

  @Test("a transformed view gets its size and middle, the transform stays")
  func transformed() {
    fill([(10, 10)])
    let view = stack.arrangedSubviews[0]
    view.transform = AffineTransform(scale: 0.5)
    stack.layoutIfNeeded()
    #expect(view.bounds.size == CGSize(width: 320, height: 100))
    #expect(view.center == CGPoint(x: 160, y: 50))
    #expect(view.frame == CGRect(x: 80, y: 25, width: 160, height: 50))
  }

  @Test("a bounds origin moves the arranged views")
  func boundsOrigin() {
    fill([(10, 10)])
    stack.bounds.origin = CGPoint(x: 5, y: 6)
    #expect(along() == [[5, 320]])
    #expect(across() == [[6, 100]])
  }

  @Test("a replayed stack arranges nothing, the recording does")
  func scripted() {
    stack.isScripted = true
    fill([(10, 10)])
    loop.runTurn()
    #expect(stack.arrangedSubviews[0].frame == .zero)
  }

  @Test("views fill the stack, keep their distances and stay where they are, in a random walk")
  func randomSettings() {
    let first = firstSeed("StackViewTests")
    for seed in first..<first + UInt64(caseCount(20_000, inDebug: 2000)) {
      var random = SeededGenerator(seed: seed)
      let stack = StackView(
        frame: CGRect(
          x: 0, y: 0, width: CGFloat.random(in: 0...400, using: &random),
          height: .random(in: 0...400, using: &random)))
      stack.axis = .allCases.randomElement(using: &random)!
      stack.distribution = .allCases.randomElement(using: &random)!
      stack.alignment = .allCases.randomElement(using: &random)!
      stack.spacing = .random(in: 0...20, using: &random)
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let size = CGSize(
          width: CGFloat.random(in: 0...150, using: &random),
          height: .random(in: 0...150, using: &random))
        let view: View =
          Bool.random(using: &random)
          ? Natural(size.width, size.height) : View(frame: CGRect(origin: .zero, size: size))
        view.isHidden = Int.random(in: 0..<5, using: &random) == 0
        stack.addArrangedSubview(view)
      }
      let scale: CGFloat? = [nil, 1, 2, 3].randomElement(using: &random)!
      if let scale {
        window.displayScale = scale
        window.addSubview(stack)
      }
      defer { stack.removeFromSuperview() }
      // Half a pixel each. Off a window an edge lies on whole points, a length on half ones.
      let (edge, measure) = (0.5 / (scale ?? 1), 0.5 / (scale ?? 2))
      // A present length that was fitted in is rounded before what is behind it is placed.
      let isFitted =
        stack.distribution == .equalSpacing || stack.distribution == .equalCentering
      stack.layoutIfNeeded()
      let visible = stack.arrangedSubviews.filter { !$0.isHidden }.map(\.frame)
      let spans = visible.map {
        stack.axis == .horizontal ? ($0.minX, $0.maxX) : ($0.minY, $0.maxY)
      }
      let length = stack.axis == .horizontal ? stack.bounds.width : stack.bounds.height
      let gaps = stack.spacing * CGFloat(max(0, spans.count - 1))
      for (before, after) in zip(spans, spans.dropFirst()) {
        let least = stack.spacing - 2 * edge - measure
        #expect(after.0 - before.1 >= least - 1e-9, "seed \(seed)")
      }
      if let first = spans.first, let last = spans.last {
        #expect(first.0 == 0, "seed \(seed)")
        let off = abs(last.1 - max(length, gaps))
        #expect(off <= edge + measure + (isFitted ? measure : 0) + 2e-6, "seed \(seed)")
      }
      let frames = visible
      stack.setNeedsLayout()
      stack.layoutIfNeeded()
      for (one, two) in zip(frames, stack.arrangedSubviews.filter { !$0.isHidden }.map(\.frame)) {
        #expect(
          abs(one.minX - two.minX) + abs(one.width - two.width) < 1e-6,
          "seed \(seed)")
      }
    }
  }

  @Test("a negative index and a spacing that is not finite end the process with the remedy")
  func misuse() async throws {
    let index = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        StackView().insertArrangedSubview(View(), at: -1)
      })
    #expect(index.saysOnError("Use an index from 0 to arrangedSubviews.count"))
    let spacing = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        StackView().spacing = .nan
      })
    #expect(spacing.saysOnError("StackView.spacing must be finite"))
  }
}
