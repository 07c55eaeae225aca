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

  @Test("A15: a new margin is told and dirties the view alone")
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

  @Test("the safe area goes down the tree, and stops where it reaches nobody")
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

  @Test("scrolling changes no cell's safe area")
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
