import ViewTree

/// A view as large as its picture.
open class UIImageView: View {
  /// The picture; another size invalidates the intrinsic size.
  open var image: UIImage? {
    willSet { willChangeValue(forKey: "image") }
    didSet {
      if image?.size != oldValue?.size { invalidateIntrinsicContentSize() }
      didChangeValue(forKey: "image")
    }
  }
  /// The picture that is shown while it is pressed.
  open var highlightedImage: UIImage?
  /// True while it is pressed.
  open var isHighlighted = false
  /// Pictures that would follow each other.
  open var animationImages: [UIImage]?
  /// The seconds that they would take.
  open var animationDuration: TimeInterval = 0
  /// The number of repetitions.
  open var animationRepeatCount = 0
  /// True between `startAnimating` and `stopAnimating`.
  open private(set) var isAnimating = false

  /// Makes a view that takes no part in hit testing, as in UIKit.
  ///
  /// - Parameter frame: The place.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// Makes a view of the size of a picture.
  ///
  /// - Parameter image: The picture.
  public init(image: UIImage?) {
    self.image = image
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    isUserInteractionEnabled = false
  }

  /// Makes a view of the size of a picture.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - highlightedImage: The picture that is shown while it is pressed.
  public init(image: UIImage?, highlightedImage: UIImage?) {
    (self.image, self.highlightedImage) = (image, highlightedImage)
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    isUserInteractionEnabled = false
  }

  /// Begins to animate; nothing is shown.
  open func startAnimating() { isAnimating = true }
  /// Ends it.
  open func stopAnimating() { isAnimating = false }

  /// The size of the picture; none without one.
  open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }

  open override var alignmentRectInsets: UIEdgeInsets { image?.alignmentRectInsets ?? .zero }
}
