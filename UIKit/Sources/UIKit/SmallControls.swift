import ViewTree

/// A switch: 51 by 31 points.
open class UISwitch: UIControl {
  /// Makes a switch.
  ///
  /// - Parameter frame: The place; as on UIKit, its size does not count.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: Self.size))
  }

  /// Makes a switch with an action.
  ///
  /// - Parameters:
  ///   - frame: The place.
  ///   - primaryAction: Called for another setting.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .valueChanged) }
  }

  private static let size = CGSize(width: 51, height: 31)
  /// True if it is on.
  open var isOn = false
  /// The colour of an on switch.
  open var onTintColor: UIColor?
  /// The colour of the thumb.
  open var thumbTintColor: UIColor?
  /// Turns it.
  ///
  /// - Parameters:
  ///   - on: The setting.
  ///   - animated: Not looked at.
  open func setOn(_ on: Bool, animated: Bool) { isOn = on }
  open override var intrinsicContentSize: CGSize { Self.size }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}

/// A slider: 34 points high, as wide as you like.
open class UISlider: UIControl {
  /// The value, between the least and the greatest.
  open var value: Float = 0 { didSet { value = min(max(value, minimumValue), maximumValue) } }
  /// The least value.
  open var minimumValue: Float = 0
  /// The greatest value.
  open var maximumValue: Float = 1
  /// True if every change is told.
  open var isContinuous = true
  /// The colour of the left part.
  open var minimumTrackTintColor: UIColor?
  /// The colour of the right part.
  open var maximumTrackTintColor: UIColor?
  /// The colour of the thumb.
  open var thumbTintColor: UIColor?
  /// Sets the value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - animated: Not looked at.
  open func setValue(_ value: Float, animated: Bool) { self.value = value }
  open override var intrinsicContentSize: CGSize {
    CGSize(width: View.noIntrinsicMetric, height: 34)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: 34)
  }
}

/// A stepper: 94 by 32 points.
open class UIStepper: UIControl {
  /// Makes a stepper.
  ///
  /// - Parameter frame: The place; as on UIKit, its size does not count.
  public override init(frame: CGRect) {
    super.init(frame: CGRect(origin: frame.origin, size: Self.size))
  }

  private static let size = CGSize(width: 94, height: 32)
  /// The value, between the least and the greatest.
  open var value: Double = 0 { didSet { value = min(max(value, minimumValue), maximumValue) } }
  /// The least value.
  open var minimumValue: Double = 0
  /// The greatest value.
  open var maximumValue: Double = 100
  /// The distance of a step.
  open var stepValue: Double = 1
  open override var intrinsicContentSize: CGSize { Self.size }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}

/// A row of dots: 26 points high, 10 points for each dot and 13.5 for both ends.
open class UIPageControl: UIControl {
  /// The number of dots.
  open var numberOfPages = 0 {
    didSet { if numberOfPages != oldValue { invalidateIntrinsicContentSize() } }
  }
  /// The chosen one.
  open var currentPage = 0
  /// True if a single dot is hidden.
  open var hidesForSinglePage = false
  /// The colour of dots.
  open var pageIndicatorTintColor: UIColor?
  /// The colour of the chosen dot.
  open var currentPageIndicatorTintColor: UIColor?
  /// The size of some dots.
  ///
  /// - Parameter pageCount: The number of dots.
  open func size(forNumberOfPages pageCount: Int) -> CGSize {
    CGSize(width: 27 + 10 * CGFloat(max(0, pageCount)), height: 26)
  }
  open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}

/// A bar that fills: 4 points high, as wide as you like.
open class UIProgressView: View {
  /// The look of a bar.
  public enum Style: Int, Sendable {
    /// The looks of UIKit.
    case `default`, bar
  }

  /// Makes a bar as high as it is.
  ///
  /// - Parameter style: The look.
  public convenience init(progressViewStyle style: Style) {
    self.init(frame: .zero)
    progressViewStyle = style
    frame.size.height = intrinsicContentSize.height
  }

  /// The look.
  open var progressViewStyle = Style.default
  /// The share, from 0 to 1.
  open var progress: Float = 0 { didSet { progress = min(max(progress, 0), 1) } }
  /// The colour of the full part.
  open var progressTintColor: UIColor?
  /// The colour of the empty part.
  open var trackTintColor: UIColor?
  /// Sets the share.
  ///
  /// - Parameters:
  ///   - progress: The share.
  ///   - animated: Not looked at.
  open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
  open override var intrinsicContentSize: CGSize {
    CGSize(width: View.noIntrinsicMetric, height: 4)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: 4)
  }
}

/// A wheel that turns: 20 by 20 points, 37 by 37 if large.
open class UIActivityIndicatorView: View {
  /// The size of a wheel.
  public enum Style: Int, Sendable {
    /// The sizes of UIKit.
    case whiteLarge, white, gray, medium = 100, large = 101
  }

  /// The size.
  open var style = Style.medium {
    didSet { if style != oldValue { invalidateIntrinsicContentSize() } }
  }
  /// The colour.
  open var color: UIColor!
  /// True if a wheel that stands still is hidden, as it is by default.
  open var hidesWhenStopped = true { didSet { isHidden = hidesWhenStopped && !isAnimating } }
  /// True if it turns.
  open private(set) var isAnimating = false

