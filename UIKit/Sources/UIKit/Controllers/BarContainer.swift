import Foundation
import ViewTree

/// The view of a controller with bars, named as on UIKit: its layout places the bars, and the content below them.
final class UILayoutContainerView: UIView {
  /// Places everything.
  var arrange: (() -> Void)?

  override func layoutSubviews() {
    super.layoutSubviews()
    arrange?()
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil { show?() }
  }

  /// Adds the content's view, unless it is there.
  var show: (() -> Void)?

  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    setNeedsLayout()
  }
}

/// The view that holds the content of a controller with bars, named as on UIKit.
final class UITransitionView: UIView {}

/// The room for the content of a controller with bars.
///
/// The bars add to the safe area of its view, and `additionalSafeAreaInsets` of the content's controller to that.
final class ContentRoom: ViewController {
  override func loadView() {
    view = UITransitionView()
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  /// Exchanges the view that is shown.
  ///
  /// - Parameters:
  ///   - old: The controller that was shown.
  ///   - new: The one to be shown.
  ///   - container: The controller of both.
  ///   - animated: Handed on to the callbacks of the appearance.
  ///   - willShow: Called before the callbacks of the appearance.
  /// - Returns: The window in which the last of these wait for a commit; nil if there are none.
  func exchange(
    _ old: UIViewController?, for new: UIViewController?, in container: UIViewController,
    animated: Bool = false, willShow: (UIViewController) -> Void = { _ in }
  ) -> UIWindow? {
    guard old !== new, container.isViewLoaded else { return nil }
    container.view.setNeedsLayout()
    container.tabBarController?.viewIfLoaded?.setNeedsLayout()
    guard let window = container.view.window, let new else {
      old?.viewIfLoaded?.removeFromSuperview()
      return nil
    }
    willShow(new)
    new.loadViewIfNeeded()
    old?.beginAppearanceTransition(false, animated: animated)
    new.beginAppearanceTransition(true, animated: animated)
    show(new, in: container)
    if old?.viewIfLoaded?.superview === view { old?.view.removeFromSuperview() }
    return window
  }

  /// Adds the content's view, unless it is there.
  ///
  /// - Parameters:
  ///   - content: The controller that is shown.
  ///   - container: The controller around it.
  func show(_ content: UIViewController?, in container: UIViewController) {
    guard let shown = content?.view, shown.superview !== view else { return }
    shown.frame = view.bounds
    shown.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(shown)
    container.view.setNeedsLayout()
  }

  /// Gives the content its place.
  ///
  /// - Parameters:
  ///   - content: The controller, whose view is in this one.
  ///   - top: The bar at the top, as wide as it is here; nil if there is none, or if it is hidden.
  ///   - bottom: The bar at the bottom.
  func place(_ content: UIViewController?, below top: Bar?, above bottom: Bar?) {
    let insets = UIEdgeInsets(
      top: top?.height ?? 0, left: 0, bottom: bottom?.height ?? 0, right: 0)
    if additionalSafeAreaInsets != insets { additionalSafeAreaInsets = insets }
    guard let content, let shown = content.viewIfLoaded, shown.superview === view else { return }
    var frame = view.bounds
    if let top, !content.extends(below: top, at: .top) {
      frame.origin.y += top.edge
      frame.size.height -= top.edge
    }
    if let bottom, !content.extends(below: bottom, at: .bottom) { frame.size.height -= bottom.edge }
    frame.size.height = max(frame.size.height, 0)
    if shown.frame != frame { shown.frame = frame }
  }

  /// A bar that can be seen.
  struct Bar {
    /// The height that it adds to the safe area.
    let height: CGFloat
    /// The distance of its inner edge from the edge of the container.
    let edge: CGFloat
    /// True if it shows what is behind.
    let isTranslucent: Bool
  }
}

extension UIViewController {
  /// True if the controller's view extends below a bar.
  fileprivate func extends(below bar: ContentRoom.Bar, at edge: UIRectEdge) -> Bool {
    edgesForExtendedLayout.contains(edge)
      && (bar.isTranslucent || extendedLayoutIncludesOpaqueBars)
  }
}
