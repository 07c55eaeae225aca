import Foundation
import Testing
import ViewTree

/// The spellings that others build against: this file fails only if it does not compile.
@Suite("The public interface of ViewTree")
struct ContractTests {
  final class Delegate: ScrollViewDelegate {
    func scrollViewDidScroll(_ scrollView: ScrollView) {}
  }

  class Overriding: View {
    override init(frame: CGRect) { super.init(frame: frame) }
    override var frame: CGRect { didSet {} }
    override var bounds: CGRect { didSet {} }
    override var center: CGPoint { didSet {} }
    override var anchorPoint: CGPoint { didSet {} }
    override var isHidden: Bool { didSet {} }
    override var intrinsicContentSize: CGSize { CGSize(width: 1, height: 2) }
    override func didMoveToSuperview() { super.didMoveToSuperview() }
    override func didMoveToWindow() { super.didMoveToWindow() }
    override func didAddSubview(_ subview: View) { super.didAddSubview(subview) }
    override func willRemoveSubview(_ subview: View) { super.willRemoveSubview(subview) }
    override func setNeedsLayout() { super.setNeedsLayout() }
    override func layoutSubviews() { super.layoutSubviews() }
    override func sizeThatFits(_ size: CGSize) -> CGSize { size }
    override func invalidateIntrinsicContentSize() { super.invalidateIntrinsicContentSize() }
    override func setNeedsUpdateConstraints() { super.setNeedsUpdateConstraints() }
    override func updateConstraints() { super.updateConstraints() }
    override class var requiresConstraintBasedLayout: Bool { true }
    override var layoutMargins: EdgeInsets { didSet {} }
    override var directionalLayoutMargins: DirectionalEdgeInsets { didSet {} }
    override var preservesSuperviewLayoutMargins: Bool { didSet {} }
    override var insetsLayoutMarginsFromSafeArea: Bool { didSet {} }
    override var semanticContentAttribute: SemanticContentAttribute { didSet {} }
    override var effectiveUserInterfaceLayoutDirection: UserInterfaceLayoutDirection {
      super.effectiveUserInterfaceLayoutDirection
    }
    override var description: String { super.description }
    override var debugDescription: String { super.debugDescription }
    override func layoutMarginsDidChange() { super.layoutMarginsDidChange() }
    override func safeAreaInsetsDidChange() { super.safeAreaInsetsDidChange() }
    override func hitTest(_ point: CGPoint, with event: Event?) -> View? {
      super.hitTest(point, with: event)
    }
    override func point(inside point: CGPoint, with event: Event?) -> Bool {
      super.point(inside: point, with: event)
    }
  }

  final class Controller: ViewController {
    override func loadView() { view = Overriding() }
    override func viewDidLoad() { super.viewDidLoad() }
    override func viewSafeAreaInsetsDidChange() { super.viewSafeAreaInsetsDidChange() }
    override func viewLayoutMarginsDidChange() { super.viewLayoutMarginsDidChange() }
    override func viewWillLayoutSubviews() { super.viewWillLayoutSubviews() }
    override func viewDidLayoutSubviews() { super.viewDidLayoutSubviews() }
  }

  @Test("a view has UIKit's members")
  func view() {
    let view = Overriding()
    let other = View(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.identifier = "view"
    view.transform = AffineTransform.identity
    view.autoresizesSubviews = true
    view.isUserInteractionEnabled = true
    view.alpha = 1
    view.tag = 7
    view.autoresizingMask = [.flexibleWidth, View.AutoresizingMask.flexibleHeight]
    view.addSubview(other)
    view.insertSubview(View(), at: 0)
    view.insertSubview(View(), aboveSubview: other)
    view.insertSubview(View(), belowSubview: other)
    view.exchangeSubview(at: 0, withSubviewAt: 1)
    view.bringSubviewToFront(other)
    view.sendSubviewToBack(other)
    let superview: View? = other.superview
    let subviews: [View] = view.subviews
    let window: Window? = view.window
    view.layoutIfNeeded()
    let isDirty: Bool = view.needsLayout
    view.sizeToFit()
    _ = view.safeAreaInsets
    _ = view.layoutMargins
    let point: CGPoint = view.convert(CGPoint.zero, to: other)
    let rect: CGRect = view.convert(CGRect.zero, from: other)
    let isInside: Bool = other.isDescendant(of: view)
    let found: View? = view.viewWithIdentifier("view")
    let texts: [String] = [view.recursiveDescription(), view.svgSnapshot()]
    other.removeFromSuperview()
    #expect(superview === view && subviews.count == 4 && window == nil && !isDirty && isInside)
    #expect(found === view && texts.allSatisfy { !$0.isEmpty } && point.x.isFinite)
    #expect(rect.size == .zero)
  }

  @Test("windows, controllers and controls have UIKit's members")
  func controls() {
    let loop = TurnLoop(clock: .virtual)
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let controller = Controller()
    window.rootViewController = controller
    let delegate = Delegate()
    let scroller = ScrollView(frame: .zero)
    scroller.delegate = delegate
    scroller.contentOffset = CGPoint(x: 0, y: 1)
    scroller.contentSize = CGSize(width: 10, height: 10)
    scroller.contentInset = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    let stack = StackView(frame: .zero)
    stack.axis = .vertical
    stack.spacing = 8
    stack.distribution = .fillEqually
    stack.alignment = .center
    let label = Label(frame: .zero)
    label.text = "text"
    label.numberOfLines = 2
    stack.addArrangedSubview(label)
    stack.insertArrangedSubview(View(), at: 0)
    stack.removeArrangedSubview(label)
    #expect(stack.arrangedSubviews.count == 1)
    #expect(controller.view.window === window)
    #expect(window.loop === loop)
  }

  @Test("a loop has its members")
  func loops() {
    let loop = TurnLoop()
    loop.event {}
    loop.async {}
    let timer: TurnLoop.Timer = loop.after(.seconds(1)) {}
    timer.invalidate()
    let journal = Delegate()
    let ticks: TurnLoop.Timer = loop.every(.seconds(1), target: journal) { (_: Delegate) in }
    let phase: TurnLoop.Phase = .beforeWaiting
    let observation: ObservationToken = loop.addObserver(at: phase, order: 1) {}
    final class Observer: LayoutObserver {}
    let layouts: ObservationToken = loop.addLayoutObserver(Observer())
    let poster: TurnLoop.Poster = loop.poster
    poster.post { @Sendable (_: TurnLoop) in }
    let ran: Bool = loop.runTurn()
    loop.advance(by: .seconds(1))
    loop.run(until: .seconds(2))
    ticks.invalidate()
    let turns: Int = loop.runUntilIdle(limit: 10)
    loop.passLimit = 10_000
    loop.nestingLimit = 256
    let summary: TurnLoop.CommitSummary = loop.lastCommit
    let now: Duration = loop.now
    loop.stop()
    #expect(ran && turns == 0 && loop.windows.isEmpty && now == .seconds(2))
    #expect(summary.batches + summary.layouts == 0)
    #expect(!summary.didHitLimit && !summary.didHitNestingLimit)
    observation.cancel()
    layouts.cancel()
  }
}
