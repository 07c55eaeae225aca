import Foundation

/// Makes a root view on demand and is told of that view's layout.
open class ViewController {
  private var storedView: View?

  public init() {}

  deinit {
    storedView?.controller = nil
  }

  // MARK: The view

  /// The root view; made by `loadView` when it is first asked for.
  open var view: View! {
    get {
      loadViewIfNeeded()
      return storedView
    }
    set {
      storedView?.controller = nil
      storedView = newValue
      newValue?.controller = self
    }
  }

  /// The root view if there is one already.
  public final var viewIfLoaded: View? { storedView }

  /// Whether the root view exists.
  public final var isViewLoaded: Bool { storedView != nil }

  /// Makes the root view now.
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
  open func loadView() {
    view = View()
  }

  /// Called once, after the root view was made.
  open func viewDidLoad() {}

  // MARK: Layout

  /// Called before the root view's `layoutSubviews`.
  open func viewWillLayoutSubviews() {}

  /// Called after the root view's `layoutSubviews`, before the subviews are laid out.
  open func viewDidLayoutSubviews() {}

  /// Called in the constraints phase in place of the root view, which it calls.
  open func updateViewConstraints() {
    viewIfLoaded?.updateConstraints()
  }

  /// What this controller adds to its view's safe area, for bars of its own.
  open var additionalSafeAreaInsets = EdgeInsets.zero {
    didSet {
      guard additionalSafeAreaInsets != oldValue else { return }
      viewIfLoaded?.updateSafeArea()
    }
  }

  // MARK: Containment

  /// The controllers in this one.
  public private(set) final var children: [ViewController] = []

  /// The controller that contains this one.
  public private(set) final weak var parent: ViewController?

  /// Makes `child` part of this controller.
  ///
  /// Its view is added by the caller, as in UIKit.
  open func addChild(_ child: ViewController) {
    require(child !== self, "A controller cannot contain itself. Add another controller.")
    guard child.parent !== self else { return }
    child.removeFromParent()
    child.willMove(toParent: self)
    children.append(child)
    child.parent = self
  }

  /// Takes the controller out of its parent.
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  /// Called before the parent changes.
  open func willMove(toParent parent: ViewController?) {}

  /// Called after the parent changed: by `removeFromParent`, otherwise by the container, as in UIKit.
  open func didMove(toParent parent: ViewController?) {}
}
