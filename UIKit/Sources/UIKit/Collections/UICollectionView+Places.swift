import Foundation
@_spi(UIKit) import ViewTree

extension UICollectionView {
  // MARK: Numbers

  /// The number of sections, as the data source said when it was asked last.
  public var numberOfSections: Int { loadedCounts().count }

  /// The number of items of a section, as the data source said when it was asked last.
  ///
  /// - Parameter section: The section.
  public func numberOfItems(inSection section: Int) -> Int {
    let counts = loadedCounts()
    return counts.indices.contains(section) ? counts[section] : 0
  }

  // MARK: Cells and other views

  /// The cell of an item; nil if it is not shown.
  ///
  /// - Parameter indexPath: The item.
  public func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    shown[Element(kind: "", path: indexPath)] as? UICollectionViewCell
  }

  /// The item of a cell; nil if it is not shown.
  ///
  /// - Parameter cell: The cell.
  public func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    shown.first { $0.value === cell }?.key.path
  }

  /// The cells that are shown, in the order of their items.
  public var visibleCells: [UICollectionViewCell] {
    indexPathsForVisibleItems.compactMap { cellForItem(at: $0) }
  }

  /// The items that are shown.
  public var indexPathsForVisibleItems: [IndexPath] {
    shown.keys.filter(\.kind.isEmpty).map(\.path).sorted()
  }

  /// A head, a foot, or another view; nil if it is not shown.
  ///
  /// - Parameters:
  ///   - elementKind: The kind.
  ///   - indexPath: Its place.
  public func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath)
    -> UICollectionReusableView?
  { shown[Element(kind: elementKind, path: indexPath)] }

  /// The heads, feet or other views of a kind that are shown.
  ///
  /// - Parameter elementKind: The kind.
  public func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
    indexPathsForVisibleSupplementaryElements(ofKind: elementKind).compactMap {
      supplementaryView(forElementKind: elementKind, at: $0)
    }
  }

  /// The places of the heads, feet or other views of a kind that are shown.
  ///
  /// - Parameter elementKind: The kind.
  public func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
    shown.keys.filter { $0.kind == elementKind }.map(\.path).sorted()
  }

  // MARK: Attributes

  /// The attributes of an item, as the layout object says.
  ///
  /// - Parameter indexPath: The item.
  public func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes?
  {
    collectionViewLayout.layoutAttributesForItem(at: indexPath)
  }

  /// The attributes of a head, a foot, or another view, as the layout object says.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - indexPath: Its place.
  public func layoutAttributesForSupplementaryElement(ofKind kind: String, at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath) }

  /// The item at a point; nil if there is none.
  ///
  /// - Parameter point: The point.
  public func indexPathForItem(at point: CGPoint) -> IndexPath? {
    let spot = CGRect(x: point.x, y: point.y, width: 1, height: 1)
    return collectionViewLayout.layoutAttributesForElements(in: spot)?.first {
      $0.representedElementCategory == .cell && $0.frame.contains(point)
    }?.indexPath
  }

  // MARK: Scrolling and choosing

  /// Scrolls to an item, whose place is an estimate as long as items before it were not seen.
  ///
  /// - Parameters:
  ///   - indexPath: The item.
  ///   - scrollPosition: Where it is to be; without a place, the collection scrolls as little as possible.
  ///   - animated: If `true`, the delegate is also told that an animation ended.
  public func scrollToItem(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {
    guard let frame = layoutAttributesForItem(at: indexPath)?.frame else { return }
    let inset = adjustedContentInset
    let visible = bounds.inset(by: inset)
    func nearest(_ start: CGFloat, _ end: CGFloat, _ from: CGFloat, _ to: CGFloat) -> CGFloat {
      start < from ? start : end > to ? from + end - to : from
    }
    var corner = CGPoint(
      x: nearest(frame.minX, frame.maxX, visible.minX, visible.maxX),
      y: nearest(frame.minY, frame.maxY, visible.minY, visible.maxY))
    if scrollPosition.contains(.top) { corner.y = frame.minY }
    if scrollPosition.contains(.centeredVertically) { corner.y = frame.midY - visible.height / 2 }
    if scrollPosition.contains(.bottom) { corner.y = frame.maxY - visible.height }
    if scrollPosition.contains(.left) { corner.x = frame.minX }
    if scrollPosition.contains(.centeredHorizontally) {
      corner.x = frame.midX - visible.width / 2
    }
    if scrollPosition.contains(.right) { corner.x = frame.maxX - visible.width }
    let size = collectionViewLayout.collectionViewContentSize
    let last = CGPoint(
      x: max(0 - inset.left, size.width + inset.right - bounds.width),
      y: max(0 - inset.top, size.height + inset.bottom - bounds.height))
    let offset = CGPoint(
      x: min(max(corner.x - inset.left, 0 - inset.left), last.x),
      y: min(max(corner.y - inset.top, 0 - inset.top), last.y))
    setContentOffset(offset, animated: animated)
  }

  /// The chosen items; nil if there are none.
  public var indexPathsForSelectedItems: [IndexPath]? { chosen.isEmpty ? nil : chosen }

  /// Chooses an item; as on UIKit, the delegate is not told.
  ///
  /// - Parameters:
  ///   - indexPath: The item; nil for none.
  ///   - animated: Handed on.
  ///   - scrollPosition: Where it is to be; without a place nothing scrolls.
  public func selectItem(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    guard let indexPath else {
      for path in chosen { deselectItem(at: path, animated: animated) }
      return
    }
    guard allowsSelection else { return }
    if !allowsMultipleSelection {
      for path in chosen where path != indexPath { deselectItem(at: path, animated: animated) }
    }
    if !chosen.contains(indexPath) { chosen.append(indexPath) }
    if let cell = cellForItem(at: indexPath) { cell.called { cell.isSelected = true } }
    if !scrollPosition.isEmpty {
      scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
    }
  }

  /// Ends that an item is chosen; as on UIKit, the delegate is not told.
  ///
  /// - Parameters:
  ///   - indexPath: The item.
  ///   - animated: Not looked at.
  public func deselectItem(at indexPath: IndexPath, animated: Bool) {
    guard chosen.contains(indexPath) else { return }
    chosen.removeAll { $0 == indexPath }
    if let cell = cellForItem(at: indexPath) { cell.called { cell.isSelected = false } }
  }
}
