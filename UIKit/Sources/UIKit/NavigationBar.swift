import Foundation
import ViewTree

/// The bar of a navigation: 52 points higher with a large title.
open class UINavigationBar: UIBar {
  /// The items of the controllers in the stack.
  open var items: [UINavigationItem]? {
    didSet { onChange?() }
  }
  /// The item of the controller that is shown.
  open var topItem: UINavigationItem? { items?.last }
  /// The item before.
  open var backItem: UINavigationItem? { items?.dropLast().last }
  /// True if titles are large where their items do not say otherwise.
  open var prefersLargeTitles = false {
    didSet { if prefersLargeTitles != oldValue { onChange?() } }
  }
  /// The attributes of the title.
  open var titleTextAttributes: [NSAttributedString.Key: Any]?
  /// The attributes of a large title.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
  /// The picture of the shadow.
  open var shadowImage: UIImage?
  /// The picture of the way back.
  open var backIndicatorImage: UIImage?
  /// The mask of that picture.
  open var backIndicatorTransitionMaskImage: UIImage?
  /// The look.
  open var standardAppearance = UINavigationBarAppearance()
  /// The look on a screen that is not high.
  open var compactAppearance: UINavigationBarAppearance?
  /// The look over content that begins below it.
  open var scrollEdgeAppearance: UINavigationBarAppearance?
  private var backgrounds: [Int: UIImage] = [:]

  /// Sets the picture behind the bar.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - metrics: The kind of bars for which it is.
  open func setBackgroundImage(_ image: UIImage?, for metrics: UIBarMetrics) {
    backgrounds[metrics.rawValue] = image
  }
  /// The picture behind the bar.
  ///
  /// - Parameter metrics: The kind of bars.
  open func backgroundImage(for metrics: UIBarMetrics) -> UIImage? { backgrounds[metrics.rawValue] }

  override var height: CGFloat { super.height + (hasLargeTitle ? 52 : 0) }

  /// True if the title is large: by its item, or by the nearest item before that says so.
  private var hasLargeTitle: Bool {
    guard prefersLargeTitles, traitCollection.verticalSizeClass != .compact else { return false }
    let said = items?.last { $0.largeTitleDisplayMode != .automatic }
    return said?.largeTitleDisplayMode != .never
  }
}

/// The part of a navigation's bar that belongs to a controller; only `largeTitleDisplayMode` takes room.
open class UINavigationItem: NSObject {
  /// The choices of a large title.
  public enum LargeTitleDisplayMode: Int, Sendable {
    /// The choices of UIKit.
    case automatic, always, never
  }

  /// Makes an item.
  ///
  /// - Parameter title: The title.
  public init(title: String) { self.title = title }

  /// The title.
  open var title: String?
  /// The view in place of the title: stored, and not laid out.
  open var titleView: UIView?
  /// The line above the title: stored, and without room.
  open var prompt: String?
  /// The button that leads back to this item.
  open var backBarButtonItem: UIBarButtonItem?
  /// The title of that button.
  open var backButtonTitle: String?
  /// True if there is no button that leads back.
  open var hidesBackButton = false
  /// True if that button is beside the others.
  open var leftItemsSupplementBackButton = false
  /// The buttons at the left.
  open var leftBarButtonItems: [UIBarButtonItem]?
  /// The buttons at the right.
  open var rightBarButtonItems: [UIBarButtonItem]?
  /// The choice of a large title.
  open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic {
    didSet { onChange?() }
  }
  /// The look.
  open var standardAppearance: UINavigationBarAppearance?
  /// The look on a screen that is not high.
  open var compactAppearance: UINavigationBarAppearance?
  /// The look over content that begins below it.
  open var scrollEdgeAppearance: UINavigationBarAppearance?
  /// Called when the height of the bar may change.
  final var onChange: (() -> Void)?

  /// The first button at the left.
  open var leftBarButtonItem: UIBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }
  /// The first button at the right.
  open var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }
  /// Sets the button at the left.
  ///
  /// - Parameters:
  ///   - item: The button.
  ///   - animated: Not looked at.
  open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
  /// Sets the button at the right.
  ///
  /// - Parameters:
  ///   - item: The button.
  ///   - animated: Not looked at.
  open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) {
    rightBarButtonItem = item
  }
  /// Sets the buttons at the left.
  ///
  /// - Parameters:
  ///   - items: The buttons.
  ///   - animated: Not looked at.
  open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    leftBarButtonItems = items
  }
  /// Sets the buttons at the right.
  ///
  /// - Parameters:
  ///   - items: The buttons.
  ///   - animated: Not looked at.
  open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    rightBarButtonItems = items
  }
  /// Sets if there is no button that leads back.
  ///
  /// - Parameters:
  ///   - hidesBackButton: True if there is none.
  ///   - animated: Not looked at.
  open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) {
    self.hidesBackButton = hidesBackButton
  }
}

/// The look of a bar: stored, and without effect.
open class UIBarAppearance: NSObject {
  /// The colour.
  open var backgroundColor: UIColor?
  /// The blur.
  open var backgroundEffect: UIBlurEffect?
  /// The picture.
  open var backgroundImage: UIImage?
  /// The colour of the shadow.
  open var shadowColor: UIColor?
  /// The picture of the shadow.
  open var shadowImage: UIImage?
  /// Takes the usual look.
  open func configureWithDefaultBackground() {}
  /// Takes a look that covers what is behind.
  open func configureWithOpaqueBackground() {}
  /// Takes a look without a background.
  open func configureWithTransparentBackground() {}
}

/// The look of a navigation's bar: stored, and without effect.
open class UINavigationBarAppearance: UIBarAppearance {
  /// The attributes of the title.
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The attributes of a large title.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The place of the title.
  open var titlePositionAdjustment = UIOffset.zero
}

/// The look of a bar of tabs: stored, and without effect.
open class UITabBarAppearance: UIBarAppearance {}
