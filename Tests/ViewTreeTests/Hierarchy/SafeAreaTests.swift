import Foundation
import TestSupport
import Testing
import ViewTree

/// Notes the order of the callbacks.
private final class Inset: View {
  var lines: [String] = []
  override func layoutMarginsDidChange() { lines.append("margins \(Int(layoutMargins.top))") }
  override func safeAreaInsetsDidChange() { lines.append("safe area \(Int(safeAreaInsets.top))") }
}

@Suite("Safe area and margins")
struct SafeAreaTests {
  let loop = TurnLoop()
  let window: Window
  private let view = Inset(frame: CGRect(x: 5, y: 10, width: 60, height: 20))

  init() {
    window = loop.makeSettledWindow(view)
  }

  private var insets: EdgeInsets {
    EdgeInsets(top: 44, left: 10, bottom: 34, right: 12)
  }

  @Test("H2: a child's inset is the parent's less the distance to that edge")
  func inherited() {
    window.safeAreaInsets = insets
    #expect(view.safeAreaInsets == EdgeInsets(top: 34, left: 5, bottom: 0, right: 0))
    view.frame = window.bounds
    #expect(view.safeAreaInsets == insets)
    view.frame = CGRect(x: -30, y: -30, width: 380, height: 540)
    #expect(view.safeAreaInsets == insets, "clamped to the parent's")
  }

  @Test("A15: margins first, then the safe area, then that view is dirty, not its superview")
  func callbacks() {
    window.safeAreaInsets = insets
    #expect(view.lines == ["margins 42", "safe area 34"])
    #expect(view.needsLayout)
    loop.runTurn()
    view.lines = []
    view.frame.origin.y = 20
    #expect(view.lines == ["margins 32", "safe area 24"])
    #expect(view.needsLayout && !window.needsLayout)
    loop.runTurn()
    view.lines = []
    view.frame.origin.y = 20
    window.safeAreaInsets = insets
    #expect(view.lines == [] && loop.isIdle)
  }

  @Test("A15: a new margin calls layoutMarginsDidChange and dirties the view alone")
  func margins() {
    view.layoutMargins = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(view.lines == ["margins 1"])
    #expect(view.needsLayout && !window.needsLayout)
    view.layoutMargins = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(view.lines == ["margins 1"])
  }

  @Test("margins include the safe area unless they are told not to")
  func insetsFromSafeArea() {
    #expect(view.layoutMargins == EdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
    window.safeAreaInsets = insets
    #expect(view.layoutMargins == EdgeInsets(top: 42, left: 13, bottom: 8, right: 8))
    view.lines = []
    view.insetsLayoutMarginsFromSafeArea = false
    #expect(view.layoutMargins.top == 8)
    #expect(view.lines == ["margins 8"])
    window.safeAreaInsets.top = 50
    #expect(view.lines == ["margins 8", "safe area 40"])
  }

  @Test("a setting that leaves the margins unchanged calls nothing and dirties nothing")
  func sameMargins() {
    let inner = Inset(frame: CGRect(x: 0, y: 0, width: 60, height: 20))
    view.addSubview(inner)
    inner.layoutMargins = EdgeInsets(top: 20, left: 20, bottom: 20, right: 20)
    loop.runTurn()
    (view.lines, inner.lines) = ([], [])
    view.insetsLayoutMarginsFromSafeArea = false
    inner.preservesSuperviewLayoutMargins = true
    #expect(view.lines == [] && inner.lines == [] && loop.isIdle)
    #expect(inner.preservesSuperviewLayoutMargins && !view.preservesSuperviewLayoutMargins)
    // The superview's margins reach into it, but its own are larger.
    view.layoutMargins = EdgeInsets(top: 12, left: 12, bottom: 12, right: 12)
    #expect(view.lines == ["margins 12"] && inner.lines == [])
    #expect(view.needsLayout && !inner.needsLayout)
    view.layoutMargins.top = 25
    #expect(inner.lines == ["margins 25"] && inner.needsLayout)
  }

