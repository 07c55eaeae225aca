import Foundation
@_spi(UIKit) import ViewTree

/// A cell of a table; its content fills what accessories and controls of editing leave of it.
///
/// The labels and the picture of a cell are made on first use, and are placed in the margins of the
/// content: the picture before the labels, the second label below the first.
open class UITableViewCell: View {
  /// The line below a cell; nothing is shown.
  public enum SeparatorStyle: Int, Sendable {
    /// The kinds of UIKit.
    case none, singleLine
  }

  /// An edit of a row; nobody edits.
  public enum EditingStyle: Int, Sendable {
    /// The kinds of UIKit.
    case none, delete, insert
  }

  /// The kind of a cell.
  public enum CellStyle: Int, Sendable {
    /// The kinds of UIKit.
    case `default`, value1, value2, subtitle
  }

  /// The sign at the end of a cell, which takes room; nothing is shown.
  public enum AccessoryType: Int, Sendable {
    /// The kinds of UIKit.
    case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton

    /// The width that it takes from the content; UIKit documents none of these numbers.
    var room: CGFloat {
      switch self {
      case .none: 0
      case .disclosureIndicator: 33
      case .checkmark: 39
      case .detailButton: 47
      case .detailDisclosureButton: 67
      }
    }
  }

  /// The look of a chosen cell.
  public enum SelectionStyle: Int, Sendable {
    /// The looks of UIKit.
    case none, blue, gray, `default`
  }

  /// The name of the kind.
  public let reuseIdentifier: String?
  /// The style.
  public let style: CellStyle
  /// The content, which fills what is left of the cell.
  public let contentView: UIView = CellContentView()
  /// True if it is chosen.
  open var isSelected = false
  /// True if it is pressed.
  open var isHighlighted = false
  /// True if it is edited.
  open var isEditing = false { didSet { if isEditing != oldValue { accessoriesDidChange() } } }
  /// The edit that is offered, as the table's delegate says while the table is edited.
  open var editingStyle: EditingStyle { offeredStyle }
  var offeredStyle = EditingStyle.none
  /// True if it shows the button that deletes: never.
  open var showingDeleteConfirmation: Bool { false }
  /// True if it can be moved while it is edited; the control for that takes the place of an accessory.
  open var showsReorderControl = false {
    didSet { if showsReorderControl != oldValue { accessoriesDidChange() } }
  }
  /// True if the content makes room for a control at its beginning while it is edited.
  open var shouldIndentWhileEditing = true {
    didSet { if shouldIndentWhileEditing != oldValue { accessoriesDidChange() } }
  }
  /// The sign at its end while it is edited.
  open var editingAccessoryType = AccessoryType.none {
    didSet { if editingAccessoryType != oldValue { accessoriesDidChange() } }
  }
  /// The view at its end while it is edited; it counts more than the sign.
  open var editingAccessoryView: View? {
    didSet { if editingAccessoryView !== oldValue { accessoriesDidChange() } }
  }
  /// The look of a chosen cell.
  open var selectionStyle = SelectionStyle.default
  /// The sign at its end.
  open var accessoryType = AccessoryType.none {
    didSet { if accessoryType != oldValue { accessoriesDidChange() } }
  }
  /// The view at its end; it counts more than the sign.
  open var accessoryView: View? {
    didSet { if accessoryView !== oldValue { accessoriesDidChange() } }
  }
  /// The view at its end now.
  private var shownAccessory: View?

  /// Shows the accessory that counts now, and makes room for it in the next layout.
  private func accessoriesDidChange() {
    let view = isEditing ? (showsReorderControl ? nil : editingAccessoryView) : accessoryView
    let old = shownAccessory
    if view !== old {
      shownAccessory = view
      if let old, old.superview === self { old.removeFromSuperview() }
      if let view { addSubview(view) }
    }
    setNeedsLayout()
  }

