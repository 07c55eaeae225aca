import ViewTree

/// A view that a list uses again.
open class UICollectionReusableView: View {
  /// The name of the kind; whoever makes the view sets it.
  open var reuseIdentifier: String?
  /// Called before the view is used again; a test may call it.
  open func prepareForReuse() {}
}

/// A cell of a collection; its content fills it.
open class UICollectionViewCell: UICollectionReusableView {
  /// The content, which fills the cell.
  public let contentView = UIView()
  /// True if it is chosen.
  open var isSelected = false
  /// True if it is pressed.
  open var isHighlighted = false
  /// The view behind the content, which fills the cell.
  open var backgroundView: View? { didSet { replace(oldValue, backgroundView) } }
  /// The view behind the content of a chosen cell, which fills the cell.
  open var selectedBackgroundView: View?

  /// Makes a cell.
  ///
  /// - Parameter frame: The place.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.frame = bounds
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }

  private func replace(_ old: View?, _ new: View?) {
    guard old !== new else { return }
    old?.removeFromSuperview()
    guard let new else { return }
    new.frame = bounds
    new.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    insertSubview(new, at: 0)
  }

  /// The size of the content's constraints.
  ///
  /// - Parameter targetSize: The size to be near to.
  open override func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    contentView.systemLayoutSizeFitting(targetSize)
  }
}

/// A cell of a table; its content fills it.
///
/// The labels and the picture of a cell are made on first use, and are placed in the margins of the
/// content: the picture before the labels, the second label below the first.
open class UITableViewCell: View {
  /// The kind of a cell.
  public enum CellStyle: Int, Sendable {
    /// The kinds of UIKit.
    case `default`, value1, value2, subtitle
  }

  /// What is at the end of a cell; nothing is shown.
  public enum AccessoryType: Int, Sendable {
    /// The kinds of UIKit.
    case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
  }

  /// How a chosen cell looks.
  public enum SelectionStyle: Int, Sendable {
    /// The looks of UIKit.
    case none, blue, gray, `default`
  }

  /// The name of the kind.
  public let reuseIdentifier: String?
  /// The style.
  public let style: CellStyle
  /// The content, which fills the cell.
  public let contentView = UIView()
  /// True if it is chosen.
  open var isSelected = false
  /// True if it is pressed.
  open var isHighlighted = false
  /// True if it is edited.
  open var isEditing = false
  /// How a chosen cell looks.
  open var selectionStyle = SelectionStyle.default
  /// What is at its end.
  open var accessoryType = AccessoryType.none
  /// The view at its end.
  open var accessoryView: View? {
    didSet {
      guard accessoryView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let accessoryView { addSubview(accessoryView) }
      setNeedsLayout()
    }
  }
  /// The insets of the line below.
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  /// The view behind the content.
  open var backgroundView: View?
  /// The view behind the content of a chosen cell.
  open var selectedBackgroundView: View?
  /// The level.
  open var indentationLevel = 0
  /// The distance of a level.
  open var indentationWidth: CGFloat = 10

  /// Makes a cell.
  ///
  /// - Parameters:
  ///   - style: The style.
  ///   - reuseIdentifier: The name of the kind.
  public init(style: CellStyle, reuseIdentifier: String?) {
    (self.style, self.reuseIdentifier) = (style, reuseIdentifier)
    super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    prepare()
  }

  /// Makes a cell of the default style.
  ///
  /// - Parameter frame: The place.
  public override init(frame: CGRect) {
    (style, reuseIdentifier) = (.default, nil)
    super.init(frame: frame)
    prepare()
  }

  private func prepare() {
    contentView.frame = bounds
    addSubview(contentView)
  }

  /// Called before the cell is used again; a test may call it.
  open func prepareForReuse() {}
  /// Chooses the cell.
  ///
  /// - Parameters:
  ///   - selected: The setting.
  ///   - animated: Not looked at.
  open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }
  /// Presses the cell.
  ///
  /// - Parameters:
  ///   - highlighted: The setting.
  ///   - animated: Not looked at.
  open func setHighlighted(_ highlighted: Bool, animated: Bool) { isHighlighted = highlighted }
  /// Edits the cell.
  ///
  /// - Parameters:
  ///   - editing: The setting.
  ///   - animated: Not looked at.
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

  private var label: UILabel?
  private var detail: UILabel?
  private var picture: UIImageView?

  /// The label, made on first use.
  open var textLabel: UILabel? {
    if let label { return label }
    let made = UILabel()
    label = made
    contentView.addSubview(made)
    setNeedsLayout()
    return made
  }

  /// The second label, made on first use; nil in the default style.
  open var detailTextLabel: UILabel? {
    guard style != .default else { return nil }
    if let detail { return detail }
    let made = UILabel()
    made.font = .systemFont(ofSize: style == .subtitle ? 12 : 17)
    detail = made
    contentView.addSubview(made)
    setNeedsLayout()
    return made
  }

  /// The picture, made on first use.
  open var imageView: UIImageView? {
    if let picture { return picture }
    let made = UIImageView()
    picture = made
    contentView.addSubview(made)
    setNeedsLayout()
    return made
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    var content = bounds
    if let accessoryView {
      let size = accessoryView.bounds.size
      accessoryView.frame = CGRect(
        x: bounds.maxX - 16 - size.width, y: bounds.midY - size.height / 2, width: size.width,
        height: size.height)
      content.size.width = max(0, accessoryView.frame.minX - 8)
    }
    contentView.frame = content
    placeLabels(in: content)
  }

  private func placeLabels(in content: CGRect) {
    var start: CGFloat = 16
    if let picture, let size = picture.image?.size {
      picture.frame = CGRect(
        x: start, y: content.midY - size.height / 2, width: size.width, height: size.height)
      start = picture.frame.maxX + 16
    }
    let width = max(0, content.width - start - 16)
    let labels = [label, detail].compactMap { $0 }
    if style == .value1, labels.count == 2 {
      let size = labels[1].sizeThatFits(.zero)
      labels[1].frame = CGRect(
        x: start + max(0, width - size.width), y: 0, width: min(width, size.width),
        height: content.height)
      labels[0].frame = CGRect(
        x: start, y: 0, width: max(0, width - size.width), height: content.height)
      return
    }
    let heights = labels.map { $0.sizeThatFits(CGSize(width: width, height: 0)).height }
    var top = content.midY - heights.reduce(0, +) / 2
    for (label, height) in zip(labels, heights) {
      label.frame = CGRect(x: start, y: top, width: width, height: height)
      top += height
    }
  }
}

/// The head or foot of a section of a table; its content fills it.
open class UITableViewHeaderFooterView: View {
  /// The name of the kind.
  public let reuseIdentifier: String?
  /// The content, which fills the view.
  public let contentView = UIView()

  /// Makes a view.
  ///
  /// - Parameter reuseIdentifier: The name of the kind.
  public init(reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }

  /// Makes a view without a name.
  ///
  /// - Parameter frame: The place.
  public override init(frame: CGRect) {
    reuseIdentifier = nil
    super.init(frame: frame)
    contentView.frame = bounds
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }

  /// Called before the view is used again; a test may call it.
  open func prepareForReuse() {}
}
