import Foundation
import ViewTree

/// The ways to present a controller.
public enum UIModalPresentationStyle: Int, Sendable {
  /// The ways of UIKit.
  case fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen
  /// The ways of UIKit.
  case overCurrentContext, popover
  case none = -1
  case automatic = -2

  /// True if the presenter's view leaves the window meanwhile.
  var replacesPresenter: Bool { self == .fullScreen || self == .currentContext }

  /// True if the view is a sheet, above which something of the presenter can be seen.
  var isSheet: Bool {
    self == .automatic || self == .pageSheet || self == .formSheet || self == .popover
  }
}

/// The animations of a presentation; nothing is animated.
public enum UIModalTransitionStyle: Int, Sendable {
  /// The animations of UIKit.
  case coverVertical, flipHorizontal, crossDissolve, partialCurl
}

/// An object that makes animations of a presentation; it is not asked.
public protocol UIViewControllerTransitioningDelegate: AnyObject {}

extension UIViewController {
  /// The distance of a sheet from the safe area's top; UIKit's is not documented.
  static let sheetDistance: CGFloat = 10

  /// The controller at the root of the containers around this one.
  private var rootOfContainers: UIViewController { parent?.rootOfContainers ?? self }

  final func begin(
    presenting new: UIViewController, animated: Bool, _ completion: (() -> Void)?
  ) {
    let presenter = rootOfContainers
    if new.state.presenter != nil || new === presenter {
      misuse(
        "Application tried to present modally a view controller \(new) that is already being "
          + "presented by \(new.state.presenter ?? new).")
    }
    guard let window = viewIfLoaded?.window else {
      return note(
        "Attempt to present \(new) on \(self) whose view is not in the window hierarchy.")
    }
    if let other = presenter.state.presented {
      return note(
        "Attempt to present \(new) on \(presenter) which is already presenting \(other).")
    }
    presenter.state.change?.finish()
    presenter.state.presented = new
    new.state.presenter = presenter
    new.state.isComing = true
    new.state.replacesPresenter = new.modalPresentationStyle.replacesPresenter
    new.view.frame = new.frameOfPresentation(in: window)
    new.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    if new.state.replacesPresenter {
      presenter.beginAppearanceTransition(false, animated: animated)
    }
    new.beginAppearanceTransition(true, animated: animated)
    window.addSubview(new.view)
    if new.state.replacesPresenter { presenter.view.removeFromSuperview() }
    presenter.state.change = ControllerChange(in: window) {
      new.endAppearanceTransition()
      if new.state.replacesPresenter { presenter.endAppearanceTransition() }
      new.state.isComing = false
      completion?()
    }
  }

  final func endPresenting(animated: Bool, _ completion: (() -> Void)?) {
    let presenter = sequence(first: self, next: \.parent).first { $0.state.presented != nil }
    guard let presenter, let old = presenter.state.presented else { return }
    // Controllers above go with it.
    old.state.presented.map { _ in old.endPresenting(animated: false, nil) }
    presenter.state.change?.finish()
    old.state.isGoing = true
    let window = old.viewIfLoaded?.window
    let comesBack = old.state.replacesPresenter
    old.beginAppearanceTransition(false, animated: animated)
    if comesBack, let window {
      presenter.beginAppearanceTransition(true, animated: animated)
      presenter.view.frame =
        presenter.state.presenter == nil
        ? window.bounds : presenter.frameOfPresentation(in: window)
      window.insertSubview(presenter.view, belowSubview: old.view)
    }
    old.viewIfLoaded?.removeFromSuperview()
    presenter.state.presented = nil
    presenter.state.change = ControllerChange(in: window) {
      old.endAppearanceTransition()
      if comesBack { presenter.endAppearanceTransition() }
      old.state.presenter = nil
      old.state.isGoing = false
      completion?()
    }
  }

  /// The frame of the view when the controller is presented: the window, or a sheet in it.
  private func frameOfPresentation(in window: UIWindow) -> CGRect {
    var frame = window.bounds
    // As on UIKit, a sheet fills a screen that is not high.
    guard modalPresentationStyle.isSheet, window.traitCollection.verticalSizeClass == .regular
    else { return frame }
    let top = window.safeAreaInsets.top + UIViewController.sheetDistance
    frame.origin.y += top
    frame.size.height = max(frame.size.height - top, 0)
    return frame
  }
}

/// The settings of a popover: stored, and presented as a sheet.
open class UIPopoverPresentationController: NSObject {
  /// The view at which it points.
  open var sourceView: UIView?
  /// The place in that view.
  open var sourceRect = CGRect.null
  /// The item of a bar at which it points.
  open var barButtonItem: UIBarButtonItem?
  /// The sides at which its arrow may be.
  open var permittedArrowDirections = UIPopoverArrowDirection.any
  /// The colour.
  open var backgroundColor: UIColor?
  /// The views that can be used meanwhile.
  open var passthroughViews: [UIView]?
}

/// The sides of a popover's arrow.
public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Above.
  public static let up = UIPopoverArrowDirection(rawValue: 1)
  /// Below.
  public static let down = UIPopoverArrowDirection(rawValue: 2)
  /// At the left.
  public static let left = UIPopoverArrowDirection(rawValue: 4)
  /// At the right.
  public static let right = UIPopoverArrowDirection(rawValue: 8)
  /// At any side.
  public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}

extension UIViewController {
  /// The settings of the popover; nil if it is presented in another way, as an alert on a phone is.
  public var popoverPresentationController: UIPopoverPresentationController? {
    guard modalPresentationStyle == .popover else { return nil }
    let settings = state.popover ?? UIPopoverPresentationController()
    state.popover = settings
    return settings
  }
}
