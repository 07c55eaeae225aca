import ViewTree

/// The look of a bar.
public enum UIBarStyle: Int, Sendable {
  /// The looks of UIKit.
  case `default`, black
}

/// The kind of bars.
public enum UIBarMetrics: Int, Sendable {
  /// The kinds of UIKit.
  case `default`, compact
}

/// An item of a bar; it is stored, and takes no room.
open class UIBarButtonItem: NSObject {
  /// The look of an item.
  public enum Style: Int, Sendable {
    /// The looks of UIKit.
    case plain, done
  }

  /// The items of the system.
  public enum SystemItem: Int, Sendable {
    /// The items of UIKit.
    case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action
    /// The items of UIKit.
    case organize, bookmarks, search, refresh, stop, camera, trash, play, pause, rewind
    /// The items of UIKit.
    case fastForward, undo, redo, close
  }

  /// The title.
  open var title: String?
  /// The picture.
  open var image: UIImage?
  /// The view.
  open var customView: View?
  /// The look.
  open var style = Style.plain
  /// The width.
  open var width: CGFloat = 0
  /// True if it can be used.
  open var isEnabled = true
  /// The colour.
  open var tintColor: UIColor?
  /// A number.
  open var tag = 0
  /// The object that is told.
  open weak var target: AnyObject?
  /// Its method.
  open var action: Selector?
  /// The item of the system; nil for any other.
  public private(set) var systemItem: SystemItem?

  /// Makes an item with a title.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - style: The look.
  ///   - target: The object that is told.
  ///   - action: Its method.
  public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
    self.init()
    (self.title, self.style, self.action) = (title, style, action)
    self.target = target.map { $0 as AnyObject }
  }

  /// Makes an item with a picture.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - style: The look.
  ///   - target: The object that is told.
  ///   - action: Its method.
  public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
    self.init(title: nil, style: style, target: target, action: action)
    self.image = image
  }

  /// Makes an item of the system.
  ///
  /// - Parameters:
  ///   - systemItem: The item.
  ///   - target: The object that is told.
  ///   - action: Its method.
  public convenience init(
    barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?
  ) {
    self.init(title: nil, style: .plain, target: target, action: action)
    self.systemItem = systemItem
  }

  /// Makes an item of a view.
  ///
  /// - Parameter customView: The view.
  public convenience init(customView: View) {
    self.init()
    self.customView = customView
  }
}

/// A bar, 44 points high and as wide as you like; its items take no room.
open class UIBar: View {
  /// The look.
  open var barStyle = UIBarStyle.default
  /// True if it shows what is behind.
  open var isTranslucent = true
  /// The colour.
  open var barTintColor: UIColor?
  open override var intrinsicContentSize: CGSize {
    CGSize(width: View.noIntrinsicMetric, height: 44)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: 44)
  }
}

/// A bar of tools.
open class UIToolbar: UIBar {
  /// The items.
  open var items: [UIBarButtonItem]?
  /// Sets the items.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - animated: Not looked at.
  open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }
}

/// The bar of a navigation.
open class UINavigationBar: UIBar {
  /// The attributes of the title.
  open var titleTextAttributes: [NSAttributedString.Key: Any]?
  /// The picture of the shadow.
  open var shadowImage: UIImage?
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
}

/// Named as in UIKit: a view in place of the keyboard that clicks.
public protocol UIInputViewAudioFeedback: AnyObject {
  /// True if it clicks.
  var enableInputClicksWhenVisible: Bool { get }
}

/// Named as in UIKit: what text is typed into.
public protocol UITextInput: AnyObject {}

extension UITextField: UITextInput {}
extension UITextView: UITextInput {}

/// The edges at which bars end, in old code.
public protocol UILayoutSupport: AnyObject {
  /// The length of the bars.
  var length: CGFloat { get }
}

extension UIViewController {
  /// A length that was asked for.
  private final class BarLength: UILayoutSupport {
    let length: CGFloat

    init(_ length: CGFloat) { self.length = length }
  }

  /// The safe area at the top, in old code.
  public var topLayoutGuide: any UILayoutSupport { BarLength(view.safeAreaInsets.top) }
  /// The safe area at the bottom, in old code.
  public var bottomLayoutGuide: any UILayoutSupport { BarLength(view.safeAreaInsets.bottom) }
}
