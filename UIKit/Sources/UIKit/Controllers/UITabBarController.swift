import Foundation
import ViewTree

/// A controller of several controllers, one of which is shown above a bar of tabs.
///
/// The bar is as high as on UIKit: 49 points, 32 on a screen that is not high, and the safe area below it.
open class UITabBarController: UIViewController {
  /// The bar.
  public let tabBar = UITabBar()
  /// The object that is told of taps; nobody taps.
  open weak var delegate: (any UITabBarControllerDelegate)?
  private var tabs: [UIViewController] = []
  private var index = NSNotFound
  private let room = ContentRoom()

  open override func loadView() {
    let container = UILayoutContainerView(frame: UIScreen.main.bounds)
    view = container
    room.view.frame = container.bounds
    container.addSubview(room.view)
    container.addSubview(tabBar)
    tabBar.onChange = { [weak container] in container?.setNeedsLayout() }
    container.arrange = { [weak self] in self?.arrange() }
    container.show = { [weak self] in self?.showContent() }
  }

  /// The controllers.
  open var viewControllers: [UIViewController]? {
    get { tabs }
    set { setViewControllers(newValue, animated: false) }
  }

  /// Sets the controllers; the one that is shown stays if it is among them, and the first one is shown otherwise.
  ///
  /// - Parameters:
  ///   - viewControllers: The controllers.
  ///   - animated: Not looked at.
  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
    let (old, shown) = (tabs, selectedViewController)
    let new = viewControllers ?? []
    for controller in old where !new.contains(controller) {
      controller.willMove(toParent: nil as UIViewController?)
    }
    tabs = new
    for controller in new where controller.parent !== self {
      addChild(controller)
      controller.didMove(toParent: self)
    }
    tabBar.items = new.map(\.tabBarItem)
    show(new.firstIndex { $0 === shown } ?? (new.isEmpty ? NSNotFound : 0), insteadOf: shown)
    for controller in old where !new.contains(controller) { controller.removeFromParent() }
  }

  /// The controller that is shown.
  open var selectedViewController: UIViewController? {
    get { tabs.indices.contains(index) ? tabs[index] : nil }
    set {
      guard let newValue, let place = tabs.firstIndex(of: newValue) else { return }
      selectedIndex = place
    }
  }

  /// The place of the controller that is shown.
  open var selectedIndex: Int {
    get { index }
    set { if tabs.indices.contains(newValue) { show(newValue, insteadOf: selectedViewController) } }
  }

  private func show(_ place: Int, insteadOf old: UIViewController?) {
    state.change?.finish()
    index = place
    let new = selectedViewController
    tabBar.selectedItem = new?.tabBarItem
    guard let window = room.exchange(old, for: new, in: self) else { return }
    state.change = ControllerChange(in: window) {
      old?.endAppearanceTransition()
      new?.endAppearanceTransition()
    }
  }

  private func showContent() { room.show(selectedViewController, in: self) }

  open override func size(
    forChildContentContainer container: any UIContentContainer,
    withParentContainerSize parentSize: CGSize
  ) -> CGSize { parentSize }

  open override var childForStatusBarStyle: UIViewController? { selectedViewController }
  open override var childForStatusBarHidden: UIViewController? { selectedViewController }

  /// True if a controller in the stack that is shown hides the bar.
  private var hidesBar: Bool {
    let stack = (selectedViewController as? UINavigationController)?.viewControllers
    return stack?.contains { $0.hidesBottomBarWhenPushed } == true
  }

  private func arrange() {
    showContent()
    let (bounds, safeArea) = (view.bounds, view.safeAreaInsets)
    let height = tabBar.sizeThatFits(bounds.size).height
    let edge = height + safeArea.bottom
    // The bar leaves the screen, as on UIKit: `isHidden` is the app's.
    let top = hidesBar ? bounds.height : bounds.height - edge
    let frame = CGRect(x: 0, y: top, width: bounds.width, height: edge)
    if tabBar.frame != frame { tabBar.frame = frame }
    let isShown = !hidesBar && !tabBar.isHidden
    room.place(
      selectedViewController, below: nil,
      above: isShown
        ? .init(height: height, edge: edge, isTranslucent: tabBar.isTranslucent) : nil)
  }
}

/// An object that is told of taps on a bar of tabs; nobody taps.
public protocol UITabBarControllerDelegate: AnyObject {
  /// True if a tap may show a controller.
  ///
  /// - Parameters:
  ///   - tabBarController: The controller.
  ///   - viewController: The one that would be shown.
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool
  /// Called after a tap showed a controller.
  ///
  /// - Parameters:
  ///   - tabBarController: The controller.
  ///   - viewController: The one that is shown.
  func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
  public func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool { true }
  public func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController
  ) {}
}