  @Test("the safe area goes down the tree, and stops where it reaches no view")
  func propagation() {
    let (inner, far) = (Inset(frame: view.bounds), Inset())
    far.frame = CGRect(x: 20, y: 100, width: 10, height: 10)
    view.addSubview(inner)
    window.addSubview(far)
    window.safeAreaInsets = insets
    #expect(inner.safeAreaInsets == view.safeAreaInsets)
    #expect(far.safeAreaInsets == .zero && far.lines == [])
    view.frame.origin.y = 200
    #expect(inner.safeAreaInsets.top == 0)
  }

  @Test("adding and removing a view, and a new size of its superview, count")
  func moves() {
    window.safeAreaInsets = insets
    let new = Inset(frame: CGRect(x: 0, y: 400, width: 320, height: 80))
    window.addSubview(new)
    #expect(new.safeAreaInsets == EdgeInsets(top: 0, left: 10, bottom: 34, right: 12))
    window.frame.size.height = 500
    #expect(new.safeAreaInsets.bottom == 14)
    new.removeFromSuperview()
    #expect(new.safeAreaInsets == .zero)
  }

  @Test("scrolling changes no cell's safe area where the scroll view absorbs it")
  func scrolling() {
    let scroll = ScrollView(frame: window.bounds)
    let cell = Inset(frame: CGRect(x: 0, y: 0, width: 320, height: 100))
    scroll.addSubview(cell)
    window.addSubview(scroll)
    window.safeAreaInsets = insets
    cell.lines = []
    scroll.contentOffset.y = 60
    #expect(cell.lines == [])
  }

  // React Native's scroll views say `never`, and their issues 16997 and 19658 show views that pad
  // themselves by their safe area shrink while they scroll, and scroll the content back.
  @Test("under never the content moves into the safe area and out of it as it scrolls")
  func scrollingUnderNever() {
    let scroll = ScrollView(frame: window.bounds)
    scroll.contentInsetAdjustmentBehavior = .never
    scroll.contentSize = CGSize(width: 320, height: 1000)
    let cells = (0..<2).map { Inset(frame: CGRect(x: 0, y: $0 * 500, width: 320, height: 500)) }
    for cell in cells { scroll.addSubview(cell) }
    window.addSubview(scroll)
    loop.runTurn()
    window.safeAreaInsets = EdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
    #expect(cells.map(\.safeAreaInsets.top) == [47, 0])
    #expect(cells.map(\.safeAreaInsets.bottom) == [34, 34], "both end below the window")
    loop.runTurn()
    scroll.contentOffset.y = 30
    #expect(cells.map(\.safeAreaInsets.top) == [47, 0], "no more than the superview's")
    #expect(cells.map(\.safeAreaInsets.bottom) == [24, 34])
    #expect(cells.map(\.needsLayout) == [true, false])
    scroll.contentOffset.y = 490
    #expect(cells.map(\.safeAreaInsets.top) == [47, 37])
    #expect(cells.map(\.safeAreaInsets.bottom) == [0, 34])
  }

  @Test("a view that its controller lets go of loses the insets that the controller added")
  func exchangedView() {
    let controller = ViewController()
    let views = (0..<2).map { _ in View(frame: window.bounds) }
    for view in views { window.addSubview(view) }
    controller.additionalSafeAreaInsets.top = 10
    controller.view = views[0]
    #expect(views.map(\.safeAreaInsets.top) == [10, 0])
    controller.view = views[1]
    #expect(views.map(\.safeAreaInsets.top) == [0, 10])
    controller.view = views[1]
    #expect(views[1].safeAreaInsets.top == 10)
    controller.view = nil
    #expect(views[1].safeAreaInsets.top == 0)
  }

  // The numbers of the next three tests were measured by others in UIKit.

