import Foundation
@_spi(UIKit) import ViewTree

/// A controller with the members of UIKit that apps override.
///
/// Those about the status bar, the ways to hold the device and the like are asked by nobody: a screen has neither.
open class UIViewController: ViewController {
  /// The name of a nib, of which there are none: the view is an empty one unless `loadView` makes another.
  public let nibName: String?
  /// The bundle of the nib.
  public let nibBundle: Bundle?
  /// The values that no layout reads, and the links to presented controllers.
  let state = ControllerState()

  /// Makes a controller.
  ///
  /// - Parameters:
  ///   - nibNameOrNil: The name of a nib, which is stored.
  ///   - nibBundleOrNil: Its bundle, which is stored.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    (nibName, nibBundle) = (nibNameOrNil, nibBundleOrNil)
    super.init()
  }

  /// Makes a controller without a nib.
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  open override func loadView() {
    if let nibName { note("there are no nibs: \(type(of: self)) has an empty view for \(nibName)") }
    view = UIView(frame: UIScreen.main.bounds)
  }

  // MARK: Containment

  /// Makes `childController` a child; the caller adds its view.
  ///
  /// - Parameter childController: The controller, which leaves its former parent.
  open func addChild(_ childController: UIViewController) {
    super.addChild(childController as ViewController)
  }

  /// Hands the call on to the one that apps override.
  public final override func willMove(toParent parent: ViewController?) {
    willMove(toParent: parent as? UIViewController)
  }

  /// Hands the call on to the one that apps override.
  public final override func didMove(toParent parent: ViewController?) {
    didMove(toParent: parent as? UIViewController)
  }

  /// Called before the parent changes.
  ///
  /// - Parameter parent: The new one; nil if the controller is removed.
  open func willMove(toParent parent: UIViewController?) {}

  /// Called after the parent changed.
  ///
  /// - Parameter parent: The new one; nil if the controller was removed.
  open func didMove(toParent parent: UIViewController?) {}

  /// Replaces the view of a child by that of another, with their appearance callbacks.
  ///
  /// - Parameters:
  ///   - from: The child that disappears.
  ///   - to: The child that appears.
  ///   - duration: Not looked at.
  ///   - options: Not looked at; by default none.
  ///   - animations: A block that runs at once.
  ///   - completion: A block that runs after the next layout.
  open func transition(
    from: UIViewController, to: UIViewController, duration: TimeInterval,
    options: UIView.AnimationOptions = [], animations: (() -> Void)? = nil,
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let holder = from.view.superview else {
      misuse("Children view controllers must have a common parent view controller")
    }
    state.change?.finish()
    from.beginAppearanceTransition(false, animated: duration > 0)
    to.beginAppearanceTransition(true, animated: duration > 0)
    holder.addSubview(to.view)
    animations?()
    from.view.removeFromSuperview()
    state.change = ControllerChange(in: holder.window) {
      from.endAppearanceTransition()
      to.endAppearanceTransition()
      completion?(true)
    }
  }

  /// The controller of a bar at the top that contains this one, at any depth.
  open var navigationController: UINavigationController? { nearest() }
  /// The controller of a bar of tabs that contains this one, at any depth.
  open var tabBarController: UITabBarController? { nearest() }

  private func nearest<Kind>() -> Kind? {
    sequence(first: self as UIViewController, next: \.parent).dropFirst().lazy
      .compactMap { $0 as? Kind }.first
  }

  /// True while a container takes the controller in.
  open var isMovingToParent: Bool { state.isMovingIn }
  /// True while a container takes the controller out.
  open var isMovingFromParent: Bool { state.isMovingOut }

  // MARK: Bars

  /// The title, also of its items in bars.
  open var title: String? {
    get { state.title }
    set {
      state.title = newValue
      state.navigationItem?.title = newValue
      state.tabBarItem?.title = newValue
    }
  }

  /// The item of the bar at the top.
  open var navigationItem: UINavigationItem {
    if let item = state.navigationItem { return item }
    let item = UINavigationItem(title: title ?? "")
    item.onChange = { [weak self] in self?.navigationController?.viewIfLoaded?.setNeedsLayout() }
    state.navigationItem = item
    return item
  }

  /// The item of the bar of tabs.
  open var tabBarItem: UITabBarItem! {
    get {
      if let item = state.tabBarItem { return item }
      let item = UITabBarItem(title: title, image: nil, tag: 0)
      state.tabBarItem = item
      return item
    }
    set { state.tabBarItem = newValue }
  }

  /// The items of the toolbar of the navigation.
  open var toolbarItems: [UIBarButtonItem]?

  /// Sets the items of the toolbar.
  ///
  /// - Parameters:
  ///   - toolbarItems: The items.
  ///   - animated: Not looked at.
  open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) {
    self.toolbarItems = toolbarItems
  }

  /// True if the bar of tabs is hidden while the controller is in the stack of a navigation.
  open var hidesBottomBarWhenPushed = false
  /// The edges at which the view extends below bars.
  open var edgesForExtendedLayout = UIRectEdge.all {
    didSet { layoutBars() }
  }
  /// True if the view also extends below bars that cover it.
  open var extendedLayoutIncludesOpaqueBars = false {
    didSet { layoutBars() }
  }
  /// Named as in UIKit, and without effect, as it is there now.
  open var automaticallyAdjustsScrollViewInsets = true

  private func layoutBars() {
    navigationController?.viewIfLoaded?.setNeedsLayout()
    tabBarController?.viewIfLoaded?.setNeedsLayout()
  }

  // MARK: Editing

  /// True if the content is being edited.
  open var isEditing: Bool {
    get { state.isEditing }
    set { setEditing(newValue, animated: false) }
  }

  /// Sets that the content is being edited.
  ///
  /// - Parameters:
  ///   - editing: True if it is.
  ///   - animated: Not looked at.
  open func setEditing(_ editing: Bool, animated: Bool) { state.isEditing = editing }

  /// An item for editing.
  open var editButtonItem: UIBarButtonItem {
    if let item = state.editItem { return item }
    let item = UIBarButtonItem(barButtonSystemItem: .edit, target: nil, action: nil)
    state.editItem = item
    return item
  }

  // MARK: Traits and sizes

  /// The kind of screen: that of the view, or that of the window if there is no view yet.
  open var traitCollection: UITraitCollection {
    viewIfLoaded?.traitCollection ?? UIScreen.main.traitCollection
  }

  /// Light or dark: stored, and without effect.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified

  /// The size that the controller prefers for its content.
  open var preferredContentSize = CGSize.zero {
    didSet {
      guard preferredContentSize != oldValue else { return }
      parent?.preferredContentSizeDidChange(forChildContentContainer: self)
    }
  }

  /// Called when a child prefers another size.
  ///
  /// - Parameter container: The child.
  open func preferredContentSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  ) {}

  /// The size of a child's view in a parent of a new size: by default, the size that it has.
  ///
  /// - Parameters:
  ///   - container: The child.
  ///   - parentSize: The new size of the parent's view.
  open func size(
    forChildContentContainer container: any UIContentContainer,
    withParentContainerSize parentSize: CGSize
  ) -> CGSize { (container as? UIViewController)?.viewIfLoaded?.bounds.size ?? .zero }

  /// Called before the window gets another size; hands the call on to children that get another one, too.
  ///
  /// - Parameters:
  ///   - size: The new size of the view.
  ///   - coordinator: Takes blocks that run after the change, before the layout.
  open func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in children where child.isViewLoaded {
      let new = self.size(forChildContentContainer: child, withParentContainerSize: size)
      if new != child.view.bounds.size { child.viewWillTransition(to: new, with: coordinator) }
    }
    state.presented?.viewWillTransition(to: size, with: coordinator)
  }

  /// Called before the window gets a size of another kind; hands the call on to children.
  ///
  /// - Parameters:
  ///   - newCollection: The new kind.
  ///   - coordinator: Takes blocks that run after the change, before the layout.
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in children { child.willTransition(to: newCollection, with: coordinator) }
    state.presented?.willTransition(to: newCollection, with: coordinator)
  }

  /// The change of the window's size that is under way.
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    state.coordinator ?? parent?.transitionCoordinator
  }

  @_spi(UIKit) public final override func windowWillResize(to size: CGSize) {
    guard let window = viewIfLoaded?.window else { return }
    let coordinator = SizeChange(in: window)
    state.coordinator = coordinator
    let kind = UITraitCollection(size: size, scale: window.displayScale)
    if kind.isWide != traitCollection.isWide || kind.isHigh != traitCollection.isHigh {
      willTransition(to: kind, with: coordinator)
    }
    viewWillTransition(to: size, with: coordinator)
  }

  @_spi(UIKit) public final override func windowDidResize() {
    guard let coordinator = state.coordinator else { return }
    state.coordinator = nil
    coordinator.run()
  }

  // MARK: Asked by nobody here

  /// The look of the status bar.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }
  /// True to hide the status bar.
  open var prefersStatusBarHidden: Bool { false }
  /// The way in which the status bar comes and goes.
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
  /// The child that decides on the look of the status bar.
  open var childForStatusBarStyle: UIViewController? { nil }
  /// The child that decides if the status bar is hidden.
  open var childForStatusBarHidden: UIViewController? { nil }
  /// Has the status bar asked again; there is none.
  open func setNeedsStatusBarAppearanceUpdate() {}
  /// True to hide the line at the bottom of the screen.
  open var prefersHomeIndicatorAutoHidden: Bool { false }
  /// The child that decides on that line.
  open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
  /// Has that line asked again; there is none.
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
  /// The edges at which the app's gestures come before those of the system.
  open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
  /// The child that decides on these edges.
  open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
  /// Has these edges asked again; nobody asks.
  open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
  /// True if the screen turns with the device.
  open var shouldAutorotate: Bool { true }
  /// The ways in which the screen may be held.
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
  /// The way in which the screen is held at first.
  open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
  /// Has the ways asked again; nobody asks.
  open func setNeedsUpdateOfSupportedInterfaceOrientations() {}
  /// Turns the screen as the device is held; nothing turns.
  public class func attemptRotationToDeviceOrientation() {}
  /// Called when there is little memory; nothing calls it.
  open func didReceiveMemoryWarning() {}
  /// A name for restoring: stored.
  open var restorationIdentifier: String?

  // MARK: Storyboards, of which there are none

  /// The storyboard: none.
  open var storyboard: UIStoryboard? { nil }
  /// Called before a segue of a storyboard; nothing calls it.
  ///
  /// - Parameters:
  ///   - segue: The segue.
  ///   - sender: The object that began it.
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
  /// True if a segue may be performed.
  ///
  /// - Parameters:
  ///   - identifier: Its name.
  ///   - sender: The object that begins it.
  open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
  /// Ends the process, as UIKit does if there is no such segue.
  ///
  /// - Parameters:
  ///   - identifier: Its name.
  ///   - sender: The object that begins it.
  open func performSegue(withIdentifier identifier: String, sender: Any?) {
    misuse("Receiver (\(self)) has no segue with identifier '\(identifier)'")
  }

  // MARK: Presentation

  /// The way in which the controller is presented.
  open var modalPresentationStyle = UIModalPresentationStyle.automatic
  /// The animation of that.
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
  /// True if a swipe does not put a sheet away.
  open var isModalInPresentation = false
  /// True if controllers that are presented over the current context cover this one.
  open var definesPresentationContext = false
  /// True if this one decides on the animation of such a controller.
  open var providesPresentationContextTransitionStyle = false
  /// True if the controller decides on the status bar although it does not fill the screen.
  open var modalPresentationCapturesStatusBarAppearance = false
  /// The object that makes animations of a presentation: stored, and not asked.
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?

  /// The controller that this one, or one around it, presents.
  open var presentedViewController: UIViewController? {
    sequence(first: self, next: \.parent).lazy.compactMap(\.state.presented).first
  }

  /// The controller that presents this one, or one around it.
  open var presentingViewController: UIViewController? {
    sequence(first: self, next: \.parent).lazy.compactMap(\.state.presenter).first
  }

  /// True while the controller comes in.
  open var isBeingPresented: Bool { state.isComing }
  /// True while the controller goes away.
  open var isBeingDismissed: Bool { state.isGoing }

  /// Presents a controller over the one at the root of the containers around this one.
  ///
  /// - Parameters:
  ///   - viewControllerToPresent: The controller.
  ///   - flag: Handed on to the callbacks of the appearance.
  ///   - completion: Runs after `viewDidAppear`.
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) { begin(presenting: viewControllerToPresent, animated: flag, completion) }

  /// Puts the presented controller away, or this one if it presents none.
  ///
  /// - Parameters:
  ///   - flag: Handed on to the callbacks of the appearance.
  ///   - completion: Runs after `viewDidDisappear`.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    guard let presenter = presentedViewController == nil ? presentingViewController : self else {
      return
    }
    presenter.endPresenting(animated: flag, completion)
  }

  /// Shows a controller: in the stack of the navigation around this one, or by presenting it.
  ///
  /// - Parameters:
  ///   - vc: The controller.
  ///   - sender: Not looked at.
  open func show(_ vc: UIViewController, sender: Any?) {
    guard let navigationController else { return present(vc, animated: true) }
    navigationController.show(vc, sender: sender)
  }

  /// Shows a controller by presenting it: there are no split views.
  ///
  /// - Parameters:
  ///   - vc: The controller.
  ///   - sender: Not looked at.
  open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    present(vc, animated: true)
  }
}

extension ViewController {
  // These stand in front of those of ViewTree, whose controllers need not be UIKit's.

  /// The controllers in this one.
  public var children: [UIViewController] { contained.compactMap { $0 as? UIViewController } }
  /// The controller that contains this one.
  public var parent: UIViewController? { container as? UIViewController }
}

extension UIWindow {
  /// The controller whose view fills the window.
  ///
  /// It stands in front of that of ViewTree, whose controllers need not be UIKit's.
  public var rootViewController: UIViewController? {
    get { storedRootController as? UIViewController }
    set { setRootController(newValue) }
  }
}
