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
