import Foundation
@_spi(UIKit) import ViewTree

/// Decides where the items of a collection are; a subclass says how.
///
/// A layout of the collection calls `prepare()` if the layout object was invalidated, then asks for the size of
/// the content and for the attributes in what can be seen.
open class UICollectionViewLayout: NSObject {
  /// Makes a layout.
  public override init() {}

  /// The collection that it belongs to.
  public internal(set) weak var collectionView: UICollectionView?

  /// The class of its attributes.
  open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
  /// The class of its contexts.
  open class var invalidationContextClass: AnyClass {
    UICollectionViewLayoutInvalidationContext.self
  }
  /// True if it is mirrored where the language is read from right to left; it is not here.
  open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
  /// The direction for which it was written.
  open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

  // MARK: Decisions

  /// Called before it is asked, if it was invalidated.
  open func prepare() {}
  /// The size of the content.
  open var collectionViewContentSize: CGSize { .zero }

  /// The attributes of all that is in a rectangle.
  ///
  /// - Parameter rect: The rectangle.
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    nil
  }

  /// The attributes of a cell.
  ///
  /// - Parameter indexPath: Its place.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    nil
  }

  /// The attributes of a head, a foot, or another view.
  ///
  /// - Parameters:
  ///   - elementKind: Its kind.
  ///   - indexPath: Its place.
  open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// The attributes of a decoration.
  ///
  /// - Parameters:
  ///   - elementKind: Its kind.
  ///   - indexPath: Its place.
  open func layoutAttributesForDecorationView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  // MARK: When it does not count any more

  /// True if new bounds of the collection, or a new offset, make it count no more.
  ///
  /// The collection asks at the beginning of a layout in which its bounds are others, and at the end of one
  /// that changed them; it is laid out once more then.
  ///
  /// - Parameter newBounds: The bounds.
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

  /// The parts that do not count with new bounds.
  ///
  /// - Parameter newBounds: The bounds.
  open func invalidationContext(forBoundsChange newBounds: CGRect)
    -> UICollectionViewLayoutInvalidationContext
  { makeContext() }

  /// True if a cell's own size makes it count no more.
  ///
  /// - Parameters:
  ///   - preferredAttributes: The attributes that the cell prefers.
  ///   - originalAttributes: The attributes that it got.
  open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { false }

  /// The parts that do not count with a cell's own size.
  ///
  /// - Parameters:
  ///   - preferredAttributes: The attributes that the cell prefers.
  ///   - originalAttributes: The attributes that it got.
  open func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = makeContext()
    if preferredAttributes.representedElementCategory == .cell {
      context.invalidateItems(at: [preferredAttributes.indexPath])
    }
    return context
  }

  /// Says that nothing of it counts: the collection needs layout.
  open func invalidateLayout() {
    let context = makeContext()
    context.invalidateEverything = true
    invalidateLayout(with: context)
  }

  /// Says that parts of it do not count: the collection needs layout.
  ///
  /// An override calls super.
  ///
  /// - Parameter context: The parts.
  open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    collectionView?.layoutWasInvalidated(context)
  }

  final func makeContext() -> UICollectionViewLayoutInvalidationContext {
    let kind =
      type(of: self).invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
    return (kind ?? UICollectionViewLayoutInvalidationContext.self).init()
  }

  // MARK: Scrolling and updates

  /// The offset at which a drag is to end; nobody drags.
  ///
  /// - Parameters:
  ///   - proposedContentOffset: The offset at which it would end.
  ///   - velocity: Its speed.
  open func targetContentOffset(
    forProposedContentOffset proposedContentOffset: CGPoint,
    withScrollingVelocity velocity: CGPoint
  ) -> CGPoint { proposedContentOffset }

  /// The offset after an update or a change of the layout; not asked.
  ///
  /// - Parameter proposedContentOffset: The offset otherwise.
  open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint
  { proposedContentOffset }

  /// Called in the layout after an update, after `prepare()`.
  ///
  /// - Parameter updateItems: The changes.
  open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}
  /// Called at the end of the layout after an update.
  open func finalizeCollectionViewUpdates() {}
  /// Not called, since nothing is animated.
  open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
  /// Not called, since nothing is animated.
  open func finalizeAnimatedBoundsChange() {}
  /// The place from which an item comes; not asked, since nothing is animated.
  open func initialLayoutAttributesForAppearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { nil }
  /// The place to which an item goes; not asked, since nothing is animated.
  open func finalLayoutAttributesForDisappearingItem(at itemIndexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  { nil }

  // MARK: Decorations

  var decorations: [String: UICollectionReusableView.Type] = [:]

  /// Registers a class of decorations.
  ///
  /// - Parameters:
  ///   - viewClass: The class; nil ends it.
  ///   - elementKind: The kind.
  open func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) {
    decorations[elementKind] = viewClass as? UICollectionReusableView.Type
  }

  /// Follows changes of the list.
  func listDidChange(by map: ListMap) {}
}

/// A change of a collection, as a layout is told of it.
public final class UICollectionViewUpdateItem: NSObject {
  /// The kind of a change.
  public enum Action: Int, Sendable {
    /// The kinds of UIKit.
    case insert, delete, reload, move, none
  }

  /// The kind.
  public let updateAction: Action
  /// The place before; nil for what is new.
  public let indexPathBeforeUpdate: IndexPath?
  /// The place afterwards; nil for what is gone.
  public let indexPathAfterUpdate: IndexPath?

  init(_ action: Action, _ before: IndexPath?, _ after: IndexPath?) {
    (updateAction, indexPathBeforeUpdate, indexPathAfterUpdate) = (action, before, after)
  }
}
