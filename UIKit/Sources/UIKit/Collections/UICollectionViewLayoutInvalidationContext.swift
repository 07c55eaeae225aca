import Foundation

/// The parts of a layout that do not count any more.
open class UICollectionViewLayoutInvalidationContext: NSObject {
  /// Makes a context in which everything is said by what is set afterwards.
  public required override init() {}

  /// True if nothing of the layout counts.
  public internal(set) var invalidateEverything = false
  /// True if the numbers of items do not count.
  public internal(set) var invalidateDataSourceCounts = false
  /// The items that do not count.
  public private(set) var invalidatedItemIndexPaths: [IndexPath]?
  /// The heads, feet and other views that do not count, by kind.
  public private(set) var invalidatedSupplementaryIndexPaths: [String: [IndexPath]]?
  /// The decorations that do not count, by kind.
  public private(set) var invalidatedDecorationIndexPaths: [String: [IndexPath]]?
  /// The distance by which the offset moves.
  open var contentOffsetAdjustment = CGPoint.zero
  /// The lengths by which the content grows; the layout's own size counts here.
  open var contentSizeAdjustment = CGSize.zero

  /// Adds items.
  ///
  /// - Parameter indexPaths: Their places.
  open func invalidateItems(at indexPaths: [IndexPath]) {
    invalidatedItemIndexPaths = (invalidatedItemIndexPaths ?? []) + indexPaths
  }

  /// Adds heads, feet or other views.
  ///
  /// - Parameters:
  ///   - elementKind: Their kind.
  ///   - indexPaths: Their places.
  open func invalidateSupplementaryElements(
    ofKind elementKind: String, at indexPaths: [IndexPath]
  ) { invalidatedSupplementaryIndexPaths = [elementKind: indexPaths] }

  /// Adds decorations.
  ///
  /// - Parameters:
  ///   - elementKind: Their kind.
  ///   - indexPaths: Their places.
  open func invalidateDecorationElements(ofKind elementKind: String, at indexPaths: [IndexPath]) {
    invalidatedDecorationIndexPaths = [elementKind: indexPaths]
  }
}

/// The parts of a flow layout that do not count any more.
open class UICollectionViewFlowLayoutInvalidationContext: UICollectionViewLayoutInvalidationContext
{
  /// True if the delegate is asked for sizes and distances again.
  open var invalidateFlowLayoutDelegateMetrics = true
  /// True if items are arranged again.
  open var invalidateFlowLayoutAttributes = true
}
