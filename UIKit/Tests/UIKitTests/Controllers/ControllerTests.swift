import LoopHunter
import Testing
import UIKit

/// Presented controllers, changes of the window's size, containers of an app, and members that apps override.
@Suite("Controllers")
struct ControllerTests {
  private let loop = TurnLoop()
  private let window: UIWindow
  private let log = Log()

  init() {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
    window.safeAreaInsets = UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
  }

  @Test("A controller that fills the screen takes the presenter's place until it is dismissed")
  func fullScreen() {
    let (under, over) = (Page("a", log), Page("b", log))
    window.rootViewController = under
    loop.runUntilIdle()
    _ = log.take()
    over.modalPresentationStyle = .fullScreen
    var completions = 0
    under.present(over, animated: true) { completions += 1 }
    #expect(under.presentedViewController === over)
    #expect(over.presentingViewController === under)
    #expect(over.isBeingPresented)
    #expect(completions == 0)
    loop.runUntilIdle()
    #expect(completions == 1)
    #expect(over.view.frame == window.bounds)
    #expect(under.view.window == nil)
    #expect(
      log.take() == [
        "a will disappear true", "b will appear true", "b is appearing true", "b did appear true",
        "a did disappear true",
      ])
    over.dismiss(animated: false) { completions += 1 }
    loop.runUntilIdle()
    #expect(completions == 2)
    #expect(
      log.take() == [
        "b will disappear false", "a will appear false", "a is appearing false",
        "b did disappear false", "a did appear false",
      ])
    #expect(under.view.window === window)
    #expect(under.presentedViewController == nil)
    #expect(over.presentingViewController == nil)
  }

  @Test("A sheet begins below the safe area, and the presenter stays")
  func sheet() {
    let (under, over, last) = (Page("a", log), Page("b", log), Page("c", log))
    window.rootViewController = under
    loop.runUntilIdle()
    _ = log.take()
    under.present(over, animated: false)
    loop.runUntilIdle()
    #expect(over.view.frame == CGRect(x: 0, y: 57, width: 390, height: 787))
    #expect(over.view.safeAreaInsets == UIEdgeInsets(top: 0, left: 0, bottom: 34, right: 0))
    #expect(
      log.take() == ["b will appear false", "b is appearing false", "b did appear false"])
    over.present(last, animated: false)
    loop.runUntilIdle()
    _ = log.take()
    under.dismiss(animated: false)
    loop.runUntilIdle()
    #expect(
      log.take() == [
        "c will disappear false", "b will disappear false", "c did disappear false",
        "b did disappear false",
      ])
    #expect(window.subviews == [under.view!])
  }

  @Test("Nothing is presented from outside of a window, or twice")
  func refused() {
    let (under, over) = (Page("a", log), Page("b", log))
    under.present(over, animated: false)
    #expect(over.presentingViewController == nil)
    window.rootViewController = under
    under.present(over, animated: false)
    under.present(Page("c", log), animated: false)
    #expect(under.presentedViewController === over)
  }

  @Test("A new size of the window is announced before, and blocks run after it, before the layout")
  func sizes() {
    final class Turning: UIViewController {
      var lines: [String] = []
      override func willTransition(
        to newCollection: UITraitCollection,
        with coordinator: any UIViewControllerTransitionCoordinator
      ) {
        super.willTransition(to: newCollection, with: coordinator)
        lines.append("will be \(newCollection.verticalSizeClass)")
      }
      override func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
      ) {
        super.viewWillTransition(to: size, with: coordinator)
        lines.append("\(view.bounds.width) to \(size.width)")
        coordinator.animate { _ in
          self.lines.append("along \(self.view.bounds.width)")
        } completion: { _ in
          self.lines.append("completed")
        }
      }
      override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        lines.append("was \(previousTraitCollection!.verticalSizeClass)")
      }
      override func viewDidLayoutSubviews() { lines.append("layout") }
    }
    let controller = Turning()
    window.rootViewController = UINavigationController(rootViewController: controller)
    loop.runUntilIdle()
    controller.lines = []
    window.frame.size = CGSize(width: 844, height: 390)
    loop.runUntilIdle()
    #expect(
      controller.lines.filter { $0 != "layout" } == [
        "will be compact", "390.0 to 844.0", "was regular", "along 844.0", "completed",
      ])
    #expect(controller.lines.last == "layout")
    controller.lines = []
    window.frame.size = CGSize(width: 844, height: 400)
    loop.runUntilIdle()
    #expect(controller.lines == ["844.0 to 844.0", "along 844.0", "completed", "layout"])
    window.frame.origin.x = 5
    #expect(controller.lines.count == 4)
  }

  @Test("Views are told when the window becomes wide or high, unless traits were set for them")
  func traits() {
    final class Told: UIView {
      var times = 0
      override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        times += 1
      }
    }
    let (outer, inner, fixed) = (Told(), Told(), Told())
    window.addSubview(outer)
    outer.addSubview(inner)
    outer.addSubview(fixed)
    fixed.adopt(UITraitCollection(horizontalSizeClass: .compact))
    #expect(fixed.times == 1)
    window.frame.size.width = 400
    #expect(outer.times == 0)
    window.frame.size.width = 1024
    #expect([outer.times, inner.times, fixed.times] as [Int] == [1, 1, 1])
    #expect(inner.traitCollection.horizontalSizeClass == .regular)
    window.bounds.size.width = 400
    #expect([outer.times, inner.times, fixed.times] as [Int] == [2, 2, 1])
  }

  @Test("A container that forwards no appearance tells its children itself")
  func manual() {
    final class Container: UIViewController {
      override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
    }
    let (container, child, grandchild) = (Container(), Page("a", log), Page("b", log))
    container.addChild(child)
    container.view.addSubview(child.view)
    child.addChild(grandchild)
    child.view.addSubview(grandchild.view)
    _ = log.take()
    window.rootViewController = container
    loop.runUntilIdle()
    #expect(log.take() == [])
    child.beginAppearanceTransition(true, animated: false)
    child.endAppearanceTransition()
    #expect(
      log.take() == [
        "a will appear false", "a is appearing false", "b will appear false",
        "b is appearing false", "a did appear false", "b did appear false",
      ])
    let late = Page("c", log)
    child.addChild(late)
    child.view.addSubview(late.view)
    loop.runUntilIdle()
    #expect(
      log.take() == [
        "c will enter", "c will appear false", "c is appearing false", "c did appear false",
      ])
    late.view.removeFromSuperview()
    _ = log.take()
    child.beginAppearanceTransition(false, animated: true)
    child.view.removeFromSuperview()
    child.endAppearanceTransition()
    #expect(
      log.take() == [
        "a will disappear true", "b will disappear true", "a did disappear true",
        "b did disappear true",
      ])
  }

  @Test("A container exchanges its children")
  func exchange() {
    let (container, first, second) = (Page("x", log), Page("a", log), Page("b", log))
    container.addChild(first)
    container.addChild(second)
    container.view.addSubview(first.view)
    window.rootViewController = container
    loop.runUntilIdle()
    _ = log.take()
    container.transition(from: first, to: second, duration: 0)
    loop.runUntilIdle()
    #expect(
      log.take() == [
        "a will disappear false", "b will appear false", "b is appearing false",
        "a did disappear false", "b did appear false",
      ])
    #expect(container.view.subviews == [second.view!])
  }

  @Test("Members that nobody asks here can be overridden, and return what UIKit's do")
  func words() {
    class Quiet: UIViewController {
      override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
      override var prefersStatusBarHidden: Bool { true }
      override var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .slide }
      override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .landscape }
      override var shouldAutorotate: Bool { false }
      override var prefersHomeIndicatorAutoHidden: Bool { true }
      override var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { .top }
      override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
        .landscapeLeft
      }
      override func didReceiveMemoryWarning() { super.didReceiveMemoryWarning() }
      override func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
      override func setEditing(_ editing: Bool, animated: Bool) {
        super.setEditing(editing, animated: animated)
      }
    }
    let (quiet, usual) = (Quiet(), UIViewController())
    #expect(quiet.preferredStatusBarStyle == .lightContent)
    #expect(usual.preferredStatusBarStyle == .default)
    #expect(usual.supportedInterfaceOrientations == .allButUpsideDown)
    quiet.isEditing = true
    #expect(quiet.isEditing)
    quiet.title = "Title"
    #expect(quiet.navigationItem.title == "Title")
    #expect(quiet.tabBarItem.title == "Title")
    #expect(quiet.view.frame == UIScreen.main.bounds)
  }

  @Test("The old guides of bars have the edges of the safe area")
  func barEdges() {
    let loop = TurnLoop()
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400), loop: loop)
    let page = UIViewController()
    page.additionalSafeAreaInsets = UIEdgeInsets(top: 20, left: 0, bottom: 30, right: 0)
    window.rootViewController = page
    let box = UIView()
    box.translatesAutoresizingMaskIntoConstraints = false
    page.view.addSubview(box)
    NSLayoutConstraint.activate([
      box.topAnchor.constraint(equalTo: page.topLayoutGuide.bottomAnchor),
      box.bottomAnchor.constraint(equalTo: page.bottomLayoutGuide.topAnchor),
      box.leadingAnchor.constraint(equalTo: page.view.leadingAnchor),
      box.widthAnchor.constraint(equalToConstant: 10),
    ])
    window.makeKeyAndVisible()
    loop.runUntilIdle()
    #expect(page.topLayoutGuide.length == 20)
    #expect(box.frame == CGRect(x: 0, y: 20, width: 10, height: 350))
  }

  @Test("A parent is told as a container that a child prefers another size")
  func preferredSizes() {
    final class Parent: UIViewController {
      var told: [CGSize] = []
      override func preferredContentSizeDidChange(
        forChildContentContainer container: any UIContentContainer
      ) { told.append(container.preferredContentSize) }
    }
    let (parent, child) = (Parent(), UIViewController())
    parent.addChild(child)
    child.preferredContentSize = CGSize(width: 3, height: 4)
    child.preferredContentSize = CGSize(width: 3, height: 4)
    #expect(parent.told == [CGSize(width: 3, height: 4)])
  }
}
