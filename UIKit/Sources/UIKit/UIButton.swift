import ViewTree

/// A button: a picture and a title side by side.
///
/// The title's font is 15 points on a system button, and 18 on others. The intrinsic size is that of
/// picture and title beside each other plus `contentEdgeInsets`; without these, 6 points are added above
/// and below a title, and the width is at least 30.
///
/// The title has one line, unless `titleLabel` has another `numberOfLines`, or a `lineBreakMode` that wraps, which
/// allows any number. As on UIKit, the intrinsic size breaks lines at the title's `preferredMaxLayoutWidth` only;
/// `sizeThatFits` and the layout break them at the width that is left.
open class UIButton: UIControl {
  /// The kind of a button.
  public enum ButtonType: Int, Sendable {
    /// The kinds of UIKit.
    case custom, system, detailDisclosure, infoLight, infoDark, contactAdd, close
    /// An old name of `system`.
    public static var roundedRect: ButtonType { .system }
  }

  /// The kind.
  open var buttonType: ButtonType { kind }
  private var kind = ButtonType.custom
  private var titles: [UInt: String] = [:]
  private var attributedTitles: [UInt: NSAttributedString] = [:]
  private var titleColors: [UInt: UIColor] = [:]
  private var images: [UInt: UIImage] = [:]
  private var backgroundImages: [UInt: UIImage] = [:]
  private var label: UILabel?
  private var picture: UIImageView?
  private var background: UIImageView?

  // The only designated initialiser, so that subclasses inherit the others.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Makes a button.
  ///
  /// - Parameter type: The kind, which an override of `init(frame:)` does not know yet.
  public convenience init(type: ButtonType) {
    self.init(frame: .zero)
    let usual = UIFont.systemFont(ofSize: titlePoints)
    kind = type
    if let label, label.font == usual { label.font = .systemFont(ofSize: titlePoints) }
  }

