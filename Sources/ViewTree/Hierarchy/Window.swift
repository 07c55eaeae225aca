import Foundation

/// The root of a view tree, laid out by a loop.
///
/// A window holds its loop; the loop holds its windows weakly.
///
/// ```swift
/// let loop = TurnLoop()
/// let window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
/// window.rootViewController = FeedViewController()
/// loop.runUntilIdle()
/// ```
open class Window: View {
  /// The loop whose commits lay out this window.
  public final let loop: TurnLoop
  /// The window's position in the order in which the loop's windows were made.
  final var order = 0
  /// The view that keys go to.
  final weak var focusedView: View?
  /// The engine that solves the constraints of the window, from the first one on.
  final var layoutEngine: LayoutEngine?

  // Views that die with the window need not leave an engine that dies as well.
  deinit { layoutEngine?.dissolve() }

  /// Makes a window that `loop` lays out.
  ///
  /// The loop holds the window weakly: keep a reference to it.
  ///
  /// - Parameters:
  ///   - frame: The size of the screen, and its position.
  ///   - loop: The loop.
  public init(frame: CGRect, loop: TurnLoop) {
    self.loop = loop
    super.init(frame: frame)
    joinLoop()
  }

  /// Makes a window that the loop of the application lays out, which is made if there is none.
  ///
  /// The window's `loop` is that one: run it.
  ///
  /// - Parameter frame: The size of the screen, and its position.
  public override init(frame: CGRect) {
    loop = TurnLoop.forApplication()
    super.init(frame: frame)
    joinLoop()
  }

  /// Makes a window as large as a usual telephone, 390 by 844 points, in the loop of the application.
  public convenience init() {
    self.init(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
  }

  /// Becomes the root of a tree that the loop lays out.
  private final func joinLoop() {
    flags.insert(.isWindow)
    link(to: self)
    View.markForFirstUpdate(of: [self])
    loop.add(self)
  }

  /// The controller whose view fills the window.
  ///
  /// The last one set counts, even if a callback of the change sets another.
  open var rootViewController: ViewController? {
    get { storedRootController }
    set { setRootController(newValue) }
  }

  /// Makes a controller the root.
  @_spi(UIKit) public final func setRootController(_ controller: ViewController?) {
    let old = storedRootController
    guard controller !== old else { return }
    storedRootController = controller
    old?.viewIfLoaded?.removeFromSuperview()
    place(controller)
    // Must be last: objects that die with it may come back to the window.
    withExtendedLifetime(old) {}
  }

  /// The root controller, for a module above the tree that has a `rootViewController` of its own.
  @_spi(UIKit) public private(set) final var storedRootController: ViewController?

  /// Makes the root controller's view fill the window, unless a callback made another one the root.
  private final func place(_ controller: ViewController?) {
    guard let controller, storedRootController === controller, let view = controller.view,
      storedRootController === controller
    else { return }
    view.frame = bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(view)
  }

  open override var frame: CGRect {
    get { super.frame }
    set { resize(to: newValue.size) { super.frame = newValue } }
  }

  open override var bounds: CGRect {
    get { super.bounds }
    set { resize(to: newValue.size) { super.bounds = newValue } }
  }

  /// Makes a change that may set another size, and tells the root controller, and views whose kind of screen it
  /// changes.
  private final func resize(to size: CGSize, _ change: () -> Void) {
    guard size != bounds.size else { return change() }
    let old = traitCollection
    let controller = storedRootController
    controller?.windowWillResize(to: size)
    change()
    if !old.isEqualInSize(to: traitCollection) { tellOfTraits(from: old) }
    controller?.windowDidResize()
  }

  /// The number of pixels per point; by default 2, as on most devices that UIKit was measured on.
  ///
  /// Stacks round to whole pixels; a new value dirties those of the window.
  open var displayScale: CGFloat = 2 {
    didSet {
      require(
        displayScale > 0 && displayScale.isUsable,
        "Window.displayScale must be above 0, not \(displayScale). Set 1, 2 or 3.")
      guard displayScale != oldValue else { return }
      noteChange(.displayScale, .number(oldValue), .number(displayScale))
      if layoutEngine != nil { dirtyConstrained() }
      for view in subtree { view.displayScaleDidChange() }
    }
  }

  /// The areas that bars and corners cover; set it to the values of the device.
  open override var safeAreaInsets: EdgeInsets {
    get { super.safeAreaInsets }
    set {
      judgingConflictsOnce {
        guard adoptSafeArea(newValue) else { return }
        for subview in subviews { subview.updateSafeArea() }
      }
    }
  }
}
