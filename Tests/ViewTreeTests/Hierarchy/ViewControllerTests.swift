import Foundation
import TestSupport
import Testing
import ViewTree

private final class Noting: ViewController {
  let journal: Journal
  let subview: JournalView

  init(_ journal: Journal) {
    self.journal = journal
    subview = JournalView("child", in: journal)
    super.init()
  }

  override func loadView() {
    view = JournalView("root", in: journal)
    journal.note("load")
  }
  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(subview)
    journal.note("loaded")
  }
  override func viewWillLayoutSubviews() { journal.note("will") }
  override func viewDidLayoutSubviews() { journal.note("did") }
}

@Suite("A view controller")
struct ViewControllerTests {
  let loop = TurnLoop()
  let journal = Journal()
  let window: Window
  private let controller: Noting

  init() {
    window = loop.makeSettledWindow()
    controller = Noting(journal)
  }

  @Test("makes its view once, when it is first asked for")
  func loading() {
    #expect(!controller.isViewLoaded && controller.viewIfLoaded == nil)
    #expect(controller.view === controller.view)
    #expect(journal.take() == ["load", "loaded"])
    #expect(controller.isViewLoaded)
  }

  @Test("C1: will, the root's layoutSubviews, did, then the children")
  func order() {
    window.rootViewController = controller
    #expect(journal.take() == ["load", "loaded"])
    loop.runTurn()
    #expect(journal.take() == ["will", "root", "did", "child"])
  }

  @Test("C2: if only a child is dirty, the controller is not called")
  func childOnly() {
    window.rootViewController = controller
    loop.runTurn()
    _ = journal.take()
    controller.subview.setNeedsLayout()
    loop.runTurn()
    #expect(journal.take() == ["child"])
  }

  @Test("its callbacks are the view's own layout: what they resize does not dirty the root again")
  func suppression() {
    final class Sizing: ViewController {
      var wills = 0
      let child = JournalView("child")
      override func viewDidLoad() { view.addSubview(child) }
      override func viewWillLayoutSubviews() {
        wills += 1
        child.frame.size.width = CGFloat(20 + wills)
      }
      override func viewDidLayoutSubviews() { child.frame.size.height = CGFloat(20 + wills) }
    }
    let sizing = Sizing()
    window.rootViewController = sizing
    loop.runTurn()
    #expect(sizing.wills == 1)
    #expect(sizing.child.layouts == 2, "in this batch, and for its new size in the next")
  }

  @Test("the root view fills the window, follows its size, and leaves with its controller")
  func root() {
    window.rootViewController = controller
    #expect(controller.view.frame == window.bounds)
    #expect(controller.view.window === window)
    window.frame.size = CGSize(width: 480, height: 320)
    #expect(controller.view.frame == CGRect(x: 0, y: 0, width: 480, height: 320))
    let old: View = controller.view
    let next = ViewController()
    window.rootViewController = next
    #expect(old.superview == nil && window.subviews == [next.view])
    window.rootViewController = nil
    #expect(window.subviews == [])
  }

  @Test("a view that is given away no longer calls its controller")
  func viewReplaced() {
    let old: View = controller.view
    controller.view = View()
    _ = journal.take()
    old.setNeedsLayout()
    old.layoutIfNeeded()
    #expect(journal.take().first == "root")
    controller.view.layoutIfNeeded()
    #expect(journal.take() == ["will", "did"])
  }

  @Test("children have one parent and get the callbacks about moves")
  func children() {
    final class Moving: ViewController {
      var lines: [String] = []
      override func willMove(toParent parent: ViewController?) {
        lines.append("will \(parent == nil ? "nil" : "parent")")
      }
      override func didMove(toParent parent: ViewController?) {
        lines.append("did \(parent == nil ? "nil" : "parent")")
      }
    }
    let (child, first, second) = (Moving(), ViewController(), ViewController())
    first.addChild(child)
    first.addChild(child)
    #expect(child.lines == ["will parent"], "the container says did, as in UIKit")
    #expect(first.children == [child] && child.parent === first)
    second.addChild(child)
    #expect(first.children == [] && second.children == [child] && child.parent === second)
    child.removeFromParent()
    #expect(second.children == [] && child.parent == nil)
    #expect(child.lines.last == "did nil")
    child.removeFromParent()
  }
}
