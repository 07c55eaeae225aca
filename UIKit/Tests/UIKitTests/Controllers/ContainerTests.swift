import LoopHunter
import Testing
import UIKit

/// Bars of navigations and tabs, and the callbacks of the controllers in them.
@Suite("Navigation and tabs")
struct ContainerTests {
  private let loop = TurnLoop()
  private let window: UIWindow
  private let log = Log()

  init() {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
    window.safeAreaInsets = UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0)
  }

  @Test("A navigation's bar is 44 points high, below the status bar, and adds to the safe area")
  func bar() {
    let page = Page("a", log)
    let navigation = UINavigationController(rootViewController: page)
    window.rootViewController = navigation
    loop.runUntilIdle()
    #expect(navigation.navigationBar.frame == CGRect(x: 0, y: 47, width: 390, height: 44))
    #expect(page.view.frame == window.bounds)
    #expect(page.view.safeAreaInsets == UIEdgeInsets(top: 91, left: 0, bottom: 34, right: 0))
    #expect(page.topLayoutGuide.length == 91)
    #expect(page.navigationController === navigation)

    page.additionalSafeAreaInsets.top = 10
    loop.runUntilIdle()
    #expect(page.view.safeAreaInsets.top == 101)

    navigation.setNavigationBarHidden(true, animated: false)
    loop.runUntilIdle()
    #expect(page.view.safeAreaInsets.top == 57)
  }

  @Test(
    "A view begins below a bar that covers what is behind, unless its controller says otherwise")
  func opaque() {
    let page = Page("a", log)
    let navigation = UINavigationController(rootViewController: page)
    navigation.navigationBar.isTranslucent = false
    window.rootViewController = navigation
    loop.runUntilIdle()
    #expect(page.view.frame == CGRect(x: 0, y: 91, width: 390, height: 753))
    #expect(page.view.safeAreaInsets == UIEdgeInsets(top: 0, left: 0, bottom: 34, right: 0))

    page.extendedLayoutIncludesOpaqueBars = true
    loop.runUntilIdle()
    #expect(page.view.frame == window.bounds)

    navigation.navigationBar.isTranslucent = true
    page.edgesForExtendedLayout = []
    loop.runUntilIdle()
    #expect(page.view.frame == CGRect(x: 0, y: 91, width: 390, height: 753))
  }

  @Test("A large title takes 52 points more, unless the item or one before it says otherwise")
  func largeTitle() {
    let (first, second) = (Page("a", log), Page("b", log))
    let navigation = UINavigationController(rootViewController: first)
    navigation.navigationBar.prefersLargeTitles = true
    window.rootViewController = navigation
    loop.runUntilIdle()
    #expect(navigation.navigationBar.frame.height == 96)
    second.navigationItem.largeTitleDisplayMode = .never
    navigation.pushViewController(second, animated: false)
    loop.runUntilIdle()
    #expect(second.view.safeAreaInsets.top == 91)
    second.navigationItem.largeTitleDisplayMode = .automatic
    loop.runUntilIdle()
    #expect(second.view.safeAreaInsets.top == 143)
  }

  @Test("On a screen that is not high, bars are 32 points high")
  func landscape() {
    window.frame.size = CGSize(width: 844, height: 390)
    window.safeAreaInsets = UIEdgeInsets(top: 0, left: 47, bottom: 21, right: 47)
    let page = Page("a", log)
    let tabs = UITabBarController()
    tabs.viewControllers = [UINavigationController(rootViewController: page)]
    window.rootViewController = tabs
    loop.runUntilIdle()
    #expect(page.view.safeAreaInsets == UIEdgeInsets(top: 32, left: 47, bottom: 53, right: 47))
  }

  @Test("Pushing and popping tell both controllers, in UIKit's order, and last after the commit")
  func stack() {
    let (first, second) = (Page("a", log), Page("b", log))
    let navigation = UINavigationController(rootViewController: first)
    #expect(log.take() == ["a will enter", "a entered"])
    #expect(!first.isViewLoaded)
    window.rootViewController = navigation
    loop.runUntilIdle()
    #expect(log.take() == ["a will appear false", "a is appearing false", "a did appear false"])

    navigation.pushViewController(second, animated: true)
    #expect(second.isMovingToParent)
    #expect(
      log.take() == [
        "b will enter", "a will disappear true", "b will appear true", "b is appearing true",
      ])
    loop.runUntilIdle()
    #expect(log.take() == ["a did disappear true", "b did appear true", "b entered"])
    #expect(!second.isMovingToParent)
    #expect(first.view.superview == nil)
    #expect(navigation.viewControllers == [first, second])
    #expect(navigation.navigationBar.topItem === second.navigationItem)

    #expect(navigation.popViewController(animated: true) === second)
    #expect(second.isMovingFromParent)
    #expect(
      log.take() == [
        "b will leave", "b will disappear true", "a will appear true", "a is appearing true",
      ])
    loop.runUntilIdle()
    #expect(log.take() == ["b did disappear true", "a did appear true", "b left"])
    #expect(second.parent == nil)
    #expect(navigation.popViewController(animated: true) == nil)
  }

  @Test("A change while another one waits for its commit ends that one first")
  func changes() {
    let pages = ["a", "b", "c"].map { Page($0, log) }
    let navigation = UINavigationController(rootViewController: pages[0])
    window.rootViewController = navigation
    loop.runUntilIdle()
    navigation.pushViewController(pages[1], animated: false)
    _ = log.take()
    navigation.setViewControllers([pages[2]], animated: false)
    loop.runUntilIdle()
    #expect(
      log.take() == [
        "a did disappear false", "b did appear false", "b entered", "a will leave", "b will leave",
        "c will enter", "b will disappear false", "c will appear false", "c is appearing false",
        "b did disappear false", "c did appear false", "a left", "b left", "c entered",
      ])
    #expect(navigation.children == [pages[2]])
    #expect(pages[2].view.window === window)
    #expect(pages[1].view.window == nil)
  }

  @Test("Tabs add 49 points above the safe area, and tell the controllers that come and go")
  func tabs() {
    let (first, second) = (Page("a", log), Page("b", log))
    let tabs = UITabBarController()
    tabs.setViewControllers([first, second], animated: false)
    window.rootViewController = tabs
    loop.runUntilIdle()
    #expect(tabs.tabBar.frame == CGRect(x: 0, y: 761, width: 390, height: 83))
    #expect(first.view.safeAreaInsets == UIEdgeInsets(top: 47, left: 0, bottom: 83, right: 0))
    #expect(!second.isViewLoaded)
    _ = log.take()
    tabs.selectedIndex = 1
    loop.runUntilIdle()
    #expect(
      log.take() == [
        "a will disappear false", "b will appear false", "b is appearing false",
        "a did disappear false", "b did appear false",
      ])
    #expect(tabs.selectedViewController === second)
    #expect(first.view.window == nil)
  }

  @Test("A controller in a stack hides the tabs while it is in it")
  func hiddenTabs() {
    let (first, second) = (Page("a", log), Page("b", log))
    second.hidesBottomBarWhenPushed = true
    let navigation = UINavigationController(rootViewController: first)
    let tabs = UITabBarController()
    tabs.viewControllers = [navigation]
    window.rootViewController = tabs
    loop.runUntilIdle()
    #expect(first.view.safeAreaInsets.bottom == 83)
    navigation.pushViewController(second, animated: false)
    loop.runUntilIdle()
    #expect(second.view.safeAreaInsets.bottom == 34)
    navigation.popViewController(animated: false)
    loop.runUntilIdle()
    #expect(first.view.safeAreaInsets.bottom == 83)
  }

  @Test(
    "A bar that a layout hides and shows again is found as a loop, and one that is hidden once is not"
  )
  func barLoop() throws {
    final class Restless: UIViewController {
      var isCalm = true
      override func viewDidLayoutSubviews() {
        guard let navigationController else { return }
        navigationController.setNavigationBarHidden(
          isCalm || !navigationController.isNavigationBarHidden, animated: false)
      }
    }
    let page = Restless()
    let navigation = UINavigationController(rootViewController: page)
    try loop.expectNoLayoutLoops {
      window.rootViewController = navigation
      loop.runTurn()
    }
    page.isCalm = false
    #expect(throws: (any Error).self) {
      try loop.expectNoLayoutLoops {
        page.view.setNeedsLayout()
        loop.runTurn()
      }
    }
  }
}
