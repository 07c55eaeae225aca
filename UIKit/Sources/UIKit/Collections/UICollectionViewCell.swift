import Foundation
@_spi(UIKit) import ViewTree

/// A view that a list uses again.
open class UICollectionReusableView: View {
  /// The name of the kind, which the collection sets.
  open var reuseIdentifier: String?
  /// Called by the collection before the view is used again.
  open func prepareForReuse() {}

  /// The attributes that the view was given last.
  var applied: UICollectionViewLayoutAttributes?
  /// The size with which the view was asked for its own.
  var askedWith: CGSize?

  /// Called when the view gets attributes, after it has its place.
  ///
  /// - Parameter layoutAttributes: The attributes.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

  /// Not called, since layouts are not animated.
  open func willTransition(
    from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout
  ) {}
  /// Not called, since layouts are not animated.
  open func didTransition(
    from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout
  ) {}

  /// The attributes that the view prefers to those that it got: its fitting size, as near to theirs as its
  /// constraints allow, or that of `sizeThatFits`.
  ///
  /// A collection asks a view that is new, or whose size is another one than when it was asked last, or whose item
  /// was invalidated, or that has called `invalidateIntrinsicContentSize`. The layout object decides if it follows.
  /// UIKit does not document when it asks; a view whose answer is never what it gets loops there, too.
  ///
  /// - Parameter layoutAttributes: The attributes.
  open func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    guard let own = layoutAttributes.copy() as? UICollectionViewLayoutAttributes else {
      return layoutAttributes
    }
    own.size = systemLayoutSizeFitting(layoutAttributes.size)
    return own
  }

  open override func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: LayoutPriority,
    verticalFittingPriority: LayoutPriority
  ) -> CGSize {
    guard !constraints.isEmpty else { return sizeThatFits(targetSize) }
    return super.systemLayoutSizeFitting(
      targetSize, withHorizontalFittingPriority: horizontalFittingPriority,
      verticalFittingPriority: verticalFittingPriority)
  }

  /// Announces a new size: the collection asks for it again.
  open override func invalidateIntrinsicContentSize() {
    askedWith = nil
    super.invalidateIntrinsicContentSize()
  }
}

/// A cell of a collection; its content fills it.
open class UICollectionViewCell: UICollectionReusableView {
  /// The content, which fills the cell.
  public let contentView: UIView = CellContentView()
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

  /// The size of the content's constraints, or else that of `sizeThatFits`.
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
}
