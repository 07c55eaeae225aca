import Foundation
import ViewTree

/// A bar of tabs: 49 points high, or 32 on a screen that is not, without the safe area below it.
open class UITabBar: UIBar {
  /// The items.
  open var items: [UITabBarItem]?
  /// The item of what is shown.
  open weak var selectedItem: UITabBarItem?
  /// The object that is told of taps; nobody taps.
  open weak var delegate: (any UITabBarDelegate)?
  /// The colour of items that are not selected.
  open var unselectedItemTintColor: UIColor?
  /// The picture behind the bar.
  open var backgroundImage: UIImage?
  /// The picture of the shadow.
  open var shadowImage: UIImage?
  /// The look.
  open var standardAppearance = UITabBarAppearance()
  /// The look over content that ends above it.
  open var scrollEdgeAppearance: UITabBarAppearance?

  override var height: CGFloat { traitCollection.verticalSizeClass == .compact ? 32 : 49 }

  /// Sets the items.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - animated: Not looked at.
  open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }
}

/// An object that is told of taps on a bar of tabs; nobody taps.
public protocol UITabBarDelegate: AnyObject {
  /// Called after a tap.
  ///
  /// - Parameters:
  ///   - tabBar: The bar.
  ///   - item: The item.
  func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
  public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// An item of a bar of tabs; it is stored, and takes no room.
open class UITabBarItem: UIBarItem {
  /// The items of the system.
  public enum SystemItem: Int, Sendable {
    /// The items of UIKit.
    case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search
    /// The items of UIKit.
    case downloads, mostRecent, mostViewed
  }

  /// The picture when it is selected.
  open var selectedImage: UIImage?
  /// The text in its badge.
  open var badgeValue: String?
  /// The colour of the badge.
  open var badgeColor: UIColor?
  /// The place of the title.
  open var titlePositionAdjustment = UIOffset.zero

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - image: The picture.
  ///   - tag: A number.
  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init()
    (self.title, self.image, self.tag) = (title, image, tag)
  }

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - image: The picture.
  ///   - selectedImage: The picture when it is selected.
  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    self.init(title: title, image: image, tag: 0)
    self.selectedImage = selectedImage
  }

  /// Makes an item of the system.
  ///
  /// - Parameters:
  ///   - systemItem: The item.
  ///   - tag: A number.
  public convenience init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
    self.init(title: nil, image: nil, tag: tag)
  }
}
