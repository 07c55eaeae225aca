import ViewTree

/// The settings of an object that edits text, as far as code sets them.
public protocol UITextInputTraits: AnyObject {}

/// A line of text.
///
/// The intrinsic size is that of the text, or of the placeholder if there is none. A rounded border adds 7
/// points at each side, and 13 to the height: 34 points in the default font of 17.
open class UITextField: UIControl, UITextInputTraits {
  /// The border.
  public enum BorderStyle: Int, Sendable {
    /// The borders of UIKit.
    case none, line, bezel, roundedRect
  }

  /// The times at which a view beside the text is shown.
  public enum ViewMode: Int, Sendable {
    /// The modes of UIKit.
    case never, whileEditing, unlessEditing, always
  }

  private let label = UILabel()
  private let hint = UILabel()

  /// Makes a field without text.
  ///
  /// - Parameter frame: The place.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(hint)
    addSubview(label)
  }

  /// The text; never nil once it was read, as in UIKit.
  open var text: String? {
    get { label.text ?? "" }
    set {
      setting("text") {
        label.text = newValue
        contentDidChange()
      }
    }
  }
  /// The text with attributes.
  open var attributedText: NSAttributedString? {
    get { label.attributedText ?? NSAttributedString(string: "") }
    set {
      label.attributedText = newValue
      contentDidChange()
    }
  }
  /// The words that are shown without text.
  open var placeholder: String? {
    get { hint.text }
    set {
      hint.text = newValue
      contentDidChange()
    }
  }
  /// The words that are shown without text, with attributes.
  open var attributedPlaceholder: NSAttributedString? {
    get { hint.attributedText }
    set {
      hint.attributedText = newValue
      contentDidChange()
    }
  }
  /// The font; 17 points by default.
  open var font: UIFont? {
    get { label.font }
    set {
      label.font = newValue
      hint.font = newValue
      contentDidChange()
    }
  }
  /// The border.
  open var borderStyle = BorderStyle.none {
    didSet { if borderStyle != oldValue { contentDidChange() } }
  }
  /// The colour of the text.
  open var textColor: UIColor? = .label
  /// The place of the text.
  open var textAlignment = NSTextAlignment.natural
  /// The object that would be asked.
  open weak var delegate: (any UITextFieldDelegate)?
  /// True if text may be drawn smaller.
  open var adjustsFontSizeToFitWidth = false
  /// True if the font follows the setting of the user.
  open var adjustsFontForContentSizeCategory = false
  /// The smallest size.
  open var minimumFontSize: CGFloat = 0
  /// True if editing begins with no text.
  open var clearsOnBeginEditing = false
  /// True if typing replaces the text.
  open var clearsOnInsertion = false
  /// The times at which the button that clears is shown.
  open var clearButtonMode = ViewMode.never
  /// The times at which the left view is shown.
  open var leftViewMode = ViewMode.never { didSet { setNeedsLayout() } }
  /// The times at which the right view is shown.
  open var rightViewMode = ViewMode.never { didSet { setNeedsLayout() } }
  /// The view before the text.
  open var leftView: View? { didSet { replace(oldValue, leftView) } }
  /// The view after the text.
  open var rightView: View? { didSet { replace(oldValue, rightView) } }
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
  /// The background.
  open var background: UIImage?
  /// The background of a disabled field.
  open var disabledBackground: UIImage?
  /// True if dots are shown.
  open var isSecureTextEntry = false
  /// The keyboard.
  open var keyboardType = UIKeyboardType.default
  /// The look of the keyboard.
  open var keyboardAppearance = UIKeyboardAppearance.default
  /// The key for return.
  open var returnKeyType = UIReturnKeyType.default
  /// True if return needs text.
  open var enablesReturnKeyAutomatically = false
  /// Capital letters.
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  /// Corrections.
  open var autocorrectionType = UITextAutocorrectionType.default
  /// Spelling.
  open var spellCheckingType = UITextSpellCheckingType.default
  /// The meaning of the text.
  open var textContentType: UITextContentType!
  /// The attributes of new text.
  open var defaultTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The attributes of typed text.
  open var typingAttributes: [NSAttributedString.Key: Any]?
  /// True while it has the focus.
  open var isEditing: Bool { isFirstResponder }

  /// True if there is text.
  open var hasText: Bool { label.text?.isEmpty == false }

  /// Adds text at the end, and tells targets.
  ///
  /// - Parameter text: The text.
  open func insertText(_ text: String) { type((self.text ?? "") + text) }

  /// Takes the last character away, and tells targets.
  open func deleteBackward() { if hasText { type(String((text ?? "").dropLast())) } }

  private func type(_ text: String) {
    self.text = text
    sendActions(for: .editingChanged)
    NotificationCenter.default.post(name: UITextField.textDidChangeNotification, object: self)
  }

  private func contentDidChange() {
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  private func replace(_ old: View?, _ new: View?) {
    guard old !== new else { return }
    old?.removeFromSuperview()
    if let new { addSubview(new) }
    setNeedsLayout()
  }

  open override var canBecomeFirstResponder: Bool { isEnabled }

  /// Begins editing, and tells the delegate.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    let was = isFirstResponder
    guard super.becomeFirstResponder() else { return false }
    if !was {
      delegate?.textFieldDidBeginEditing(self)
      sendActions(for: .editingDidBegin)
      NotificationCenter.default.post(
        name: UITextField.textDidBeginEditingNotification, object: self)
      setNeedsLayout()
    }
    return true
  }

  /// Ends editing, and tells the delegate.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    let was = isFirstResponder
    guard super.resignFirstResponder() else { return false }
    if was {
      delegate?.textFieldDidEndEditing(self)
      sendActions(for: .editingDidEnd)
      NotificationCenter.default.post(
        name: UITextField.textDidEndEditingNotification, object: self)
      setNeedsLayout()
    }
    return true
  }

  /// Posted when editing begins.
  public static let textDidBeginEditingNotification = Notification.Name(
    "UITextFieldTextDidBeginEditing")
  /// Posted when editing ends.
  public static let textDidEndEditingNotification = Notification.Name(
    "UITextFieldTextDidEndEditing")
  /// Posted when `insertText(_:)` or `deleteBackward()` is called; nobody types.
  public static let textDidChangeNotification = Notification.Name("UITextFieldTextDidChange")

  // MARK: Places

  private func isShown(_ view: View?, _ mode: ViewMode) -> Bool {
    guard view != nil else { return false }
    return switch mode {
    case .never: false
    case .always: true
    case .whileEditing: isEditing
    case .unlessEditing: !isEditing
    }
  }

  open override var intrinsicContentSize: CGSize {
    let shown = label.text?.isEmpty == false ? label : hint
    var size = shown.intrinsicContentSize
    size.height = max(size.height, label.font.lineHeight)
    if borderStyle == .roundedRect || borderStyle == .bezel {
      size.width += 14
      size.height += 13
    }
    if let leftView, isShown(leftView, leftViewMode) { size.width += leftView.bounds.width }
    if let rightView, isShown(rightView, rightViewMode) { size.width += rightView.bounds.width }
    return size
  }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// The place inside of the border.
  ///
  /// - Parameter bounds: The bounds.
  open func borderRect(forBounds bounds: CGRect) -> CGRect { bounds }

  /// The place of the text.
  ///
  /// - Parameter bounds: The bounds.
  open func textRect(forBounds bounds: CGRect) -> CGRect {
    var rect = borderRect(forBounds: bounds)
    if borderStyle == .roundedRect || borderStyle == .bezel { rect = rect.insetBy(dx: 7, dy: 2) }
    if isShown(leftView, leftViewMode) {
      let end = leftViewRect(forBounds: bounds).maxX
      rect.size.width = max(0, rect.maxX - end)
      rect.origin.x = end
    }
    if isShown(rightView, rightViewMode) {
      rect.size.width = max(0, rightViewRect(forBounds: bounds).minX - rect.minX)
    }
    return rect
  }
  /// The place of the text while it is edited.
  ///
  /// - Parameter bounds: The bounds.
  open func editingRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }
  /// The place of the placeholder.
  ///
  /// - Parameter bounds: The bounds.
  open func placeholderRect(forBounds bounds: CGRect) -> CGRect { textRect(forBounds: bounds) }
  /// The place of the button that clears.
  ///
  /// - Parameter bounds: The bounds.
  open func clearButtonRect(forBounds bounds: CGRect) -> CGRect {
    CGRect(x: bounds.maxX - 24, y: bounds.midY - 9.5, width: 19, height: 19)
  }
  /// The place of the left view.
  ///
  /// - Parameter bounds: The bounds.
  open func leftViewRect(forBounds bounds: CGRect) -> CGRect {
    let size = leftView?.bounds.size ?? .zero
    return CGRect(origin: CGPoint(x: bounds.minX, y: bounds.midY - size.height / 2), size: size)
  }
  /// The place of the right view.
  ///
  /// - Parameter bounds: The bounds.
  open func rightViewRect(forBounds bounds: CGRect) -> CGRect {
    let size = rightView?.bounds.size ?? .zero
    return CGRect(
      origin: CGPoint(x: bounds.maxX - size.width, y: bounds.midY - size.height / 2), size: size)
  }

  /// Draws the text; nothing calls it.
  ///
  /// - Parameter rect: Where to draw.
  open func drawText(in rect: CGRect) {}
  /// Draws the placeholder; nothing calls it.
  ///
  /// - Parameter rect: Where to draw.
  open func drawPlaceholder(in rect: CGRect) {}

  open override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds)
    hint.frame = placeholderRect(forBounds: bounds)
    hint.isHidden = hasText
    leftView?.isHidden = !isShown(leftView, leftViewMode)
    rightView?.isHidden = !isShown(rightView, rightViewMode)
    if isShown(leftView, leftViewMode) { leftView?.frame = leftViewRect(forBounds: bounds) }
    if isShown(rightView, rightViewMode) { rightView?.frame = rightViewRect(forBounds: bounds) }
  }
}

