import ViewTree

/// The look of a bar.
public enum UIBarStyle: Int, Sendable {
  /// The looks of UIKit.
  case `default`, black
}

/// A distance in both directions.
public struct UIOffset: Hashable, Sendable {
  /// To the right.
  public var horizontal: CGFloat
  /// Down.
  public var vertical: CGFloat
  /// No distance.
  public static let zero = UIOffset(horizontal: 0, vertical: 0)

  /// Makes a distance.
  ///
  /// - Parameters:
  ///   - horizontal: To the right.
  ///   - vertical: Down.
  public init(horizontal: CGFloat, vertical: CGFloat) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }
}

/// The kind of bars.
public enum UIBarMetrics: Int, Sendable {
  /// The kinds of UIKit.
  case `default`, compact
}

/// An item of a bar; it is stored, and takes no room.
open class UIBarItem: NSObject {
  /// The title.
  open var title: String?
  /// The picture.
  open var image: UIImage?
  /// The picture on a screen that is not high.
  open var landscapeImagePhone: UIImage?
  /// The insets of the picture.
  open var imageInsets = UIEdgeInsets.zero
  /// True if it can be used.
  open var isEnabled = true
  /// A number.
  open var tag = 0
  private var attributes: [UInt: [NSAttributedString.Key: Any]] = [:]

  /// Sets the attributes of the title.
  ///
  /// - Parameters:
  ///   - attributes: The attributes.
  ///   - state: The state for which they are.
  open func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) { self.attributes[state.rawValue] = attributes }

  /// The attributes of the title.
  ///
  /// - Parameter state: The state.
  open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    attributes[state.rawValue]
  }
}

/// A button of a bar; it is stored, and takes no room.
open class UIBarButtonItem: UIBarItem {
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

  /// The view.
  open var customView: View?
  /// The look.
  open var style = Style.plain
  /// The width.
  open var width: CGFloat = 0
  /// The colour.
  open var tintColor: UIColor?
  /// The object that is told.
  open weak var target: AnyObject?
  /// Its method.
  open var action: Selector?
  /// The action; nobody taps.
  open var primaryAction: UIAction?
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

  /// Makes an item of the system with an action.
  ///
  /// - Parameters:
  ///   - systemItem: The item.
  ///   - primaryAction: The action; by default none.
  public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
    self.init()
    (self.systemItem, self.primaryAction) = (systemItem, primaryAction)
  }

  /// Makes an item with an action.
  ///
  /// - Parameters:
  ///   - title: The title; by default that of the action.
  ///   - image: The picture; by default that of the action.
  ///   - primaryAction: The action; by default none.
  public convenience init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil
  ) {
    self.init()
    let words = primaryAction.flatMap { $0.title.isEmpty ? nil : $0.title }
    (self.title, self.image) = (title ?? words, image ?? primaryAction?.image)
    self.primaryAction = primaryAction
  }

  /// Makes an item of a view.
  ///
  /// - Parameter customView: The view.
  public convenience init(customView: View) {
    self.init()
    self.customView = customView
  }
}

/// A bar, 44 points high, or 32 on a screen that is not, and as wide as you like; its items take no room.
open class UIBar: View {
  /// The look.
  open var barStyle = UIBarStyle.default
  /// True if it shows what is behind.
  open var isTranslucent = true {
    didSet { if isTranslucent != oldValue { onChange?() } }
  }
  /// The colour.
  open var barTintColor: UIColor?
  /// Called when the place of the content may change.
  final var onChange: (() -> Void)?

  /// Makes a bar.
  ///
  /// - Parameter frame: The frame.
  public required override init(frame: CGRect) { super.init(frame: frame) }

  /// Makes a bar without a frame.
  public convenience init() { self.init(frame: .zero) }

  /// The height, without the safe area.
  var height: CGFloat { traitCollection.verticalSizeClass == .compact ? 32 : 44 }

  open override var intrinsicContentSize: CGSize {
    CGSize(width: View.noIntrinsicMetric, height: height)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: height)
  }
  open override var isHidden: Bool {
    didSet { if isHidden != oldValue { onChange?() } }
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

/// Named as in UIKit: a view in place of the keyboard that clicks.
public protocol UIInputViewAudioFeedback: AnyObject {
  /// True if it clicks.
  var enableInputClicksWhenVisible: Bool { get }
}

/// Named as in UIKit: what text is typed into.
public protocol UITextInput: AnyObject {}

extension UITextField: UITextInput {}
extension UITextView: UITextInput {}
