import Foundation
import ViewTree

/// The place and the look that a layout gives a cell or another view of a collection.
open class UICollectionViewLayoutAttributes: NSObject {
  /// The place of a cell.
  open var indexPath = IndexPath(item: 0, section: 0)
  /// The kind of the view; nil for a cell.
  public internal(set) var representedElementKind: String?
  /// The sort of the view.
  public internal(set) var representedElementCategory = UICollectionView.ElementCategory.cell
  /// The centre.
  open var center = CGPoint.zero
  /// The size.
  open var size = CGSize.zero
  /// The transform.
  open var transform = CGAffineTransform.identity
  /// The opacity.
  open var alpha: CGFloat = 1
  /// The order among other views; it is stored, since nothing is drawn.
  open var zIndex = 0
  /// True if the view is not shown.
  open var isHidden = false

  /// Makes attributes of a cell.
  public required override init() {}

  /// Makes attributes of a cell.
  ///
  /// - Parameter indexPath: Its place.
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }

  /// Makes attributes of a head, a foot, or another view beside cells.
  ///
  /// - Parameters:
  ///   - elementKind: The kind.
  ///   - indexPath: Its place.
  public convenience init(
    forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath
  ) {
    self.init()
    (self.indexPath, representedElementKind) = (indexPath, elementKind)
    representedElementCategory = .supplementaryView
  }

  /// Makes attributes of a view that only decorates.
  ///
  /// - Parameters:
  ///   - decorationViewKind: The kind.
  ///   - indexPath: Its place.
  public convenience init(
    forDecorationViewOfKind decorationViewKind: String, with indexPath: IndexPath
  ) {
    self.init()
    (self.indexPath, representedElementKind) = (indexPath, decorationViewKind)
    representedElementCategory = .decorationView
  }

  /// The place; as on UIKit, that without the transform.
  open var frame: CGRect {
    get {
      CGRect(
        x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
        height: size.height)
    }
    set {
      size = newValue.size
      center = CGPoint(x: newValue.midX, y: newValue.midY)
    }
  }

  /// The size, from the origin.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: size) }
    set { size = newValue.size }
  }

  open override func copy() -> Any { copy(with: nil) }

  /// Makes equal attributes; a subclass copies its own in an override.
  ///
  /// - Parameter zone: Not looked at.
  open func copy(with zone: NSZone? = nil) -> Any {
    let made = type(of: self).init()
    made.indexPath = indexPath
    made.representedElementKind = representedElementKind
    made.representedElementCategory = representedElementCategory
    (made.center, made.size, made.transform) = (center, size, transform)
    (made.alpha, made.zIndex, made.isHidden) = (alpha, zIndex, isHidden)
    return made
  }

  /// Attributes are equal if all values are.
  ///
  /// - Parameter object: The other object.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UICollectionViewLayoutAttributes else { return false }
    return indexPath == other.indexPath && representedElementKind == other.representedElementKind
      && center == other.center && size == other.size && transform == other.transform
      && alpha == other.alpha && zIndex == other.zIndex && isHidden == other.isHidden
  }

  open override var hash: Int { indexPath.hashValue }
}