/// An object that is asked about a field; only beginning and end of editing are told here.
public protocol UITextFieldDelegate: AnyObject {
  /// Called when editing began.
  func textFieldDidBeginEditing(_ textField: UITextField)
  /// Called when editing ended.
  func textFieldDidEndEditing(_ textField: UITextField)
  /// Asked when return is pressed, which nobody does.
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
  public func textFieldDidBeginEditing(_ textField: UITextField) {}
  public func textFieldDidEndEditing(_ textField: UITextField) {}
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

/// The keys of a keyboard.
public enum UIKeyboardType: Int, Sendable {
  /// UIKit's words.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad,
    emailAddress, decimalPad, twitter, webSearch
}

/// The look of a keyboard.
public enum UIKeyboardAppearance: Int, Sendable {
  /// UIKit's words.
  case `default`, dark, light
}

/// The key for return.
public enum UIReturnKeyType: Int, Sendable {
  /// UIKit's words.
  case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall,
    `continue`
}

/// The places of capital letters.
public enum UITextAutocapitalizationType: Int, Sendable {
  /// UIKit's words.
  case none, words, sentences, allCharacters
}

/// If words are corrected.
public enum UITextAutocorrectionType: Int, Sendable {
  /// UIKit's words.
  case `default`, no, yes
}

/// If words are checked.
public enum UITextSpellCheckingType: Int, Sendable {
  /// UIKit's words.
  case `default`, no, yes
}

/// The meaning of a text.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// A name.
  public static let name = UITextContentType(rawValue: "name")
  /// The name of a user.
  public static let username = UITextContentType(rawValue: "username")
  /// A password.
  public static let password = UITextContentType(rawValue: "password")
  /// An address of mail.
  public static let emailAddress = UITextContentType(rawValue: "email")
}
