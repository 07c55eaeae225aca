import Foundation

/// The root of a view tree, laid out by a loop.
///
/// A window holds its loop; the loop knows its windows weakly.
open class Window: View {
  /// The loop whose commits lay out this window.
  public final let loop: TurnLoop

  /// Makes a window and registers it with `loop`.
  public init(frame: CGRect, loop: TurnLoop) {
    self.loop = loop
    super.init(frame: frame)
    flags.insert(.isWindow)
    link(to: self)
    loop.add(self)
  }

  /// The controller whose view fills the window.
  open var rootViewController: ViewController? {
    willSet {
      guard let old = rootViewController, old !== newValue else { return }
      old.viewIfLoaded?.removeFromSuperview()
    }
    didSet {
      guard let controller = rootViewController, controller !== oldValue else { return }
      let view: View = controller.view
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(view)
    }
  }

  /// What bars and corners take away; set it to what the device would say.
  open override var safeAreaInsets: EdgeInsets {
    get { super.safeAreaInsets }
    set {
      guard adoptSafeArea(newValue) else { return }
      for subview in subviews { subview.updateSafeArea() }
    }
  }
}
