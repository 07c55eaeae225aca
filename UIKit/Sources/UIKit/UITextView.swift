import ViewTree

/// The place of a text in its view.
public final class NSTextContainer {
  /// Makes a container.
  public init() {}

  /// Makes a container of a size.
  ///
  /// - Parameter size: The size, until a text view has the container.
  public init(size: CGSize) { storedSize = size }

  private var storedSize = CGSize(width: 0, height: CGFloat.greatestFiniteMagnitude)

  /// The room for text: the width is that of the text view, less its insets.
  public var size: CGSize {
    get {
      guard let view else { return storedSize }
      let insets = view.textContainerInset
      let width = max(0, view.bounds.width - insets.left - insets.right)
      return CGSize(width: width, height: storedSize.height)
    }
    set { storedSize = newValue }
  }

  /// The distance of a line from the sides; 5 points by default.
  public var lineFragmentPadding: CGFloat = 5 { didSet { view?.contentDidChange() } }
  /// The greatest number of lines; 0 for no limit.
  public var maximumNumberOfLines = 0 { didSet { view?.contentDidChange() } }
  /// The end of text that is too long.
  public var lineBreakMode = NSLineBreakMode.byWordWrapping
  fileprivate weak var view: UITextView?
}

/// Text of several lines, which scrolls unless `isScrollEnabled` is false.
///
/// The content is as high as the text in lines of the view's width, less the insets (8 points above and
/// below) and the padding (5 points at each side). The intrinsic size is that if the view does not scroll,
/// and none if it does.
open class UITextView: ScrollView, UITextInputTraits {
  private var storedText = ""
  private var storedAttributed: NSAttributedString?

  /// The container of the text.
  public let textContainer: NSTextContainer

  /// Makes a view without text.
  ///
  /// - Parameter frame: The place.
  public override init(frame: CGRect) {
    textContainer = NSTextContainer()
    super.init(frame: frame)
    textContainer.view = self
  }

  /// Makes a view without text.
  ///
  /// - Parameters:
  ///   - frame: The place.
  ///   - textContainer: The container of the text; nil for a new one.
  public init(frame: CGRect, textContainer: NSTextContainer?) {
    self.textContainer = textContainer ?? NSTextContainer()
    super.init(frame: frame)
    self.textContainer.view = self
  }

  /// The text.
  open var text: String! {
    get { storedText }
    set { setting("text") { write(newValue ?? "") } }
  }

  private func write(_ text: String) {
    guard text != storedText || storedAttributed != nil else { return }
    (storedText, storedAttributed) = (text, nil)
    contentDidChange()
  }
  /// The text with attributes, which is measured in its largest font.
  open var attributedText: NSAttributedString! {
    get { storedAttributed ?? NSAttributedString(string: storedText) }
    set {
      (storedText, storedAttributed) = (newValue?.string ?? "", newValue)
      contentDidChange()
    }
  }
  /// The font; 12 points unless set.
  open var font: UIFont? { didSet { if font != oldValue { contentDidChange() } } }
  /// The distances around the text.
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) {
    didSet { if textContainerInset != oldValue { contentDidChange() } }
  }
  /// True if the view scrolls; it decides if there is an intrinsic size.
  open override var isScrollEnabled: Bool {
    didSet { if isScrollEnabled != oldValue { contentDidChange() } }
  }
  /// The colour of the text.
  open var textColor: UIColor?
  /// The place of the text.
  open var textAlignment = NSTextAlignment.natural
  /// True if text may be typed.
  open var isEditable = true
  /// True if text may be selected.
  open var isSelectable = true
  /// A selected element.
  open var selectedRange = NSRange(location: 0, length: 0)
  /// The attributes of links.
  open var linkTextAttributes: [NSAttributedString.Key: Any]! = [:]
  /// The attributes of typed text.
  open var typingAttributes: [NSAttributedString.Key: Any] = [:]
  /// True if the font follows the setting of the user.
  open var adjustsFontForContentSizeCategory = false
  /// The keyboard.
  open var keyboardType = UIKeyboardType.default
  /// The look of the keyboard.
  open var keyboardAppearance = UIKeyboardAppearance.default
  /// The key for return.
  open var returnKeyType = UIReturnKeyType.default
  /// Capital letters.
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  /// Corrections.
  open var autocorrectionType = UITextAutocorrectionType.default
  /// Spelling.
  open var spellCheckingType = UITextSpellCheckingType.default
  /// The view in place of the keyboard.
  open override var inputView: View? {
    get { stored("inputView", or: View?.none) }
    set { storage.values["inputView"] = newValue }
  }
  /// The view above the keyboard.
  open override var inputAccessoryView: View? {
    get { stored("inputAccessoryView", or: View?.none) }
    set { storage.values["inputAccessoryView"] = newValue }
  }

  open override var canBecomeFirstResponder: Bool { true }

  fileprivate func contentDidChange() {
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  /// The size of the text and what is around it, in lines that fill a width.
  private func contentSize(filling width: CGFloat) -> CGSize {
    let around =
      textContainerInset.left + textContainerInset.right
      + 2 * textContainer.lineFragmentPadding
    var face = font ?? UIFont.systemFont(ofSize: 12)
    if let storedAttributed { face = TextSize.font(of: storedAttributed, or: face) }
    let room = width > 0 ? max(1, width - around) : 0
    let size = TextSize.of(
      storedText, font: face, width: room, lines: textContainer.maximumNumberOfLines)
    return CGSize(
      width: size.width + around,
      height: max(size.height, face.lineHeight) + textContainerInset.top + textContainerInset.bottom
    )
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    contentSize(filling: size.width < 1e7 ? size.width : 0)
  }

  open override var intrinsicContentSize: CGSize {
    isScrollEnabled ? super.intrinsicContentSize : contentSize(filling: bounds.width)
  }

  /// The size of the text in the view's width, whatever is set or constraints of subviews say.
  open override var contentSize: CGSize {
    get { super.contentSize }
    set {
      super.contentSize = CGSize(
        width: bounds.width, height: contentSize(filling: bounds.width).height)
    }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    contentSize = bounds.size
  }

  /// Named as in UIKit; nobody posts it here.
  public static let textDidChangeNotification = Notification.Name("UITextViewTextDidChange")
  /// Named as in UIKit; nobody posts it here.
  public static let textDidEndEditingNotification = Notification.Name("UITextViewTextDidEndEditing")
  /// Named as in UIKit; nobody posts it here.
  public static let textDidBeginEditingNotification = Notification.Name(
    "UITextViewTextDidBeginEditing")

  /// Scrolls so that a range can be seen: nothing moves, since places of letters are not known.
  ///
  /// - Parameter range: The range.
  open func scrollRangeToVisible(_ range: NSRange) {}
}

/// An object that is asked about a text view; nobody types, so nothing is asked.
public protocol UITextViewDelegate: ScrollViewDelegate {
  /// Called when the text was typed.
  func textViewDidChange(_ textView: UITextView)
}

extension UITextViewDelegate {
  public func textViewDidChange(_ textView: UITextView) {}
}