  /// Makes a button with an action.
  ///
  /// - Parameters:
  ///   - type: The kind; by default that of the system.
  ///   - primaryAction: The action, whose title and picture it takes.
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(type: type)
    if let primaryAction { adopt(primaryAction) }
  }

  /// Makes a button with an action.
  ///
  /// - Parameters:
  ///   - frame: The place.
  ///   - primaryAction: The action, whose title and picture it takes.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { adopt(primaryAction) }
  }

  private func adopt(_ primaryAction: UIAction) {
    if !primaryAction.title.isEmpty { setTitle(primaryAction.title, for: .normal) }
    if let image = primaryAction.image { setImage(image, for: .normal) }
    addAction(primaryAction, for: .touchUpInside)
  }

  /// The size of the title's font, unless code sets it.
  private var titlePoints: CGFloat { buttonType == .custom ? 18 : 15 }

  // MARK: Content

  /// The label of the title, made on first use.
  open var titleLabel: UILabel? {
    if let label { return label }
    let made = UIButtonLabel()
    made.font = .systemFont(ofSize: titlePoints)
    label = made
    addSubview(made)
    return made
  }

  /// The view of the picture, made on first use.
  open var imageView: UIImageView? {
    if let picture { return picture }
    let made = UIImageView()
    picture = made
    addSubview(made)
    return made
  }

  /// The distances around the content.
  open var contentEdgeInsets = UIEdgeInsets.zero {
    didSet { insetsDidChange(oldValue, contentEdgeInsets) }
  }
  /// The distances around the title, which move it and do not make the button larger.
  open var titleEdgeInsets = UIEdgeInsets.zero {
    didSet { insetsDidChange(oldValue, titleEdgeInsets) }
  }
  /// The distances around the picture, which move it and do not make the button larger.
  open var imageEdgeInsets = UIEdgeInsets.zero {
    didSet { insetsDidChange(oldValue, imageEdgeInsets) }
  }
  /// True if a pressed button's picture is drawn darker.
  open var adjustsImageWhenHighlighted = true
  /// True if a disabled button's picture is drawn lighter.
  open var adjustsImageWhenDisabled = true
  /// True if a pressed button glows.
  open var showsTouchWhenHighlighted = false
  /// True if the title's shadow turns around.
  open var reversesTitleShadowWhenHighlighted = false

  private func insetsDidChange(_ old: UIEdgeInsets, _ new: UIEdgeInsets) {
    guard old != new else { return }
    contentDidChange()
  }

  /// Sets a title.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - state: The state in which it is shown.
  open func setTitle(_ title: String?, for state: State) {
    titles[state.rawValue] = title
    contentDidChange()
  }

  /// Sets a title with attributes, which counts more than a plain one.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - state: The state in which it is shown.
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    attributedTitles[state.rawValue] = title
    contentDidChange()
  }

  /// Sets the colour of the title.
  ///
  /// - Parameters:
  ///   - color: The colour.
  ///   - state: The state in which it is shown.
  open func setTitleColor(_ color: UIColor?, for state: State) {
    titleColors[state.rawValue] = color
  }

  /// Sets the colour of the title's shadow, which is not kept by state.
  ///
  /// - Parameters:
  ///   - color: The colour.
  ///   - state: The state in which it is shown.
  open func setTitleShadowColor(_ color: UIColor?, for state: State) {
    titleLabel?.shadowColor = color
  }

  /// Sets the picture.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - state: The state in which it is shown.
  open func setImage(_ image: UIImage?, for state: State) {
    images[state.rawValue] = image
    contentDidChange()
  }

  /// Sets the picture behind everything.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - state: The state in which it is shown.
  open func setBackgroundImage(_ image: UIImage?, for state: State) {
    backgroundImages[state.rawValue] = image
    contentDidChange()
  }

  /// The title of a state; that of the normal state if it has none.
  ///
  /// - Parameter state: The state.
  open func title(for state: State) -> String? { titles[state.rawValue] ?? titles[0] }
  /// The title with attributes of a state.
  ///
  /// - Parameter state: The state.
  open func attributedTitle(for state: State) -> NSAttributedString? {
    attributedTitles[state.rawValue] ?? attributedTitles[0]
  }
  /// The colour of the title in a state.
  ///
  /// - Parameter state: The state.
  open func titleColor(for state: State) -> UIColor? {
    titleColors[state.rawValue] ?? titleColors[0]
      ?? (buttonType == .custom ? .white : tintColor)
  }
  /// The picture of a state.
  ///
  /// - Parameter state: The state.
  open func image(for state: State) -> UIImage? { images[state.rawValue] ?? images[0] }
  /// The picture behind everything in a state.
  ///
  /// - Parameter state: The state.
  open func backgroundImage(for state: State) -> UIImage? {
    backgroundImages[state.rawValue] ?? backgroundImages[0]
  }

  /// The title that is shown.
  open var currentTitle: String? { title(for: state) }
  /// The title with attributes that is shown.
  open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
  /// The colour of the title that is shown.
  open var currentTitleColor: UIColor { titleColor(for: state) ?? .white }
  /// The picture that is shown.
  open var currentImage: UIImage? { image(for: state) }
  /// The picture behind everything that is shown.
  open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }

  override func stateDidChange() { contentDidChange() }

  /// Shows what the state asks for, and announces another size.
  private func contentDidChange() {
    if let title = currentAttributedTitle {
      titleLabel?.attributedText = title
    } else if label != nil || currentTitle != nil {
      if label?.text != currentTitle || label?.text == nil { titleLabel?.text = currentTitle }
      titleLabel?.textColor = currentTitleColor
    }
    if picture != nil || currentImage != nil { imageView?.image = currentImage }
    if let image = currentBackgroundImage {
      let view = background ?? UIImageView()
      if background == nil { insertSubview(view, at: 0) }
      background = view
      view.image = image
    }
    setNeedsLayout()
    invalidateIntrinsicContentSize()
  }

  // MARK: Size

  /// The size of the title in lines of at most a width; without one, its intrinsic size.
  private func titleSize(in width: CGFloat? = nil) -> CGSize {
    guard let label else { return .zero }
    guard let width, width > 0, label.numberOfLines != 1 else { return label.intrinsicContentSize }
    return label.sizeThatFits(CGSize(width: width, height: 0))
  }
  private var imageSize: CGSize { currentImage?.size ?? .zero }

  open override var intrinsicContentSize: CGSize { size(with: titleSize()) }

  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let sides = contentEdgeInsets.left + contentEdgeInsets.right
    return self.size(with: titleSize(in: size.width - sides - imageSize.width))
  }

  /// The size with a title that is so large.
  private func size(with title: CGSize) -> CGSize {
    let image = imageSize
    var size = CGSize(width: title.width + image.width, height: max(title.height, image.height))
    if contentEdgeInsets != .zero {
      size.width += contentEdgeInsets.left + contentEdgeInsets.right
      size.height += contentEdgeInsets.top + contentEdgeInsets.bottom
    } else if currentImage == nil {
      let line = title.height > 0 ? title.height : buttonType == .custom ? 22 : 18
      size = CGSize(width: max(30, size.width), height: line + 12)
    }
    if let back = currentBackgroundImage?.size {
      size = CGSize(width: max(size.width, back.width), height: max(size.height, back.height))
    }
    return CGSize(width: max(0, size.width), height: max(0, size.height))
  }

  /// The place of the content.
  ///
  /// - Parameter bounds: The bounds.
  open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: contentEdgeInsets) }
  /// The place of the background.
  ///
  /// - Parameter bounds: The bounds.
  open func backgroundRect(forBounds bounds: CGRect) -> CGRect { bounds }

  /// The place of the title.
  ///
  /// - Parameter contentRect: The place of the content.
  open func titleRect(forContentRect contentRect: CGRect) -> CGRect {
    let room = max(0, contentRect.width - imageSize.width)
    var size = titleSize(in: room)
    size.width = min(size.width, room)
    let image = imageSize.width
    var rect = place(
      size, before: isMirrored ? 0 : image, after: isMirrored ? image : 0, in: contentRect)
    rect.origin.x += (titleEdgeInsets.left - titleEdgeInsets.right) / 2 * shareOfInsets
    rect.origin.y += (titleEdgeInsets.top - titleEdgeInsets.bottom) / 2
    return rect
  }

  /// The place of the picture.
  ///
  /// - Parameter contentRect: The place of the content.
  open func imageRect(forContentRect contentRect: CGRect) -> CGRect {
    let room = max(0, contentRect.width - imageSize.width)
    let title = min(titleSize(in: room).width, room)
    var rect = place(
      imageSize, before: isMirrored ? title : 0, after: isMirrored ? 0 : title, in: contentRect)
    rect.origin.x += (imageEdgeInsets.left - imageEdgeInsets.right) / 2 * shareOfInsets
    rect.origin.y += (imageEdgeInsets.top - imageEdgeInsets.bottom) / 2
    return rect
  }

  /// Insets move centred content by half, and content at an edge by all of them.
  private var shareOfInsets: CGFloat { contentHorizontalAlignment == .center ? 1 : 2 }

  /// True if the picture stands at the right of the title.
  private var isMirrored: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

  open override var semanticContentAttribute: UISemanticContentAttribute {
    didSet {
      if semanticContentAttribute != oldValue {
        setNeedsLayout(because: "semanticContentAttribute")
      }
    }
  }

  /// The place of a part that has others before and after it.
  private func place(
    _ size: CGSize, before: CGFloat, after: CGFloat, in rect: CGRect
  ) -> CGRect {
    let total = before + size.width + after
    let start: CGFloat =
      switch contentHorizontalAlignment {
      case .left, .fill: rect.minX
      case .right: rect.maxX - total
      case .leading: isMirrored ? rect.maxX - total : rect.minX
      case .trailing: isMirrored ? rect.minX : rect.maxX - total
      case .center: rect.midX - total / 2
      }
    let top: CGFloat =
      switch contentVerticalAlignment {
      case .top, .fill: rect.minY
      case .bottom: rect.maxY - size.height
      case .center: rect.midY - size.height / 2
      }
    return CGRect(x: start + before, y: top, width: size.width, height: size.height)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let content = contentRect(forBounds: bounds)
    background?.frame = backgroundRect(forBounds: bounds)
    if let picture { picture.frame = imageRect(forContentRect: content) }
    if let label { label.frame = titleRect(forContentRect: content) }
  }
}

/// The title of a button, named as on UIKit: its size is the button's.
final class UIButtonLabel: UILabel {
  /// As on UIKit, a mode that wraps allows any number of lines, and any other one.
  override var lineBreakMode: NSLineBreakMode {
    didSet {
      numberOfLines = [.byWordWrapping, .byCharWrapping].contains(lineBreakMode) ? 0 : 1
    }
  }

  override func invalidateIntrinsicContentSize() {
    super.invalidateIntrinsicContentSize()
    superview?.invalidateIntrinsicContentSize()
  }
}