  @Test(
    "a scroll view absorbs the safe area: insets (47, 0, 34, 0) reach no child and call no callback"
  )
  func scrollViewAbsorbs() {
    let scroll = ScrollView(frame: window.bounds)
    let cell = Inset(frame: CGRect(x: 0, y: 0, width: 320, height: 100))
    let inner = Inset(frame: cell.bounds)
    cell.addSubview(inner)
    scroll.addSubview(cell)
    window.addSubview(scroll)
    loop.runTurn()
    window.safeAreaInsets = EdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
    #expect(scroll.safeAreaInsets.top == 47)
    #expect(cell.safeAreaInsets == .zero && cell.lines == [] && !cell.needsLayout)
    #expect(inner.lines == [] && !inner.needsLayout)
    // A scroll view that leaves the safe area alone hands it on.
    scroll.contentInsetAdjustmentBehavior = .never
    #expect(cell.lines == ["margins 55", "safe area 47"])
    #expect(inner.safeAreaInsets.top == 47)
    scroll.contentInsetAdjustmentBehavior = .always
    #expect(cell.safeAreaInsets == .zero && inner.safeAreaInsets == .zero)
  }

  @Test("a controller's negative insets reduce the safe area to no less than 0: -100 under 20 is 0")
  func clamped() {
    let controller = ViewController()
    window.rootViewController = controller
    window.safeAreaInsets = EdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
    controller.additionalSafeAreaInsets = EdgeInsets(top: -100, left: -1, bottom: 5, right: 0)
    #expect(controller.view.safeAreaInsets == EdgeInsets(top: 0, left: 0, bottom: 5, right: 0))
    controller.additionalSafeAreaInsets.top = -5
    #expect(controller.view.safeAreaInsets.top == 15)
  }

  @Test("a controller's view outside a window has no insets; it gets them with the window")
  func additionalOutside() {
    let (controller, outer) = (ViewController(), View(frame: window.bounds))
    controller.additionalSafeAreaInsets.top = 10
    #expect(controller.view.safeAreaInsets == .zero)
    controller.view.frame = outer.bounds
    outer.addSubview(controller.view)
    #expect(controller.view.safeAreaInsets == .zero)
    window.addSubview(outer)
    #expect(controller.view.safeAreaInsets.top == 10)
    outer.removeFromSuperview()
    #expect(controller.view.safeAreaInsets == .zero)
    let late = View(frame: window.bounds)
    window.addSubview(late)
    controller.view = late
    #expect(late.safeAreaInsets.top == 10, "a view that becomes a controller's has them at once")
  }

  @Test("a controller is told of margins and safe area after its view")
  func controllerCallbacks() {
    final class Telling: ViewController {
      var lines: [String] = []
      override func loadView() { view = Inset(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }
      private var told: [String] { (view as? Inset)?.lines ?? [] }
      override func viewLayoutMarginsDidChange() { lines.append("margins after \(told)") }
      override func viewSafeAreaInsetsDidChange() { lines.append("safe area after \(told)") }
    }
    let controller = Telling()
    window.rootViewController = controller
    window.safeAreaInsets.top = 20
    #expect(
      controller.lines == [
        #"margins after ["margins 28"]"#, #"safe area after ["margins 28", "safe area 20"]"#,
      ])
    controller.view.layoutMargins.top = 1
    #expect(controller.lines.count == 3)
  }