  /// Makes a wheel that stands still, and so is hidden.
  ///
  /// - Parameter frame: The place; without a size it has that of the wheel.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    if frame.size == .zero { self.frame.size = CGSize(width: 20, height: 20) }
    isHidden = true
  }

  /// Makes a wheel.
  ///
  /// - Parameter style: The size.
  public convenience init(style: Style) {
    self.init(frame: .zero)
    self.style = style
    frame.size = intrinsicContentSize
  }

  /// Begins to turn, and shows itself.
  open func startAnimating() {
    isAnimating = true
    isHidden = false
  }
  /// Ends to turn, and hides itself unless told otherwise.
  open func stopAnimating() {
    isAnimating = false
    isHidden = hidesWhenStopped
  }
  open override var intrinsicContentSize: CGSize {
    let side: CGFloat = style == .large || style == .whiteLarge ? 37 : 20
    return CGSize(width: side, height: side)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}

/// An effect; nothing is drawn.
open class UIVisualEffect: NSObject {}

/// A blur; nothing is drawn.
open class UIBlurEffect: UIVisualEffect {
  /// The look of a blur.
  public enum Style: Int, Sendable {
    /// The looks of UIKit.
    case extraLight, light, dark, regular = 4, prominent
    /// The looks of materials.
    case systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial
    /// The looks of materials.
    case systemChromeMaterial, systemMaterialLight, systemMaterialDark
  }
  /// The look.
  public let style: Style
  /// Makes a blur.
  ///
  /// - Parameter style: The look.
  public init(style: Style) { self.style = style }
}

/// A brighter part of a blur; nothing is drawn.
open class UIVibrancyEffect: UIVisualEffect {
  /// The blur.
  public let blurEffect: UIBlurEffect
  /// Makes an effect.
  ///
  /// - Parameter blurEffect: The blur.
  public init(blurEffect: UIBlurEffect) { self.blurEffect = blurEffect }
}

/// A view with an effect; its content fills it.
open class UIVisualEffectView: View {
  /// The effect.
  open var effect: UIVisualEffect?
  /// The content, which fills the view.
  public let contentView = UIView()
  /// Makes a view.
  ///
  /// - Parameter effect: The effect.
  public init(effect: UIVisualEffect?) {
    self.effect = effect
    super.init(frame: .zero)
    fill()
  }

  /// Makes a view without an effect.
  ///
  /// - Parameter frame: The place.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    fill()
  }

  private func fill() {
    contentView.frame = bounds
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }
}

/// A control for loading anew at the top of a scroll view: stored, and without room.
open class UIRefreshControl: UIControl {
  /// True while it turns.
  open private(set) var isRefreshing = false
  /// The text below it.
  open var attributedTitle: NSAttributedString?
  /// Turns.
  open func beginRefreshing() { isRefreshing = true }
  /// Stops.
  open func endRefreshing() { isRefreshing = false }
}

extension ScrollView {
  /// The control for loading anew: stored, and without room.
  public var refreshControl: UIRefreshControl? {
    get { stored("refreshControl", or: nil) }
    set { storage.values["refreshControl"] = newValue }
  }
}

/// A bar for a search, 56 points high and as wide as you like; its field is not laid out.
open class UISearchBar: View {
  /// The looks of UIKit.
  public enum Style: Int, Sendable {
    /// The looks of UIKit.
    case `default`, prominent, minimal
  }

  /// The object that is told; nobody types.
  open weak var delegate: (any UISearchBarDelegate)?
  /// The text.
  open var text: String? {
    get { searchTextField.text }
    set { searchTextField.text = newValue }
  }
  /// The text while there is none.
  open var placeholder: String? {
    get { searchTextField.placeholder }
    set { searchTextField.placeholder = newValue }
  }
  /// The field, which is in no tree.
  public let searchTextField = UITextField()
  /// The look.
  open var searchBarStyle = Style.default
  /// The colour.
  open var barTintColor: UIColor?
  /// True if there is a button that ends the search.
  open var showsCancelButton = false
  /// Sets if there is such a button.
  ///
  /// - Parameters:
  ///   - showsCancelButton: True if there is one.
  ///   - animated: Not looked at.
  open func setShowsCancelButton(_ showsCancelButton: Bool, animated: Bool) {
    self.showsCancelButton = showsCancelButton
  }
  open override var intrinsicContentSize: CGSize {
    CGSize(width: View.noIntrinsicMetric, height: 56)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: 56)
  }
}

/// An object that is told of a search; nobody types.
public protocol UISearchBarDelegate: AnyObject {
  /// Called after a key.
  ///
  /// - Parameters:
  ///   - searchBar: The bar.
  ///   - searchText: The text.
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
  /// Called after return.
  ///
  /// - Parameter searchBar: The bar.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
  /// Called after a tap on the button that ends the search.
  ///
  /// - Parameter searchBar: The bar.
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
}

extension UISearchBarDelegate {
  public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
  public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
  public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
}