  /// The insets of the line below.
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  /// The view behind the content, which fills the cell.
  open var backgroundView: View? {
    didSet {
      guard backgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      guard let backgroundView else { return }
      backgroundView.frame = bounds
      backgroundView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      insertSubview(backgroundView, at: 0)
    }
  }
  /// The view behind the content of a chosen cell.
  open var selectedBackgroundView: View?
  /// The view behind the content of a cell that is chosen with others.
  open var multipleSelectionBackgroundView: View?
  /// The level, by which the labels and the picture are indented.
  open var indentationLevel = 0 { didSet { if indentationLevel != oldValue { setNeedsLayout() } } }
  /// The distance of a level.
  open var indentationWidth: CGFloat = 10 {
    didSet { if indentationWidth != oldValue { setNeedsLayout() } }
  }

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
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }

  /// The row that a table shows in the cell.
  var shownAt: IndexPath?
  /// True if the cell has asked its table to measure it again.
  var wantsMeasure = false

  /// Announces a new size: the table measures the cell again, if its row has an automatic height.
  ///
  /// As on UIKit since version 16, a call on `contentView` does the same.
  open override func invalidateIntrinsicContentSize() {
    wantsMeasure = true
    super.invalidateIntrinsicContentSize()
  }

  /// Called by the table before the cell is used again.
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

  // MARK: Size

  /// The size of the content: by its constraints, or else by `sizeThatFits` of the cell.
  ///
  /// Constraints that give no height mean 44 points, as on UIKit, with a log line once.
  ///
  /// - Parameters:
  ///   - targetSize: The size to be near to.
  ///   - horizontalFittingPriority: The priority of its width.
  ///   - verticalFittingPriority: The priority of its height.
  open override func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: LayoutPriority,
    verticalFittingPriority: LayoutPriority
  ) -> CGSize {
    guard !contentView.constraints.isEmpty else { return sizeThatFits(targetSize) }
    var target = targetSize
    let room = sideRoom.start + sideRoom.end
    target.width = max(0, target.width - room)
    var size = contentView.systemLayoutSizeFitting(
      target, withHorizontalFittingPriority: horizontalFittingPriority,
      verticalFittingPriority: verticalFittingPriority)
    size.width += room
    if size.height <= 0 {
      ListLog.noteCollapse()
      size.height = UITableView.usualRowHeight
    }
    return size
  }

  /// The width at hand, and the height of the labels below each other with 11 points above and below, but
  /// at least 44 points; UIKit documents no such rule.
  ///
  /// - Parameter size: The room.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = size.width > 0 ? size.width : bounds.width
    let room = labelRoom(in: max(0, width - sideRoom.start - sideRoom.end))
    let heights = labelHeights(in: room.width)
    let text = style == .value1 ? heights.max() ?? 0 : heights.reduce(0, +)
    let content = max(text, picture?.image?.size.height ?? 0)
    return CGSize(width: width, height: max(UITableView.usualRowHeight, content + 22))
  }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    let room = sideRoom
    var content = bounds
    content.origin.x += isMirrored ? room.end : room.start
    content.size.width = max(0, content.width - room.start - room.end)
    if let shownAccessory {
      let size = shownAccessory.bounds.size
      let frame = CGRect(
        x: isMirrored ? bounds.minX + 16 : bounds.maxX - 16 - size.width,
        y: bounds.midY - size.height / 2, width: size.width,
        height: size.height)
      shownAccessory.placed { shownAccessory.frame = frame }
    }
    contentView.placed { contentView.frame = content }
    placeLabels(in: CGRect(origin: .zero, size: content.size))
  }

  /// True if the cell begins at its right.
  private var isMirrored: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

  open override var semanticContentAttribute: UISemanticContentAttribute {
    didSet {
      if semanticContentAttribute != oldValue {
        setNeedsLayout(because: "semanticContentAttribute")
      }
    }
  }

  /// The width that the control at the beginning takes while the cell is edited, and those of what is at its
  /// end; UIKit documents none of these numbers.
  private var sideRoom: (start: CGFloat, end: CGFloat) {
    let start: CGFloat = isEditing && shouldIndentWhileEditing ? 38 : 0
    if isEditing, showsReorderControl { return (start, 38) }
    let sign = isEditing ? editingAccessoryType : accessoryType
    return (start, shownAccessory.map { $0.bounds.width + 24 } ?? sign.room)
  }

  /// The left edge and the width of the labels.
  private func labelRoom(in width: CGFloat) -> (x: CGFloat, width: CGFloat) {
    var start = indent
    if let size = picture?.image?.size { start += size.width + 16 }
    return (start, max(0, width - start - 16))
  }

  /// The left edge of the first part of the content.
  private var indent: CGFloat { 16 + CGFloat(indentationLevel) * indentationWidth }

  private var labels: [UILabel] { [label, detail].compactMap { $0 } }

  private func labelHeights(in width: CGFloat) -> [CGFloat] {
    labels.map { $0.sizeThatFits(CGSize(width: width, height: 0)).height }
  }

  private func placeLabels(in content: CGRect) {
    func place(_ view: View, _ frame: CGRect) {
      var frame = frame
      if isMirrored { frame.origin.x = content.width - frame.maxX }
      view.placed { view.frame = frame }
    }
    if let picture, let size = picture.image?.size {
      place(
        picture,
        CGRect(
          x: indent, y: content.midY - size.height / 2, width: size.width, height: size.height))
    }
    let (start, width) = labelRoom(in: content.width)
    if style == .value1, labels.count == 2 {
      let size = labels[1].sizeThatFits(.zero)
      place(
        labels[1],
        CGRect(
          x: start + max(0, width - size.width), y: 0, width: min(width, size.width),
          height: content.height))
      place(
        labels[0],
        CGRect(x: start, y: 0, width: max(0, width - size.width), height: content.height))
      return
    }
    let heights = labelHeights(in: width)
    var top = content.midY - heights.reduce(0, +) / 2
    for (label, height) in zip(labels, heights) {
      place(label, CGRect(x: start, y: top, width: width, height: height))
      top += height
    }
  }
}
