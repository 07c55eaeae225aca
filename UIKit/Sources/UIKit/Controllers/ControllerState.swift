import Foundation
@_spi(UIKit) import ViewTree

/// The values of a controller that no layout reads, and its links to presented controllers.
final class ControllerState {
  var title: String?
  var navigationItem: UINavigationItem?
  var tabBarItem: UITabBarItem?
  var editItem: UIBarButtonItem?
  var isEditing = false
  var isMovingIn = false
  var isMovingOut = false
  var popover: UIPopoverPresentationController?
  /// The controller that this one presents, which holds it.
  var presented: UIViewController?
  /// The controller that presents this one.
  weak var presenter: UIViewController?
  var isComing = false
  var isGoing = false
  /// True if the view of the presenter left the window meanwhile.
  var replacesPresenter = false
  /// The last change from one controller to another.
  var change: ControllerChange?
  /// The change of the window's size that is under way.
  var coordinator: SizeChange?
}

/// The end of a change from one controller to another: the callbacks that follow the next layout.
final class ControllerChange {
  private var token: ObservationToken?
  private var end: (() -> Void)?

  /// Waits for the next commit of the window's loop; without a window, the change ends at once.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - end: The callbacks.
  init(in window: UIWindow?, _ end: @escaping () -> Void) {
    guard let window else {
      end()
      return
    }
    self.end = end
    token = window.loop.addObserver(at: .afterCommit) { [weak self] in self?.finish() }
  }

  /// Ends the change now, unless it has ended.
  func finish() {
    token = nil
    let last = end
    end = nil
    last?()
  }
}

/// Says on the standard error output what this package does not do.
func note(_ text: String) {
  FileHandle.standardError.write(Data("UIKit: \(text)\n".utf8))
}
