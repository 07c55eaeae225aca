import Foundation
@_spi(UIKit) import ViewTree

/// The head or foot of a section of a table; its content fills it.
open class UITableViewHeaderFooterView: View {
  /// The name of the kind.
  public let reuseIdentifier: String?
  /// The content, which fills the view.
  public let contentView: UIView = CellContentView()

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

  /// Called by the table before the view is used again.
  open func prepareForReuse() {}

  /// The view behind the content, which fills the view.
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

  /// True if the table made the view for a title.
  var isTitled = false
  private var label: UILabel?
  private var detail: UILabel?

  /// The label, made on first use, 16 points from the sides.
  open var textLabel: UILabel? {
    if label == nil { label = makeLabel(ofSize: 13) }
    return label
  }

  /// The second label, made on first use.
  open var detailTextLabel: UILabel? {
    if detail == nil { detail = makeLabel(ofSize: 13) }
    return detail
  }

  private func makeLabel(ofSize size: CGFloat) -> UILabel {
    let made = UILabel()
    made.font = .systemFont(ofSize: size)
    contentView.addSubview(made)
    setNeedsLayout()
    return made
  }

  /// The size of the content: by its constraints, or else by `sizeThatFits` of the view.
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
    return contentView.systemLayoutSizeFitting(
      targetSize, withHorizontalFittingPriority: horizontalFittingPriority,
      verticalFittingPriority: verticalFittingPriority)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let labels = [label, detail].compactMap { $0 }
    let width = max(0, bounds.width - 32)
    let heights = labels.map { $0.sizeThatFits(CGSize(width: width, height: 0)).height }
    var top = bounds.midY - heights.reduce(0, +) / 2
    for (label, height) in zip(labels, heights) {
      let frame = CGRect(x: 16, y: top, width: width, height: height)
      label.placed { label.frame = frame }
      top += height
    }
  }
}
