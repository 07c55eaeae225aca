import ViewTree

/// A label with the members of UIKit that show nothing here, and attributed text.
///
/// An attributed text is measured in its largest font.
open class UILabel: Label {
  private var storedAttributedText: NSAttributedString?

  /// The text, with attributes; setting it sets `text`, and `font` to the largest font in it.
  open var attributedText: NSAttributedString? {
    get {
      storedAttributedText
        ?? text.map { NSAttributedString(string: $0, attributes: [.font: font!]) }
    }
    set {
      if let newValue { font = TextSize.font(of: newValue, or: font) }
      text = newValue?.string
      storedAttributedText = newValue
    }
  }

  open override var text: String? {
    get { super.text }
    set {
      setting("text") {
        storedAttributedText = nil
        super.text = newValue
      }
    }
  }

  /// The colour of the text.
  open var textColor: UIColor! = .label
  /// The colour of selected text.
  open var highlightedTextColor: UIColor?
  /// The place of the text.
  open var textAlignment = NSTextAlignment.natural
  /// The end of text that is too long.
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail
  /// The colour of the shadow.
  open var shadowColor: UIColor?
  /// The distance of the shadow.
  open var shadowOffset = CGSize(width: 0, height: -1)
  /// True if text may be drawn smaller; sizes do not depend on it.
  open var adjustsFontSizeToFitWidth = false
  /// True if the font follows the setting of the user, which does not change.
  open var adjustsFontForContentSizeCategory = false
  /// The smallest size of text, an old name that key-value coding still finds.
  open var minimumFontSize: CGFloat = 0
  /// The smallest scale of text.
  open var minimumScaleFactor: CGFloat = 0
  /// True if letters may be drawn closer together.
  open var allowsDefaultTighteningForTruncation = false
  /// The place of smaller text.
  open var baselineAdjustment = UIBaselineAdjustment.alignBaselines
  /// True if the label can be used.
  open var isEnabled = true
  /// True if it is shown as selected.
  open var isHighlighted = false

  /// The smallest size of text that the user may set, which is never changed.
  open var minimumContentSizeCategory: UIContentSizeCategory?
  /// The largest size of text that the user may set, which is never changed.
  open var maximumContentSizeCategory: UIContentSizeCategory?
  /// Words about both.
  open var appliedContentSizeCategoryLimitsDescription: String { "" }

  /// The view whose baseline counts, in old code; nothing calls it.
  open func forBaselineLayout() -> UIView { self }

  /// Draws the text; nothing calls it.
  ///
  /// - Parameter rect: Where to draw.
  open func drawText(in rect: CGRect) {}

  /// The place of the text in a rectangle: its size, from the top left corner.
  ///
  /// As in UIKit, a subclass may return a larger one, which is then the intrinsic size.
  ///
  /// - Parameters:
  ///   - bounds: The rectangle.
  ///   - numberOfLines: The greatest number of lines.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect
  {
    let size =
      bounds.width < 1e7 ? super.sizeThatFits(bounds.size) : super.sizeThatFits(.zero)
    return CGRect(origin: bounds.origin, size: size)
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = size.width > 0 ? size.width : 1e7
    return textRect(
      forBounds: CGRect(x: 0, y: 0, width: width, height: 1e7),
      limitedToNumberOfLines: numberOfLines
    ).size
  }

  open override var intrinsicContentSize: CGSize {
    let plain = super.intrinsicContentSize
    // The space that a subclass adds around its text, as UIKit does.
    let bounds = CGRect(origin: .zero, size: CGSize(width: 1e7, height: 1e7))
    let own = textRect(forBounds: bounds, limitedToNumberOfLines: numberOfLines).size
    let text = super.sizeThatFits(.zero)
    return CGSize(
      width: plain.width + own.width - text.width, height: plain.height + own.height - text.height)
  }
}

/// The place of smaller text.
public enum UIBaselineAdjustment: Int, Sendable {
  /// The places of UIKit.
  case alignBaselines, alignCenters, none
}
