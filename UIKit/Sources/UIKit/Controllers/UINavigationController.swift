import Foundation
import ViewTree

/// A controller of a stack of controllers, the last of which is shown below a bar.
///
/// The bar is as high as on UIKit: 44 points, 32 on a screen that is not high, and 52 more with a large title,
/// which stays large when the content scrolls. It adds to the safe area of the content, whose view fills the
/// container; if the bar is not translucent, or `edgesForExtendedLayout` says so, the view begins below it.
/// Nothing is animated: views are exchanged at once, and the last callbacks of the appearance follow the commit.
open class UINavigationController: UIViewController {
  /// The bar.
  public let navigationBar: UINavigationBar
  /// The toolbar, which is hidden at first.
  public let toolbar: UIToolbar!
  /// The object that is told of what is shown.
  open weak var delegate: (any UINavigationControllerDelegate)?
  private var stack: [UIViewController] = []
  private let room = ContentRoom()

  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    (navigationBar, toolbar) = (UINavigationBar(), UIToolbar())
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// Makes a controller with bars of some classes.
  ///
  /// - Parameters:
  ///   - navigationBarClass: The class of the bar; nil for the usual one.
  ///   - toolbarClass: The class of the toolbar; nil for the usual one.
  public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
    navigationBar = (navigationBarClass as? UINavigationBar.Type ?? UINavigationBar.self).init(
      frame: .zero)
    toolbar = (toolbarClass as? UIToolbar.Type ?? UIToolbar.self).init(frame: .zero)
    super.init(nibName: nil, bundle: nil)
  }

  /// Makes a controller with a first controller in its stack.
  ///
  /// - Parameter rootViewController: The first controller.
  public init(rootViewController: UIViewController) {
    (navigationBar, toolbar) = (UINavigationBar(), UIToolbar())
    super.init(nibName: nil, bundle: nil)
    pushViewController(rootViewController, animated: false)
  }

  open override func loadView() {
    let container = UILayoutContainerView(frame: UIScreen.main.bounds)
    view = container
    room.view.frame = container.bounds
    for view in [room.view, navigationBar, toolbar] as [UIView] { container.addSubview(view) }
    toolbar.isHidden = isToolbarHidden
    navigationBar.onChange = { [weak container] in container?.setNeedsLayout() }
    container.arrange = { [weak self] in self?.arrange() }
    container.show = { [weak self] in self?.showContent() }
  }

  // MARK: The stack

  /// The controllers, of which the last one is shown.
  open var viewControllers: [UIViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }

  /// The last controller.
  open var topViewController: UIViewController? { stack.last }
  /// The controller that is presented, else the last one.
  open var visibleViewController: UIViewController? { presentedViewController ?? topViewController }

  /// Sets the controllers.
  ///
  /// - Parameters:
  ///   - viewControllers: The controllers.
  ///   - animated: Handed on to the callbacks of the appearance.
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    change(to: viewControllers, animated: animated)
  }

  /// Shows a controller after the others.
  ///
  /// - Parameters:
  ///   - viewController: The controller.
  ///   - animated: Handed on to the callbacks of the appearance.
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    if viewController is UINavigationController {
      misuse("Pushing a navigation controller is not supported")
    }
    if stack.contains(viewController) {
      misuse(
        "Pushing the same view controller instance more than once is not supported "
          + "(\(viewController))")
    }
    change(to: stack + [viewController], animated: animated)
  }

  /// Takes the last controller out, unless it is the only one, and returns it.
  ///
  /// - Parameter animated: Handed on to the callbacks of the appearance.
  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard stack.count > 1 else { return nil }
    return pop(to: stack.count - 1, animated: animated)?.last
  }

  /// Takes the controllers after one out, and returns them.
  ///
  /// - Parameters:
  ///   - viewController: The controller that is shown then.
  ///   - animated: Handed on to the callbacks of the appearance.
  @discardableResult
  open func popToViewController(_ viewController: UIViewController, animated: Bool)
    -> [UIViewController]?
  {
    guard let index = stack.firstIndex(of: viewController) else {
      misuse("Tried to pop to a view controller that doesn't exist.")
    }
    return pop(to: index + 1, animated: animated)
  }

  /// Takes all controllers but the first one out, and returns them.
  ///
  /// - Parameter animated: Handed on to the callbacks of the appearance.
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    pop(to: 1, animated: animated)
  }

  private func pop(to count: Int, animated: Bool) -> [UIViewController]? {
    guard stack.count > count else { return nil }
    let gone = Array(stack[count...])
    change(to: Array(stack[..<count]), animated: animated)
    return gone
  }

  open override func show(_ vc: UIViewController, sender: Any?) {
    pushViewController(vc, animated: true)
  }

  open override func size(
    forChildContentContainer container: any UIContentContainer,
    withParentContainerSize parentSize: CGSize
  ) -> CGSize { parentSize }

  open override var childForStatusBarStyle: UIViewController? { topViewController }
  open override var childForStatusBarHidden: UIViewController? { topViewController }

  // MARK: Changing

  private func change(to new: [UIViewController], animated: Bool) {
    state.change?.finish()
    let (old, oldTop) = (stack, stack.last)
    let gone = old.filter { !new.contains($0) }
    let come = new.filter { !old.contains($0) }
    for controller in gone {
      controller.state.isMovingOut = true
      controller.willMove(toParent: nil as UIViewController?)
    }
    stack = new
    for controller in come {
      controller.state.isMovingIn = true
      addChild(controller)
    }
    navigationBar.items = new.map(\.navigationItem)
    let window = room.exchange(oldTop, for: new.last, in: self, animated: animated) {
      delegate?.navigationController(self, willShow: $0, animated: animated)
    }
    state.change = ControllerChange(in: window) { [weak self] in
      if let top = new.last, top !== oldTop {
        oldTop?.endAppearanceTransition()
        top.endAppearanceTransition()
      }
      for controller in gone {
        controller.removeFromParent()
        controller.state.isMovingOut = false
      }
      for controller in come {
        controller.didMove(toParent: self)
        controller.state.isMovingIn = false
      }
      guard let self, window != nil, let top = new.last, top !== oldTop else { return }
      delegate?.navigationController(self, didShow: top, animated: animated)
    }
  }

  // MARK: Bars

  /// True if the bar is hidden.
  open var isNavigationBarHidden: Bool {
    get { navigationBar.isHidden }
    set { setNavigationBarHidden(newValue, animated: false) }
  }

  /// Hides or shows the bar.
  ///
  /// - Parameters:
  ///   - hidden: True to hide it.
  ///   - animated: Not looked at.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    navigationBar.isHidden = hidden
    viewIfLoaded?.setNeedsLayout()
  }

  /// True if the toolbar is hidden.
  open var isToolbarHidden = true {
    didSet {
      toolbar.isHidden = isToolbarHidden
      viewIfLoaded?.setNeedsLayout()
    }
  }

  /// Hides or shows the toolbar.
  ///
  /// - Parameters:
  ///   - hidden: True to hide it.
  ///   - animated: Not looked at.
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

  /// True if bars come and go with swipes: stored, since there are none.
  open var hidesBarsOnSwipe = false
  /// True if bars come and go with taps: stored, since there are none.
  open var hidesBarsOnTap = false
  /// True if the bars go on a screen that is not high: stored, and without effect.
  open var hidesBarsWhenVerticallyCompact = false
  /// True if the bars go when there is a keyboard: stored, since there is none.
  open var hidesBarsWhenKeyboardAppears = false
  /// The gesture that takes the last controller out; nobody makes it.
  open private(set) lazy var interactivePopGestureRecognizer: UIGestureRecognizer? =
    UIGestureRecognizer()

  private func showContent() { room.show(topViewController, in: self) }

  private func arrange() {
    showContent()
    let (bounds, safeArea) = (view.bounds, view.safeAreaInsets)
    var top: ContentRoom.Bar?
    var bottom: ContentRoom.Bar?
    if !navigationBar.isHidden {
      let height = navigationBar.sizeThatFits(bounds.size).height
      let frame = CGRect(x: 0, y: safeArea.top, width: bounds.width, height: height)
      if navigationBar.frame != frame { navigationBar.frame = frame }
      top = .init(height: height, edge: frame.maxY, isTranslucent: navigationBar.isTranslucent)
    }
    if !toolbar.isHidden {
      let height = toolbar.sizeThatFits(bounds.size).height
      let edge = safeArea.bottom + height
      let frame = CGRect(x: 0, y: bounds.height - edge, width: bounds.width, height: height)
      if toolbar.frame != frame { toolbar.frame = frame }
      toolbar.items = topViewController?.toolbarItems
      bottom = .init(height: height, edge: edge, isTranslucent: toolbar.isTranslucent)
    }
    room.place(topViewController, below: top, above: bottom)
  }
}

/// An object that a navigation tells.
public protocol UINavigationControllerDelegate: AnyObject {
  /// Called before a controller is shown.
  ///
  /// - Parameters:
  ///   - navigationController: The navigation.
  ///   - viewController: The controller.
  ///   - animated: As it was said.
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool)
  /// Called after a controller was shown.
  ///
  /// - Parameters:
  ///   - navigationController: The navigation.
  ///   - viewController: The controller.
  ///   - animated: As it was said.
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool)
}

extension UINavigationControllerDelegate {
  public func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool
  ) {}
  public func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool
  ) {}
}