  @Test("margins of the superview count where they reach into a view that preserves them")
  func preservedMargins() {
    let outer = Inset(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let near = Inset(frame: CGRect(x: 5, y: 100, width: 310, height: 100))
    outer.addSubview(near)
    window.addSubview(outer)
    outer.layoutMargins = EdgeInsets(top: 20, left: 30, bottom: 20, right: 12)
    loop.runTurn()
    #expect(near.lines == [])
    near.preservesSuperviewLayoutMargins = true
    #expect(near.layoutMargins == EdgeInsets(top: 8, left: 25, bottom: 8, right: 8))
    #expect(near.lines == ["margins 8"] && near.needsLayout && !outer.needsLayout)
    outer.layoutMargins.left = 50
    #expect(near.layoutMargins.left == 45)
    near.frame.origin = CGPoint(x: 10, y: 3)
    #expect(near.layoutMargins == EdgeInsets(top: 17, left: 40, bottom: 8, right: 12))
    outer.frame.size.width = 321
    outer.layoutMargins.right = 24
    #expect(near.layoutMargins.right == 23, "the right edges are 1 point apart")
    outer.frame.size.width = 330
    #expect(near.layoutMargins.right == 14)
    near.removeFromSuperview()
    #expect(near.layoutMargins == EdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
    loop.runTurn()
    near.lines = []
    outer.layoutMargins.top = 100
    #expect(near.lines == [])
  }

  @Test("margins follow the reading direction, and forcing a direction swaps them")
  func directionalMargins() {
    view.directionalLayoutMargins = DirectionalEdgeInsets(
      top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(view.layoutMargins == EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(view.effectiveUserInterfaceLayoutDirection == .leftToRight)
    view.semanticContentAttribute = .forceRightToLeft
    #expect(view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
    #expect(view.layoutMargins == EdgeInsets(top: 1, left: 4, bottom: 3, right: 2))
    #expect(view.lines.count == 2, "set in the order of reading, they turn round with it")
    view.directionalLayoutMargins.leading = 9
    #expect(view.layoutMargins.right == 9)
    view.layoutMargins = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    view.semanticContentAttribute = .unspecified
    #expect(view.layoutMargins.left == 2, "left is left")
    view.directionalLayoutMargins = view.directionalLayoutMargins
    view.semanticContentAttribute = .forceRightToLeft
    #expect(view.layoutMargins.left == 4, "the last setter counts, also with the same numbers")
    for attribute in SemanticContentAttribute.allCases where attribute != .forceRightToLeft {
      #expect(View.userInterfaceLayoutDirection(for: attribute) == .leftToRight)
    }
  }

  @Test("an edge that insets do not name has none")
  func unnamedEdges() {
    #expect(EdgeInsets(left: 2) == EdgeInsets(top: 0, left: 2, bottom: 0, right: 0))
    #expect(EdgeInsets(top: 1) == EdgeInsets(top: 1, left: 0, bottom: 0, right: 0))
    let leading = DirectionalEdgeInsets(leading: 2)
    #expect(leading == DirectionalEdgeInsets(top: 0, leading: 2, bottom: 0, trailing: 0))
    let top = DirectionalEdgeInsets(top: 1)
    #expect(top == DirectionalEdgeInsets(top: 1, leading: 0, bottom: 0, trailing: 0))
  }

  @Test("margins that swap sides reach observers once, as new margins")
  func turningIsTold() {
    final class Changes: LayoutObserver {
      var lines: [String] = []
      func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
        if case (.insets(let old), .insets(let new)) = (change.old, change.new) {
          lines.append("\(change.property) \(old.left) \(old.right) → \(new.left) \(new.right)")
        }
      }
    }
    let changes = Changes()
    let token = loop.addLayoutObserver(changes)
    window.addSubview(view)
    view.directionalLayoutMargins = DirectionalEdgeInsets(
      top: 0, leading: 2, bottom: 0, trailing: 4)
    changes.lines = []
    view.semanticContentAttribute = .forceRightToLeft
    #expect(changes.lines == ["layoutMargins 2.0 4.0 → 4.0 2.0"])
    view.directionalLayoutMargins.leading = 4
    view.semanticContentAttribute = .unspecified
    #expect(changes.lines.count == 2, "two equal sides turn into the same: \(changes.lines)")
    token.cancel()
  }

  @Test("a controller adds insets of its own")
  func additional() {
    let controller = ViewController()
    window.rootViewController = controller
    window.safeAreaInsets = insets
    controller.additionalSafeAreaInsets.top = 56
    #expect(controller.view.safeAreaInsets.top == 100)
    controller.additionalSafeAreaInsets.top = 0
    #expect(controller.view.safeAreaInsets == insets)
  }
}
