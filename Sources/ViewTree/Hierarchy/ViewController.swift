import Foundation

/// Makes a root view on demand and is told about that view's layout.
open class ViewController: Responder {
  private var storedView: View?

  /// Makes a controller; its view is made on first access.
  public override init() {}

  /// The superview of the root view.
  open override var next: Responder? { viewIfLoaded?.superview }

  override var words: Words {
    get { storedWords ?? Words() }
    set { storedWords = newValue }
  }
  private final var storedWords: Words?

  deinit {
    // Another controller may have adopted the view; a weak reference to this one reads nil.
    if let view = storedView, view.controller == nil { view.controller = nil }
    if !contained.isEmpty { ReleaseQueue.release { take in take(&contained) } }
  }

  // MARK: The view

  /// The root view; made by `loadView` on first access.
  open var view: View! {
    get {
      loadViewIfNeeded()
      return storedView
    }
    set {
      let old = storedView
      storedView = newValue
      if let old, old.controller === self { old.controller = nil }
      newValue?.controller = self
      newValue?.updateSafeArea()
      // The controller's own insets now count for the new view only.
      old?.updateSafeArea()
      // Must be last: objects that die with the view may ask for the new one.
      withExtendedLifetime(old) {}
    }
  }

  /// The root view, if it has been made.
  public final var viewIfLoaded: View? { storedView }

  /// True if the root view exists.
  public final var isViewLoaded: Bool { storedView != nil }

  /// Makes the root view now, unless it exists.
  public final func loadViewIfNeeded() {
    guard storedView == nil else { return }
    loadView()
    require(
      storedView != nil,
      "loadView() of \(type(of: self)) left `view` nil. Set `view`, or do not override it.")
    viewDidLoad()
  }

  /// Makes the root view.
  ///
  /// An override sets `view` and does not call super.
  open func loadView() { view = View() }

  /// Called once, after the root view was made.
  open func viewDidLoad() {}

  // MARK: Layout

  /// Called before the root view's `layoutSubviews`.
  open func viewWillLayoutSubviews() {}

  /// Called after the root view's `layoutSubviews`, before the subviews are laid out.
  open func viewDidLayoutSubviews() {}

  /// Called in the constraints phase for the root view's `updateConstraints`, which it calls.
  open func updateViewConstraints() { viewIfLoaded?.updateConstraints() }

  // MARK: Appearance

  /// The wait for the commit after which the root view has appeared.
  final var appearing: ObservationToken?

  /// Called before the root view enters a window: before the view's `willMove(toWindow:)`.
  ///
  /// - Parameter animated: False: nothing is animated.
  open func viewWillAppear(_ animated: Bool) {}

  /// Called after the view's `didMoveToWindow`, before its first layout in the window.
  ///
  /// - Parameter animated: False: nothing is animated.
  open func viewIsAppearing(_ animated: Bool) {}

  /// Called after the commit that follows, of the window's loop, unless the view has left by then.
  ///
  /// - Parameter animated: False: nothing is animated.
  open func viewDidAppear(_ animated: Bool) {}

  /// Called before the root view leaves its window.
  ///
  /// - Parameter animated: False: nothing is animated.
  open func viewWillDisappear(_ animated: Bool) {}

  /// Called after the view's `didMoveToWindow`, when it has left.
  ///
  /// - Parameter animated: False: nothing is animated.
  open func viewDidDisappear(_ animated: Bool) {}

  /// The transition that a container has begun.
  final var transition: Transition?
  /// True if a container has told the controller that it appeared, and not yet that it disappeared.
  final var hasAppearedByContainer = false

  /// True if children are told of their appearance when their views enter and leave windows; by default true.
  ///
  /// A container that returns false tells them by `beginAppearanceTransition(_:animated:)` and
  /// `endAppearanceTransition()`.
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

  /// Tells a child that it is about to appear, or to disappear; called by its container.
  ///
  /// - Parameters:
  ///   - isAppearing: True if it appears.
  ///   - animated: Handed on to the callbacks.
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    begin(Transition(isAppearing: isAppearing, isAnimated: animated))
  }

  /// Tells a child that it has appeared, or disappeared; called by its container.
  open func endAppearanceTransition() { endTransition() }

  // MARK: The window

  /// Called before the window whose root controller this is gets another size.
  ///
  /// - Parameter size: The size.
  @_spi(UIKit) open func windowWillResize(to size: CGSize) {}

  /// Called after the window whose root controller this is got another size.
  @_spi(UIKit) open func windowDidResize() {}

  /// Called after the kind of screen changed, before the view's own callback.
  ///
  /// - Parameter previousTraits: The former kind; nil if it was unknown.
  open func traitCollectionDidChange(_ previousTraits: View.Traits?) {}

  // MARK: Safe area and margins

  /// Called after the view's `layoutMarginsDidChange`.
  open func viewLayoutMarginsDidChange() {}

  /// Called after the view's `safeAreaInsetsDidChange`.
  open func viewSafeAreaInsetsDidChange() {}

  /// The insets that this controller adds to its view's safe area, for bars of its own.
  ///
  /// They count while the view is in a window. Negative insets reduce the safe area, down to 0.
  open var additionalSafeAreaInsets = EdgeInsets.zero {
    didSet {
      guard additionalSafeAreaInsets != oldValue, let view = viewIfLoaded else { return }
      view.noteInsets(.additionalSafeAreaInsets, from: oldValue, to: additionalSafeAreaInsets)
      view.updateSafeArea()
    }
  }

  // MARK: Containment

  /// The controllers in this one.
  public final var children: [ViewController] { contained }

  /// The controllers in this one, under a name that a module above the tree can use beside its own `children`.
  @_spi(UIKit) public private(set) final var contained: [ViewController] = []

  /// The controller that contains this one.
  public final var parent: ViewController? { container }

  /// The controller that contains this one, for a module above the tree.
  @_spi(UIKit) public private(set) final weak var container: ViewController?

  /// Makes `child` a child of this controller.
  ///
  /// As in UIKit, the caller adds its view.
  ///
  /// - Parameter child: The controller to add. It leaves its former parent.
  open func addChild(_ child: ViewController) {
    require(child !== self, "A controller cannot contain itself. Add another controller.")
    guard child.parent !== self else { return }
    child.removeFromParent()
    child.willMove(toParent: self)
    // The callbacks may have moved it elsewhere, and may even have done what was requested.
    guard child.parent !== self else { return }
    child.leaveParent()
    contained.append(child)
    child.container = self
  }

  /// Removes the controller from its parent.
  open func removeFromParent() {
    guard parent != nil else { return }
    leaveParent()
    didMove(toParent: nil)
  }

  /// Cuts the links between the controller and its parent.
  private func leaveParent() {
    guard let container else { return }
    // The caller holds this one, so nothing dies here.
    container.contained.removeAll { $0 === self }
    self.container = nil
  }

  /// Called before the parent changes.
  ///
  /// - Parameter parent: The new parent, or nil if the controller is removed.
  open func willMove(toParent parent: ViewController?) {}

  /// Called after the parent changed.
  ///
  /// As in UIKit, `removeFromParent` calls it; after `addChild(_:)` the container does.
  ///
  /// - Parameter parent: The new parent, or nil if the controller was removed.
  open func didMove(toParent parent: ViewController?) {}
}
